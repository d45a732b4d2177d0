package rules_test

import (
	"testing"

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
			if got := found[i].Fixes[0].Edits[0].New; got != want {
				t.Errorf("fix %d writes %s, want %s", i, got, want)
			}
		}
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
    knockout_prefix: '--' # want error "belongs inside"
    sort_merged_arrays: true # want error "belongs inside"
  c: {mergee: deep} # want error "mergee"
  d: {Merge: deep} # want error "Merge"
  e: {description: about} # want error "description"
`))
	if len(found) == 5 && (len(found[2].Fixes) != 1 || found[2].Fixes[0].Edits[0].New != "merge") {
		t.Error("`mergee` gets a fix")
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
