package hostile

import (
	"fmt"
	"strings"
)

// coded returns trees with Puppet code that nests, refers to itself, or grows with each step.
func coded() []tree {
	const class, site, template = "modules/m/manifests/init.pp", "manifests/site.pp", "modules/m/templates/t.erb"
	var trees []tree
	add := func(name string, files map[string]string, commands ...string) {
		trees = append(trees, lint("coded: "+name, files))
		for _, command := range commands {
			trees = append(trees, tree{Name: "coded: " + name + " (" + command + ")", Files: files, Args: strings.Fields(command), Exit: anyFinding})
		}
	}
	// classes returns n files with code in which # is the number of the file and @ the next one.
	classes := func(n int, path, code, common string, more ...string) map[string]string {
		files := data(common)
		for i := range n {
			numbers := strings.NewReplacer("#", itoa(i), "@", itoa((i+1)%n))
			files[numbers.Replace(path)] = numbers.Replace(code)
		}
		return with(files, more...)
	}
	in := func(common, code string, more ...string) map[string]string {
		return with(with(data(common), class, code), more...)
	}
	for name, of := range map[string][3]string{
		"ifs": {"", "if $a { ", "} "}, "elses": {"", "if $a { } else { ", "} "}, "cases": {"", "case $a { 1: { ", "} } "}, "selectors": {"$z = ", "$a ? { 1 => 2, default => ", "}"},
		"lambdas": {"", "$a.each |$x| { ", "} "}, "arrays": {"$z = ", "[", "]"}, "hashes": {"$z = ", "{a => ", "}"}, "calls": {"$z = ", "f(", ")"}, "strings": {"$z = ", "\"${", "}\""},
		"lookups": {"$z = ", "lookup(", ")"}, "lookups with blocks": {"", "lookup('k') |$x| { ", "}"}, "types": {"$z = ", "Array[", "]"},
	} {
		for _, n := range []int{150, 3000, 400_000} {
			add(fmt.Sprintf("%d nested %s", n, name), in("m::p: 1\n", "class m($p) {\n"+of[0]+strings.Repeat(of[1], n)+"1"+strings.Repeat(of[2], n)+"\n}\n"))
		}
	}
	add("a default of 400,000 entries", in("m::p: {a: 1}\n", "class m(Hash $p = {"+repeat(400_000, "'a#' => #, ")+"}) { }\n"))
	add("1,500 classes with 60 parameters", classes(1500, "modules/m/manifests/c#.pp", "class m::c#("+strings.ReplaceAll(repeat(60, "Integer $p#, "), "#", "@")+") { }\n", repeat(1500, "m::c#::p1: x\nm::c#::p2: 7\nm::c#::nothing: 1\n")), "keys .")
	add("a chain of 6,000 parents", classes(6000, "modules/m/manifests/c#.pp", "class m::c#($p#) inherits m::c@ { }\n", repeat(6000, "m::c#::p1: x\nm::c#::p#: 1\n"), site, "include m::c0\n"), "keys .")
	add("5,000 classes with parameters from their parent", classes(5000, "modules/m/manifests/c#.pp", "class m::c#($p = $m::p1, $q = $m::p@) inherits m { }\n", repeat(5000, "m::c#::p: x\n"), class, "class m("+repeat(300, "$p#, ")+") { }\n", site, repeat(5000, "include m::c#\n")))
	all := repeat(700, "include m::c#\n")
	mutual := data(repeat(700, "m::c#::p: 1\n"))
	for i := range 700 {
		mutual["modules/m/manifests/c"+itoa(i)+".pp"] = "class m::c" + itoa(i) + "($p) {\n" + all + "}\n"
	}
	add("700 classes that all include each other", with(mutual, site, repeat(300, "node 'n#' { include m::c# }\n")), "keys .", "nodes .")
	add("6,000 classes that include each other in a circle", classes(6000, "modules/m/manifests/c#.pp", "class m::c#($p = 1) { include m::c@ contain m::c0 require m::c7 }\n", repeat(6000, "m::c#::p: 1\n"), site, repeat(3000, "node 'n#' { include m::c# }\n")))
	passing := data(repeat(3000, "m::c#::p: {a: x}\n"))
	for i := range 3000 {
		passing["modules/m/manifests/c"+itoa(i)+".pp"] = fmt.Sprintf("class m::c%d($p) { class { 'm::c%d': p => $p } $q = $p['a'] class { 'm::c%d': p => $q } }\n", i, i+1, i*7%3000)
	}
	add("3,000 classes that pass parameters on", passing)
	for name, of := range map[string][3]string{
		"arrays": {"['k']", "$v@ = [$v#, $v#]\n", "include $v60 $v60.each |$x| { include $x }"}, "sums": {"['k', 'l']", "$v@ = $v# + $v#\n", "include $v60 $v60.each |$x| { include $x lookup($x) }"},
		"hashes": {"{'k' => 'l'}", "$v@ = {'k' => $v#, 'l' => $v#}\n", "create_resources('file', $v60) class { 'm::c': * => $v60 }"}, "selectors": {"'k'", "$v@ = $p ? { 1 => \"${v#}a\", 2 => \"${v#}b\", default => $v# }\n", "include $v60"},
		"ifs": {"'k'", "if $p == # { $v@ = \"${v#}a\" } else { $v@ = \"${v#}b\" }\n", "include \"m::${v60}\""},
	} {
		steps := lines(60, func(b *strings.Builder, i int) {
			_, _ = strings.NewReplacer("#", itoa(i), "@", itoa(i+1)).WriteString(b, of[1])
		})
		add("60 "+name+" that double", in("m::p: 1\nk: 1\n", "class m($p) { $v0 = "+of[0]+"\n"+steps+"lookup($v60) "+of[2]+" }\n"))
	}
	add("30 loops in each other", in("m::p: 1\nk: 1\n", "class m($p) { "+strings.Repeat("['a','b','c','d','e','f','g','h'].each |$x| { ", 30)+"lookup(\"k${x}\") include \"m::${x}\""+strings.Repeat("}", 30)+"}\n"))
	add("defined types that double", classes(60, "modules/m/manifests/d#.pp", "define m::d#($p) { m::d@ { 'a': p => $p } m::d@ { 'b': p => $p['x'] } }\n", "m::h:\n"+repeat(3000, "  a#: {p: x}\n"), class, "class m(Hash $h) { create_resources('m::d0', $h) $h.each |$k, $v| { m::d0 { $k: * => $v } } }\n"))
	add("a chain of 3,000 defaults", in(repeat(3000, "m::p#: x\n"), "class m("+lines(3000, func(b *strings.Builder, i int) { fmt.Fprintf(b, "Integer $p%d = $p%d, ", i+1, i) })+"Integer $p0 = lookup('k')) { }\n"))
	add("variables of 8,000 other classes", classes(8000, "modules/m/manifests/c#.pp", "class m::c#($p = $m::c@::p) { $v = $m::c@::v lookup($v) }\n", repeat(8000, "m::c#::p: 1\n")))
	add("200,000 resources", in("m::p: 1\n", "class m($p) {\n"+repeat(200_000, "file { '/a#': ensure => $p }\n")+"}\n"))
	add("one class in 20,000 files", classes(20_000, "modules/m/manifests/c#.pp", "class m::same($p) { }\n", "m::same::p: 1\n"))
	add("3,000 types in a circle", classes(3000, "modules/m/types/t#.pp", "type M::T# = Variant[M::T@, Array[M::T@]]\n", "m::p: [[[x]]]\nm::q: x\n", class, "class m(M::T0 $p, M::T9 $q) { }\n"))
	add("60 types that double", classes(60, "modules/m/types/t#.pp", "type M::T# = Struct[{a => M::T@, b => M::T@}]\n", "m::p: {a: {a: {a: x}}, c: 1}\n", class, "class m(M::T0 $p) { }\n"))
	add("100,000 types in a file", in("m::p: x\n", "class m(M::T0 $p) { }\n", "modules/m/types/t.pp", repeat(100_000, "type M::T# = Integer\n")))
	add("3,000 classes with one template of 2 MB", classes(3000, "modules/m/manifests/c#.pp", "class m::c#($p#) { file { '/a': content => template('m/t.erb') } }\n", repeat(3000, "m::c#::p#: 1\nm::c#::q: 1\n"), template, repeat(100_000, "<%= @p#x %>\n")))
	add("an EPP with 300,000 variables", in(repeat(3000, "m::p#: 1\n"), "class m("+repeat(3000, "$p#, ")+") { file { '/a': content => epp('m/t.epp') } }\n", "modules/m/templates/t.epp", repeat(300_000, "<%= $m::p# %><%= lookup('k#') %>\n")))
	add("5,000 templates that use each other", classes(5000, "modules/m/templates/t#.erb", "<%= scope.function_template(['m/t@.erb']) %><%= @p# %><%= scope['m::p'] %>\n", repeat(5000, "m::p#: 1\n"), class, "class m("+repeat(5000, "$p#, ")+") { file { '/a': content => template('m/t0.erb') } }\n"))
	add("3,000 templates with computed names", in(repeat(3000, "m::p#: 1\n"), "class m("+repeat(3000, "$p#, ")+") { "+repeat(3000, "file { '/a#': content => template(\"m/${x}#.erb\") }\n")+" }\n", template, "x"))
	return trees
}

