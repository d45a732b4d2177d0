package config

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/source"
)

// file is the path of the hiera.yaml in all tests.
const file = "/dir/hiera.yaml"

// read reads text as the hiera.yaml of layer.
func read(layer Layer, text string) *Config {
	return Read(data.Parse(source.New(file, []byte(text)), data.YAML), layer)
}

// inFile replaces FILE in a message with the path of the file.
func inFile(text string) string { return strings.ReplaceAll(text, "FILE", file) }

const (
	wrongTypeText = "The Lookup Configuration at 'FILE' has wrong type, "
	deprecated3   = "FILE: Use of 'hiera.yaml' version 3 is deprecated. It should be converted to version 5\n   (file: FILE)"
	deprecated4   = "FILE: Use of 'hiera.yaml' version 4 is deprecated. It should be converted to version 5\n   (file: FILE)"
	fallback      = "FILE: File exists but does not contain a valid YAML hash. Falling back to Hiera version 3 default config"
	ignoredEnv    = "hiera.yaml version 3 found at the environment root was ignored\n   (file: FILE)"
	ignoredModule = "hiera.yaml version 3 found at module root was ignored\n   (file: FILE)"
	refusedEnv    = "hiera.yaml version 3 cannot be used in an environment (file: FILE)"
	refusedModule = "hiera.yaml version 3 cannot be used in a module (file: FILE)"
	refused4      = "hiera.yaml version 4 cannot be used in the global layer (file: FILE)"
	noMethods     = "Interpolation using method syntax is not allowed in this context (file: FILE)"
	levels        = "version: 5\nhierarchy:\n"
	levels4       = "version: 4\nhierarchy:\n"
)

