package hocon

import (
	"fmt"
	"net/url"
)

// IncludeError reports that the value of a text depends on an included file.
type IncludeError struct {
	Line int
	File string
}

func (e *IncludeError) Error() string {
	return fmt.Sprintf("line %d includes the file %s", e.Line, e.File)
}

// include parses an `include` statement. Since Puppet passes the gem a text without a path,
// `include "name"` finds nothing. With file(), the gem reads the file relative to Puppet's working
// directory.
func (p *parser) include() {
	line := p.peek().line
	p.take()
	p.skip()
	t := p.peek()
	switch {
	case t.kind == quoted:
		p.take()
		return
	case t.kind != unquoted:
		panic(fail(t, "include keyword is not followed by a quoted string, but by: %s", describe(t)))
	}
	kind := t.text
	switch kind {
	case "url(", "file(", "classpath(":
	default:
		panic(fail(t, "expecting include parameter to be quoted filename, file(), classpath(), or url(). No spaces are allowed before the open paren. Not expecting: %s", describe(t)))
	}
	p.take()
	p.skip()
	name := p.peek()
	if name.kind != quoted {
		panic(fail(name, "expecting a quoted string inside file(), classpath(), or url(), rather than: %s", describe(name)))
	}
	p.take()
	p.skip()
	if t := p.peek(); t.kind != unquoted || t.text != ")" {
		panic(fail(t, "expecting a close parentheses ')' here, not: %s", describe(t)))
	}
	p.take()
	if p.later == nil {
		p.later = includes(kind, name.text, line)
	}
}

// includes returns the error of an include with parentheses.
func includes(kind, name string, line int) error {
	switch kind {
	case "file(":
		if name == "" {
			return nil
		}
		return &IncludeError{Line: line, File: name}
	case "classpath(":
		// The gem calls methods here that do not exist.
		return &Error{Message: "undefined method `include_resources' for #<Hocon::Impl::SimpleIncluder>", Crash: "NoMethodError"}
	}
	if u, err := url.Parse(name); err != nil || u.Scheme != "http" && u.Scheme != "https" {
		return &Error{Line: line, Message: "include url() specifies an invalid URL: " + name}
	}
	return &Error{Message: "undefined method `include_url' for #<Hocon::Impl::SimpleIncluder>", Crash: "NoMethodError"}
}
