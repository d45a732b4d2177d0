package types

import (
	"strings"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/internal/bigint"
	"github.com/hieralint/hieralint/engine/internal/ranges"
	"github.com/hieralint/hieralint/engine/rich"
	"github.com/hieralint/hieralint/internal/lazyregexp"
)

// uriParams returns the parameter of URI[…] for a URI: its non-empty parts, in lower case if they
// are case-insensitive.
func uriParams(u *rich.URI) *data.Value {
	var entries []data.Entry
	for _, p := range u.Parts() {
		if p.Text == nil {
			continue
		}
		text := *p.Text
		switch p.Name {
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
			if u.HasDefaultPort() {
				continue
			}
		}
		entries = append(entries, data.NewEntry(p.Name, data.NewString(text)))
	}
	if len(entries) == 0 {
		return nil
	}
	return data.NewHash(entries)
}

// has reports whether each part of u matches its parameter.
func (t *uriType) has(u *rich.URI) bool {
	if t.params == nil {
		return true
	}
	for _, e := range t.params.Entries() {
		value := data.NewUndef()
		for _, p := range u.Parts() {
			if p.Name != e.Key.Text() || p.Text == nil {
				continue
			}
			value = data.NewString(*p.Text)
			if p.Name == "port" {
				n, _ := bigint.Parse(*p.Text, 10)
				value = data.NewBigInteger(n)
			}
		}
		if !matches(value, e.Value) {
			return false
		}
	}
	return true
}

// matches compares a value as a case expression in Puppet code does: with a string regardless of
// case, a regular expression, or a type.
func matches(v, option *data.Value) bool {
	switch p := option.Payload().(type) {
	case Type:
		return Instance(p, v)
	case *rich.Regexp:
		return v.Kind() == data.String && p.MatchString(v.Text())
	}
	if v.Kind() == data.String && option.Kind() == data.String {
		return strings.EqualFold(v.Text(), option.Text())
	}
	return data.Eql(v, option)
}

// accepts reports whether o has every parameter of t, equal or narrower.
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

// uriMembers lists the parts of a URI.
var uriMembers = []string{"scheme", "userinfo", "host", "port", "path", "query", "fragment", "opaque"}

// uriParameter returns the type of the parameter of URI.
func uriParameter() Type {
	text := newWrapper(optionalT, VariantOf(StringSize(1, Unbounded), regexpAny, newWrapper(typeT, patternAny), newWrapper(typeT, enumAny),
		newWrapper(typeT, newWrapper(notUndefT, nil)), newWrapper(typeT, Undef)))
	number := newWrapper(optionalT, VariantOf(&integerType{from: ranges.Int(0), to: ranges.PosInf}, newWrapper(typeT, newWrapper(notUndefT, nil)), newWrapper(typeT, Undef)))
	return VariantOf(StringSize(1, Unbounded), URIStruct(text, number))
}

// URIStruct returns the type of a hash with the parts of a URI.
func URIStruct(text, number Type) Type {
	members := make([]Member, len(uriMembers))
	for i, name := range uriMembers {
		members[i] = Member{Key: name, Optional: true, Type: text}
		if name == "port" {
			members[i].Type = number
		}
	}
	return StructOf(members...)
}

// hasScheme matches what Ruby's URI.regexp matches, which Puppet asks first: a scheme anywhere in the text. Puppet's
// message quotes that expression on 20 lines.
var hasScheme = lazyregexp.New(`[A-Za-z][-+.A-Za-z0-9]*:`)

func buildURI(p *params) Type {
	a := p.args[0]
	switch {
	case a.isString():
		if !hasScheme().MatchString(a.v.Text()) {
			return p.fail(0, assertionError("URI-Type parameter has wrong type, expects a match for Pattern[…], got '"+a.v.Text()+"'"))
		}
		u, err := rich.NewURI(a.v.Text())
		if err != nil {
			return p.fail(0, err)
		}
		return &uriType{params: uriParams(u)}
	case a.v != nil && a.v.Kind() == data.Hash:
		if err := AssertInstance("URI-Type parameter", uriParameter(), a.v); err != nil {
			return p.fail(0, err)
		}
		if a.v.Len() > 0 {
			return &uriType{params: a.v}
		}
	}
	return uriAny
}
