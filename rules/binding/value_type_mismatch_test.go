package binding_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/filetree"
	"github.com/hieralint/hieralint/internal/rule/ruletest"
	"github.com/hieralint/hieralint/rules/binding"
)

func TestValueTypeMismatch(t *testing.T) {
	t.Parallel()
	const private = "version: 5\nhierarchy:\n  - {name: Roles, path: \"role/%{facts.role}.yaml\"}\n  - {name: Private, path: private.yaml, datadir: /etc/private}\n  - {name: Common, path: common.yaml}\n"
	with := func(tree map[string]string, more ...string) map[string]string {
		for i := 0; i < len(more); i += 2 {
			tree[more[i]] = more[i+1]
		}
		return tree
	}
	encrypted := func(typ, text string) map[string]string {
		return with(ruletest.Typed(typ, text),
			"hiera.yaml", "version: 5\nhierarchy:\n  - {name: Common, path: common.yaml, lookup_key: eyaml_lookup_key, options: {pkcs7_private_key: /k/a.pem, pkcs7_public_key: /k/b.pem}}\n")
	}
	tests := map[string]map[string]string{
		"a string for a number": ruletest.Typed("Integer $x", "app::x: '80' # want error \"`app::x` expects an Integer value, got String\"\n"),
		"a number for a string": ruletest.Typed("String $x", "app::x: 80 # want error \"expects a String value, got Integer\"\n"),
		"it fits":               ruletest.Typed("Integer $x", "app::x: 80\n"),
		"no type":               ruletest.Typed("$x", "app::x: 80\n"),
		"an unknown key in the hiera.yaml": with(ruletest.Typed("Integer $x", "app::x: a # want \"expects an Integer value, got String\"\n"),
			"hiera.yaml", "version: 5\nhierarchies: []\nhierarchy: [{name: Common, path: common.yaml}]\n"),
		"levels with one name": with(ruletest.Typed("Integer $x", "app::x: a # want \"expects an Integer value, got String\"\n"),
			"hiera.yaml", "version: 5\nhierarchy: [{name: A, path: one.yaml}, {name: A, path: common.yaml}]\n"),
		"a level with two locations": with(ruletest.Typed("Integer $x", "app::x: a\n"),
			"hiera.yaml", "version: 5\nhierarchy: [{name: A, path: one.yaml, glob: '*.yaml'}, {name: B, path: common.yaml}]\n"),
		"a level for each module in version 3": with(ruletest.Typed("Hash $x", "app::y: 1\n"),
			"hiera.yaml", "---\n:backends: [yaml]\n:hierarchy: ['modules/%{calling_module}', common]\n:yaml:\n  :datadir: data\n", "puppet.conf", "",
			"data/modules/app.yaml", "app::x: a # want error \"expects a Hash value, got String\"\n"),
		"a range":                  ruletest.Typed("Integer[1, 10] $x", "app::x: 80 # want \"expects an Integer.1, 10. value, got Integer.80, 80.\"\n"),
		"deep inside":              ruletest.Typed("Hash[String, Array[Integer]] $x", "app::x:\n  a: [1]\n  b:\n    - 1\n    - two # want \"`app::x` entry 'b' index 1 expects an Integer value, got String\"\n"),
		"two places":               ruletest.Typed("Array[Integer] $x", "app::x:\n  - a # want \"index 0\"\n  - 1\n  - b # want \"index 2\"\n"),
		"a missing key":            ruletest.Typed("Struct[{a => Integer, b => Integer}] $x", "app::x: {a: 1} # want \"`app::x` expects a value for key 'b'\"\n"),
		"a missing key in a block": ruletest.Typed("Hash[String, Struct[{a => Integer, b => Integer}]] $x", "app::x:\n  one: # want \"entry 'one' expects a value for key 'b'\"\n    a: 1\n"),
		"an unknown key":           ruletest.Typed("Struct[{a => Integer}] $x", "app::x:\n  a: 1\n  c: 1 # want \"unrecognized key 'c'\"\n"),
		"an enumeration":           ruletest.Typed("Enum['a', 'b'] $x", "app::x: c # want \"expects a match for Enum.'a', 'b'., got 'c'\"\n"),
		"none of several types":    ruletest.Typed("Variant[Array[Integer], Hash[String, Integer]] $x", "app::x: [a] # want \"value of `app::x` does not match the parameter's type\"\n"),
		"several simple types":     ruletest.Typed("Variant[Integer, Boolean] $x", "app::x: a # want \"expects a value of type Integer or Boolean, got String\"\n"),
		"an alias": with(ruletest.Typed("App::Port $x", "app::x: 0 # want \"expects an App::Port = Integer.1, 65535. value, got Integer.0, 0.\"\n"),
			"modules/app/types/port.pp", "type App::Port = Integer[1, 65535]\n"),
		"a stdlib type without stdlib":       ruletest.Typed("Stdlib::Port $x", "app::x: 70000 # want \"Stdlib::Port\"\n"),
		"an unknown type":                    ruletest.Typed("Other::Port $x", "app::x: a\n"),
		"a type with code in it":             ruletest.Typed("Enum[$y] $x", "app::x: a\n"),
		"an unknown class":                   {"data/common.yaml": "app::x: '80'\n"},
		"nothing, with a default":            ruletest.Typed("Integer $x = 1", "app::x: ~\n"),
		"a pattern without ^":                ruletest.Typed("Integer $x", "lookup_options: {'app::*': {convert_to: Integer}}\napp::x: '1'\n"),
		"its own entry, and such a pattern":  ruletest.Typed("Integer $x", "lookup_options: {'app::*': {convert_to: Integer}, app::x: {convert_to: String}}\napp::x: 1 # want \"expects an Integer value, got String\"\n"),
		"nothing, without":                   ruletest.Typed("Integer $x", "app::x: # want \"expects an Integer value, got Undef\"\n"),
		"nothing, above a value":             with(ruletest.Typed("Integer $x", "app::x: 1\n"), "hiera.yaml", ruletest.RoleLevels, "data/role/web.yaml", "app::x:\n"),
		"a reference to an undefined key":    ruletest.Typed("Integer[1] $x, Array[String[1]] $y", "app::x: \"%{lookup('app::none')}\"\napp::y: [\"%{lookup('app::none')}\"]\n"),
		"converted wrongly":                  ruletest.Typed("Integer $x, Integer $y", "lookup_options:\n  app::x: {convert_to: Integer}\nlookup_options:\n  'app::y$': {convert_to: Integer}\napp::x: '1'\napp::y: '1'\n"),
		"nothing, which may be":              ruletest.Typed("Optional[Integer] $x", "app::x: ~\n"),
		"nothing, to be overridden":          with(ruletest.Typed("Integer $x", "app::x: ~\n"), "hiera.yaml", ruletest.RoleLevels, "data/nodes/a.yaml", "app::x: 1\n"),
		"a fact in a string":                 ruletest.Typed("Integer $x", "app::x: \"%{facts.port}\" # want error \"`app::x` expects an Integer value, got String\"\n"),
		"a fact in an optional string":       ruletest.Typed("Optional[Boolean] $x = undef", "app::x: \"%{facts.port}\" # want \"expects a value of type Undef or Boolean, got String\"\n"),
		"a fact for an alias":                ruletest.Typed("Stdlib::Port $x", "app::x: \"%{facts.port}\" # want \"expects a Stdlib::Port = Integer\"\n"),
		"a fact for a string, by alias":      ruletest.Typed("Stdlib::Absolutepath $x", "app::x: \"%{facts.path}\"\n"),
		"a fact that may fit":                ruletest.Typed("Enum['a'] $x, Variant[Integer, String[3]] $y, Pattern[/a/] $z", "app::x: \"%{facts.role}\"\napp::y: \"%{facts.role}\"\napp::z: \"%{facts.role}\"\n"),
		"an alias that may be a fact":        ruletest.Typed("Integer $x", "app::x: \"%{alias('y')}\"\ny: \"%{facts.role}\"\n"),
		"a fact in a key inside":             ruletest.Typed("Hash[String, Hash] $x, Array[Hash] $y", "app::x: {a: {\"%{facts.ip}:80\": []}}\napp::y: [{\"%{facts.ip}:80\": []}]\n"),
		"a fact inside":                      ruletest.Typed("Array[Integer] $x", "app::x:\n  - a # want error \"index 0 expects an Integer value, got String\"\n  - \"%{facts.role}\" # want error \"index 1 expects an Integer value, got String\"\n"),
		"a fact beside a missing key":        ruletest.Typed("Hash[String, Struct[{a => String, b => Integer}]] $x", "app::x:\n  one: # want \"entry 'one' expects a value for key 'b'\"\n    a: \"%{facts.role}\"\n  two: {a: \"%{facts.role}\", b: 1}\n"),
		"a fact beside a wrong key":          ruletest.Typed("Struct[{a => String, Optional[b] => Integer}] $x", "app::x:\n  a: \"%{facts.role}\"\n  c: 1 # want \"unrecognized key 'c'\"\n"),
		"too few facts":                      ruletest.Typed("Array[String, 2] $x, Tuple[Integer, String] $y", "app::x: # want \"expects size to be at least 2, got 1\"\n  - \"%{facts.role}\"\napp::y:\n  - a # want \"index 0 expects an Integer value\"\n  - \"%{facts.role}\"\n"),
		"a fact as a key":                    ruletest.Typed("Hash[String, Integer] $x, Struct[{a => Integer}] $y", "app::x: {\"%{facts.role}\": 1, b: c}\napp::y: {\"%{facts.role}\": 1}\n"),
		"facts that may fit":                 ruletest.Typed("Array[Enum['a']] $x, Array[Variant[Integer, String[3]]] $y, Hash[String, Pattern[/a/]] $z", "app::x: [\"%{facts.role}\", a]\napp::y: [\"%{facts.role}\", 1]\napp::z: {a: \"%{facts.role}\"}\n"),
		"a fact among several types":         ruletest.Typed("Variant[Array[Integer], Array[String[3]], Hash] $x", "app::x: [\"%{facts.role}\", a]\n"),
		"an alias inside that may be a fact": ruletest.Typed("Array[Integer] $x", "app::x:\n  - \"%{alias('y')}\"\n  - a # want \"index 1 expects an Integer value, got String\"\ny: \"%{facts.role}\"\n"),
		"a fact in a converted hash":         ruletest.Typed("Hash[String, Integer] $x", "lookup_options: {app::x: {convert_to: Sensitive}}\napp::x: {a: \"%{facts.role}\"}\n"),
		"facts that are merged": with(ruletest.Typed("Hash[String, Integer] $x", "lookup_options: {app::x: {merge: hash}}\napp::x:\n  a: \"%{facts.role}\" # want warning \"entry 'a' expects an Integer value, got String\"\n  b: c # want \"entry 'b' expects an Integer value\"\n"),
			"hiera.yaml", ruletest.RoleLevels, "data/role/web.yaml", "app::x: {a: 1}\n"),
		"a converted fact":                  ruletest.Typed("Integer $x", "lookup_options: {app::x: {convert_to: Integer}}\napp::x: \"%{facts.role}\"\n"),
		"an encrypted string":               ruletest.Typed("Integer $x", "app::x: ENC[PKCS7,MIIBeQYJKoZIhvcNAQcDoIIBajCCAWYCAQAxggEhMIIBHQIBADAFMAACAQEw]\n"),
		"a converted value":                 ruletest.Typed("Integer $x, Sensitive[String] $y", "lookup_options:\n  app::x: {convert_to: Integer}\n  app::y: {convert_to: Sensitive}\napp::x: '80'\napp::y: secret\n"),
		"a wrongly converted value":         ruletest.Typed("String $x", "lookup_options:\n  app::x: {convert_to: Sensitive}\napp::x: secret # want \"expects a String value, got Sensitive.String.\"\n"),
		"encrypted":                         encrypted("Hash $x", "app::x: ENC[PKCS7,MIIB] # want error \"`app::x` expects a Hash value, got String\"\n"),
		"encrypted for no or several types": encrypted("Optional[Boolean] $x = undef, Variant[Integer, Array[String]] $y = 1", "app::x: ENC[PKCS7,MIIB] # want \"expects a value of type Undef or Boolean, got String\"\napp::y: ENC[PKCS7,MIIB] # want \"expects a value of type Integer or Array, got String\"\n"),
		"encrypted and not made sensitive":  encrypted("Sensitive[String] $x, Optional[Sensitive] $y", "app::x: ENC[PKCS7,MIIB] # want error \"expects a Sensitive.String. value, got String\"\napp::y: ENC[GPG,MIIB] # want \"expects a value of type Undef or Sensitive, got String\"\n"),
		"encrypted and wrongly made so":     encrypted("Optional[String] $x, Hash $y, Sensitive[Integer] $z", "lookup_options: {'^app::': {convert_to: Sensitive}}\napp::x: ENC[PKCS7,MIIB] # want error \"expects a value of type Undef or String, got Sensitive.String.\"\napp::y: ENC[PKCS7,MIIB] # want \"expects a Hash value, got Sensitive.String.\"\napp::z: ENC[PKCS7,MIIB] # want \"expects a Sensitive.Integer. value, got Sensitive.String.\"\n"),
		"encrypted strings":                 encrypted("String[8] $x, Enum['a'] $y, Pattern[/^ENC/] $z", "app::x: ENC[PKCS7,MIIB]\napp::y: ENC[PKCS7,MIIB]\napp::z: ENC[PKCS7,MIIB]\n"),
		"encrypted strings among types":     encrypted("Variant[Integer, String[8]] $x, Any $y, Variant[Sensitive[String[8]], Boolean] $z", "lookup_options: {app::z: {convert_to: Sensitive}}\napp::x: ENC[PKCS7,MIIB]\napp::y: ENC[PKCS7,MIIB]\napp::z: ENC[PKCS7,MIIB]\n"),
		"encrypted and converted":           encrypted("Integer $x, Array $y", "lookup_options: {app::x: {convert_to: Integer}, app::y: {convert_to: [Array, true]}}\napp::x: ENC[PKCS7,MIIB]\napp::y: ENC[PKCS7,MIIB]\n"),
		"encrypted and merged":              encrypted("Array $x", "lookup_options: {app::x: {merge: unique}}\napp::x: ENC[PKCS7,MIIB]\n"),
		"encrypted elsewhere":               encrypted("Array $x", "app::x: \"%{alias('y')}\"\ny: ENC[PKCS7,MIIB]\n"),
		"encrypted inside":                  encrypted("Hash[String, Integer] $x", "app::x:\n  a: ENC[PKCS7,MIIB] # want \"`app::x` entry 'a' expects an Integer value, got String\"\n  b: c # want \"entry 'b' expects\"\n"),
		"encrypted inside, as a string":     encrypted("Hash[String, Variant[Integer, String]] $x, Array[String[8]] $y", "app::x: {a: 'ENC[PKCS7,MIIB]'}\napp::y: ['ENC[PKCS7,MIIB]']\n"),
		"not made sensitive":                ruletest.Typed("Sensitive[String] $x", "app::x: secret # want \"expects a Sensitive.String. value, got String\"\n"),
		"the value of another key":          ruletest.Typed("Integer $x", "site::port: '80'\napp::x: \"%{alias('site::port')}\" # want \"expects an Integer value, got String\"\n"),
		"an interpolated number":            ruletest.Typed("Integer $x", "site::port: 80\napp::x: \"%{lookup('site::port')}\" # want \"got String\"\n"),
		"merged": with(ruletest.Typed("Array[String] $x", "lookup_options:\n  app::x: {merge: unique}\napp::x:\n  - a\n  - 1 # want error \"expects a String value, got Integer\"\n"),
			"hiera.yaml", ruletest.RoleLevels, "data/role/web.yaml", "app::x: [b]\n"),
		"a string merged into an array": ruletest.Typed("Array[String] $x", "lookup_options:\n  app::x: {merge: unique}\napp::x: a\n"),
		"on one role":                   with(ruletest.Typed("Integer $x", "app::x: 1\n"), "hiera.yaml", ruletest.RoleLevels, "data/role/web.yaml", "app::x: a # want error \"expects an Integer\"\n"),
		"never on a node of the tree":   with(ruletest.Typed("Integer $x", "app::x: a # want warning \"expects an Integer\"\n"), "hiera.yaml", ruletest.RoleLevels, "data/role/web.yaml", "app::x: 1\n"),
		"a level outside the tree": with(ruletest.Typed("Integer $x", "app::x: a # want warning \"expects an Integer\"\n"),
			"hiera.yaml", "version: 5\nhierarchy:\n  - {name: Vault, lookup_key: vault_lookup}\n  - {name: Common, path: common.yaml}\n"),
		"a level with data outside the tree": with(ruletest.Typed("Integer $x", "app::x: a # want warning \"expects an Integer\"\n"),
			"hiera.yaml", private, "data/role/web.yaml", "app::x: b # want error \"expects an Integer\"\n"),
		"null, and a level outside the tree": with(ruletest.Typed("Integer $x", "app::x: ~\n"),
			"hiera.yaml", "version: 5\nhierarchy:\n  - {name: Vault, lookup_key: vault_lookup}\n  - {name: Common, path: common.yaml}\n"),
		"merged with a level outside the tree": with(ruletest.Typed("Struct[{a => Integer, b => String, c => Optional[Integer]}] $x", "lookup_options: {app::x: {merge: deep}}\napp::x: {a: 1}\n"),
			"hiera.yaml", private, "data/role/web.yaml", "app::x: {c: x} # want \"entry 'c' expects a value of type Undef or Integer\"\n"),
		"too small without a level outside the tree": with(ruletest.Typed("Array[String, 2] $x", "lookup_options: {app::x: {merge: unique}}\napp::x: [a]\n"), "hiera.yaml", private),
		"of several types without a level outside the tree": with(ruletest.Typed("Variant[Struct[{a => Integer, b => String}], Array] $x", "lookup_options: {app::x: {merge: deep}}\napp::x: {a: 1}\n"),
			"hiera.yaml", private),
		"incomplete, and not merged with a level outside the tree": with(ruletest.Typed("Struct[{a => Integer, b => String}] $x", "app::x: {a: 1} # want \"expects a value for key 'b'\"\n"), "hiera.yaml", private),
		"merged by options that a custom function reads": with(ruletest.Typed("Struct[{a => Integer, b => String}] $x", "app::x: {b: c}\nlookup_options:\n  app::x: {merge: deep}\n"),
			"hiera.yaml", "version: 5\nhierarchy:\n  - {name: Roles, path: \"role/%{facts.role}.yaml\"}\n  - {name: Common, path: common.yaml, lookup_key: site::expand}\n", "data/role/web.yaml", "app::x: {a: 1}\n"),
		"converted by options that a custom function reads": with(ruletest.Typed("Integer $x", "lookup_options:\n  ^app::: {convert_to: Integer}\n"),
			"hiera.yaml", "version: 5\nhierarchy:\n  - {name: Roles, path: \"role/%{facts.role}.yaml\"}\n  - {name: Common, path: common.yaml, lookup_key: site::expand}\n", "data/role/web.yaml", "app::x: '1' # want warning \"expects an Integer\"\n"),
		"options for others that a custom function reads": with(ruletest.Typed("Integer $x", "lookup_options:\n  other::y: {convert_to: Integer}\n"),
			"hiera.yaml", "version: 5\nhierarchy:\n  - {name: Roles, path: \"role/%{facts.role}.yaml\"}\n  - {name: Common, path: common.yaml, lookup_key: site::expand}\n", "data/role/web.yaml", "app::x: '1' # want error \"expects an Integer\"\n"),
		"looked up by its name too": with(ruletest.Typed("Integer $x", "app::x: a # want warning \"expects an Integer\"\n"),
			"manifests/site.pp", "$x = lookup('app::x')\n"),
		"declared with a value":               with(ruletest.Typed("Integer $x, $y = 1", "app::x: a\n"), "manifests/site.pp", "class { 'app':\n  y => {x => 1},\n  x => 2,\n}\n"),
		"declared with a value, and included": with(ruletest.Typed("Integer $x, $y = 1", "app::x: a # want warning \"expects an Integer value\"\n"), "manifests/site.pp", "node 'a' { class { '::app': x => 2 } }\nnode default { include app }\n"),
		"declared with values":                with(ruletest.Typed("Integer $x, $y = 1", "app::x: a\n"), "manifests/site.pp", "class { 'app':\n  * => $values,\n}\n"),
		"declared with another":               with(ruletest.Typed("Integer $x, $y = 1", "app::x: a # want \"expects\"\n"), "manifests/site.pp", "class { 'app':\n  y => {x => 1},\n}\nother { 'a': x => 1 }\n"),
		"data of the module": {
			"modules/app/hiera.yaml": "version: 5\n", "modules/app/data/common.yaml": "app::x: a # want error \"expects an Integer\"\n",
			"modules/app/manifests/init.pp": "class app(Integer $x) { }\n",
		},
		"the last resort of the module": {
			"modules/app/hiera.yaml": "version: 5\nhierarchy: []\ndefault_hierarchy: [{name: D, path: d.yaml}]\n", "modules/app/data/d.yaml": "app::x: a # want error \"expects an Integer\"\n",
			"modules/app/manifests/init.pp": "class app(Integer $x) { }\n",
		},
		"data of a module from elsewhere": {
			"Puppetfile":             "mod 'acme/app', '1.0.0'\n",
			"modules/app/hiera.yaml": "version: 5\n", "modules/app/data/common.yaml": "app::x: a\n",
			"modules/app/manifests/init.pp": "class app(Integer $x) { }\n",
		},
		"another rule reports undef": ruletest.Typed("Optional[Integer] $x = undef", "app::x: undef\n"),
	}
	ruletest.RunAll(t, binding.ValueTypeMismatch, tests)
}

