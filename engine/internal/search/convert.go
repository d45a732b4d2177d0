package search

import (
	"errors"
	"fmt"

	"github.com/hieralint/hieralint/engine/convert"
	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/internal/invocation"
	"github.com/hieralint/hieralint/engine/lookupoptions"
	"github.com/hieralint/hieralint/engine/outcome"
	"github.com/hieralint/hieralint/engine/types"
)

// convert applies the option convert_to to a value that was found. Defaults are not converted.
func (l *Lookup) convert(inv *invocation.Invocation, name string, entry *lookupoptions.Entry, v *data.Value) (*data.Value, *outcome.Error) {
	if v.IsUnknown() {
		return v, nil
	}
	spec, arguments := entry.ConvertTo, []*data.Value(nil)
	if spec.Kind() == data.Array {
		items := spec.Items()
		if spec = data.NewUndef(); len(items) > 0 {
			spec, arguments = items[0], items[1:]
		}
	}
	target := spec
	if spec.Kind() == data.String {
		if missing := l.node.space.Loader.MissingType(spec.Text()); missing != nil {
			missing.Node = spec.Node()
			return inv.Unknown(missing), nil
		}
		t, err := l.node.space.Loader.Type(spec.Text())
		if err != nil {
			// The quote before the reason is never closed in Puppet's message.
			return nil, outcome.Errorf("Invalid data type in lookup_options for key '%s' could not parse '%s', error: '%s", name, spec.Text(), err).WithCause(outcome.BadConversion).WithNode(spec.Node())
		}
		target = types.TypeValue(t)
	}
	if inv.Record.HasUnknown && v.HasUnknown() && !isSensitive(target) {
		return outcome.UnknownPart(v), nil
	}
	if inv.Record.Gap != nil && !isSensitive(target) {
		return inv.Record.Gap, nil
	}
	if t, ok := target.Payload().(types.Type); ok {
		if err := l.budget.Search(searchCost(t, v)); err != nil {
			return nil, err.WithNode(v.Node())
		}
	}
	converted, err := convert.New(target, append([]*data.Value{v}, arguments...)...)
	var unsupported *convert.UnsupportedError
	switch {
	case errors.As(err, &unsupported):
		return inv.Unknown(&outcome.Unknown{Reason: outcome.UnsupportedType, Subject: unsupported.Type.String(), Node: spec.Node()}), nil
	case errors.Is(err, convert.ErrStack):
		return nil, outcome.Crashf(outcome.ClassStack, "%s", err).WithCause(outcome.BadConversion).WithNode(v.Node())
	case err != nil:
		return nil, outcome.Errorf("The convert_to lookup_option for key '%s' raised error: %s", name, err).WithCause(outcome.BadConversion).WithNode(v.Node())
	}
	if inv.Explain != nil {
		list := data.NewArray(append([]*data.Value{target}, arguments...))
		inv.Explain.Text(fmt.Sprintf("Applying convert_to lookup_option with arguments %s", convert.ToString(list)))
	}
	if converted.Node() == nil && v.Node() != nil {
		converted = converted.WithNode(v.Node())
	}
	return converted, nil
}

// isSensitive reports whether target is the type Sensitive, which does not check its value.
func isSensitive(target *data.Value) bool {
	t, ok := target.Payload().(types.Type)
	return ok && t.String() == "Sensitive"
}

// Types that visit a value at least manyVisits times are charged for each visit, and for as many more as the size of the
// value is a multiple of perVisit. maxVisited is more than any lookup may cost.
const (
	manyVisits = 100
	perVisit   = 32
	maxVisited = 1 << 24
)

// searchCost returns the cost of determining whether v is an instance of t, in addition to visiting
// v.
func searchCost(t types.Type, v *data.Value) int {
	visited := 0
	if visits := types.Visits(t); visits >= manyVisits {
		visited = min(visits, maxVisited) * (1 + v.Size()/perVisit)
	}
	cost := types.SearchCost(t)
	if cost == 0 {
		return visited
	}
	n := 0
	for range v.Strings() {
		n++
	}
	return visited + n*cost
}
