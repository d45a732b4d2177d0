package yaml

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"slices"
	"strings"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/lazyregexp"
	"github.com/hieralint/hieralint/internal/rule"
	"github.com/hieralint/hieralint/rules/internal/edit"
)

// InvalidSSHKey reports public keys that OpenSSH rejects.
var InvalidSSHKey = &rule.Rule{
	ID: "HL1019", Name: "invalid-ssh-key", Family: family, Severity: diagnostic.Warning,
	Nodes: sshKeys,
	CheckNode: func(p *rule.FilePass, n *data.Node) {
		if text := n.Value.Text(); !strings.Contains(text, "PRIVATE KEY") {
			checkSSHKeys(p, n, text)
		}
	},
}

// sshKeys chooses the strings that may contain SSH public keys.
var sshKeys = &rule.Selector{Parts: rule.Strings, Choose: func(n *data.Node) bool { return mayBeSSHKey(n.Value.Text()) }}

// minSSHKey is the minimum length of a public key.
const minSSHKey = 40

// mayBeSSHKey reports whether a string contains the start of the name of a public key's type, in
// Base64.
func mayBeSSHKey(text string) bool {
	return len(text) >= minSSHKey && (strings.Contains(text, "3NzaC1") || strings.Contains(text, "2VjZHNh") || strings.Contains(text, "nNrLXNz") || strings.Contains(text, "nNrLWVj"))
}

// publicKey matches a public key on a line: the text before it, and the key up to a space or the end of the line.
var publicKey = lazyregexp.New(`(?m)^(.*?\s)?(AAAA[BCEGI][0-9A-Za-z+/]{40,}={0,3})(?:\s|$)`)

// checkSSHKeys reports the keys in a string.
func checkSSHKeys(p *rule.FilePass, n *data.Node, text string) {
	for _, found := range publicKey().FindAllStringSubmatchIndex(text, -1) {
		before, key := "", text[found[4]:found[5]]
		if found[2] >= 0 {
			before = text[found[2]:found[3]]
		}
		if strings.Contains(before, "%{") || strings.Contains(before, "<%") {
			continue
		}
		name, isWhole := parse(key)
		start, why := found[4], "it is cut off or damaged"
		if isWhole {
			if why = wrongType(before, name); why == "" {
				if !reportTypeBeside(p, n, name) {
					checkBare(p, n, name, found[2:6])
				}
				continue
			}
			start = found[2]
		}
		d := diagnostic.Diagnostic{
			Span: rule.FirstLineOf(p.Source(), n.SourceSpan(start, found[5])), Message: "invalid SSH public key: " + why,
			Detail: "Puppet writes it anyway, but sshd ignores it", Help: "copy the key again, on one line", Key: rule.KeyPath(n),
		}
		if whole, end := join(text, found[4]); !isWhole && whole != "" {
			span := n.SourceSpan(found[4], end)
			d.Message = "invalid SSH public key: " + splitBy(text[found[4]:end], p.Source().Slice(span))
			d.Detail = "Unless code joins its parts, Puppet writes the key as it is, and sshd ignores it"
			d.Help = "write the key on one line"
			d.Fixes = []diagnostic.Fix{edit.Replace("join its parts", p.Source(), span, whole)}
		}
		p.Report(d)
	}
	for _, found := range damagedStart().FindAllStringSubmatchIndex(text, -1) {
		start, letters, end := found[2], found[3], found[1]
		if text[start:letters] == startOfKey || strings.Contains(text[:start], "%{") || strings.Contains(text[:start], "<%") {
			continue
		}
		const shown = 4 // letters after those
		d := diagnostic.Diagnostic{
			Span:    rule.FirstLineOf(p.Source(), n.SourceSpan(start, end)),
			Message: "invalid SSH public key: it starts with `" + text[start:letters+shown] + "` instead of `" + startOfKey + text[letters:letters+shown] + "`",
			Detail:  "Puppet writes it anyway, but sshd ignores it", Help: "copy the key again, on one line", Key: rule.KeyPath(n),
		}
		if _, isWhole := parse(startOfKey + text[letters:end]); isWhole {
			d.Fixes = []diagnostic.Fix{edit.Replace("correct its start", p.Source(), n.SourceSpan(start, letters), startOfKey)}
		}
		p.Report(d)
	}
}