// TestValueTypeMismatchPlaces checks the underlined text, and the fixes.
func TestValueTypeMismatchPlaces(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct{ typ, text, underlined, fixed string }{
		"a number in quotes":     {"Integer $x", "app::x: '80' # want \"\"\n", "'80'", "app::x: 80\n"},
		"a boolean in quotes":    {"Boolean $x", "app::x: \"true\" # want \"\"\n", `"true"`, "app::x: true\n"},
		"a decimal":              {"Float $x", "app::x: '1.5' # want \"\"\n", "'1.5'", "app::x: 1.5\n"},
		"not a number":           {"Integer $x", "app::x: '08' # want \"\"\n", "'08'", ""},
		"yes":                    {"Boolean $x", "app::x: 'yes' # want \"\"\n", "'yes'", "app::x: true\n"},
		"zero":                   {"Optional[Boolean] $x", "app::x: 0 # want \"\"\n", "0", "app::x: false\n"},
		"a typo":                 {"Enum['present', 'absent'] $x", "app::x: presnt # want \"\"\n", "presnt", "app::x: present\n"},
		"in capitals":            {"Optional[Enum['Present', 'Absent']] $x", "app::x: \"present\" # want \"\"\n", "\"present\"", "app::x: \"Present\"\n"},
		"a word of YAML":         {"Enum['on', 'off'] $x", "app::x: onn # want \"\"\n", "onn", "app::x: 'on'\n"},
		"a boolean for a word":   {"Enum['on', 'off'] $x", "app::x: on # want \"\"\n", "on", "app::x: 'on'\n"},
		"a misspelled key":       {"Struct[{port => Integer, Optional[timeout] => Integer}] $x", "app::x:\n  port: 1\n  timout: 2 # want \"\"\n", "timout", "app::x:\n  port: 1\n  timeout: 2\n"},
		"a key of one Struct":    {"Hash[String, Struct[{port => Integer, more => Optional[Struct[{prot => Integer}]]}]] $x", "app::x:\n  y:\n    port: 1\n    mor: {} # want \"\"\n", "mor", "app::x:\n  y:\n    port: 1\n    more: {}\n"},
		"an existing key":        {"Struct[{port => Integer, Optional[timeout] => Integer}] $x", "app::x:\n  port: 1\n  prot: 2 # want \"\"\n", "prot", ""},
		"not in range":           {"Integer[100] $x", "app::x: '80' # want \"\"\n", "'80'", ""},
		"a number":               {"String $x", "app::x: 1.10 # want \"\"\n", "1.10", "app::x: '1.10'\n"},
		"an octal number":        {"Pattern[/^0\\d+$/] $x", "app::x: 0644 # want \"\"\n", "0644", "app::x: '0644'\n"},
		"a string for an array":  {"Array[String] $x", "app::x: a b # want \"\"\n", "a b", "app::x: [a b]\n"},
		"in a list":              {"Array[String] $x", "app::x:\n  - a\n  - 80 # want \"\"\n", "80", "app::x:\n  - a\n  - '80'\n"},
		"of two wrong ones":      {"Array[String] $x", "app::x: [80, 90] # want \"index 0\" \"index 1\"\n", "80", "app::x: ['80', 90]\n"},
		"a hash in a block":      {"Array[String] $x", "app::x: # want \"\"\n  a: 1\n", "app::x", ""},
		"an unknown key":         {"Struct[{a => Integer}] $x", "app::x:\n  a: 1\n  b: 2 # want \"\"\n", "b", ""},
		"an empty value":         {"Integer $x", "app::x: # want \"\"\n", "app::x", ""},
		"a key of wrong type":    {"Hash[Integer, String] $x", "app::x:\n  a: b # want \"\"\n", "a", ""},
		"an anchor":              {"Integer $x", "app::x: &a '80' # want \"\"\n", "'80'", ""},
		"the value of a key":     {"Integer $x", "app::x: \"%{lookup('y')}\" # want \"\"\ny: 80\n", `"%{lookup('y')}"`, "app::x: \"%{alias('y')}\"\ny: 80\n"},
		"the value in a list":    {"Array[Integer] $x", "app::x: [1, \"%{lookup('y')}\"] # want \"index 1\"\ny: 80\n", `"%{lookup('y')}"`, "app::x: [1, \"%{alias('y')}\"]\ny: 80\n"},
		"one of another type":    {"Integer $x", "app::x: \"%{hiera('y')}\" # want \"\"\ny: '80'\n", `"%{hiera('y')}"`, ""},
		"a part of a value":      {"Integer $x", "app::x: \"%{lookup('y')}0\" # want \"\"\ny: 80\n", `"%{lookup('y')}0"`, ""},
		"an interpolated string": {"Array[String] $x", "app::x: \"%{lookup('y')}\" # want \"\"\ny: b\n", `"%{lookup('y')}"`, ""},
	} {
		t.Run(name, func(t *testing.T) {
			found := ruletest.Run(t, binding.ValueTypeMismatch, ruletest.Typed(tt.typ, tt.text))
			if len(found) == 0 {
				return
			}
			if got := ruletest.Underlined(found[0]); got != tt.underlined {
				t.Errorf("underlined %q, want %q", got, tt.underlined)
			}
			fixed := ""
			for _, fix := range found[0].Fixes {
				fixed = ruletest.Apply(fix)
				if fix.Safe {
					t.Error("the fix is safe, although others may read the value")
				}
			}
			if fixed != tt.fixed {
				t.Errorf("fixed %q, want %q", fixed, tt.fixed)
			}
		})
	}
}

