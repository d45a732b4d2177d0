package rules

import "github.com/hieralint/hieralint/engine/lookupoptions"

// LookupOptionsBadMerge reports merge options that Puppet refuses.
var LookupOptionsBadMerge = &Rule{
	ID: "HL3007", Name: "lookup-options-bad-merge", Severity: Error, Scope: DataFile,
	Doc: Doc{
		Title: "The merge option is not one that Puppet accepts",
		What:  "A strategy that does not exist, a hash without `strategy`, an option that the strategy does not have, or one with a value of the wrong type.",
		Why:   "The mistake is found only when one of the keys concerned is looked up.",
		Puppet: "Every lookup of the keys concerned fails: `Unknown merge strategy: 'deeep'`, `The hash given as 'merge' must contain the name of a strategy in string form for the key 'strategy'`, " +
			"`The merge options has wrong type, unrecognized key 'knockout_prefix'`. (Puppet 7.23 and 8.11)",
		Examples: []Example{
			{
				Avoid:  map[string]string{"data/common.yaml": "lookup_options:\n  app::list: {merge: uniq} # want\napp::list: [a]\n"},
				Prefer: map[string]string{"data/common.yaml": "lookup_options:\n  app::list: {merge: unique}\napp::list: [a]\n"},
				Lookup: "app::list", Fails: "Unknown merge strategy: 'uniq'", PreferValue: `["a"]`,
			},
			{
				Avoid:  map[string]string{"data/common.yaml": "lookup_options:\n  app::list:\n    merge: {knockout_prefix: '--'} # want\napp::list: [a]\n"},
				Prefer: map[string]string{"data/common.yaml": "lookup_options:\n  app::list:\n    merge: {strategy: deep, knockout_prefix: '--'}\napp::list: [a]\n"},
				Lookup: "app::list", Fails: "must contain the name of a strategy", PreferValue: `["a"]`,
			},
			{
				Avoid:  map[string]string{"data/common.yaml": "lookup_options:\n  app::list:\n    merge:\n      strategy: unique\n      knockout_prefix: '--' # want\napp::list: [a]\n"},
				Prefer: map[string]string{"data/common.yaml": "lookup_options:\n  app::list:\n    merge:\n      strategy: deep\n      knockout_prefix: '--'\napp::list: [a]\n"},
				Lookup: "app::list", Fails: "unrecognized key 'knockout_prefix'", PreferValue: `["a"]`,
			},
		},
	},
	Run: func(p *Pass) {
		p.reportOptions(func(problem lookupoptions.Problem) (Diagnostic, bool) {
			d := Diagnostic{Detail: "Puppet fails every lookup of " + concerned(problem) + ": `" + quoted(problem.Message) + "`"}
			switch problem.Code {
			case lookupoptions.UnknownStrategy:
				d.Message = "`" + shown(problem.Name) + "` is not a merge strategy"
				d.Help = "use `first`, `unique`, `hash` or `deep`"
			case lookupoptions.StrategyMissing:
				d.Message = "the merge hash does not name a strategy"
				d.Help = "add `strategy: deep`, or the one that is meant"
				return d, true
			case lookupoptions.UnknownMergeOption:
				d.Message = "`" + shown(problem.Name) + "` is not an option of a merge"
				d.Help = "the deep merge has `knockout_prefix`, `sort_merged_arrays` and `merge_hash_arrays`"
			case lookupoptions.OptionOfOtherMerge:
				d.Message = "`" + problem.Name + "` is an option of the deep merge only"
				d.Help = "leave it out, or use `strategy: deep`"
				return d, true
			case lookupoptions.BadMergeOption:
				d.Message = "`" + problem.Name + "` has a value that Puppet refuses"
				d.Help = "`knockout_prefix` takes a text that is not empty, the other options true or false"
			default:
				return Diagnostic{}, false
			}
			p.suggest(&d, problem)
			return d, true
		})
	},
}
