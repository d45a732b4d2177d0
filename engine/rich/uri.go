package rich

import (
	"fmt"
	"strings"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/internal/bigint"
	"github.com/hieralint/hieralint/engine/rubytext"
	"github.com/hieralint/hieralint/internal/ascii"
	"github.com/hieralint/hieralint/internal/lazyregexp"
)

// URI is a URI as a value, split as Ruby does it. Missing parts are nil.
type URI struct {
	scheme, userinfo, host, port, path, query, fragment, opaque *string
	typecode                                                    string // after the path of an ftp URI
}

// defaultPorts holds the default ports of the schemes that Ruby knows.
var defaultPorts = map[string]string{"http": "80", "https": "443", "ws": "80", "wss": "443", "ftp": "21", "ldap": "389", "ldaps": "636"}

func (u *URI) is(scheme string) bool { return u.scheme != nil && *u.scheme == scheme }

func (u *URI) defaultPort() string {
	if u.scheme == nil {
		return ""
	}
	return defaultPorts[*u.scheme]
}

// HasDefaultPort reports whether u is an HTTP URI with the default port.
func (u *URI) HasDefaultPort() bool {
	return (u.is("http") || u.is("https")) && u.port != nil && *u.port == u.defaultPort()
}

// String returns the URI as Ruby formats it: without a default port.
func (u *URI) String() string {
	var b strings.Builder
	part := func(before string, s *string, after string) {
		if s != nil {
			b.WriteString(before + *s + after)
		}
	}
	part("", u.scheme, ":")
	if u.opaque != nil {
		b.WriteString(*u.opaque)
	} else {
		if u.host != nil || u.is("file") || u.is("postgres") {
			b.WriteString("//")
		}
		part("", u.userinfo, "@")
		part("", u.host, "")
		if u.port != nil && *u.port != u.defaultPort() {
			b.WriteString(":" + *u.port)
		}
		part("", u.path, u.typecode)
		part("?", u.query, "")
	}
	part("#", u.fragment, "")
	return b.String()
}

// Eql reports whether o is the same URI.
func (u *URI) Eql(o any) bool {
	other, ok := o.(*URI)
	return ok && u.String() == other.String()
}

const (
	uriChars   = `!$&-.0-;=A-Z_a-z~` // unreserved and sub-delims, with a colon
	pathChars  = `!$&-.0-;=@-Z_a-z~`
	hexPair    = `%[0-9A-Fa-f]{2}`
	uriSegment = `(?:` + hexPair + `|[` + pathChars + `])`
	h16        = `[0-9A-Fa-f]{1,4}`
	octet      = `(?:[1-9]\d|1\d{2}|2[0-4]\d|25[0-5]|\d)`
	ipv4       = octet + `\.` + octet + `\.` + octet + `\.` + octet
	ls32       = `(?:` + h16 + `:` + h16 + `|` + ipv4 + `)`
	ipv6       = `(?:(?:` + h16 + `:){6}` + ls32 + `|::(?:` + h16 + `:){5}` + ls32 + `|` + h16 + `::(?:` + h16 + `:){4}` + ls32 +
		`|(?:(?:` + h16 + `:)?` + h16 + `)?::(?:` + h16 + `:){3}` + ls32 + `|(?:(?:` + h16 + `:){0,2}` + h16 + `)?::(?:` + h16 + `:){2}` + ls32 +
		`|(?:(?:` + h16 + `:){0,3}` + h16 + `)?::` + h16 + `:` + ls32 + `|(?:(?:` + h16 + `:){0,4}` + h16 + `)?::` + ls32 +
		`|(?:(?:` + h16 + `:){0,5}` + h16 + `)?::` + h16 + `|(?:(?:` + h16 + `:){0,6}` + h16 + `)?::)`
	uriHost = `\[(?:` + ipv6 + `|v[0-9A-Fa-f]+\.[` + uriChars + `]+)\]|` + ipv4 + `|(?:` + hexPair + `|[!$&-.0-9;=A-Z_a-z~])+`
	// authority captures userinfo, host, and port, and then the path after it.
	authority = `//(?:((?:` + hexPair + `|[` + uriChars + `])*)@)?(` + uriHost + `)?(?::(\d*))?((?:/` + uriSegment + `*)*)`
	absolute  = `/(?:` + uriSegment + `+(?:/` + uriSegment + `*)*)?`
	tail      = `(?:\?([^#]*))?(?:#((?:` + hexPair + `|[` + pathChars + `/?])*))?\z`
)

// The two forms of a URI.
var (
	uriExpr = lazyregexp.New(`\A([A-Za-z][+\-.0-9A-Za-z]*):(?:` + authority + `|(` + absolute + `)|(` +
		uriSegment + `+(?:/` + uriSegment + `*)*)|)` + tail)
	relativeExpr = lazyregexp.New(`\A(?:` + authority + `|(` + absolute + `|(?:` + hexPair + `|[!$&-.0-9;=@-Z_a-z~])+(?:/` +
		uriSegment + `*)*)|)` + tail)
)

const invalidURIClass = "URI::InvalidURIError"

func invalidURI(message string) error {
	return &rubytext.Error{Class: invalidURIClass, Message: message}
}

func invalidComponent(message string) error {
	return &rubytext.Error{Class: "URI::InvalidComponentError", Message: message}
}