// TestConversions checks that help names a conversion if one yields a value that matches, and an option of
// lookup_options if the value without it matches.
func TestConversions(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct{ typ, text, want string }{
		"Sensitive":              {"Optional[Sensitive[String]] $x", "app::x: a", "set `convert_to: Sensitive` for the key in `lookup_options`"},
		"not Sensitive enough":   {"Sensitive[Integer] $x", "app::x: a", "use a value of type `Sensitive[Integer]`"},
		"a time":                 {"Timestamp $x", "app::x: '2020-01-01'", "set `convert_to: Timestamp` for the key in `lookup_options`"},
		"a fact":                 {"Boolean $x", "app::x: \"%{facts.virtual}\"", "set `convert_to: Boolean` for the key in `lookup_options`"},
		"a range of a fact":      {"Integer[1] $x", "app::x: \"%{facts.virtual}\"", "use a value of type `Integer[1]`"},
		"a number":               {"Integer $x", "app::x: \"%{lookup('y')}\"\ny: '80'", "set `convert_to: Integer` for the key in `lookup_options`"},
		"a word":                 {"Integer $x", "app::x: \"%{lookup('y')}\"\ny: a", "use a value of type `Integer`"},
		"a number without facts": {"Integer $x", "app::x: '0x50'", "use a value of type `Integer`"},
		"a part":                 {"Array[Sensitive] $x", "app::x: [a]", "use a value of type `Array[Sensitive]`"},
		"converted already":      {"Sensitive $x", "lookup_options: {app::x: {convert_to: String}}\napp::x: a", "use a value of type `Sensitive`"},
		"converted in vain":      {"Integer $x", "lookup_options: {app::x: {convert_to: String}}\napp::x: 1", "remove `convert_to: String` from the key's `lookup_options`: the value without it matches"},
		"converted to a list":    {"Integer $x", "lookup_options: {app::x: {convert_to: [Array, true]}}\napp::x: 1", "remove `convert_to` from the key's `lookup_options`: the value without it matches"},
		"merged in vain":         {"Integer $x", "lookup_options: {app::x: {merge: unique}}\napp::x: 1", "remove `merge: unique` from the key's `lookup_options`: the value without it matches"},
		"beside another option":  {"Integer $x, Integer $y = 1", "lookup_options: {app::y: {merge: first}}\napp::x: a", "use a value of type `Integer`"},
	} {
		i := strings.LastIndex(tt.text, "app::x: ")
		value, more, _ := strings.Cut(tt.text[i:], "\n")
		found := ruletest.Run(t, binding.ValueTypeMismatch, ruletest.Typed(tt.typ, tt.text[:i]+value+" # want \"\"\n"+more+"\n"))
		if len(found) != 1 || found[0].Help != tt.want {
			t.Errorf("%s: found %+v, want help %q", name, found, tt.want)
		}
	}
}

