package facts

import (
	"slices"
	"strings"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/key"
	"github.com/hieralint/hieralint/engine/outcome"
	"github.com/hieralint/hieralint/internal/lists"
)

// keyOmitted is the key for variables that a node has but its file does not contain: a hash from
// `facts`, `trusted`, and `vars` to arrays of names, such as `os.name` and `'a.b'.c`. Their values
// are unknown. A variable that is neither in the file nor listed here does not exist.
const keyOmitted = "omitted"

// leaveOut marks the parts that were omitted from the file as unknown.
func (n *Node) leaveOut(v *data.Value) {
	omitted, ok := v.Get(keyOmitted)
	if !ok || omitted.Kind() != data.Hash {
		return
	}
	for _, of := range []struct {
		name string
		in   **data.Value
	}{{"facts", &n.Facts}, {"trusted", &n.Trusted}, {"vars", &n.Vars}} {
		names, ok := omitted.Get(of.name)
		if !ok || names.Kind() != data.Array {
			continue
		}
		missing := &branch{}
		for _, name := range names.Items() {
			if name.Kind() == data.String {
				if segments := Segments(name.Text()); segments != nil {
					missing.add(segments, name.Text())
				}
			}
		}
		if *of.in = missing.plant(*of.in); *of.in == nil {
			*of.in = data.NewHash(nil)
		}
	}
}

// Segments splits the name of a variable or of a part of one; nil if the name is invalid.
func Segments(name string) []string {
	k, err := key.Parse(name)
	if err != nil || name == "" {
		return nil
	}
	return append([]string{strings.TrimPrefix(k.Root, "::")}, lists.Map(k.Sub, key.Segment.String)...)
}

// Name joins segments to a name. ok is false if that is impossible.
func Name(segments []string) (name string, ok bool) {
	parts := make([]string, len(segments))
	for i, s := range segments {
		parts[i] = s
		if strings.ContainsAny(s, `.'" `) {
			quote := `"`
			if strings.Contains(s, quote) {
				quote = "'"
			}
			parts[i] = quote + s + quote
		}
	}
	name = strings.Join(parts, ".")
	return name, slices.Equal(Segments(name), segments)
}

// branch is a node in a tree of names.
type branch struct {
	name     string // of an omitted part; "" if only subkeys are omitted
	names    []string
	branches map[string]*branch
}

func (b *branch) add(segments []string, name string) {
	for _, s := range segments {
		if b.branches[s] == nil {
			lists.Put(&b.branches, s, &branch{})
			b.names = append(b.names, s)
		}
		b = b.branches[s]
	}
	b.name = name
}

// plant returns v with unknown values in place of the omitted parts.
func (b *branch) plant(v *data.Value) *data.Value {
	switch {
	case v == nil && b.name != "":
		return data.NewRich(&outcome.Unknown{Reason: outcome.UnknownVariable, Subject: b.name})
	case len(b.names) == 0, v != nil && v.Kind() != data.Hash:
		return v
	}
	var entries []data.Entry
	if v != nil {
		entries = slices.Clone(v.Entries())
	}
	for _, name := range b.names {
		at := slices.IndexFunc(entries, func(e data.Entry) bool { return e.Key.Kind() == data.String && e.Key.Text() == name })
		if at < 0 {
			entries = append(entries, data.NewEntry(name, b.branches[name].plant(nil)))
			continue
		}
		entries[at].Value = b.branches[name].plant(entries[at].Value)
	}
	return data.NewHash(entries)
}
