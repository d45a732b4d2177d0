package runner_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/hieralint/hieralint/engine/facts"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/manifest"
	"github.com/hieralint/hieralint/internal/oracle"
	"github.com/hieralint/hieralint/internal/runner"
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
	{"App::Port", []string{"80"}, []string{"0", "'80'", "70000"}},
	{"Any", []string{"1", "[a]", "x"}, []string{"x"}},
	{"NotUndef", []string{"1"}, []string{"~"}},
	{"Sensitive[String]", []string{"secret"}, []string{"1", "secret"}},
}

// parameter is a class parameter.
type parameter struct {
	key  string // its key in data
	kind paramType
}

// catalogTree is a random control repo whose catalogs are compiled.
type catalogTree struct {
	*rand.Rand
	files      map[string]string
	data       map[string]*strings.Builder // by file
	classes    []string
	parameters []parameter
	keys       []string // other keys of the data
	site       string
}

func (c *catalogTree) chance(n int) bool { return c.IntN(n) == 0 }

func choose[T any](c *catalogTree, all []T) T { return all[c.IntN(len(all))] }

var dataFiles = []string{"data/nodes/n1.yaml", "data/nodes/n2.yaml", "data/role/web.yaml", "data/role/db.yaml", "data/os/Debian.yaml", "data/common.yaml"}