// TestConversionsOfEncrypted checks help for encrypted strings, which findings do not show.
func TestConversionsOfEncrypted(t *testing.T) {
	t.Parallel()
	for text, tt := range map[string]struct{ typ, want string }{
		"app::x: ENC[PKCS7,MIIB] # want \"\"\n":                                                    {"Sensitive[String] $x", "set `convert_to: Sensitive` for the key in `lookup_options`"},
		"app::x: ENC[GPG,MIIB] # want \"\"\n":                                                      {"Integer $x", "set `convert_to: Integer` for the key in `lookup_options`"},
		"app::x: ENC[pkcs7,MIIB] # want \"\"\n":                                                    {"Hash $x", "use a value of type `Hash`"},
		"lookup_options: {app::x: {convert_to: Sensitive}}\napp::x: ENC[PKCS7,MIIB] # want \"\"\n": {"String $x", "remove `convert_to: Sensitive` from the key's `lookup_options`: the value without it matches"},
	} {
		tree := ruletest.Typed(tt.typ, text)
		tree["hiera.yaml"] = "version: 5\nhierarchy:\n  - {name: Common, path: common.yaml, lookup_key: eyaml_lookup_key, options: {pkcs7_private_key: /k/a.pem, pkcs7_public_key: /k/b.pem}}\n"
		found := ruletest.Run(t, binding.ValueTypeMismatch, tree)
		if len(found) != 1 || found[0].Help != tt.want || strings.Contains(found[0].Message+found[0].Detail, "MIIB") || len(found[0].Fixes) > 0 {
			t.Errorf("%s: found %+v, want help %q", text, found, tt.want)
		}
	}
}

