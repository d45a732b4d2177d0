package settings

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/hieralint/hieralint/internal/lists"
)

// Place describes what is allowed at a place of a configuration.
type Place struct {
	Keys   []Key    // of a hash, in order
	Values []string // words, in order, which may also be in a list
}

// Key is a key that a hash may have.
type Key struct {
	Name, Doc      string
	IsHash, IsList bool // the kind of its value
}

// theSchema is the schema that PlaceAt uses.
var theSchema = sync.OnceValue(schema)

// PlaceAt returns what is allowed below keys, given from the outermost to the innermost. Lists are
// ignored: what is allowed in a list is treated as allowed in its place.
func PlaceAt(keys ...string) Place {
	all := alternatives(theSchema())
	for _, key := range keys {
		all = lists.FlatMap(all, func(o object) []object { return alternatives(member(o, key)) })
	}
	var p Place
	for _, o := range all {
		properties, _ := o["properties"].(object)
		for _, name := range slices.Sorted(maps.Keys(properties)) {
			property, _ := properties[name].(object)
			if _, isID := property["$ref"]; !isID {
				p.Keys = append(p.Keys, keyOf(name, property))
			}
		}
		values := wordsOf(o)
		p.Values = append(p.Values, values...)
	}
	return p
}

func keyOf(name string, property object) Key {
	key := Key{Name: name}
	key.Doc, _ = property["description"].(string)
	_, isChoice := property["anyOf"]
	if all := alternatives(property); !isChoice {
		key.IsList = property["type"] == "array"
		key.IsHash = !key.IsList && slices.ContainsFunc(all, func(o object) bool { return o["type"] == "object" })
	}
	return key
}

// wordsOf returns the values that a schema lists, as words instead of the booleans that YAML reads
// some of them as.
func wordsOf(o object) []string {
	if o["type"] == "boolean" {
		return []string{"true", "false"}
	}
	enum, _ := o["enum"].([]any)
	examples, _ := o["examples"].([]any)
	all := slices.Concat(enum, examples)
	isWord := func(value any) bool { _, ok := value.(string); return ok }
	if slices.ContainsFunc(all, isWord) {
		all = slices.DeleteFunc(all, func(value any) bool { return !isWord(value) })
	}
	return lists.Map(all, func(value any) string { return fmt.Sprint(value) })
}

// alternatives returns the schemas that a schema consists of: itself, the one it refers to, those
// it combines, and those of the elements of a list.
func alternatives(o object) []object {
	if o == nil {
		return nil
	}
	all := []object{o}
	if path, ok := o["$ref"].(string); ok {
		target := theSchema()
		for _, name := range strings.Split(path, "/")[1:] {
			target, _ = target[name].(object)
		}
		all = append(all, alternatives(target)...)
	}
	for _, combination := range []string{"allOf", "anyOf"} {
		parts, _ := o[combination].([]any)
		for _, part := range parts {
			one, _ := part.(object)
			all = append(all, alternatives(one)...)
		}
	}
	items, _ := o["items"].(object)
	return append(all, alternatives(items)...)
}

// member returns the schema of a key's value; nil if any value is allowed.
func member(o object, key string) object {
	properties, _ := o["properties"].(object)
	if one, ok := properties[key].(object); ok {
		return one
	}
	one, _ := o["additionalProperties"].(object)
	return one
}
