package yaml

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/internal/ascii"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/plural"
	"github.com/hieralint/hieralint/internal/rule"
)

// MalformedIdentifier reports malformed MAC addresses, UUIDs, and digests of container images.
var MalformedIdentifier = &rule.Rule{
	ID: "HL1028", Name: "malformed-identifier", Family: family, Severity: diagnostic.Warning,
	Nodes: identifiers,
	CheckNode: func(p *rule.FilePass, n *data.Node) {
		kind, why := flawOf(n)
		p.Report(diagnostic.Diagnostic{
			Span: rule.FirstLine(n), Key: rule.KeyPath(n),
			Message: "`" + rule.Shown(n.Value.Text()) + "` is not a valid " + kind + ": " + why,
			Detail:  "Puppet passes the string on unchanged, and code or programs that parse it as a " + kind + " fail",
			Help:    "correct the " + kind,
		})
	},
}

// identifier is a kind of identifiers that consist of groups of hexadecimal digits.
type identifier struct {
	name      string
	separator string
	sizes     []int // the number of digits in each group
}

var (
	macAddress = &identifier{"MAC address", ":", []int{2, 2, 2, 2, 2, 2}}
	uuid       = &identifier{"UUID", "-", []int{8, 4, 4, 4, 12}}
)

// identifiers chooses malformed images with digests, and malformed values of keys whose name says that they are identifiers.
var identifiers = &rule.Selector{Parts: rule.Strings, NotOptions: true, Choose: func(n *data.Node) bool {
	_, why := flawOf(n)
	return why != ""
}}

// flawOf returns what is wrong with an identifier, and what it is; why is "" for valid ones and other values.
func flawOf(n *data.Node) (kind, why string) {
	text := n.Value.Text()
	if _, digest, ok := strings.Cut(text, "@sha256:"); ok {
		return "image digest", digestFlaw(digest)
	}
	if len(text) > maxIdentifier || strings.Count(text, ":") < 4 && strings.Count(text, "-") < 4 {
		return "", ""
	}
	id := identifierOf(n)
	if id == nil {
		return "", ""
	}
	return id.name, id.flaw(text)
}

// digestFlaw returns what is wrong with the digest of an image; "" if it is valid, or a template.
func digestFlaw(digest string) string {
	const digits = 64
	digest, isRepeated := strings.CutPrefix(digest, "sha256:")
	isHex := !strings.ContainsFunc(digest, func(r rune) bool { _, ok := ascii.HexDigit(byte(r)); return !ok || r >= utf8.RuneSelf })
	switch {
	case digest == "", !isHex:
		return ""
	case isRepeated:
		return "`sha256:` is repeated"
	case len(digest) != digits:
		return fmt.Sprintf("it has %s instead of %d", plural.Count(len(digest), "digit"), digits)
	}
	return ""
}

// maxIdentifier is the length of the longest identifiers that are malformed by one digit.
const maxIdentifier = len("01234567-0123-0123-0123-0123456789abc")

// identifierOf returns what a value is by the name of its key; nil if it is none.
func identifierOf(n *data.Node) *identifier {
	key := n.Counterpart()
	if key == nil || n.IsKey() {
		return nil
	}
	name := strings.ToLower(key.Text())
	name = name[strings.LastIndexAny(name, ":_-.")+1:]
	switch {
	case name == "mac", name == "macaddr", name == "macaddress", name == "hwaddr", strings.HasSuffix(strings.ToLower(key.Text()), "mac_address"):
		return macAddress
	case strings.HasSuffix(name, "uuid"), name == "fsid":
		return uuid
	}
	return nil
}

// flaw returns what is wrong with an identifier; "" if it is valid, or so different from one that it is meant to be something else.
func (k *identifier) flaw(text string) string {
	groups := strings.Split(text, k.separator)
	missing := len(k.sizes) - len(groups)
	if missing < -1 || missing > 1 {
		return ""
	}
	var others []rune // characters other than hexadecimal digits
	odd := -1         // the group with another number of digits
	for i, group := range groups {
		for _, c := range group {
			if c >= utf8.RuneSelf {
				return ""
			}
			if _, ok := ascii.HexDigit(byte(c)); !ok {
				others = append(others, c)
			}
		}
		if missing != 0 {
			if k != macAddress || len(group) != k.sizes[0] {
				return ""
			}
		} else if size := k.sizes[i]; len(group) != size {
			if odd >= 0 || len(group) < size-1 || len(group) > size+1 {
				return ""
			}
			odd = i
		}
	}
	switch {
	case len(others) > 1:
		return ""
	case len(others) == 1:
		return fmt.Sprintf("`%c` is not a hexadecimal digit", others[0])
	case missing != 0:
		return fmt.Sprintf("it has %d groups instead of %d", len(groups), len(k.sizes))
	case odd < 0, k == macAddress && len(groups[odd]) == 1 && !slices.ContainsFunc(groups, func(group string) bool { return len(group) > 1 && group[0] == '0' }):
		return "" // some programs write MAC addresses without leading zeros
	}
	return fmt.Sprintf("group `%s` has %s instead of %d", groups[odd], plural.Count(len(groups[odd]), "digit"), k.sizes[odd])
}