// TestKeysOfAliases checks a Struct in a type alias.
func TestKeysOfAliases(t *testing.T) {
	t.Parallel()
	tree := ruletest.Typed("App::Db $x", "app::x: {hots: a} # want \"unrecognized key 'hots'\" \"a value for key 'host'\"\n")
	tree["modules/app/types/db.pp"] = "type App::Db = Struct[{host => String}]\n"
	for _, d := range ruletest.Run(t, binding.ValueTypeMismatch, tree) {
		if ruletest.Underlined(d) == "hots" && d.Help != "did you mean `host`?" {
			t.Errorf("help: %s", d.Help)
		}
	}
}

// TestValueFixesInJSON checks that fixes in JSON use JSON's quotes and null.
func TestValueFixesInJSON(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct{ typ, value, fixed string }{
		"a number": {"String $x", "80", `"80"`},
		"a word":   {"Enum['on', 'off'] $x", "\"onn\"", `"on"`},
		"nothing":  {"Optional[String] $x", "\"undef\"", "null"},
		"an array": {"Array[String] $x", "\"a\"", `["a"]`},
	} {
		found := ruletest.Check(t, filetree.Write(t, map[string]string{
			"hiera.yaml":  "version: 5\nhierarchy: [{name: A, path: a.json, data_hash: json_data}]\n",
			"data/a.json": "{\"app::x\": " + tt.value + "}\n", "modules/app/manifests/init.pp": "class app(" + tt.typ + ") { }\n",
		}))
		if len(found) != 1 || len(found[0].Fixes) != 1 {
			t.Errorf("%s: found %v", name, found)
			continue
		}
		if got, want := ruletest.Apply(found[0].Fixes[0]), "{\"app::x\": "+tt.fixed+"}\n"; got != want {
			t.Errorf("%s: fixed %q, want %q", name, got, want)
		}
	}
}

