package binding

import (
	"slices"
	"strings"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/merge"
	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/engine/types"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/lazyregexp"
	"github.com/hieralint/hieralint/internal/manifest"
	"github.com/hieralint/hieralint/internal/nearest"
	"github.com/hieralint/hieralint/internal/plural"
	"github.com/hieralint/hieralint/internal/project"
	"github.com/hieralint/hieralint/internal/rule"
)

// LookupBadArguments reports calls of lookup with arguments that Puppet rejects, or that are options in the place of a default.
var LookupBadArguments = &rule.Rule{
	ID: "HL5018", Name: "lookup-bad-arguments", Family: family, Severity: diagnostic.Error,
	CheckProject: func(p *rule.ProjectPass) {
		type call struct {
			file  *source.File
			start int
		}
		seen := map[call]bool{} // a call may look up several keys, and environments may share its module
		for _, env := range p.Project.Environments {
			code := p.CodeOf[env]
			if code == nil {
				continue
			}
			for _, u := range code.Lookups {
				at := call{u.File, u.Call.Start}
				if len(u.Wrong) == 0 && u.Default == nil || seen[at] || !isOwn(p, env, u) {
					continue
				}
				seen[at] = true
				checkDefault(p, code, u)
				for _, w := range u.Wrong {
					reportArgument(p, u, w)
				}
			}
		}
	},
}

// isOwn reports whether a lookup is in a manifest of the repository that the run is about.
func isOwn(p *rule.ProjectPass, env *project.Environment, u *manifest.Lookup) bool {
	return strings.HasSuffix(u.File.Path, ".pp") && p.Project.Selected(u.File.Path) && !isInstalled(env, u.In.Module)
}

// checkDefault reports a default that does not match the type that the lookup requires.
func checkDefault(p *rule.ProjectPass, code *manifest.Index, u *manifest.Lookup) {
	if u.Default == nil {
		return
	}
	typ, err := code.LookupType(u)
	if err != nil || !code.IsAffordable(typ, slices.Values([]*data.Value{u.Default})) {
		return
	}
	all := types.Mismatches(typ, u.Default)
	if len(all) == 0 || all[0].Kind == types.UnknownType {
		return
	}
	d := diagnostic.Diagnostic{
		File: u.File, Span: rule.FirstLineOf(u.File, u.DefaultSpan), Severity: diagnostic.Warning,
		Message: "the default of the lookup does not match its type: " + cut(all[0].Text()),
		Detail:  "Catalogs that evaluate this call fail to compile where no data defines the key: `Default value has wrong type`",
		Help:    "use a default of type `" + cut(u.Type()) + "`",
	}
	if u.Default.IsUndef() {
		d.Help = "write `Optional[" + cut(u.Type()) + "]` for the type"
	}
	if name, known := u.Key.Text(); known {
		d.Key = diagnostic.RootKey(name)
		if p.Project.HasKey(name) {
			d.Severity = diagnostic.Note // all nodes that evaluate it may have a value
		}
	}
	p.Report(d)
}

// optionsMeant are options of lookup by what they are called by mistake.
var optionsMeant = map[string]string{"default": "default_value", "type": "value_type", "data_type": "value_type", "strategy": "merge", "key": "name"}

func reportArgument(p *rule.ProjectPass, u *manifest.Lookup, w manifest.WrongArgument) {
	d := diagnostic.Diagnostic{
		File: u.File, Span: rule.FirstLineOf(u.File, w.Span),
		Detail: "Every catalog that evaluates this call fails to compile",
	}
	if name, known := u.Key.Text(); known {
		d.Key = diagnostic.RootKey(name)
	}
	text := rule.Shown(w.Text)
	switch w.Mistake {
	case manifest.ValueAsType:
		d.Message = "the second argument of `lookup` must be a data type, not a value"
		d.Help = "write a default as `{default_value => …}`"
		switch {
		case slices.Contains(strategyNames, w.Text):
			d.Help = "write the merge strategy as `{merge => " + text + "}`, or a data type before it"
		case typeName().MatchString(w.Text):
			d.Help = "remove the quotes around the data type"
		}
	case manifest.UnknownOption:
		d.Message = "`lookup` has no option `" + text + "`"
		known := manifest.LookupOptions[1:]
		d.Meant = optionsMeant[w.Text]
		if near, ok := nearest.Name(w.Text, known); ok && d.Meant == "" {
			d.Meant = near
		}
		d.Help = "the options are " + rule.Names(known) + "; write a default as `{default_value => …}`"
	case manifest.UnknownStrategy:
		d.Message = "unknown merge strategy `" + text + "`"
		d.Meant, _ = nearest.Name(w.Text, strategyNames)
		d.Help = "use " + plural.Or(plural.Code(strategyNames))
	case manifest.NoStrategy:
		d.Message, d.Help = "merge options without a strategy", "add `strategy => deep`"
	case manifest.UnknownMergeOption:
		d.Message = "unknown merge option `" + text + "`"
		d.Meant, _ = nearest.Name(w.Text, merge.DeepOptions)
		d.Help = "the options of `deep` are `knockout_prefix`, `sort_merged_arrays`, and `merge_hash_arrays`"
	case manifest.OptionOfOtherMerge:
		d.Message, d.Help = "`"+text+"` is valid only with the merge strategy `deep`", "remove it, or use the strategy `deep`"
	case manifest.BadMergeOption:
		d.Message = "the merge option `" + text + "` has a value of the wrong type"
		d.Help = "`knockout_prefix` takes a string, the other options take true or false"
	case manifest.NoOptions:
		d.Severity = diagnostic.Warning
		d.Message, d.Help = "`{}` is an empty hash of options here, not a default", "write `{default_value => {}}`"
		d.Detail = "The lookup has no default, so catalogs fail to compile where no data defines the key"
	case manifest.OptionsAsDefault:
		d.Severity = diagnostic.Warning
		d.Message, d.Help = "the options of `lookup` are in the place of the default", "write the default itself, or the options as the second argument"
		d.Detail = "Where no data defines the key, the lookup returns this hash"
	}
	p.Report(d)
}

// typeName matches a data type.
var typeName = lazyregexp.New(`^[A-Z]\w*(?:::[A-Z]\w*)*(?:\[.*\])?$`)

var strategyNames = []string{"first", "unique", "hash", "deep"}
