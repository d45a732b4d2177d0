package binding

import (
	"slices"
	"strings"
	"unicode"

	"github.com/hieralint/hieralint/engine/config"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/manifest"
	"github.com/hieralint/hieralint/internal/project"
	"github.com/hieralint/hieralint/internal/rule"
	"github.com/hieralint/hieralint/internal/usage"
)

// ParameterSetByCode reports keys of parameters that code sets wherever it declares the class.
var ParameterSetByCode = &rule.Rule{
	ID: "HL5020", Name: "parameter-set-by-code", Family: family, Severity: diagnostic.Warning, Tag: diagnostic.Unnecessary, Dead: diagnostic.UnusedKey,
	NeedsPairs: rule.Never,
	CheckKey: func(p *rule.KeyPass) {
		class, parameter, ok := manifest.CutParameter(p.Key.Name)
		if !ok || p.Code() == nil {
			return
		}
		declared := declarationsSetting(p.Site, p.Code(), class, parameter)
		if len(declared) == 0 || p.Project.Mentions(class) || p.Project.Mentions("::"+class) || !strings.Contains(class, "::") && p.Project.Names(class) {
			return
		}
		for _, env := range p.Project.EnvironmentsWith(p.Key.Name) {
			code, use := p.CodeOf[env], p.UsageOf[env]
			if code == nil || use == nil || len(declarationsSetting(p.Site, code, class, parameter)) == 0 || slices.ContainsFunc(use.Readers(p.Key.Name), isOtherReader) {
				return
			}
		}
		d := diagnostic.Diagnostic{
			Message: "code sets `" + rule.Shown(parameter) + "` in every declaration of class `" + rule.Shown(class) + "`",
			Detail:  "Puppet looks up only parameters that the declaration does not set, so this value is never used",
			Help:    "remove the key, or remove the parameter from the declaration",
		}
		if _, presence := p.Code().Class(class); presence != manifest.Found {
			if isBase(class) {
				return // other classes of its module inherit it
			}
			d.Severity = diagnostic.Note
			d.Detail = "Puppet looks up only parameters that the declaration does not set, so this value is used only if code that is not in the tree includes the class"
		}
		for i, at := range declared {
			if i < maxDeclarations {
				d.Related = append(d.Related, diagnostic.Related{File: at.File, Span: at.Span, Message: "the class is declared here"})
			}
		}
		for _, at := range p.Project.Definitions(p.Key.Name) {
			if isOnlyForNodes(p, at) && !isForOthers(at) {
				here := d
				here.File, here.Span, here.Key = at.Key.Doc.File, rule.FirstLine(at.Key), rule.KeyPath(at.Key)
				p.Report(here)
			}
		}
	},
}

// isBase reports whether a class is called like those with settings that the others of a module, and so other modules, inherit.
func isBase(class string) bool {
	return strings.HasSuffix(class, "::globals") || strings.HasSuffix(class, "::params")
}

// maxDeclarations is the number of declarations that a finding shows.
const maxDeclarations = 3

// isOtherReader reports whether a reader of a key is neither the parameter nor in a module that is not in the tree.
func isOtherReader(r usage.KeyReader) bool {
	return r.Kind != usage.Parameter && (r.Kind != usage.NotSeen || r.File != nil)
}

// isOnlyForNodes reports whether only hierarchies of the site read a definition, not that of a module, whose data has defaults.
func isOnlyForNodes(p *rule.KeyPass, at project.Definition) bool {
	matches := usage.MatchesIn(p.Key.Fleet.Project, at)
	return len(matches) > 0 && at.Key.Parent == at.File.Doc.Root && lists.All(matches, func(m *project.Match) bool {
		return m.Hierarchy != project.Plan && !m.Root.Installed && m.Root.Layer != config.Module
	})
}

// declaredClasses are the inclusions of each class in code. isOpen reports that names of classes are the entries of a hash, and
// computed are those with a partly known name.
type declaredClasses struct {
	byName   map[string][]*manifest.Inclusion
	computed []*manifest.Inclusion
	isOpen   bool
}

type declaredClassesID struct{ code *manifest.Index }

// declarationsSetting returns the declarations of a class in code if all set a parameter, and nothing else includes the class.
func declarationsSetting(s *rule.Site, code *manifest.Index, class, parameter string) []*manifest.Inclusion {
	all := rule.Once(s, declaredClassesID{code}, func() *declaredClasses {
		all := &declaredClasses{byName: map[string][]*manifest.Inclusion{}}
		for _, i := range code.Inclusions() {
			switch name, known := i.Class.Text(); {
			case known:
				all.byName[name] = append(all.byName[name], i)
			case strings.ContainsFunc(i.Class.String(), unicode.IsLetter):
				all.computed = append(all.computed, i)
			case i.Function == "create_resources":
				all.isOpen = true
			}
		}
		return all
	})
	sets := func(i *manifest.Inclusion) bool { return slices.Contains(i.Fixed, parameter) }
	if all.isOpen || !lists.All(all.byName[class], sets) || slices.ContainsFunc(all.computed, func(i *manifest.Inclusion) bool { return i.Class.Matches(class) }) {
		return nil
	}
	return all.byName[class]
}
