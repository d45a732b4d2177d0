package rules

import (
	"strings"

	"github.com/hieralint/hieralint/engine"
	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/evaluate"
)

// LookupOptionsMergeConflict reports values that cannot be merged as lookup_options asks.
var LookupOptionsMergeConflict = &Rule{
	ID: "HL3008", Name: "lookup-options-merge-conflict", Severity: Error, Scope: Evaluation,
	Doc: Doc{
		Title: "The values of a key do not go with its merge strategy",
		What: "`hash` where a level has something other than a hash, `unique` where a level has a hash, or `deep` where one level has a hash or list and another something else. " +
			"The finding stands at the value that does not fit, and names the nodes on which the levels meet.",
		Why: "Each file looks right for itself. It depends on the node whether the lookup works.",
		Puppet: "With `hash` and `unique` the lookup fails: `'hash' merge strategy expects a Hash value, got Tuple`. A hash in the highest level becomes an element of the list of `unique`, though. With `deep` the value of the higher level " +
			"replaces those of all lower ones without a word. A single value is not merged, so it may be of any kind. (Puppet 7.23 and 8.11)",
		Examples: []Example{
			{
				Avoid: map[string]string{
					"hiera.yaml":         roleLevels,
					"data/role/web.yaml": "site::users: [carol] # want\n",
					"data/common.yaml":   "lookup_options:\n  site::users: {merge: hash}\nsite::users:\n  alice: {uid: 1001}\n",
				},
				Prefer: map[string]string{
					"hiera.yaml":         roleLevels,
					"data/role/web.yaml": "site::users:\n  carol: {uid: 1003}\n",
					"data/common.yaml":   "lookup_options:\n  site::users: {merge: hash}\nsite::users:\n  alice: {uid: 1001}\n",
				},
				Lookup: "site::users", Fails: "expects a Hash value, got Tuple", PreferValue: `{"alice":{"uid":1001},"carol":{"uid":1003}}`,
			},
			{
				Avoid: map[string]string{
					"hiera.yaml":         roleLevels,
					"data/role/web.yaml": "site::limits: none # want\n",
					"data/common.yaml":   "lookup_options:\n  site::limits: {merge: deep}\nsite::limits:\n  nofile: 1024\n",
				},
				Prefer: map[string]string{
					"hiera.yaml":         roleLevels,
					"data/role/web.yaml": "site::limits: {nofile: 0}\n",
					"data/common.yaml":   "lookup_options:\n  site::limits: {merge: deep}\nsite::limits:\n  nofile: 1024\n",
				},
				Lookup: "site::limits", Value: `"none"`, PreferValue: `{"nofile":0}`,
			},
		},
	},
	Run: func(p *Pass) {
		seen := map[*data.Node]bool{}
		for _, c := range p.Key().Cases {
			higher, lower := conflict(c)
			if higher == nil {
				continue
			}
			wrong, other := misfit(c, higher, lower)
			node := wrong.Key.Node()
			if node == nil || seen[node] {
				continue
			}
			seen[node] = true
			extent := p.Key().Extent(func(o *evaluate.Case) bool {
				a, b := conflict(o)
				if a == nil {
					return false
				}
				w, _ := misfit(o, a, b)
				return w.Key.Node() == node
			})
			d := Diagnostic{
				File: node.Doc.File, Span: node.Span, Key: keyPath(node), Severity: severityOf(extent),
				Message: "`" + shown(p.Key().Name) + "` is " + kindOf(wrong.Value) + " here and " + kindOf(other.Value) + " in " + other.Key.Node().Doc.File.Path +
					", which `" + c.Entry.Strategy.Name() + "` cannot merge",
				Help: "write " + kindOf(other.Value) + " here, or look the key up without this merge",
			}
			switch {
			case c.Err == nil && c.Entry.Strategy.Name() == "unique":
				d.Detail = "Puppet makes the hash one element of the list on " + extent.Text + guess(extent)
			case c.Err != nil:
				d.Detail = "Puppet fails every lookup of it on " + extent.Text + guess(extent) + ": `" + quoted(c.Err.Message) + "`"
			default:
				d.Detail = "Puppet drops what the lower levels have on " + extent.Text + guess(extent)
			}
			d.Related = []Related{{File: other.Key.Node().Doc.File, Span: other.Key.Node().Span, Message: "the other value"}}
			if c.Entry.KeyNode != nil {
				d.Related = append(d.Related, Related{File: c.Entry.KeyNode.Doc.File, Span: c.Entry.KeyNode.Span, Message: "the merge is asked for here"})
			}
			p.Report(d)
		}
	},
}

// roleLevels is a hierarchy for examples in which not all nodes read the same files.
const roleLevels = "version: 5\nhierarchy:\n  - {name: Roles, path: \"role/%{facts.role}.yaml\"}\n  - {name: Common, path: common.yaml}\n"

// conflict finds the first two neighbouring values of a case that its strategy does not merge; nil
// when there are none.
func conflict(c *evaluate.Case) (higher, lower *evaluate.Value) {
	if c.Entry == nil || c.Entry.Strategy == nil || c.Entry.Strategy.First() || c.Err != nil && c.Err.Cause != engine.BadMerge {
		return nil, nil
	}
	strategy := c.Entry.Strategy.Name()
	var last *evaluate.Value
	for i := range c.Values {
		v := &c.Values[i]
		if _, ok := engine.AsUnknown(v.Value); ok || v.Value.Kind() == data.Undef && !strings.HasPrefix(strategy, "hash") {
			continue
		}
		if v.Value.Kind() == data.String && strings.Contains(v.Value.Text(), "%{") {
			continue // a reference, whose value may be of any kind
		}
		if last != nil && !mergeable(strategy, last.Value, v.Value) {
			return last, v
		}
		if last == nil {
			last = v
		}
	}
	return nil, nil
}

// mergeable tells whether a strategy makes one of two values.
func mergeable(strategy string, higher, lower *data.Value) bool {
	isHash := func(v *data.Value) bool { return v.Kind() == data.Hash }
	switch strategy {
	case "hash":
		return isHash(higher) && isHash(lower)
	case "unique":
		return !isHash(higher) && !isHash(lower)
	default:
		return shape(higher) == shape(lower)
	}
}

// shape tells hashes, lists and scalars apart.
func shape(v *data.Value) data.Kind {
	switch v.Kind() {
	case data.Hash, data.Array:
		return v.Kind()
	default:
		return data.String
	}
}

// misfit is which of two values does not fit, and the other: the one that the strategy refuses, else
// the one whose shape is rarer among the values of the case, else the more important one.
func misfit(c *evaluate.Case, higher, lower *evaluate.Value) (wrong, other *evaluate.Value) {
	switch isHash := shape(higher.Value) == data.Hash; c.Entry.Strategy.Name() {
	case "hash":
		if isHash {
			return lower, higher
		}
		return higher, lower
	case "unique":
		if isHash {
			return higher, lower
		}
		return lower, higher
	}
	same := 0
	for _, v := range c.Values {
		if shape(v.Value) == shape(higher.Value) {
			same++
		}
	}
	if same > len(c.Values)-same {
		return lower, higher
	}
	return higher, lower
}
