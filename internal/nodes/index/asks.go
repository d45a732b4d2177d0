package index

import (
	"slices"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/interpolate"
	"github.com/hieralint/hieralint/engine/key"
)

// Asks holds the keys and variables that the tokens in values reference and read, without
// repetitions.
type Asks struct {
	References []string
	Variables  []key.Key

	known map[string]bool // if there are many: references, and variables prefixed by %
}

// noAsks is shared by the many values without tokens.
var noAsks = &Asks{}

// add adds a to all.
func (a *Asks) add(all *Asks) {
	for _, k := range a.Variables {
		all.AddVariable(k)
	}
	for _, name := range a.References {
		all.AddReference(name)
	}
}

// AsksOf returns what the tokens in a value reference and read. Puppet also interpolates what it
// inserts for a token, but for a reference, that is part of what the referenced key's values ask for.
func AsksOf(v *data.Value) *Asks {
	all := noAsks
	for text := range v.Strings() {
		for token := range interpolate.Tokens(text.Text()) {
			if all == noAsks {
				all = &Asks{}
			}
			switch {
			case token.Kind == interpolate.Variable, token.Kind == interpolate.Call && token.Method == interpolate.Scope:
				all.AddVariable(token.Key)
			case token.Kind == interpolate.Call && token.Method.TakesKey() && token.KeyErr == nil:
				all.AddReference(token.Key.Root)
			}
		}
	}
	return all
}

// few is the number of references or variables up to which lists are searched.
const few = 16

// AddVariable adds a variable.
func (a *Asks) AddVariable(k key.Key) {
	if !a.knows("%", k.Text, slices.ContainsFunc(a.Variables[:min(few, len(a.Variables))], func(other key.Key) bool { return other.Text == k.Text })) {
		a.Variables = append(a.Variables, k)
	}
}

// AddReference adds a root key.
func (a *Asks) AddReference(name string) {
	if !a.knows("", name, slices.Contains(a.References[:min(few, len(a.References))], name)) {
		a.References = append(a.References, name)
	}
}

// knows reports whether a text is present, and adds it if there are many. found reports that it is
// among the first few.
func (a *Asks) knows(prefix, text string, found bool) bool {
	if found || len(a.References) < few && len(a.Variables) < few {
		return found
	}
	if a.known == nil {
		a.known = map[string]bool{}
		for _, name := range a.References {
			a.known[name] = true
		}
		for _, k := range a.Variables {
			a.known["%"+k.Text] = true
		}
	}
	found = a.known[prefix+text]
	a.known[prefix+text] = true
	return found
}
