package options

import (
	"strings"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/lookupoptions"
	"github.com/hieralint/hieralint/engine/rubyregexp"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/rule"
)

// LookupOptionsBadMerge reports merge options that Puppet rejects.
var LookupOptionsBadMerge = &rule.Rule{
	ID: "HL3007", Name: "lookup-options-bad-merge", Family: family, Severity: diagnostic.Error, Reach: rule.OtherKeys,
	CheckFile: func(p *rule.FilePass) {
		knockoutPrefixes(p)
		reportOptions(p, func(problem lookupoptions.Problem) (diagnostic.Diagnostic, bool) {
			d := diagnostic.Diagnostic{Detail: "Every lookup of " + concerned(problem) + " fails: `" + rule.Quoted(problem.Message) + "`"}
			switch problem.Code {
			case lookupoptions.UnknownStrategy:
				d.Message = "unknown merge strategy `" + rule.Shown(problem.Name) + "`"
				d.Help = "use `first`, `unique`, `hash`, or `deep`"
			case lookupoptions.StrategyMissing:
				d.Message = "`merge` hash without a `strategy`"
				d.Help = "add `strategy: deep`, or another strategy"
				return d, true
			case lookupoptions.UnknownMergeOption:
				d.Message = "unknown merge option `" + rule.Shown(problem.Name) + "`"
				d.Help = "the options of `deep` are `knockout_prefix`, `sort_merged_arrays`, and `merge_hash_arrays`"
			case lookupoptions.OptionOfOtherMerge:
				d.Message = "`" + problem.Name + "` is valid only with `strategy: deep`"
				d.Help = "remove it, or use `strategy: deep`"
				return d, true
			case lookupoptions.BadMergeOption:
				d.Message = "`" + problem.Name + "` has an invalid value"
				d.Help = "`knockout_prefix` takes a non-empty string, the other options take true or false"
			default:
				return diagnostic.Diagnostic{}, false
			}
			suggest(p.Pass, &d, problem)
			return d, true
		})
	},
}

// knockoutPrefixes reports knockout prefixes that contain regular expression metacharacters, which Ruby's DeepMerge
// does not escape (measured with Puppet 7.23).
func knockoutPrefixes(p *rule.FilePass) {
	options := p.Options()
	if options == nil || !options.Value.Is(data.Hash) {
		return
	}
	for _, e := range options.Value.Entries() {
		if !e.Value.Is(data.Hash) {
			continue
		}
		merge, _ := e.Value.Get("merge")
		prefix, ok := knockoutPrefixOf(merge)
		if !ok || prefix.Node() == nil || !strings.ContainsAny(prefix.Text(), specialCharacters) || strings.Contains(prefix.Text(), "%{") {
			continue
		}
		n := prefix.Node()
		d := diagnostic.Diagnostic{
			Span: rule.FirstLine(n), Key: rule.KeyPath(n),
			Message: "knockout prefix `" + rule.Shown(prefix.Text()) + "` contains regular expression metacharacters",
			Detail:  "Puppet matches elements against `/^" + rule.Shown(prefix.Text()) + "/`, which removes nothing, or more than intended",
			Help:    "use a prefix without them, such as `" + knockoutPrefix + "`",
		}
		if _, err := rubyregexp.Compile("^" + prefix.Text()); err != nil {
			d.Detail = "Merging arrays fails: `" + rule.Quoted(err.Error()) + "`"
		}
		p.Report(d)
	}
}

// specialCharacters are those with a meaning in regular expressions.
const specialCharacters = `.+*?^$|()[\`

// knockoutPrefixOf returns the knockout prefix in a merge option if it has an effect.
func knockoutPrefixOf(merge *data.Value) (*data.Value, bool) {
	if !merge.Is(data.Hash) {
		return nil, false
	}
	prefix, ok := merge.Get("knockout_prefix")
	if !ok || prefix.Kind() != data.String || prefix.Text() == "" {
		return nil, false
	}
	strategy, ok := merge.Get("strategy")
	return prefix, ok && strategy.Kind() == data.String && strings.HasSuffix(strategy.Text(), "deep")
}
