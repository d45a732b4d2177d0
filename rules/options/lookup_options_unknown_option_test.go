package options_test

import (
	"testing"

	"github.com/hieralint/hieralint/internal/filetree"
	"github.com/hieralint/hieralint/internal/rule/ruletest"
	"github.com/hieralint/hieralint/rules/options"
)

func TestLookupOptionsUnknownOption(t *testing.T) {
	t.Parallel()
	found := ruletest.Run(t, options.LookupOptionsUnknownOption, ruletest.Common(`---
lookup_options:
  a: {merge: deep, convert_to: Hash}
  b:
    merge: deep
    knockout_prefix: '--' # want error "^`+"`knockout_prefix` and `sort_merged_arrays` have no effect here; they belong inside `merge`$"+`"
    sort_merged_arrays: true
  c: {mergee: deep} # want error "mergee"
  d: {Merge: deep} # want error "Merge"
  e: {description: about} # want error "description"
  f: {knockout_prefix: '--'} # want error "^`+"`knockout_prefix` has no effect here; it belongs inside `merge`$"+`"
  g: {strategy: deep} # want error "strategy"
`))
	if len(found) == 6 && (len(found[1].Fixes) != 1 || found[1].Fixes[0].Edits[0].New != "merge") {
		t.Error("unexpected fix for `mergee`")
	}
	found = ruletest.Run(t, options.LookupOptionsUnknownOption, ruletest.Common("lookup_options:\n  a: {merge: deep, mergee: hash} # want error \"mergee\"\n"))
	if d := found[0]; d.Help != "remove it, or correct its name; `merge` is already set here" || len(d.Fixes) > 0 {
		t.Errorf("beside `merge`: help %q, fixes %v", d.Help, d.Fixes)
	}
}

func TestLookupOptionsNesting(t *testing.T) {
	t.Parallel()
	const deep = "write `merge: {strategy: deep, knockout_prefix: …}`"
	for name, c := range map[string]struct{ text, help, fixed string }{
		"one option": {
			"lookup_options:\n  a:\n    merge: deep\n    knockout_prefix: '--'\n", deep,
			"lookup_options:\n  a:\n    merge:\n      strategy: deep\n      knockout_prefix: '--'\n",
		},
		"several, and valid ones": {
			"lookup_options:\n  a:\n    knockout_prefix: -- # out\n    merge: deep\n    convert_to: Hash\n    merge_hash_arrays: true\nb: 1\n",
			"write `merge: {strategy: deep, knockout_prefix: …, merge_hash_arrays: …}`",
			"lookup_options:\n  a:\n    merge:\n      strategy: deep\n      knockout_prefix: --\n      merge_hash_arrays: true\n    convert_to: Hash\nb: 1\n",
		},
		"no newline at the end": {
			"lookup_options:\n  a:\n    merge: deep\n    knockout_prefix: '--'", deep,
			"lookup_options:\n  a:\n    merge:\n      strategy: deep\n      knockout_prefix: '--'\n",
		},
		"line ends of Windows": {
			"lookup_options:\r\n  a:\r\n    merge: deep\r\n    knockout_prefix: '--'\r\n", deep,
			"lookup_options:\r\n  a:\r\n    merge:\r\n      strategy: deep\r\n      knockout_prefix: '--'\r\n",
		},
		"beside a hash": {
			"lookup_options:\n  a:\n    merge:\n      strategy: deep\n    knockout_prefix: '--'\n", deep,
			"lookup_options:\n  a:\n    merge:\n      strategy: deep\n      knockout_prefix: '--'\n",
		},
		"beside braces": {
			"lookup_options:\n  a:\n    merge: {strategy: deep}\n    knockout_prefix: '--'\n", deep,
			"lookup_options:\n  a:\n    merge: {strategy: deep, knockout_prefix: '--'}\n",
		},
		"in braces": {
			"lookup_options:\n  a: {knockout_prefix: '--', merge: deep, convert_to: Hash}\n", deep,
			"lookup_options:\n  a: {merge: {strategy: deep, knockout_prefix: '--'}, convert_to: Hash}\n",
		},
		"no merge, in braces": {
			"lookup_options:\n  a: {strategy: deep, knockout_prefix: '--'}\n", deep,
			"lookup_options:\n  a: {merge: {strategy: deep, knockout_prefix: '--'}}\n",
		},
		"no merge": {
			"lookup_options:\n  a:\n    strategy: unique\n", "write `merge: {strategy: unique}`",
			"lookup_options:\n  a:\n    merge:\n      strategy: unique\n",
		},
		"another strategy": {
			"lookup_options:\n  a:\n    merge: hash\n    knockout_prefix: '--'\n", deep + "; `hash` has no such option", "",
		},
		"no strategy":      {"lookup_options:\n  a: {knockout_prefix: '--'}\n", deep, ""},
		"inside too":       {"lookup_options:\n  a: {merge: {strategy: deep, knockout_prefix: x}, knockout_prefix: '--'}\n", deep, ""},
		"twice":            {"lookup_options:\n  a:\n    merge: deep\n    merge: deep\n    knockout_prefix: '--'\n", deep, ""},
		"an anchor":        {"lookup_options:\n  a:\n    merge: deep\n    knockout_prefix: &k '--'\n", deep, ""},
		"braces in braces": {"lookup_options:\n  a:\n    merge: {strategy: deep}\n    knockout_prefix: '[]'\n", deep, ""},
	} {
		t.Run(name, func(t *testing.T) {
			dir := filetree.Write(t, map[string]string{"hiera.yaml": "version: 5\n", "data/common.yaml": c.text})
			for _, d := range ruletest.Check(t, dir) {
				if d.Rule != options.LookupOptionsUnknownOption.Descriptor() {
					continue
				}
				if d.Help != c.help {
					t.Errorf("help: %s", d.Help)
				}
				switch {
				case len(d.Fixes) == 0 && c.fixed != "":
					t.Error("no fix")
				case len(d.Fixes) > 0 && d.Fixes[0].Safe:
					t.Error("the fix is safe, although it changes the results of lookups")
				case len(d.Fixes) > 0 && ruletest.Apply(d.Fixes[0]) != c.fixed:
					t.Errorf("fixed:\n%s\nwant:\n%s", ruletest.Apply(d.Fixes[0]), c.fixed)
				}
				return
			}
			t.Error("no findings")
		})
	}
}
