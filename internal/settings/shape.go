package settings

import (
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"gopkg.in/yaml.v3"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/plural"
	"github.com/hieralint/hieralint/internal/rooted"
)

// shape describes what is allowed at a place of the configuration. It reads the place, describes it
// in words and as JSON Schema, and writes values.
type shape[T any] struct {
	// read returns the value of a node; ok is false if there is a mistake in it, which is reported.
	read func(r *reader, n *data.Node, what string) (value T, ok bool)
	// words are for the documentation.
	words  string
	schema object
	write  func(value T) *yaml.Node
}

// object is a JSON object, whose members encoding/json sorts by name.
type object map[string]any

// field is a key of a mapping that is read into an S.
type field[S any] struct {
	name string
	// doc describes the field in one paragraph of Markdown. example is a value in YAML.
	doc, example string

	words  string
	schema object
	read   func(r *reader, n *data.Node, into *S)
	write  func(from *S) *yaml.Node
}

// at returns a field that is read into place.
func at[S, T any](name string, s shape[T], place func(*S) *T, example, doc string) field[S] {
	return field[S]{
		name: name, doc: doc, example: example, words: s.words, schema: s.schema,
		read: func(r *reader, n *data.Node, into *S) {
			if value, ok := s.read(r, n, "`"+name+"`"); ok {
				*place(into) = value
			}
		},
		write: func(from *S) *yaml.Node { return s.write(*place(from)) },
	}
}

// readFields reads a mapping with these keys. A key without a value is ignored.
func readFields[S any](r *reader, n *data.Node, what string, fields []field[S], into *S) {
	r.entries(n, what, func(key, value *data.Node) {
		i := slices.IndexFunc(fields, func(f field[S]) bool { return f.name == key.Text() })
		switch {
		case i < 0:
			known := lists.Map(fields, func(f field[S]) string { return f.name })
			r.noSuch(key, "setting", what, known)
		case !isNothing(value):
			fields[i].read(r, value, into)
		}
	})
}

// schemaOf returns the schema of a mapping with these keys.
func schemaOf[S any](fields []field[S], required ...string) object {
	properties := object{}
	for _, f := range fields {
		property := object{"description": f.doc}
		maps.Copy(property, f.schema)
		properties[f.name] = property
	}
	o := object{"type": "object", "properties": properties, "additionalProperties": false}
	if len(required) > 0 {
		o["required"] = required
	}
	return o
}

// writeFields writes a mapping with these keys.
func writeFields[S any](fields []field[S], from *S) *yaml.Node {
	n := &yaml.Node{Kind: yaml.MappingNode}
	for _, f := range fields {
		if value := f.write(from); value != nil {
			n.Content = append(n.Content, scalar(f.name), value)
		}
	}
	return n
}

// scalar returns a value as YAML.
func scalar(value any) *yaml.Node {
	var n yaml.Node
	if err := n.Encode(value); err != nil {
		panic(err) // encoding strings, numbers, and booleans does not fail
	}
	return &n
}

// text is any non-empty string. Numbers and booleans are read as written.
var text = shape[string]{
	words:  "string",
	schema: object{"type": "string", "minLength": 1},
	read: func(r *reader, n *data.Node, what string) (string, bool) {
		if n.Kind != data.Scalar || n.Text() == "" {
			r.fail(n, what+" must be a string, not "+kindOf(n), "")
			return "", false
		}
		return n.Text(), true
	},
	write: writeText,
}

// writeText writes a string; nothing if it is empty.
func writeText(value string) *yaml.Node {
	if value == "" {
		return nil
	}
	return scalar(value)
}

// maxMiB is the maximum size: the configuration of an untrusted tree must not disable the limits.
const maxMiB = 256

// size is a size in MiB, read as bytes; 0 for none.
var size = shape[int64]{
	words:  "number of MiB, at most " + strconv.Itoa(maxMiB),
	schema: object{"type": "integer", "minimum": 1, "maximum": maxMiB},
	read: func(r *reader, n *data.Node, what string) (int64, bool) {
		if n.Value != nil {
			if mib, ok := n.Value.Int(); ok && 1 <= mib && mib <= maxMiB {
				return mib << 20, true
			}
		}
		r.fail(n, what+" must be a number of MiB from 1 to "+strconv.Itoa(maxMiB)+", not "+kindOf(n), "")
		return 0, false
	},
	write: func(bytes int64) *yaml.Node {
		if bytes == 0 {
			return nil
		}
		return scalar(bytes >> 20)
	},
}

