package yaml

import (
	"strconv"
	"strings"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/lazyregexp"
	"github.com/hieralint/hieralint/internal/rule"
	"github.com/hieralint/hieralint/rules/internal/edit"
)

// InvalidURL reports URLs of web servers without a host, with two schemes, with two colons before the port, or with an invalid port.
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
	withoutLast := func(message string, end int) diagnostic.Fix {
		return edit.Replace(message, p.Source(), n.SourceSpan(start+end-1, start+end), "")
	}
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
	_, rest, ok := strings.Cut(n.Value.Text(), "://")
	return ok && (strings.HasPrefix(rest, "/") || strings.IndexByte(rest, ':') >= 0)
}}

var (
	// withoutHost matches a URL of a web server with a third slash, and the name of a host after it, if there is one.
	withoutHost = lazyregexp.New(`^(?:https?|wss?)(:///)([\w-]+(?:\.[\w-]+)*\.[a-z]{2,}(?::\d+)?(?:/|$))?`)
	// authority matches the scheme, host, and port of one.
	authority = lazyregexp.New(`^(?:https?|wss?)://[^/?#\s]*[^/?#\s:]:[0-9]+[a-z]*(?:/|$)`)
	// doubledScheme matches the schemes of one with two.
	doubledScheme = lazyregexp.New(`^(?:https?|wss?)://(?:https?|wss?)://`)
	// doubledColon matches one with two colons before a port, after anything but the first group of an IPv6 address.
	doubledColon = lazyregexp.New(`^(?:https?|wss?)://(?:%\{[^{}]*\}|[\w-]*[.g-zG-Z_-][\w.-]*)(::)\d{2,5}(?:[/?#]|$)`)
)
