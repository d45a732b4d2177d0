package rich

import (
	"strings"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/rubytext"
	"github.com/hieralint/hieralint/internal/lazyregexp"
)

var (
	checkScheme   = lazyregexp.New(`\A[a-zA-Z][\-+.a-zA-Z\d]*\z`)
	checkUserinfo = lazyregexp.New(`\A(?:[\-_.!~*'()a-zA-Z\d;:&=+$,]|%[a-fA-F\d]{2})*\z`)
	checkHost     = lazyregexp.New(`\A(?:(?:[a-zA-Z0-9\-.]|%[0-9A-Fa-f]{2})+|\[[0-9A-Fa-f:.]+\])\z`)
	checkOpaque   = lazyregexp.New(`\A(?:[\-_.!~*'()a-zA-Z\d;?:@&=+$,]|%[a-fA-F\d]{2})(?:[\-_.!~*'()a-zA-Z\d;/?:@&=+$,\[\]]|%[a-fA-F\d]{2})*\z`)
	checkAbsolute = lazyregexp.New(`\A/(?:[\-_.!~*'()a-zA-Z\d:@&=+$,;/]|%[a-fA-F\d]{2})*\z`)
	checkRelative = lazyregexp.New(`\A(?:[\-_.!~*'()a-zA-Z\d;@&=+$,]|%[a-fA-F\d]{2})+(?:/(?:[\-_.!~*'()a-zA-Z\d:@&=+$,;/]|%[a-fA-F\d]{2})*)?\z`)
)

// noPath is where Ruby 3.1 needs the path of an FTP URI.
var noPath = rubytext.MissingMethod{
	Method: "sub", Mark: ".sub",
	Line: `        args[:path] = '/' + args[:path].sub(/^\//, '%2F')`,
}

// NewURIOfParts returns the URI for a hash of its parts. The error is a *rubytext.Error.
func NewURIOfParts(h *data.Value) (*URI, error) {
	get := func(name string) *string {
		v, ok := h.Get(name)
		if !ok {
			return nil
		}
		s := rubytext.ToS(v)
		return &s
	}
	u := &URI{userinfo: get("userinfo"), host: get("host"), port: get("port"), path: get("path"), fragment: get("fragment"), opaque: get("opaque")}
	if s := get("scheme"); s != nil {
		if !checkScheme().MatchString(*s) {
			return nil, badPart("scheme", *s)
		}
		scheme := strings.ToLower(*s)
		u.scheme = &scheme
	}
	query := get("query")
	empty := ""
	switch {
	case u.is("mailto"): // Ruby's own names of the parts differ, so that it always lacks the address
		u.opaque = &empty
	case u.is("ldap"), u.is("ldaps"): // likewise the parts of the query
		query = &empty
	case u.is("ftp") && u.path == nil:
		return nil, noPath.On(rubytext.NilReceiver)
	}
	if u.host != nil && strings.Contains(*u.host, ":") && !strings.HasPrefix(*u.host, "[") {
		host := "[" + *u.host + "]"
		u.host = &host
	}
	if err := u.checkAuthorityAndPath(); err != nil {
		return nil, err
	}
	if err := u.setQuery(query); err != nil {
		return nil, err
	}
	if err := u.checkOpaquePart(); err != nil {
		return nil, err
	}
	if u.fragment != nil {
		fragment := escapeFragment(*u.fragment)
		u.fragment = &fragment
	}
	if u.is("ftp") {
		path := *u.path
		if strings.HasPrefix(path, "/") {
			path = "%2F" + path[1:]
		}
		path = "/" + path
		u.path = &path
	}
	return u, u.complete()
}

// badPart returns the error of a part with characters that it must not have.
func badPart(name, text string) error {
	return invalidComponent("bad component(expected " + name + " component): " + text)
}

// checkAuthorityAndPath checks the parts that an opaque URI does not have.
func (u *URI) checkAuthorityAndPath() error {
	switch {
	case u.userinfo != nil && u.is("file"):
		return invalidURI("can not set userinfo for file URI")
	case u.userinfo != nil && !checkUserinfo().MatchString(*u.userinfo):
		return badPart("userinfo component or user", *u.userinfo)
	case u.host != nil && !checkHost().MatchString(*u.host):
		return badPart("host", *u.host)
	case u.path == nil || *u.path == "" || checkAbsolute().MatchString(*u.path):
		return nil
	case u.scheme != nil && !u.is("ftp"):
		return badPart("absolute path", *u.path)
	case !checkRelative().MatchString(*u.path):
		return badPart("relative path", *u.path)
	}
	return nil
}

// checkOpaquePart checks the part after the scheme of a URI such as `urn:isbn:1`.
func (u *URI) checkOpaquePart() error {
	switch {
	case u.opaque == nil:
		return nil
	case u.is("file") || u.host != nil || u.port != nil || u.userinfo != nil || u.path != nil:
		return invalidURI("can not set opaque with host, port, userinfo or path")
	case !checkOpaque().MatchString(*u.opaque):
		return badPart("opaque", *u.opaque)
	}
	return nil
}

// URIPart is a named part of a URI; Text is nil if it is missing.
type URIPart struct {
	Name string
	Text *string
}

// Parts returns the parts of a URI in the order in which types list them.
func (u *URI) Parts() []URIPart {
	path := u.path
	if u.is("ftp") && path != nil {
		p := strings.TrimPrefix(*path, "/")
		if strings.HasPrefix(p, "%2F") {
			p = "/" + p[3:]
		}
		path = &p
	}
	return []URIPart{
		{"scheme", u.scheme}, {"userinfo", u.userinfo}, {"host", u.host}, {"port", u.port},
		{"path", path}, {"query", u.query}, {"fragment", u.fragment}, {"opaque", u.opaque},
	}
}
