package yaml

import (
	"bytes"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/lazyregexp"
	"github.com/hieralint/hieralint/internal/mistake"
	"github.com/hieralint/hieralint/internal/rule"
	"github.com/hieralint/hieralint/rules/internal/edit"
)

// Encoding reports files that are not clean UTF-8.
var Encoding = &rule.Rule{
	ID: "HL1005", Name: "encoding", Family: family, Severity: diagnostic.Error,
	Options: []rule.Option{
		{
			Name: allow, Default: []string{}, Choices: []string{byteOrderMark, carriageReturns},
			Doc: "leftovers of Windows editors that Puppet accepts and that are not reported",
		},
		{
			Name: remove, Default: []string{}, Choices: []string{byteOrderMark, carriageReturns},
			Doc: "what `--fix` removes; other fixes keep byte order marks and line endings",
		},
	},
	Selectors: []*rule.Selector{oddlySpaced},
	CheckConfig: func(p *rule.ConfigPass) {
		if root := p.Config().Doc.Root; root != nil {
			left := maxParsed
			checkSpacesBelow(p.Pass, root, &left)
		}
	},
	CheckFile: func(p *rule.FilePass) {
		if by := encryptedBy(p.Source().Text); by != nil {
			p.Report(diagnostic.Diagnostic{
				Severity: diagnostic.Note, Span: source.Span{Start: max(0, strings.IndexFunc(by.start, unicode.IsPrint)), End: strings.LastIndexFunc(by.start, unicode.IsPrint) + 1},
				Message: "the file is encrypted with " + by.name + ", so its content is not checked",
				Detail:  by.detail,
				Help:    "decrypt it with `" + by.command + "` to check it",
			})
			return
		}
		for _, problem := range problems(p) {
			if problem.Code == data.BadEncoding {
				p.ReportProblem(problem, diagnostic.Diagnostic{})
			}
		}
		windowsText(p)
		left := maxParsed
		for _, n := range p.Selected(oddlySpaced) {
			checkSpaces(p.Pass, n, &left)
		}
	},
}

// oddlySpaced chooses the unquoted strings that contain characters that only look like spaces.
var oddlySpaced = &rule.Selector{Parts: rule.Strings | rule.RootKeys, Choose: func(n *data.Node) bool {
	return isUnquoted(n) && strings.ContainsFunc(n.Text(), data.LooksLikeSpace)
}}

// checkSpacesBelow checks a node of a hiera.yaml and those below it.
func checkSpacesBelow(p *rule.Pass, n *data.Node, left *int) {
	if oddlySpaced.Choose(n) {
		checkSpaces(p, n, left)
	}
	for _, child := range n.Children {
		checkSpacesBelow(p, child, left)
	}
}

// maxParsed is the number of bytes that are parsed to check the fixes of a file. Further findings have none.
const maxParsed = 4 << 20

// misplacedSpace matches characters that only look like spaces where a space or nothing was meant: around an unquoted string,
// after its dash, and before a comment. Between words, they may be intended.
var misplacedSpace = lazyregexp.New(`^-?([\p{Zs}\x{200B}]+)|([\p{Zs}\x{200B}]+)(?:#|$)`)

// checkSpaces reports an unquoted string with such characters. left is what remains of maxParsed.
func checkSpaces(p *rule.Pass, n *data.Node, left *int) {
	found := misplacedSpace().FindStringSubmatchIndex(n.Text())
	if found == nil {
		return
	}
	start, end := found[2], found[3]
	if start < 0 {
		start, end = found[4], found[5]
	}
	text := n.Text()[start:end]
	first := strings.IndexFunc(text, data.LooksLikeSpace)
	if first < 0 {
		return
	}
	c, _ := utf8.DecodeRuneInString(text[first:])
	spaces := ""
	if end < len(n.Text()) {
		spaces = strings.Map(func(c rune) rune {
			switch {
			case c == '\u200B':
				return -1
			case data.LooksLikeSpace(c):
				return ' '
			}
			return c
		}, text)
	}
	d := diagnostic.Diagnostic{
		Severity: diagnostic.Warning, Span: n.SourceSpan(start, end), Key: rule.KeyPath(n),
		Message: mistake.SpaceName(c) + " in an unquoted string",
		Detail:  "YAML does not treat it as a space, so it is part of the string",
		Help:    "replace it with a space, or quote the string if it is intended",
	}
	if *left -= len(p.Source().Text); *left >= 0 {
		if fix := edit.Replace("replace it with a space", p.Source(), d.Span, spaces); isReadable(p.Source(), fix) {
			d.Fixes = []diagnostic.Fix{fix}
		}
	}
	p.Report(d)
}

// isReadable reports whether a file is a YAML document after a fix, which may change its indentation, and nothing of it is lost.
func isReadable(file *source.File, fix diagnostic.Fix) bool {
	text := diagnostic.Apply(file, source.Span{End: len(file.Text)}, fix.Edits)
	doc := data.Parse(source.New(file.Path, text), data.YAML)
	return doc.Err == nil && !slices.ContainsFunc(doc.Problems, func(p *data.Problem) bool { return p.Code == data.ExtraDocument })
}