// startOfKey is the start of every key in Base64: the length of its type's name.
const startOfKey = "AAAA"

// damagedStart matches a key with any number of letters in front of the name of its type, in Base64.
var damagedStart = lazyregexp.New(`(?m)(?:^|\s)(A*)(?:B3NzaC1(?:yc2E|kc3M)|C3NzaC1lZDI1NTE5|E2VjZHNhLXNoYTI)[0-9A-Za-z+/]{40,}={0,3}`)

// maxParts is the maximum number of parts of a key, with the words after it that resemble parts.
const maxParts = 64

// maxWordsAfter is the maximum number of such words.
const maxWordsAfter = 3

// part matches a part of a key in several parts.
var part = lazyregexp.New(`^[0-9A-Za-z+/]+={0,3}(?:\s|$)`)

// join returns the complete key that starts in several parts at an offset of a text, and the offset of its end; "" if
// there is none.
func join(text string, start int) (key string, end int) {
	var ends []int
	for at := start; len(ends) < maxParts; {
		next := part().FindString(text[at:])
		if next == "" {
			break
		}
		at += len(strings.TrimRight(next, " \t\n"))
		ends = append(ends, at)
		at += len(text[at:]) - len(strings.TrimLeft(text[at:], " \t\n"))
	}
	for i := len(ends) - 1; i > 0 && i >= len(ends)-1-maxWordsAfter; i-- {
		key = strings.Join(strings.Fields(text[start:ends[i]]), "")
		if _, isWhole := parse(key); isWhole {
			return key, ends[i]
		}
	}
	return "", 0
}

// splitBy describes what separates the parts of a key, given its text as a value and in the file.
func splitBy(text string, written []byte) string {
	switch {
	case strings.Contains(text, "\n"):
		return "it contains line breaks"
	case bytes.IndexByte(written, '\n') >= 0:
		return "YAML joins its lines with spaces"
	}
	return "it contains spaces"
}

// checkBare reports the type before a key, or the comment after it, in an attribute that should contain only the key.
// at are the places of the text before the key and of the key.
func checkBare(p *rule.FilePass, n *data.Node, name string, at []int) {
	text := n.Value.Text()
	before := ""
	if at[0] >= 0 {
		before = strings.TrimSpace(text[at[0]:at[1]])
	}
	after := strings.TrimSpace(text[at[3]:])
	if before != "" && before != name || before == "" && after == "" || strings.Contains(after, "\n") || strings.Contains(after, "%{") || !isBare(p, n) {
		return
	}
	attribute := "the attribute `" + rule.Shown(n.Counterpart().Text()) + "` contains "
	d := diagnostic.Diagnostic{Detail: "The resource type ssh_authorized_key has an attribute `type` for it, and rejects keys that contain spaces", Key: rule.KeyPath(n)}
	if before != "" {
		d.Message, d.Help = attribute+"the type of the key", "remove `"+name+"` here"
		d.Span = n.SourceSpan(at[0], at[0]+len(name))
	} else {
		d.Message, d.Help = attribute+"a comment", "remove `"+rule.Shown(after)+"`"
		d.Detail = "The resource type ssh_authorized_key rejects keys that contain spaces"
		start := at[3] + strings.Index(text[at[3]:], after)
		d.Span = n.SourceSpan(start, start+len(after))
	}
	d.Fixes = []diagnostic.Fix{edit.Replace("leave only the key", p.Source(), n.SourceSpan(0, len(text)), text[at[2]:at[3]])}
	p.Report(d)
}

// reportTypeBeside reports the attribute `type` of the hash if it is another type than that of the key, as in an
// ssh_authorized_key.
func reportTypeBeside(p *rule.FilePass, n *data.Node, name string) bool {
	if attributeOf(n) == "" {
		return false
	}
	given := n.Parent.Get("type")
	if given == nil || given.Kind != data.Scalar {
		return false
	}
	typ := given.Text()
	if long, ok := shortTypes[typ]; ok {
		typ = long
	}
	if typ == name || fields[typ] == 0 {
		return false
	}
	p.Report(diagnostic.Diagnostic{
		Span: rule.FirstLine(given), Key: rule.KeyPath(given),
		Message: "the type is `" + given.Text() + "`, but the key is of type `" + name + "`",
		Detail:  "Puppet writes both, and sshd ignores the key", Help: "write `" + name + "`, or the key of this type",
	})
	return true
}

