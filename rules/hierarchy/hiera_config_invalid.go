package hierarchy

import (
	"slices"
	"strings"

	"github.com/hieralint/hieralint/engine/config"
	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/environment"
	"github.com/hieralint/hieralint/engine/lookupoptions"
	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/nearest"
	"github.com/hieralint/hieralint/internal/project"
	"github.com/hieralint/hieralint/internal/rule"
	"github.com/hieralint/hieralint/rules/internal/edit"
)

// HieraConfigInvalid reports mistakes in hiera.yaml.
var HieraConfigInvalid = &rule.Rule{
	ID: "HL4001", Name: "hiera-config-invalid", Family: family, Severity: diagnostic.Error,
	CheckConfig: func(p *rule.ConfigPass) {
		refused := slices.ContainsFunc(p.Config().Problems, rule.IsOldVersion)
		if refused && (p.Config().Version != 3 || slices.ContainsFunc(p.Config().Problems, isForVersion5)) {
			return // Puppet does not check the rest of such a file
		}
		for _, problem := range configProblems(p.Config()) {
			if isReservedKey(problem.Problem) || problem.Code == config.VersionDeprecated || rule.IsOldVersion(problem.Problem) {
				continue
			}
			reportConfig(p.Pass, problem)
		}
		reportMissingFunctions(p)
		reportMisspelledFunctions(p)
		reportMisspelledOptions(p)
		reportSections(p)
		reportPaths(p)
		reportWildcards(p)
		reportRepeated(p)
	},
}

// reportSections reports settings of version 3 that are among the options of a backend of Puppet, and options of these that
// are misspelled.
func reportSections(p *rule.ConfigPass) {
	root := p.Config().Doc.Root
	if p.Config().Version != 3 || root == nil || root.Kind != data.Mapping {
		return
	}
	for section, options := range root.Entries() {
		if options.Kind != data.Mapping || !slices.Contains([]string{"yaml", "json", "hocon", "eyaml"}, withoutColon(section)) {
			continue
		}
		names := lists.Map(slices.Collect(lists.Keys(options.Entries())), withoutColon)
		for key := range options.Entries() {
			reportSectionKey(p, section, key, names)
		}
	}
}

// withoutColon returns the text of a key without the colon of a symbol.
func withoutColon(key *data.Node) string { return strings.TrimPrefix(key.Text(), ":") }

// reportSectionKey reports a key that the section of a backend cannot have. names lists all keys of the section.
func reportSectionKey(p *rule.ConfigPass, section, key *data.Node, names []string) {
	name := withoutColon(key)
	d := diagnostic.Diagnostic{Severity: diagnostic.Warning, Span: key.Span, Key: rule.KeyPath(key)}
	known := []string{"datadir", "extension"}
	if withoutColon(section) == "eyaml" {
		known = append(known, "pkcs7_private_key", "pkcs7_public_key")
	}
	near, ok := nearest.Name(name, known)
	switch {
	case slices.Contains([]string{"backends", "hierarchy", "logger", "merge_behavior", "deep_merge_options"}, name):
		d.Message = "`" + name + "` is inside `" + withoutColon(section) + "`"
		d.Detail = "Puppet ignores it there, and uses the default"
		d.Help = "indent it like `" + rule.Shown(section.Text()) + "`"
	case ok && !slices.Contains(names, near):
		d.Message = "backend `" + withoutColon(section) + "` has no setting `" + rule.Shown(name) + "`"
		d.Detail = "Puppet ignores it, and uses the default"
		d.Meant = near
		if key.Kind == data.Scalar && strings.HasSuffix(key.Text(), name) {
			start := len(key.Text()) - len(name)
			d.Fixes = []diagnostic.Fix{edit.Write(p.Source(), key.SourceSpan(start, len(key.Text())), near)}
		}
	default:
		return
	}
	p.Report(d)
}

// eyamlOptions are the options of hiera-eyaml, and of its plugin for GnuPG, that others rarely resemble.
var eyamlOptions = []string{
	"pkcs7_private_key", "pkcs7_public_key", "pkcs7_private_key_env_var", "pkcs7_public_key_env_var", "pkcs7_keysize",
	"gpg_gnupghome", "gpg_always_trust", "gpg_recipients", "gpg_recipients_file", "encrypt_method",
}

