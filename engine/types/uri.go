package types

import (
	"math/big"
	"strings"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/internal/ranges"
	"github.com/hieralint/hieralint/engine/rich"
)

// uriParams is what URI[…] of a URI has: the parts that say something, in lower case where case
// does not matter.
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
		entries = append(entries, data.Entry{Key: data.NewString(p.Name), Value: data.NewString(text)})
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
				value = portNumber(*p.Text)
			}
		}
		if !matches(value, e.Value) {
			return false
		}
	}
	return true
}

// portNumber is the number of a port.
func portNumber(digits string) *data.Value {
	n, _ := new(big.Int).SetString(digits, 10)
	return data.NewBigInteger(n)
}

// matches compares a value with what a case in Puppet code has: a string whatever its case, a
// regular expression, or a type.
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

// accepts reports whether every parameter of t is there in o too, and no wider.
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

// uriParameter is the type of the parameter of URI.
func uriParameter() Type {
	text := newWrapper(optionalT, VariantOf(StringSize(1, Unbounded), regexpAny, newWrapper(typeT, patternAny), newWrapper(typeT, enumAny),
		newWrapper(typeT, newWrapper(notUndefT, nil)), newWrapper(typeT, Undef)))
	number := newWrapper(optionalT, VariantOf(&integerType{from: ranges.Int(0), to: ranges.PosInf}, newWrapper(typeT, newWrapper(notUndefT, nil)), newWrapper(typeT, Undef)))
	return VariantOf(StringSize(1, Unbounded), URIStruct(text, number))
}

// URIStruct is the type of a hash with the parts of a URI.
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

func buildURI(p *params) Type {
	a := p.args[0]
	switch {
	case a.isString():
		// Puppet checks the text against a pattern first, and then prints all of that pattern.
		u, err := rich.NewURI(a.v.Text())
		if err != nil {
			return p.fail(0, err.Error())
		}
		return &uriType{params: uriParams(u)}
	case a.v != nil && a.v.Kind() == data.Hash:
		if err := AssertInstance("URI-Type parameter", uriParameter(), a.v); err != nil {
			return p.fail(0, err.Error())
		}
		if a.v.Len() > 0 {
			return &uriType{params: a.v}
		}
	}
	return uriAny
}
