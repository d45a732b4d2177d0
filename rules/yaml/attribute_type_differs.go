package yaml

import (
	"bytes"
	"maps"
	"slices"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/engine/types"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/manifest"
	"github.com/hieralint/hieralint/internal/rule"
	"github.com/hieralint/hieralint/rules/internal/merging"
)

// AttributeTypeDiffers reports attributes of entries that are an array of a hash with one entry where those of all others are
// hashes.
var AttributeTypeDiffers = &rule.Rule{
	ID: "HL1033", Name: "attribute-type-differs", Family: family, Severity: diagnostic.Warning, Reach: rule.OtherValues,
	CheckFile: func(p *rule.FilePass) {
		for key, value := range rootCollections(p) {
			for _, odd := range oddTypesOf(p, key)[value] {
				reportOddType(p, odd)
			}
		}
	},
}

const (
	// maxOdd is the number of values up to which their type may be wrong. There must be minAlike others, and alikeForEach for
	// each of them.
	maxOdd, minAlike, alikeForEach = 2, 4, 4
)

// oddType is an array that is a hash in other hashes.
type oddType struct {
	value  *data.Node
	others string // the other hashes
}

type oddTypesKey struct{ root string }

// oddTypesOf returns the arrays that are a hash in other hashes, in the values of a root key in all files.
func oddTypesOf(p *rule.FilePass, root string) map[*data.Node][]oddType {
	return rule.Once(p.Site, oddTypesKey{root}, func() map[*data.Node][]oddType {
		var all map[*data.Node][]oddType
		for _, g := range groupsOf(p, root) {
			if len(g.hashes) <= minAlike {
				continue
			}
			values := collectionsIn(g)
			for _, name := range slices.Sorted(maps.Keys(values)) {
				odd := values[name].odd()
				if len(odd) == 0 || slices.ContainsFunc(g.hashes, func(h member) bool { return hasScalar(h.Node, name) }) {
					continue
				}
				for _, a := range odd {
					if !isAccepted(p, name, a.value.Value) {
						lists.Put(&all, a.root, append(all[a.root], oddType{a.value, g.others(len(values[name].hashes.values), root)}))
					}
				}
			}
		}
		return all
	})
}

// collections are the values of an attribute in a group that are not empty.
type collections struct{ hashes, arrays collected }

// collected are values of one type.
type collected struct {
	values   []attribute
	distinct int // the number of those that are not in a copy of an entry
}

// attribute is the value of an attribute.
type attribute struct {
	member
	value *data.Node
}

func (c *collected) add(a attribute) {
	if c.values = append(c.values, a); !a.isCopy {
		c.distinct++
	}
}

// collectionsIn returns the hashes and arrays that are attributes in a group, by name.
func collectionsIn(g *group) map[string]*collections {
	var all map[string]*collections
	for _, hash := range g.hashes {
		for name, value := range hash.Entries() {
			if name.Kind != data.Scalar || value.Kind == data.Scalar || value.Value == nil || value.Value.Len() == 0 {
				continue
			}
			c := all[name.Text()]
			if c == nil {
				c = &collections{}
				lists.Put(&all, name.Text(), c)
			}
			switch value.Value.Kind() {
			case data.Hash:
				c.hashes.add(attribute{hash, value})
			case data.Array:
				c.arrays.add(attribute{hash, value})
			}
		}
	}
	return all
}

// odd returns the few values that are an array of one hash with one entry where all others are hashes.
func (c *collections) odd() []attribute {
	areMany := func(many, few int) bool { return many >= max(minAlike, alikeForEach*few) }
	few, many := &c.arrays, &c.hashes
	isFew := few.distinct > 0 && few.distinct <= maxOdd && many.distinct >= timesAsOften*few.distinct &&
		(areMany(many.distinct, few.distinct) || areMany(len(many.values), len(few.values)))
	if !isFew || slices.ContainsFunc(few.values, func(a attribute) bool { return !isHashAfterDash(a.value) }) {
		return nil
	}
	return few.values
}

// isHashAfterDash reports whether an array has only one element, a hash with one entry.
func isHashAfterDash(array *data.Node) bool {
	if array.Kind != data.Sequence || len(array.Children) != 1 {
		return false
	}
	hash := array.Children[0]
	return hash.Kind == data.Mapping && len(hash.Children) == 2
}

// hasScalar reports whether an attribute of a hash is a string or number with a meaning.
func hasScalar(hash *data.Node, name string) bool {
	value := hash.Get(name)
	return value != nil && (value.Value == nil || merging.Shape(value.Value) == data.String && merging.HasKind(value.Value))
}

// isAccepted reports whether code has a parameter with the name of an attribute, and a type that accepts a value.
func isAccepted(p *rule.FilePass, name string, v *data.Value) bool {
	return lists.Any(p.AllCode(), func(code *manifest.Index) bool {
		return slices.ContainsFunc(parametersNamed(p, code, name), func(parameter *manifest.Parameter) bool {
			typ, err := code.ParameterType(parameter)
			return parameter.Type() != "" && (err != nil || types.Instance(typ, v))
		})
	})
}

func reportOddType(p *rule.FilePass, odd oddType) {
	name := odd.value.Counterpart()
	d := diagnostic.Diagnostic{
		Span: name.Span, Key: rule.KeyPath(name),
		Message: "`" + rule.Shown(name.Text()) + "` is an array here, but a hash in " + odd.others,
		Detail:  "Puppet passes both to the code that reads the entries, which probably expects a hash",
		Help:    "write a hash here too",
	}
	if dash, ok := dashOf(odd.value.Children[0]); ok {
		d.Help = "remove the dash before the key, or write a hash here too"
		d.Fixes = []diagnostic.Fix{{Message: "remove the dash", Edits: []diagnostic.TextEdit{{File: p.Source(), Span: dash, New: " "}}}}
	}
	p.Report(d)
}

// dashOf returns the dash before a hash that starts on the line of the dash. ok is false if the hash would be invalid without
// it.
func dashOf(hash *data.Node) (dash source.Span, ok bool) {
	column := dashColumn(hash)
	if column < 0 || hash.Style == data.Flow || hash.Tag != "" || hash.Anchor != "" {
		return dash, false
	}
	start := bytes.LastIndexByte(hash.Doc.File.Text[:hash.Span.Start], '\n') + 1 + column
	return source.Span{Start: start, End: start + 1}, true
}
