package session

import (
	"cmp"
	"context"
	"fmt"
	"iter"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/internal/impact"
	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/manifest"
	"github.com/hieralint/hieralint/internal/nodes"
	"github.com/hieralint/hieralint/internal/plural"
)

// shared returns the directories that have several environments, with different hierarchies, on
// either side.
func (d *diff) shared() map[string]bool {
	shared := map[string]bool{}
	for _, s := range []*side{&d.before, &d.after} {
		seen := map[string]bool{}
		for _, fleet := range s.all.Fleets {
			place := s.place(fleet)
			shared[place] = shared[place] || seen[place]
			seen[place] = true
		}
	}
	return shared
}

// places iterates over the environments with names that identify them: those in a shared directory
// are named by it and their hierarchies.
func (s *side) places(shared map[string]bool) iter.Seq2[string, *nodes.Fleet] {
	return func(yield func(string, *nodes.Fleet) bool) {
		for _, fleet := range s.all.Fleets {
			place := s.place(fleet)
			if shared[place] {
				for _, root := range slices.Backward(fleet.Project.SiteRoots()) {
					place += " (" + s.name(root.Path) + ")"
				}
			}
			if !yield(place, fleet) {
				return
			}
		}
	}
}

// lookups compares the outcomes of lookups in each environment.
func (d *diff) lookups(ctx context.Context) error {
	shared := d.shared()
	before := maps.Collect(d.before.places(shared))
	everything := d.everything || !d.isEdit && d.mayDecideAny()
	for place, fleet := range d.after.places(shared) {
		was := before[place]
		delete(before, place)
		if was == nil {
			d.found.Environments = append(d.found.Environments, environmentName(place)+" is new; its lookups are not compared.")
			continue
		}
		name := ""
		if len(d.after.all.Fleets) > 1 {
			name = place
		}
		if err := d.environment(ctx, name, was, fleet, everything); err != nil {
			return err
		}
	}
	for place := range before {
		d.found.Environments = append(d.found.Environments, environmentName(place)+" is gone; its lookups are not compared.")
	}
	slices.Sort(d.found.Environments)
	if n := len(d.after.all.Unplaced); n > 0 && d.found.Nodes == 0 {
		d.found.NotSeen = append(d.found.NotSeen, "compared on derived nodes, since the environments of "+plural.Count(n, "node")+" with facts are missing")
	}
	if d.request.Node != nil && !d.anyChosen {
		return ErrNoNode
	}
	if len(d.request.Names) > 0 && d.anyChosen && !d.anyKey {
		return noKey(d.request.Names[0], d.defined)
	}
	return nil
}

// environmentName returns the start of a sentence about an environment.
func environmentName(place string) string {
	if rest, isTop := strings.CutPrefix(place, "."); isTop && (rest == "" || rest[0] == ' ') {
		return "The top-level environment" + rest
	}
	return "The environment " + place
}

func (d *diff) environment(ctx context.Context, name string, before, after *nodes.Fleet, everything bool) error {
	sides := &nodes.Sides{Before: before, After: after, NameBefore: d.before.name, NameAfter: d.after.name, Chosen: d.request.Node, MaxPairs: d.request.MaxPairs}
	if !sides.AnyChosen() {
		return nil
	}
	d.anyChosen = true
	c := &impact.Comparer{
		Environment: name, MaxSize: cmp.Or(d.request.MaxSize, impact.MaxSize),
		Before: impact.Side{Name: d.before.name, Same: d.nameBefore, IsNew: d.isNew(&d.before, &d.after, d.nameBefore), Root: d.before.root, Code: d.before.codeOf[before.Project]},
		After:  impact.Side{Name: d.after.name, IsNew: d.isNew(&d.after, &d.before, d.nameAfter), Root: d.after.root, Code: d.after.codeOf[after.Project]},
	}
	sides.Defaults = c.Parameters()
	names := sides.Touched(everything)
	if d.request.Key != nil {
		d.anyKey = d.anyKey || hasKey(before, c.Before.Code, d.request.Key) || hasKey(after, c.After.Code, d.request.Key)
		if !d.anyKey {
			d.defined = slices.Concat(d.defined, before.Names(), after.Names())
		}
		names = slices.DeleteFunc(names, func(name string) bool { return !d.request.Key(name) })
	}
	d.found.Keys += len(names)
	d.found.Nodes += sides.Nodes()
	if err := sides.Keys(ctx, names, c.Differ, c.Observe); err != nil {
		return err
	}
	if limited := sides.Limited(); len(limited) > 0 {
		d.found.NotSeen = append(d.found.NotSeen, notSeen(name, "not compared on every node, since there are too many combinations of files, or of nodes and references", limited))
	}
	if large := c.TooLarge(); len(large) > 0 {
		d.found.NotSeen = append(d.found.NotSeen, notSeen(name, fmt.Sprintf("values that differ are not shown, since together they are larger than %d MB", c.MaxSize>>20), large))
	}
	before.Release()
	after.Release()
	groups, moved := c.Groups()
	if !d.request.NoLookups {
		d.found.Groups = append(d.found.Groups, groups...)
		d.found.Folds = append(d.found.Folds, c.Folds()...)
		d.found.Outages = append(d.found.Outages, c.Outages()...)
	}
	if !d.request.NoMoved {
		d.found.Moved = append(d.found.Moved, moved...)
	}
	return nil
}

// hasKey reports whether an environment has a key in data, or as a class parameter.
func hasKey(fleet *nodes.Fleet, code *manifest.Index, isKey func(name string) bool) bool {
	if slices.ContainsFunc(fleet.Names(), isKey) {
		return true
	}
	return code != nil && slices.ContainsFunc(code.Classes, func(class *manifest.Definition) bool {
		return slices.ContainsFunc(class.Parameters, func(p *manifest.Parameter) bool { return isKey(class.Name + "::" + p.Name) })
	})
}

// notSeen returns a message about keys of an environment that were not compared completely.
func notSeen(environment, reason string, keys []string) string {
	if environment != "" {
		environment += ": "
	}
	return environment + reason + ": " + plural.More(keys, 3)
}

// mayDecideAny reports whether a changed file may affect the outcome of any lookup, apart from the hierarchies of either
// side, which are compared.
func (d *diff) mayDecideAny() bool {
	isHierarchy := map[string]bool{}
	for _, s := range []*side{&d.before, &d.after} {
		for _, root := range s.project.Roots {
			isHierarchy[s.name(root.Path)] = true
		}
	}
	return lists.Any(maps.Keys(d.changed), func(path string) bool { return mayDecideAny(path) && !isHierarchy[path] })
}

// mayDecideAny reports whether a file other than data may affect the outcome of any lookup:
// configurations, functions, facts, and types. hieralint's own configuration does not, since both
// sides use the current one.
func mayDecideAny(path string) bool {
	name := filepath.Base(path)
	if _, isData := data.FormatOf(name); isData && strings.Contains(name, "hiera") && !strings.HasPrefix(name, ".hieralint") {
		return true
	}
	path = "/" + path
	switch filepath.Ext(name) {
	case ".rb":
		return strings.Contains(path, "/lib/")
	case ".pp":
		return strings.Contains(path, "/functions/") || strings.Contains(path, "/types/")
	}
	return name == "environment.conf" || name == "metadata.json" || filepath.Ext(name) == ".pem"
}