func newCatalogTree(seed uint64) *catalogTree {
	c := &catalogTree{Rand: rand.New(rand.NewPCG(seed, 7)), files: map[string]string{}, data: map[string]*strings.Builder{}}
	c.files["hiera.yaml"] = "version: 5\nhierarchy:\n  - {name: Nodes, path: \"nodes/%{facts.host}.yaml\"}\n  - {name: Roles, path: \"role/%{facts.role}.yaml\"}\n" +
		"  - {name: OS, path: \"os/%{facts.os.family}.yaml\"}\n  - {name: Common, path: common.yaml}\n"
	c.files["environment.conf"] = "modulepath = modules\n"
	c.files["modules/app/types/port.pp"] = "type App::Port = Integer[1, 65535]\n"
	c.files["modules/app/manifests/thing.pp"] = "define app::thing(Integer $size, String $label = 'x', Optional[Array[String]] $tags = undef) { }\n"
	for _, file := range dataFiles {
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

// addClass adds a class, which may include those before it.
func (c *catalogTree) addClass(i int) {
	name := "app::" + []string{"north", "east", "south", "west", "upper", "lower", "inner"}[i]
	var b strings.Builder
	fmt.Fprintf(&b, "class %s(\n", name)
	for j := range c.IntN(4) {
		k := choose(c, paramTypes)
		variable := []string{"alpha", "bravo", "charlie", "delta"}[j]
		p := parameter{name + "::" + variable, k}
		hasDefault := c.chance(3)
		fmt.Fprintf(&b, "  %s $%s", k.name, variable)
		if hasDefault {
			b.WriteString(" = " + c.defaultOf(k))
		}
		b.WriteString(",\n")
		c.parameters = append(c.parameters, p)
		c.addValues(p, hasDefault)
	}
	b.WriteString(") {\n")
	for range c.IntN(4) {
		b.WriteString("  " + c.statement() + "\n")
	}
	b.WriteString("}\n")
	c.files["modules/app/manifests/"+strings.TrimPrefix(name, "app::")+".pp"] = b.String()
	c.classes = append(c.classes, name)
}

// defaultOf returns an instance of a type in the Puppet language.
func (c *catalogTree) defaultOf(k paramType) string {
	switch k.name {
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

// addValues adds values of a parameter to some files.
func (c *catalogTree) addValues(p parameter, hasDefault bool) {
	count := c.IntN(3)
	if !hasDefault && count == 0 && !c.chance(6) {
		count = 1
	}
	files := slices.Clone(dataFiles)
	c.Shuffle(len(files), func(i, j int) { files[i], files[j] = files[j], files[i] })
	if !hasDefault && !c.chance(4) {
		files[0] = "data/common.yaml"
		files = slices.Compact(slices.Sorted(slices.Values(files)))
		count = max(count, 1)
		at := slices.Index(files, "data/common.yaml")
		files[0], files[at] = files[at], files[0]
	}
	for _, file := range files[:min(count, len(files))] {
		value := choose(c, p.kind.good)
		switch c.IntN(16) {
		case 0:
			value = choose(c, p.kind.bad)
		case 1:
			value = fmt.Sprintf("\"%%{alias('%s')}\"", choose(c, c.keys))
		case 2:
			value = fmt.Sprintf("\"%%{lookup('%s')}\"", choose(c, c.keys))
		}
		key := p.key
		if c.chance(40) {
			key = "app::north::nosuch"
		}
		fmt.Fprintf(c.data[file], "%s: %s\n", key, value)
	}
}

// statement returns a statement in the body of a class.
func (c *catalogTree) statement() string {
	key := choose(c, c.keys)
	switch c.IntN(14) {
	case 0, 1:
		if len(c.classes) > 0 {
			return "include " + choose(c, c.classes)
		}
	case 2:
		if len(c.classes) > 0 {
			return "if $facts['role'] == 'web' { include " + choose(c, c.classes) + " }"
		}
	case 3:
		return fmt.Sprintf("$v%d = lookup('%s')", c.IntN(1000), key)
	case 4:
		return fmt.Sprintf("$v%d = lookup('%s', {default_value => 1})", c.IntN(1000), key)
	case 5:
		return fmt.Sprintf("$v%d = lookup('%s', %s)", c.IntN(1000), key, choose(c, []string{"String", "Integer", "Array", "Hash", "Array[String]", "Hash[String, Integer]", "Data"}))
	case 6:
		return fmt.Sprintf("$v%d = lookup('%s', Array, 'unique')", c.IntN(1000), choose(c, []string{"list", "list", "text", "hash"}))
	case 7:
		return fmt.Sprintf("$v%d = lookup('%s', Hash, '%s')", c.IntN(1000), choose(c, []string{"hash", "nested", "hash", "list"}), choose(c, []string{"hash", "deep"}))
	case 8:
		return "lookup('things', Hash, 'hash', {}).each |$name, $attributes| { app::thing { $name: * => $attributes } }"
	case 9:
		return "create_resources('app::thing', lookup('things'))"
	case 10:
		return fmt.Sprintf("$v%d = lookup('%s.%s')", c.IntN(1000), choose(c, []string{"hash", "nested", "list"}), choose(c, []string{"a", "b", "0", "a.b"}))
	case 11:
		return fmt.Sprintf("$v%d = hiera('%s')", c.IntN(1000), key)
	case 12:
		return fmt.Sprintf("$v%d = lookup('%s', undef, undef, 'd')", c.IntN(1000), choose(c, []string{"none", key}))
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
		count := 1 + c.IntN(3)
		if c.chance(5) {
			count = 0
		}
		files := slices.Clone(dataFiles)
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
	var entries []string
	for _, p := range c.parameters {
		if p.kind.name == "Sensitive[String]" && !c.chance(5) {
			entries = append(entries, p.key+": {convert_to: Sensitive}")
		} else if c.chance(6) {
			entries = append(entries, p.key+": "+choose(c, []string{"{merge: unique}", "{merge: hash}", "{merge: deep}", "{merge: first}", "{convert_to: String}", "{convert_to: Integer}", "{convert_to: Array}", "{merge: {strategy: deep, knockout_prefix: '--'}}"}))
		}
	}
	for _, key := range c.keys {
		if c.chance(4) {
			entries = append(entries, key+": "+choose(c, []string{"{merge: unique}", "{merge: hash}", "{merge: deep}", "{merge: first}", "{merge: deeep}", "{convert_to: Integer}", "{convert_to: [Integer, 16]}"}))
		}
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
	switch c.IntN(4) {
	case 0:
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

var catalogNodes = []map[string]any{
	{"host": "n1", "role": "web", "os": map[string]any{"family": "Debian"}},
	{"host": "n2", "role": "db", "os": map[string]any{"family": "Debian"}},
	{"host": "n3", "role": "db", "os": map[string]any{"family": "RedHat"}},
}

// TestCatalogs compares findings with the catalogs that Puppet compiles for random control repos and nodes: if a catalog
// does not compile, something must be reported, and what is reported to fail in every catalog with a class must fail.
func TestCatalogs(t *testing.T) {
	puppet := oracle.StartRuby(t, "testdata/catalogs.rb")
	from, to := seeds(t, 20)
	failures := 0
	for seed := from; seed < to; seed++ {
		c := newCatalogTree(seed)
		dir := write(t, c.files)
		var nodes []*facts.Node
		for _, f := range catalogNodes {
			text, err := json.Marshal(map[string]any{"certname": f["host"], "facts": f})
			if err != nil {
				t.Fatal(err)
			}
			parsed, err := facts.Parse("nodes.json", text)
			if err != nil {
				t.Fatal(err)
			}
			nodes = append(nodes, parsed...)
		}
		found := run(t, load(t, dir), runner.Options{Nodes: nodes, PuppetVersion: 7}).Diagnostics
		code := []string{c.site}
		for _, class := range c.classes {
			code = append(code, "include "+class)
		}
		failed := map[string]bool{} // by code
		for _, f := range catalogNodes {
			var errors []*string
			puppet.Ask(t, map[string]any{"dir": dir, "facts": f, "code": code}, &errors)
			for i, e := range errors {
				if e == nil {
					continue
				}
				failed[code[i]] = true
				if i > 0 {
					continue
				}
				failures++
				if !ofSubkey.MatchString(*e) && !isExplained(*e, found) {
					t.Errorf("seed %d, node %s: nothing reported about: %s", seed, f["host"], *e)
				}
			}
		}
		for _, d := range found {
			class, _, isParameter := manifest.CutParameter(d.Key.String())
			if d.Severity == diagnostic.Error && isParameter && d.Rule.Family != "interpolation" && !failed[c.site] && !failed["include "+class] {
				t.Errorf("seed %d: false error: %s [%s]", seed, d.Message, d.Rule.Name)
			}
		}
	}
	if failures < int(to-from) {
		t.Errorf("only %d catalogs of %d trees fail", failures, to-from)
	}
}

var (
	// ofSubkey matches Puppet's errors about a subkey, which is reported only if no value has it.
	ofSubkey = regexp.MustCompile(`did not find a value for the name '[\w:]+\.`)
	// wrongParameter matches those about parameters of classes.
	wrongParameter = regexp.MustCompile(`Class\[([\w:]+)\]:\s+(?:expects a value for )?parameter '(\w+)'`)
	// failedLookup matches those about lookups.
	failedLookup = regexp.MustCompile(`did not find a value for the name '([\w:]+)|Lookup of key '([\w:]+)|Could not find class ::(\S+)`)
)

// isExplained reports whether a finding is about what a catalog fails for.
func isExplained(e string, found []diagnostic.Diagnostic) bool {
	key := ""
	if m := wrongParameter.FindStringSubmatch(e); m != nil {
		key = strings.ToLower(m[1]) + "::" + m[2]
	} else if m := failedLookup.FindStringSubmatch(e); m != nil {
		key = m[1] + m[2] + m[3]
	}
	return slices.ContainsFunc(found, func(d diagnostic.Diagnostic) bool {
		return d.Severity >= diagnostic.Warning && (key == "" || strings.Contains(d.Key.String()+" "+d.Message+d.Detail, key))
	})
}
