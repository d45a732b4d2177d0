package interpreter

import (
	"github.com/hieralint/hieralint/engine/data"
)

// lookup is the function lookup, in all its forms:
//
//	lookup(name, type?, merge?)
//	lookup(name, type, merge, default)
//	lookup(name, options)
//	lookup(options)
//
// In each form, a block may provide a default value.
func lookup(c *call) (*data.Value, error) {
	if err := checkKnown(c.args...); err != nil {
		return nil, err
	}
	if err := c.visit(c.node, c.args...); err != nil {
		return nil, err
	}
	r := &Lookup{}
	var ok bool
	switch {
	case len(c.args) == 0 || len(c.args) > 4:
	case len(c.args) == 1 && c.args[0].Kind() == data.Hash:
		name, given := c.args[0].Get("name")
		ok = given && r.names(name) && r.options(c.args[0])
	case len(c.args) == 2 && c.args[1].Kind() == data.Hash:
		ok = r.names(c.args[0]) && r.options(c.args[1])
	default:
		ok = r.names(c.args[0]) && r.arguments(c.args[1:])
	}
	if !ok || c.lambda != nil && (r.Type != nil || len(r.Keys) > 1) {
		return nil, c.unsupported(c.node, "`lookup` with these arguments")
	}
	return c.lookUp(r)
}

func (c *call) lookUp(r *Lookup) (*data.Value, error) {
	v, missing, err := c.host.Lookup(r)
	if missing && c.lambda != nil {
		return c.lambda.call(data.NewString(r.Keys[0]))
	}
	return v, err
}

// classic is any of the functions hiera, hiera_array, and hiera_hash.
func classic(c *call) (*data.Value, error) {
	name, err := c.argument(0, data.String)
	if err != nil {
		return nil, err
	}
	if err := c.counts(1, 2); err != nil {
		return nil, err
	}
	c.host.WarnClassic(c.name)
	r := &Lookup{Keys: []string{name.Text()}, Classic: true, Merge: data.NewString(classicMerges[c.name])}
	if len(c.args) == 2 {
		r.Default = c.args[1]
	}
	return c.lookUp(r)
}

var classicMerges = map[string]string{"hiera": "first", "hiera_array": "unique", "hiera_hash": "hash"}

func (r *Lookup) names(v *data.Value) bool {
	switch v.Kind() {
	case data.String:
		r.Keys = []string{v.Text()}
		return true
	case data.Array:
		for _, item := range v.Items() {
			if item.Kind() != data.String {
				return false
			}
			r.Keys = append(r.Keys, item.Text())
		}
		return len(r.Keys) > 0
	}
	return false
}

// arguments parses the type and the merge. They may be undef only if a default follows.
func (r *Lookup) arguments(args []*data.Value) bool {
	if len(args) == 3 {
		r.Default = args[2]
	}
	for i, a := range args[:min(2, len(args))] {
		if a.IsUndef() {
			if len(args) < 3 {
				return false
			}
			continue
		}
		if i == 0 {
			t, ok := asType(a)
			if !ok {
				return false
			}
			r.Type = t
			continue
		}
		if !r.merge(a) {
			return false
		}
	}
	return true
}

func (r *Lookup) merge(v *data.Value) bool {
	r.Merge = v
	return v.Kind() == data.String && v.Text() != "" || v.Kind() == data.Hash
}

// options parses a hash of options.
func (r *Lookup) options(hash *data.Value) bool {
	for _, e := range hash.Entries() {
		switch e.Key.Text() {
		case "name":
		case "value_type":
			if e.Value.IsUndef() {
				continue
			}
			t, ok := asType(e.Value)
			if !ok {
				return false
			}
			r.Type = t
		case "default_value":
			r.Default = e.Value
		case "override":
			r.Override = e.Value
		case "default_values_hash":
			r.DefaultValues = e.Value
		case "merge":
			if !e.Value.IsUndef() && !r.merge(e.Value) {
				return false
			}
		default:
			return false
		}
	}
	for _, v := range [...]*data.Value{r.Override, r.DefaultValues} {
		if v != nil && v.Kind() != data.Hash && !v.IsUndef() {
			return false
		}
	}
	return true
}
