package hostile

import "strings"

// odd returns trees with directories and files that can hardly be fixed: links, files without permissions, and files that
// change while they are fixed.
func odd() []tree {
	const broken = "k: 1   \nl: '%{::fqdn}'\nm: yes\nk: 2\n"
	var trees []tree
	add := func(name, script string) {
		for _, args := range [][]string{{"lint", "--fix", "--unsafe-fixes", "."}, {"lint", "--diff", "--unsafe-fixes", "."}, {"lint", "--add-suppressions", "x", "."}, {"baseline"}} {
			trees = append(trees, tree{Name: "odd: " + name + " (" + strings.Join(args, " ") + ")", Files: with(data(broken), "data/other.yaml", broken), Script: script, Nobody: true, Args: args, Exit: []int{0, 1, 2, 3, 4}})
		}
	}
	add("a directory that may not be written", "chmod a-w data .")
	add("a file that may not be written", "chmod a-w data/common.yaml")
	add("a directory that may not be read", "chmod a-r data")
	add("hard links", "for i in $(seq 100); do ln data/common.yaml data/h$i.yaml; done")
	add("links to each other", "for i in $(seq 100); do ln -s common.yaml data/l$i.yaml; done; ln -s loop2 data/loop1; ln -s loop1 data/loop2; ln -s . data/self; ln -s .. data/up")
	add("a link to a file outside", "printf 'k: 1   \\nk: 2\\n' > ../outside.yaml; ln -s $(dirname $PWD)/outside.yaml data/o.yaml")
	add("a file that changes", "(for i in $(seq 400); do printf 'k: 1   \\nk: %s\\nl: \"%%{::fqdn}\"\\n' $i > data/common.yaml; sleep 0.005; done) >/dev/null 2>&1 &")
	add("a file that is replaced by a link", "(for i in $(seq 200); do rm -f data/common.yaml; ln -s /dev/zero data/common.yaml; sleep 0.005; rm -f data/common.yaml; printf 'k: 1   \\nk: 2\\n' > data/common.yaml; sleep 0.005; done) >/dev/null 2>&1 &")
	add("a file that is replaced by a pipe", "(for i in $(seq 200); do rm -f data/common.yaml; mkfifo data/common.yaml; sleep 0.005; rm -f data/common.yaml; printf 'k: 1   \\nk: 2\\n' > data/common.yaml; sleep 0.005; done) >/dev/null 2>&1 &")
	add("a file that grows", "(for i in $(seq 400); do echo \"g$i: '%{::fqdn}'\" >> data/common.yaml; sleep 0.005; done) >/dev/null 2>&1 &")
	add("a directory that is removed", "(sleep 0.05; rm -rf data) >/dev/null 2>&1 &")
	add("a directory that becomes a link", "(sleep 0.05; mv data old; ln -s / data) >/dev/null 2>&1 &")
	add("temporary files that exist", "for i in $(seq 300); do touch data/.common.yaml.$i data/.hieralint$i data/common.yaml.tmp; done; mkdir data/common.yaml~")
	add("carriage returns and byte order marks", "printf '\\357\\273\\277k: 1   \\r\\nk: 2\\r\\nl: \"%%{::fqdn}\"\\r\\n' > data/common.yaml; printf '\\377\\376k\\0:\\0 \\0001\\0\\n\\0' > data/other.yaml")
	add("no line break at the end", "printf \"k: '%%{::fqdn}'   \" > data/common.yaml")
	add("a sticky directory", "chmod 1777 data; chmod u+s data/common.yaml")
	add("a baseline that is a directory", "mkdir .hieralint-baseline.json")
	add("a baseline that is a pipe", "mkfifo .hieralint-baseline.json")
	add("a baseline that is a link to /dev/zero", "ln -s /dev/zero .hieralint-baseline.json")
	return trees
}