// configured returns trees with odd files besides data and code.
func configured() []tree {
	const class = "modules/m/manifests/init.pp"
	var trees []tree
	add := func(name string, files map[string]string, commands ...string) {
		trees = append(trees, lint("configured: "+name, files))
		for _, command := range commands {
			trees = append(trees, tree{Name: "configured: " + name + " (" + command + ")", Files: files, Args: strings.Fields(command), Exit: []int{0, 1, 3, 4}})
		}
	}
	for name, text := range map[string]string{
		"variables": "modulepath = " + strings.Repeat("$basemodulepath:$codedir/$environment/", 20_000) + "\nmanifest = " + strings.Repeat("$environment/", 20_000) + "\n", "19,000 directories": "modulepath = " + repeat(19_000, "m#:") + "\n",
		"the whole disk": "manifest = /\n", "a manifest of 2 MB": "manifest = " + strings.Repeat("x/", 1<<20) + "\n", "carriage returns": strings.Repeat("modulepath = a\r", 200_000), "globs": "modulepath = " + strings.Repeat("*/{a,b}*/**:", 5000) + "\n",
		"commands": "config_version = " + strings.Repeat("`touch stolen`;$(touch stolen) ", 1000) + "\n",
	} {
		add("environment.conf of "+name, with(data("m::p: 1\n"), "environment.conf", text, class, "class m($p) { }\n"), "lookup m::p", "environments .")
	}
	for name, text := range map[string]string{
		"commas": "mod 'a-b', " + strings.Repeat(":git => 'x', ", 200_000), "ifs": strings.Repeat("if true\n", 100_000) + strings.Repeat("end\n", 100_000), "heredocs": strings.Repeat("mod <<~A\n", 100_000), "variables": strings.Repeat("mod \"#{x}\"\n", 100_000),
		"ranges": repeat(20_000, "mod 'puppetlabs/stdlib', '>= 1.# < 2.#'\n"), "known modules": strings.Repeat("mod 'puppetlabs/apache', :latest\nmod 'puppetlabs/stdlib'\n", 50_000), "one line": "mod 'a/b'" + strings.Repeat(" mod 'a/b'", 200_000),
		"paths": repeat(5000, "moduledir '../../#'\nmod 'a/m#', :install_path => '../../../#'\n"),
	} {
		add("Puppetfile of "+name, with(data("m::p: 1\napache::p: 1\n"), "Puppetfile", text), "environments .", "keys .")
	}
	for name, text := range map[string]string{
		"requirements": `{"name":"a-m","version":"1.0.0","requirements":[` + repeat(100_000, `{"name":"puppet","version_requirement":">= # < 9"},`) + `{}]}`, "a range of 2 MB": `{"name":"a-m","version":"1.0.0","requirements":[{"name":"puppet","version_requirement":"` + strings.Repeat(">= 1.0.0 ", 200_000) + `"}]}`,
		"a name of 2 MB": `{"name":"` + strings.Repeat("a-", 1<<20) + `"}`, "a long number": `{"name":1e99999999,"version":` + strings.Repeat("9", 2<<20) + `}`,
	} {
		add("metadata.json of "+name, with(data("m::p: 1\n"), "modules/m/metadata.json", text, class, "class m($p) { }\n"))
	}
	for name, text := range map[string]string{
		"1,000 patterns of keys": "ignore_keys: [" + repeat(1000, "'*a#*b*c*', ") + "]\n", "sensitive facts": "sensitive_facts: [" + repeat(100_000, "'a#.*', ") + "]\n", "environments": "environments:\n" + repeat(20_000, "  - {path: 'e#', modulepath: ['../..', '/']}\n"),
		"one environment 3,000 times": "environments:\n" + strings.Repeat("  - {path: '.', hiera_config: hiera.yaml, datadirs: {data: data}}\n", 3000), "private keys": "private_keys: [" + repeat(20_000, "'k#.pem', ") + "]\n", "facts": "facts: [" + repeat(20_000, "'f#', ") + "]\n",
	} {
		t := lint("configured: settings of "+name, with(data(repeat(3000, strings.Repeat("a", 30)+"b#: '%{facts.x}'\n")), ".hieralint.yaml", text))
		t.Exit = []int{0, 1, 2}
		trees = append(trees, t)
	}
	nodes := with(data("k: '%{facts.role}'\n"), "facts.json", "["+repeat(60_000, `{"certname":"n#","facts":{"role":"r#"}},`)+`{"certname":"z","facts":{}}]`)
	for _, args := range [][]string{{"lint", "."}, {"why", "k"}, {"lookup", "--nodes", "all", "k"}} {
		trees = append(trees, tree{Name: "configured: facts of 60,000 nodes (" + args[0] + ")", Files: nodes, Args: append(args, "--facts", "facts.json"), Exit: anyFinding})
	}
	distinct := data("z: 1\n")
	for i := range 10_000 {
		distinct["data/n/"+itoa(i)+".yaml"] = strings.ReplaceAll(repeat(100, "k#_@: 1\n"), "@", itoa(i))
	}
	with(distinct, "hiera.yaml", "version: 5\nhierarchy: [{name: n, path: 'n/%{trusted.certname}.yaml'}, {name: c, path: common.yaml}]\n")
	tooMany := unread(lint("configured: a million different keys in 10,000 files", distinct))
	tooMany.Says = "more than 131072 different keys"
	trees = append(trees, tooMany)
	for _, format := range []string{"text", "sarif", "html", "github", "gitlab", "checkstyle", "junit", "compact", "rdjson"} {
		trees = append(trees, tree{Name: "configured: hostile names as " + format, Files: with(data("k: 1\nk: 2\n"), "data/\x1b[2J\n::error::x\n##vso[task.complete]\u202e]]><x>&.yaml", "k: \"%{x\"\n\"a\\e[2J\\n::error::y]]>\": 1\n\"a\\e[2J\\n::error::y]]>\": 2\n"), Args: []string{"lint", "--format", format, "."}, Exit: anyFinding})
	}
	return trees
}
