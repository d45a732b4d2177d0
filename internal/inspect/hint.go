package inspect

import (
	"context"
	"slices"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/interpolate"
	"github.com/hieralint/hieralint/engine/lookupoptions"
	"github.com/hieralint/hieralint/internal/impact"
	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/nodes"
	"github.com/hieralint/hieralint/internal/plural"
	"github.com/hieralint/hieralint/internal/project"
	"github.com/hieralint/hieralint/internal/valuetext"
)

// Hints returns hints about root keys of the data file at an absolute path, by name: the value on
// the nodes that read the file, or the number of different values. There is none for a key if this
// is the value in the file, if it is secret, or if the lookup fails or its result is unknown on one
// of the nodes.
func (x *Inspector) Hints(ctx context.Context, path string, names []string) (map[string]string, error) {
	file := x.DataFile(path)
	if file == nil {
		return nil, nil
	}
	readers := lists.Map(x.Inventory().Fleets, func(fleet *nodes.Fleet) func(*nodes.Node) bool { return fleet.Readers(file) })
	hints := map[string]string{}
	for _, name := range names {
		written := x.valueIn(file, name)
		if written == nil || name == lookupoptions.Key || x.isSecret(name) {
			continue
		}
		values, err := x.valuesOn(ctx, readers, name)
		switch {
		case err != nil:
			return nil, err
		case len(values) > 1:
			hints[name] = plural.Count(len(values), "value")
		case len(values) == 1 && !impact.Equal(values[0], written):
			if text, withheld := valuetext.Short(false, values[0]); withheld == "" {
				hints[name] = "= " + text
			}
		}
	}
	return hints, nil
}

// valueIn returns the value of a root key in a file; nil if no lookup can have another one.
func (x *Inspector) valueIn(file *project.File, name string) *data.Value {
	all := x.Project.Definitions(name)
	i := slices.IndexFunc(all, func(d project.Definition) bool { return d.File == file })
	if i < 0 || len(all) == 1 && interpolate.Parse(string(file.Doc.File.Slice(all[i].Value.Node().Span))) == nil {
		return nil
	}
	return all[i].Value
}

// valuesOn returns the distinct values of a root key on some nodes: those chosen in each environment. There are none
// if it is unknown or fails on one of them.
func (x *Inspector) valuesOn(ctx context.Context, chosen []func(*nodes.Node) bool, name string) ([]*data.Value, error) {
	var values []*data.Value
	for i, fleet := range x.Inventory().Fleets {
		k, err := fleet.Ask(ctx, nodes.Question{Key: nodes.Quoted(name), Chosen: chosen[i]})
		if err != nil {
			return nil, err
		}
		if k == nil {
			continue
		}
		for _, c := range k.Cases {
			switch {
			case !k.Concerns(c):
			case !isKnown(c):
				return nil, nil
			case !slices.ContainsFunc(values, func(v *data.Value) bool { return impact.Equal(v, c.Result.Value) }):
				values = append(values, c.Result.Value)
			}
		}
	}
	return values, nil
}

// isKnown reports whether a lookup succeeds with a value of which every part is known.
func isKnown(c *nodes.Case) bool {
	return c.Err == nil && !c.NotFound && len(c.Result.Unknown) == 0 && !c.Result.Value.IsUnknown()
}