// shortTypes are the other names that ssh_authorized_key and sshkey accept for types.
var shortTypes = map[string]string{"rsa": "ssh-rsa", "dsa": "ssh-dss", "ed25519": "ssh-ed25519"}

// minBareKeys is the number of keys without a type or comment that show how a file writes them.
const minBareKeys = 3

// isBare reports whether the attribute of n should contain only a key: it is called `key`, and the hash also has the type,
// as for ssh_authorized_key, or all other attributes of the same name in the file contain only keys.
func isBare(p *rule.FilePass, n *data.Node) bool {
	name := attributeOf(n)
	if name == "" {
		return false
	}
	for other, value := range n.Parent.Entries() {
		if name == "key" && other.Kind == data.Scalar && other.Text() == "type" {
			return value.Kind == data.Scalar && fields[value.Text()] > 0
		}
	}
	bare := 0
	for _, other := range p.Selected(sshKeys) {
		switch {
		case other == n || attributeOf(other) != name:
		case !strings.HasPrefix(other.Value.Text(), "AAAA") || strings.Contains(strings.TrimSpace(other.Value.Text()), " "):
			return false
		default:
			bare++
		}
	}
	return bare >= minBareKeys
}

// attributeOf returns the name of the attribute in a hash that has the value n, or "".
func attributeOf(n *data.Node) string {
	if key := n.Counterpart(); key != nil && !n.IsKey() && key.Kind == data.Scalar && n.Parent != nil && n.Parent.Parent != nil {
		return key.Text()
	}
	return ""
}

// fields contains the number of fields in a key of each type, including its name.
var fields = map[string]int{
	"ssh-rsa": 3, "ssh-dss": 5, "ssh-ed25519": 2, "ecdsa-sha2-nistp256": 3, "ecdsa-sha2-nistp384": 3, "ecdsa-sha2-nistp521": 3,
	"sk-ssh-ed25519@openssh.com": 3, "sk-ecdsa-sha2-nistp256@openssh.com": 4,
}

// parse returns the type of a key in Base64. OpenSSH does not require padding. ok is false if the key is incomplete.
func parse(key string) (name string, ok bool) {
	rest, err := base64.RawStdEncoding.DecodeString(strings.TrimRight(key, "="))
	if err != nil {
		return "", false
	}
	count := 0
	for ; len(rest) >= 4; count++ {
		length := binary.BigEndian.Uint32(rest)
		if uint64(length) > uint64(len(rest)-4) {
			return name, false
		}
		if count == 0 {
			name = string(rest[4 : 4+length])
		}
		rest = rest[4+length:]
	}
	return name, len(rest) == 0 && fields[name] == count
}

// wrongType returns what is wrong with the words before a complete key of a type. The last word should be the type.
// There may be none, as in the `key` attribute of an ssh_authorized_key.
func wrongType(before, name string) string {
	words := strings.Fields(before)
	if len(words) == 0 {
		return ""
	}
	last := words[len(words)-1]
	switch {
	case last != name && fields[last] > 0:
		return "the key is of type `" + name + "`, not `" + last + "`"
	case last != name && namesAlgorithm().MatchString(last):
		return "its type is `" + name + "`, not `" + rule.Shown(last) + "`"
	case mayBeSSHKey(last) && endsInType(last):
		return "no line break separates it from the key before it"
	case last == name && slices.Contains(words[:len(words)-1], name):
		return "its type, `" + name + "`, appears twice"
	}
	return ""
}

func endsInType(word string) bool {
	for name := range fields {
		if strings.HasSuffix(word, name) {
			return true
		}
	}
	return false
}

// namesAlgorithm matches words that are meant as the type of a key.
var namesAlgorithm = lazyregexp.New(`^\[?(?:\w{1,4}-)*(?:rsa|dss|ed25519|ecdsa)(?:-\w+)*$`)
