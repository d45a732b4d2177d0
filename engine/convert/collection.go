package convert

import (
	"errors"
	"sync"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/rubytext"
	"github.com/hieralint/hieralint/engine/types"
	"github.com/hieralint/hieralint/internal/lists"
)

// newUnit returns its argument.
var newUnit = sync.OnceValue(func() *constructor {
	return &constructor{name: "new_unit", overloads: []overload{{
		signature: takes(1, param("from", types.Any)),
		call:      func(args []*data.Value) (*data.Value, error) { return args[0], nil },
	}}}
})

var newSensitive = sync.OnceValue(func() *constructor {
	return &constructor{name: "new_Sensitive", overloads: []overload{
		{
			signature: takes(1, param("value", types.Builtin("Sensitive"))),
			call:      func(args []*data.Value) (*data.Value, error) { return args[0], nil },
		},
		{
			signature: takes(1, param("value", types.Any)),
			call:      func(args []*data.Value) (*data.Value, error) { return data.NewSensitive(args[0]), nil },
		},
	}}
})

var newArray = sync.OnceValue(func() *constructor {
	isFalse, isTrue := types.MustParse("Boolean[false]"), types.MustParse("Boolean[true]")
	return &constructor{name: "new_array", overloads: []overload{
		{
			signature: takes(1, param("from", types.MustParse("Variant[Array,Hash,Binary,Iterable]")), param("wrap", isFalse)),
			call: func(args []*data.Value) (*data.Value, error) {
				items, err := types.Elements(args[0])
				if err != nil {
					return nil, err
				}
				return data.NewArray(items), nil
			},
		},
		{
			signature: takes(2, param("from", types.Any), param("wrap", isTrue)),
			call: func(args []*data.Value) (*data.Value, error) {
				if args[0].Kind() == data.Array {
					return args[0], nil
				}
				return data.NewArray([]*data.Value{args[0]}), nil
			},
		},
		{
			signature: takes(1, param("from", types.Any), param("wrap", types.Boolean)),
			reject: func(args []*data.Value) error {
				return refusal("new_array", "Value of type "+generalName(args[0])+" cannot be converted to Array")
			},
		},
	}}
})

var newHash = sync.OnceValue(func() *constructor {
	typ := localTypes(nil,
		"KeyValueArray = Array[Tuple[Any,Any],1]",
		"TreeArray = Array[Tuple[Array,Any],1]",
		"NewHashOption = Enum[tree, hash_tree]")
	return &constructor{name: "new_hash", overloads: []overload{
		{
			signature: takes(1, param("from", typ("TreeArray")), param("build_option", typ("NewHashOption"))),
			call: func(args []*data.Value) (*data.Value, error) {
				if option := argument(args, 1); option != nil {
					return hashFromTree(args[0].Items(), option.Text() == "hash_tree")
				}
				return hashFromPairs(args[0].Items()), nil
			},
		},
		{
			signature: takes(1, param("from", typ("KeyValueArray"))),
			call:      func(args []*data.Value) (*data.Value, error) { return hashFromPairs(args[0].Items()), nil },
		},
		{
			signature: takes(1, param("from", types.Any)),
			call:      func(args []*data.Value) (*data.Value, error) { return hashFromList(args[0]) },
		},
	}}
})

// hashFromPairs creates a hash of [key, value] pairs; of equal keys, the last one is used.
func hashFromPairs(pairs []*data.Value) *data.Value {
	var h hashBuilder
	for _, p := range pairs {
		h.set(p.Items()[0], p.Items()[1])
	}
	return h.value()
}

// ErrStack is Ruby's error if its stack overflows because of too many arguments or deeply nested
// code.
var ErrStack = errors.New("stack level too deep")

// maxSplat is the maximum number of array elements that Puppet can convert to a hash, because
// Hash.new passes each as an argument (measured with Puppet 7.23 and Ruby 3.1).
const maxSplat = 130_286

// hashFromList creates a hash of alternating keys and values.
func hashFromList(from *data.Value) (*data.Value, error) {
	if from.Kind() == data.Hash {
		return from, nil
	}
	if !types.Iterable(from) {
		return nil, errors.New("Value of type " + generalName(from) + " cannot be converted to Hash")
	}
	items, err := types.Elements(from)
	switch {
	case err != nil:
		return nil, err
	case len(items)%2 != 0:
		return nil, errors.New("odd number of arguments for Hash")
	}
	if len(items) > maxSplat {
		return nil, ErrStack
	}
	var h hashBuilder
	for i := 0; i < len(items); i += 2 {
		h.set(items[i], items[i+1])
	}
	return h.value(), nil
}

// hashBuilder collects the entries of a hash. Values are *data.Value or, while a tree is built, a
// *hashBuilder or *listBuilder.
type hashBuilder struct {
	keys   data.Index
	values []any
}

