package runner_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
)

// paramType is a type, with YAML for instances and for other values.
type paramType struct {
	name      string
	good, bad []string
}

var paramTypes = []paramType{
	{"String", []string{"a", "'5'", "\"%{facts.role}\""}, []string{"5", "true", "[a]"}},
	{"String[1]", []string{"a", "\"x%{facts.host}\""}, []string{"''", "\"%{facts.none}\"", "{}"}},
	{"Integer", []string{"5", "-1"}, []string{"'5'", "5.5", "\"%{facts.host}\""}},
	{"Integer[1, 10]", []string{"5", "10"}, []string{"0", "11", "x"}},
	{"Float", []string{"1.5"}, []string{"1", "'1.5'"}},
	{"Numeric", []string{"1.5", "3"}, []string{"x"}},
	{"Boolean", []string{"true", "false", "yes"}, []string{"'true'", "1"}},
	{"Array[String]", []string{"[a, b]", "[]"}, []string{"a", "[1]", "{a: b}"}},
	{"Array[Integer, 1]", []string{"[1]", "[1, 2]"}, []string{"[]", "[a]"}},
	{"Hash", []string{"{a: 1}", "{}"}, []string{"[a]", "x"}},
	{"Hash[String, Integer]", []string{"{a: 1}", "{a: 1, b: 2}"}, []string{"{a: b}", "{a: 1, b: [1]}"}},
	{"Optional[Integer]", []string{"5", "~"}, []string{"x", "undef"}},
	{"Enum['a', 'b']", []string{"a", "b"}, []string{"c", "A", "[a]"}},
	{"Variant[Integer, Enum['x']]", []string{"x", "7"}, []string{"y", "[1]"}},
	{"Pattern[/\\Aa/]", []string{"abc"}, []string{"b", "1"}},
	{"Struct[{a => Integer, Optional[b] => String}]", []string{"{a: 1}", "{a: 1, b: x}"}, []string{"{b: x}", "{a: 1, c: 2}", "{a: x}"}},
	{"Tuple[String, Integer]", []string{"[a, 1]"}, []string{"[a]", "[1, a]"}},
	{"App::Options", []string{"{size: 1}", "{size: 1, names: [a]}", "{}"}, []string{"{size: x}", "{colour: 1}", "[]"}},
	{"Array[Struct[{name => String[1], Optional[port] => App::Port}]]", []string{"[{name: a}]", "[{name: a, port: 80}, {name: b}]"}, []string{"[{port: 1}]", "[{name: a, port: 0}]", "{name: a}"}},
	{"Hash[String, Array[Integer]]", []string{"{a: [1]}", "{}"}, []string{"{a: 1}", "{1: [1]}"}},
	{"Variant[Array[String], String]", []string{"a", "[a, \"%{facts.host}\"]"}, []string{"1", "[1]"}},
	{"Stdlike::Path", []string{"/etc/x", "\"/srv/%{facts.role}\""}, []string{"etc", "5"}},
	{"Timestamp", []string{"'2020-01-01'"}, []string{"x"}},
	{"Regexp", []string{"abc"}, []string{"'['"}},
	{"App::Port", []string{"80"}, []string{"0", "'80'", "70000"}},
	{"Any", []string{"1", "[a]", "x"}, []string{"x"}},
	{"NotUndef", []string{"1"}, []string{"~"}},
	{"Sensitive[String]", []string{"secret"}, []string{"1", "secret"}},
}

// halves are values that match a type only if they are merged.
var halves = map[string][2]string{
	"Array[Integer, 1]":                             {"[]", "[1]"},
	"Struct[{a => Integer, Optional[b] => String}]": {"{b: x}", "{a: 1}"},
	"things": {"{t4: {label: x}}", "{t4: {size: 1}}"},
}

// parameter is a class parameter.
type parameter struct {
	key        string // its key in data
	kind       paramType
	hasDefault bool
}

// catalogTree is a random control repo whose catalogs are compiled.
type catalogTree struct {
	*rand.Rand
	files      map[string]string
	data       map[string]*strings.Builder // by file
	classes    []string
	parameters []parameter
	own        []string // the parameters of the class that is being added
	keys       []string // other keys of the data
	places     []string // the data files of the environment
	options    []string // entries of lookup_options
	site       string
	// uncertain reports that only some nodes may need keys, in ways that no rule follows: because of lookups under conditions or in
	// functions, or lookups of required parameters outside of their classes. conditional reports that classes are included
	// under conditions.
	uncertain, conditional bool
	// hidden is what is not in the tree: a part, or "".
	hidden part
}

