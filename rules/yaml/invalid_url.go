package yaml

import (
	"strconv"
	"strings"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/lazyregexp"
	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/rule"
	"github.com/hieralint/hieralint/rules/internal/edit"
)

// InvalidURL reports URLs of web servers without a host, with a mistyped scheme, with two schemes, with two colons before the port, or with an
// invalid port.
var InvalidURL = &rule.Rule{
	ID: "HL1032", Name: "invalid-url", Family: family, Severity: diagnostic.Warning,
	Nodes: urls,
	CheckNode: func(p *rule.FilePass, n *data.Node) {
		for start, word := range wordsIn(n.Value.Text()) {
			checkURL(p, n, word, start)
		}
	},
}

// checkURL checks a word of a string, which starts at an offset.
func checkURL(p *rule.FilePass, n *data.Node, word string, start int) {
	report := func(at []int, message, help string, fixes ...diagnostic.Fix) {
		p.Report(diagnostic.Diagnostic{
			Span: n.SourceSpan(start+at[0], start+at[1]), Message: message, Help: help, Key: rule.KeyPath(n), Fixes: fixes,
			Detail: "Puppet passes the string on unchanged, and programs that parse the URL fail",
		})
	}
	replace := func(message string, from, to int, text string) diagnostic.Fix {
		return edit.Replace(message, p.Source(), n.SourceSpan(start+from, start+to), text)
	}
	withoutLast := func(message string, end int) diagnostic.Fix { return replace(message, end-1, end, "") }
	if m := withoutHost().FindStringSubmatchIndex(word); m != nil {
		if hasHost := m[4] >= 0; hasHost {
			report(m[2:4], "URL without a host", "remove a slash", withoutLast("remove a slash", m[3]))
		} else {
			report(m[2:4], "URL without a host", "write the host after `//`")
		}
	} else if m := doubledScheme().FindStringIndex(word); m != nil {
		report(m, "URL with two schemes", "remove one of them")
	} else if m := doubledColon().FindStringSubmatchIndex(word); m != nil {
		report(m[2:4], "two colons before the port of a URL", "remove a colon", withoutLast("remove a colon", m[3]))
	} else if m := cutScheme().FindStringSubmatchIndex(word); m != nil {
		report(m[2:4], "`"+word[m[2]:m[3]]+"` after the scheme of a URL, instead of `://`", "write `://`", replace("write `://`", m[2], m[3], "://"))
	} else if scheme, _, ok := strings.Cut(word, "://"); ok && mistypedSchemes[scheme] != "" {
		meant := mistypedSchemes[scheme]
		report([]int{0, len(scheme)}, "no scheme is called `"+scheme+"`", "write `"+meant+"`", replace("write `"+meant+"`", 0, len(scheme), meant))
	} else if at, why := invalidPort(word); why != "" {
		report([]int{at, at + len(portAt(word, at))}, why, "correct the port")
	}
}

// invalidPort returns where the port of a URL starts and why it is invalid; "" if it is valid or there is none.
func invalidPort(url string) (at int, why string) {
	m := authority().FindStringIndex(url)
	if m == nil {
		return 0, ""
	}
	at = strings.LastIndexByte(url[:m[1]], ':') + 1
	port := portAt(url, at)
	digits := strings.TrimRight(port, "abcdefghijklmnopqrstuvwxyz")
	switch number, err := strconv.Atoi(digits); {
	case err != nil || at < strings.LastIndexByte(url[:m[1]], ']'):
		return 0, ""
	case len(port) > len(digits) && len(port) <= len(digits)+2 && len(digits) >= 2:
		return at, "port `" + port + "` of a URL is not a number"
	case digits == port && number > maxPort:
		return at, "port `" + port + "` of a URL is above 65535"
	}
	return 0, ""
}

// portAt returns the port of a URL that starts at an offset.
func portAt(url string, at int) string {
	port, _, _ := strings.Cut(url[at:], "/")
	return port
}

// urls chooses the strings that may contain the URL of a web server.
var urls = &rule.Selector{Parts: rule.Strings, Choose: func(n *data.Node) bool {
	text := n.Value.Text()
	before, rest, ok := strings.Cut(text, "://")
	if ok && (strings.HasPrefix(rest, "/") || strings.IndexByte(rest, ':') >= 0) {
		return true
	}
	if ok && mistypedSchemes[before[strings.LastIndexByte(before, ' ')+1:]] != "" {
		return true
	}
	scheme, _, _ := strings.Cut(text, "/")
	return len(scheme) < len(text) && strings.Contains(scheme, "http") && lists.Any(lists.Values(wordsIn(text)), cutScheme().MatchString)
}}

// mistypedSchemes maps misspelled schemes of web servers to what was meant.
var mistypedSchemes = map[string]string{
	"htp": "http", "htpp": "http", "hhtp": "http", "hhttp": "http", "htttp": "http", "httpp": "http", "hppt": "http", "hptt": "http", "ttp": "http",
	"htps": "https", "htpps": "https", "hhtps": "https", "hhttps": "https", "htttps": "https", "httpss": "https", "httsp": "https", "ttps": "https",
}

var (
	// withoutHost matches a URL of a web server with a third slash, and the name of a host after it, if there is one.
	withoutHost = lazyregexp.New(`^(?:https?|wss?)(:///)([\w-]+(?:\.[\w-]+)*\.[a-z]{2,}(?::\d+)?(?:/|$))?`)
	// authority matches the scheme, host, and port of one.
	authority = lazyregexp.New(`^(?:https?|wss?)://[^/?#\s]*[^/?#\s:]:[0-9]+[a-z]*(?:/|$)`)
	// cutScheme matches one that lacks the colon or a slash after its scheme.
	cutScheme = lazyregexp.New(`^https?(//|:/)(?:[\w-]+\.)+[a-z]{2,}(?::\d+)?(?:/|$)`)
	// doubledScheme matches the schemes of one with two.
	doubledScheme = lazyregexp.New(`^(?:https?|wss?)://(?:https?|wss?)://`)
	// doubledColon matches one with two colons before a port, after anything but the first group of an IPv6 address.
	doubledColon = lazyregexp.New(`^(?:https?|wss?)://(?:%\{[^{}]*\}|[\w-]*[.g-zG-Z_-][\w.-]*)(::)\d{2,5}(?:[/?#]|$)`)
)
