package config

import (
	"slices"
	"strconv"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/engine/types"
)

// structureProblems says to a person what Puppet's type check says: one problem for each place,
// with what to write there.
//
// Of a mapping with a key that is no name Puppet says that its type is wrong as a whole, or nothing
// at all. What is wrong besides is found without such keys.
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
			problems = append(problems, r.wrongType(m))
		}
	}
	return problems
}

// isOdd tells whether a key is no name: not text, or empty.
func isOdd(e data.Entry) bool { return !isText(e.Key) }

// mappings are the mappings of a file that have fixed keys: the whole, the defaults and the levels.
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

// withoutOddKeys is v without the odd keys of some of the mappings in it, which become problems.
func withoutOddKeys(v *data.Value, odd map[*data.Value]bool, problems *[]*Problem) *data.Value {
	switch v.Kind() {
	case data.Array:
		items := make([]*data.Value, v.Len())
		for i, item := range v.Items() {
			items[i] = withoutOddKeys(item, odd, problems)
		}
		return data.NewArray(items).WithNode(v.Node())
	case data.Hash:
		var entries []data.Entry
		for _, e := range v.Entries() {
			if odd[v] && isOdd(e) {
				*problems = append(*problems, &Problem{Code: WrongType, Node: e.Key.Node(), Cause: "a key must be text, not " + shape(e.Key)})
				continue
			}
			entries = append(entries, data.Entry{Key: e.Key, Value: withoutOddKeys(e.Value, odd, problems)})
		}
		return data.NewHash(entries).WithNode(v.Node())
	default:
		return v
	}
}

// deepest leaves out that a Variant fails in one way when it fails deeper inside in another: that a
// list is no text does not matter when an element of it is wrong.
func deepest(mismatches []types.Mismatch) []types.Mismatch {
	return slices.DeleteFunc(slices.Clone(mismatches), func(m types.Mismatch) bool {
		last := len(m.Path) - 1
		return last >= 0 && m.Path[last].Kind == types.VariantStep && slices.ContainsFunc(mismatches, func(o types.Mismatch) bool {
			return len(o.Path) > last+1 && slices.Equal(o.Path[:last], m.Path[:last])
		})
	})
}

// placeOf is where a path leads to.
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

// isHierarchy tells whether a key holds levels.
func isHierarchy(key string) bool {
	return key == keyHierarchy || key == keyDefaultHierarchy || key == keyPlanHierarchy
}

// unknownKey is a key that Puppet does not know at its place.
func (r *reader) unknownKey(m *types.Mismatch) *Problem {
	where := placeOf(m.Path)
	p := &Problem{Code: UnknownKey, Node: m.Value.Node(), Name: m.Key, Known: r.knownKeys(where), Place: where}
	switch {
	case where.Key == "":
		p.Cause = "`" + m.Key + "` is not a key of a hiera.yaml of version " + strconv.Itoa(r.Version)
	case where.InLevel():
		p.Cause = "`" + m.Key + "` is not a key of a level"
	default:
		p.Cause = "`" + m.Key + "` is not a key of `" + where.Key + "`"
	}
	return p
}

// knownKeys are the keys that are allowed at a place, the usual ones first.
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
	default:
		return []string{keyBackends, keyHierarchy, keyLogger, keyMergeBehavior, keyDeepMergeOptions}
	}
}

// missingKey is a key that must be there. It is reported at the first key of the mapping.
func missingKey(m *types.Mismatch) *Problem {
	p := &Problem{Code: MissingKey, Node: m.Value.Node(), Name: m.Key}
	if m.Value.Len() > 0 {
		if first := m.Value.Entries()[0].Key.Node(); first != nil {
			p.Span = first.Span
		}
	}
	switch m.Key {
	case keyName:
		p.Cause = "the level has no `name`"
	case keyBackend:
		p.Cause = "the level has no `backend`"
	default:
		p.Cause = "`" + m.Key + "` is missing"
	}
	return p
}

// wrongType is a value of another type than it should be.
func (r *reader) wrongType(m *types.Mismatch) *Problem {
	where := placeOf(m.Path)
	p := &Problem{Code: WrongType, Node: m.Value.Node(), Place: where, Value: m.Value}
	if last := len(m.Path) - 1; last >= 0 && m.Path[last].Kind == types.KeyStep {
		p.Cause = "`" + m.Value.Text() + "` cannot be the name of an option"
		p.Name = m.Value.Text()
		return p
	}
	subject, wanted := r.expected(where, m)
	p.Expected = wanted
	switch {
	case m.Value.IsUndef():
		p.Cause = subject + " has no value"
	case m.Kind == types.WrongSize && m.Value.Len() == 0:
		p.Cause = subject + " must be " + wanted + "; it is empty"
	case m.Kind == types.WrongSize:
		p.Cause = subject + " must be " + wanted + ", not of " + strconv.Itoa(m.Value.Len())
	case m.Kind == types.NoMatch:
		p.Cause = subject + " must be " + wanted + ", not `" + m.Value.Text() + "`"
	case m.Value.Kind() == data.String && m.Value.Text() == "":
		p.Cause = subject + " must not be empty"
	default:
		p.Cause = subject + " must be " + wanted + ", not " + shape(m.Value)
	}
	return p
}

// expected says what must be at a place: its name, and what it must be.
func (r *reader) expected(where Place, m *types.Mismatch) (subject, wanted string) {
	subject = "`" + where.Key + "`"
	if where.Element {
		subject = "an element of `" + where.Key + "`"
	}
	list := m.Value.Kind() == data.Array
	switch {
	case where.Key == keyVersion:
		return subject, "the number " + strconv.Itoa(r.Version)
	case where.Parent == keyOptions:
		return "the option " + subject, "text, a number, a boolean, null, or lists and mappings of them"
	case where.Parent == keyDeepMergeOptions:
		return subject, "text or a boolean"
	case where.Key == keyMergeBehavior:
		return subject, "`native`, `deep` or `deeper`"
	case isHierarchy(where.Key) && where.Element && r.Version > 3:
		return "a level of `" + where.Key + "`", "a mapping with a `name`"
	case isHierarchy(where.Key) && r.Version > 3:
		return subject, "a list of levels"
	case (where.Key == keyHierarchy || where.Key == keyBackends) && where.Element:
		return subject, "text"
	case (where.Key == keyHierarchy || where.Key == keyBackends) && !list:
		return subject, "text or a list of texts"
	case where.Key == keyDefaults || where.Key == keyOptions || r.Version == 3 && where.Key != keyLogger:
		return subject, "a mapping"
	case where.Element:
		return subject, "text"
	case where.Key == keyMappedPaths:
		return subject, "a list of three (the variable, a name for its elements, the path)"
	case where.Key == keyPaths || where.Key == keyGlobs || where.Key == keyURIs:
		return subject, "a list of texts with at least one element"
	default:
		return subject, "text"
	}
}

// keyNode is where the key name of a mapping is written; nil when it is not.
func keyNode(hash *data.Value, name string) *data.Node {
	for _, e := range hash.Entries() {
		if e.Key.Kind() == data.String && e.Key.Text() == name {
			return e.Key.Node()
		}
	}
	return nil
}

// keySpan is the place of keyNode, zero when there is none.
func keySpan(hash *data.Value, name string) source.Span {
	if n := keyNode(hash, name); n != nil {
		return n.Span
	}
	return source.Span{}
}
