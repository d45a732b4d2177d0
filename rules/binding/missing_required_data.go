package binding

import (
	"fmt"
	"slices"
	"strings"

	"github.com/hieralint/hieralint/engine/config"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/manifest"
	"github.com/hieralint/hieralint/internal/nodes"
	"github.com/hieralint/hieralint/internal/plural"
	"github.com/hieralint/hieralint/internal/project"
	"github.com/hieralint/hieralint/internal/rule"
)

// MissingRequiredData reports required parameters without a value.
var MissingRequiredData = &rule.Rule{
	ID: "HL5007", Name: "missing-required-data", Family: family, Severity: diagnostic.Error, Require: required,
	NeedsPairs: rule.Never, IsAboutAbsence: true,
	CheckKey: func(p *rule.KeyPass) {
		k := p.Key
		q := k.Required()
		if q == nil || p.Code() == nil || !hasHierarchy(p) || k.Fleet.HidesData() && !p.IsRemoved(k.Name) || isModuleUnseen(p) || p.Project.MayDefine(k.Name) {
			return
		}
		class, parameter := p.Code().Parameter(k.Name)
		if parameter == nil || parameter.HasDefault() || p.Code().IsDefinedAgain(class.Name) {
			return
		}
		l, ok := lacking(k, q, isLacking)
		if k.Fleet.Project.ModuleAlone() != "" {
			l, ok = lackingInModule(k, q, class)
		}
		isUnnamed := !ok && q.Unnamed && !q.TooMany && len(q.Where) == 0 && len(k.Fleet.Real) == 0 && !k.Fleet.Defines(k.Name)
		if isUnnamed {
			l, ok = lack{diagnostic.Note, "the nodes that include the class", q.Inclusion}, true
		}
		if !ok || isMisplacedKey(p, k.Name) {
			return
		}
		d := diagnostic.Diagnostic{
			Severity: l.severity, Key: diagnostic.RootKey(k.Name),
			Message: "`" + k.Name + "` has no value on " + l.nodes + ", and the parameter has no default",
			Detail:  "Catalogs with the class fail to compile there: `" + (&target{class: class}).resource() + ": expects a value for parameter '" + parameter.Name + "'`",
			Help:    "set `" + k.Name + "` in a level that those nodes read, or give the parameter a default",
		}
		if k.Fleet.LacksData() {
			d.Severity = min(l.severity, diagnostic.Warning)
		}
		if k.Fleet.LacksData() || isUnnamed {
			d.Detail += ", unless data that is not in the tree sets it"
		}
		if placeRequired(p, &d, class, parameter, l.inclusion) {
			p.Report(d)
		}
	},
}

// isMisplacedKey reports whether data sets the key in an unreachable file or under a misspelled name. Other rules
// report both.
func isMisplacedKey(p *rule.KeyPass, name string) bool {
	if slices.ContainsFunc(p.Project.Definitions(name), func(d project.Definition) bool { return len(d.File.Matches) == 0 }) {
		return true
	}
	return slices.ContainsFunc(p.Key.Fleet.Defined(), func(other string) bool { return other != name && bareName(other) == bareName(name) })
}

// bareName returns a key in lower case, with each run of colons replaced by two.
func bareName(name string) string {
	return strings.Join(strings.FieldsFunc(strings.ToLower(name), func(r rune) bool { return r == ':' }), "::")
}

// lack describes nodes that need a key but have no data for it.
type lack struct {
	severity  diagnostic.Severity
	nodes     string
	inclusion *manifest.Inclusion // of the class, on one of them; nil if unknown
}

// lacking returns the nodes that need a key but have no data for it, as isLacking reports; ok is false if there are none.
func lacking(k *nodes.Key, q *nodes.Requirement, isLacking func(*nodes.Case) bool) (l lack, ok bool) {
	at := slices.IndexFunc(k.Cases, isLacking)
	if at < 0 || !k.Fleet.Defines(k.Name) && k.Fleet.AlternativeDefines(k.Name) {
		return lack{}, false
	}
	if q.Everywhere || len(k.Fleet.Real) > 0 {
		l.inclusion = k.Inclusion(k.Cases[at])
		switch e := k.Extent(isLacking); {
		case e.Real > 0, e.Everywhere:
			l.severity, l.nodes = diagnostic.Error, e.Text
		case e.Certain:
			l.severity, l.nodes = diagnostic.Warning, e.Text
		default:
			return lack{}, false
		}
		return l, true
	}
	l.severity = diagnostic.Warning
	where, except := k.EveryoneWhere(isLacking), ""
	if len(where) == 0 {
		if where, except = k.EveryoneBut(isLacking); len(where) == 0 {
			return lack{}, false
		}
		l.severity = diagnostic.Note
	}
	l.inclusion = q.Where[where[0]]
	if l.inclusion != nil && l.inclusion.IsListed() && !k.Fleet.Defines(k.Name) {
		l.severity = diagnostic.Error // the file that lists the class is for nodes without a value
	}
	if l.nodes = nodesWhere(k.Fleet, where); except != "" {
		l.nodes += " other than `" + except + "`"
	}
	return l, true
}

