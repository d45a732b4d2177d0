package config

import (
	"slices"
	"strconv"
	"strings"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/engine/types"
	"github.com/hieralint/hieralint/internal/nearest"
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
			if !r.isMisspelt(m, mismatches) {
				problems = append(problems, missingKey(m))
			}
		default:
			problems = append(problems, r.wrongType(m))
		}
	}
	return problems
}

// isMisspelt tells whether a missing key is there under a name like it, which is reported.
func (r *reader) isMisspelt(missing *types.Mismatch, all []types.Mismatch) bool {
	return slices.ContainsFunc(all, func(m types.Mismatch) bool {
		return m.Kind == types.UnrecognizedKey && slices.Equal(m.Path, missing.Path) && r.unknownKey(&m).Suggestion == missing.Key
	})
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

// place names what a path leads to: the key, and whether it is in a level or the defaults.
type place struct {
	key     string // the last key on the way; "" at the root
	parent  string // the key before that
	element bool   // an element of the list under key
}

func placeOf(path []types.Step) place {
	var p place
	for _, s := range path {
		switch s.Kind {
		case types.EntryStep, types.KeyStep:
			p.parent, p.key, p.element = p.key, s.Name, false
		case types.IndexStep:
			p.element = true
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
	p := &Problem{Code: UnknownKey, Node: m.Value.Node()}
	where := placeOf(m.Path)
	inLevel := isHierarchy(where.key) && where.element
	known := r.knownKeys(where, inLevel)
	switch {
	case where.key == "":
		p.Cause = "`" + m.Key + "` is not a key of a hiera.yaml of version " + strconv.Itoa(r.Version)
	case inLevel:
		p.Cause = "`" + m.Key + "` is not a key of a level"
	default:
		p.Cause = "`" + m.Key + "` is not a key of `" + where.key + "`"
	}
	if help := r.misplaced(m.Key, where, inLevel); help != "" {
		p.Help = help
	} else if near, ok := nearest.Name(m.Key, known); ok {
		p.Suggestion = near
		p.Help = "did you mean `" + near + "`?"
	} else {
		p.Help = "known here are " + names(known)
	}
	return p
}

// knownKeys are the keys that are allowed at a place, the usual ones first.
func (r *reader) knownKeys(where place, inLevel bool) []string {
	switch {
	case r.Version == 5 && inLevel:
		keys := append([]string{keyName}, locationKeys...)
		keys = append(keys, keyDatadir, keyDataHash, keyLookupKey, keyDataDig, keyOptions)
		if r.Layer == Global {
			keys = append(keys, keyHiera3Backend)
		}
		return keys
	case r.Version == 5 && where.key == keyDefaults:
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

// misplaced says where a key belongs that is right somewhere else; "" when it is not.
func (r *reader) misplaced(key string, where place, inLevel bool) string {
	if key == "lookup_options" {
		return "`lookup_options` belongs in the data files, next to the keys it is about"
	}
	if r.Version == 3 {
		if slices.Contains([]string{"yaml", "json", "eyaml", "hocon"}, key) {
			return "name `" + key + "` in `:backends:` as well"
		}
		return ""
	}
	if r.Version == 4 {
		if key == keyDefaults || slices.Contains(functionKeys, key) || slices.Contains(locationKeys, key) {
			return "this is of version 5; write `version: 5` and convert the file"
		}
		return ""
	}
	switch {
	case key == keyBackend && inLevel:
		return "this is of version 4; in version 5 a level names a function, as `data_hash: yaml_data`"
	case slices.Contains([]string{keyBackends, keyLogger, keyMergeBehavior, keyDeepMergeOptions, "yaml", "json", "eyaml"}, key):
		return "this is of version 3 and has no meaning in version 5"
	case where.key == "" && (key == keyDatadir || key == keyOptions || key == keyDataHash || key == keyLookupKey || key == keyDataDig):
		return "it belongs in `defaults`, or in a level"
	case !inLevel && (key == keyName || key == keyHiera3Backend || slices.Contains(locationKeys, key)):
		return "it belongs in a level of `hierarchy`"
	default:
		return ""
	}
}

// missingKey is a key that must be there. It is reported at the first key of the mapping.
func missingKey(m *types.Mismatch) *Problem {
	p := &Problem{Code: MissingKey, Node: m.Value.Node()}
	if m.Value.Len() > 0 {
		if first := m.Value.Entries()[0].Key.Node(); first != nil {
			p.Span = first.Span
		}
	}
	switch m.Key {
	case keyName:
		p.Cause, p.Help = "the level has no `name`", "every level needs a `name` of its own"
	case keyBackend:
		p.Cause, p.Help = "the level has no `backend`", "write `backend: yaml`"
	default:
		p.Cause = "`" + m.Key + "` is missing"
	}
	return p
}

// wrongType is a value of another type than it should be.
func (r *reader) wrongType(m *types.Mismatch) *Problem {
	where := placeOf(m.Path)
	p := &Problem{Code: WrongType, Node: m.Value.Node()}
	if last := len(m.Path) - 1; last >= 0 && m.Path[last].Kind == types.KeyStep {
		p.Cause = "`" + m.Value.Text() + "` cannot be the name of an option"
		p.Help = "a name begins with a letter, ends with a letter or digit, and has only letters, digits, `_` and `-` between"
		return p
	}
	subject, wanted, help := r.expected(where, m)
	p.Help = help
	switch {
	case m.Value.IsUndef():
		p.Cause = subject + " has no value"
		p.Help = "give it a value, or remove it"
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
		if written := r.written(m.Value); wanted == "text" && isScalar(m.Value) && written != "" {
			p.Help = "quote it: `'" + written + "'`"
		}
	}
	return p
}

func isScalar(v *data.Value) bool {
	return v.Kind() == data.Boolean || v.Kind() == data.Integer || v.Kind() == data.Float
}

// written is the value as it stands in the file.
func (r *reader) written(v *data.Value) string {
	if v.Node() == nil {
		return ""
	}
	return string(r.Doc.File.Slice(v.Node().Span))
}

// expected says what should stand at a place: its name, what it must be, and what to write where
// the value that is there tells what was meant.
func (r *reader) expected(where place, m *types.Mismatch) (subject, wanted, help string) {
	subject = "`" + where.key + "`"
	if where.element {
		subject = "an element of `" + where.key + "`"
	}
	list, single := m.Value.Kind() == data.Array, m.Value.Kind() == data.String
	switch {
	case where.key == keyVersion:
		return subject, "the number " + strconv.Itoa(r.Version), "write `version: " + strconv.Itoa(r.Version) + "`"
	case where.parent == keyOptions:
		return "the option " + subject, "text, a number, a boolean, null, or lists and mappings of them", ""
	case where.parent == keyDeepMergeOptions:
		return subject, "text or a boolean", ""
	case where.key == keyMergeBehavior:
		return subject, "`native`, `deep` or `deeper`", ""
	case isHierarchy(where.key) && where.element && r.Version > 3:
		return "a level of `" + where.key + "`", "a mapping with a `name`", ""
	case isHierarchy(where.key) && r.Version > 3:
		return subject, "a list of levels", ""
	case (where.key == keyHierarchy || where.key == keyBackends) && where.element:
		return subject, "text", ""
	case (where.key == keyHierarchy || where.key == keyBackends) && !list:
		return subject, "text or a list of texts", ""
	case where.key == keyDefaults || where.key == keyOptions || r.Version == 3 && where.key != keyLogger:
		return subject, "a mapping", ""
	case where.element:
		return subject, "text", ""
	case where.key == keyMappedPaths:
		return subject, "a list of three (the variable, a name for its elements, the path)", ""
	case where.key == keyPaths || where.key == keyGlobs || where.key == keyURIs:
		if single {
			help = "write `" + strings.TrimSuffix(where.key, "s") + "` for a single one"
		}
		return subject, "a list of texts with at least one element", help
	default:
		if list && slices.Contains(locationKeys, where.key) {
			help = "write `" + where.key + "s` for a list"
		}
		return subject, "text", help
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
