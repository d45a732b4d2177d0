package binding

import (
	"slices"
	"strings"

	"github.com/hieralint/hieralint/engine/key"
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
		if p.Code() == nil || p.Project.HasKey(name) || !hasHierarchy(p) || env.Presence(name) == project.Expected || isModuleUnseen(p) || !isNowhere(p.Key) {
			return
		}
		near := env.MeantKey(name)
		isUnseen := len(env.Unseen()) > 0 || env.Project.ModuleAlone() != ""
		mayBeElsewhere := isUnseen || !readsAllLevels(p)
		isSimilar := nearest.IsSlip(name, near) || bareName(name) == bareName(near)
		if isUnseen && !isSimilar {
			return
		}
		uses := lists.Filter(p.Code().UsesOf(name), func(u *manifest.Use) bool {
			_, isExact := u.Key.Text()
			return isExact && isStrict(u) && p.Project.Selected(u.File.Path) && isAlone(p.Code(), u) && !isInstalled(env.Project, u.In.Module)
		})
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
