package binding_test

import (
	"fmt"
	"maps"
	"strings"
	"testing"

	"github.com/hieralint/hieralint/internal/filetree"
	"github.com/hieralint/hieralint/internal/oracle"
	"github.com/hieralint/hieralint/internal/reference"
	"github.com/hieralint/hieralint/internal/rule/ruletest"
	"github.com/hieralint/hieralint/rules/binding"
)

func TestLookupTypeMismatch(t *testing.T) {
	t.Parallel()
	// lookingUp returns a tree with data and code.
	lookingUp := func(text, code string, more map[string]string) map[string]string {
		tree := map[string]string{"hiera.yaml": ruletest.RoleLevels, "data/common.yaml": text, "manifests/site.pp": code + "\n"}
		maps.Copy(tree, more)
		return tree
	}
	ruletest.RunAll(t, binding.LookupTypeMismatch, map[string]map[string]string{
		"wrong":                                     lookingUp("a: x # want warning \"lookup of `a` in code expects an Integer value, got String\"\n", "lookup('a', Integer)", nil),
		"a hash of an eyaml level":                  lookingUp("a: {x: 1} # want \"expects an Integer value\"\n", "lookup('a', Integer)", map[string]string{"hiera.yaml": "version: 5\nhierarchy: [{name: Common, path: common.yaml, lookup_key: eyaml_lookup_key}]\n"}),
		"an encrypted part":                         lookingUp("a: {x: 'ENC[PKCS7,MIIB]'}\n", "lookup('a', Hash[String, String])", map[string]string{"hiera.yaml": "version: 5\nhierarchy: [{name: Common, path: common.yaml, lookup_key: eyaml_lookup_key}]\n"}),
		"beside a fact":                             lookingUp("a:\n  - x # want warning \"index 0 expects an Integer value, got String\"\n  - \"%{facts.x}\"\n", "lookup('a', Array[Integer])", nil),
		"beside a fact as a key":                    lookingUp("a: {b: x, \"%{facts.x}\": 1}\n", "lookup('a', Hash[String, Integer])", nil),
		"right":                                     lookingUp("a: 1\n", "lookup('a', Integer)", nil),
		"without a type":                            lookingUp("a: x\n", "lookup('a')", nil),
		"named options":                             lookingUp("a: x # want \"expects an Integer value\"\n", "lookup({name => 'a', value_type => Integer})", nil),
		"with a default":                            lookingUp("a: x # want \"expects an Integer value\"\n", "lookup('a', Integer, undef, 1)", nil),
		"a part of it":                              lookingUp("a:\n  - x\n  - 1 # want \"lookup of `a` in code: index 1 expects a String value, got Integer\"\n", "lookup('a', Array[String])", nil),
		"one of several types":                      lookingUp("a: [1] # want \"expects a value of type String or Hash\"\n", "lookup('a', Variant[String, Hash])", nil),
		"several reasons":                           lookingUp("a: [1, x] # want \"does not match the type .* that code requires\"\n", "lookup('a', Variant[Array[Integer], Array[String]])", nil),
		"a type that accepts":                       lookingUp("a: ~\n", "lookup('a', Optional[Integer])", nil),
		"no value":                                  lookingUp("a: ~ # want warning \"expects an Integer value, got Undef\"\n", "lookup('a', Integer)", nil),
		"no value, with a default":                  lookingUp("a: # want \"expects a Hash value, got Undef\"\n", "lookup('a', Hash, 'hash', {})", nil),
		"no value, on a condition":                  lookingUp("a:\n", "if $facts['x'] { lookup('a', Integer) }", nil),
		"no value on some nodes":                    lookingUp("a: 1\n", "lookup('a', Integer)", map[string]string{"data/role/web.yaml": "a: # want warning \"got Undef\"\n"}),
		"no value, in a class":                      lookingUp("a: 1\n", "", map[string]string{"data/role/web.yaml": "a:\n", "modules/app/manifests/init.pp": "class app { lookup('a', Integer) }\n"}),
		"merged by code":                            lookingUp("a: x\n", "lookup('a', Array, 'unique')", nil),
		"merged by code in vain":                    lookingUp("a: {b: 1} # want warning \"expects an Array value, got Struct\"\n", "lookup('a', Array, 'hash')", nil),
		"an element that code merges":               lookingUp("a:\n  - x\n  - 1 # want warning \"index 1 expects a String value, got Integer\"\n", "lookup('a', Array[String], 'unique')", nil),
		"an element of some nodes that code merges": lookingUp("a: [x]\n", "lookup('a', Array[String], 'unique')", map[string]string{"data/role/web.yaml": "a:\n  - y\n  - ~ # want warning \"index 1 expects a String value, got Undef\"\n"}),
		"an element below that code merges":         lookingUp("a:\n  - x\n  - 1 # want warning \"index 1 expects a String value, got Integer\"\n", "lookup('a', Array[String], 'unique')", map[string]string{"data/role/web.yaml": "a: [y]\n"}),
		"what a merge by code overrides":            lookingUp("a: {x: 1, y: z} # want note \"entry 'y' expects an Integer value\"\n", "lookup('a', Hash[String, Integer], {strategy => 'deep'})", map[string]string{"data/role/web.yaml": "a: {y: 2}\n"}),
		"knocked out by code":                       lookingUp("a: [x, y] # want note \"got 'y'\"\n", "lookup('a', Array[Enum[x]], {'strategy' => 'deep', 'knockout_prefix' => '--'})", map[string]string{"data/role/web.yaml": "a: ['--y']\n"}),
		"first by code":                             lookingUp("lookup_options: {a: {merge: unique}}\na: x # want warning \"expects an Array value, got String\"\n", "lookup('a', Array, 'first')", nil),
		"merged by code, with tokens":               lookingUp("a: [\"%{alias('b')}\"]\n", "lookup('a', Array[Integer], 'unique')", nil),
		"lacks what is outside the tree":            lookingUp("a: {b: 1}\n", "lookup('a', Struct[{b => Integer, c => String}], 'hash')", map[string]string{"hiera.yaml": ruletest.RoleLevels + "  - {name: Private, path: private.yaml, datadir: /etc/private}\n"}),
		"merged by computed options":                lookingUp("a: {b: 1}\n", "lookup('a', Array, $x)", nil),
		"merged by options":                         lookingUp("lookup_options: {a: {merge: unique}}\na: x\n", "lookup('a', Array)", nil),
		"merged by options in vain":                 lookingUp("lookup_options: {a: {merge: unique}}\na: {b: 1} # want \"expects a Hash value, got Tuple\"\n", "lookup('a', Hash)", nil),
		"converted by options in vain":              lookingUp("lookup_options: {a: {convert_to: String}}\na: 1 # want \"expects an Integer value, got String\"\n", "lookup('a', Integer)", nil),
		"merged by options, with tokens":            lookingUp("lookup_options: {a: {merge: unique}}\na: {b: \"%{facts.x}\"}\n", "lookup('a', Hash)", nil),
		"converted":                                 lookingUp("lookup_options: {a: {convert_to: Integer}}\na: '1'\n", "lookup('a', Integer)", nil),
		"a string with a reference":                 lookingUp("a: \"x%{lookup('b')}\" # want \"expects a Hash value, got String\"\nb: 1\n", "lookup('a', Hash)", nil),
		"an alias":                                  lookingUp("a: \"%{alias('b')}\" # want \"expects a Hash value, got Integer\"\nb: 1\n", "lookup('a', Hash)", nil),
		"an undefined variable":                     lookingUp("a: \"x.%{::nowhere}.y\"\n", "lookup('a', Pattern[/^[a-z]+[.][a-z]+[.]y$/])", nil),
		"an alias that matches":                     lookingUp("a: \"%{alias('b')}\"\nb: {c: 1}\n", "lookup('a', Hash)", nil),
		"a token":                                   lookingUp("a: \"%{facts.x}\"\n", "lookup('a', Integer)", nil),
		"a subkey":                                  lookingUp("a: {b: x}\n", "lookup('a.b', Integer)", nil),
		"a computed key":                            lookingUp("a: x\n", "lookup(\"${x}a\", Integer)", nil),
		"an unknown type":                           lookingUp("a: x\n", "lookup('a', Other::Port)", nil),
		"an alias of a type":                        lookingUp("a: 1 # want \"expects\"\n", "lookup('a', App::Port)", map[string]string{"modules/app/types/port.pp": "type App::Port = Integer[1024, 65535]\n"}),
		"on some nodes":                             lookingUp("a: 1\n", "lookup('a', Integer)", map[string]string{"data/role/web.yaml": "a: x # want warning \"got String\"\n"}),
		"on nodes that evaluate it, with another of the same type": lookingUp("a: 1\n", "lookup('a', Integer)\n$x = lookup('a', Integer)\nif $facts['x'] { lookup('a', Any, undef, 1) }", map[string]string{"data/role/web.yaml": "a: x # want warning \"got String\"\n"}),
		"on nodes that evaluate it with a default":                 lookingUp("a: 1\n", "lookup('a', Integer, undef, 1)", map[string]string{"data/role/web.yaml": "a: x # want warning \"got String\"\n"}),
		"on nodes that may not get so far":                         lookingUp("a: 1\n", "lookup(['b', 'a'], Integer)", map[string]string{"data/role/web.yaml": "a: x # want note \"got String\"\n"}),
		"on nodes that may not evaluate it":                        lookingUp("a: 1\n", "if $facts['x'] { lookup('a', Integer) }", map[string]string{"data/role/web.yaml": "a: x # want note \"got String\"\n"}),
		"on nodes that may only evaluate others":                   lookingUp("a: 1\n", "lookup('a', Data)\nif $facts['x'] { lookup('a', Integer) }", map[string]string{"data/role/web.yaml": "a: x # want note \"got String\"\n"}),
		"a value that another hierarchy may use":                   lookingUp("a: x # want note \"got String\"\n", "lookup('a', Integer)", map[string]string{"data/lab/common.yaml": "a: 1\n"}),
		"the default of a parameter":                               lookingUp("a: {b: {c: 'true'}} # want warning \"lookup of `a` for `.x`: entry 'b' entry 'c' expects a Boolean value, got String\"\n", "", map[string]string{"modules/app/manifests/init.pp": "class app(Hash[String, Struct[{c => Boolean}]] $x = lookup('a')) { }\n"}),
		"the default of a parameter of another type":               lookingUp("a: x # want \"lookup of `a` in code expects an Integer value\"\n", "", map[string]string{"modules/app/manifests/init.pp": "class app(Any $x = lookup('a', Integer)) { }\n"}),
		"the default of a parameter without a type":                lookingUp("a: x\n", "", map[string]string{"modules/app/manifests/init.pp": "class app($x = lookup('a')) { }\n"}),
		"the default of a parameter that converts it":              lookingUp("a: x\n", "", map[string]string{"modules/app/manifests/init.pp": "class app(Integer $x = length(lookup('a'))) { }\n"}),
		"the default of a parameter that accepts it":               lookingUp("a: x\n", "", map[string]string{"modules/app/manifests/init.pp": "class app(String $x = lookup('a', {default_value => ''})) { }\n"}),
		"a class parameter":                                        lookingUp("app::a: x\n", "lookup('app::a', Integer)", map[string]string{"modules/app/manifests/init.pp": "class app(Integer $a) { }\n"}),
	})
}