// NewURI parses a URI as Ruby 3.1 does. The error is a *rubytext.Error with Ruby's message:
// `bad URI(is not URI?): "a b"`.
func NewURI(text string) (*URI, error) {
	shown := rubytext.Inspect(data.NewString(text))
	if !ascii.Is(text) {
		return nil, invalidURI("URI must be ascii only " + rubytext.Dump(text))
	}
	u := &URI{}
	var query, port *string
	if m := uriExpr().FindStringSubmatchIndex(text); m != nil {
		group := groups(text, m)
		scheme := strings.ToLower(*group(1))
		u.scheme, query, u.fragment = &scheme, group(8), group(9)
		if u.opaque = group(7); u.opaque != nil {
			if query != nil {
				opaque := *u.opaque + "?" + *query
				u.opaque, query = &opaque, nil
			}
		} else {
			u.userinfo, u.host, port = group(2), group(3), group(4)
			u.path = firstOf(group(5), group(6))
		}
	} else if m := relativeExpr().FindStringSubmatchIndex(text); m != nil {
		group := groups(text, m)
		u.userinfo, u.host, port = group(1), group(2), group(3)
		u.path = firstOf(group(4), group(5))
		query, u.fragment = group(6), group(7)
	} else {
		return nil, invalidURI("bad URI(is not URI?): " + shown)
	}
	u.port = wholeNumber(port)
	if err := u.setQuery(query); err != nil {
		return nil, err
	}
	return u, u.complete()
}

// groups returns the groups of a match; nil for those that did not participate.
func groups(text string, m []int) func(int) *string {
	return func(i int) *string {
		if m[2*i] < 0 {
			return nil
		}
		s := text[m[2*i]:m[2*i+1]]
		return &s
	}
}

func firstOf(parts ...*string) *string {
	for _, p := range parts {
		if p != nil {
			return p
		}
	}
	empty := ""
	return &empty
}

// wholeNumber removes leading zeros; nil for none.
func wholeNumber(s *string) *string {
	if s == nil || *s == "" {
		return nil
	}
	n, ok := bigint.Parse(*s, 10)
	if !ok {
		return nil
	}
	text := n.String()
	return &text
}

var (
	badEscape  = lazyregexp.New(`%[^0-9A-Fa-f][^0-9A-Fa-f]`)
	mailtoExpr = lazyregexp.New(`\A(?:[^@,;]+@[^@,;]+(?:\z|[,;]))*\z`)
)

// setQuery sets the query, which may be nil, and escapes it.
func (u *URI) setQuery(query *string) error {
	if query == nil {
		return nil
	}
	q := withoutLineEnds.Replace(*query)
	if bad := badEscape().FindString(q); bad != "" {
		return invalidURI("invalid percent escape: " + bad)
	}
	q = escapeQuery(q)
	u.query = &q
	return nil
}

var withoutLineEnds = strings.NewReplacer("\t", "", "\r", "", "\n", "")

// complete processes the parts like the class of the scheme.
func (u *URI) complete() error {
	empty := ""
	if u.path == nil && u.opaque == nil && !u.is("ftp") {
		u.path = &empty
	}
	switch {
	case u.is("file"):
		u.userinfo, u.port = nil, nil
		if u.host == nil || *u.host == "localhost" {
			u.host = &empty
		}
	case u.is("ftp"):
		if u.path == nil {
			return invalidURI(invalidURIClass)
		}
		path := strings.TrimPrefix(*u.path, "/")
		if strings.HasPrefix(path, "%2F") {
			path = "/" + path[3:]
		}
		if strings.HasPrefix(path, "/") {
			path = "%2F" + path[1:]
		}
		path = "/" + path
		if i := strings.Index(path, ";type="); i >= 0 {
			path, u.typecode = path[:i], path[i:]
		}
		u.path = &path
	case u.is("mailto"):
		if u.opaque == nil && u.query != nil {
			opaque := "?" + *u.query
			u.opaque = &opaque
		}
		if u.opaque == nil {
			return invalidComponent("missing opaque part for mailto URL")
		}
		if to, _, _ := strings.Cut(*u.opaque, "?"); !mailtoExpr().MatchString(to) {
			return invalidComponent("unrecognised opaque part for mailtoURL: " + *u.opaque)
		}
	case u.is("ldap") || u.is("ldaps"):
		if u.fragment != nil || u.path == nil {
			return invalidURI("bad LDAP URL")
		}
	}
	if port := u.defaultPort(); port != "" && u.port == nil {
		u.port = &port
	}
	return nil
}

// escapeQuery escapes the characters that Ruby escapes in a query.
func escapeQuery(q string) string {
	return percentEncode(q, func(c byte) bool {
		return c == '!' || '$' <= c && c <= '&' || '(' <= c && c <= ';' || c == '=' || '?' <= c && c <= '_' || 'a' <= c && c <= '~'
	})
}

// escapeFragment escapes the characters that Ruby escapes in a fragment.
func escapeFragment(f string) string {
	return percentEncode(withoutLineEnds.Replace(f), func(c byte) bool { return '!' <= c && c <= '~' })
}

// percentEncode escapes all bytes of s but those to keep.
func percentEncode(s string, keep func(c byte) bool) string {
	var b strings.Builder
	for i := range len(s) {
		if keep(s[i]) {
			b.WriteByte(s[i])
		} else {
			fmt.Fprintf(&b, "%%%02X", s[i])
		}
	}
	return b.String()
}
