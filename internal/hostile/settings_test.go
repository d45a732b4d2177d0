package hostile

import (
	"fmt"
	"slices"
	"strings"
)

// accepted are the trees with valid settings or facts, and wrong those that also have errors. In
// the other trees, the settings or facts are rejected.
var (
	accepted = []string{
		"100,000 excluded paths", "20,000 overrides of each of 10,000 files", "100,000 excluded paths and 10,000 files", "1,400,000 times the same excluded path", "1,000 overrides for 2,000 files", "nested braces", "100,000 unknown rules", "a baseline of 100,000 entries", "100,000 facts",
		"facts of a fact of 3 MB", "facts that refer to themselves", ".gitignore of 100,000 negations", ".gitignore of brackets",
		".gitignore of backslashes", ".gitignore of a long line", ".gitignore of an unclosed bracket", ".gitignore of 5 million patterns", ".gitignore of long patterns", ".gitignore of 300,000 patterns", ".gitignore in 2,000 folders", "environment.conf of sections", "Puppetfile of 100,000 modules without quotes",
		"Puppetfile of variables that double", "Puppetfile of 300,000 added strings",
	}
	wrong = []string{"environment.conf of braces", "environment.conf of variables", "metadata.json of 100,000 dependencies"}
)

// settings returns trees whose configuration, facts, baselines, and ignore files are large or hostile.
func settings() []tree {
	configured := func(name, settings string, more ...string) tree {
		return lint("settings: "+name, with(with(data("k: 1\nl: \"%{facts.role}\"\n"), ".hieralint.yaml", settings), more...))
	}
	facts := func(name, path, text string) tree {
		return tree{Name: "settings: " + name, Files: with(data("k: \"%{facts.role}\"\n"), path, text), Args: []string{"lint", "--facts", "facts", "."}}
	}
	trees := []tree{
		configured("100,000 excluded paths", "exclude:\n"+repeat(100_000, "  - 'data/x#/**'\n")),
		lint("settings: 1,000 overrides for 2,000 files", with(nodeFiles(2000), ".hieralint.yaml", "overrides:\n"+repeat(1000, "  - paths: ['data/**/x#*.yaml']\n    rules: {unused-key: 'off'}\n"))),
		lint("settings: 20,000 overrides of each of 10,000 files", with(nodeFiles(10_000), ".hieralint.yaml", "overrides:\n"+strings.Repeat("  - {paths: [data], rules: {unused-key: 'off'}}\n", 20_000))),
		lint("settings: 100,000 excluded paths and 10,000 files", with(nodeFiles(10_000), ".hieralint.yaml", "exclude:\n"+repeat(100_000, "  - data/x#/**\n"))),
		configured("1,400,000 times the same excluded path", "exclude: ["+strings.Repeat("a, ", 1_400_000)+"b]\n"),
		configured("2,000 excluded paths with wildcards", "exclude:\n"+repeat(2000, "  - '*[b]#*'\n")),
		configured("unclosed braces", "exclude: ['"+strings.Repeat("{a,", 20_000)+"']\n"),
		configured("nested braces", "exclude: ['"+strings.Repeat("{a,b}", 200)+"']\n"),
		configured("unclosed brackets", "exclude: ['"+strings.Repeat("[", 50_000)+"']\n"),
		configured("100,000 unknown settings", repeat(100_000, "unknown#: 1\n")),
		configured("100,000 unknown rules", "rules:\n"+repeat(100_000, "  rule#: off\n")),
		configured("one setting 50,000 times", strings.Repeat("baseline: x\n", 50_000)),
		configured("a billion laughs", "a0: &a0 [x,x,x,x,x,x,x,x,x]\n"+lines(12, func(b *strings.Builder, i int) {
			n := "*a" + itoa(i)
			b.WriteString("a" + itoa(i+1) + ": &a" + itoa(i+1) + " [" + n + "," + n + "," + n + "," + n + "," + n + "]\n")
		})),
		configured("100,000 levels", "exclude: "+strings.Repeat("[", 100_000)+"\n"),
		configured("a line of 3 MB", "exclude: ['"+strings.Repeat("x", 3<<20)+"']\n"),
		configured("NUL", strings.Repeat("\x00", 100_000)),
		configured("invalid UTF-8", strings.Repeat("\xff: \xfe\n", 100_000)),
		configured("a baseline of 100,000 entries", "baseline: b.json\n", "b.json", `{"version":1,"entries":[`+repeat(100_000, `{"rule":"yaml-duplicate-key","path":"data/x#.yaml","fingerprint":"#","count":1},`)+`{}]}`),
		configured("a baseline of brackets", "baseline: b.json\n", "b.json", strings.Repeat("[", 500_000)),
		configured("a baseline of one string", "baseline: b.json\n", "b.json", `{"version":"`+strings.Repeat("\\u0000", 500_000)),
		facts("100,000 facts", "facts/n.json", `{"role":"web"`+repeat(100_000, `,"f#":"v"`)+`}`),
		facts("facts of 100,000 levels", "facts/n.json", strings.Repeat(`{"a":`, 100_000)),
		facts("facts of YAML levels", "facts/n.yaml", "a: "+strings.Repeat("[", 100_000)+"\n"),
		facts("facts with billions of laughs", "facts/n.yaml", "a0: &a0 [x,x,x,x,x,x,x,x,x]\n"+lines(12, func(b *strings.Builder, i int) {
			n := "*a" + itoa(i)
			b.WriteString("a" + itoa(i+1) + ": &a" + itoa(i+1) + " [" + n + "," + n + "," + n + "," + n + "," + n + "]\n")
		})),
		facts("facts of a fact of 3 MB", "facts/n.json", `{"role":"`+strings.Repeat("x/../", 600_000)+`"}`),
		facts("facts that refer to themselves", "facts/n.json", `{"role":"%{facts.role}%{facts.role}"}`),
		facts("facts of NUL", "facts/n.json", strings.Repeat("\x00", 100_000)),
		facts("facts with the same name", "facts/n.json", "["+repeat(20_000, `{"certname":"same","facts":{"role":"#"}},`)+`{}]`),
		lint("settings: .gitignore of 100,000 negations", with(data("k: 1\n"), ".gitignore", repeat(100_000, "!a#\n"))),
		lint("settings: .gitignore of a long line", unclaimed(strings.Repeat("*x", 4<<20)+"\n")),
		lint("settings: .gitignore of an unclosed bracket", unclaimed(strings.Repeat("[", 8<<20)+"\n")),
		lint("settings: .gitignore of 5 million patterns", unclaimed(strings.Repeat("a\n", 5<<20))),
		lint("settings: .gitignore of long patterns", unclaimed(strings.Repeat(strings.Repeat("a?", 2000)+"\n", 2000))),
		lint("settings: .gitignore of 300,000 patterns", unclaimed(repeat(300_000, "**/a#/**/b*\n"))),
		lint("settings: .gitignore of brackets", with(data("k: 1\n"), ".gitignore", strings.Repeat(strings.Repeat("[a-z", 200)+"\n", 200))),
		lint("settings: .gitignore of backslashes", with(data("k: 1\n"), ".gitignore", strings.Repeat("\\", 500_001)+"\n")),
		lint("settings: .gitignore in 2,000 folders", ignoredFolders(2000)),
		lint("settings: environment.conf of sections", with(data("k: 1\n"), "environment.conf", repeat(100_000, "[s#]\n"))),
		lint("settings: environment.conf of braces", with(data("k: 1\n"), "environment.conf", "modulepath = "+strings.Repeat("{a,b}", 5000)+"\n")),
		lint("settings: environment.conf of variables", with(data("k: 1\n"), "environment.conf", "modulepath = "+strings.Repeat("$a:", 50_000)+"\n")),
		lint("settings: metadata.json of 100,000 dependencies", with(data("k: 1\n"), "modules/m/metadata.json", `{"name":"a-m","dependencies":[`+repeat(100_000, `{"name":"a/d#"},`)+`{}]}`)),
		lint("settings: Puppetfile of variables that double", with(data("k: 1\n"), "Puppetfile", "v0 = 'xxxxxxxx'\n"+lines(60, func(b *strings.Builder, i int) { fmt.Fprintf(b, "v%d = \"#{v%d}#{v%d}\"\n", i+1, i, i) })+"mod 'a/b', :git => v60\n")),
		lint("settings: Puppetfile of 300,000 added strings", with(data("k: 1\n"), "Puppetfile", "mod 'a/b', :git => "+repeat(300_000, "'x' + ")+"'x'\n")),
		lint("settings: Puppetfile of 100,000 modules without quotes", with(data("k: 1\n"), "Puppetfile", repeat(100_000, "mod a#\n"))),
	}
	for i := range trees {
		name := strings.TrimPrefix(trees[i].Name, "settings: ")
		switch {
		case slices.Contains(accepted, name):
			trees[i].Exit = []int{0}
		case slices.Contains(wrong, name):
			trees[i].Exit = []int{1}
		default:
			trees[i].Exit = []int{2}
		}
	}
	return trees
}