// TestValueTypeMismatchHelp checks the help for values that look like others.
func TestValueTypeMismatchHelp(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]struct{ typ, help string }{
		"app::x: #ff0000\n":      {"String $x", "quote the value if it starts with `#`, which starts a comment"},
		"app::x: # the colour\n": {"String $x", "use a value of type `String`"},
		"app::x:\n#a\n":          {"String $x", "use a value of type `String`"},
		"app::x: #5\n":           {"Integer $x", "use a value of type `Integer`"},
		"app::x: None\n":         {"Optional[Integer] $x", "write `~`"},
		"app::x: ''\n":           {"Optional[String[1]] $x", "write `~`"},
		"app::x: \"\"\n":         {"String[1] $x", "write a string that is not empty"},
		"app::x: '' # path\n":    {"Stdlib::Absolutepath $x", "use a value of type `Stdlib::Absolutepath`"},
		"app::y: ''\n":           {"String[1] $x = a", "write a string that is not empty"},
		"app::x: None\nlookup_options: {app::x: {merge: first}}\n":       {"Integer $x", "use a value of type `Integer`"},
		"app::x: ~\nlookup_options: {app::x: {convert_to: Sensitive}}\n": {"Optional[Sensitive[String]] $x", "remove the key, or its `convert_to`, which converts an empty value as well"},
		"app::x: 08\n":    {"Integer $x", "write `8`"},
		"app::x: 3\n":     {"Float $x", "write `3.0`"},
		"app::x: -12\n":   {"Float $x", "write `-12.0`"},
		"app::x: 3 # y\n": {"Float[4.0] $x", "use a value of type `Float[4.0]`"},
		"app::x: '08'\n":  {"Integer $x", "use a value of type `Integer`"},
		"app::x: \"%{lookup('app::y')}\"\napp::y: 8\n": {"Integer $x", "use `alias` to keep the type of the value"},
	} {
		found := ruletest.Check(t, filetree.Write(t, map[string]string{
			"hiera.yaml": "version: 5\n", "data/common.yaml": text, "modules/app/manifests/init.pp": "class app(" + want.typ + ", $y = 1) { class { 'other': z => $y } }\n",
			"modules/other/manifests/init.pp": "class other(Variant[Integer, String[1]] $z) { }\n",
		}))
		i := slices.IndexFunc(found, func(d diagnostic.Diagnostic) bool { return d.Rule == binding.ValueTypeMismatch.Descriptor() })
		if i < 0 || found[i].Help != want.help {
			t.Errorf("%q: found %+v, want help %q", text, found, want.help)
		}
	}
}

