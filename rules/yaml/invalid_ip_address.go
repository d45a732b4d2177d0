package yaml

import (
	"cmp"
	"iter"
	"strconv"
	"strings"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/internal/ascii"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/lazyregexp"
	"github.com/hieralint/hieralint/internal/rule"
)

// InvalidIPAddress reports invalid IP addresses and networks, and numbers in their place.
var InvalidIPAddress = &rule.Rule{
	ID: "HL1018", Name: "invalid-ip-address", Family: family, Severity: diagnostic.Warning,
	Nodes: addresses, Selectors: []*rule.Selector{accounts},
	CheckFile: checkAccounts,
	CheckNode: func(p *rule.FilePass, n *data.Node) {
		if !n.Value.Is(data.String) {
			p.Report(diagnostic.Diagnostic{
				Span: rule.FirstLine(n), Message: "`" + rule.Shown(n.Text()) + "` is a number, not an IP address", Key: rule.KeyPath(n),
				Detail: "Puppet passes the number on unchanged, and code or programs that parse it as an address fail", Help: "write the address",
			})
			return
		}
		for start, word := range wordsIn(n.Value.Text()) {
			if why := invalidAddress(word); why != "" && !versions().MatchString(rule.KeyPath(n).String()) {
				reportAddress(p, n, start, word, why)
			}
		}
	},
}

// accounts chooses the strings that may be an account on a host with an address, as of MySQL: `user@192.0.2.1/db.*`.
var accounts = &rule.Selector{Parts: rule.Strings, NotOptions: true, Choose: func(n *data.Node) bool {
	text := n.Value.Text()
	at := strings.IndexByte(text, '@')
	return at > 0 && at+1 < len(text) && ascii.IsDigit(text[at+1])
}}

var (
	// account matches an account, with the address of its host, which may end in a wildcard.
	account = lazyregexp.New(`^[\w-]+@((?:\d+\.){3}(?:\d+|%))(?:/.*)?$`)
	private = lazyregexp.New(`^(?:10|192\.168|172\.(?:1[6-9]|2\d|3[01]))\.`)
)

// checkAccounts reports invalid addresses in accounts. An account with a private address in the same file shows that the others are
// accounts, too, rather than versions of packages.
func checkAccounts(p *rule.FilePass) {
	isAccount := false
	above := func(address string) string {
		for octet := range strings.SplitSeq(address, ".") {
			if number, err := strconv.Atoi(octet); octet != "%" && (err != nil || number > 255) {
				return octet
			}
		}
		return ""
	}
	all := p.Selected(accounts)
	for _, n := range all {
		if found := account().FindStringSubmatch(n.Value.Text()); found != nil && private().MatchString(found[1]) && above(found[1]) == "" {
			isAccount = true
		}
	}
	for _, n := range all {
		at := account().FindStringSubmatchIndex(n.Value.Text())
		if !isAccount || at == nil {
			continue
		}
		if address := n.Value.Text()[at[2]:at[3]]; above(address) != "" {
			reportAddress(p, n, at[2], address, "`"+above(address)+"` is above 255")
		}
	}
}

// reportAddress reports an address in a string, which starts at an offset.
func reportAddress(p *rule.FilePass, n *data.Node, start int, address, why string) {
	p.Report(diagnostic.Diagnostic{
		Span: rule.FirstLineOf(p.Source(), n.SourceSpan(start, start+len(address))), Message: "`" + rule.Shown(address) + "` is not a valid IP address: " + why,
		Detail: "Puppet passes the string on unchanged, and code or programs that parse it as an address fail", Help: "correct the address", Key: rule.KeyPath(n),
	})
}

// wordsIn iterates over the words of a text, which are separated by spaces, and where they start.
func wordsIn(text string) iter.Seq2[int, string] {
	return func(yield func(start int, word string) bool) {
		end := 0
		for word := range strings.FieldsSeq(text) {
			start := end + strings.Index(text[end:], word)
			if end = start + len(word); !yield(start, word) {
				return
			}
		}
	}
}

// addresses chooses the strings that may be addresses of hosts or networks, and the numbers that are meant for one.
var addresses = &rule.Selector{Parts: rule.Scalars, Choose: func(n *data.Node) bool {
	switch n.Value.Kind() {
	case data.String:
		return mayBeAddress(n.Value.Text())
	case data.Integer, data.Float:
		return isNumberForAddress(n)
	}
	return false
}}