// TestLookupTypeMismatchByOptions checks the help for values that only match the type without lookup_options.
func TestLookupTypeMismatchByOptions(t *testing.T) {
	t.Parallel()
	found := ruletest.Run(t, binding.LookupTypeMismatch, map[string]string{
		"data/common.yaml": "lookup_options: {a: {convert_to: String}}\na: 1 # want \"\"\n", "manifests/site.pp": "lookup('a', Integer)\n",
	})
	if want := "remove `convert_to: String` from the key's `lookup_options`: the value without it matches"; found[0].Help != want {
		t.Errorf("help %q, want %q", found[0].Help, want)
	}
}

// TestLookupTypeMismatchBelowOther checks the detail for a value that a level outside the tree may override.
func TestLookupTypeMismatchBelowOther(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct{ file, detail string }{
		"above": {"data/role/web.yaml", "on nodes with `facts.role` = `web`: `Found"},
		"below": {"data/common.yaml", "on every node, unless a level outside the tree has another value: `Found"},
	} {
		found := ruletest.Run(t, binding.LookupTypeMismatch, map[string]string{
			"hiera.yaml": "version: 5\nhierarchy:\n  - {name: Roles, path: \"role/%{facts.role}.yaml\"}\n  - {name: Private, path: private.yaml, datadir: /etc/private}\n  - {name: Common, path: common.yaml}\n",
			tt.file:      "a: x # want \"\"\n", "manifests/site.pp": "lookup('a', Integer)\n",
		})
		if len(found) != 1 || !strings.Contains(found[0].Detail, tt.detail) {
			t.Errorf("%s: %+v", name, found)
		}
	}
}

