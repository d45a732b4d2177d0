package rules_test

import (
	"strings"
	"testing"

	"github.com/hieralint/hieralint/internal/filetree"
	"github.com/hieralint/hieralint/rules"
)

func module(text string) map[string]string {
	return map[string]string{
		"modules/foo/hiera.yaml":       "version: 5\nhierarchy:\n  - {name: Common, path: common.yaml}\n",
		"modules/foo/data/common.yaml": text,
	}
}

func TestLookupOptionsOutsideModule(t *testing.T) {
	run(t, rules.LookupOptionsOutsideModule, module(`---
lookup_options:
  foo::a: {merge: unique}
  '^foo::.*': {merge: unique}
  bar::a: {merge: unique} # want error "bar::a"
  foo: {merge: unique} # want error "foo"
  '^bar::': {merge: unique} # want error "bar"
  '^foo(::|x)': {merge: unique} # want error "foo"
  '^(foo::a)': {merge: unique} # want error "foo"
`))
	run(t, rules.LookupOptionsOutsideModule, common("lookup_options:\n  bar::a: {merge: unique}\n  '^foo::': {merge: unique}\n"))
}

func TestLookupOptionsPatternNotAnchored(t *testing.T) {
	found := run(t, rules.LookupOptionsPatternNotAnchored, common(`---
lookup_options:
  '^profile::.*': {merge: hash}
  profile::web::vhosts: {merge: hash}
  profile::web.vhosts: {merge: hash}
  plain-name: {merge: hash}
  strange*key: {merge: hash}
  "%{facts.role}::x": {merge: hash}
  'profile::.*::users': {merge: hash} # want error "start with"
  '/^profile/': {merge: hash} # want error "start with"
  'profile::*': {merge: hash} # want error "start with"
  'profile::(a|b)::users': {merge: hash} # want error "start with"
strange*key: {a: 1}
`))
	if len(found) == 4 {
		for i, want := range []string{"'^profile::.*::users'", "'^profile'", "'^profile::'", "'^profile::(a|b)::users'"} {
			if got := apply(found[i].Fixes[0]); !strings.Contains(got, "\n  "+want+": {") {
				t.Errorf("fix %d does not write %s: %s", i, want, got)
			}
		}
	}
	found = run(t, rules.LookupOptionsPatternNotAnchored, common("lookup_options:\n  \"profile::\\\\w+::users\": {merge: hash} # want \"start with\"\n"))
	if got := apply(found[0].Fixes[0]); !strings.Contains(got, "  \"^profile::\\\\w+::users\": {") {
		t.Errorf("fixed: %s", got)
	}
	found = check(t, filetree.Write(t, map[string]string{
		"hiera.yaml":  "version: 5\nhierarchy: [{name: A, path: a.json, data_hash: json_data}]\n",
		"data/a.json": "{\"lookup_options\": {\"a::.*::b\": {\"merge\": \"hash\"}}}\n",
	}))
	if len(found) != 1 || apply(found[0].Fixes[0]) != "{\"lookup_options\": {\"^a::.*::b\": {\"merge\": \"hash\"}}}\n" {
		t.Errorf("in JSON: %v", found)
	}
}

func TestLookupOptionsBadPattern(t *testing.T) {
	run(t, rules.LookupOptionsBadPattern, common(`---
lookup_options:
  '^a(?!b)': {merge: hash}
  '^a{,2}$': {merge: hash}
  '^[[:alpha:]]+\h': {merge: hash}
  'a(': {merge: hash}
  '^a(': {merge: hash} # want error "unmatched parenthesis"
  '^[b-a]': {merge: hash} # want error "empty range"
  '^(?P<n>a)': {merge: hash} # want error "undefined group option"
  '^(?s)a': {merge: hash} # want error "undefined group option"
  '^a|*': {merge: hash} # want error "target of repeat operator"
`))
}

func TestLookupOptionsReserved(t *testing.T) {
	run(t, rules.LookupOptionsReserved, common(`---
lookup_options:
  a: {merge: unique}
  b:
  c: unique # want error "must be a hash"
  d: [unique] # want error "must be a hash"
  e: 5 # want error "must be a hash"
  1: {merge: unique} # want error "named by a text"
  f: {merge: "%{facts.how}"}
  g: {merge: "%{lookup('how')}"} # want error "inside"
x: "%{lookup('lookup_options')}" # want error "cannot be looked up"
y: "%{alias('lookup_options.a.merge')}" # want error "cannot be looked up"
z: "%{lookup('lookup_options_of_mine')}"
app:
  lookup_options: some setting of the application
  nested:
    lookup_options: # want error "root"
      a: {merge: unique}
`))
	run(t, rules.LookupOptionsReserved, common("lookup_options: unique # want error \"must be a hash\"\n"))
	run(t, rules.LookupOptionsReserved, common("lookup_options:\na: 1\n"))
	run(t, rules.LookupOptionsReserved, map[string]string{
		"hiera.yaml": "version: 5\nlookup_options: # want error \"data files\"\n  a: {merge: unique}\n" +
			"hierarchy:\n  - name: Common\n    path: common.yaml\n    lookup_options: {a: {merge: unique}} # want error \"data files\"\n",
	})
}