// part is a part of a control repo.
type part string

const (
	privateData part = "data"     // of a level with a data directory of its own
	byFunction  part = "function" // data that a function in Ruby returns
	modules     part = "modules"
	code        part = "code" // modules and site.pp
)

// isHidden reports whether a file is not in the tree.
func (c *catalogTree) isHidden(file string) bool {
	switch c.hidden {
	case privateData, byFunction:
		return strings.HasPrefix(file, "../")
	case modules:
		return strings.HasPrefix(file, "modules/")
	case code:
		return strings.HasPrefix(file, "modules/") || strings.HasPrefix(file, "manifests/")
	}
	return false
}

func (c *catalogTree) chance(n int) bool { return c.IntN(n) == 0 }

func choose[T any](c *catalogTree, all []T) T { return all[c.IntN(len(all))] }

// newCatalogTree returns a random control repo of which a part is not in the tree.
func newCatalogTree(seed uint64, hidden part) *catalogTree {
	c := &catalogTree{Rand: rand.New(rand.NewPCG(seed, 7)), hidden: hidden, files: map[string]string{}, data: map[string]*strings.Builder{}}
	c.addHierarchy()
	c.files["environment.conf"] = "modulepath = modules\n"
	c.files["modules/app/types/port.pp"] = "type App::Port = Integer[1, 65535]\n"
	c.files["modules/app/types/options.pp"] = "type App::Options = Struct[{Optional[size] => Integer, Optional[names] => Array[String]}]\n"
	c.files["modules/stdlike/types/path.pp"] = "type Stdlike::Path = Pattern[/\\A\\/([^\\n\\/\\0]+\\/*)*\\z/]\n"
	c.files["modules/app/manifests/thing.pp"] = "define app::thing(Integer $size, String $label = 'x', Optional[Array[String]] $tags = undef) { }\n"
	c.files["modules/app/manifests/sink.pp"] = "class app::sink(Integer $number = 1, Optional[Hash] $things = undef) {\n  create_resources('app::thing', $things)\n}\n"
	c.files["modules/app/manifests/wrapper.pp"] = "define app::wrapper($size = lookup('number', Integer, 'first', 1)) {\n  app::thing { \"${title}-thing\": size => $size, label => lookup('text') }\n}\n"
	c.files["modules/app/functions/twice.pp"] = "function app::twice(String $key) {\n  [lookup($key), lookup(\"${key}2\", {default_value => 1})]\n}\n"
	c.files["modules/app/templates/t.epp"] = "<%- | String $key | -%>\n<%= lookup($key) %> <%= lookup('text', {default_value => ''}) %>\n"
	c.files["modules/app/manifests/params.pp"] = "class app::params {\n  $port = 80\n  $name_of = \"x${facts['host']}\"\n  $list = lookup('list', undef, undef, [])\n}\n"
	for _, file := range c.places {
		c.data[file] = &strings.Builder{}
		c.data[file].WriteString("unused: 1\n")
	}
	c.keys = []string{"list", "hash", "text", "number", "things", "nested"}
	count := 2 + c.IntN(5)
	for i := range count {
		c.addClass(i)
	}
	c.addKeys()
	c.addOptions()
	c.addSite()
	for file, text := range c.data {
		c.files[file] = text.String()
	}
	return c
}

