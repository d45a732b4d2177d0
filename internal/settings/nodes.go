package settings

import (
	"slices"

	"gopkg.in/yaml.v3"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/facts"
)

// The keys of a node, as in files with facts.
const (
	keyFacts       = "facts"
	keyTrusted     = "trusted"
	keyVars        = "vars"
	keyEnvironment = "environment"
)

// nodes is a hash of nodes by certname, in the order of the file.
var nodes = shape[[]*facts.Node]{
	words: "hash of nodes",
	schema: object{"type": "object", "additionalProperties": object{
		"type": []any{"object", "null"},
		"properties": object{
			keyFacts: object{"type": "object"}, keyTrusted: object{"type": "object"}, keyVars: object{"type": "object"},
			keyEnvironment: text.schema,
		},
		"additionalProperties": false,
	}},
	read: func(r *reader, n *data.Node, what string) ([]*facts.Node, bool) {
		var all []*facts.Node
		r.entries(n, what, func(key, value *data.Node) {
			node := &facts.Node{Certname: key.Text(), Facts: data.NewHash(nil), Path: r.file.Path}
			all = append(all, node)
			if !isNothing(value) {
				r.node(value, node)
			}
		})
		return all, true
	},
	write: func(all []*facts.Node) *yaml.Node {
		n := &yaml.Node{Kind: yaml.MappingNode}
		for _, node := range all {
			value := &yaml.Node{Kind: yaml.MappingNode}
			add := func(key string, v *yaml.Node) { value.Content = append(value.Content, scalar(key), v) }
			for _, part := range []struct {
				key   string
				value *data.Value
			}{{keyFacts, node.Facts}, {keyTrusted, node.Trusted}, {keyVars, node.Vars}} {
				if part.value != nil && part.value.Len() > 0 {
					add(part.key, writeValue(part.value))
				}
			}
			if node.Environment != "" {
				add(keyEnvironment, scalar(node.Environment))
			}
			n.Content = append(n.Content, scalar(node.Certname), value)
		}
		return n
	},
}

// node reads one node.
func (r *reader) node(n *data.Node, into *facts.Node) {
	known := []string{keyFacts, keyTrusted, keyVars, keyEnvironment}
	places := []**data.Value{&into.Facts, &into.Trusted, &into.Vars}
	r.entries(n, "`"+into.Certname+"`", func(key, value *data.Node) {
		what := "`" + key.Text() + "`"
		switch i := slices.Index(known, key.Text()); {
		case i < 0:
			r.noSuch(key, "setting", "`"+into.Certname+"`", known)
		case isNothing(value):
		case known[i] == keyEnvironment:
			into.Environment, _ = text.read(r, value, what)
		case value.Kind != data.Mapping:
			r.fail(value, what+" must be a hash, not "+kindOf(value), "")
		case value.Value != nil: // otherwise, a problem has been reported
			*places[i] = value.Value
		}
	})
}

// writeValue converts a value to YAML. Facts are plain data.
func writeValue(v *data.Value) *yaml.Node {
	n := &yaml.Node{}
	switch v.Kind() {
	case data.Hash:
		n.Kind = yaml.MappingNode
		for _, e := range v.Entries() {
			n.Content = append(n.Content, writeValue(e.Key), writeValue(e.Value))
		}
	case data.Array:
		n.Kind = yaml.SequenceNode
		for _, item := range v.Items() {
			n.Content = append(n.Content, writeValue(item))
		}
	case data.Boolean:
		return scalar(v.Bool())
	case data.Integer:
		return scalar(v.BigInt())
	case data.Float:
		return scalar(v.Float())
	case data.Undef:
		return scalar(nil)
	default:
		return scalar(v.Text())
	}
	return n
}
