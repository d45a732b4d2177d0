package hostile

import "strings"

// crafted returns trees by authors who know what hieralint compares: names that resemble each other, options and levels
// in many files and modules, long messages, unusual YAML and HOCON, and data that looks like secrets.
func crafted() []tree {
	level := func(levels string) string {
		return "version: 5\nhierarchy:\n" + levels + "  - {name: c, path: common.yaml}\n"
	}
	many := func(files map[string]string, n int, path, text string) map[string]string {
		for i := range n {
			files[strings.ReplaceAll(path, "#", itoa(i))] = strings.ReplaceAll(text, "#", itoa(i))
		}
		return files
	}
	const class, site = "modules/m/manifests/init.pp", "manifests/site.pp"
	const node = "  - {name: n, path: 'n/%{trusted.certname}.yaml'}\n"
	var trees []tree
	add := func(name string, files map[string]string, commands ...string) {
		trees = append(trees, lint("crafted: "+name, files))
		for _, command := range commands {
			t := tree{Name: "crafted: " + name + " (" + command + ")", Files: files, Args: strings.Fields(command), Exit: []int{0, 1, 3, 4}}
			trees = append(trees, t)
		}
	}
	inHOCON := func(text string) map[string]string {
		return with(data("k: 1\n"), "hiera.yaml", level("  - {name: h, path: h.conf, data_hash: hocon_data}\n"), "data/h.conf", text)
	}
	inFunction := func(kind, code string) map[string]string {
		parameters := "$k, Hash $o, Puppet::LookupContext $c"
		if kind == "data_hash" {
			parameters = "Hash $o, Puppet::LookupContext $c"
		}
		return with(data("k: 1\n"), "hiera.yaml", level("  - {name: f, "+kind+": m::d}\n"), "modules/m/functions/d.pp", "function m::d("+parameters+") {\n"+code+"\n}\n")
	}

	// YAML and JSON.
	add("200,000 times the same key on a line", data("k: {"+strings.Repeat("a, ", 200_000)+"b}\n"), "lookup k")
	add("explicit keys in explicit keys", data("k: 1\n"+strings.Repeat("? ", 4000)+"a\n"))
	add("80,000 arrays as keys", data("k: 1\n"+repeat(80_000, "? [a#, b#]\n: 1\n")))
	add("long names of anchors", data("k: 1\n"+repeat(8000, "a#: &"+strings.Repeat("x", 2000)+"# 1\n")+repeat(8000, "b#: *"+strings.Repeat("x", 2000)+"#\n")))
	add("100,000 directives", data(repeat(100_000, "%TAG !a#! tag:x,2000:\n")+"---\nk: 1\n"))
	add("800,000 blank lines in a block", data("k: |\n"+strings.Repeat("\n", 800_000)+"  x\n"+strings.Repeat("   \n", 800_000)), "lookup k", "keys .")
	add("a million escapes", data("k: \""+strings.Repeat(`\U0001F600\x41\n`, 1_000_000)+"\"\n"), "lookup --explain k")
	add("a million combining characters", data("k: \"a"+strings.Repeat("\u0301", 1_000_000)+"\"\nj: %{x}\n"))
	add("5,000 lookups in lookups", data("k: \""+strings.Repeat("%{lookup('", 5000)+strings.Repeat("')}", 5000)+"\"\n"))
	add("500 levels that 3,000 references dig into", data("k: "+strings.Repeat("[", 500)+"x"+strings.Repeat("]", 500)+"\n"+repeat(3000, "r#: \"%{lookup('k"+strings.Repeat(".0", 500)+"')}\"\n")), "lookup r0")
	add("8,000 variables of 400 subkeys", data(repeat(8000, "k#: \"%{facts.a"+strings.Repeat(".a", 400)+"}\"\n")))
	trees[len(trees)-1].Exit = []int{3}
	add("2,000 hashes that merge one of 2,000 entries twice", data("b: &b {"+repeat(2000, "x#: 1, ")+"}\n"+repeat(400, "k#: {<<: [*b, *b], y: 1}\n")))
	add("conflict markers", data(repeat(8000, "<<<<<<< HEAD\nk#: 1\n=======\nk#: 2\n>>>>>>> b\n")))
	add("a million escapes in JSON", with(data("k: 1\n"), "hiera.yaml", level("  - {name: j, path: j.json, data_hash: json_data}\n"), "data/j.json", "{\"k\": \""+strings.Repeat(`\ud83d\ude00\u0041`, 1_000_000)+"\"}"), "lookup k")

	// HOCON.
	for name, text := range map[string]string{
		"comments on 400,000 lines": strings.Repeat("k = 1 # x\n// y\n", 400_000), "250,000 arrays": "k = " + strings.Repeat("[1] ", 250_000) + "\n",
	} {
		add("HOCON: "+name, inHOCON(text))
		trees[len(trees)-1].Exit = append(trees[len(trees)-1].Exit, 3)
	}
	add("HOCON with 40,000 quoted paths", inHOCON(repeat(40_000, "\"a.#\".\"b\".\"c#\" = ${?x.y#} [1] {a: 2}\n")), "lookup k")

	// lookup_options.
	add("options in 900 levels", many(with(data(repeat(1000, "k#: {a: 1}\n")), "hiera.yaml", level(repeat(900, "  - {name: l#, path: 'l#.yaml'}\n"))), 900, "data/l#.yaml",
		"lookup_options:\n"+strings.ReplaceAll(repeat(60, "  '^k#_@$': {merge: deep}\n"), "@", "#")+"k1: {b#: 1}\n"), "lookup k1", "why k1")
	add("invalid options in 600 levels", many(with(data(repeat(1000, "k#: {a: 1}\n")), "hiera.yaml", level(repeat(600, "  - {name: l#, path: 'l#.yaml'}\n"))), 600, "data/l#.yaml",
		"lookup_options:\n"+strings.ReplaceAll(repeat(20, "  '^[k]#_@$': {merge: deeep}\n"), "@", "#")+"k1: {b#: 1}\n"))
	add("repetitions in the options of 1,200 levels", many(with(data(repeat(5000, "k#: {a: 1}\n")), "hiera.yaml", level(repeat(1200, "  - {name: l#, path: 'l#.yaml'}\n"))), 1200, "data/l#.yaml",
		"lookup_options:\n  '^.*x#.*y.*z.*$': {merge: deep}\n  '^.*z#.*y.*x.*$': {merge: deep}\n"))
	add("a pattern of 20,000 alternatives", data("lookup_options:\n  '^("+repeat(20_000, "k#|")+"x)$': {merge: deep}\n"+repeat(20_000, "k#: {a: 1}\n")), "lookup k1")
	add("options of 3,000 modules", many(many(many(data("a: 1\n"), 3000, "modules/m#/hiera.yaml", level("")), 3000, "modules/m#/data/common.yaml", "lookup_options: {'^m#::': {merge: deep}}\nm#::k: {a: 1}\n"), 3000, "modules/m#/manifests/init.pp", "class m#($k) { }\n"), "lookup m1::k")
	add("2,000 values for an Enum of 80,000 words", data("lookup_options: {'^k': {convert_to: \"Enum["+repeat(80_000, "'a#', ")+"z]\"}}\nk: a1\n"+repeat(2000, "k#: a#x\n")))
	add("12,000 values for a Struct of 200 fields", data("lookup_options: {'^k': {convert_to: 'Struct[{"+repeat(200, "a# => Optional[Integer], ")+"}]'}}\n"+repeat(12_000, "k#: {"+strings.Repeat("a1: x, ", 50)+"}\n")))
	add("conversions in conversions", data("lookup_options: {k: {convert_to: "+strings.Repeat("[", 800)+"Array"+strings.Repeat("]", 800)+"}}\nk: 1\n"), "lookup k")
	add("knockouts of 80,000 values in six levels", many(with(data("lookup_options: {k: {merge: {strategy: deep, knockout_prefix: '--', merge_hash_arrays: true, sort_merged_arrays: true}}}\nk: {l: ["+repeat(40_000, "x#, ")+"]}\n"),
		"hiera.yaml", level(repeat(5, "  - {name: l#, path: l#.yaml}\n"))), 5, "data/l#.yaml", "k: {l: ["+repeat(40_000, "--x#, ")+"]}\n"), "lookup k", "why k")

	// Hierarchies.
	add("40,000 levels of one name", with(data("k: 1\n"), "hiera.yaml", level(strings.Repeat("  - {name: same, path: same.yaml}\n", 40_000))))
	add("20,000 levels with functions that do not exist", with(data("k: 1\n"), "hiera.yaml", level(repeat(20_000, "  - {name: l#, lookup_key: nofn#, options: {a: '%{facts.a#}'}}\n"))), "lookup k")
	add("20,000 URIs", with(data("k: 1\n"), "hiera.yaml", level("  - name: u\n    data_hash: yaml_data\n    uris: ["+repeat(20_000, "'http://x/%{facts.a}/#', ")+"]\n")), "lookup k")
	add("levels whose files have similar names", many(with(data("k: 1\n"), "hiera.yaml", level(repeat(10_000, "  - {name: l#, path: 'servers_production_#.yaml'}\n"))), 10_000, "data/servers_prodution_#.yaml", "k: 1\n"))
	add("levels whose data directories have similar names", many(with(data("k: 1\n"), "hiera.yaml", level(repeat(12_000, "  - {name: l#, datadir: 'datas_#', path: 'x.yaml'}\n"))), 12_000, "dats_#/x.yaml", "k: 1\n"))
	ofModules := data("a: 1\n")
	for i := range 40 {
		dir := "modules/m" + itoa(i) + "/"
		with(ofModules, dir+"hiera.yaml", level(repeat(300, "  - {name: l#, path: '%{facts.a#}/x.yaml'}\n")), dir+"data/common.yaml", "m"+itoa(i)+"::k: 1\n", dir+"manifests/init.pp", "class m"+itoa(i)+"($k) { }\n")
		many(ofModules, 10, dir+"data/v#/x.yaml", "m"+itoa(i)+"::k: 2\n")
	}
	add("40 modules with 300 levels", ofModules, "nodes .", "environments .", "lint --format html -o /dev/null .")
	add("140,000 small files", many(data("k: 1\n"), 140_000, "data/x/n#.yaml", "k: #\n"))
	trees[len(trees)-1].Exit = []int{3}
	add("50,000 small files", many(data("k: 1\n"), 50_000, "data/x/n#.yaml", "k: #\n"))

	// Names in code that resemble those in data.
	add("similar names of classes", with(data(repeat(20_000, "m::clas_number_#::p: x\n")), class, repeat(20_000, "class m::class_number_#($p) { }\n")))
	add("similar names of included classes", with(data("k: 1\n"), class, repeat(10_000, "class m::class_number_# { include m::clas_number_# }\n")))
	add("similar names of parameters", with(data(repeat(12_000, "m::paramter_number_#: x\n")), class, "class m("+repeat(12_000, "$parameter_number_#, ")+") { }\n"))
	add("similar names of facts", with(data(repeat(20_000, "k#: \"%{facts.my_fact_nmber_#}\"\n")), "modules/m/lib/facter/f.rb", repeat(20_000, "Facter.add(:my_fact_number_#) do\n setcode { 1 }\nend\n")))
	add("similar names of functions", many(with(data("k: 1\n"), "hiera.yaml", level(repeat(5000, "  - {name: l#, lookup_key: 'm::functon_#'}\n"))), 5000, "modules/m/functions/function_#.pp", "function m::function_#($k, Hash $o, Puppet::LookupContext $c) { $c.not_found }\n"))
	add("similar names of subkeys", data("h: {"+repeat(8000, "subkey_number_#: {inner_number_#: 1}, ")+"}\n"+repeat(8000, "r#: \"%{lookup('h.subkey_numbr_#.inner_numbr_#')}\"\n")))
	add("hashes for 2,000 kinds of Struct", with(data("m::p:\n"+repeat(2000, "  h#: {type: t#, a: x, b: [1, 2, {c: d}]}\n")), class, "class m(Hash[String, Variant["+repeat(2000, "Struct[{type => Enum['t#'], a => Integer, b => Array}], ")+"Undef]] $p) { }\n"))
	add("a chain of defaults", with(data("k: 1\n"), class, "class m($p0 = 1, "+lines(12_000, func(b *strings.Builder, i int) {
		b.WriteString("$p" + itoa(i+1) + " = \"${p" + itoa(i) + "}${p" + itoa(i) + "}\", ")
	})+") { }\n"))
	add("defaults that look up", with(data(repeat(12_000, "k#: 1\n")), class, "class m("+repeat(12_000, "$p# = lookup('k#', Integer, 'first', lookup('j#', default_value => 1)), ")+") { }\n"), "keys .")
	add("options of a lookup of many keys", with(data("k: 1\n"), site, "lookup(['k'"+repeat(20_000, ", 'k#'")+"], {"+repeat(20_000, "o# => 1, ")+"})\n"))
	add("resources with attributes beside them", with(data("k: {t: ,"+repeat(50_000, " a#: 1,")+"}\n"), site, "create_resources('m::d', lookup('k'))\n", "modules/m/manifests/d.pp", "define m::d("+repeat(1000, "$a#, ")+") { }\n"))
	add("roles that include all profiles", many(many(with(data("k: 1\n"), site, repeat(600, "node 'n#' { include role::r# }\n")), 600, "modules/role/manifests/r#.pp", "class role::r# { "+repeat(600, "include profile::p# ")+" }\n"),
		600, "modules/profile/manifests/p#.pp", "class profile::p#($a, $b = lookup('k')) { }\n"))
	add("blocks in blocks", with(data("k: 1\n"), class, "class m { "+strings.Repeat("$a.each |$x| { ", 2000)+"lookup(\"k${x}\")"+strings.Repeat(" }", 2000)+" }\n"))
	add("strings in strings of Ruby", with(data("k: 1\n"), "modules/m/lib/puppet/functions/f.rb", "x = \""+strings.Repeat("#{\"", 80_000)+"a"+strings.Repeat("\"}", 80_000)+"\"\n"))
	add("modules that are links out of the tree", many(many(data("k: 1\n"), 100, "data/l# -> /usr", ""), 100, "modules/m# -> /usr", ""))

	add("200 long conditions", with(data("k: 1\n"), class, "class m {\n"+repeat(200, "if "+strings.Repeat("$a and ", 4500)+"$b { lookup('k#') }\n")+" }\n"))
	add("50,000 environments", many(with(data("k: 1\n"), "environments/production/hiera.yaml", "version: 5\n"), 50_000, "environments/e#/", ""))

	// Hierarchies that code writes.
	add("9,000 hierarchies of class hiera", many(with(data("k: 1\n"), "hieradata/common.yaml", "m::x: 1\n"), 9000, "modules/m/manifests/c#.pp", "class m::c# { class { 'hiera': hierarchy => ["+repeat(50, "'x#', ")+"] } }\n"))
	add("30,000 hierarchies in a script", with(with(data("k: 1\n"), "hieradata/common.yaml", "m::x: 1\n"), "a.sh", repeat(30_000, ":hierarchy:\n"+strings.Repeat("- a#\n", 30)), "b.sh", repeat(30_000, "hierarchy:\n\"#\"\n")))

	// Functions.
	add("a function that caches large values", inFunction("lookup_key", " Integer[1, 4000].each |$i| { $c.cache(\"${k}${i}\", Integer[1, 100].map |$x| { \"${x}${i}\" }) }\n $c.not_found"), "lookup k")
	add("a function that explains much", inFunction("lookup_key", " Integer[1, 20000].each |$i| { $c.explain || { \"text ${i} ${k}\" } }\n $c.not_found"), "lookup --explain k")
	add("a function that nests values", inFunction("data_hash", " Integer[1, 2000].reduce({}) |$m, $i| { $m + {\"k${i}\" => $m} }"), "lookup k")

	// Secrets.
	add("50,000 secrets with mistakes", data(repeat(50_000, "db#_password: 'hunter2#%{::fqdn}'\n")))
	add("40,000 secrets on a line", data("h: {"+repeat(40_000, "db#_password: 'hunter2#%{::fqdn}', ")+"}\n"))
	add("80,000 passwords in URLs of a value", data("k: '"+repeat(80_000, "http://u:p#@h/ ")+"%{::fqdn}'\n"), "why k", "lookup --nodes all k")
	add("80,000 assignments of secrets in a value", data("k: '"+repeat(80_000, "password#=x ")+"'\nj: '%{::fqdn}'\n"), "why k")
	add("80,000 command lines in a value", data("k: '"+repeat(80_000, "curl -u a:p# ")+"'\nj: '%{::fqdn}'\n"), "why k")
	add("80,000 unclosed blocks in a value", data("k: '"+strings.Repeat("DEC(1)::PKCS7[", 80_000)+"'\nj: '%{::fqdn}'\n"), "why k")
	add("100,000 names like those of secrets", data(repeat(100_000, "pasword_tokn_salt_#: x\n")))

	// Commands.
	trees = append(trees,
		tree{Name: "crafted: suppressions of 20,000 findings", Files: data(repeat(20_000, "k#: '%{::fqdn}'\nk: '%{lookup(\"x#\")}'\n")), Args: []string{"lint", "--add-suppressions", "reason", "."}, Exit: []int{0, 1, 3}},
		tree{Name: "crafted: fixes of 20,000 lines", Files: data(repeat(20_000, "k#: '%{::fqdn}'\nk: '%{lookup(\"x#\")}'\n")), Args: []string{"lint", "--fix", "--unsafe-fixes", "."}, Exit: []int{0, 1, 3}},
		tree{Name: "crafted: facts in a list of 80,000", Files: with(data("k: 1\n"), "hiera.yaml", level("  - {name: m, mapped_paths: [facts.list, x, '%{x}.yaml']}\n"), "f.json", `{"list":[`+repeat(80_000, `"a#",`)+`"z"]}`), Args: []string{"lookup", "--facts", "f.json", "k"}, Exit: anyFinding},
		tree{Name: "crafted: 80,000 paths of a fact", Files: with(data("k: 1\n"), "hiera.yaml", level(node)), Args: []string{"lookup", "--batch"}, Stdin: repeat(1000, `{"envdir": ".", "key": "k", "facts": {"a": "`+strings.Repeat("x", 50_000)+`#"}}`+"\n"), Exit: []int{0}},
		tree{Name: "crafted: a change of the order of 300 levels (diff)", Files: many(with(data(repeat(200, "k#: 0\n")), "hiera.yaml", level(repeat(300, "  - {name: l#, path: l#.yaml}\n"))), 300, "data/l#.yaml", strings.ReplaceAll(repeat(20, "k#: @\n"), "@", "#")),
			Script: repository + "{ echo 'version: 5'; echo hierarchy:; grep path hiera.yaml | tac; } > h && mv h hiera.yaml", Args: []string{"diff"}, Exit: []int{0}},
		tree{Name: "crafted: a file with 300 commits (why)", Files: data(repeat(20_000, "k#: 1\n")), Script: repository + "for i in $(seq 300); do echo \"z$i: 1\" >> data/common.yaml; git -c user.name=x -c user.email=x@x commit -qam $i; done", Args: []string{"why", "k0"}, Exit: []int{0}},
	)
	return trees
}
