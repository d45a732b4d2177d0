package hierarchy

import (
	"slices"
	"strings"

	"github.com/hieralint/hieralint/engine/config"
	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/interpolate"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/nearest"
	"github.com/hieralint/hieralint/internal/rule"
	"github.com/hieralint/hieralint/rules/internal/edit"
	"github.com/hieralint/hieralint/rules/internal/variables"
)

// HierarchyPathUndefinedVariable reports variables in hiera.yaml that no node has.
var HierarchyPathUndefinedVariable = &rule.Rule{
	ID: "HL4003", Name: "hierarchy-path-undefined-variable", Family: family, Severity: diagnostic.Warning,
	NeedsPairs: rule.Never,
	CheckKey:   func(p *rule.KeyPass) { variables.ReportMissing(p, true) },
	CheckConfig: func(p *rule.ConfigPass) {
		uses := map[string]int{}
		for v := range variables.InConfig(p) {
			uses[fullName(v)]++
		}
		often := usedOften(uses)
		for v := range variables.InConfig(p) {
			if !undefinedVariable(p, v) && uses[fullName(v)] == 1 {
				rareVariable(p, v, often)
			}
		}
		for _, level := range p.Config().AllLevels() {
			if level.Mapped != nil {
				unusedElement(p.Pass, level.Mapped)
			}
		}
	},
}

// unusedElement reports mapped_paths whose path is the same for all elements.
func unusedElement(p *rule.Pass, mapped *config.MappedPaths) {
	path := mapped.Template
	if path.Node == nil || path.Node.Kind != data.Scalar {
		return
	}
	d := diagnostic.Diagnostic{
		Span:    rule.FirstLine(path.Node),
		Key:     rule.KeyPath(path.Node),
		Message: "the path does not use `" + rule.Shown(mapped.Name) + "`, the name of the element",
		Detail:  "Puppet reads the same file for each element of `" + rule.Shown(mapped.Variable) + "`",
		Help:    "write `%{" + rule.Shown(mapped.Name) + "}` in place of the element",
	}
	for token := range path.Template.All() {
		if token.Kind != interpolate.Variable || token.Key.Root == mapped.Name {
			return // the name itself, or an invalid token
		}
		if len(token.Key.Sub) == 0 && nearest.Distance(token.Key.Root, mapped.Name, 2) <= 2 {
			d.Span = path.Node.SourceSpan(token.KeyOffset, token.KeyOffset+len(token.Key.Text))
			d.Meant = mapped.Name
			d.Fixes = []diagnostic.Fix{edit.Write(p.Source(), d.Span, mapped.Name)}
		}
	}
	p.Report(d)
}

// isMeantToBeEmpty reports whether a level has a file for nodes without the variable, such as `nodes/.yaml` for
// `nodes/%{facts.rack}.yaml`. The files in `data` are no such files for the datadir `data/%{environment}`.
func isMeantToBeEmpty(p *rule.ConfigPass, v variables.Variable) bool {
	if slices.ContainsFunc(p.Config().AllLevels(), func(level *config.Level) bool { return level.Datadir.Node == v.Node }) {
		return false
	}
	name := strings.TrimPrefix(v.Text, "::")
	for _, f := range p.Project.FilesOf(p.Root) {
		for i := range f.Matches {
			m := &f.Matches[i]
			if value, ok := m.Vars.Get(name); ok && value == "" && m.Root == p.Root {
				return true
			}
		}
	}
	return false
}

// fullName returns the name of a variable with its subkeys, without a leading `::`.
func fullName(v variables.Variable) string { return strings.TrimPrefix(v.Text, "::") }

// mostOften is the number of variables from which a hierarchy is not written by hand.
const mostOften = 100

// usedOften returns the variables that are used several times, sorted; none if there are very many.
func usedOften(uses map[string]int) []string {
	var often []string
	for name, n := range uses {
		if n > 1 {
			often = append(often, name)
		}
	}
	if len(often) > mostOften {
		return nil
	}
	slices.Sort(often)
	return often
}