// addHierarchy adds hiera.yaml, and sometimes one of a module.
func (c *catalogTree) addHierarchy() {
	c.places = []string{"data/nodes/n1.yaml", "data/nodes/n2.yaml", "data/role/web.yaml", "data/role/db.yaml", "data/os/Debian.yaml", "data/common.yaml"}
	var levels []string
	switch c.IntN(3) {
	case 0:
		levels = []string{`{name: All, paths: ["nodes/%{facts.host}.yaml", "role/%{facts.role}.yaml", "os/%{facts.os.family}.yaml"]}`}
	default:
		levels = []string{`{name: Nodes, path: "nodes/%{facts.host}.yaml"}`, `{name: Roles, path: "role/%{facts.role}.yaml"}`, `{name: OS, path: "os/%{facts.os.family}.yaml"}`}
	}
	if c.chance(4) {
		levels = append(levels, `{name: Groups, mapped_paths: [facts.groups, group, "group/%{group}.yaml"]}`)
		c.places = append(c.places, "data/group/g1.yaml", "data/group/g2.yaml")
	}
	if c.chance(4) {
		levels = append(levels, `{name: Parts, glob: "parts/*.yaml"}`)
		c.places = append(c.places, "data/parts/a.yaml", "data/parts/b.yaml")
	}
	if c.chance(6) {
		levels = append(levels, `{name: Old, data_hash: json_data, path: "old.json"}`)
		c.files["data/old.json"] = `{"text": "json", "list": ["j"]}`
	}
	levels = append(levels, "{name: Common, path: common.yaml}")
	switch c.hidden {
	case privateData:
		levels = slices.Insert(levels, c.IntN(len(levels)+1), "{name: Private, path: all.yaml, datadir: ../private}")
	case byFunction:
		levels = slices.Insert(levels, c.IntN(len(levels)+1), "{name: Vault, data_hash: app::vault, path: all.yaml, datadir: ../private}")
		c.files["modules/app/lib/puppet/functions/app/vault.rb"] = vault
	}
	if c.hidden == privateData || c.hidden == byFunction {
		c.places = append(c.places, "../private/all.yaml")
	}
	c.files["hiera.yaml"] = "version: 5\nhierarchy:\n  - " + strings.Join(levels, "\n  - ") + "\n"
	if c.chance(3) {
		c.files["modules/app/hiera.yaml"] = "version: 5\nhierarchy:\n  - {name: OS, path: \"%{facts.os.family}.yaml\"}\n  - {name: Common, path: common.yaml}\n"
		c.places = append(c.places, "modules/app/data/common.yaml", "modules/app/data/Debian.yaml")
	}
}

// vault is a function that returns the data of a file.
const vault = `require 'yaml'
Puppet::Functions.create_function(:'app::vault') do
  dispatch :data do
    param 'Hash', :options
    param 'Puppet::LookupContext', :context
  end

  def data(options, context)
    YAML.load_file(options['path'])
  end
end
`

// addClass adds a class, which may include those before it.
func (c *catalogTree) addClass(i int) {
	name := "app::" + []string{"north", "east", "south", "west", "upper", "lower", "inner"}[i]
	var b strings.Builder
	fmt.Fprintf(&b, "class %s(\n", name)
	inherits := ""
	if c.chance(5) {
		inherits = " inherits app::params"
	}
	c.own = nil
	for j := range c.IntN(4) {
		k := choose(c, paramTypes)
		variable := []string{"alpha", "bravo", "charlie", "delta"}[j]
		p := parameter{name + "::" + variable, k, c.chance(3)}
		fmt.Fprintf(&b, "  %s $%s", k.name, variable)
		if p.hasDefault {
			b.WriteString(" = " + c.defaultOf(k, inherits != ""))
		}
		b.WriteString(",\n")
		c.parameters, c.own = append(c.parameters, p), append(c.own, variable)
		c.addValues(p)
	}
	b.WriteString(")" + inherits + " {\n")
	for range c.IntN(4) {
		b.WriteString("  " + c.statement() + "\n")
	}
	b.WriteString("}\n")
	c.files["modules/app/manifests/"+strings.TrimPrefix(name, "app::")+".pp"] = b.String()
	c.classes = append(c.classes, name)
}

