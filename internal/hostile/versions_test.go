package hostile

import (
	"fmt"
	"strings"
)

// versions returns trees with a hiera.yaml of version 3 or 4 that is large, or that Puppet would read in a surprising way.
func versions() []tree {
	var trees []tree
	add := func(name string, files map[string]string) {
		trees = append(trees, lint("version "+name, files))
		for _, args := range [][]string{{"lint", "--diff", "--unsafe-fixes", "."}, {"lookup", "k"}, {"lookup", "--explain", "--hiera-config", "hiera.yaml", "k"}, {"nodes", "."}, {"environments", "."}} {
			trees = append(trees, tree{Name: "version " + name + " (" + strings.Join(args, " ") + ")", Files: files, Args: args, Exit: []int{0, 1, 3, 4}})
		}
	}
	third := func(name, hiera string, more ...string) {
		add("3: "+name, with(with(data("k: 1\nl: \"%{hiera('k')}\"\n"), "hiera.yaml", hiera), more...))
	}
	fourth := func(name, hiera string, more ...string) {
		add("4: "+name, with(with(data("k: 1\nl: \"%{hiera('k')}\"\n"), "hiera.yaml", hiera), more...))
	}
	const yaml = ":yaml: {:datadir: data}\n"
	third("20,000 levels", ":backends: [yaml, json]\n:hierarchy:\n"+repeat(20_000, "  - '%{::v#}/l'\n")+yaml)
	third("3,000 backends", ":backends: ["+repeat(3000, "b#, ")+"yaml]\n:hierarchy: [common]\n"+yaml+repeat(3000, ":b#: {:datadir: data}\n"))
	third("one backend 3,000 times with 300 levels", ":backends: ["+strings.Repeat("yaml, ", 3000)+"yaml]\n:hierarchy:\n"+repeat(300, "  - '%{::v#}/l'\n")+yaml)
	third("a datadir that refers to itself", ":backends: yaml\n:hierarchy: common\n:yaml: {:datadir: '%{hiera(\"k\")}%{lookup(\"k\")}%{alias(\"k\")}'}\n")
	third("a datadir of 1 MB", ":backends: yaml\n:hierarchy: common\n:yaml: {:datadir: '"+strings.Repeat("%{::a}/", 150_000)+"'}\n")
	third("the whole disk", ":backends: yaml\n:hierarchy: ['%{::a}/%{::b}/%{::c}', '%{::a}']\n:yaml: {:datadir: /}\n")
	third("levels of stars", ":backends: yaml\n:hierarchy: ["+strings.Repeat("'**/*', ", 5000)+"common]\n"+yaml)
	third("one level of 3 MB", ":backends: yaml\n:hierarchy: ['"+strings.Repeat("%{::a}", 500_000)+"', common]\n"+yaml)
	third("levels that are hashes", ":backends: {a: b}\n:hierarchy: {a: "+strings.Repeat("[", 500)+strings.Repeat("]", 500)+"}\n:yaml: [1]\n:merge_behavior: 7\n")
	third("20,000 unknown settings", ":backends: yaml\n:hierarchy: common\n"+yaml+repeat(20_000, ":s#: {:a: #}\n"))
	third("a logger and a backend of Ruby", ":backends: ['../../../x', yaml, eyaml, 'x; touch stolen']\n:logger: '`touch stolen`'\n:hierarchy: common\n"+yaml+":eyaml: {:datadir: data, :pkcs7_private_key: /dev/zero, :extension: '../../../etc/passwd', :gpg_recipients_file: /dev/zero}\n")
	third("symbols and tags of Ruby", ":backends: !ruby/object:Object {}\n:hierarchy: !ruby/hash:Foo [common]\n:yaml: !ruby/regexp /(a+)+$/\n")
	third("comments beside 20,000 levels", strings.ReplaceAll(":backends: yaml * a\n:hierarchy:\n"+repeat(20_000, "  * b#\n  - 'l#' * c\n")+yaml, "*", "#"))
	third("aliases", "a: &a [&b '%{::x}', *b]\n:backends: &c [yaml]\n:hierarchy: "+strings.Repeat("[*a, ", 300)+strings.Repeat("]", 300)+"\n"+yaml)
	third("2,000 files of two backends", ":backends: [yaml, json]\n:hierarchy: ['%{::a}/%{::b}', '%{::b}/%{::a}', '%{::a}', common]\n"+yaml+":json: {:datadir: data}\n", crossed(45, "k: 1\n")...)
	fourth("20,000 levels", "version: 4\nhierarchy:\n"+repeat(20_000, "  - {name: l#, backend: yaml, path: 'l#/%{facts.a}'}\n"))
	fourth("20,000 paths", "version: 4\nhierarchy:\n  - name: l\n    backend: json\n    paths:\n"+repeat(20_000, "      - 'p#/%{facts.a}'\n"))
	fourth("20,000 names without paths", "version: 4\nhierarchy:\n"+repeat(20_000, "  - {name: 'l#/%{facts.a}', backend: yaml}\n"))
	fourth("the whole disk", "version: 4\ndatadir: /\nhierarchy:\n  - {name: a, backend: yaml, path: '%{facts.a}/%{facts.b}'}\n")
	fourth("unknown backends", "version: 4\nhierarchy:\n"+repeat(5000, "  - {name: l#, backend: '`touch stolen`#'}\n"))
	fourth("a version of 1 MB", "version: "+strings.Repeat("4", 1<<19)+"\nhierarchy: []\n")
	fourth("4.0", "version: 4.0\nhierarchy:\n  - {name: common, backend: yaml}\n")
	fourth("2,000 files", "version: 4\nhierarchy:\n  - {name: a, backend: yaml, path: '%{facts.a}/%{facts.b}'}\n  - {name: b, backend: yaml, path: '%{facts.b}/%{facts.a}'}\n", crossed(45, "k: 1\n")...)
	for _, version := range []string{"0", "6", "-5", "'5'", "5.0", "[5]", "null", "!!float 5", "0x5", "5_", "0b101", "~", "1e400", ".nan"} {
		add(version, with(data("k: 1\n"), "hiera.yaml", "version: "+version+"\nhierarchy:\n  - {name: c, path: common.yaml}\n"))
	}
	return trees
}

// crossed returns the paths and the text of n*n files in n directories.
func crossed(n int, text string) []string {
	var files []string
	for i := range n {
		for j := range n {
			files = append(files, fmt.Sprintf("data/a%d/b%d.yaml", i, j), text)
		}
	}
	return files
}