// TestValueLeftToTheSite checks values that are not meant as such: undef in module data, and
// references to undefined keys.
func TestValueLeftToTheSite(t *testing.T) {
	t.Parallel()
	ruletest.RunAll(t, binding.ValueTypeMismatch, map[string]map[string]string{
		"the module leaves it to the site": {
			"modules/app/hiera.yaml": "version: 5\n", "modules/app/data/common.yaml": "app::x: ~\n", "modules/app/manifests/init.pp": "class app(Hash $x) { }\n",
		},
		"the site has no value": {"data/common.yaml": "app::x: ~ # want \"expects a Hash value, got Undef\"\n", "modules/app/manifests/init.pp": "class app(Hash $x) { }\n"},
		"a part is missing in the module": {
			"modules/app/hiera.yaml": "version: 5\n", "modules/app/data/common.yaml": "app::x: {a: ~} # want \"got Undef\"\n", "modules/app/manifests/init.pp": "class app(Hash[String, String] $x) { }\n",
		},
		"parts that refer to undefined keys": {
			"data/common.yaml": "app::x:\n  a: \"%{alias('app::none')}\"\n  b: \"%{alias('app::none')}\"\n", "modules/app/manifests/init.pp": "class app(Hash[String, Array] $x) { }\n",
		},
		"a variable with unknown values": {
			"hiera.yaml":       "version: 5\nhierarchy:\n  - {name: Site, path: \"%{site}.yaml\"}\n",
			"data/x/main.yaml": "app::x: \"web.%{site}\"\n", "modules/app/manifests/init.pp": "class app(Pattern[/^[a-z.]*$/] $x) { }\n",
		},
		"a variable in the key of an entry": {
			"data/common.yaml": "app::x:\n  \"%{facts.host}\": {a: \"%{facts.host}\"}\n", "modules/app/manifests/init.pp": "class app(Hash $x) { }\n",
		},
		"roles without the class": {
			"hiera.yaml": ruletest.RoleLevels, "modules/app/manifests/init.pp": "class app(Hash $x) { }\n",
			"data/common.yaml": "app::x: ~\n", "data/role/web.yaml": "app::x: {}\n", "data/role/db.yaml": "site::db: true\n",
		},
		"a value of the wrong type for roles without it": {
			"hiera.yaml": ruletest.RoleLevels, "modules/app/manifests/init.pp": "class app(Hash $x) { }\n",
			"data/common.yaml": "app::x: a # want warning \"got String\"\n", "data/role/web.yaml": "app::x: {}\n", "data/role/db.yaml": "site::db: true\n",
		},
		"every role has the class": {
			"hiera.yaml": ruletest.RoleLevels, "modules/app/manifests/init.pp": "class app(Hash $x) { }\n", "manifests/site.pp": "include app\n",
			"data/common.yaml": "app::x: a # want error \"got String\"\n", "data/role/web.yaml": "app::x: {}\n", "data/role/db.yaml": "site::db: true\n",
		},
		"the role has the class": {
			"hiera.yaml": ruletest.RoleLevels, "modules/app/manifests/init.pp": "class app(Hash $x) { }\n", "modules/role/manifests/db.pp": "class role::db { include app }\n",
			"modules/role/manifests/web.pp": "class role::web { include app }\n", "manifests/site.pp": "include \"role::${facts['role']}\"\n",
			"data/common.yaml": "app::x: a # want error \"got String\"\n", "data/role/web.yaml": "app::x: {}\n", "data/role/db.yaml": "site::db: true\n",
		},
	})
}

