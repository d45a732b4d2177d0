package interpolation

import (
	"iter"
	"slices"
	"strings"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/facter"
	"github.com/hieralint/hieralint/engine/interpolate"
	"github.com/hieralint/hieralint/engine/key"
	"github.com/hieralint/hieralint/engine/lookupoptions"
	"github.com/hieralint/hieralint/engine/outcome"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/manifest"
	"github.com/hieralint/hieralint/internal/nearest"
	"github.com/hieralint/hieralint/internal/nodes"
	"github.com/hieralint/hieralint/internal/project"
	"github.com/hieralint/hieralint/internal/rule"
	"github.com/hieralint/hieralint/rules/internal/edit"
)

// InterpolationMissingKey reports references to undefined keys.
var InterpolationMissingKey = &rule.Rule{
	ID: "HL2008", Name: "interpolation-missing-key", Family: family, Severity: diagnostic.Error,
	NeedsPairs: rule.Never,
	CheckKey: func(p *rule.KeyPass) {
		users := usersOf(p.Key)
		for _, kind := range []outcome.ObservationKind{outcome.MissingKey, outcome.UncertainKey} {
			for _, o := range p.Observations(kind) {
				if d, ok := missingKey(p, o, users); ok {
					o.Conceal(&d, "reference to an undefined key")
					p.Report(d)
				}
			}
		}
	},
}

func missingKey(p *rule.KeyPass, o rule.Observed, users func() map[*data.Document][]*nodes.Case) (diagnostic.Diagnostic, bool) {
	k, err := key.Parse(o.Name)
	if err != nil || k.Root == lookupoptions.Key || p.Project.MayDefine(k.Root) {
		return diagnostic.Diagnostic{}, false
	}
	m := newMissing(p, o, k)
	extent := o.Extent()
	if !m.isReported(p, o) || m.isDefined && isForCaller(p, k.Root) || m.isDefined && (extent.Hypothetical || extent.Everywhere && len(k.Sub) == 0) {
		return diagnostic.Diagnostic{}, false // otherwise, the key is only in files that no known node reads
	}
	d := diagnostic.Diagnostic{
		File: o.Node.Doc.File, Span: o.Node.SourceSpan(o.Token.ArgumentSpan.Start, o.Token.ArgumentSpan.End), Key: rule.KeyPath(o.Node),
		Detail: "Puppet inserts the empty string " + rule.On(extent),
	}
	m.describe(o, extent, users, &d)
	m.suggest(o, extent, &d)
	return d, true
}

// missing is a reference to a key that is undefined on some nodes.
type missing struct {
	key key.Key
	// isDefined reports that any data defines the root key, and settled is its value if it has only one.
	isDefined bool
	settled   *data.Value
	presence  project.Presence // of its module
	// mayBeElsewhere reports that data that is not in the tree may define it, and isElsewhere that such data is not only in
	// directories that do not exist.
	mayBeElsewhere, isElsewhere bool
	// near and variable are the root key or variable that was probably meant; "" for none. isVariable reports that data
	// hardly has a key with the name of the variable.
	near, variable string
	isVariable     bool
	isNamesake     bool        // near is that of namesake
	part           missingPart // of the subkey
}

func newMissing(p *rule.KeyPass, o rule.Observed, k key.Key) *missing {
	env := p.Key.Fleet
	m := &missing{
		key: k, isDefined: env.Defines(k.Root), settled: env.Settled(o.Node.Doc, k.Root), presence: env.Presence(k.Root),
		mayBeElsewhere: o.Kind == outcome.UncertainKey || env.MayBeElsewhere(o.Node.Doc, k.Root),
		isElsewhere:    o.Kind == outcome.UncertainKey || env.IsKeptElsewhere(o.Node.Doc, k.Root),
	}
	if !m.isDefined {
		m.near = env.MeantKey(k.Root)
		if len(k.Sub) > 0 && !env.IsStructure(m.near) || isPartOf(o.Node, m.near) {
			m.near = ""
		}
		if own := namesake(o.Node, k); own != "" && m.presence != project.Expected {
			m.near, m.isNamesake = own, true
		}
	}
	if m.near == "" && !m.isDefined && (m.presence != project.Present || !strings.Contains(k.Root, "::")) {
		m.variable, m.isVariable = variableMeant(k)
	}
	m.part = missingPartOf(p.Site, k, m.settled)
	return m
}

