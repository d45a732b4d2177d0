package config

import (
	"slices"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/engine/types"
	"github.com/hieralint/hieralint/internal/lists"
)

// structureProblems returns the mismatches of Puppet's type check, one problem for each place.
//
// If a mapping has a key that is not a valid name, Puppet reports the type of the whole mapping as
// wrong, or nothing at all. Other mismatches are found by repeating the check without such keys.
func (r *reader) structureProblems(config *data.Value, schema types.Type) []*Problem {
	var problems []*Problem
	for !types.Instance(schema, config) {
		mismatches := deepest(types.Mismatches(schema, config))
		suspects := mappings(config)
		for i := range mismatches {
			suspects = append(suspects, mismatches[i].Value)
		}
		odd := map[*data.Value]bool{}
		for _, v := range suspects {
			if v.Kind() == data.Hash && slices.ContainsFunc(v.Entries(), isOdd) {
				odd[v] = true
			}
		}
		if len(odd) == 0 {
			return append(problems, r.mismatchProblems(mismatches)...)
		}
		config = withoutOddKeys(config, odd, &problems)
	}
	return problems
}

func (r *reader) mismatchProblems(mismatches []types.Mismatch) []*Problem {
	var problems []*Problem
	for i := range mismatches {
		switch m := &mismatches[i]; m.Kind {
		case types.UnrecognizedKey:
			problems = append(problems, r.unknownKey(m))
		case types.MissingKey:
			problems = append(problems, missingKey(m))
		default:
			problems = append(problems, wrongType(m))
		}
	}
	return problems
}

// isOdd reports whether a key is not a non-empty string.
func isOdd(e data.Entry) bool { return !isText(e.Key) }

// mappings returns the mappings with a fixed set of keys: the whole file, the defaults, and the
// levels.
func mappings(config *data.Value) []*data.Value {
	found := []*data.Value{config}
	if defaults, ok := config.Get(keyDefaults); ok {
		found = append(found, defaults)
	}
	for _, key := range []string{keyHierarchy, keyPlanHierarchy, keyDefaultHierarchy} {
		if levels, ok := config.Get(key); ok {
			found = append(found, levels.Items()...)
		}
	}
	return found
}

// withoutOddKeys returns a copy of v in which some mappings lack their odd keys, and adds a problem
// for each of these.
func withoutOddKeys(v *data.Value, odd map[*data.Value]bool, problems *[]*Problem) *data.Value {
	switch v.Kind() {
	case data.Array:
		items := lists.Map(v.Items(), func(item *data.Value) *data.Value { return withoutOddKeys(item, odd, problems) })
		return data.NewArray(items).WithNode(v.Node())
	case data.Hash:
		var entries []data.Entry
		for _, e := range v.Entries() {
			if odd[v] && isOdd(e) {
				*problems = append(*problems, &Problem{Code: BadKey, Node: e.Key.Node(), Value: e.Key})
				continue
			}
			entries = append(entries, data.Entry{Key: e.Key, Value: withoutOddKeys(e.Value, odd, problems)})
		}
		return data.NewHash(entries).WithNode(v.Node())
	}
	return v
}

// deepest drops mismatches of a Variant's alternatives if another alternative matches more deeply:
// if an element of an array is wrong, it does not matter that the array is not a string.
func deepest(mismatches []types.Mismatch) []types.Mismatch {
	return slices.DeleteFunc(slices.Clone(mismatches), func(m types.Mismatch) bool {
		last := len(m.Path) - 1
		return last >= 0 && m.Path[last].Kind == types.VariantStep && slices.ContainsFunc(mismatches, func(o types.Mismatch) bool {
			return len(o.Path) > last+1 && slices.Equal(o.Path[:last], m.Path[:last])
		})
	})
}

// placeOf converts a path of the type check.
func placeOf(path []types.Step) Place {
	var p Place
	for _, s := range path {
		switch s.Kind {
		case types.EntryStep, types.KeyStep:
			p.Parent, p.Key, p.Element = p.Key, s.Name, false
		case types.IndexStep:
			p.Element = true
		}
	}
	return p
}

// unknownKey returns the problem of a key that is not allowed in its place.
func (r *reader) unknownKey(m *types.Mismatch) *Problem {
	where := placeOf(m.Path)
	return &Problem{Code: UnknownKey, Node: m.Value.Node(), Name: m.Key, Known: r.knownKeys(where), Place: where}
}

// knownKeys lists the keys that are allowed in a place, the common ones first.
func (r *reader) knownKeys(where Place) []string {
	inLevel := where.InLevel()
	switch {
	case r.Version == 5 && inLevel:
		keys := append([]string{keyName}, locationKeys...)
		keys = append(keys, keyDatadir, keyDataHash, keyLookupKey, keyDataDig, keyOptions)
		if r.Layer == Global {
			keys = append(keys, keyHiera3Backend)
		}
		return keys
	case r.Version == 5 && where.Key == keyDefaults:
		return []string{keyDatadir, keyDataHash, keyLookupKey, keyDataDig, keyOptions}
	case r.Version == 5:
		keys := []string{keyVersion, keyDefaults, keyHierarchy}
		if r.Layer == Module {
			keys = append(keys, keyDefaultHierarchy)
		}
		return append(keys, keyPlanHierarchy)
	case r.Version == 4 && inLevel:
		return []string{keyName, keyBackend, keyDatadir, keyPath, keyPaths}
	case r.Version == 4:
		return []string{keyVersion, keyDatadir, keyHierarchy}
	}
	return []string{keyBackends, keyHierarchy, keyLogger, keyMergeBehavior, keyDeepMergeOptions}
}

// missingKey returns the problem of a required key. It is reported at the first key of the mapping.
func missingKey(m *types.Mismatch) *Problem {
	p := &Problem{Code: MissingKey, Node: m.Value.Node(), Name: m.Key}
	if m.Value.Len() > 0 {
		if first := m.Value.Entries()[0].Key.Node(); first != nil {
			p.Span = first.Span
		}
	}
	return p
}

// wrongType returns the problem of a value with the wrong type.
func wrongType(m *types.Mismatch) *Problem {
	p := &Problem{Code: WrongType, Node: m.Value.Node(), Place: placeOf(m.Path), Value: m.Value, Mismatch: m.Kind}
	if last := len(m.Path) - 1; last >= 0 && m.Path[last].Kind == types.KeyStep {
		p.Code, p.Name = BadOptionName, m.Value.Text()
	}
	return p
}

// keyNode returns the node of key name in a mapping; nil if missing.
func keyNode(hash *data.Value, name string) *data.Node {
	if e, ok := hash.Entry(name); ok {
		return e.Key.Node()
	}
	return nil
}

// keySpan returns the span of keyNode; zero if missing.
func keySpan(hash *data.Value, name string) source.Span {
	if n := keyNode(hash, name); n != nil {
		return n.Span
	}
	return source.Span{}
}