// TestPassedOn checks values that classes pass on to parameters of other classes and of defined types.
func TestPassedOn(t *testing.T) {
	t.Parallel()
	const (
		server  = "class server(Integer $port = 80, $hosts = []) { }\n"
		passing = "class app($port) { class { 'server': port => $port } }\n"
		wrong   = "app::port: a # want warning \"`app::port` is passed on to parameter `port` of class `server`, which expects an Integer value, got String\"\n"
		looked  = "port: a # want warning \"`port` is passed on to parameter `port` of class `server`, which expects an Integer value, got String\"\n"
		empty   = "app::port: '' # want warning \"defined type `site`\"\n"
	)
	for name, tree := range map[string]map[string]string{
		"a class":                     {"app": passing, "data": wrong},
		"it fits":                     {"app": passing, "data": "app::port: 80\n"},
		"nothing":                     {"app": passing, "data": "app::port: ~\n"},
		"a defined type":              {"app": "class app($port) { site { 'a': size => $port } }\n", "data": empty, "site": "define site(Integer $size) { }\n"},
		"several":                     {"app": "class app($port) { site { ['a', 'b']: size => $port } }\n", "data": empty, "site": "define site(Integer $size) { }\n"},
		"perhaps none":                {"app": "class app($port, $names = []) { site { $names: size => $port } }\n", "data": "app::port: ''\n", "site": "define site(Integer $size) { }\n"},
		"under a condition":           {"app": "class app($port) { if $port { class { 'server': port => $port } } }\n", "data": "app::port: false\n"},
		"computed":                    {"app": "class app($port) { class { 'server': port => $port + 1 } }\n", "data": "app::port: '1'\n"},
		"an array of it":              {"app": "class app($port) { class { 'server': port => [$port] } }\n", "data": "app::port: a\n"},
		"by a variable":               {"app": "class app($port) { $p = $port class { 'server': port => $p } }\n", "data": wrong},
		"by several variables":        {"app": "class app($port) { $p = $x ? { 1 => $port, default => 1 } class { 'server': port => $p } }\n", "data": "app::port: a\n"},
		"with a default":              {"app": "class app($port = 1) { class { 'server': port => $port } }\n", "data": wrong},
		"looked up":                   {"app": "class app { class { 'server': port => lookup('port') } }\n", "data": looked},
		"looked up before":            {"app": "class app { $port = lookup('port') class { 'server': port => $port } }\n", "data": looked},
		"a parameter with a lookup":   {"app": "class app($port = lookup('port')) { class { 'server': port => $port } }\n", "data": "port: a\n"},
		"looked up with a merge":      {"app": "class app { class { 'server': port => lookup('port', Array, 'unique') } }\n", "data": "port: [a]\n"},
		"set by code":                 {"app": passing, "data": "app::port: a\n", "manifests/site.pp": "class { 'app': port => 1 }\n"},
		"passed on twice":             {"app": "class app($port) { class { 'app::inner': number => $port } }\n", "modules/app/manifests/inner.pp": "class app::inner($number) { class { 'server': port => $number } }\n", "data": wrong},
		"its own type does not match": {"app": "class app(Integer $port) { class { 'server': port => $port } }\n", "data": "app::port: a # want error \"`app::port` expects an Integer value, got String\"\n"},
		"its own type matches":        {"app": "class app(String $port) { class { 'server': port => $port } }\n", "data": wrong},
		"a part": {
			"app": "class app($hosts) { class { 'server': hosts => $hosts } }\n", "server": "class server(Array[Integer] $hosts) { }\n",
			"data": "app::hosts:\n  - 1\n  - x # want warning \"which index 1 expects an Integer value\"\n",
		},
		"other nodes": {
			"app": passing, "hiera.yaml": ruletest.RoleLevels, "data/role/web.yaml": "app::port: 80\n",
			"data": "app::port: '' # want note \"expects an Integer value, got String\"\n",
		},
		"encrypted": {"app": passing, "data": "app::port: ENC[PKCS7,abc]\n"},
		"checked in a defined type": {
			"app": "class app($port = '80') { site { 'a': size => $port } }\n", "site": "define site($size) { validate_string($size) }\n",
			"data": "app::port: 80 # want warning \"`app::port` is passed on to parameter `size` of defined type `site`, which expects a String value, got Integer\"\n",
		},
		"checked in a class": {"app": passing, "server": "class server($port) { validate_re($port, '^8') }\n", "data": "app::port: '90' # want warning \"expects a match for Pattern\"\n"},
		"checked, undef":     {"app": passing, "server": "class server($port = '') { validate_re($port, '^8') }\n", "data": "app::port: ~\n"},
		"checked in a defined type that may return first": {
			"app": "class app($port) { site { 'a': size => $port } }\n", "site": "define site($size) { if $size =~ Integer { return() } validate_string($size) }\n", "data": "app::port: 80\n",
		},
		"checked under a condition": {"app": "class app($port) { site { 'a': size => $port } }\n", "site": "define site($size) { if $size { validate_string($size) } }\n", "data": "app::port: 80\n"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			files := map[string]string{"modules/server/manifests/init.pp": server}
			for file, text := range tree {
				switch file {
				case "app", "server", "site":
					file = "modules/" + file + "/manifests/init.pp"
				case "data":
					file = "data/common.yaml"
				}
				files[file] = text
			}
			ruletest.Run(t, binding.ValueTypeMismatch, files)
		})
	}
}

func TestCheckedInClass(t *testing.T) {
	t.Parallel()
	class := func(parameters, body, text string) map[string]string {
		return map[string]string{"modules/app/manifests/init.pp": "class app(" + parameters + ") {\n" + body + "\n}\n", "data/common.yaml": text}
	}
	ruletest.RunAll(t, binding.ValueTypeMismatch, map[string]map[string]string{
		"array":             class("$x = []", "validate_array($x)", "app::x: a # want error \"`app::x` expects an Array value, got String\"\n"),
		"hash":              class("$x = {}", "::validate_hash($x)", "app::x: [a] # want \"expects a Hash value\"\n"),
		"boolean":           class("$x = true", "validate_bool($x)", "app::x: 'true' # want \"expects a Boolean value, got String\"\n"),
		"string":            class("$x", "validate_string($x)", "app::x: 80 # want \"expects a String value, got Integer\"\n"),
		"several":           class("$x, $y", "validate_string($x, $y)", "app::x: a\napp::y: 80 # want \"expects a String value, got Integer\"\n"),
		"pattern":           class("$x", "validate_re($x, '^(a|b)$', 'no')", "app::x: c # want \"expects a match for Pattern\"\n"),
		"several patterns":  class("$x", "validate_re($x, ['^a$', '^b$'])", "app::x: c # want \"expects a match for Pattern\"\n"),
		"number, no string": class("$x", "validate_re($x, '^8')", "app::x: 80 # want \"got Integer\"\n"),
		"merge":             class("$x", "validate_array($x)", "lookup_options: {app::x: {merge: unique}}\napp::x: a\n"),

		"valid":                      class("$a, $b, $c, $d, $e", "validate_array($a)\nvalidate_hash($b)\nvalidate_bool($c)\nvalidate_string($d)\nvalidate_re($e, ['x', 'y'])", "app::a: []\napp::b: {}\napp::c: false\napp::d: ''\napp::e: xyz\n"),
		"undef":                      class("$x", "validate_array($x)", "app::x: ~\n"),
		"converted":                  class("$x", "validate_array($x)", "lookup_options: {app::x: {convert_to: Array}}\napp::x: {a: 1}\n"),
		"under a condition":          class("$x", "if $x { validate_array($x) }", "app::x: a\n"),
		"of each element":            class("$x", "$x.each |$x| { validate_array($x) }", "app::x: [a]\n"),
		"part of it":                 class("$x", "validate_array($x['a'])", "app::x: {a: []}\n"),
		"another variable":           class("$x", "$y = [$x]\nvalidate_array($y)", "app::x: a\n"),
		"the class may return first": class("$x", "if $x =~ String { return() }\nvalidate_array($x)", "app::x: a\n"),
		"computed pattern":           class("$x", "validate_re($x, \"^${facts['y']}$\")", "app::x: a\n"),
		"invalid pattern":            class("$x", "validate_re($x, '[')", "app::x: a\n"),
		"other function":             class("$x", "validate_integer($x)\nvalidate_absolute_path($x)", "app::x: '1'\n"),
		"the type decides":           class("Variant[String, Array] $x", "validate_array($x)", "app::x: a\n"),
		"defined type":               {"modules/app/manifests/init.pp": "define app($x) { validate_array($x) }\n", "data/common.yaml": "app::x: a\n"},
	})
}