func (h *hashBuilder) set(key *data.Value, value any) {
	if i, added := h.keys.Add(key); !added {
		h.values[i] = value
		return
	}
	h.values = append(h.values, value)
}

func (h *hashBuilder) value() *data.Value {
	entries := make([]data.Entry, len(h.values))
	for i, k := range h.keys.Values() {
		entries[i] = data.Entry{Key: k, Value: built(h.values[i])}
	}
	return data.NewHash(entries)
}

// listBuilder is an array in a tree that is being built.
type listBuilder struct{ items []any }

// built returns a complete part of a tree.
func built(v any) *data.Value {
	switch v := v.(type) {
	case *hashBuilder:
		return v.value()
	case *listBuilder:
		return data.NewArray(lists.Map(v.items, built))
	}
	return v.(*data.Value)
}

// opened returns a part of a tree that can be extended: a copy of a hash or array.
func opened(v any) any {
	value, ok := v.(*data.Value)
	if !ok {
		return v
	}
	switch value.Kind() {
	case data.Hash:
		h := &hashBuilder{}
		for _, e := range value.Entries() {
			h.set(e.Key, e.Value)
		}
		return h
	case data.Array:
		l := &listBuilder{}
		for _, item := range value.Items() {
			l.items = append(l.items, item)
		}
		return l
	}
	return v
}

// hashFromTree creates nested hashes of [path, value] pairs. hashes converts every array to a hash
// with its indexes as keys.
func hashFromTree(pairs []*data.Value, hashes bool) (*data.Value, error) {
	root := &hashBuilder{}
	for _, pair := range pairs {
		path, value := pair.Items()[0].Items(), pair.Items()[1]
		if len(path) == 0 {
			if err := root.merge(value); err != nil {
				return nil, err
			}
			continue
		}
		var at any = root
		for _, key := range path[:len(path)-1] {
			next, err := descend(at, key)
			if err != nil {
				return nil, err
			}
			at = next
		}
		if hashes {
			value = listAsHash(value)
		}
		if err := put(at, path[len(path)-1], value); err != nil {
			return nil, err
		}
	}
	return root.value(), nil
}

// merge adds the entries of a hash, or the elements of an array by index, to the root of a tree.
func (h *hashBuilder) merge(v *data.Value) error {
	switch v.Kind() {
	case data.Array:
		for i, item := range v.Items() {
			h.set(data.NewInteger(int64(i)), item)
		}
	case data.Hash:
		for _, e := range v.Entries() {
			h.set(e.Key, e.Value)
		}
	default:
		return rubytext.NoImplicitConversion(types.RubyImplicit(v), "Hash")
	}
	return nil
}

// descend returns what key leads to, and creates a hash there if there is nothing.
func descend(at any, key *data.Value) (any, error) {
	switch at := at.(type) {
	case *hashBuilder:
		i := at.keys.Find(key, data.Eql)
		if i < 0 {
			at.set(key, &hashBuilder{})
			i = len(at.values) - 1
		}
		at.values[i] = opened(at.values[i])
		return at.values[i], nil
	case *listBuilder:
		i, err := at.index(key)
		if err != nil {
			return nil, err
		}
		if i >= len(at.items) {
			return data.NewUndef(), nil
		}
		at.items[i] = opened(at.items[i])
		return at.items[i], nil
	}
	return nil, noHasKey.On(types.RubyReceiver(at.(*data.Value)))
}

// index returns the position in the array that key specifies.
func (l *listBuilder) index(key *data.Value) (int, error) {
	i, ok := key.Int()
	if !ok {
		return 0, rubytext.NoImplicitConversion(types.RubyImplicit(key), "Integer")
	}
	if i < 0 {
		i += int64(len(l.items))
	}
	if i < 0 || i > types.MaxElements {
		return 0, errors.New("index " + rubytext.ToS(key) + " is outside of the array")
	}
	return int(i), nil
}

// put sets what key leads to.
func put(at any, key, value *data.Value) error {
	switch at := at.(type) {
	case *hashBuilder:
		at.set(key, value)
		return nil
	case *listBuilder:
		i, err := at.index(key)
		if err != nil {
			return err
		}
		for len(at.items) <= i {
			at.items = append(at.items, data.NewUndef())
		}
		at.items[i] = value
		return nil
	}
	if v, ok := at.(*data.Value); ok && v.Kind() == data.String && key.Kind() == data.String {
		return errors.New("string not matched") // a string replaces a part of itself
	}
	return noPut.On(types.RubyReceiver(at.(*data.Value)))
}

// listAsHash converts an array and the arrays directly in it to hashes.
func listAsHash(v *data.Value) *data.Value {
	if v.Kind() != data.Array {
		return v
	}
	entries := make([]data.Entry, v.Len())
	for i, item := range v.Items() {
		entries[i] = data.Entry{Key: data.NewInteger(int64(i)), Value: listAsHash(item)}
	}
	return data.NewHash(entries)
}