// unclaimed returns a tree with files that no level reads, so that the .gitignore is read.
func unclaimed(ignore string) map[string]string {
	files := with(data("k: 1\nm::a: x\n"), "modules/m/manifests/init.pp", "class m($a) { }\n", ".gitignore", ignore)
	for i := range 500 {
		files["unread/n/"+itoa(i)+".yaml"] = "k: 1\n"
	}
	return files
}

// nodeFiles returns a tree with n data files.
func nodeFiles(n int) map[string]string {
	files := data("k: 1\n")
	for i := range n {
		files["data/nodes/n"+itoa(i)+".yaml"] = "k: 1\n"
	}
	return files
}

func ignoredFolders(n int) map[string]string {
	files := data("k: 1\n")
	for i := range n {
		files["data/d"+itoa(i)+"/.gitignore"] = "*.tmp\n!x\n**/a\n"
		files["data/d"+itoa(i)+"/x.yaml"] = "k: 1\n"
	}
	return files
}

// outputs returns trees with many findings, for each format and command.
func outputs() []tree {
	many := data(repeat(30_000, "k#: \"%{lookup('missing#')}\"\n"))
	var trees []tree
	for _, format := range []string{"text", "json", "sarif", "html", "github", "gitlab", "checkstyle", "junit", "compact", "rdjson"} {
		trees = append(trees, tree{Name: "output: 30,000 findings as " + format, Files: many, Args: []string{"lint", "--format", format, "."}, Exit: []int{0, 1, 4}})
	}
	command := func(name string, args ...string) {
		trees = append(trees, tree{Name: "output: " + name, Files: data(keys(100_000)), Args: args, Exit: []int{0, 1, 2, 4}})
	}
	command("100,000 keys", "keys", ".")
	command("100,000 keys as JSON", "keys", "--format", "json", ".")
	command("nodes", "nodes", ".")
	command("environments", "environments", ".")
	fixed := data(repeat(50_000, "k#: 'x'   \n"))
	trees = append(trees,
		tree{Name: "output: 50,000 fixes", Files: fixed, Args: []string{"lint", "--fix", "."}, Exit: []int{0, 1, 4}},
		tree{Name: "output: 50,000 fixes as a diff", Files: fixed, Args: []string{"lint", "--fix", "--diff", "."}, Exit: []int{0, 1, 4}},
		tree{Name: "output: a baseline of 30,000 findings", Files: many, Args: []string{"baseline", "."}, Exit: []int{0, 1, 2, 4}},
	)
	for _, kind := range []struct{ name, line string }{
		{"empty values", "k#:\n"},
		{"long names", "k#::" + strings.Repeat("a", 200) + ": 1\n"},
		{"octal numbers", "k#: 0777\n"},
		{"booleans of YAML 1.1", "k#: yes\n"},
		{"Windows paths", "k#: \"C:\\\\x\"\n"},
		{"tabs", "k#: 1\t# x\n"},
		{"aliases inside of strings", "k#: \"a %{alias('k0')}\"\n"},
		{"tokens of old functions", "k#: \"%{hiera('x#')}\"\n"},
		{"empty tokens", "k#: \"%{}\"\n"},
		{"undefined facts", "k#: \"%{facts.nothing#}\"\n"},
		{"legacy facts", "k#: \"%{::ipaddress_eth#}\"\n"},
		{"class keys without a class", "m::c#::p: 1\n"},
		{"dotted keys", "a.b#: 1\n"},
		{"keys with blanks", "'a b#': 1\n"},
		{"numbers as keys", "#: 1\n"},
		{"broken ENC", "k#: ENC[PKCS7,abc#\n"},
	} {
		trees = append(trees, lint("output: 30,000 "+kind.name, data(repeat(30_000, kind.line))))
	}
	return trees
}