// nameOfAddress matches the attributes that are certainly addresses.
var nameOfAddress = lazyregexp.New(`^(?:ip|ip_?addr(?:ess)?)$`)

// isNumberForAddress reports whether a number is the value of an attribute for an address. Smaller ones may be the last octet.
func isNumberForAddress(n *data.Node) bool {
	key := n.Counterpart()
	if n.IsKey() || key == nil || key.Kind != data.Scalar || !nameOfAddress().MatchString(key.Text()) {
		return false
	}
	v, ok := n.Value.Int()
	return !ok || v > 255
}

// mayBeAddress reports whether a string consists of the characters of addresses, or of a range of them, and contains their
// separators.
func mayBeAddress(text string) bool {
	dots, colons, dashes := 0, 0, 0
	for i := range len(text) {
		switch c := text[i]; {
		case c == '.':
			dots++
		case c == ':':
			colons++
		case c == '-':
			dashes++
		case c >= '0' && c <= '9', c|0x20 >= 'a' && c|0x20 <= 'f', c == '/', c == ' ', c == '[', c == ']':
		default:
			return false
		}
	}
	return dashes == 0 && (dots >= 3 || colons >= 3) || dashes == 1 && dots >= 6
}

var (
	// version4 matches addresses with a prefix length or port, also with two dots in a row.
	version4 = lazyregexp.New(`^\d{1,3}(?:\.\.?\d{1,3}){3}(?:/\d{1,2}|:\d{1,5})?$`)
	// version6 matches addresses that have all groups or a double colon, and a group that starts with a digit. Names
	// with a namespace, such as dad::face, have no such group.
	version6 = lazyregexp.New(`^(?:[0-9a-fA-F]{1,4}:+)+[0-9a-fA-F]{0,4}(?:/\d{1,3})?$`)
	// mapped4 matches IPv4 addresses in IPv6, perhaps in brackets.
	mapped4 = lazyregexp.New(`^\[?(?i:::ffff:)\d{1,3}(?:\.\d{1,3}){3}\]?$`)
	// isGlobal6 matches the start of a routable address, and groups that do not all have four digits, as those of
	// hardware addresses do.
	isGlobal6 = lazyregexp.New(`^(?:[23][0-9a-fA-F]{3}|[fF][cdCDeE][0-9a-fA-F]{2}):(?:.*:)?[0-9a-fA-F]{1,3}(?::|$)`)
	digits    = lazyregexp.New(`(?:^|:)\d`)
	versions  = lazyregexp.New(`(?i)version|ensure|release|build|package`)
)

// networkGroups is the maximum number of groups in the first part of an address that code completes.
const networkGroups = 4

// invalidAddress returns why a word that looks like an address is invalid, or "" if it is valid or not an address.
func invalidAddress(word string) string {
	if first, last, isRange := strings.Cut(word, "-"); isRange {
		if !version4().MatchString(first) || !version4().MatchString(last) {
			return ""
		}
		return cmp.Or(invalidAddress(first), invalidAddress(last))
	}
	address, length, hasLength := strings.Cut(word, "/")
	bits, _ := strconv.Atoi(length)
	switch {
	case mapped4().MatchString(address):
		if hasLength && bits < 96 {
			return "the prefix length of an IPv4-mapped address is at least 96"
		}
	case version4().MatchString(word):
		if strings.Contains(address, "..") {
			return "two dots in a row"
		}
		address, _, _ = strings.Cut(address, ":")
		mayBeVersion := len(strings.TrimLeft(address[:strings.IndexByte(address, '.')], "0")) < 2
		for part := range strings.SplitSeq(address, ".") {
			if number, _ := strconv.Atoi(part); number > 255 {
				return "`" + part + "` is above 255"
			}
			if len(part) > 1 && part[0] == '0' && !mayBeVersion {
				return "`" + part + "` has a leading zero"
			}
		}
		if hasLength && bits > 32 {
			return "a prefix length is at most 32"
		}
	case version6().MatchString(word) && digits().MatchString(word):
		switch {
		case strings.Contains(address, ":::"):
			return "three colons in a row"
		case strings.Count(address, "::") > 1:
			return "`::` may occur only once"
		case hasLength && bits > 128 && strings.Contains(address, "::"):
			return "a prefix length is at most 128"
		case isGlobal6().MatchString(address) && !strings.Contains(address, "::"):
			if groups := strings.Count(address, ":") + 1; groups > networkGroups && groups != 8 {
				return "it has " + strconv.Itoa(groups) + " of 8 groups and no `::`"
			}
		}
	}
	return ""
}