func TestLookupOptionsUnknownOption(t *testing.T) {
	found := run(t, rules.LookupOptionsUnknownOption, common(`---
lookup_options:
  a: {merge: deep, convert_to: Hash}
  b:
    merge: deep
    knockout_prefix: '--' # want error "^`+"`knockout_prefix` and `sort_merged_arrays` beside `merge` have no effect; they belong inside$"+`"
    sort_merged_arrays: true
  c: {mergee: deep} # want error "mergee"
  d: {Merge: deep} # want error "Merge"
  e: {description: about} # want error "description"
  f: {knockout_prefix: '--'} # want error "^`+"`knockout_prefix` has no effect here; it belongs inside of `merge`$"+`"
  g: {strategy: deep} # want error "strategy"
`))
	if len(found) == 6 && (len(found[1].Fixes) != 1 || found[1].Fixes[0].Edits[0].New != "merge") {
		t.Error("`mergee` gets a fix")
	}
}

func TestLookupOptionsNesting(t *testing.T) {
	const deep = "write `merge: {strategy: deep, knockout_prefix: …}`"
	for name, c := range map[string]struct{ text, help, fixed string }{
		"one option": {
			"lookup_options:\n  a:\n    merge: deep\n    knockout_prefix: '--'\n", deep,
			"lookup_options:\n  a:\n    merge:\n      strategy: deep\n      knockout_prefix: '--'\n",
		},
		"several, with what stays": {
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
			for _, d := range check(t, dir) {
				if d.Rule != rules.LookupOptionsUnknownOption.Descriptor() {
					continue
				}
				if d.Help != c.help {
					t.Errorf("help: %s", d.Help)
				}
				switch {
				case len(d.Fixes) == 0 && c.fixed != "":
					t.Error("there is no fix")
				case len(d.Fixes) > 0 && d.Fixes[0].Safe:
					t.Error("the fix is called safe, and it changes what a lookup returns")
				case len(d.Fixes) > 0 && apply(d.Fixes[0]) != c.fixed:
					t.Errorf("fixed:\n%s\nwant:\n%s", apply(d.Fixes[0]), c.fixed)
				}
				return
			}
			t.Error("nothing is reported")
		})
	}
}

func TestLookupOptionsBadMerge(t *testing.T) {
	run(t, rules.LookupOptionsBadMerge, common(`---
lookup_options:
  a: {merge: first}
  b: {merge: {strategy: deep, knockout_prefix: '--', sort_merged_arrays: true, merge_hash_arrays: false}}
  c: {merge: reverse_deep}
  d: {merge: "%{facts.how}"}
  e: {merge: ~}
  f: {merge: deeep} # want error "deeep"
  g: {merge: Deep} # want error "Deep"
  h: {merge: {knockout_prefix: '--'}} # want error "does not name a strategy"
  i: {merge: {strategy: unique, knockout_prefix: '--'}} # want error "deep merge only"
  j: {merge: {strategy: deep, knockout: '--'}} # want error "not an option"
  k: {merge: {strategy: deep, sort_merged_arrays: 'yes'}} # want error "refuses"
  l: {merge: {strategy: deep, knockout_prefix: ''}} # want error "refuses"
  m: {merge: [deep]} # want error "not a merge strategy"
  n: {merge: {strategy: deep, knockout_prefix: '+'}} # want error "regular expression"
  o: {merge: {strategy: deep, knockout_prefix: '('}} # want error "regular expression"
  q: {merge: {strategy: deep, knockout_prefix: '!'}}
  r: {merge: {strategy: deep, knockout_prefix: '//'}}
  s: {merge: {strategy: deep, knockout_prefix: 'no-'}}
`))
}

func TestLookupOptionsBadConvert(t *testing.T) {
	run(t, rules.LookupOptionsBadConvert, common(`---
lookup_options:
  a: {convert_to: Integer}
  b: {convert_to: [Integer, 16]}
  c: {convert_to: 'Array[String]'}
  d: {convert_to: "Enum['a', 'b']"}
  e: {convert_to: "Optional[Integer[0, 10]]"}
  f: {convert_to: Stdlib::Port}
  g: {convert_to: "%{facts.type}"}
  h: {convert_to: ~}
  i: {convert_to: integer} # want error "not a Puppet type"
  j: {convert_to: Integr} # want error "no type .Integr."
  k: {convert_to: 'Integer['} # want error "not a Puppet type"
  l: {convert_to: 5} # want error "not a Puppet type"
  m: {convert_to: [Sensitive, true]} # want error "this argument"
  n: {convert_to: []} # want error "not a Puppet type"
`))
}
