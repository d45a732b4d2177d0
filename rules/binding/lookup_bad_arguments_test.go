package binding_test

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/hieralint/hieralint/internal/filetree"
	"github.com/hieralint/hieralint/internal/oracle"
	"github.com/hieralint/hieralint/internal/rule/ruletest"
	"github.com/hieralint/hieralint/rules/binding"
)

func TestLookupBadArguments(t *testing.T) {
	t.Parallel()
	for call, want := range map[string]struct{ message, help string }{
		"lookup('a')":                                                                             {},
		"lookup('a', String)":                                                                     {},
		"lookup('a', Hash[String, Any], 'deep')":                                                  {},
		"lookup('a', undef, undef, 'x')":                                                          {},
		"lookup('a', Optional[String], 'first', undef)":                                           {},
		"lookup('a', String, 'first', undef)":                                                     {"note \"the default of the lookup does not match its type: expects a String value, got Undef\"", "write `Optional[String]` for the type"},
		"lookup('b', Array[String], undef, '')":                                                   {"warning \"expects an Array value, got String\"", "use a default of type `Array[String]`"},
		"lookup('b', Array[String], undef, [1])":                                                  {"warning \"index 0 expects a String value, got Integer\"", "use a default of type `Array[String]`"},
		"lookup('b', Array[String], undef, ['x'])":                                                {},
		"lookup('b', Array[String], undef, $x)":                                                   {},
		"lookup('b', {value_type => Integer, default_value => '80'})":                             {"warning \"expects an Integer value, got String\"", "use a default of type `Integer`"},
		"lookup({name => 'b', value_type => Hash, default_value => []})":                          {"warning \"expects a Hash value, got Array\"", "use a default of type `Hash`"},
		"lookup('b', Acme::Type, undef, '')":                                                      {},
		"lookup('a', Hash, 'hash', {})":                                                           {},
		"lookup('a', Hash, 'hash', {merge => x, b => 1})":                                         {},
		"lookup('a', $type, $merge, $default)":                                                    {},
		"lookup('a', Hash, {strategy => deep, knockout_prefix => '--'}, {})":                      {},
		"lookup('a', Hash, {$x => deep}, {})":                                                     {},
		"lookup('a', {value_type => String, 'default_value' => '', merge => {strategy => deep}})": {},
		"lookup('a', {$option => 1})":                                                             {},
		"lookup({name => 'a', default_value => 1})":                                               {},
		"lookup('a') |$k| { 1 }":                                                                  {},
		"lookup(['a', 'b'], String)":                                                              {},
		"hiera('a', '')":                                                                          {},
		"lookup('a', '')":                                                                         {"error \"the second argument of `lookup` must be a data type, not a value\"", "write a default as `{default_value => …}`"},
		"lookup('a', undef)":                                                                      {"\"not a value\"", "write a default as `{default_value => …}`"},
		"lookup('a', [])":                                                                         {"\"not a value\"", "write a default as `{default_value => …}`"},
		"lookup('a', false)":                                                                      {"\"not a value\"", "write a default as `{default_value => …}`"},
		"lookup('a', \"${x}\")":                                                                   {"\"not a value\"", "write a default as `{default_value => …}`"},
		"lookup('a', {}, 'hash')":                                                                 {"\"not a value\"", "write a default as `{default_value => …}`"},
		"lookup('a', deep)":                                                                       {"\"not a value\"", "write the merge strategy as `{merge => deep}`, or a data type before it"},
		"lookup('a', 'Hash[String, Any]')":                                                        {"\"not a value\"", "remove the quotes around the data type"},
		"lookup('a', {})":                                                                         {"warning \"`{}` is an empty hash of options here, not a default\"", "write `{default_value => {}}`"},
		"lookup('a', {default => 1})":                                                             {"error \"`lookup` has no option `default`\"", "did you mean `default_value`?"},
		"lookup('a', {name => 'b'})":                                                              {"\"no option `name`\"", "the options are `value_type`, `default_value`, `override`, `default_values_hash`, and `merge`; write a default as `{default_value => …}`"},
		"lookup('a', {valuetype => String})":                                                      {"\"no option `valuetype`\"", "did you mean `value_type`?"},
		"lookup('a', {x => 1})":                                                                   {"\"no option `x`\"", "the options are `value_type`, `default_value`, `override`, `default_values_hash`, and `merge`; write a default as `{default_value => …}`"},
		"lookup({name => 'a', defaultvalue => 1})":                                                {"\"no option `defaultvalue`\"", "did you mean `default_value`?"},
		"lookup('a', Hash, 'deeep', {})":                                                          {"error \"unknown merge strategy `deeep`\"", "did you mean `deep`?"},
		"lookup('a', {merge => array})":                                                           {"\"unknown merge strategy `array`\"", "use `first`, `unique`, `hash`, or `deep`"},
		"lookup('a', Hash, {strategy => merge}, {})":                                              {"\"unknown merge strategy `merge`\"", "use `first`, `unique`, `hash`, or `deep`"},
		"lookup('a', Hash, {})":                                                                   {"error \"merge options without a strategy\"", "add `strategy => deep`"},
		"lookup('a', Hash, {merge => deep}, {})":                                                  {"\"merge options without a strategy\"", "add `strategy => deep`"},
		"lookup('a', {merge => {strategy => deep, sort_merge_arrays => true}})":                   {"error \"unknown merge option `sort_merge_arrays`\"", "did you mean `sort_merged_arrays`?"},
		"lookup({name => 'a', merge => {strategy => hash, x => $y}})":                             {"\"unknown merge option `x`\"", "the options of `deep` are `knockout_prefix`, `sort_merged_arrays`, and `merge_hash_arrays`"},
		"lookup('a', Hash, {strategy => hash, knockout_prefix => '--'}, {})":                      {"\"`knockout_prefix` is valid only with the merge strategy `deep`\"", "remove it, or use the strategy `deep`"},
		"lookup('a', Hash, {strategy => deep, merge_hash_arrays => 'true'}, {})":                  {"\"the merge option `merge_hash_arrays` has a value of the wrong type\"", "`knockout_prefix` takes a string, the other options take true or false"},
		"lookup('a', Hash, {strategy => deep, merge_hash_arrays => $x}, {})":                      {},
		"lookup('a', Hash, {strategy => $x, overwrite_arrays => true}, {})":                       {},
		"lookup('a', Hash, {strategy => reverse_deep, overwrite_arrays => true})":                 {},
		"lookup('a', Hash, 'hash', {default_value => {}})":                                        {"warning \"the options of `lookup` are in the place of the default\"", "write the default itself, or the options as the second argument"},
	} {
		comment := ""
		if want.message != "" {
			comment = " # want " + want.message
		}
		found := ruletest.Run(t, binding.LookupBadArguments, map[string]string{"manifests/site.pp": "$x = " + call + comment + "\n", "data/common.yaml": "a: {}\n"})
		if len(found) == 1 && found[0].Help != want.help {
			t.Errorf("%s: help %q, want %q", call, found[0].Help, want.help)
		}
	}
}

