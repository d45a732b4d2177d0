package nodes

import (
	"context"
	"maps"
	"slices"
	"strings"

	"github.com/hieralint/hieralint/engine/environment"
	"github.com/hieralint/hieralint/engine/facter"
	"github.com/hieralint/hieralint/engine/interpolate"
	"github.com/hieralint/hieralint/engine/key"
	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/nodes/vars"
)

// maxKept is the maximum number of environments for which everything that lookups have cached is kept.
const maxKept = 16

// Keys evaluates root keys of each environment in the order of their names. observe is called with
// each key when it is done, from any goroutine. Keys for which several environments have the same
// data are evaluated once.
func (v *Inventory) Keys(ctx context.Context, names [][]string, observe func(environment int, k *Key)) error {
	done := make([]bool, len(v.Fleets))
	releases := len(v.Fleets) > maxKept
	for i, fleet := range v.Fleets {
		if done[i] {
			continue
		}
		if len(fleet.Real) > 0 {
			if err := fleet.evaluateReal(ctx, names[i], func(k *Key) { observe(i, k) }); err != nil {
				return err
			}
			continue
		}
		wanted := map[string][]int{}
		var all []string
		var same []*Fleet
		for j := i; j < len(v.Fleets); j++ {
			if j > i && (done[j] || !v.Fleets[j].isTwinOf(fleet)) {
				continue
			}
			done[j] = true
			for _, name := range names[j] {
				if wanted[name] == nil {
					all = append(all, name)
				}
				wanted[name] = append(wanted[name], j)
			}
			same = append(same, v.Fleets[j])
		}
		slices.Sort(all)
		if err := v.evaluate(ctx, all, wanted, observe); err != nil {
			return err
		}
		if releases {
			for _, fleet := range same {
				fleet.Release()
			}
		}
	}
	return nil
}

// evaluate evaluates keys on derived nodes for the environments that want them, which have the same
// data.
func (v *Inventory) evaluate(ctx context.Context, names []string, wanted map[string][]int, observe func(environment int, k *Key)) error {
	var expensive expensiveKeys
	var begun begunKeys
	err := inShares(ctx, v.workers, &v.limits.combined, names, func(ctx context.Context, name string, s share) (total int, err error) {
		var keys []*Key
		var before *Key
		for _, i := range wanted[name] {
			fleet, locations := v.Fleets[i], 0
			k := before.in(fleet)
			if k == nil && !fleet.guard("the key "+name, func() { k, locations = fleet.evaluate(ctx, name, s, &begun) }) {
				locations = 0
			}
			if err := ctx.Err(); err != nil {
				return 0, err // k is incomplete
			}
			if total += locations; s.tooSmall(total) {
				return total, nil
			}
			keys, before = append(keys, k), k
		}
		for n, k := range keys {
			switch i := wanted[name][n]; {
			case k == nil:
			case k.isUnsettled():
				expensive.add(i, k)
			default:
				observe(i, k)
			}
		}
		return total, nil
	})
	if err != nil {
		return err
	}
	return expensive.settle(ctx, observe)
}

// in returns the evaluation of the key for an environment with the same data; nil if the key must
// be evaluated there.
func (k *Key) in(fleet *Fleet) *Key {
	if k == nil || k.isComputed {
		return nil
	}
	r := fleet.index.Find(k.Name)
	if r == nil || fleet.need(r) != nil || k.need() != nil {
		return nil
	}
	is := &Key{Name: k.Name, Fleet: fleet, Cases: k.Cases, root: r, nodes: k.nodes, definitions: k.definitions, pairs: k.pairs}
	if (!k.pairs.all || k.pairs.unlike) && !is.needsPairsOf(&k.pairs) {
		return nil
	}
	is.places = k.places
	return is
}

// isTwinOf reports whether lookups on derived nodes find the same in both environments, for example
// because they read the same global hierarchy, unless functions are called.
func (fleet *Fleet) isTwinOf(other *Fleet) bool {
	a, b := fleet.Project, other.Project
	return fleet.global == other.global && fleet.own == nil && other.own == nil && len(fleet.Real)+len(other.Real) == 0 &&
		slices.Equal(a.Modules, b.Modules) && slices.Equal(a.Unclaimed, b.Unclaimed) &&
		slices.EqualFunc(a.Environment.Modules(), b.Environment.Modules(), func(m, n *environment.Module) bool { return m.Name == n.Name && m.Dir == n.Dir }) &&
		!fleet.asksForEnvironment() && !other.asksForEnvironment()
}

// asksForEnvironment reports whether anything may depend on the name of the environment.
func (fleet *Fleet) asksForEnvironment() bool {
	isName := func(k key.Key) bool {
		root := strings.TrimPrefix(k.Root, "::")
		return root == facter.Environment || root == "server_facts" || strings.HasPrefix(root, "settings::")
	}
	if slices.ContainsFunc(fleet.index.Variables, isName) {
		return true
	}
	for _, r := range fleet.roots {
		if r.Config.Doc == nil || r.Config.Version == 3 {
			return true // its data directory may contain the name
		}
		if t := interpolate.Parse(string(r.Config.Doc.File.Text)); t != nil {
			for i := range t.Tokens {
				if token := &t.Tokens[i]; token.Kind != interpolate.Variable && token.Kind != interpolate.Empty || isName(token.Key) {
					return true
				}
			}
		}
	}
	return lists.Any(maps.Values(fleet.ways), func(a *assigned) bool {
		return slices.ContainsFunc(a.Values, func(v vars.Value) bool { return strings.Contains(v.Value, "%{") })
	})
}