// reportMisspelledOptions reports options of levels with encrypted values that hiera-eyaml does not have.
func reportMisspelledOptions(p *rule.ConfigPass) {
	seen := map[*data.Node]bool{} // defaults give several levels the same options
	for _, level := range p.Config().AllLevels() {
		if p.Config().Version != 5 || level.Function.Builtin() != "eyaml_lookup_key" || !level.Options.Is(data.Hash) {
			continue
		}
		for _, e := range level.Options.Entries() {
			name := e.Key.Text()
			if isLevelKey(name) && e.Key.Node() != nil && !seen[e.Key.Node()] {
				seen[e.Key.Node()] = true
				reportLevelKey(p, level, e.Key.Node())
				continue
			}
			meant, ok := nearest.Name(name, eyamlOptions)
			if _, both := level.Options.Get(meant); both || !ok || e.Key.Node() == nil || seen[e.Key.Node()] || slices.Contains(eyamlOptions, name) {
				continue
			}
			seen[e.Key.Node()] = true
			span := e.Key.Node().SourceSpan(0, len(name))
			p.Report(diagnostic.Diagnostic{
				Severity: diagnostic.Warning, Span: span, Key: rule.KeyPath(e.Key.Node()),
				Message: "hiera-eyaml has no option `" + rule.Shown(name) + "`",
				Detail:  "The option is silently ignored",
				Meant:   meant,
				Fixes:   []diagnostic.Fix{edit.Write(p.Source(), span, meant)},
			})
		}
	}
}

// isLevelKey reports whether a key belongs in a level. Puppet rejects options called path and uri.
func isLevelKey(name string) bool {
	return name == "datadir" || isFunctionKey(name) || name != "path" && name != "uri" && slices.Contains(locationKeys, name)
}

// reportLevelKey reports a key of levels that is among the options of hiera-eyaml.
func reportLevelKey(p *rule.ConfigPass, level *config.Level, key *data.Node) {
	d := diagnostic.Diagnostic{
		Severity: diagnostic.Warning, Span: key.Span, Key: rule.KeyPath(key),
		Message: "`" + key.Text() + "` is inside `options`",
		Detail:  "It is silently ignored there, since hiera-eyaml has no such option",
		Help:    "indent it like `options`",
	}
	if level.Node != nil && level.Node.Value.Is(data.Hash) {
		if _, ok := level.Node.Value.Get(key.Text()); ok {
			d.Help = "remove it; the level has this key, too"
		}
	}
	p.Report(d)
}

// functionNames are the names of the functions of a module.
type functionNames struct {
	all  []string
	near *nearest.Names
}

// reportMissingFunctions reports levels whose function does not exist in its module, although the module's code is in
// the tree.
func reportMissingFunctions(p *rule.ConfigPass) {
	seen := map[*data.Node]bool{}
	functionsOf := map[*environment.Module]*functionNames{}
	for _, level := range p.Config().AllLevels() {
		f := level.Function
		name, _, qualified := strings.Cut(f.Name, "::")
		if !qualified || f.Node == nil || seen[f.Node] {
			continue
		}
		seen[f.Node] = true
		module := moduleNamed(p, name)
		if module == nil || !module.HasCode() {
			continue
		}
		functions := functionsOf[module]
		if functions == nil {
			names := module.Functions()
			functions = &functionNames{names, nearest.NewNames(names)}
			functionsOf[module] = functions
		}
		if slices.Contains(functions.all, f.Name) {
			continue
		}
		d := diagnostic.Diagnostic{
			Span: rule.FirstLine(f.Node), Key: rule.KeyPath(f.Node),
			Message: "module `" + name + "` has no function `" + rule.Shown(f.Name) + "`",
			Detail:  "Every lookup that reaches this level fails",
			Help:    "name a function of the module, in `functions` or `lib/puppet/functions`",
		}
		if near, ok := functions.near.Nearest(f.Name, nil); ok {
			d.Meant = near
			if f.Node.Kind == data.Scalar && f.Node.Text() == f.Name {
				d.Fixes = []diagnostic.Fix{edit.Write(p.Source(), f.Node.SourceSpan(0, len(f.Name)), near)}
			}
		}
		p.Report(d)
	}
}

