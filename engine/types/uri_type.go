package types

import (
	"strings"

	"github.com/hieralint/hieralint/engine/data"
)

// uriPart is a part of a URI by name; text is nil when it is not there.
type uriPart struct {
	name string
	text *string
}

// parts are the parts of a URI in the order in which types list them.
func (u *URI) parts() []uriPart {
	path := u.path
	if u.is("ftp") && path != nil {
		p := strings.TrimPrefix(*path, "/")
		if strings.HasPrefix(p, "%2F") {
			p = "/" + p[3:]
		}
		path = &p
	}
	return []uriPart{
		{"scheme", u.scheme}, {"userinfo", u.userinfo}, {"host", u.host}, {"port", u.port},
		{"path", path}, {"query", u.query}, {"fragment", u.fragment}, {"opaque", u.opaque},
	}
}

// params is what URI[…] of this URI has: the parts that say something, in lower case where case
// does not matter.
func (u *URI) params() *data.Value {
	var entries []data.Entry
	for _, p := range u.parts() {
		if p.text == nil {
			continue
		}
		text := *p.text
		switch p.name {
		case "host":
			text = strings.ToLower(text)
			if text == "" {
				continue
			}
		case "path":
			if text == "" {
				continue
			}
		case "port":
			if (u.is("http") || u.is("https")) && text == u.defaultPort() {
				continue
			}
		}
		entries = append(entries, data.Entry{Key: data.NewString(p.name), Value: data.NewString(text)})
	}
	if len(entries) == 0 {
		return nil
	}
	return data.NewHash(entries)
}

// has tells whether each part of u matches its parameter.
func (t *uriType) has(u *URI) bool {
	if t.params == nil {
		return true
	}
	for _, e := range t.params.Entries() {
		value := data.NewUndef()
		for _, p := range u.parts() {
			if p.name != e.Key.Text() || p.text == nil {
				continue
			}
			value = data.NewString(*p.text)
			if p.name == "port" {
				value = data.NewBigInteger(digits(*p.text).bigInt())
			}
		}
		if !matches(value, e.Value) {
			return false
		}
	}
	return true
}

// matches compares a value with what a case in Puppet code has: a text whatever its case, a
// regular expression, or a type.
func matches(v, option *data.Value) bool {
	switch p := option.Payload().(type) {
	case Type:
		return Instance(p, v)
	case *Regexp:
		return v.Kind() == data.String && p.typ().matches(v.Text())
	}
	if v.Kind() == data.String && option.Kind() == data.String {
		return strings.EqualFold(v.Text(), option.Text())
	}
	return data.Eql(v, option)
}

// accepts tells whether every parameter of t is there in o too, and no wider.
func (t *uriType) accepts(o *uriType) bool {
	if t.params == nil {
		return true
	}
	for _, e := range t.params.Entries() {
		if o.params == nil {
			return false
		}
		other, ok := o.params.GetKey(e.Key)
		if !ok {
			return false
		}
		wanted, isType := e.Value.Payload().(Type)
		given, bothTypes := other.Payload().(Type)
		if !matches(other, e.Value) && !(isType && bothTypes && assignable(wanted, given, nil)) {
			return false
		}
	}
	return true
}

// uriMembers are the parts that can be given.
var uriMembers = []string{"scheme", "userinfo", "host", "port", "path", "query", "fragment", "opaque"}

// uriParams is the type of the parameters of URI as a hash.
func uriParams() Type {
	text := OptionalOf(VariantOf(StringSize(1, Unbounded), regexpAny, newWrapper(typeT, patternAny), newWrapper(typeT, enumAny),
		newWrapper(typeT, newWrapper(notUndefT, nil)), newWrapper(typeT, Undef)))
	number := OptionalOf(VariantOf(&integerType{from: intNum(0), to: posInf}, newWrapper(typeT, newWrapper(notUndefT, nil)), newWrapper(typeT, Undef)))
	return VariantOf(StringSize(1, Unbounded), uriStruct(text, number))
}

func uriStruct(text, number Type) Type {
	members := make([]Member, len(uriMembers))
	for i, name := range uriMembers {
		members[i] = Member{Key: name, Optional: true, Type: text}
		if name == "port" {
			members[i].Type = number
		}
	}
	return StructOf(members...)
}

func buildURI(p *params) (Type, error) {
	if len(p.args) != 1 {
		return nil, p.wrongCount("URI", "1")
	}
	a := p.args[0]
	switch {
	case a.isString():
		// Puppet checks the text against a pattern first, and then prints all of that pattern.
		u, err := NewURI(a.v.Text())
		if err != nil {
			return nil, p.fail(0, err.Error())
		}
		return &uriType{params: u.params()}, nil
	case a.v != nil && a.v.Kind() == data.Hash:
		if err := AssertInstance("URI-Type parameter", uriParams(), a.v); err != nil {
			return nil, p.fail(0, err.Error())
		}
		if a.v.Len() > 0 {
			return &uriType{params: a.v}, nil
		}
	}
	return uriAny, nil
}