// described returns trees with facts, baselines, and settings in each form that they can have, at extremes.
func described() []tree {
	var trees []tree
	fact := func(name, path, text string, more ...string) {
		files := with(with(data("k: \"%{facts.role}\"\nl: \"%{facts.a.a.a}\"\n"), "hiera.yaml", "version: 5\nhierarchy:\n  - {name: r, path: '%{facts.role}/%{facts.a.b}.yaml'}\n  - {name: c, path: common.yaml}\n", path, text), more...)
		for _, args := range [][]string{{"lint", "--facts", "facts", "."}, {"lookup", "--facts", "facts", "--nodes", "all", "k"}, {"why", "--facts", "facts", "k"}, {"nodes", "--facts", "facts", "."}} {
			trees = append(trees, tree{Name: "described: " + name + " (" + args[0] + ")", Files: files, Args: args, Exit: []int{0, 1, 2, 3}, IsSafe: true})
		}
	}
	rows := func(n int, row string) string {
		return "[" + repeat(n, row+",") + `{"certname":"z","name":"role","value":"web"}]`
	}
	fact("rows of PuppetDB for 20,000 nodes", "facts/a.json", rows(20_000, `{"certname":"n#","name":"role","value":"r#","environment":"production"}`))
	fact("100,000 rows of PuppetDB for a node", "facts/a.json", rows(100_000, `{"certname":"n","name":"f#","value":{"a":[#]}}`))
	fact("rows of PuppetDB that repeat a fact", "facts/a.json", rows(50_000, `{"certname":"n","name":"role","value":"r#"}`))
	fact("factsets of PuppetDB", "facts/a.json", "["+repeat(5000, `{"certname":"n#","facts":{"href":"/x","data":[{"name":"role","value":"r#"},{"name":"a","value":{"b":"#"}}]}},`)+`{"certname":"z","facts":{"data":[]}}]`)
	fact("inventory of PuppetDB", "facts/a.json", "["+repeat(5000, `{"certname":"n#","facts":{"role":"r#","a":{"b":"#"}},"trusted":{"extensions":{"pp_role":"#"}}},`)+`{"certname":"z","facts":{}}]`)
	fact("resources of PuppetDB", "facts/a.json", "["+repeat(20_000, `{"certname":"n#","type":"File","title":"/a#","parameters":{}},`)+`{}]`)
	fact("rows of other types", "facts/a.json", `[1, null, "x", [], {"certname": 7, "name": [], "value": {}}, {"certname": "a"}, {"facts": 5}, {"certname": {"a": 1}, "facts": []}]`)
	fact("900 levels of a fact", "facts/a.json", `{"role":"web","a":`+strings.Repeat(`{"a":`, 900)+"1"+strings.Repeat("}", 900)+"}")
	fact("anchors in a circle", "facts/a.yaml", "role: web\na: &a\n  a: *a\n")
	fact("anchors that double", "facts/a.yaml", "role: web\na0: &a0 {x: 1}\n"+lines(40, func(b *strings.Builder, i int) {
		b.WriteString("a" + itoa(i+1) + ": &a" + itoa(i+1) + " {l: *a" + itoa(i) + ", r: *a" + itoa(i) + "}\n")
	}))
	fact("merge keys in a circle", "facts/a.yaml", "role: web\na: &a\n  <<: *a\n  b: 1\n")
	fact("facts of puppet facts in YAML with Ruby tags", "facts/a.yaml", "--- !ruby/object:Puppet::Node::Facts\nname: x\nvalues: !ruby/hash:Foo\n  role: web\n  a: !ruby/object:Kernel {}\ntimestamp: 2020-01-01\n")
	fact("numbers of a megabyte", "facts/a.json", `{"role":1`+strings.Repeat("0", 1<<20)+`,"a":1e999999999}`)
	fact("an invalid certname", "facts/a.json", `{"certname":"../../../etc/passwd\u0000\u001b[2J\n::error::x","facts":{"role":"../../../../etc","a":{"b":"passwd\u0000"}}}`)
	fact("a role of paths", "facts/a.json", `{"certname":"x","facts":{"role":"`+strings.Repeat("../", 50_000)+`etc","a":{"b":"`+strings.Repeat("a/", 50_000)+`"}}}`)
	fact("100,000 files of facts", "facts/a.json", `{"role":"web"}`, many(20_000, "facts/n#.json", `{"certname":"n#","facts":{"role":"r#"}}`)...)
	fact("facts in 500 directories", "facts/a.json", `{"role":"web"}`, "facts/"+strings.Repeat("d/", 500)+"x.json", `{"role":"web"}`)
	fact("300 nodes with 2,000 structured facts", "facts/a.json", `{"role":"web"}`, many(300, "facts/n#.json", `{"certname":"n#","facts":{"role":"r#"`+strings.ReplaceAll(repeat(2000, `,"f@":{"a":#,"b":[1,2,{"c":#}],"d":"x"}`), "@", "")+`}}`)...)
	fact("JSON lines", "facts/a.json", strings.Repeat("{\"role\":\"web\"}\n", 100_000))
	fact("facts of 30 MB in a string", "facts/a.json", `{"role":"web","a":"`+strings.Repeat("x", 30<<20)+`"}`)
	fact("an array of 5 million numbers", "facts/a.json", `{"role":"web","a":[`+strings.Repeat("1,", 5_000_000)+`1]}`)
	setting := func(name, text string) {
		for _, args := range [][]string{{"lint", "."}, {"config", "verify"}, {"config", "show", "data/common.yaml"}} {
			trees = append(trees, tree{Name: "described: settings with " + name + " (" + strings.Join(args, " ") + ")", Files: with(data("k: 1\nk: 2\n"), ".hieralint.yaml", text), Args: args, Exit: []int{0, 1, 2}, IsSafe: true})
		}
	}
	for name, text := range map[string]string{
		"the largest max_file_size": "max_file_size: 9223372036854775807\n", "a negative max_file_size": "max_file_size: -1\n", "a max_file_size of 1 MB": "max_file_size: " + strings.Repeat("9", 1<<20) + "\n", "a small max_file_size": "max_file_size: 1\n", "a max_file_size with a unit": "max_file_size: 1e9\n",
		"100,000 facts": "known_facts: [" + repeat(100_000, "f#, ") + "x]\n", "100,000 nodes": "nodes:\n" + repeat(20_000, "  n#: {facts: {a: {b: [#]}}}\n"), "itself as a baseline": "baseline: .hieralint.yaml\n", "a baseline outside": "baseline: ../../../../../etc/passwd\n", "facts outside": "facts: [/proc, /dev, /etc/passwd]\n",
		"environments outside": "environments: [{path: /, hiera_config: /dev/zero, modulepath: [/, /usr]}]\n", "environments in a circle": "environments:\n" + repeat(2000, "  - {path: 'a/../a/../#/..'}\n"), "aliases": "a: &a {b: *a}\n", "patterns of braces": "exclude: ['" + strings.Repeat("{a,b,c}", 2000) + "']\n", "patterns of nested braces": "exclude: ['" + strings.Repeat("{a,", 300) + strings.Repeat("}", 300) + "']\n",
		"ignore_keys of all": "ignore_keys: ['*', '**', '" + strings.Repeat("*", 10_000) + "']\n", "hostile names": "\"\\e[2J\\n::error::x\\u202e\": 1\nrules: {\"\\e[2J\\n::error::x\\u202e\": off}\nexclude: [\"\\e[2J\\u202e\"]\n", "an entry for each rule": "rules: {" + strings.Repeat("yaml-duplicate-key: error, ", 20_000) + "empty-data-file: off}\n",
		"dates": "suppressions: {ignore: [{rules: [yaml-duplicate-key], until: 99999999999-01-01, reason: x}, {rules: [yaml-duplicate-key], until: 0000-00-00, reason: x}, {rules: [yaml-duplicate-key], until: 2020-13-45, reason: x}]}\n", "private keys outside": "private_keys: [/, /etc, /proc/self/mem, /dev/zero]\n",
		"modules outside": "modules: [/, /usr/share]\nmodulepath: /\n", "a profile of lists": "profile: [[[[]]]]\nfail_on: {a: b}\nmin_severity: 7\n",
	} {
		setting(name, text)
	}
	known := func(name, text string) {
		for _, args := range [][]string{{"lint", "--baseline", "b.json", "."}, {"baseline", "--output", "b.json", "."}, {"baseline", "--prune", "--output", "b.json"}} {
			trees = append(trees, tree{Name: "described: a baseline of " + name + " (" + strings.Join(args, " ") + ")", Files: with(data("k: 1\nk: 2\n"), "b.json", text), Args: args, Exit: []int{0, 1, 2, 3}, IsSafe: true})
		}
	}
	known("SARIF", `{"version":"2.1.0","$schema":"x","runs":[{"tool":{"driver":{"name":"hieralint"}},"results":[`+repeat(50_000, `{"ruleId":"yaml-duplicate-key","message":{"text":"#"}},`)+`{}]}]}`)
	known("a lint report", `{"version":1,"findings":[`+repeat(50_000, `{"rule":"yaml-duplicate-key","path":"data/common.yaml","line":#},`)+`{}]}`)
	known("a million entries", `{"version":1,"entries":[`+strings.Repeat(`{"rule":"x","path":"y","fingerprint":"z","count":1},`, 500_000)+`{}]}`)
	known("30 MB in a string", `{"version":1,"entries":[{"rule":"`+strings.Repeat("x", 30<<20)+`"}]}`)
	known("hostile names", `{"version":1,"entries":[{"rule":"\u001b[2J\n::error::x\u202e","path":"\u001b[2J/../../x","fingerprint":"\u0000","count":9223372036854775807}]}`)
	known("equal keys", `{"version":1,"version":2,`+strings.Repeat(`"entries":[],`, 100_000)+`"entries":[]}`)
	known("100,000 levels", `{"version":1,"entries":`+strings.Repeat(`[{"a":`, 50_000)+"1")
	known("large numbers", `{"version":1e400,"entries":[{"rule":"yaml-duplicate-key","path":"data/common.yaml","count":1e400}]}`)
	known("the next version", `{"version":99,"entries":[]}`)
	puppetfile := func(name, text string) {
		for _, args := range [][]string{{"lint", "."}, {"keys", "."}, {"environments", "."}} {
			trees = append(trees, tree{Name: "described: a Puppetfile of " + name + " (" + args[0] + ")", Files: with(data("k: 1\napache::p: 1\n"), "Puppetfile", text), Args: args, Exit: []int{0, 1, 3}, IsSafe: true})
		}
	}
	puppetfile("16,000 known modules in all versions", repeat(16_000, "mod 'puppetlabs/apache', '1.#.0'\nmod 'puppetlabs-stdlib', '#.0.0'\n"))
	puppetfile("nested blocks", strings.Repeat("[1].each do |x|\n", 50_000)+strings.Repeat("end\n", 50_000))
	puppetfile("nested hashes", "mod 'a/b', "+strings.Repeat("{:git => ", 50_000)+strings.Repeat("}", 50_000)+"\n")
	puppetfile("nested strings", "mod \""+strings.Repeat("#{\"", 50_000)+strings.Repeat("\"}", 50_000)+"\"\n")
	puppetfile("nested parentheses", "mod("+strings.Repeat("(", 100_000)+"'a/b'"+strings.Repeat(")", 100_000)+")\n")
	puppetfile("UTF-16", "\xff\xfe"+strings.Join(strings.Split("mod 'a/b'\n", ""), "\x00")+"\x00")
	puppetfile("Latin-1", "# encoding: iso-8859-1\nmod '\xe4/\xf6', '\xfc'\n"+strings.Repeat("\xff\xfe\x80", 500_000))
	puppetfile("carriage returns", strings.Repeat("mod 'a/b'\r", 200_000))
	puppetfile("percent literals", strings.Repeat("mod %q(", 100_000)+strings.Repeat(")", 100_000)+"\n"+strings.Repeat("%w[a b] %i{c d} ", 50_000))
	puppetfile("methods", repeat(20_000, "def m#(x) mod x, m@(x) end\nm#('a/b#')\n"))
	puppetfile("loops", "%w["+repeat(3000, "m# ")+"].each { |a| %w["+repeat(3000, "n# ")+"].each { |b| mod \"#{a}/#{b}\" } }\n")
	puppetfile("__END__ and =begin", strings.Repeat("=begin\nmod 'a/b'\n=end\n", 100_000)+"__END__\n"+strings.Repeat("mod 'c/d'\n", 100_000))
	puppetfile("hostile names", "mod \"\\e[2J\\n::error::x/\\u202e\", \"\\e[2J\"\nmod '../../x', :git => '--upload-pack=touch stolen', :ref => '--output=stolen', :install_path => '/'\nforge '\x1b[2J'\nmoduledir '/'\n")
	puppetfile("ranges", repeat(5000, "mod 'puppetlabs/stdlib', '>= #.0.0 < 9.0.0 || ~ #.x || ^#.2'\n")+"mod 'puppetlabs/apt', '"+strings.Repeat(">= 1.0.0 ", 200_000)+"'\n")
	return trees
}

// many returns the paths and texts of n files, with the number of each for `#`.
func many(n int, path, text string) []string {
	var files []string
	for i := range n {
		files = append(files, strings.ReplaceAll(path, "#", itoa(i)), strings.ReplaceAll(text, "#", itoa(i)))
	}
	return files
}
