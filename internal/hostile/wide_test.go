package hostile

import "strings"

// wide returns trees in which each value is visited by hundreds of types, and in which each of hundreds of environments
// has hundreds of files.
func wide() []tree {
	const alternatives = "Variant[Integer[0, 0], M::T#]"
	chained := func(n int, definition string, files map[string]string, more ...string) map[string]string {
		for i := range n {
			files["modules/m/types/t"+itoa(i)+".pp"] = "type M::T" + itoa(i) + " = " + strings.ReplaceAll(definition, "#", itoa(i+1)) + "\n"
		}
		return with(with(files, "modules/m/types/t"+itoa(n)+".pp", "type M::T"+itoa(n)+" = Integer\n"), more...)
	}
	const class, array = "modules/m/manifests/init.pp", "class m(Array[M::T0] $p) { }\n"
	trees := []tree{
		lint("wide: a chain of 90 types and 700,000 values", chained(90, alternatives, data("m::p:\n"+strings.Repeat("- x\n", 700_000)), class, array)),
		lint("wide: a chain of 900 types and 300,000 values", chained(900, alternatives, data("m::p:\n"+repeat(300_000, "- x#\n")), class, array)),
		lint("wide: 40 types that refer to others three times and 700,000 values", chained(40, "Variant[Tuple[M::T#], M::T#, Optional[M::T#]]", data("m::p:\n"+strings.Repeat("- x\n", 700_000)), class, array)),
		lint("wide: a Variant of 1,000 types and 700,000 values", with(data("m::p:\n"+repeat(700_000, "- #\n")), class, "class m(Array[Variant["+repeat(1000, "Integer[#, #], ")+"]] $p) { }\n")),
		lint("wide: a chain of 900 types and 30,000 parameters", chained(900, alternatives, data(repeat(30_000, "m::p#: x\n")), class, "class m("+repeat(30_000, "M::T0 $p#, ")+") { }\n")),
		lint("wide: a chain of 3,000 types and as many lookups", chained(3000, alternatives, data(repeat(3000, "k#: x\n")), class, "class m {\n"+repeat(3000, "$v# = lookup('k#', M::T#)\n")+"}\n")),
		lint("wide: a chain of 900 types for convert_to", chained(900, alternatives, data("lookup_options: {k: {convert_to: 'Array[M::T0]'}}\nk:\n"+repeat(300_000, "- #\n")), class, "class m { }\n")),
	}
	for _, definition := range []string{alternatives, "M::T#", "Optional[M::T#]", "Hash[String, M::T#]"} {
		trees = append(trees, lint("wide: a chain of 3,000 types for as many parameters: "+definition, chained(3000, definition, data(repeat(3000, "m::p#: x\n")), class, "class m("+repeat(3000, "M::T# $p#, ")+") { }\n")))
	}
	for name, code := range map[string]string{
		"match":         "Integer[1, 200000].each |$i| { $i =~ M::T0 }",
		"are asserted":  "$t = M::T0 Integer[1, 200000].each |$i| { assert_type($t, 5) }",
		"are cases":     "Integer[1, 200000].each |$i| { case $i { M::T0: { 1 } default: { 2 } } }",
		"are required":  "Integer[1, 200000].each |M::T0 $i| { 1 }",
		"are compared":  "$t = M::T0 $u = M::T1 Integer[1, 200000].each |$i| { $t > $u }",
		"become text":   "$t = M::T0 Integer[1, 200000].each |$i| { \"${t}\" }",
		"convert":       "$t = M::T0 Integer[1, 200000].each |$i| { $t.new(1) }",
		"are joined":    "$t = M::T0 [Integer[1, 10000].map |$i| { $t }].join(',')",
		"are arguments": "Integer[1, 200000].each |$i| { m::g($i) }",
	} {
		trees = append(trees, tree{Name: "wide: types that " + name + " in a function", Files: chained(900, alternatives, data("k: 1\n"),
			"hiera.yaml", "version: 5\nhierarchy:\n  - {name: f, data_hash: m::f}\n  - {name: c, path: common.yaml}\n", "modules/m/functions/g.pp", "function m::g(M::T0 $i) { 1 }\n",
			"modules/m/functions/f.pp", "function m::f(Hash $o, Puppet::LookupContext $c) {\n"+code+"\n  return({'k' => 1})\n}\n"), Args: []string{"lookup", "k"}, Exit: []int{1}, Says: "is not evaluated here"})
	}
	environments := map[string]string{}
	for e := range 300 {
		dir := "environments/e" + itoa(e) + "/"
		with(environments, dir+"environment.conf", "modulepath = modules\n", dir+"hiera.yaml", "version: 5\nhierarchy:\n  - {name: n, path: 'n/%{facts.role}.yaml'}\n  - {name: c, path: common.yaml}\n", dir+"data/common.yaml", "k: 1\n")
		for i := range 200 {
			environments[dir+"data/n/"+itoa(i)+".yaml"] = "k: " + itoa(i) + "\n"
		}
	}
	booleans := with(data("k: {a: yes}\n"), "hiera.yaml", "version: 5\nhierarchy:\n  - {name: n, path: 'n/%{facts.role}.yaml'}\n  - {name: c, path: common.yaml}\n")
	for i := range 20_000 {
		booleans["data/n/"+itoa(i)+".yaml"] = "k: {a: no}\nl: on\n"
	}
	trees = append(trees, lint("wide: 40,000 booleans of two keys in 20,000 files", booleans))
	options := with(data("k: 1\n"), "hiera.yaml", "version: 5\nhierarchy:\n  - {name: n, path: 'n/%{facts.role}.yaml'}\n  - {name: c, path: common.yaml}\n")
	for i := range 15_000 {
		options["data/n/"+itoa(i)+".yaml"] = "lookup_options: {k: {merge: deep}}\nk: {a: " + itoa(i) + "}\n"
	}
	trees = append(trees, lint("wide: options in 15,000 files", options))
	glob := with(data("k: 1\n"), "hiera.yaml", "version: 5\nhierarchy:\n  - {name: g, glob: '*.yaml'}\n")
	empty := with(data("lookup_options: {k: {merge: unique}}\nk: [a]\n"), "hiera.yaml", "version: 5\nhierarchy:\n  - {name: n, path: 'n/%{facts.role}.yaml'}\n  - {name: c, path: common.yaml}\n")
	for i := range 4000 {
		glob["data/f"+itoa(i)+".yaml"] = "lookup_options:\n  k" + itoa(i) + ": {merge: deep}\n  '^p" + itoa(i) + "': {convert_to: Sensitive}\nk" + itoa(i) + ": [1]\n"
		empty["data/n/"+itoa(i)+".yaml"] = "k: []\n"
	}
	trees = append(trees, lint("wide: options in 4,000 files that every node reads", glob), lint("wide: empty values in 4,000 files", empty))
	looking := map[string]string{}
	for e := range 1500 {
		dir := "environments/e" + itoa(e) + "/"
		with(looking, dir+"environment.conf", "modulepath = modules\n", dir+"hiera.yaml", "version: 5\nhierarchy: [{name: n, path: 'n/%{facts.role}.yaml'}, {name: c, path: common.yaml}]\n", dir+"data/common.yaml", "k: 1\n",
			dir+"modules/m/manifests/init.pp", "class m { lookup('k.x') lookup('k.y.z') }\n", dir+"manifests/site.pp", "node default { include m }\n")
		for i := range 10 {
			looking[dir+"data/n/"+itoa(i)+".yaml"] = "k: x" + itoa(i) + "\n"
		}
	}
	trees = append(trees, lint("wide: lookups of subkeys in 1,500 environments", looking))
	for _, args := range [][]string{{"lint", "."}, {"lint", "--format", "html", "-o", "/dev/null", "."}, {"keys", "."}, {"nodes", "."}, {"environments", "."}} {
		trees = append(trees, tree{Name: "wide: 300 environments with 200 files: " + strings.Join(args, " "), Files: environments, Args: args, Exit: anyFinding})
	}
	return trees
}