// namesake returns the key in the namespace of the key that refers to another whose file defines it under the same name, as if
// the reference was copied from a key in another namespace; "" if there is none. Those in enclosing namespaces are shared settings.
func namesake(from *data.Node, k key.Key) string {
	path := from.Path()
	if len(path) == 0 || len(k.Sub) > 0 {
		return ""
	}
	namespace, _, ok := manifest.CutParameter(path[0])
	other, name, isQualified := manifest.CutParameter(k.Root)
	if !ok || !isQualified || namespace == other || strings.HasPrefix(namespace, other+"::") {
		return ""
	}
	own := namespace + "::" + name
	if _, isDefined := from.Doc.Value.Get(own); !isDefined || path[0] == own {
		return ""
	}
	return own
}

// isPartOf reports whether a node is part of the value of a key.
func isPartOf(n *data.Node, name string) bool {
	path := n.Path()
	return len(path) > 0 && path[0] == name
}

// isReported reports whether the key is probably missing, although data that is not in the tree may define it.
func (m *missing) isReported(p *rule.KeyPass, o rule.Observed) bool {
	root := m.key.Root
	switch {
	case o.Kind == outcome.UncertainKey && m.isDefined:
		return false
	case !m.mayBeElsewhere, !m.isDefined && !m.isElsewhere, p.IsRemoved(root), m.isVariable, m.isNamesake, nearest.IsTypo(root, m.near), m.part.isTypo():
		return true
	}
	return isOptional(p, root) || isOwnTypo(p, root, m.near) || m.isDefined && isOwnHelper(p, root)
}

// isForCaller reports whether a root key is in a file for the module or class that looks up a key, which only version 3 of
// hiera.yaml can have. Puppet looks up the parameters of a class on behalf of the class; for other keys, the caller is unknown.
func isForCaller(p *rule.KeyPass, root string) bool {
	module, _, hasModule := strings.Cut(p.Key.Name, "::")
	if !hasModule {
		module = ""
	}
	return rule.Once(p.Site, callerKey{root, module}, func() bool {
		return slices.ContainsFunc(p.Project.Definitions(root), func(d project.Definition) bool {
			return slices.ContainsFunc(d.File.Matches, func(m project.Match) bool {
				return slices.ContainsFunc([]string{"calling_module", "calling_class", "calling_class_path"}, func(name string) bool {
					caller, ok := m.Vars.Get(name)
					return ok && (module == "" || caller == module || strings.HasPrefix(caller, module+"::") || strings.HasPrefix(caller, module+"/"))
				})
			})
		})
	})
}

// callerKey identifies what isForCaller reports, which may depend on thousands of files and is asked for each of thousands of cases.
type callerKey struct{ root, module string }

// describe sets the severity, message, and detail of a finding.
func (m *missing) describe(o rule.Observed, extent nodes.Extent, users func() map[*data.Document][]*nodes.Case, d *diagnostic.Diagnostic) {
	isEverywhere := m.settled != nil && isMissingWhereUsed(o, users())
	if m.mayBeElsewhere && !isEverywhere {
		d.Severity = diagnostic.Warning
		d.Detail += unlessElsewhere
	}
	switch {
	case isEverywhere:
		d.Severity = rule.SeverityOf(extent)
		d.Message = m.part.message()
	case m.isDefined && extent.Everywhere:
		d.Message = m.part.message()
	case m.isDefined:
		d.Severity = diagnostic.Warning
		d.Message = "`" + rule.Shown(o.Name) + "` is undefined on some nodes that use this value"
		if isMissingWhereUsed(o, users()) {
			d.Message = "`" + rule.Shown(o.Name) + "` is undefined on the nodes that use this value"
		}
	default:
		if m.presence == project.Possible && m.near == "" && m.variable == "" {
			d.Severity = diagnostic.Warning
		}
		d.Message = "undefined key `" + rule.Shown(m.key.Root) + "`"
	}
}