// flag is true or false.
var flag = shape[bool]{
	words:  "true or false",
	schema: object{"type": "boolean"},
	read: func(r *reader, n *data.Node, what string) (value, ok bool) {
		if !n.Value.Is(data.Boolean) {
			r.fail(n, what+" must be true or false, not "+kindOf(n), "")
			return false, false
		}
		return n.Value.Bool(), true
	},
	write: func(value bool) *yaml.Node { return scalar(value) },
}

// choice is one of several words, with the value that it represents.
type choice[T any] struct {
	word  string
	value T
}

// choiceOf returns the choice of a value by its name.
func choiceOf[T fmt.Stringer](value T) choice[T] { return choice[T]{value.String(), value} }

// oneOf is a choice between words. Words that YAML reads as numbers are numbers in the schema.
func oneOf[T comparable](choices ...choice[T]) shape[T] {
	words := make([]string, len(choices))
	enum := make([]any, len(choices))
	for i, c := range choices {
		words[i] = c.word
		var plain any
		if err := yaml.Unmarshal([]byte(c.word), &plain); err != nil {
			panic(err) // decoding a word does not fail
		}
		enum[i] = plain
	}
	return shape[T]{
		words:  "`" + strings.Join(words, "`, `") + "`",
		schema: object{"enum": enum},
		read: func(r *reader, n *data.Node, what string) (value T, ok bool) {
			if i := slices.Index(words, n.Text()); n.Kind == data.Scalar && i >= 0 {
				return choices[i].value, true
			}
			r.notOneOf(n, what, words)
			return value, false
		},
		write: func(value T) *yaml.Node {
			i := slices.IndexFunc(choices, func(c choice[T]) bool { return c.value == value })
			if i < 0 { // it is not set
				return nil
			}
			return &yaml.Node{Kind: yaml.ScalarNode, Value: choices[i].word}
		},
	}
}

// several returns the plural: `path, relative to …` becomes `paths, relative to …`.
func several(words string) string {
	noun, _, _ := strings.Cut(words, ",")
	if strings.ContainsAny(noun, " `") {
		return words
	}
	return plural.Noun(2, noun) + words[len(noun):]
}

// list is a list of values described by one.
func list[T any](one shape[T]) shape[[]T] {
	return shape[[]T]{
		words:  "array of " + several(one.words),
		schema: object{"type": "array", "items": one.schema},
		read: func(r *reader, n *data.Node, what string) ([]T, bool) {
			if n.Kind != data.Sequence {
				r.fail(n, what+" must be an array, not "+kindOf(n), "write `["+r.short(n)+"]`")
				return nil, false
			}
			all, right := make([]T, len(n.Children)), true
			for i, child := range n.Children {
				var ok bool
				all[i], ok = one.read(r, resolve(child), "an element of "+what)
				right = right && ok
			}
			return all, right
		},
		write: func(value []T) *yaml.Node {
			n := &yaml.Node{Kind: yaml.SequenceNode}
			for _, element := range value {
				n.Content = append(n.Content, one.write(element))
			}
			if len(value) == 0 {
				n.Style = yaml.FlowStyle
			}
			return n
		},
	}
}

// path is the path of a file or directory, relative to that of the configuration.
var path = shape[string]{
	words:  "path, relative to the directory of the configuration",
	schema: text.schema,
	read: func(r *reader, n *data.Node, what string) (string, bool) {
		value, ok := text.read(r, n, what)
		if !ok || rooted.Is(value) {
			return value, ok
		}
		return filepath.Join(r.dir, filepath.FromSlash(value)), true
	},
	write: text.write,
}

// byName is a hash with any keys.
func byName[T any](one shape[T]) shape[map[string]T] {
	return shape[map[string]T]{
		words:  "hash, each value a " + one.words,
		schema: object{"type": "object", "additionalProperties": one.schema},
		read: func(r *reader, n *data.Node, what string) (map[string]T, bool) {
			values, right := map[string]T{}, n.Kind == data.Mapping
			r.entries(n, what, func(key, value *data.Node) {
				read, ok := one.read(r, value, "`"+key.Text()+"` in "+what)
				values[key.Text()], right = read, right && ok
			})
			return values, right
		},
		write: func(values map[string]T) *yaml.Node {
			if len(values) == 0 {
				return nil
			}
			n := &yaml.Node{Kind: yaml.MappingNode}
			for _, name := range slices.Sorted(maps.Keys(values)) {
				n.Content = append(n.Content, scalar(name), one.write(values[name]))
			}
			return n
		},
	}
}