// errorTests are files with the errors and warnings of Puppet 7.23; TestAgainstPuppet compares the same files
// with Puppet. err8 is the error in Puppet 8 if it differs.
var errorTests = []struct {
	name  string
	layer Layer
	text  string
	err   string
	err8  string
	warn  []string
}{
	// Parsing.
	{"empty", Environment, "", "", refusedEnv, []string{fallback, deprecated3, ignoredEnv}},
	{"null", Environment, "---\n", "", refusedEnv, []string{fallback, deprecated3, ignoredEnv}},
	{"string", Environment, "foo", "", refusedEnv, []string{fallback, deprecated3, ignoredEnv}},
	{"array", Module, "- a", "", refusedModule, []string{fallback, deprecated3, ignoredModule}},
	{"empty global", Global, "", "", "", []string{fallback, deprecated3}},
	{"syntax", Environment, "version: 5\nx: [\n", "(FILE): did not find expected node content while parsing a flow node at line 3 column 1", "", nil},
	{"tab", Environment, levels + "\t- name: A\n", "(FILE): found character that cannot start any token while scanning for the next token at line 3 column 1", "", nil},
	{"date", Environment, "version: 5\nx: 2020-01-01\n", "(FILE): Tried to load unspecified class: Date", "", nil},
	{"unknown alias", Environment, "version: 5\nx: *nope\n", "Unknown alias: nope", "", nil},
	// Version.
	{"symbol version", Environment, ":version: 5\n", "", "", nil},
	{"symbols", Environment, "version: 5\n:hierarchy:\n- :name: A\n  :path: common.yaml\n", "", "", nil},
	{"both versions", Environment, ":version: 4\nversion: 5\n", "", "", nil},
	{"both versions, symbol last", Environment, "version: 5\n:version: 4\n", wrongTypeText + "entry 'version' expects an Integer[5, 5] value, got Integer[4, 4]", "", nil},
	{"no version", Environment, "hierarchy: []\n", "", refusedEnv, []string{deprecated3, ignoredEnv}},
	{"null version", Environment, "version: ~\n", "", refusedEnv, []string{deprecated3, ignoredEnv}},
	{"false version", Environment, "version: false\n", "", refusedEnv, []string{deprecated3, ignoredEnv}},
	{"true version", Environment, "version: true\n", "undefined method `to_i' for true:TrueClass", "", nil},
	{"array version", Environment, "version: [5]\n", "undefined method `to_i' for [5]:Array", "", nil},
	{"symbol as version", Environment, "version: :five\n", "undefined method `to_i' for :five:Symbol", "", nil},
	{"infinite version", Environment, "version: .inf\n", "Infinity", "", nil},
	{"string version", Environment, "version: \"5\"\n", wrongTypeText + "entry 'version' expects an Integer value, got String", "", nil},
	{"string version with trailing characters", Environment, "version: '5x'\n", wrongTypeText + "entry 'version' expects an Integer value, got String", "", nil},
	{"float version", Environment, "version: 5.5\n", wrongTypeText + "entry 'version' expects an Integer value, got Float", "", nil},
	{"string version without a number", Environment, "version: abc\n", "This runtime does not support hiera.yaml version 0 (file: FILE)", "", nil},
	{"version 6", Environment, "version: 6\n", "This runtime does not support hiera.yaml version 6 (file: FILE)", "", nil},
	{"huge version", Environment, "version: 99999999999999999999\n", "This runtime does not support hiera.yaml version 99999999999999999999 (file: FILE)", "", nil},
	{"negative version", Environment, "version: -5\n", "This runtime does not support hiera.yaml version -5 (file: FILE)", "", nil},
	// Layers.
	{"v3 in environment", Environment, "version: 3\n:backends: yaml\n", "", refusedEnv, []string{deprecated3, ignoredEnv}},
	{"v3 in module", Module, "version: 3\n", "", refusedModule, []string{deprecated3, ignoredModule}},
	{"v3 in global", Global, "version: 3\n", "", "", []string{deprecated3}},
	{"string v3", Environment, "version: '3'\n", wrongTypeText + "entry 'version' expects an Integer value, got String", "", []string{deprecated3}},
	{"v4 in environment", Environment, "version: 4\n", "", "", []string{deprecated4}},
	{"v4 in module", Module, "version: 4\n", "", "", []string{deprecated4}},
	{"v4 in global", Global, "version: 4\n", refused4, "", []string{deprecated4}},
	{"invalid v4 in global", Global, "version: 4\nfoo: 1\n", wrongTypeText + "unrecognized key 'foo'", "", []string{deprecated4}},
	{"v5 for v3", Environment, "hierarchy:\n- name: A\n  path: common.yaml\n",
		" " + wrongTypeText + "entry 'hierarchy' variant 0 expects a String value, got Tuple\n  " +
			wrongTypeText + "entry 'hierarchy' variant 1 index 0 expects a String value, got Struct", "", []string{deprecated3}},
	// Version 5, top level.
	{"v5", Environment, "version: 5\n", "", "", nil},
	{"unknown top-level key", Environment, "version: 5\nfoo: 1\n", wrongTypeText + "unrecognized key 'foo'", "", nil},
	{"unknown top-level keys", Environment, "version: 5\nfoo: 1\nbar: 2\n", " " + wrongTypeText + "unrecognized key 'foo'\n  " + wrongTypeText + "unrecognized key 'bar'", "", nil},
	{"datadir at the top level", Environment, "version: 5\ndatadir: data\n", wrongTypeText + "unrecognized key 'datadir'", "", nil},
	{"null hierarchy", Environment, "version: 5\nhierarchy:\n", "", "", nil},
	{"empty hierarchy", Environment, "version: 5\nhierarchy: []\n", "", "", nil},
	{"string hierarchy", Environment, "version: 5\nhierarchy: common\n", wrongTypeText + "entry 'hierarchy' expects an Array value, got String", "", nil},
	{"hash hierarchy", Environment, "version: 5\nhierarchy: {name: A}\n", wrongTypeText + "entry 'hierarchy' expects an Array value, got Struct", "", nil},
	{"string level", Environment, "version: 5\nhierarchy: [common]\n", wrongTypeText + "entry 'hierarchy' index 0 expects a Struct value, got String", "", nil},
	{"false values", Environment, "version: 5\ndefaults: false\nhierarchy: false\n", "", "", nil},
	{"null plan_hierarchy", Environment, "version: 5\nplan_hierarchy: ~\n", wrongTypeText + "entry 'plan_hierarchy' expects an Array value, got Undef", "", nil},
	{"null default_hierarchy", Module, "version: 5\ndefault_hierarchy: ~\n", wrongTypeText + "entry 'default_hierarchy' expects an Array value, got Undef", "", nil},
	{"default_hierarchy in module", Module, "version: 5\ndefault_hierarchy: []\n", "", "", nil},
	{"default_hierarchy in environment", Environment, "version: 5\ndefault_hierarchy:\n- {name: A, path: common.yaml}\n", "'default_hierarchy' is only allowed in the module layer (file: FILE, line: 2)", "", nil},
	{"default_hierarchy in global", Global, "version: 5\n# default_hierarchy:\ndefault_hierarchy: []\n", "'default_hierarchy' is only allowed in the module layer (file: FILE, line: 3)", "", nil},
	{"default_hierarchy without a line number", Environment, "version: 5\n'default_hierarchy': []\n", "'default_hierarchy' is only allowed in the module layer (file: FILE)", "", nil},
	// Defaults.
	{"null defaults", Environment, "version: 5\ndefaults:\n", "", "", nil},
	{"empty defaults", Environment, "version: 5\ndefaults: {}\n", "One of data_hash, lookup_key, data_dig, or hiera3_backend must be defined in hierarchy 'Common' (file: FILE)", "", nil},
	{"defaults without function", Environment, "version: 5\ndefaults: {datadir: data}\nhierarchy:\n- {name: A, path: common.yaml}\n", "One of data_hash, lookup_key, data_dig, or hiera3_backend must be defined in hierarchy 'A' (file: FILE)", "", nil},
	{"defaults array", Environment, "version: 5\ndefaults: []\n", wrongTypeText + "entry 'defaults' expects a Struct value, got Array", "", nil},
	{"defaults with hiera3_backend", Environment, "version: 5\ndefaults: {hiera3_backend: foo}\n", wrongTypeText + "entry 'defaults' unrecognized key 'hiera3_backend'", "", nil},
	{"defaults with two functions", Environment, "version: 5\ndefaults: {data_hash: yaml_data, lookup_key: foo}\n", "Only one of data_hash, lookup_key, data_dig, or hiera3_backend can be defined in defaults (file: FILE)", "", nil},
	{"reserved option path in defaults", Environment, "version: 5\ndefaults: {data_hash: yaml_data, options: {uri: u, path: x}}\n", "Option key 'path' used in defaults is reserved by Puppet (file: FILE)", "", nil},
	{"reserved option uri in defaults", Environment, "version: 5\ndefaults: {data_hash: yaml_data, options: {uri: x}}\n", "Option key 'uri' used in defaults is reserved by Puppet (file: FILE)", "", nil},
	// Levels.
	{"no name", Environment, levels + "- {path: common.yaml}\n", wrongTypeText + "entry 'hierarchy' index 0 expects a value for key 'name'", "", nil},
	{"integer name", Environment, levels + "- {name: 1, path: common.yaml}\n", wrongTypeText + "entry 'hierarchy' index 0 entry 'name' expects a String value, got Integer", "", nil},
	{"empty name", Environment, levels + "- {name: '', path: common.yaml}\n", wrongTypeText + "entry 'hierarchy' index 0 entry 'name' expects a String[1] value, got String", "", nil},
	{"integer path", Environment, levels + "- {name: A, path: 1}\n", wrongTypeText + "entry 'hierarchy' index 0 entry 'path' expects a String value, got Integer", "", nil},
	{"null path", Environment, levels + "- {name: A, path: ~}\n", wrongTypeText + "entry 'hierarchy' index 0 entry 'path' expects a String value, got Undef", "", nil},
	{"array path", Environment, levels + "- {name: A, path: [a, b]}\n", wrongTypeText + "entry 'hierarchy' index 0 entry 'path' expects a String value, got Tuple", "", nil},
	{"string paths", Environment, levels + "- {name: A, paths: common.yaml}\n", wrongTypeText + "entry 'hierarchy' index 0 entry 'paths' expects an Array value, got String", "", nil},
	{"empty paths", Environment, levels + "- {name: A, paths: []}\n", wrongTypeText + "entry 'hierarchy' index 0 entry 'paths' expects size to be at least 1, got 0", "", nil},
	{"bad elements of paths", Environment, levels + "- {name: A, paths: [a, 1, '']}\n",
		" " + wrongTypeText + "entry 'hierarchy' index 0 entry 'paths' index 1 expects a String value, got Integer\n  " +
			wrongTypeText + "entry 'hierarchy' index 0 entry 'paths' index 2 expects a String[1] value, got String", "", nil},
	{"unknown level key", Environment, levels + "- {name: A, backend: yaml}\n", wrongTypeText + "entry 'hierarchy' index 0 unrecognized key 'backend'", "", nil},
	{"null function", Environment, levels + "- {name: A, path: common.yaml, data_hash: ~}\n", wrongTypeText + "entry 'hierarchy' index 0 entry 'data_hash' expects a String value, got Undef", "", nil},
	{"two functions", Environment, levels + "- {name: A, path: a, data_hash: yaml_data, lookup_key: x}\n", "Only one of data_hash, lookup_key, data_dig, or hiera3_backend can be defined in hierarchy 'A' (file: FILE)", "", nil},
	{"v4_data_hash counts", Environment, levels + "- {name: A, v4_data_hash: foo, data_hash: yaml_data}\n", "Only one of data_hash, lookup_key, data_dig, or hiera3_backend can be defined in hierarchy 'A' (file: FILE)", "", nil},
	{"two locations", Environment, levels + "- {name: A, path: a, glob: b}\n", "Only one of path, paths, glob, globs, uri, uris, or mapped_paths can be defined in hierarchy 'A' (file: FILE)", "", nil},
	{"mapped_paths with two elements", Environment, levels + "- {name: A, mapped_paths: [a, b]}\n", wrongTypeText + "entry 'hierarchy' index 0 entry 'mapped_paths' expects size to be 3, got 2", "", nil},
	{"string mapped_paths", Environment, levels + "- {name: A, mapped_paths: a}\n", wrongTypeText + "entry 'hierarchy' index 0 entry 'mapped_paths' expects an Array value, got String", "", nil},
	{"hiera3_backend in environment", Environment, levels + "- name: A\n  hiera3_backend: yaml\n", "'hiera3_backend' is only allowed in the global layer (file: FILE, line: 4)", "", nil},
	{"hiera3_backend replaced", Global, levels + "- name: A\n  hiera3_backend: yaml\n", "Use \"data_hash: yaml_data\" instead of \"hiera3_backend: yaml\" (file: FILE, line: 4)", "", nil},
	{"hiera3_backend replaced, quoted", Global, levels + "- {name: A, hiera3_backend: 'json'}\n", "Use \"data_hash: json_data\" instead of \"hiera3_backend: json\" (file: FILE, line: 3)", "", nil},
	{"hiera3_backend", Global, levels + "- {name: A, hiera3_backend: foo, path: x}\n", "", "", nil},
	// Options.
	{"null options", Environment, levels + "- {name: A, options: ~, path: a}\n", wrongTypeText + "entry 'hierarchy' index 0 entry 'options' expects a Hash value, got Undef", "", nil},
	{"array options", Environment, levels + "- {name: A, options: [a], path: a}\n", wrongTypeText + "entry 'hierarchy' index 0 entry 'options' expects a Hash value, got Tuple", "", nil},
	{"reserved option", Environment, levels + "- {name: A, path: common.yaml, options: {path: a}}\n", "Option key 'path' used in hierarchy 'A' is reserved by Puppet (file: FILE)", "", nil},
	{"bad option name", Environment, levels + "- {name: A, path: common.yaml, options: {a_: a}}\n", wrongTypeText + `entry 'hierarchy' index 0 entry 'options' key of entry 'a_' expects a match for Pattern[/\A[A-Za-z](:?[0-9A-Za-z_-]*[0-9A-Za-z])?\z/], got 'a_'`, "", nil},
	{"option name with a colon", Environment, levels + "- {name: A, path: nope.yaml, options: {'a:b': a}}\n", "", "", nil},
	{"integer option name", Environment, levels + "- {name: A, options: {1: x}, path: a}\n", wrongTypeText + `entry 'hierarchy' index 0 entry 'options' expects a Hash[Pattern[/\A[A-Za-z](:?[0-9A-Za-z_-]*[0-9A-Za-z])?\z/], Data] value, got Hash[Integer[1, 1], String]`, "", nil},
	{"option that is not Data", Environment, levels + "- {name: A, options: {a: {1: x}}, path: a}\n", wrongTypeText + "entry 'hierarchy' index 0 entry 'options' entry 'a' expects a Data value, got Hash", "", nil},
	// Order of checks.
	{"structure before all", Environment, "version: 5\ndefaults: {}\nhierarchy:\n- {name: A, path: 1, glob: b}\n", wrongTypeText + "entry 'hierarchy' index 0 entry 'path' expects a String value, got Integer", "", nil},
	{"defaults before levels", Environment, "version: 5\nhierarchy:\n- {name: A, path: a, glob: b}\ndefaults: {data_hash: a, data_dig: b}\n", "Only one of data_hash, lookup_key, data_dig, or hiera3_backend can be defined in defaults (file: FILE)", "", nil},
	{"functions before locations", Environment, levels + "- {name: A, path: a, glob: b, data_hash: a, data_dig: b, options: {path: a}}\n", "Only one of data_hash, lookup_key, data_dig, or hiera3_backend can be defined in hierarchy 'A' (file: FILE)", "", nil},
	{"locations before options", Environment, levels + "- {name: A, path: a, glob: b, options: {path: a}}\n", "Only one of path, paths, glob, globs, uri, uris, or mapped_paths can be defined in hierarchy 'A' (file: FILE)", "", nil},
	{"hierarchy before plan_hierarchy", Environment, "version: 5\nplan_hierarchy:\n- {name: P, path: a, glob: b}\nhierarchy:\n- {name: A, path: a, glob: b}\n", "Only one of path, paths, glob, globs, uri, uris, or mapped_paths can be defined in hierarchy 'A' (file: FILE)", "", nil},
	{"plan_hierarchy is checked", Environment, "version: 5\nplan_hierarchy:\n- {name: P, path: a, glob: b}\ndefault_hierarchy: []\n", "Only one of path, paths, glob, globs, uri, uris, or mapped_paths can be defined in hierarchy 'P' (file: FILE)", "", nil},
	{"default_hierarchy is checked", Module, "version: 5\ndefault_hierarchy:\n- {name: D, path: a, glob: b}\n", "Only one of path, paths, glob, globs, uri, uris, or mapped_paths can be defined in hierarchy 'D' (file: FILE)", "", nil},
	// Duplicate names.
	{"duplicate name", Environment, levels + "- name: A\n  path: a\n- name: A\n  path: b\n", "Hierarchy name 'A' defined more than once. First defined at (line: 3) (file: FILE, line: 5)", "", nil},
	{"duplicate name in flow style", Environment, levels + "- {name: A, path: a}\n- {name: A, path: b}\n", "Hierarchy name 'A' defined more than once. (file: FILE)", "", nil},
	{"duplicate name with parentheses", Environment, levels + "- name: \"A (x)\"\n  path: a\n- name: \"A (x)\"\n  path: b\n", "Hierarchy name 'A (x)' defined more than once. (file: FILE)", "", nil},
	{"duplicate name in one line", Environment, "version: 5\nhierarchy: [{ name: A}, { name: A}]\n", "Hierarchy name 'A' defined more than once. (file: FILE, line: 2)", "", nil},
	{"duplicate name that is not a valid pattern", Environment, levels + "- name: \"A)\"\n  path: a\n- name: \"A)\"\n  path: b\n", `unmatched close parenthesis: /\s+name:\s+['"]?A)(?:[^\w]|$)/`, "", nil},
	{"duplicate name in default_hierarchy", Module, levels + "- name: A\n  path: a\ndefault_hierarchy:\n- name: A\n  path: b\n- name: A\n", "Hierarchy name 'A' defined more than once. First defined at (line: 3) (file: FILE, line: 6)", "", nil},
	{"same name in two hierarchies", Module, levels + "- name: A\n  path: a\ndefault_hierarchy:\n- name: A\n  path: a\n", "", "", nil},
	{"duplicate name in plan_hierarchy", Environment, levels + "- name: A\n  path: a\nplan_hierarchy:\n- name: A\n- name: A\n", "", "", nil},
	// Templates.
	{"method in path", Environment, levels + "- {name: A, path: \"%{lookup('y')}.yaml\"}\n", noMethods, "", nil},
	{"method in glob", Environment, levels + "- name: A\n  glob: '%{alias(\"x\")}'\n", noMethods, "", nil},
	{"method in uri", Environment, levels + "- name: A\n  uri: '%{literal(\"x\")}'\n", noMethods, "", nil},
	{"method in datadir", Environment, levels + "- name: A\n  datadir: '%{scope(\"x\")}'\n", noMethods, "", nil},
	{"method in options", Environment, levels + "- name: A\n  options: {a: [{b: \"%{nope('x')}\"}]}\n  path: a\n", noMethods, "", nil},
	{"method in defaults", Environment, "version: 5\ndefaults:\n  data_hash: yaml_data\n  datadir: \"%{lookup('x')}\"\n", noMethods, "", nil},
	{"method in unused defaults", Environment, "version: 5\ndefaults:\n  data_hash: yaml_data\n  datadir: \"%{lookup('x')}\"\nhierarchy: []\n", "", "", nil},
	{"method in mapped_paths without a value", Environment, levels + "- name: A\n  mapped_paths: [nope, v, \"%{lookup('x')}\"]\n", "", "", nil},
	{"method in plan_hierarchy", Environment, "version: 5\nplan_hierarchy:\n- {name: A, path: \"%{lookup('y')}.yaml\"}\n", "", "", nil},
	{"name is not interpolated", Environment, levels + "- {name: \"%{lookup('y')}\", path: nope.yaml}\n", "", "", nil},
	{"token syntax", Environment, levels + "- name: A\n  path: \"x%{facts['os']}\"\n", "Syntax error in string: x%{facts['os']}", "", nil},
	{"token syntax in datadir", Environment, levels + "- name: A\n  datadir: \"d/%{a..b}\"\n  path: \"%{lookup('x')}\"\n", "Syntax error in string: /dir/d/%{a..b}", "", nil},
	{"integer variable", Environment, levels + "- name: A\n  datadir: '%{1.x}'\n", "Scope variable name 1 is a Integer, not a string", "", nil},
	{"mapped_paths syntax", Environment, levels + "- name: A\n  mapped_paths: ['a..b', v, x]\n", "Syntax error in string: mapped_path[0]", "", nil},
	{"mapped_paths integer", Environment, levels + "- name: A\n  mapped_paths: ['1.x', v, x]\n", "Scope variable name 1 is a Integer, not a string", "", nil},
	{"names before templates of later levels", Environment, levels + "- name: A\n- name: A\n- name: B\n  path: '%{foo(\"x\")}'\n", "Hierarchy name 'A' defined more than once. First defined at (line: 3) (file: FILE, line: 4)", "", nil},
	{"templates before names of later levels", Environment, levels + "- name: A\n  path: a\n- name: B\n  path: '%{foo(\"x\")}'\n- name: A\n", noMethods, "", nil},
	{"bad URI", Environment, levels + "- name: A\n  uri: 'a b'\n", `bad URI(is not URI?): "a b"`, "", nil},
	{"URI with umlaut", Environment, levels + "- name: A\n  uri: 'http://ü/'\n", `URI must be ascii only "http://\u00FC/"`, "", nil},
	// Functions that fail when they are called are not errors in the file.
	{"yaml_data without location", Environment, levels + "- name: A\n", "", "", nil},
	{"unknown function", Environment, levels + "- {name: A, path: common.yaml, data_hash: nope}\n", "", "", nil},
	// Version 4.
	{"v4 null values", Environment, "version: 4\nhierarchy: ~\ndatadir: ~\n", "", "", []string{deprecated4}},
	{"v4 unknown key", Environment, "version: 4\nfoo: 1\n", wrongTypeText + "unrecognized key 'foo'", "", []string{deprecated4}},
	{"v4 without backend", Environment, levels4 + "- {name: common}\n", wrongTypeText + "entry 'hierarchy' index 0 expects a value for key 'backend'", "", []string{deprecated4}},
	{"v4 glob", Environment, levels4 + "- name: common\n  backend: yaml\n  glob: x\n", wrongTypeText + "entry 'hierarchy' index 0 unrecognized key 'glob'", "", []string{deprecated4}},
	{"v4 unknown backend", Environment, levels4 + "- name: common\n  backend: foo\n", "No data provider is registered for backend 'foo' (file: FILE, line: 4)", "", []string{deprecated4}},
	{"v4 eyaml", Environment, levels4 + "- {name: c, backend: eyaml}\n", "No data provider is registered for backend 'eyaml' (file: FILE, line: 3)", "", []string{deprecated4}},
	{"v4 backend that is not a valid pattern", Environment, levels4 + "- name: c\n  backend: 'foo('\n", `end pattern with unmatched parenthesis: /[^\w]foo((?:[^\w]|$)/`, "", []string{deprecated4}},
	{"v4 path and paths", Environment, levels4 + "- name: common\n  backend: yaml\n  path: x\n  paths: []\n", "", "", []string{deprecated4}},
	{"v4 duplicate name", Environment, levels4 + "- name: common\n  backend: yaml\n- name: common\n  backend: yaml\n", "Hierarchy name 'common' defined more than once. First defined at (line: 3) (file: FILE, line: 5)", "", []string{deprecated4}},
	{"v4 method in name", Environment, levels4 + "- name: '%{lookup(\"x\")}'\n  backend: yaml\n", noMethods, "", []string{deprecated4}},
	{"v4 method in datadir", Environment, "version: 4\ndatadir: '%{lookup(\"x\")}'\n", "", "", []string{deprecated4}},
	{"v4 backend before template", Environment, levels4 + "- name: a\n  backend: foo\n  path: '%{lookup(\"x\")}'\n", "No data provider is registered for backend 'foo' (file: FILE, line: 4)", "", []string{deprecated4}},
	// Version 3.
	{"v3 default", Global, ":backends: yaml\n", "", "", []string{deprecated3}},
	{"v3 section without backend", Global, ":backends: json\n:yaml:\n  :datadir: x\n", wrongTypeText + "unrecognized key 'yaml'", "", []string{deprecated3}},
	{"v3 duplicate backend", Global, ":backends:\n  - yaml\n  - yaml\n", "Backend 'yaml' is defined more than once. First defined at (line: 2) (file: FILE, line: 3)", "", []string{deprecated3}},
	{"v3 duplicate backend in one line", Global, ":backends: [foo, foo]\n", "Backend 'foo' is defined more than once. (file: FILE, line: 1)", "", []string{deprecated3}},
	{"v3 empty backend", Global, ":backends: ''\n", wrongTypeText + "entry 'backends' expects a value of type String[1] or Array[String[1]], got String", "", []string{deprecated3}},
	{"v3 nested backends", Global, ":backends: [[yaml, json], eyaml]\n",
		" " + wrongTypeText + "entry 'backends' variant 0 expects a String value, got Tuple\n  " + wrongTypeText + "entry 'backends' variant 1 index 0 expects a String value, got Tuple", "", []string{deprecated3}},
	{"v3 bad section", Global, ":backends: foo\n:foo: 5\n", wrongTypeText + "entry 'foo' expects a Hash value, got Integer", "", []string{deprecated3}},
	{"v3 empty name in section", Global, ":backends: foo\n:foo: {'': 2}\n", wrongTypeText + "entry 'foo' expects a Hash[String[1], Any] value, got Hash[String, Integer[2, 2]]", "", []string{deprecated3}},
	{"v3 merge_behavior", Global, ":merge_behavior: deepest\n", wrongTypeText + "entry 'merge_behavior' expects a match for Enum['deep', 'deeper', 'native'], got 'deepest'", "", []string{deprecated3}},
	{"v3 deep_merge_options", Global, ":deep_merge_options: {knockout_prefix: 5}\n", wrongTypeText + "entry 'deep_merge_options' entry 'knockout_prefix' expects a value of type String or Boolean, got Integer", "", []string{deprecated3}},
	{"v3 null logger", Global, ":logger: ~\n", wrongTypeText + "entry 'logger' expects a String value, got Undef", "", []string{deprecated3}},
	{"v3 hierarchy with an integer", Global, ":hierarchy: [a, 1]\n",
		" " + wrongTypeText + "entry 'hierarchy' variant 0 expects a String value, got Tuple\n  " + wrongTypeText + "entry 'hierarchy' variant 1 index 1 expects a String value, got Integer", "", []string{deprecated3}},
	{"v3 backend with the name of a setting", Global, ":backends: hierarchy\n:hierarchy: [a]\n", wrongTypeText + "entry 'hierarchy' expects a Hash value, got Tuple", "", []string{deprecated3}},
	{"v3 method in hierarchy", Global, ":hierarchy: [\"%{lookup('x')}\"]\n", noMethods, "", []string{deprecated3}},
	{"v3 token syntax", Global, ":hierarchy: [\"%{a..b}\"]\n", "Syntax error in string: %{a..b}", "", []string{deprecated3}},
	{"v3 method in section", Global, ":backends: foo\n:foo:\n  :x: \"%{lookup('x')}\"\n", noMethods, "", []string{deprecated3}},
	{"v3 integer datadir", Global, ":yaml:\n  :datadir: 5\n", "no implicit conversion of Integer into String", "", []string{deprecated3}},
	{"v3 unknown key in environment", Environment, ":foo: 1\n", wrongTypeText + "unrecognized key 'foo'", "", []string{deprecated3}},
	{"v3 templates are ignored in an environment", Environment, ":hierarchy: [\"%{lookup('x')}\"]\n", "", refusedEnv, []string{deprecated3, ignoredEnv}},
}