// reportMisspelledFunctions reports levels whose function does not exist and is similar to one of Puppet's. Other
// functions may belong to modules that are not installed.
func reportMisspelledFunctions(p *rule.ConfigPass) {
	seen := map[*data.Node]bool{}
	for _, level := range p.Config().AllLevels() {
		f := level.Function
		meant := functionMeant(f)
		if p.Config().Version != 5 || meant == "" || f.Node == nil || seen[f.Node] || strings.Contains(f.Name, "::") || hasFunction(p, f.Name) {
			continue
		}
		seen[f.Node] = true
		right := config.Function{Kind: config.DataHash, Name: meant}
		if meant == "eyaml_lookup_key" {
			right.Kind = config.LookupKey
		}
		d := diagnostic.Diagnostic{
			Span: rule.FirstLine(f.Node), Key: rule.KeyPath(f.Node),
			Message: "Puppet has no function `" + rule.Shown(f.Name) + "`, and neither does any module here",
			Detail:  "Every lookup that reaches this level fails: `Unable to find '" + f.Kind.String() + "' function named '" + rule.Shown(f.Name) + "'`",
			Meant:   right.Kind.String() + ": " + meant,
		}
		if right.Kind == f.Kind && f.Node.Kind == data.Scalar && f.Node.Text() == f.Name {
			d.Fixes = []diagnostic.Fix{edit.Write(p.Source(), f.Node.SourceSpan(0, len(f.Name)), meant)}
		}
		p.Report(d)
	}
}

// hasFunction reports whether an environment of the hiera.yaml has an unqualified function with this name.
func hasFunction(p *rule.ConfigPass, name string) bool {
	return slices.ContainsFunc(environments(p), func(env *project.Environment) bool { return env.HasFunction(name) })
}

// environments returns the environments that the hiera.yaml belongs to.
func environments(p *rule.ConfigPass) []*project.Environment {
	return lists.Filter(p.Project.Environments, func(env *project.Environment) bool { return slices.Contains(env.Roots(), p.Root) })
}

// moduleNamed returns a module of the environments that the hiera.yaml belongs to. It is nil if the module is not in
// the tree, or differs between the environments.
func moduleNamed(p *rule.ConfigPass, name string) *environment.Module {
	var found *environment.Module
	for _, env := range environments(p) {
		m := env.Module(name)
		if m == nil || found != nil && found.Dir != m.Dir {
			return nil
		}
		found = m
	}
	return found
}

// isForVersion5 reports whether a file that Puppet reads as version 3 is clearly meant as version 5, since its levels
// are hashes. Other problems of version 3 are then not reported.
func isForVersion5(problem *config.Problem) bool {
	switch problem.Code {
	case config.VersionMissing:
		return true
	case config.WrongType, config.BadKey, config.BadBackend, config.BadDatadir:
		return problem.Node != nil && problem.Node.Kind == data.Mapping
	}
	return false
}

// isReservedKey reports whether the problem is lookup_options in a hiera.yaml, which has its own rule.
func isReservedKey(problem *config.Problem) bool {
	return problem.Code == config.UnknownKey && problem.Node != nil && rule.IsKey(problem.Node, lookupoptions.Key)
}

// reportConfig reports a problem of a hiera.yaml. Its severity depends on what Puppet does about it.
func reportConfig(p *rule.Pass, problem configProblem) {
	outcome := problem.Puppet8
	if p.PuppetVersion == 7 {
		outcome = problem.Puppet7
	}
	meant := problem.meant
	if n := problem.Node; meant != "" && n != nil && n.Value.Is(data.Symbol) {
		meant = ":" + meant
	}
	d := diagnostic.Diagnostic{Message: problem.cause, Help: problem.help, Meant: meant, Span: problem.Span, Key: rule.KeyPath(problem.Node), Fixes: problem.fixes}
	if problem.Node != nil && problem.Span == problem.Node.Span {
		d.Span = rule.FirstLine(problem.Node)
	}
	switch outcome.Effect {
	case config.Fails:
		d.Severity = diagnostic.Error
		d.Detail = "Every lookup that reaches this layer fails"
		if problem.Stage == config.AtCall {
			d.Detail = "Every lookup that reaches this level fails"
		}
		if rule.IsOldVersion(problem.Problem) && problem.Puppet7.Effect == config.Warns {
			d.Detail += "; Puppet 7 ignores the file"
		}
	case config.Warns:
		d.Severity = diagnostic.Warning
		d.Detail = "Puppet warns on every run"
		if rule.IsOldVersion(problem.Problem) {
			d.Detail = "Puppet ignores the file, and warns on every run"
		}
	case config.Silent:
		d.Severity = diagnostic.Warning
		d.Detail = "Puppet silently accepts it"
		if problem.Code == config.TemplateSyntax {
			d.Detail = "No node has such a variable, so Puppet inserts the empty string"
		}
	}
	if meant != "" && problem.Node != nil {
		d.Fixes = []diagnostic.Fix{edit.Write(p.Source(), problem.Node.Span, meant)}
	}
	if problem.Related != (source.Span{}) {
		d.Related = []diagnostic.Related{{File: p.Source(), Span: problem.Related, Message: "also used here"}}
	}
	p.Report(d)
}