// globs are patterns of paths or keys.
func globs(what string, compile func(string) (Pattern, error)) shape[Patterns] {
	one := shape[Pattern]{
		words:  what,
		schema: text.schema,
		read: func(r *reader, n *data.Node, what string) (Pattern, bool) {
			value, ok := text.read(r, n, what)
			if !ok {
				return Pattern{}, false
			}
			p, err := compile(value)
			if err != nil {
				r.fail(n, err.Error(), "put a `\\` before a literal character")
			}
			return p, err == nil
		},
		write: func(p Pattern) *yaml.Node { return scalar(p.Text) },
	}
	all := list(one)
	return shape[Patterns]{
		words: all.words, schema: all.schema,
		read:  func(r *reader, n *data.Node, what string) (Patterns, bool) { return all.read(r, n, what) },
		write: func(p Patterns) *yaml.Node { return all.write(p) },
	}
}

var (
	pathGlobs = limited(globs("path patterns", pathPattern), maxPathPatterns)
	keyGlobs  = limited(globs("key patterns", keyPattern), maxKeyPatterns)
	factGlobs = globs("fact patterns", keyPattern)
)

// Limits for the patterns of a configuration that are compared with each path, or with the key of each finding.
var (
	maxPathPatterns = mostPatterns{1000, "patterns of paths with wildcards", func(p *Pattern) bool { kind, _ := p.kind(); return kind == compared }}
	maxKeyPatterns  = mostPatterns{1000, "patterns of keys that start with a wildcard", func(p *Pattern) bool { return p.Start() == "" }}
)

// mostPatterns is the maximum number of some patterns.
type mostPatterns struct {
	most   int
	what   string
	counts func(*Pattern) bool
}

// limited rejects too many patterns.
func limited(s shape[Patterns], l mostPatterns) shape[Patterns] {
	read := s.read
	s.read = func(r *reader, n *data.Node, what string) (Patterns, bool) {
		all, ok := read(r, n, what)
		before := r.patterns[l.what]
		for i := range all {
			if l.counts(&all[i]) {
				lists.Put(&r.patterns, l.what, r.patterns[l.what]+1)
			}
		}
		if before <= l.most && r.patterns[l.what] > l.most {
			r.fail(n, fmt.Sprintf("more than %d %s", l.most, l.what), "")
		}
		return all, ok
	}
	return s
}

// date is the last day of a period.
var date = shape[string]{
	words:  "date such as `2027-01-31`",
	schema: object{"type": "string", "format": "date"},
	read: func(r *reader, n *data.Node, what string) (string, bool) {
		r.dates[n] = true
		if _, err := time.Parse(time.DateOnly, n.Text()); err != nil || n.Kind != data.Scalar {
			r.fail(n, what+" must be a date, not "+kindOf(n), "write year, month, and day: `2027-01-31`")
			return "", false
		}
		return n.Text(), true
	},
	write: writeText,
}

// each is a list of hashes with these keys, some of which are required.
func each[S any](what, words string, fields []field[S], made func(n *data.Node) S, required ...string) shape[[]S] {
	return list(shape[S]{
		words:  words,
		schema: schemaOf(fields, required...),
		read: func(r *reader, n *data.Node, _ string) (S, bool) {
			value := made(n)
			before := len(r.problems) + r.more
			readFields(r, n, what, fields, &value)
			for _, name := range required {
				if n.Kind == data.Mapping && child(n, name) == nil {
					r.fail(n, what+" needs `"+name+"`", "")
				}
			}
			return value, len(r.problems)+r.more == before
		},
		write: func(value S) *yaml.Node { return writeFields(fields, &value) },
	})
}

// nested returns a field that is a hash with fields of its own. Fields that are not set are left
// unchanged.
func nested[S, T any](name string, fields []field[T], place func(*S) *T, example, doc string) field[S] {
	return field[S]{
		name: name, doc: doc, example: example, words: "hash", schema: schemaOf(fields),
		read:  func(r *reader, n *data.Node, into *S) { readFields(r, n, "`"+name+"`", fields, place(into)) },
		write: func(from *S) *yaml.Node { return writeFields(fields, place(from)) },
	}
}
