package binding

import (
	"slices"
	"strings"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/key"
	"github.com/hieralint/hieralint/engine/outcome"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/manifest"
	"github.com/hieralint/hieralint/internal/nearest"
	"github.com/hieralint/hieralint/internal/nodes"
	"github.com/hieralint/hieralint/internal/project"
	"github.com/hieralint/hieralint/internal/rule"
)

// LookupMissingKey reports lookups in code without a default whose key no data defines.
var LookupMissingKey = &rule.Rule{
	ID: "HL5012", Name: "lookup-missing-key", Family: family, Severity: diagnostic.Warning, Require: lookedUp,
	NeedsPairs: rule.Never,
	CheckKey: func(p *rule.KeyPass) {
		name, env := p.Key.Name, p.Key.Fleet
		if p.Code() == nil || !hasHierarchy(p) || env.Presence(name) == project.Expected || isModuleUnseen(p) {
			return
		}
		if p.Project.HasKey(name) {
			checkSubkeys(p)
			return
		}
		if !isNowhere(p.Key) {
			return
		}
		near := env.MeantKey(name)
		isUnseen := len(env.Unseen()) > 0 || env.Project.ModuleAlone() != ""
		mayBeElsewhere := isUnseen || !readsAllLevels(p)
		isSimilar := nearest.IsSlip(name, near) || bareName(name) == bareName(near)
		if isUnseen && !isSimilar {
			return
		}
		uses := strictUses(p)
		if len(uses) == 0 || near != "" && !strings.Contains(near, "::") && p.UsageOf[env.Project].IsUnreadInTree(near) {
			return // unused-key reports the key that was probably meant
		}
		for _, u := range uses {
			d := diagnostic.Diagnostic{
				File: u.File, Span: u.Span, Key: name,
				Message: "no data defines the key `" + rule.Shown(name) + "`, and the lookup has no default",
				Detail:  "Every catalog that evaluates this call fails to compile",
				Help:    "define the key, or give the lookup a default",
			}
			if mayBeElsewhere {
				d.Detail += ", unless data that is not in the tree defines the key"
				if !isSimilar {
					d.Severity = diagnostic.Note
				}
			}
			if near != "" {
				d.Help = rule.DidYouMean(rule.Shown(near))
			}
			p.Report(d)
		}
	},
}

// strictUses returns the lookups of the key that fail without a value.
func strictUses(p *rule.KeyPass) []*manifest.Use {
	return lists.Filter(p.Code().UsesOf(p.Key.Name), func(u *manifest.Use) bool {
		_, isExact := u.Key.Text()
		return isExact && isStrict(u) && p.Project.Selected(u.File.Path) && isAlone(p.Code(), u) && !isInstalled(p.Key.Fleet.Project, u.In.Module)
	})
}

// checkSubkeys reports lookups of subkeys that no value of the key has.
func checkSubkeys(p *rule.KeyPass) {
	if len(p.Key.Fleet.Unseen()) > 0 || p.Key.Fleet.Project.ModuleAlone() != "" || !readsAllLevels(p) {
		return
	}
	for _, u := range strictUses(p) {
		path, isExact := u.Path.Text()
		k, err := key.Parse(path)
		if !isExact || err != nil || len(k.Sub) == 0 || mayHaveSubkey(p, k) {
			continue
		}
		d := diagnostic.Diagnostic{
			File: u.File, Span: u.Span, Key: p.Key.Name,
			Message: "no data defines `" + rule.Shown(path) + "`, and the lookup has no default",
			Detail:  "`" + rule.Shown(p.Key.Name) + "` has no such part on any node, and every catalog that evaluates this call fails to compile",
			Help:    "define it, or give the lookup a default",
		}
		p.Report(d)
	}
}

// mayHaveSubkey reports whether a value of the key, on some node or in any file, may have a subkey. Arrays of several
// files may be merged to one with more elements.
func mayHaveSubkey(p *rule.KeyPass, k key.Key) bool {
	definitions := p.Project.Definitions(p.Key.Name)
	if len(definitions) > 1 && slices.ContainsFunc(k.Sub, key.Segment.IsIndex) {
		return true
	}
	mayHave := func(v *data.Value) bool {
		if v == nil || len(outcome.UnknownParts(v)) > 0 || isComputed(v) {
			return true
		}
		_, found, err := k.Dig(v)
		return err == nil && found
	}
	return slices.ContainsFunc(p.Key.Cases, func(c *nodes.Case) bool {
		return c.Err != nil || !c.NotFound && (c.Result == nil || mayHave(c.Result.Value))
	}) || slices.ContainsFunc(definitions, func(d project.Definition) bool { return mayHave(d.Value) })
}

// readsAllLevels reports whether the environment has a hiera.yaml, and the tree has a file for each of its levels. Data
// of other levels may be kept elsewhere.
func readsAllLevels(p *rule.KeyPass) bool {
	own := p.Key.Fleet.Project.Own
	if own == nil || own.Config.Version != 5 {
		return false
	}
	for _, level := range own.Config.Hierarchy {
		if !slices.ContainsFunc(p.Project.Files, func(f *project.File) bool {
			return slices.ContainsFunc(f.Matches, func(m project.Match) bool { return m.Root == own && m.Level == level })
		}) {
			return false
		}
	}
	return true
}

// isNowhere reports whether the key certainly has no value on any node.
func isNowhere(k *nodes.Key) bool {
	return len(k.Cases) > 0 && !slices.ContainsFunc(k.Cases, func(c *nodes.Case) bool { return !c.NotFound || len(c.Result.Unknown) > 0 })
}

// lookedUp returns the keys that code of an environment looks up without a default. They include those that data defines,
// since an edit may remove them.
func lookedUp(code *manifest.Index, env *nodes.Fleet) []nodes.Requirement {
	var all []nodes.Requirement
	seen := map[string]bool{}
	for _, u := range code.Uses {
		name, isExact := u.Key.Text()
		if !isExact || seen[name] || !isStrict(u) || isInstalled(env.Project, u.In.Module) {
			continue
		}
		seen[name] = true
		if k, err := key.Parse(name); err != nil || k.Root != name || name == rule.OptionsKey {
			continue
		}
		if _, parameter := code.Parameter(name); parameter == nil {
			all = append(all, nodes.Requirement{Key: name})
		}
	}
	return all
}

// isStrict reports whether a lookup in a manifest fails if there is no value for its key, and for the other keys of the
// call if it has several.
func isStrict(u *manifest.Use) bool {
	return u.Plain && !u.HasDefault && strings.HasSuffix(u.File.Path, ".pp")
}

// isAlone reports whether a lookup has a single key.
func isAlone(code *manifest.Index, u *manifest.Use) bool {
	return !slices.ContainsFunc(code.Uses, func(other *manifest.Use) bool { return other != u && other.File == u.File && other.Call == u.Call })
}