// defaultOf returns an instance of a type in the Puppet language.
func (c *catalogTree) defaultOf(k paramType, inherits bool) string {
	if c.chance(8) {
		switch k.name {
		case "String", "String[1]":
			if inherits {
				return "$app::params::name_of"
			}
			return "$facts['role']"
		case "App::Port", "Integer":
			if inherits {
				return "$app::params::port"
			}
		case "Any", "Hash", "Variant[Array[String], String]":
			return fmt.Sprintf("lookup('%s')", choose(c, c.keys))
		}
	}
	switch k.name {
	case "App::Options":
		return "{size => 1}"
	case "Array[Struct[{name => String[1], Optional[port] => App::Port}]]":
		return "[{name => 'a'}]"
	case "Hash[String, Array[Integer]]":
		return "{'a' => [1]}"
	case "Variant[Array[String], String]":
		return "'a'"
	case "Stdlike::Path":
		return "'/etc/x'"
	case "Timestamp":
		return "Timestamp('2020-01-01')"
	case "Regexp":
		return "/a/"
	case "Sensitive[String]":
		return "Sensitive('x')"
	case "Boolean":
		return "true"
	case "String", "String[1]", "Enum['a', 'b']", "Pattern[/\\Aa/]":
		return "'a'"
	case "Variant[Integer, Enum['x']]":
		return "'x'"
	case "Array[String]":
		return "['a']"
	case "Array[Integer, 1]":
		return "[1]"
	case "Hash", "Hash[String, Integer]":
		return "{'a' => 1}"
	case "Struct[{a => Integer, Optional[b] => String}]":
		return "{'a' => 1}"
	case "Tuple[String, Integer]":
		return "['a', 1]"
	case "Optional[Integer]":
		return "undef"
	case "Float":
		return "1.5"
	case "App::Port":
		return "80"
	}
	return "5"
}

// splits adds halves of the value of a key, one of them to data that is not in the tree.
func (c *catalogTree) splits(key, kind string) bool {
	half, ok := halves[kind]
	if !ok || c.hidden != privateData && c.hidden != byFunction || !c.chance(2) {
		return false
	}
	fmt.Fprintf(c.data["data/common.yaml"], "%s: %s\n", key, half[0])
	fmt.Fprintf(c.data["../private/all.yaml"], "%s: %s\n", key, half[1])
	c.options = append(c.options, key+": {merge: deep}")
	return true
}

// addValues adds values of a parameter to some files.
func (c *catalogTree) addValues(p parameter) {
	if c.splits(p.key, p.kind.name) {
		return
	}
	count := c.IntN(3)
	if !p.hasDefault && count == 0 && !c.chance(6) {
		count = 1
	}
	files := slices.Clone(c.places)
	c.Shuffle(len(files), func(i, j int) { files[i], files[j] = files[j], files[i] })
	if !p.hasDefault && !c.chance(4) {
		files[0] = "data/common.yaml"
		files = slices.Compact(slices.Sorted(slices.Values(files)))
		count = max(count, 1)
		at := slices.Index(files, "data/common.yaml")
		files[0], files[at] = files[at], files[0]
	}
	for _, file := range files[:min(count, len(files))] {
		value := choose(c, p.kind.good)
		switch c.IntN(24) {
		case 0:
			value = choose(c, p.kind.bad)
		case 1:
			value = fmt.Sprintf("\"%%{alias('%s')}\"", choose(c, c.keys))
		case 2:
			value = fmt.Sprintf("\"%%{lookup('%s')}\"", choose(c, c.keys))
		case 3:
			value = choose(c, interpolations)
		}
		key := p.key
		if c.chance(40) {
			key = "app::north::nosuch"
		}
		fmt.Fprintf(c.data[file], "%s: %s\n", key, value)
	}
}

// interpolations are strings with tokens of all kinds.
var interpolations = []string{
	"\"%{lookup('hash.a')}\"", "\"%{alias('nested.a.b')}\"", "\"%{scope('facts.role')}\"", "\"%{facts.none}\"", "\"%{::facts.os.family}\"", "\"%{literal('%')}{x}\"",
	"\"%{hiera('none')}\"", "\"%{alias('none')}\"", "\"x %{alias('list')}\"", "\"%{nosuch('x')}\"", "'%{lookup(\"text\")}'", "\"%{lookup('text'}\"", "\"%{}\"", "\"%{facts}\"",
	"\"%{lookup('list.0')}\"", "\"%{lookup('app::north::alpha')}\"", "\"%{role}\"", "\"a%{lookup('hash')}b\"", "[\"%{alias('list')}\"]", "{a: \"%{alias('number')}\"}",
}

// conditions are those of inclusions.
var conditions = []string{
	"if $facts['role'] == 'web'", "if $facts['role'] == 'Db'", "unless $facts['role'] == 'web'", "if $facts['role'] =~ /^w/", "if $facts['role'] !~ /b$/", "if $facts['role'] in ['WEB', 'mail']",
	"if $facts['role'] == 'web' or 'mail' == $facts['role']", "if $facts['role'] and $facts['role'] != 'web'", "if !($facts['role'] == 'web')", "if $facts['role'] == 5", "if $facts['role']",
	"if $facts['role'] == 'x' { } elsif $facts['role'] != 'web' { } else",
}