// lackingInModule returns the nodes that use a single module and get no value for a parameter that its data sets on
// other nodes. Parameters without any data are for the user to set.
func lackingInModule(k *nodes.Key, q *nodes.Requirement, class *manifest.Definition) (l lack, ok bool) {
	if len(k.Fleet.Real) > 0 || class.Module != k.Fleet.Project.ModuleAlone() || !k.Fleet.Defines(k.Name) {
		return lack{}, false
	}
	like := k.Known(isLacking)
	return lack{diagnostic.Warning, nodesLike(like), q.Inclusion}, len(like) > 0
}

// isLacking reports whether nodes need a key that no data sets.
func isLacking(c *nodes.Case) bool { return c.Needed && c.NotFound && len(c.Result.Unknown) == 0 }

// maxNodes is the maximum number of nodes named in a message.
const maxNodes = 3

func nodesNamed(names []string) string {
	quoted := plural.Code(names)
	switch n := len(quoted); {
	case n == 1:
		return "the node " + quoted[0]
	case n <= maxNodes:
		return "the nodes " + strings.Join(quoted, ", ")
	default:
		return fmt.Sprintf("%d nodes (%s, …)", n, strings.Join(quoted[:maxNodes], ", "))
	}
}

// nodesWhere describes the nodes that conditions select.
func nodesWhere(fleet *nodes.Fleet, where []nodes.Where) string {
	var names, like []string
	for _, w := range where {
		if name, ok := w.Certname(); ok {
			names = append(names, name)
		} else {
			like = append(like, fleet.Describe(w))
		}
	}
	slices.Sort(like)
	switch {
	case len(names) == 0:
		return nodesLike(like)
	case len(like) == 0:
		return nodesNamed(names)
	}
	return nodesNamed(names) + " and " + nodesLike(like)
}

// nodesLike describes nodes by their variables.
func nodesLike(like []string) string {
	if len(like) > maxNodes {
		like = append(like[:maxNodes-1:maxNodes-1], fmt.Sprintf("%d others", len(like)-maxNodes+1))
	}
	return "nodes with " + strings.Join(like, " or ")
}

// hasHierarchy reports whether the tree has a valid hierarchy outside modules. Otherwise the site's data is not in the
// tree.
func hasHierarchy(p *rule.KeyPass) bool {
	env := p.Key.Fleet.Project
	return env.ModuleAlone() != "" || (env.Own != nil || env.Global != nil) && !p.IsRefused(env.Own) && !p.IsRefused(env.Global)
}

// isModuleUnseen reports whether data of the key's module is missing from the tree or unreadable.
func isModuleUnseen(p *rule.KeyPass) bool {
	env := p.Key.Fleet
	module, _, _ := strings.Cut(p.Key.Name, "::")
	root := env.Hierarchy(config.Module, module)
	if root == nil {
		return false
	}
	return p.IsRefused(root) || slices.ContainsFunc(root.Config.Levels(), func(l *config.Level) bool { return root.Unseen(l) != project.Seen })
}

// placeRequired places a finding at the parameter if that is in the project's own code, and where the class is included
// otherwise, or if data lists it. It reports whether it found a place.
func placeRequired(p *rule.KeyPass, d *diagnostic.Diagnostic, class *manifest.Definition, parameter *manifest.Parameter, inclusion *manifest.Inclusion) bool {
	env := p.Key.Fleet.Project
	if !isInstalled(env, class.Module) && p.Project.Selected(class.File.Path) && (inclusion == nil || !inclusion.IsListed()) {
		d.File, d.Span = class.File, parameter.NameSpan
		if inclusion != nil {
			d.Related = []diagnostic.Related{inclusionOf(inclusion)}
		}
		return true
	}
	if inclusion == nil || !p.Project.Selected(inclusion.File.Path) {
		return false
	}
	d.File, d.Span = inclusion.File, rule.FirstLineOf(inclusion.File, inclusion.Span)
	d.Related = []diagnostic.Related{parameterOf(class, parameter)}
	return true
}
