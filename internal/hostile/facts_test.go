package hostile

import (
	"fmt"
	"strings"
)

// manyFacts returns trees in which nodes with facts, patterns, or files multiply with keys.
func manyFacts() []tree {
	level := func(levels string) string {
		return "version: 5\nhierarchy:\n" + levels + "  - {name: c, path: common.yaml}\n"
	}
	nodes := func(n, facts int, value func(node, fact int) int) string {
		return "[" + lines(n, func(b *strings.Builder, i int) {
			fmt.Fprintf(b, `{"certname": "n%d", "facts": {`, i)
			for j := range facts {
				fmt.Fprintf(b, `"f%d": "v%d", `, j, value(i, j))
			}
			b.WriteString("\"z\": 1}},\n")
		}) + `{"certname": "z", "facts": {}}]`
	}
	withFacts := func(name string, files map[string]string, args ...string) tree {
		return tree{Name: "many: " + name, Files: files, Args: append(args, "--facts", "f.json"), Exit: anyFinding}
	}
	unique := with(data(lines(2000, func(b *strings.Builder, i int) { fmt.Fprintf(b, "k%d: '%%{facts.f%d}'\n", i, i%300) })),
		"hiera.yaml", level("  - {name: a, path: '%{facts.f1}/%{facts.f2}.yaml'}\n"), "f.json", nodes(2000, 300, func(node, fact int) int { return node * fact }))
	many := withFacts("2,000 keys that differ on each of 2,000 nodes", unique, "lint")
	many.Says = "not evaluated on every node"
	compared := withFacts("2,000 changed keys that differ on each of 2,000 nodes (diff)", unique, "diff", "--only", "lookups")
	compared.Script, compared.Says = repository+"sed -i \"s/: '/: 'x/\" data/common.yaml", "not compared on every node"
	chain := func(i int) string {
		return fmt.Sprintf("k%d: \"%%{lookup('k%d')}%%{lookup('k%d')}\"\n", i, i+1, (i*7+3)%500)
	}
	levels := with(data(lines(499, func(b *strings.Builder, i int) { b.WriteString(chain(i)) })+"k499: 1\n"), "hiera.yaml", level(repeat(40, "  - {name: l#, path: 'l#/%{facts.f#}.yaml'}\n")),
		"manifests/site.pp", repeat(500, "lookup('k#', String)\n"), "f.json", nodes(300, 40, func(node, fact int) int { return node * fact % 30 }))
	for i := range 1200 {
		levels[fmt.Sprintf("data/l%d/v%d.yaml", i/30, i%30)] = fmt.Sprintf("k%d: \"%%{lookup('k%d')}\"\n", i/30*(i%30)%500, i/30+i%30)
	}
	paths := with(data("k: 1\n"), "hiera.yaml", level(repeat(100, "  - {name: l#, mapped_paths: [facts.l#, x, '%{x}/%{facts.y}.yaml']}\n")),
		"f.json", "{"+repeat(100, `"l#": [`+strings.Repeat(`"a", `, 900)+`"z"], `)+`"y": 1}`)
	return []tree{
		many,
		compared,
		withFacts("a key that differs on each of 2,000 nodes (lookup)", unique, "lookup", "--nodes", "all", "k7"),
		withFacts("40 levels, 300 nodes, and 500 keys that reference each other", levels, "lint"),
		withFacts("mapped paths of 100 lists", paths, "lint"),
		lint("many: 3,000 patterns of lookup_options and 20,000 keys", data("lookup_options:\n"+repeat(3000, "  '^.*k.*#x$': {merge: deep}\n")+repeat(20_000, "k#: {a: 1}\n"))),
		lint("many: an anchor that is defined 60,000 times", data(repeat(60_000, "k#: &a {p: #}\nl#: *a\n"))),
		lint("many: merge keys in a chain of 2,500", data("a0: &a0 {x0: 1}\n"+lines(2499, func(b *strings.Builder, i int) { fmt.Fprintf(b, "a%d: &a%d {<<: *a%d, x%d: 1}\n", i+1, i+1, i, i+1) }))),
	}
}
