package batch

import (
	"fmt"
	"slices"
	"strings"

	"github.com/hieralint/hieralint/engine"
	"github.com/hieralint/hieralint/engine/config"
	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/outcome"
	"github.com/hieralint/hieralint/engine/tagged"
)

// request is a request, or an object in one.
type request struct{ fields *data.Value }

// message is a request as received. The fields that determine the engine and the scope make up most
// of it and are the same in many requests, so they are parsed only when needed.
type message struct {
	request                  // the other fields
	context  []tagged.Member // the fields that determine the engine and the scope
	complete bool            // request contains them too
	keys     string          // the text of the field `keys`; "" if missing
}

// parse parses a request. before returns the text of a field in an earlier request.
func parse(line string, before func(name string) string) (*message, error) {
	m := &message{}
	var entries []data.Entry
	err := tagged.Members(line, func(name string) (string, bool) {
		return before(name), name == keysField || slices.Contains(engineFields, name) || slices.Contains(scopeFields, name)
	}, func(field tagged.Member) {
		switch {
		case field.Name == keysField:
			m.keys = field.Text
		case field.Value == nil:
			m.context = append(m.context, field)
		default:
			entries = append(entries, data.NewEntry(field.Name, field.Value))
		}
	})
	if err != nil {
		return nil, err
	}
	m.fields = data.NewHash(entries)
	return m, nil
}

// whole returns the request with all of its fields.
func (m *message) whole() (request, error) {
	if m.complete {
		return m.request, nil
	}
	entries := slices.Clone(m.fields.Entries())
	for _, field := range m.context {
		v, err := tagged.ParseString(field.Text)
		if err != nil {
			return request{}, fmt.Errorf("%s: %w", field.Name, err)
		}
		entries = append(entries, data.NewEntry(field.Name, v))
	}
	m.fields, m.complete = data.NewHash(entries), true
	return m.request, nil
}

// appendContext appends the texts of the named fields, as a cache key for what is created from
// them.
func (m *message) appendContext(b []byte, names []string) []byte {
	for _, name := range names {
		for i := range m.context {
			if field := &m.context[len(m.context)-1-i]; field.Name == name {
				b = append(b, field.Text...)
				break
			}
		}
		b = append(b, 0)
	}
	return b
}

func (r request) value(name string, otherwise *data.Value) *data.Value {
	if v, ok := r.fields.Get(name); ok {
		return v
	}
	return otherwise
}

// given returns the value of a field; nil if it is missing or null.
func (r request) given(name string) *data.Value {
	if v, ok := r.fields.Get(name); ok && !v.IsUndef() {
		return v
	}
	return nil
}

func (r request) text(name string) string {
	if v := r.given(name); v != nil && v.Kind() == data.String {
		return v.Text()
	}
	return ""
}

func (r request) boolean(name string, otherwise bool) bool {
	if v := r.given(name); v != nil {
		return v.Kind() != data.Boolean || v.Bool()
	}
	return otherwise
}

func (r request) integer(name string, otherwise int64) int64 {
	if v := r.given(name); v != nil {
		if i, ok := v.Int(); ok {
			return i
		}
	}
	return otherwise
}

// hash returns the value of a field that is a non-empty hash; otherwise nil.
func (r request) hash(name string) *data.Value {
	if v := r.given(name); v != nil && v.Kind() == data.Hash && v.Len() > 0 {
		return v
	}
	return nil
}

// texts returns the strings in a field that is a string or an array of strings.
func (r request) texts(name string) ([]string, error) { return textsOf(name, r.given(name)) }

func textsOf(name string, v *data.Value) ([]string, error) {
	switch {
	case v == nil:
		return nil, nil
	case v.Kind() == data.String:
		return []string{v.Text()}, nil
	case v.Kind() != data.Array:
		return nil, fmt.Errorf("%s: expected a string or an array of strings", name)
	}
	texts := make([]string, v.Len())
	for i, item := range v.Items() {
		if item.Kind() != data.String {
			return nil, fmt.Errorf("%s: expected a string or an array of strings", name)
		}
		texts[i] = item.Text()
	}
	return texts, nil
}

// lookup returns the keys of a request and the options for looking them up.
func (r request) lookup(e *engine.Engine) (o engine.LookupOptions, keys []string, err error) {
	if keys, err = r.texts("key"); err != nil {
		return o, nil, err
	}
	o = engine.LookupOptions{
		Merge: r.given("merge"), Default: r.value("default", nil),
		Override: r.hash("override"), DefaultValues: r.hash("default_values_hash"),
		GlobalOnly: r.boolean("global_only", false), Trace: r.boolean("trace", false),
		Explain: r.boolean("explain", false), ExplainOptions: r.boolean("explain_options", false),
	}
	if r.given("hiera_call") != nil {
		o.Mode = engine.ClassicLookup
		if o.ClassicOverride, err = r.texts("hiera_override"); err != nil {
			return o, nil, err
		}
	}
	if r.boolean("apl", false) {
		o.Mode = engine.ParameterLookup
		if len(keys) != 1 {
			return o, nil, fmt.Errorf("key: expected a single string for apl")
		}
	}
	if v := r.given("type"); v != nil {
		o.Type, err = e.ParseType(v.Text())
	}
	return o, keys, err
}

var kinds = map[string]config.FunctionKind{
	"data_hash": config.DataHash, "lookup_key": config.LookupKey, "data_dig": config.DataDig, "v4_data_hash": config.V4DataHash,
}

// functions returns the recorded calls of custom functions.
func (r request) functions() ([]engine.FunctionCall, error) {
	v := r.given("functions")
	if v == nil {
		return nil, nil
	}
	var calls []engine.FunctionCall
	for _, item := range v.Items() {
		if item.Kind() != data.Hash {
			return nil, fmt.Errorf("functions: expected an array of objects")
		}
		f := request{item}
		kind, name, _ := strings.Cut(f.text("function"), ":")
		if _, ok := kinds[kind]; !ok {
			return nil, fmt.Errorf("functions: unknown kind in `%s`", f.text("function"))
		}
		call := engine.FunctionCall{
			Kind: kinds[kind], Name: name,
			Options: f.value("options", data.NewHash(nil)), Key: f.text("key"), Segments: f.value("segments", data.NewArray(nil)),
		}
		switch failure := f.given("error"); {
		case failure != nil:
			call.Err = &outcome.Error{Class: "ArgumentError", Message: request{failure}.text("message")}
			if class := (request{failure}).text("class"); class == "Puppet::DataBinding::LookupError" {
				call.Err.Class = class
			}
		case f.given("not_found") == nil:
			call.Result = f.value("result", data.NewUndef())
		}
		calls = append(calls, call)
	}
	return calls, nil
}
