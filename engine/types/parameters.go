package types

import (
	"fmt"
	"strings"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/internal/lists"
)

// ClassParameter is a parameter of a class, for checking values.
type ClassParameter struct {
	Name     string
	Type     Type
	Required bool // it has no default
}

// CheckParameters compares values for the parameters of a class, by name in the hash given. Each
// mismatch has Puppet's message without the class: "parameter 'port' expects an Integer value, got
// String". It reduces left, as MismatchesWithin does.
func CheckParameters(params []ClassParameter, given *data.Value, left *int) []Mismatch {
	found := unknownParameters(params, given)
	for _, p := range params {
		v, ok := given.Get(p.Name)
		switch {
		case !ok && p.Required:
			m := &mismatch{kind: MissingParameter, key: p.Name}
			found = append(found, m.export(given))
		case ok && !Instance(p.Type, v):
			for _, m := range describeWithin(p.Type, InferSet(v), []Step{{Kind: ParameterStep, Name: p.Name}}, left) {
				found = append(found, m.export(v))
			}
		}
	}
	return found
}

// unknownParameters returns mismatches for the values that are for none of the parameters.
func unknownParameters(params []ClassParameter, given *data.Value) (found []Mismatch) {
	values := 0
	for _, p := range params {
		if _, ok := given.Get(p.Name); ok {
			values++
		}
	}
	if values == given.Len() {
		return nil // as for most
	}
	known := lists.Set(lists.Map(params, func(p ClassParameter) string { return p.Name }))
	for _, e := range given.Entries() {
		if name := e.Key.Text(); !known[name] {
			m := &mismatch{kind: UnknownParameter, key: name}
			found = append(found, m.export(e.Key))
		}
	}
	return found
}

// ParametersText returns Puppet's message about mismatches in the parameters of a class: "Class[M]:
// parameter 'port' expects …", or one line for each if there are several.
func ParametersText(class string, found []Mismatch) string {
	switch len(found) {
	case 0:
		return ""
	case 1:
		return class + ": " + found[0].Text()
	}
	var b strings.Builder
	b.WriteString(class + ":")
	for i := range found {
		if b.Len() > maxDescription {
			fmt.Fprintf(&b, "\n  … and %d more", len(found)-i)
			break
		}
		b.WriteString("\n  " + found[i].Text())
	}
	return b.String()
}