// statement returns a statement in the body of a class.
func (c *catalogTree) statement() string {
	key := choose(c, c.keys)
	variable := fmt.Sprintf("$v%d", c.IntN(100000))
	switch c.IntN(36) {
	case 0, 1:
		if len(c.classes) > 0 {
			return "include " + choose(c, c.classes)
		}
	case 2:
		if len(c.classes) > 0 {
			c.conditional = true
			return choose(c, conditions) + " { include " + choose(c, c.classes) + " }"
		}
	case 3:
		return fmt.Sprintf("%s = lookup('%s')", variable, key)
	case 4:
		return fmt.Sprintf("%s = lookup('%s', {default_value => 1})", variable, key)
	case 5:
		return fmt.Sprintf("%s = lookup('%s', %s)", variable, key, choose(c, []string{"String", "Integer", "Array", "Hash", "Array[String]", "Hash[String, Integer]", "Data"}))
	case 6:
		return fmt.Sprintf("%s = lookup('%s', %s, 'unique')", variable, choose(c, []string{"list", "list", "text", "hash"}), choose(c, []string{"Array", "Array[String]", "Array[Integer]"}))
	case 7:
		return fmt.Sprintf("%s = lookup('%s', %s, %s)", variable, choose(c, []string{"hash", "nested", "hash", "list", "things"}), choose(c, []string{"Hash", "Hash[String, Integer]", "Hash[String, Hash]", "Hash[Pattern[/^[a-z]+$/], Variant[String, Integer]]"}), choose(c, []string{"'hash'", "'deep'", "{strategy => 'deep', knockout_prefix => '--'}"}))
	case 8:
		return "lookup('things', Hash, 'hash', {}).each |$name, $attributes| { app::thing { $name: * => $attributes } }"
	case 9:
		return "create_resources('app::thing', lookup('things'))"
	case 10:
		return fmt.Sprintf("%s = lookup('%s.%s')", variable, choose(c, []string{"hash", "nested", "list"}), choose(c, []string{"a", "b", "0", "a.b"}))
	case 11:
		return fmt.Sprintf("%s = hiera('%s')", variable, key)
	case 12:
		return fmt.Sprintf("%s = lookup('%s', undef, undef, 'd')", variable, choose(c, []string{"none", key}))
	case 13:
		return fmt.Sprintf("%s = lookup({name => '%s', value_type => %s, default_value => 'x'})", variable, key, choose(c, []string{"String", "Array", "Hash", "Variant[String, Integer]"}))
	case 14:
		return fmt.Sprintf("%s = lookup(['none', '%s'])", variable, key)
	case 15:
		return fmt.Sprintf("%s = lookup('%s', {merge => %s})", variable, choose(c, []string{"list", "hash", "nested"}), choose(c, []string{"unique", "hash", "{strategy => deep, sort_merged_arrays => true}", "first"}))
	case 16:
		return fmt.Sprintf("%s = hiera_array('%s')", variable, choose(c, []string{"list", "text", "hash"}))
	case 17:
		return fmt.Sprintf("%s = hiera_hash('%s', {})", variable, choose(c, []string{"hash", "nested", "list"}))
	case 18:
		if len(c.classes) > 0 {
			return fmt.Sprintf("%s %s", choose(c, []string{"contain", "require"}), choose(c, c.classes))
		}
	case 19:
		if len(c.classes) > 0 {
			c.conditional = true
			return fmt.Sprintf("case $facts['role'] { %s: { include %s } default: { include %s } }", choose(c, []string{"'WEB'", "/e/", "'db', 'mail'", "undef, 'web'", "'webs'"}), choose(c, c.classes), choose(c, c.classes))
		}
	case 20:
		return fmt.Sprintf("app::thing { 'x%d': size => lookup('%s') }", c.IntN(100000), key)
	case 21:
		return fmt.Sprintf("%s = lookup('number', Integer) + 1", variable)
	case 22:
		c.uncertain = true
		return fmt.Sprintf("unless $facts['role'] == 'web' { %s = lookup('%s') }", variable, choose(c, append(c.keys, "none")))
	case 23:
		return fmt.Sprintf("lookup('%s', Array[String], 'unique', []).each |$x| { notify { \"%d${x}\": } }", choose(c, []string{"list", "text"}), c.IntN(100000))
	case 24:
		return "hiera_hash('things', {}).each |$k, $v| { app::thing { \"" + fmt.Sprint(c.IntN(100000)) + "${k}\": * => $v } }"
	case 25:
		return fmt.Sprintf("%s = lookup('%s').map |$x| { $x }", variable, choose(c, []string{"list", "hash"}))
	case 26:
		if len(c.parameters) > 0 {
			p := choose(c, c.parameters)
			c.uncertain = c.uncertain || !p.hasDefault
			return fmt.Sprintf("%s = lookup('%s')", variable, p.key)
		}
	case 27:
		if len(c.classes) > 0 {
			c.uncertain = true // other values of parameters, or a class that is declared twice
			return fmt.Sprintf("class { '%s': %s => %s }", choose(c, c.classes), choose(c, []string{"alpha", "bravo"}), choose(c, []string{"1", "'a'", "lookup('list')"}))
		}
	case 28:
		c.uncertain = true // calls of the function are not followed
		return fmt.Sprintf("%s = app::twice('%s')", variable, key)
	case 29:
		return fmt.Sprintf("$facts['groups'].then |$g| { %s = lookup(\"group_${g[0]}\", {default_value => '%s'}) }", variable, key)
	case 30:
		c.uncertain = true
		return fmt.Sprintf("%s = epp('app/t.epp', {key => '%s'})", variable, key)
	case 31:
		return fmt.Sprintf("create_resources('app::thing', hiera_hash('%s', {}), {label => '%d'})", choose(c, []string{"things", "hash", "nested"}), c.IntN(1000))
	case 32:
		return fmt.Sprintf("app::wrapper { 'w%d': }", c.IntN(100000))
	case 33, 34:
		c.uncertain = true // the default of a parameter may have the wrong type
		n := c.IntN(100000)
		passed := fmt.Sprintf("%s = lookup('%s')\n  app::thing { 'p%d': size => 1, %s => %s }", variable, key, n, choose(c, []string{"label", "tags"}), variable)
		if len(c.own) > 0 && !c.chance(4) {
			passed = fmt.Sprintf("app::thing { 'p%d': %s => $%s }", n, choose(c, []string{"size", "size => 1, label", "size => 1, tags"}), choose(c, c.own))
		}
		return passed
	case 35:
		if len(c.own) > 0 {
			c.uncertain = true // the class may be declared twice
			return fmt.Sprintf("class { 'app::sink': %s => $%s }", choose(c, []string{"number", "things"}), choose(c, c.own))
		}
	}
	return "notify { \"x${facts['host']}-" + fmt.Sprint(c.IntN(100000)) + "\": }"
}