// rareVariable reports a variable that is used once if its name is nearly that of one that is used several times, or of the
// directory in front of it.
func rareVariable(p *rule.ConfigPass, v variables.Variable, often []string) {
	name := fullName(v)
	if !variables.MayBeTypo(p.Site, v.Key) {
		return
	}
	d := diagnostic.Diagnostic{
		Span:   v.Node.SourceSpan(v.Offset, v.Offset+len(v.Text)),
		Key:    rule.KeyPath(v.Node),
		Detail: "Puppet inserts the empty string if there is no such variable",
	}
	if i := slices.IndexFunc(often, func(other string) bool { return variables.IsTypo(name, other) }); i >= 0 {
		d.Meant = often[i]
		d.Message = "`" + rule.Shown(name) + "` is nearly the same as `" + rule.Shown(d.Meant) + "`, which is used more often"
	} else if meant := namedLikeDirectory(v, name); meant != "" {
		d.Meant = meant
		d.Message = "`" + rule.Shown(name) + "` is nearly the same as the name of its directory"
	} else {
		return
	}
	d.Fixes = []diagnostic.Fix{edit.Write(p.Source(), d.Span, d.Meant)}
	p.Report(d)
}

// namedLikeDirectory returns what was probably meant by a variable such as `%{::rloe}` in `role/%{::rloe}.yaml` or
// `roles/%{::rloe}.yaml`; "" if the directory in front of it has no similar name.
func namedLikeDirectory(v variables.Variable, name string) string {
	before, ok := strings.CutSuffix(strings.TrimRight(v.Node.Text()[:v.Offset], " "), "/%{")
	if !ok {
		return ""
	}
	directory := before[strings.LastIndexAny(before, "/}")+1:]
	start := strings.LastIndexAny(name, ".:") + 1
	for _, meant := range []string{directory, strings.TrimSuffix(directory, "s")} {
		if name[start:] != meant && variables.IsTypo(name[start:], meant) && !isSpelling(name[start:], meant) {
			return name[:start] + meant
		}
	}
	return ""
}

// isSpelling reports whether two names differ only as British and American spelling do: `datacentre` and `datacenter`.
func isSpelling(a, b string) bool {
	american := strings.NewReplacer("tre", "ter", "our", "or", "yse", "yze", "ise", "ize")
	return american.Replace(a) == american.Replace(b)
}

// undefinedVariable reports a variable that no node has. It returns false for others.
func undefinedVariable(p *rule.ConfigPass, v variables.Variable) bool {
	if p.Config().Version == 3 && slices.Contains([]string{"calling_class", "calling_class_path", "calling_module"}, strings.TrimPrefix(v.Root, "::")) {
		return true // only version 3 has them
	}
	if strings.HasPrefix(v.Root, "$") {
		return true // hiera-config-invalid reports it
	}
	wrong, ok := variables.Undefined(p.Site, v.Key)
	if !ok || isMeantToBeEmpty(p, v) {
		return ok
	}
	d := diagnostic.Diagnostic{
		Span:    v.Node.SourceSpan(v.Offset+wrong.Span.Start, v.Offset+wrong.Span.End),
		Key:     rule.KeyPath(v.Node),
		Message: wrong.Message,
		Detail:  "Puppet silently inserts the empty string",
		Help:    wrong.Help,
		Meant:   wrong.Meant,
	}
	switch {
	case wrong.Flat:
		d.Detail = "The fact is a single value, so every lookup that reaches this layer fails on nodes that have it"
	case wrong.Root && v.InOptions && p.PuppetVersion >= 8:
		d.Detail = "Every lookup that reaches this layer fails: `Undefined variable '" + rule.Quoted(v.Text) + "'`"
		d.Severity = diagnostic.Error
	case wrong.Root:
		d.Detail = "Puppet inserts the empty string and warns"
	}
	if wrong.Instead != "" {
		d.Fixes = []diagnostic.Fix{edit.Write(p.Source(), d.Span, wrong.Instead)}
	}
	p.Report(d)
	return true
}
