package hostile

import "strings"

// growing returns trees for which the time must not grow with the square of their size: what is compared
// with each other are many values of a merge, names, patterns, environments, levels, or findings on a line.
func growing() []tree {
	level := func(n int, line string) string { return "version: 5\nhierarchy:\n" + repeat(n, line) }
	many := func(files map[string]string, n int, path, text string) map[string]string {
		for i := range n {
			files[strings.ReplaceAll(path, "#", itoa(i))] = strings.ReplaceAll(text, "#", itoa(i))
		}
		return files
	}
	environments := func(n int) map[string]string {
		files := many(map[string]string{}, n, "environments/e#/hiera.yaml", data("")["hiera.yaml"])
		many(files, n, "environments/e#/manifests/site.pp", "node default { }\n")
		return many(files, n, "environments/e#/data/common.yaml", "a: 1\nb: \"%{lookup('a')}\"\n")
	}
	nested := data("k: \"" + strings.Repeat("ENC[PKCS7,", 50_000) + "\"\nl: \"" + strings.Repeat("ENC[PKCS7,AAAA]", 50_000) + "\"\n")
	nested["hiera.yaml"] = "version: 5\nhierarchy:\n  - {name: c, path: common.yaml, lookup_key: eyaml_lookup_key}\n"
	chain := with(data(repeat(1500, "m::p#: x\n")), "modules/m/manifests/init.pp", "class m("+repeat(1500, "M::T# $p#, ")+") { }\n")
	for i := range 1500 {
		chain["modules/m/types/t"+itoa(i)+".pp"] = "type M::T" + itoa(i) + " = Variant[Integer, M::T" + itoa(i+1) + "]\n"
	}
	chain["modules/m/types/t1500.pp"] = "type M::T1500 = Integer\n"
	around := with(data(repeat(3000, "m::p#: x\n")), "modules/m/manifests/init.pp", "class m("+repeat(3000, "M::T# $p#, ")+") { }\n")
	for i := range 3000 {
		around["modules/m/types/t"+itoa(i)+".pp"] = "type M::T" + itoa(i) + " = Variant[Integer, M::T" + itoa((i*7+1)%3000) + ", M::T" + itoa((i*3+2)%3000) + "]\n"
	}
	doubling := map[string]string{}
	for i := range 60 {
		e := "environments/e" + itoa(i) + "/"
		doubling[e+"hiera.yaml"] = level(1, "  - {name: all, glob: '*.yaml'}\n")
		doubling[e+"data/common.yaml"] = "lookup_options: {'^k': {merge: deep}}\n" + lines(60, func(b *strings.Builder, i int) {
			b.WriteString("k" + itoa(i) + ": {a: \"%{lookup('k" + itoa(i+1) + "')}\"}\n")
		}) + "k60: {a: x}\n"
		doubling[e+"data/more.yaml"] = repeat(60, "k#: {b: #}\n")
	}
	referring := func(nodes int) map[string]string {
		files := data(lines(300, func(b *strings.Builder, i int) {
			b.WriteString("k" + itoa(i) + ": \"%{lookup('k" + itoa(i+1) + "')}\"\n")
		}) + "k300: 1\n")
		for i := range nodes {
			files["data/nodes/n"+itoa(i)+".yaml"] = lines(20, func(b *strings.Builder, j int) {
				b.WriteString("k" + itoa((j*13+i)%300) + ": \"x%{lookup('k" + itoa((j*7+i)%100+150) + "')}\"\n")
			})
		}
		return with(files, "hiera.yaml", level(1, "  - {name: n, path: 'nodes/%{trusted.certname}.yaml'}\n")+"  - {name: c, path: common.yaml}\n")
	}
	functions := many(with(data(lines(3000, func(b *strings.Builder, i int) {
		b.WriteString("k" + itoa(i) + ": \"%{lookup('k" + itoa(i+1) + "')}\"\n")
	})+"k3000: 1\n"),
		"hiera.yaml", level(100, "  - {name: l#, lookup_key: m::d#}\n")+"  - {name: c, path: common.yaml}\n"), 100,
		"modules/m/functions/d#.pp", "function m::d#($k, Hash $o, Puppet::LookupContext $c) { $c.not_found }\n")
	mutual := with(data(repeat(500, "m::p#: {a: [1, {b: x}]}\n")), "modules/m/manifests/init.pp", "class m("+repeat(500, "M::T# $p#, ")+") { }\n")
	for i := range 500 {
		mutual["modules/m/types/t"+itoa(i)+".pp"] = "type M::T" + itoa(i) + " = Variant[Integer, Array[M::T" + itoa((i*7+1)%500) + "], Hash[String, M::T" + itoa((i*3+2)%500) + "], M::T" + itoa((i+1)%500) + "]\n"
	}
	circle := with(data(lines(5000, func(b *strings.Builder, i int) {
		b.WriteString("k" + itoa(i) + ": \"%{lookup('k" + itoa((i+1)%5000) + "')}\"\n")
	})), "data/role/web.yaml", repeat(5000, "k#: \"%{lookup('k1')} #\"\n"), "hiera.yaml", level(1, "  - {name: r, path: 'role/%{facts.role}.yaml'}\n")+"  - {name: c, path: common.yaml}\n")
	const all = "  - {name: all, glob: '*.yaml'}\n"
	links := with(data("k: 1\n"), "modules/m/manifests/init.pp", "class m { }\n")
	for _, dir := range []string{"files", "lib", "types", "functions"} {
		links["modules/m/"+dir+" -> /"] = ""
	}
	for i := range 6 {
		links["modules/m/manifests/l"+itoa(i)+" -> .."] = ""
		links["modules/m/templates/l"+itoa(i)+" -> ../../.."] = ""
	}
	explained := with(data(lines(900, func(b *strings.Builder, i int) {
		b.WriteString("k" + itoa(i) + ": \"%{lookup('k" + itoa(i+1) + "')}\"\n")
	})+"k900: 1\n"), "facts.yaml", "a: x\n",
		"hiera.yaml", level(500, "  - {name: l#, path: 'l#/%{facts.a}.yaml'}\n")+"  - {name: c, path: common.yaml}\n")
	chains := "lookup_options: {'^k': {convert_to: Sensitive}}\n" + lines(100_000, func(b *strings.Builder, i int) {
		if i%100 == 99 {
			b.WriteString("k" + itoa(i) + ": x\n")
		} else {
			b.WriteString("k" + itoa(i) + ": \"%{lookup('k" + itoa(i+1) + "')}\"\n")
		}
	})
	globbed := func(levels int) map[string]string {
		return many(with(data(repeat(300, "k#: 1\n")), "hiera.yaml", level(levels, "  - {name: m#, mapped_paths: [facts.list#, x, '%{x}/{a,b,c}#.yaml']}\n  - {name: g#, globs: ['%{facts.r#}/*.yaml', '{"+
			repeat(30, "d#,")+"}/%{facts.q}*.yaml']}\n")+"  - {name: c, path: common.yaml}\n"), 900, "data/d0/f#.yaml", "k#: 2\n")
	}
	const change = repository + "sed -i 's/: 2/: 3/' data/*/*.yaml"
	return []tree{
		unread(tree{Name: "growth: files that each of 600 levels reads with globs", Files: globbed(300), Args: []string{"lint", "."}, Says: "match more than 250000 locations"}),
		unread(tree{Name: "growth: files that each of 600 levels reads with globs (diff)", Files: globbed(300), Script: change, Args: []string{"diff"}}),
		lint("growth: files that each of 110 levels reads with globs", globbed(55)),
		{Name: "growth: files that each of 110 levels reads with globs (diff)", Files: globbed(55), Script: change, Args: []string{"diff"}, Exit: []int{0}},
		unread(lint("growth: globs that read everything in 400 levels", many(with(data("k: 1\n"), "hiera.yaml", level(400, "  - {name: g#, glob: '**/*#.yaml'}\n")), 2000, "data/#/y#.yaml", "k#: 1\n"))),
		unread(lint("growth: 20,000 files that may be those of 5,000 levels", many(with(data("k: 1\n"), "hiera.yaml", level(5000, "  - {name: l#, path: '%{facts.r#}/x#_%{facts.s}.yaml'}\n")), 20_000, "data/d/x#.yaml", "k: 1\n"))),
		{Name: "growth: 12,000 files of 490 levels (diff)", Files: many(with(data("k: 1\n"), "hiera.yaml", level(490, "  - {name: l#, path: '%{facts.r#}/x#.yaml'}\n")), 12_000, "data/d/x#.yaml", "k: 2\n"), Script: change, Args: []string{"diff"}, Exit: []int{0}},
		{Name: "growth: 12,000 changed files (diff)", Files: many(with(data("k: 1\n"), "hiera.yaml", level(1, "  - {name: n, path: 'nodes/%{trusted.certname}.yaml'}\n")), 12_000, "data/nodes/n#.yaml", "k: 2\nl#: 2\n"), Script: change, Args: []string{"diff"}, Exit: []int{0}},
		lint("growth: 100,000 keys in chains of 100", data(chains)),
		lint("growth: links to directories that contain them", links),
		{Name: "growth: explanations of chains in 500 levels", Files: explained, Args: []string{"lookup", "--batch"}, Stdin: repeat(12, "{\"envdir\": \".\", \"key\": \"k#\", \"explain\": true, \"explain_hash\": true, \"facts\": {\"a\": \"x\"}}\n"), Exit: []int{0}},
		{Name: "growth: an explanation of a chain in 500 levels", Files: explained, Args: []string{"lookup", "--explain", "--render-as", "json", "--facts", "facts.yaml", "k0"}, Exit: anyFinding},
		lint("growth: hashes in strings in 60 environments", doubling),
		lint("growth: chains of references in 1,500 files", referring(1500)),
		{Name: "growth: chains of references in 1,500 files (diff)", Files: referring(1500), Script: repository + "sed -i 's/: 1/: 2/' data/common.yaml", Args: []string{"diff"}, Exit: []int{0}},
		{Name: "growth: 5,000 keys in a circle (diff)", Files: circle, Script: repository + "sed -i 's/ 7/ 8/' data/role/web.yaml", Args: []string{"diff"}, Exit: []int{0}},
		lint("growth: 100 functions and a chain of 3,000 keys", functions),
		lint("growth: 500 types that refer to each other", mutual),
		lint("growth: a deep merge of 2,000 files", with(many(data("lookup_options: {all: {merge: deep}}\n"), 2000, "data/#.yaml", "all: {"+repeat(20, "a#: [1, 2, 3], ")+"}\n"),
			"hiera.yaml", level(1, all))),
		lint("growth: a deep merge of 2,000 files without common keys", with(many(data("lookup_options: {all: {merge: {strategy: deep, sort_merged_arrays: true}}}\n"), 2000, "data/#.yaml",
			"all: {"+strings.ReplaceAll(repeat(20, "a#: [1, 2, 3], "), "a", "a#_")+"}\n"), "hiera.yaml", level(1, all))),
		lint("growth: 3,000 knockouts in 30,000 values", many(with(data("l: ["+repeat(30_000, "x#, ")+"]\nlookup_options: {l: {merge: {strategy: deep, knockout_prefix: '--'}}}\n"),
			"hiera.yaml", level(1, "  - {name: r, path: 'role/%{facts.role}.yaml'}\n")+"  - {name: c, path: common.yaml}\n"), 10, "data/role/#.yaml", "l: ["+repeat(3000, "--x#, ")+"]\n")),
		lint("growth: names like those of 100,000 modules", with(data(repeat(5000, "m#x::y: 1\n")), "Puppetfile", repeat(100_000, "mod 'a/m#', '1.0'\n"))),
		lint("growth: 20,000 computed lookups", with(data(repeat(20_000, "a#b#c#z: 1\n")), "modules/m/manifests/init.pp", "class m {\n"+repeat(20_000, "$v# = lookup(\"a${x}b${y}c#\")\n")+"}\n")),
		lint("growth: 1,600 files that each of 30 levels reads", many(with(data("k: 1\n"), "hiera.yaml", level(30, "  - {name: l#, path: '%{facts.a#}/%{facts.b#}.yaml'}\n")), 1600, "data/x#/y.yaml", "k: #\n")),
		lint("growth: 2,000 files that each of 40 levels reads", many(with(data("k: 1\n"), "hiera.yaml", level(40, "  - {name: l#, path: '%{facts.a}-%{facts.b}-%{facts.c}/%{facts.d#}.yaml'}\n")), 2000, "data/#-#-#/x#.yaml", "k: #\n")),
		lint("growth: 20,000 variables named nearly as those of 2,000 levels", with(data(repeat(20_000, "k#: '%{myvariabl#xabc}'\n")), "hiera.yaml", level(2000, "  - {name: l#, path: 'x/%{myvariable#abc}.yaml'}\n")+"  - {name: c, path: common.yaml}\n")),
		lint("growth: 4,000 repositories", many(many(many(map[string]string{}, 4000, "r#/hiera.yaml", "version: 5\n"), 4000, "r#/environment.conf", "\n"), 4000, "r#/data/common.yaml", "a: 1\n")),
		lint("growth: 2,000 nodes with 250 classes each", with(many(data("a: 1\n"), 250, "modules/m/manifests/r#.pp", "class m::r#($p) { }\n"), "hiera.yaml", level(1, "  - {name: n, path: 'r/%{role}.yaml'}\n")+"  - {name: c, path: common.yaml}\n",
			"manifests/site.pp", repeat(2000, "node 'n#', /^x#/ { include m::all\n $role = 'r#' }\n"), "modules/m/manifests/all.pp", "class m::all {\n"+repeat(250, "include m::r#\n")+"}\n")),
		lint("growth: globs of 300 levels over 1,000 directories", many(with(data("k: 1\n"), "hiera.yaml", level(300, "  - {name: g#, glob: '**/*#.yaml'}\n")), 1000, "data/#/y#.yaml", "k#: 1\n")),
		lint("growth: comments beside 30,000 block scalars", data(strings.ReplaceAll(repeat(30_000, "k#: | * hieralint:ignore interpolation-unquoted, rule# -- x\n  %{x}\n"), "*", "#"))),
		lint("growth: 1,000 environments", environments(1000)),
		{Name: "growth: fixes in 6,000 files of a directory", Files: many(with(data("a: 1\n"), "hiera.yaml", level(1, "  - {name: n, path: 'nodes/%{trusted.certname}.yaml'}\n")), 6000, "data/nodes/n#.yaml", "a: '%{::fqdn}'\nb: '%{::fqdn}'\n"),
			Args: []string{"lint", "--fix", "--unsafe-fixes", "."}, Exit: anyFinding},
		{Name: "growth: long texts in 100 environments (lookup)", Files: many(many(map[string]string{}, 100, "environments/e#/hiera.yaml", level(1, all)), 100, "environments/e#/data/common.yaml",
			"lookup_options: {'^k': {merge: deep}}\n"+lines(60, func(b *strings.Builder, i int) {
				b.WriteString("k" + itoa(i) + ": {a: \"%{lookup('k" + itoa(i+1) + "')}\", b: 1}\n")
			})), Args: []string{"lookup", "--nodes", "all", "k1"}, Exit: anyFinding},
		unread(tree{Name: "growth: 60,000 fixes in a file", Files: data(repeat(60_000, "k#: '%{::fqdn}'\n")), Args: []string{"lint", "--diff", "."}, Says: "run it again to continue"}),
		unread(tree{Name: "growth: long texts in 100 environments (fixes)", Files: many(many(map[string]string{}, 200, "environments/e#/hiera.yaml", level(2, "  - {name: l#, path: 'common#.yaml'}\n")), 200, "environments/e#/data/common0.yaml",
			"lookup_options: {'^k': {merge: deep}}\n"+lines(60, func(b *strings.Builder, i int) {
				b.WriteString("k" + itoa(i) + ": {a: \"%{lookup('k" + itoa(i+1) + "')}\", b: 1}\n")
			})), Args: []string{"lint", "--diff", "--unsafe-fixes", "."}}),
		{Name: "growth: requests for 500 environments", Files: many(many(map[string]string{}, 500, "e#/hiera.yaml", data("")["hiera.yaml"]), 500, "e#/data/common.yaml", "k: 1\n"+lines(200, func(b *strings.Builder, i int) { b.WriteString("k" + itoa(i) + ": 1\n") })),
			Args: []string{"lookup", "--batch"}, Stdin: strings.Repeat(lines(500, func(b *strings.Builder, i int) { b.WriteString("{\"envdir\": \"e" + itoa(i) + "\", \"key\": \"k\"}\n") }), 20), Exit: []int{0}},
		{Name: "growth: 1,000 environments (diff)", Files: many(environments(1000), 1000, "environments/e#/data/x/y.yaml", "c: 2\n"), Script: repository + "sed -i 's/a: 1/a: 3/' environments/*/data/common.yaml", Args: []string{"diff"}, Exit: []int{0}},
		{Name: "growth: 5,000 renamed files (diff)", Files: many(with(data("k: 1\n"), "hiera.yaml", level(1, "  - {name: n, path: 'nodes/%{trusted.certname}.yaml'}\n")), 5000, "data/nodes/n#.yaml", "k#: 2\nl#: 2\n"),
			Script: repository + "for i in data/nodes/*; do mv $i ${i%.yaml}x.yaml; done", Args: []string{"diff"}, Exit: []int{0}},
		{Name: "growth: long messages as sarif", Files: with(data(lines(1500, func(b *strings.Builder, i int) {
			b.WriteString("m::p" + itoa(i) + ": {" + repeat(20, "q#: z#, ") + "}\n")
		})), "modules/m/manifests/init.pp",
			"class m("+lines(1500, func(b *strings.Builder, i int) {
				b.WriteString("Struct[{" + repeat(20, "q# => Variant[Integer, Enum[a#]], ") + "}] $p" + itoa(i) + ", ")
			})+") { }\n"), Args: []string{"lint", "--format", "sarif", "."}, Exit: anyFinding},
		{Name: "growth: hierarchies of 300 modules in 200 environments as html", Files: many(many(many(many(many(map[string]string{}, 200, "environments/e#/environment.conf", "modulepath = ../../modules\n"),
			200, "environments/e#/hiera.yaml", data("")["hiera.yaml"]), 200, "environments/e#/data/common.yaml", "m1::p: #\n"),
			300, "modules/m#/hiera.yaml", level(3, "  - {name: l#, path: 'l#/%{facts.os.family}.yaml'}\n")+"  - {name: c, path: common.yaml}\n"),
			300, "modules/m#/data/common.yaml", "m#::p: 1\n"), Args: []string{"lint", "--format", "html", "-o", "/dev/null", "."}, Exit: anyFinding},
		lint("growth: 1,500 values that match no pattern", with(data(repeat(1500, "m::p#: ["+strings.Repeat("abababab, ", 50)+"]\n")), "modules/m/manifests/init.pp", "class m("+repeat(1500, "Array[Pattern[/^(a|b)*c{#,}d$/]] $p#, ")+") { }\n")),
		{Name: "growth: fixes in 300 environments", Files: environments(300), Args: []string{"lint", "--diff", "--unsafe-fixes", "."}, Exit: anyFinding},
		lint("growth: malformed encrypted values on a line", nested),
		{Name: "growth: secrets on a line as sarif", Files: nested, Args: []string{"lint", "--format", "sarif", "."}, Exit: anyFinding},
		{Name: "growth: duplicates on a line as html", Files: with(data("k: {"+strings.Repeat("a: 1, ", 60_000)+"}\n"), "modules/m/manifests/init.pp", "class m { }\n"),
			Args: []string{"lint", "--format", "html", "."}, Exit: anyFinding},
		lint("growth: names like those of 10,000 parameters", with(data(repeat(10_000, "m::param_#_abd: 1\n")), "modules/m/manifests/init.pp", "class m("+repeat(10_000, "$param_#_abc = 1, ")+") { }\n")),
		lint("growth: lookup_options of 1,000 files", many(with(data("k: 1\n"), "hiera.yaml", level(1, "  - {name: all, glob: 'd/*.yaml'}\n")+"  - {name: c, path: common.yaml}\n"), 1000, "data/d/#.yaml",
			"lookup_options:\n  '^k[0-#]': {merge: {strategy: deep, merge_hash_arrays: true}}\n  k#: {merge: hash}\nk#: {b: 2}\n")),
		lint("growth: 2,000 inclusions of 20,000 classes", many(data("classes: ["+repeat(20_000, "m::c#, ")+"]\n"), 2000, "modules/m/manifests/c#.pp", "class m::c# { hiera_include('classes') }\n")),
		lint("growth: 20,000 files named nearly as 1,000 levels", many(with(data("a: 1\n"), "hiera.yaml", level(1000, "  - {name: l#, path: 'level#/file#.yaml'}\n")), 20_000, "data/levle#/fiel#.yaml", "a: 1\n")),
		lint("growth: 40,000 directories that no level reads", many(map[string]string{"hiera.yaml": level(1, "  - {name: l#, path: 'other.yaml'}\n")}, 40_000, "data/d#/x.yaml", "a: 1\n")),
		lint("growth: 30,000 files with the same keys that no level reads", many(map[string]string{"hiera.yaml": level(1, "  - {name: l#, path: 'other.yaml'}\n")}, 30_000, "data/x#.yaml", "{a: 1, b: 1, c: 1, d: 1, e: 1, f: 1, g: 1, h: 1, i: 1, j: 1, k: 1, l: 1, m: 1, n: 1}\n")),
		lint("growth: 1,500 hierarchies and data directories", many(many(map[string]string{}, 1500, "a#/hiera.yaml", "version: 5\nhierarchy: [{name: x, path: common.yaml, datadir: /srv/x#/data}]\n"), 1500,
			"d#/data/common.yaml", "a: 1\n")),
		lint("growth: 30,000 references to nearly the same names", data(repeat(30_000, "k#: '%{lookup(''\"k#.x\".y'')}'\n"))),
		lint("growth: 5,000 references to nearly the same long names", data(repeat(5000, strings.Repeat("k", 500)+"#: \"%{lookup('"+strings.Repeat("k", 500)+"x#')}\"\n"))),
		lint("growth: a type that may be itself", with(data("m::p:\n"+strings.Repeat("  - {a: [x, {b: [1, {c: {d: [y]}}]}]}\n", 30_000)), "modules/m/manifests/init.pp", "class m(M::J $p) { }\n",
			"modules/m/types/j.pp", "type M::J = Variant[Integer, Array[M::J], Hash[String, M::J], Struct[{a => M::J, b => M::J}], Optional[M::J]]\n")),
		lint("growth: a chain of 1,500 types", chain),
		lint("growth: 3,000 types in a circle", around),
		lint("growth: 500 levels without extensions and 10,000 files", many(with(data("a: 1\n"), "hiera.yaml", level(500, "  - {name: l#, path: 'l#/%{facts.a}'}\n")), 10_000, "data/l7/f#.yaml", "b#: 1\n")),
		lint("growth: 5,000 files with a value of the wrong type", many(with(data("m::p: x\n"), "hiera.yaml", level(1, "  - {name: r, path: 'r/%{facts.role}.yaml'}\n")+"  - {name: c, path: common.yaml}\n",
			"modules/m/manifests/init.pp", "class m(Integer $p) { }\n"), 5000, "data/r/#.yaml", "m::p: x#\n")),
		lint("growth: 200 missing parameters of 20,000 resources", with(data("m::x:\n"+repeat(20_000, "  u#: {p1: a, q: 1}\n")), "modules/m/manifests/d.pp", "define m::d("+repeat(200, "Integer $p#, ")+") { }\n",
			"modules/m/manifests/init.pp", "class m(Hash $x) { $x.each |$k, $v| { m::d { $k: * => $v } } }\n")),
		lint("growth: 1,000 places that create the resources of a key", with(data("m::x:\n"+repeat(2000, "  u#: {p1: a}\n")), "modules/m/manifests/d.pp", "define m::d(Integer $p1) { }\n",
			"modules/m/manifests/init.pp", "class m(Hash $x) {\n"+repeat(1000, "$x.each |$k, $v| { m::d { \"${k}-#\": * => $v } }\n")+"}\n")),
	}
}
