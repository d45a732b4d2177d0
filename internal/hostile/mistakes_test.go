package hostile

import (
	"fmt"
	"strings"
)

// mistakes returns trees with many mistakes of one kind, for rules that compare each with the code
// or with the lines around it.
func mistakes() []tree {
	const class, key = "modules/m/manifests/init.pp", "AAAAB3NzaC1yc2EAAAADAQABAAABAQ"
	coded := func(common, code string) map[string]string { return with(data(common), class, code) }
	parameters := func(n int, line string) string { return "class m(\n" + repeat(n, line) + ") {}\n" }
	var trees []tree
	add := func(name string, files map[string]string) {
		t := lint("mistakes: "+name, files)
		t.Args = []string{"lint", "--profile", "strict", "--format", "json", "."}
		trees = append(trees, t)
	}
	for name, common := range map[string]string{
		"missing indentation":          "k:\n" + repeat(40_000, "a#:\n- 1\nb#: 1\n"),
		"missing indentation of keys":  repeat(40_000, "a#:\nsub#: 1\n"),
		"misspelled booleans":          repeat(40_000, "k#: flase\n"),
		"invalid addresses":            "k:\n" + repeat(40_000, "- 10.0.#.300/99\n"),
		"invalid addresses in a value": "k: \"" + strings.Repeat("10.0.0.300 ", 100_000) + "\"\n",
		"addresses of IPv6":            "k:\n" + repeat(40_000, "- \"fe80::#::1\"\n"),
		"colons":                       "k: \"" + strings.Repeat("fe80:", 200_000) + "\"\n",
		"SSH keys":                     "k:\n" + repeat(40_000, "- ssh-rsa "+key+"# x@y\n"),
		"an SSH key of 1 MB":           "k: ssh-rsa " + strings.Repeat(key, 40_000) + "\n",
		"SSH keys in a value":          "k: |\n" + repeat(40_000, "  ssh-rsa "+key+"# x\n"),
		"stray quotes":                 repeat(40_000, "k#: a#\"\n"),
		"stray quotes in a list":       "k: [" + repeat(40_000, "'a#', #', ") + "1]\n",
		"stray backticks":              repeat(40_000, "k#: a`\n"),
		"no-break spaces":              repeat(40_000, "k#: a\u00a0\n"),
		"no-break spaces in a list":    "k:\n" + repeat(40_000, "-\u00a0a#\n"),
		"merge conflicts":              repeat(20_000, "<<<<<<< HEAD\nk#: 1\n=======\nk#: 2\n>>>>>>> x\n"),
		"aliases of duplicate keys":    repeat(20_000, "k: &a# {x: 1}\nk: *a#\n"),
		"missing dashes":               "k:\n" + repeat(40_000, "  - bob#\n    carol#\n"),
		"one missing dash":             "k:\n  - bob\n" + repeat(100_000, "    carol#\n"),
		"Puppet arrows":                repeat(40_000, "k#: \"ensure => present\"\n"),
		"quoted titles":                repeat(40_000, "\"'title#'\": x\n"),
		"variables in braces":          "k: \"" + strings.Repeat("{::fqdn}", 100_000) + "\"\n",
		"lookups in braces":            "k: \"" + strings.Repeat("{lookup('k')}", 100_000) + "\"\n",
		"half escapes":                 "k: \"" + strings.Repeat("%{}{HTTP_HOST}", 100_000) + "\"\n",
		"half escapes in lines":        "k: |\n" + strings.Repeat("  %{}{HTTP_HOST}\n", 100_000),
		"single colons":                repeat(20_000, "m:p#: 1\nservers#::: 2\n"),
		"gateways of an address":       "k:\n  x:\n    address: 192.0.2.1/24\n" + repeat(40_000, "    gateway: 10.0.0.1\n"),
		"keys below others of records": "k:\n  x:\n    address: 192.0.2.1/24\n" + repeat(40_000, "    gateway: 10.0.0.1\n") + "r:\n" + repeat(80_000, "  a#: {type: CNAME, data: a#.example.com.}\n"),
		"types of a DNS record":        "k:\n  x:\n    data: a.example.com.\n" + repeat(40_000, "    type: CNAME\n"),
		"comments in text":             "k: >\n" + repeat(60_000, "  # x#\n  y\n"),
		"MAC addresses":                "k:\n" + repeat(40_000, "- {mac: '0:11:22:03:44:#'}\n"),
		"connections with a UUID":      "k:\n" + repeat(40_000, "- {id: a#, type: x, uuid: 6ba7b810-9dad-41d1-80b4-00c04fd430c8}\n"),
		"UUIDs of a connection":        "k:\n  x:\n    id: a\n    type: x\n" + repeat(40_000, "    uuid: 6ba7b810-9dad-41d1-80b4-00c04fd430c8\n"),
		"numbers among addresses":      "k:\n" + repeat(40_000, "- {ip_#: 1, ip: 192.0.2.1}\n") + "- {ip: 1}\n",
		"options of plurals":           "lookup_options:\n" + repeat(10_000, "  k#: {merge: hash}\n  ^k#y: {merge: hash}\n") + repeat(10_000, "k#s: {}\n"),
		"metaparameters":               repeat(40_000, "m#::require: File[x]\n"),
		"misspelled words":             "k:\n" + repeat(20_000, "- sevrice-word#a.example.com\n- service-word#a.example.com\n- service-word#a.example.com\n"),
		"words that differ":            "k:\n" + repeat(60_000, "- abcdefg#hijkl-x\n"),
		"URLs":                         "k:\n" + repeat(40_000, "- http:///x#\n"),
		"URLs in a value":              "k: \"" + strings.Repeat("http://a::1/ ", 100_000) + "\"\n",
		"backslashes":                  repeat(40_000, "k#: \\#a\n"),
		"attributes of other types":    "k:\n" + repeat(40_000, "  a#: {x: {y: 1}}\n  b#: {x: [{y: 1}]}\n"),
		"nested attributes":            "k:\n" + repeat(20_000, "  a#: {x: {y: {command_name: 1}}}\n  b#: {x: {y: {comand_name#: 1}}}\n"),
		"references to near keys":      repeat(10_000, "key_number_#: 1\n") + repeat(10_000, "r#: \"%{lookup('key_numbr_#')}\"\n"),
	} {
		add(name, data(common))
	}
	entries := func(n int) string { return repeat(n, "b#: 1, ") }
	for name, files := range map[string]map[string]string{
		"unknown parameters":              coded(repeat(10_000, "m::q#: 1\n"), parameters(10_000, "  String $p#,\n")),
		"values of 20,000 parameters":     coded(repeat(20_000, "m::p#: xyz\n"), parameters(20_000, "  Integer $p#,\n")),
		"misspelled booleans of classes":  coded(repeat(10_000, "m::p#: tru\n"), parameters(10_000, "  Boolean $p#,\n")),
		"keys of a Struct":                coded("m::p: {"+entries(5000)+"}\n", "class m(Struct[{"+repeat(5000, "a# => Integer, ")+"}] $p) {}\n"),
		"words of an Enum":                coded("m::p: ["+repeat(5000, "b#, ")+"]\n", "class m(Array[Enum["+repeat(5000, "'a#', ")+"]] $p) {}\n"),
		"words of an Enum in parameters":  with(coded(repeat(5000, "m::p#: x\n"), parameters(5000, "  M::E $p#,\n")), "modules/m/types/e.pp", "type M::E = Enum["+repeat(20_000, "'a#', ")+"]\n"),
		"hashes of a Struct":              coded("m::p:\n"+repeat(20_000, "  h#: {naem: x}\n"), "class m(Hash[String, Struct[{name => String}]] $p) {}\n"),
		"words in hashes of a Struct":     coded("m::p:\n"+repeat(20_000, "  h#: {n: 'on', m: 'on'}\n"), "class m(Hash[String, Struct[{n => Enum['yes', 'no'], m => Boolean}]] $p) {}\n"),
		"alternatives":                    coded("m::p: {"+entries(2000)+"}\n", "class m(Variant["+repeat(2000, "Struct[{a# => Integer}], ")+"String] $p) {}\n"),
		"a chain of parents":              coded(repeat(5000, "m::c#::z: 1\n"), lines(5000, func(b *strings.Builder, i int) { fmt.Fprintf(b, "class m::c%d inherits m::c%d {}\n", i, i+1) })),
		"classes that are included":       with(coded("classes:\n"+repeat(20_000, "- m::c#\n"), "class m {}\n"), "manifests/site.pp", "lookup('classes').include\n"),
		"parts of the names of classes":   with(coded("parts: ["+repeat(20_000, "c#, ")+"]\n", "class m {}\n"), "manifests/site.pp", "lookup('parts').each |$p| { include \"m::${p}\" }\n"),
		"modules of the Puppetfile":       with(data(repeat(3000, "mod#x::p: 1\n")), "Puppetfile", repeat(3000, "mod 'a/mod#y', '1.0.0'\n")),
		"declarations of classes":         coded(repeat(5000, "m::p#: x\n"), parameters(5000, "  Integer $p#,\n")+"class m::all {\n"+repeat(5000, "  class { 'm::x#': q => 1 }\n")+"}\n"),
		"references to nothing in values": coded("m::p: ["+repeat(5000, "\"%{lookup('nothing#')}\", ")+"]\n", "class m(Array[Integer] $p) {}\n"),
		"elements that are titles":        coded("m::p: ["+repeat(40_000, "a, b#, ")+"]\n", "class m($p) { package { $p: } $p.each |$x| { file { $x: } } }\n"),
		"files near node definitions":     filesOfNodes("node /^x#.y$/ { }\nnode 'web-server#a.example.com' { }\n"),
		"misspelled parameters":           with(coded(repeat(6000, "m::pra_a#x: 1\n"), parameters(6000, "  $par_a#x,\n")), "modules/m/templates/t.erb", repeat(6000, "<%= @pra_a#x %>\n")),
		"misspelled parameters of classes": with(coded(repeat(3000, "m::c#::pra_a#x: 1\n"), "class m {}\n"+repeat(3000, "class m::c#($par_a#x) { file { '/x': content => template('m/t.erb') } }\n")),
			"modules/m/templates/t.erb", repeat(3000, "<%= @pra_a#x %>\n")+strings.Repeat("x ", 400_000)),
		"suggested keys that are set": coded(repeat(10_000, "m::qname_#: 1\nm::pname_#: 1\n"), parameters(10_000, "  $pname_#,\n")),
		"branches around inclusions": with(coded("classes: ["+repeat(10_000, "c#, ")+"]\n", "class m {}\n"), "manifests/site.pp",
			"lookup('classes').each |$c| {\n"+repeat(3000, "if $c == 'x#' {\n")+"include $c\n"+repeat(3000, "}\n")+repeat(10_000, "unless $c in ['a#', 'b#'] { include \"m::${c}\" }\n")+"}\n"),
		"conditions on parameters": with(coded(repeat(5000, "m::p#: true\n"), parameters(5000, "  Boolean $p# = false,\n")), "modules/m/manifests/all.pp",
			"class m::all(Boolean $on = true) {\n"+repeat(10_000, "if $on and $on { include m::c# }\n")+"}\n", "manifests/site.pp", "include m::all\n"),
		"keys for a known release": with(data(repeat(30_000, "apache::mod::x#::proxy_via: 1\napache::serve_#: 1\n")), "Puppetfile", "mod 'puppetlabs/apache', '12.2.0'\n", "manifests/site.pp", "include apache\n"),
		"classes of known releases": with(data("classes: ["+repeat(40_000, "apache::mod::statu_#, ")+"]\n"), "Puppetfile", repeat(20_000, "mod 'acme/m#', '1.0.0'\n")+"mod 'puppetlabs/apache', '12.2.0'\n",
			"manifests/site.pp", "lookup('classes', Array, 'unique').include\n"),
		"files of a glob":      filesOf(3000, "version: 5\nhierarchy: [{name: A, glob: '*.yaml'}]\n", "data/f#.yaml", repeat(20, "k#: @\n")),
		"hierarchies in data":  filesOf(10_000, "", "hieradata/f#.yaml", ":hierarchy: [a#]\na::b: 1\n"),
		"short names of nodes": filesOfNodes("node 'web-servr#a.example.com' { }\nnode 'web-servr#a.example.org' { }\n"),
	} {
		add(name, files)
	}
	return trees
}

// filesOf returns n files with a path and text in which # and @ are their numbers, and a hiera.yaml unless that is empty.
func filesOf(n int, config, path, text string) map[string]string {
	files := map[string]string{".git/HEAD": ""}
	if config != "" {
		files["hiera.yaml"] = config
	}
	for i := range n {
		files[strings.ReplaceAll(path, "#", itoa(i))] = strings.NewReplacer("#", itoa(i), "@", itoa(i)).Replace(text)
	}
	return files
}

// filesOfNodes returns data files of 3,000 nodes, and 10,000 times as many node definitions as line has.
func filesOfNodes(line string) map[string]string {
	files := with(data("a: 1\n"), "hiera.yaml", "version: 5\nhierarchy: [{name: N, path: 'nodes/%{trusted.certname}.yaml'}]\n", "manifests/site.pp", repeat(10_000, line))
	for i := range 3000 {
		files[fmt.Sprintf("data/nodes/web-servr%da.yaml", i)] = "a: 1\n"
		files[fmt.Sprintf("data/nodes/web-servr%da.example.com.yaml", i)] = "a: 1\n"
	}
	return files
}