// TestLookupsInPuppet compares what lookup-type-mismatch and lookup-missing-key say of lookups of many values with what
// Puppet says when it compiles a catalog with each.
func TestLookupsInPuppet(t *testing.T) {
	t.Parallel()
	values := []string{"x", "1", "1.5", "true", "~", "[]", "[a, 1]", "[1, 2]", "{}", "{b: 1}", "{b: {c: x}}", "{b: ~}"}
	calls := []string{
		"lookup('%s')", "lookup('%s', String)", "lookup('%s', Integer[2])", "lookup('%s', Optional[Integer])", "lookup('%s', Array[String])", "lookup('%s', Hash[String, Integer], undef, {})",
		"lookup({name => '%s', value_type => Variant[String, Array]})", "lookup('%s', Data) |$k| { 1 }", "lookup('%s', Array[String], 'unique')",
		"lookup('%s', Hash[String, Integer], 'hash')", "lookup('%s', Hash, {strategy => 'deep', merge_hash_arrays => true})", "lookup({name => '%s', value_type => Array[Integer], merge => 'deep'})", "lookup('%s', Variant[Array, Hash], 'first')",
		"lookup('%s.b')", "lookup('%s.b.c')", "lookup('%s.1')", "hiera('%s.b')",
	}
	tree := map[string]string{"hiera.yaml": "version: 5\n", "manifests/site.pp": ""}
	var text strings.Builder
	var keys []string
	what := map[string]string{}
	for i, value := range values {
		for j, call := range calls {
			key := fmt.Sprintf("k%d_%d", i, j)
			keys, what[key] = append(keys, key), call+" of "+value
			fmt.Fprintf(&text, "%s: %s\n", key, value)
			tree["modules/role/manifests/"+key+".pp"] = fmt.Sprintf("class role::%s { $x = %s }\n", key, fmt.Sprintf(call, key))
		}
	}
	tree["data/common.yaml"] = text.String()
	dir := filetree.Write(t, tree)
	found := messages(t, dir, binding.LookupTypeMismatch, binding.LookupMissingKey)
	keys = reference.Sample(keys)
	puppet := oracle.StartRuby(t, "testdata/catalogs.rb", dir)
	failures := 0
	for _, key := range keys {
		answer := strings.TrimSpace(string(puppet.Line(t, []byte("role::"+key))))
		if answer != "null" {
			failures++
		}
		if strings.HasSuffix(what[key], " of ~") && strings.Contains(answer, "got Undef") {
			continue // not reported unless nodes certainly evaluate the lookup: it may be meant for others
		}
		if (answer != "null") != (found[key] != "") {
			t.Errorf("%s: reported %q; Puppet: %s", what[key], found[key], answer)
		}
	}
	if failures < len(keys)/4 {
		t.Errorf("Puppet fails in %d of %d cases only", failures, len(keys))
	}
}