// TestLookupBadArgumentsOfOthers checks calls in modules from elsewhere and in templates.
func TestLookupBadArgumentsOfOthers(t *testing.T) {
	t.Parallel()
	ruletest.RunAll(t, binding.LookupBadArguments, map[string]map[string]string{
		"an installed module": {"Puppetfile": "mod 'acme/app', '1.0.0'\n", "modules/app/manifests/init.pp": "class app { lookup('a', '') }\n", "data/common.yaml": "a: 1\n"},
		"a template":          {"modules/app/templates/x.epp": "<%= lookup('a', '') %>\n", "data/common.yaml": "a: 1\n"},
		"a module shared by environments": {
			"environments/a/environment.conf": "", "environments/a/data/common.yaml": "a: 1\n", "environments/b/environment.conf": "", "environments/b/data/common.yaml": "a: 1\n",
			"environments/a/hiera.yaml": "version: 5\n", "environments/b/hiera.yaml": "version: 5\n", "modules/app/manifests/init.pp": "class app { lookup('a', '') } # want\n",
		},
	})
}

// TestLookupBadArgumentsInPuppet checks that Puppet rejects the calls of which the rule says so, and no others.
func TestLookupBadArgumentsInPuppet(t *testing.T) {
	t.Parallel()
	calls := []string{
		"lookup('a')", "lookup('a', Any)", "lookup('a', '')", "lookup('a', undef)", "lookup('a', [])", "lookup('a', 1)", "lookup('a', true)", "lookup('a', {})", "lookup('a', {}, 'hash')",
		"lookup('a', {default => 1})", "lookup('a', {default_value => 1})", "lookup({name => 'a', default => 1})", "lookup({name => 'a', merge => deep})", "lookup('a', {name => 'a'})", "lookup('a', 'Hash')", "lookup('a', deep)", "lookup('a', Any, deep)", "lookup('a', Any, deeep)",
		"lookup('a', undef, undef, 1)", "lookup('a', Any, {}, 1)", "lookup('a', Any, {strategy => deep}, 1)", "lookup('a', Any, {merge => deep}, 1)", "lookup('a', Any, {strategy => array}, 1)", "lookup('a', {merge => 'reverse_deep'})",
		"lookup('a', {merge => {strategy => deep, sort_merge_arrays => true}})", "lookup('a', {merge => {strategy => deep, sort_merged_arrays => true, knockout_prefix => '--'}})", "lookup('a', Any, {strategy => deep, merge_debug => 'x'}, 1)",
		"lookup('a', Any, {strategy => hash, knockout_prefix => '--'}, 1)", "lookup('a', Any, {strategy => first, x => 1}, 1)", "lookup('a', Any, {strategy => reverse_deep, overwrite_arrays => true}, 1)", "lookup('a', Any, {strategy => deep, knockout_prefix => 5}, 1)",
		"lookup('a', Any, first, {default_value => 1})", "lookup('a', 'Any', first, 1)",
	}
	tree := map[string]string{"hiera.yaml": "version: 5\n", "data/common.yaml": "a: {}\n", "manifests/site.pp": ""}
	for i, call := range calls {
		tree[fmt.Sprintf("modules/role/manifests/c%d.pp", i)] = fmt.Sprintf("class role::c%d { $x = %s }\n", i, call)
	}
	dir := filetree.Write(t, tree)
	isReported := map[string]bool{}
	for _, d := range ruletest.Check(t, dir) {
		if d.Rule == binding.LookupBadArguments.Descriptor() && strings.HasPrefix(d.Detail, "Every catalog") {
			isReported[filepath.Base(d.File.Path)] = true
		}
	}
	puppet := oracle.StartRuby(t, "testdata/catalogs.rb", dir)
	for i, call := range calls {
		answer := string(puppet.Line(t, fmt.Appendf(nil, "role::c%d", i)))
		fails := strings.Contains(answer, "arguments it does not accept") || strings.Contains(answer, "must contain the name of a strategy") || strings.Contains(answer, "Unknown merge strategy") || strings.Contains(answer, "The merge options has wrong type")
		if reported := isReported[fmt.Sprintf("c%d.pp", i)]; reported != fails {
			t.Errorf("%s: reported: %v; Puppet: %s", call, reported, answer)
		}
	}
}