func TestErr(t *testing.T) {
	for _, tt := range errorTests {
		t.Run(tt.name, func(t *testing.T) {
			c := read(tt.layer, tt.text)
			if tt.err8 == "" {
				tt.err8 = tt.err
			}
			for version, want := range map[int]string{7: tt.err, 8: tt.err8} {
				got := ""
				if err := c.Err(version); err != nil {
					got = err.Error()
				}
				if want = strings.TrimSpace(inFile(want)); strings.TrimSpace(got) != want {
					t.Errorf("Puppet %d\n got: %s\nwant: %s", version, got, want)
				}
			}
			var want []string
			for _, w := range tt.warn {
				want = append(want, inFile(w))
			}
			if diff := cmp.Diff(want, c.Warnings(7, true)); diff != "" {
				t.Errorf("warnings: %s", diff)
			}
		})
	}
}

func TestHasClearLevels(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		layer Layer
		text  string
		clear bool
	}{
		"valid":                     {Environment, levels + "  - {name: A, path: a.yaml}\n", true},
		"no hierarchy":              {Environment, "version: 5\nhierarchy: []\n", false},
		"unknown key beside":        {Environment, levels + "  - {name: A, path: a.yaml}\nlevels: []\n", true},
		"unknown key in a level":    {Environment, levels + "  - {name: A, path: a.yaml, datdir: x}\n", false},
		"unknown key in defaults":   {Environment, levels + "  - {name: A, path: a.yaml}\ndefaults: {data_hash: yaml_data, datdir: x}\n", false},
		"same name":                 {Environment, levels + "  - {name: A, path: a.yaml}\n  - {name: A, path: b.yaml}\n", true},
		"two functions":             {Environment, levels + "  - {name: A, path: a.yaml, data_hash: yaml_data, lookup_key: eyaml_lookup_key}\n", true},
		"two kinds of location":     {Environment, levels + "  - {name: A, path: a.yaml, glob: '*.yaml'}\n", false},
		"path and paths":            {Environment, levels + "  - {name: A, path: a.yaml, paths: [b.yaml]}\n", true},
		"an array as path":          {Environment, levels + "  - {name: A, path: [a.yaml]}\n", true},
		"a string as paths":         {Environment, levels + "  - {name: A, paths: a.yaml}\n", true},
		"a number as path":          {Environment, levels + "  - {name: A, path: 1}\n", false},
		"a number in paths":         {Environment, levels + "  - {name: A, paths: [a.yaml, 1]}\n", false},
		"a hash as path":            {Environment, levels + "  - {name: A, path: {b: a.yaml}}\n", false},
		"a string as mapped_paths":  {Environment, levels + "  - {name: A, mapped_paths: a.yaml}\n", false},
		"a number as name":          {Environment, levels + "  - {name: 1, path: a.yaml}\n", true},
		"no name":                   {Environment, levels + "  - {path: a.yaml}\n", true},
		"no options":                {Environment, levels + "  - {name: A, path: a.yaml, options: }\n", true},
		"a string as options":       {Environment, levels + "  - {name: A, path: a.yaml, options: x}\n", false},
		"a string as version":       {Environment, "version: '5'\nhierarchy: [{name: A, path: a.yaml}]\n", true},
		"no function":               {Environment, levels + "  - {name: A, path: a.yaml}\ndefaults: {datadir: data}\n", true},
		"no function, eyaml":        {Environment, levels + "  - {name: A, path: a.eyaml}\ndefaults: {datadir: data}\n", false},
		"no function, options":      {Environment, levels + "  - {name: A, path: a.yaml, options: {pkcs7_private_key: x}}\ndefaults: {datadir: data}\n", false},
		"no function, no path":      {Environment, levels + "  - {name: A}\ndefaults: {datadir: data}\n", false},
		"no function, own function": {Environment, levels + "  - {name: A, path: a.eyaml, lookup_key: eyaml_lookup_key}\n  - {name: B, path: b.yml}\ndefaults: {datadir: data}\n", true},
		"function in a path":        {Environment, levels + "  - {name: A, path: \"%{lookup('a')}.yaml\"}\n", false},
		"default_hierarchy":         {Environment, levels + "  - {name: A, path: a.yaml}\ndefault_hierarchy: [{name: B, path: b.yaml}]\n", true},
		"unknown version":           {Environment, "version: 6\nhierarchy: [{name: A, path: a.yaml}]\n", false},
		"unknown key in version 3":  {Global, ":hierarchy: [common]\n:merge_behaviour: deeper\n", true},
		"wrong value in version 3":  {Global, ":hierarchy: [common]\n:merge_behavior: [deeper]\n", true},
		"wrong datadir, version 3":  {Global, ":hierarchy: [common]\n:yaml: {:datadir: 1}\n", false},
		"syntax error":              {Environment, levels + "  - [", false},
	}
	for name, test := range tests {
		if got := read(test.layer, test.text).HasClearLevels(); got != test.clear {
			t.Errorf("%s: got %v, want %v", name, got, test.clear)
		}
	}
}