// addKeys adds other keys to the data.
func (c *catalogTree) addKeys() {
	values := map[string][]string{
		"list":   {"[a, b]", "[c]", "[]", "[1]", "x", "[\"%{facts.role}\", d]", "~"},
		"hash":   {"{a: 1}", "{b: 2}", "{a: {b: 1}}", "{}", "{a: \"%{lookup('text')}\"}", "[a]"},
		"nested": {"{a: {b: 1}}", "{a: {b: [1]}}", "{a: {c: x}}", "{b: [x]}", "{a: x}"},
		"text":   {"abc", "\"%{facts.role}\"", "\"%{lookup('number')}\"", "\"x%{hiera('text2')}\"", "\"%{lookup('list')}\"", "5", "\"%{alias('hash')}\""},
		"number": {"1", "2", "'3'", "4.5", "\"%{alias('number2')}\""},
		"things": {"{t1: {size: 1}}", "{t2: {size: 2, label: x}}", "{t3: {size: x}}", "{t4: {label: x}}", "{t5: {size: 1, colour: red}}", "{t6: {size: 1, tags: [a]}}", "{}", "{t7: {size: 1, tags: a}}"},
	}
	for _, key := range c.keys {
		if c.splits(key, key) {
			continue
		}
		count := 1 + c.IntN(3)
		if c.chance(5) {
			count = 0
		}
		files := slices.Clone(c.places)
		c.Shuffle(len(files), func(i, j int) { files[i], files[j] = files[j], files[i] })
		if !c.chance(4) {
			files[0] = "data/common.yaml"
			files = slices.Compact(files)
		}
		seen := map[string]bool{}
		for _, file := range files[:count] {
			if !seen[file] {
				usual := values[key][:min(2, len(values[key]))]
				if c.chance(4) {
					usual = values[key]
				}
				fmt.Fprintf(c.data[file], "%s: %s\n", key, choose(c, usual))
				seen[file] = true
			}
		}
	}
}