// suggest sets the help and the fix of a finding.
func (m *missing) suggest(o rule.Observed, extent nodes.Extent, d *diagnostic.Diagnostic) {
	switch {
	case m.near != "":
		span := o.Node.SourceSpan(o.Token.KeyOffset+m.key.RootSpan.Start, o.Token.KeyOffset+m.key.RootSpan.End)
		d.Meant, d.Fixes = m.near, []diagnostic.Fix{edit.Write(d.File, span, m.near)}
	case m.variable != "":
		token := "%{" + m.variable + "}"
		d.Help = "write `" + token + "` for the variable"
		if o.Token.Method != interpolate.Alias {
			d.Fixes = []diagnostic.Fix{edit.Write(d.File, o.Node.SourceSpan(o.Token.Span.Start, o.Token.Span.End), token)}
		}
	case m.part.joined != "", m.part.near != "":
		m.part.suggest(o, d)
	case extent.Everywhere || m.settled != nil || !m.isDefined:
		d.Help = "define the key, or remove the reference"
	default:
		d.Help = "define the key in a level that those nodes also read"
	}
}

// unlessElsewhere restricts a detail if data may be missing from the tree.
const unlessElsewhere = ", unless data that is not in the tree defines the key"

// isOptional reports whether a key is for a parameter with a default of a standalone module, so that data need not define
// it. A reference does not see the default.
func isOptional(p *rule.KeyPass, name string) bool {
	if !p.Key.Fleet.LacksEnvironment() || p.Code() == nil {
		return false
	}
	_, parameter := p.Code().Parameter(name)
	return parameter != nil && parameter.HasDefault()
}

// isOwnTypo reports whether a key is in the namespace of a standalone module, but no parameter, and similar to a key of the
// module's data.
func isOwnTypo(p *rule.KeyPass, name, near string) bool {
	return near != "" && isOwnHelper(p, name) && !nearest.DifferInDigits(name, near)
}

// isOwnHelper reports whether a key is in the namespace of a standalone module, but no parameter, so that only the module's
// data has a reason to define it.
func isOwnHelper(p *rule.KeyPass, name string) bool {
	alone := p.Key.Fleet.Project.ModuleAlone()
	if alone == "" || p.Code() == nil || !strings.HasPrefix(name, alone+"::") {
		return false
	}
	_, parameter := p.Code().Parameter(name)
	return parameter == nil
}

// variableMeant returns the variable that was probably meant by a key, `facts.os.family` by
// `facts::os::family`; "" if there is none. isCertain reports that data hardly has such a key.
func variableMeant(k key.Key) (variable string, isCertain bool) {
	name, isTopScope := strings.CutPrefix(strings.Trim(k.Text, `"'`), "::")
	first, rest, hasParts := strings.Cut(strings.ReplaceAll(name, "::", "."), ".")
	replacement, isLegacy := facter.Legacy(name)
	switch {
	case hasParts && (first == "facts" || first == "trusted" || first == "server_facts"):
		return first + "." + rest, true
	case isLegacy && replacement.Exact:
		return "facts." + replacement.Path, false
	case isTopScope && facter.IsVariable(name):
		return name, false
	case len(k.Sub) > 0 && facter.Core(append([]string{k.Root}, lists.Map(k.Sub, func(s key.Segment) string { return s.String() })...)...) != nil:
		return "facts." + name, false
	}
	return "", false
}

// isMissingWhereUsed reports whether the observation holds on all nodes that use a value of the file. users are those of usersOf.
func isMissingWhereUsed(o rule.Observed, users map[*data.Document][]*nodes.Case) bool {
	observed := o.Cases()
	for _, c := range users[o.Node.Doc] { // both are in the order of the cases
		for len(observed) > 0 && observed[0] != c {
			observed = observed[1:]
		}
		if len(observed) == 0 {
			return false
		}
	}
	return true
}

// usersOf returns a function that returns the cases that use a value of each file.
func usersOf(k *nodes.Key) func() map[*data.Document][]*nodes.Case {
	return rule.CasesBy(k, func(c *nodes.Case) iter.Seq[*data.Document] {
		return func(yield func(*data.Document) bool) {
			if c.Result == nil {
				return
			}
			used := c.Values
			if !k.Merged() && len(used) > 1 {
				used = used[:1]
			}
			for _, v := range used {
				if n := v.Key.Node(); n != nil && !yield(n.Doc) {
					return
				}
			}
		}
	})
}