// encryption is a program that encrypts whole files. They are plain text where Puppet reads them.
type encryption struct{ start, name, detail, command string }

const decrypted = "Puppet can read it only where it has been decrypted"

var encryptions = []*encryption{
	{"\x00GITCRYPT\x00", "git-crypt", "Puppet can read it only where the repository is unlocked", "git-crypt unlock"},
	{"$ANSIBLE_VAULT;", "Ansible Vault", "Puppet can read it only where Ansible has decrypted it", "ansible-vault decrypt"},
	{"-----BEGIN PGP MESSAGE-----", openPGP.name, decrypted, openPGP.command},
	{"-----BEGIN AGE ENCRYPTED FILE-----", "age", decrypted, "age --decrypt"},
	{"age-encryption.org/v1", "age", decrypted, "age --decrypt"},
	{"Salted__", "OpenSSL", decrypted, "openssl enc -d"},
	{"U2FsdGVkX1", "OpenSSL", decrypted, "openssl enc -d"}, // the same in Base64, as transcrypt writes it
}

// openPGP is the encryption of a file in OpenPGP's binary form, which starts with a packet instead of a text.
var openPGP = &encryption{"", "GnuPG", decrypted, "gpg --decrypt"}

// isOpenPGP reports whether the first packet is the session key of an encrypted message, which itself is encrypted with a
// public key (version 3) or a passphrase (versions 4 and 5).
func isOpenPGP(text []byte) bool {
	if len(text) < 4 {
		return false
	}
	switch version := text[2]; text[0] {
	case 0x84:
		return version == 3
	case 0x85:
		return text[3] == 3
	case 0xC1:
		return version == 3 || text[1] >= 0xC0 && text[3] == 3
	case 0x8C, 0xC3:
		return version == 4 || version == 5
	}
	return false
}

// encryptedBy returns the program that has encrypted a file; nil if none has.
func encryptedBy(text []byte) *encryption {
	for _, by := range encryptions {
		if bytes.HasPrefix(text, []byte(by.start)) {
			return by
		}
	}
	if isOpenPGP(text) {
		return openPGP
	}
	return nil
}

// The option of the rule, and its choices.
const (
	allow           = "allow"
	remove          = "remove"
	byteOrderMark   = "byte-order-mark"
	carriageReturns = "carriage-returns"
)

// windowsText reports traces of Windows editors, which Puppet ignores.
func windowsText(p *rule.FilePass) {
	text := p.Source().Text
	allowed := p.List(allow)
	if bytes.HasPrefix(text, []byte("\uFEFF")) && p.Doc().Err == nil && !slices.Contains(allowed, byteOrderMark) {
		span := source.Span{Start: 0, End: len("\uFEFF")}
		d := diagnostic.Diagnostic{
			Severity: diagnostic.Note, Span: span,
			Message: "the file starts with a byte order mark",
			Detail:  "Puppet counts it as a column, so unindented keys after the first one are not part of the same hash",
			Help:    "remove it",
		}
		if slices.Contains(p.List(remove), byteOrderMark) {
			d.Fixes = []diagnostic.Fix{{Message: "remove the byte order mark", Safe: true, Edits: []diagnostic.TextEdit{{File: p.Source(), Span: span}}}}
		}
		p.Report(d)
	}
	if at := bytes.IndexByte(text, '\r'); at >= 0 && p.Doc().Err == nil && !slices.Contains(allowed, carriageReturns) {
		d := diagnostic.Diagnostic{
			Severity: diagnostic.Note, Span: source.Span{Start: at, End: at},
			Message: "CRLF line endings",
			Detail:  "Puppet accepts them; they interfere with other tools and with diffs",
			Help:    "convert the file to LF",
		}
		if slices.Contains(p.List(remove), carriageReturns) {
			d.Fixes = endInLineFeeds(p.Pass, at)
		}
		p.Report(d)
	}
}

// endInLineFeeds returns the fix that removes carriage returns, the first of which is at the given offset. There is
// none if some of them are line endings by themselves.
func endInLineFeeds(p *rule.Pass, at int) []diagnostic.Fix {
	text := p.Source().Text
	end := bytes.LastIndexByte(text, '\r') + 1
	ended := bytes.ReplaceAll(text[at:end], []byte("\r\n"), []byte("\n"))
	if bytes.IndexByte(ended[:len(ended)-1], '\r') >= 0 || end == len(text) || text[end] != '\n' {
		return nil
	}
	return []diagnostic.Fix{{Message: "convert the line endings to LF", Safe: true, Edits: []diagnostic.TextEdit{{
		File: p.Source(), Span: source.Span{Start: at, End: end}, New: string(ended[:len(ended)-1]),
	}}}}
}