// addOptions adds lookup_options to a file.
func (c *catalogTree) addOptions() {
	entries := c.options
	isSet := func(key string) bool {
		return slices.ContainsFunc(c.options, func(entry string) bool { return strings.HasPrefix(entry, key+":") })
	}
	for _, p := range c.parameters {
		if isSet(p.key) {
			continue
		}
		if slices.Contains([]string{"Sensitive[String]", "Timestamp", "Regexp"}, p.kind.name) && !c.chance(5) {
			name, _, _ := strings.Cut(p.kind.name, "[")
			entries = append(entries, p.key+": {convert_to: "+name+"}")
		} else if c.chance(6) {
			entries = append(entries, p.key+": "+choose(c, []string{"{merge: unique}", "{merge: hash}", "{merge: deep}", "{merge: first}", "{convert_to: String}", "{convert_to: Integer}", "{convert_to: Array}", "{merge: {strategy: deep, knockout_prefix: '--'}}", "{convert_to: Sensitive}", "{convert_to: 'Array[String]'}", "{convert_to: Nosuch}", "{merge: [deep]}", "{convert_to: [Float, 1]}"}))
		}
	}
	for _, key := range c.keys {
		if !isSet(key) && c.chance(4) {
			entries = append(entries, key+": "+choose(c, []string{"{merge: unique}", "{merge: hash}", "{merge: deep}", "{merge: first}", "{merge: deeep}", "{convert_to: Integer}", "{convert_to: [Integer, 16]}"}))
		}
	}
	if c.chance(4) {
		c.uncertain = true // what a pattern without ^ was meant for is not reported
		entries = append(entries, choose(c, []string{"'^app::.*::alpha$'", "'^app::north::'", "'^hash'", "'^('", "'app::*'"})+": "+choose(c, []string{"{merge: deep}", "{convert_to: String}", "{merge: unique}"}))
	}
	if len(entries) > 0 {
		fmt.Fprintf(c.data[choose(c, []string{"data/common.yaml", "data/common.yaml", "data/role/web.yaml"})], "lookup_options:\n  %s\n", strings.Join(entries, "\n  "))
	}
}

// addSite adds the main manifest.
func (c *catalogTree) addSite() {
	var classes []string
	for _, class := range c.classes {
		if !c.chance(3) {
			classes = append(classes, class)
		}
	}
	switch c.IntN(6) {
	case 4:
		c.uncertain = c.uncertain || c.conditional
		c.site = "hiera_include('classes')\n"
		fmt.Fprintf(c.data["data/common.yaml"], "classes: [%s]\n", strings.Join(classes, ", "))
		fmt.Fprintf(c.data["data/nodes/n1.yaml"], "classes: [%s]\n", choose(c, c.classes))
	case 5:
		c.uncertain = c.uncertain || c.conditional
		c.site = "node 'n1', 'n2' {\n  include " + choose(c, c.classes) + "\n}\nnode default {\n  include " + strings.Join(classes, ", ") + "\n}\n"
		if len(classes) == 0 {
			c.site = "node default { }\n"
		}
	case 0:
		c.uncertain = c.uncertain || c.conditional // of classes in lists and node definitions
		c.site = "lookup('classes', Array[String], 'unique').include\n"
		fmt.Fprintf(c.data["data/common.yaml"], "classes: [%s]\n", strings.Join(classes, ", "))
		if c.chance(2) {
			fmt.Fprintf(c.data["data/role/web.yaml"], "classes: [%s]\n", choose(c, append([]string{"app::none"}, c.classes...)))
		}
	case 1:
		c.site = "include \"role::${facts['role']}\"\n"
		for _, role := range []string{"web", "db"} {
			body := ""
			for _, class := range classes {
				if !c.chance(3) {
					body += "  include " + class + "\n"
				}
			}
			c.files["modules/role/manifests/"+role+".pp"] = "class role::" + role + " {\n" + body + "}\n"
		}
	default:
		for _, class := range classes {
			c.site += "include " + class + "\n"
		}
	}
	c.files["manifests/site.pp"] = c.site
}
