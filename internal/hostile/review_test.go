package hostile

import (
	"fmt"
	"strings"
)

// reviews returns trees for commands that compare trees, or that look up a key on all nodes.
func reviews() []tree {
	const levels = "version: 5\nhierarchy:\n  - {name: node, path: \"nodes/%{trusted.certname}.yaml\"}\n  - {name: role, path: \"role/%{facts.role}.yaml\"}\n  - {name: tier, path: \"tier/%{facts.tier}.yaml\"}\n  - {name: common, path: common.yaml}\n"
	files := func(n int, dirs ...string) map[string]string {
		files := with(data("c0: 1\nlookup_options: {c0: {merge: unique}}\n"), "hiera.yaml", levels)
		for i := range n {
			for _, dir := range dirs {
				files["data/"+dir+"/"+itoa(i)+".yaml"] = "c0: [1, " + itoa(i) + "]\n"
			}
		}
		return files
	}
	many := func(n int) map[string]string {
		files := files(n, "nodes")
		for i := range n {
			files["facts/"+itoa(i)+".json"] = fmt.Sprintf(`{"certname": "%d", "role": "%d", "tier": "%d"}`, i, i%50, i%7)
		}
		return files
	}
	crowds := crowded()
	crowds["30,000 keys"] = repeat(30_000, "c#: 1\n")
	crowds["30,000 references to a key"] = "c0: 1\n" + repeat(30_000, "r#: \"%{lookup('c0')}\"\n")
	crowds["a list of 100,000 items"] = "c0:\n" + repeat(100_000, "- x1#\n")
	crowds["a hash of 50,000 entries"] = "c0:\n" + repeat(50_000, "  k#: 1\n")
	crowds["a string of 2 MB"] = "c0: \"" + strings.Repeat("x1 ", 700_000) + "\"\n"
	crowds["100,000 keys"] = "c0: 1\n" + repeat(100_000, "k#: 1\n")
	crowds["5,000 aliases of a hash of 10,000 entries"] = "c0:\n" + repeat(10_000, "  k#: 1\n") + repeat(5_000, "r#: \"%{alias('c0')}\"\n")
	crowds["5,000 hashes with a hash of 10,000 entries"] = "c0:\n" + repeat(10_000, "  k#: 1\n") + repeat(5_000, "r#: {a: \"%{alias('c0')}\"}\n")
	crowds["3,000 strings with a hash of 10,000 entries"] = "c0:\n" + repeat(10_000, "  k#: 1\n") + repeat(3_000, "r#: \"x%{lookup('c0')}\"\n")
	crowds["10,000 arrays"] = "c0:\n" + repeat(10_000, "  k#: [x1, x11, x111, x1111, x11111, x111111]\n")
	crowds["a broken file"] = "c0: 1\n" + strings.Repeat("[", 100_000)
	var trees []tree
	add := func(name string, files map[string]string, script string, exit []int, args ...string) {
		trees = append(trees, tree{Name: "review: " + strings.Join(args, " ") + " on " + name, Files: files, Script: script, Args: args, Exit: exit})
	}
	const changed = repository + "sed -i 's/1/2/g; s/x/y/' data/common.yaml"
	for name, common := range crowds {
		if name != "a chain of lookups" { // both sides look up each key of the chain, which takes 10 seconds
			for _, format := range []string{"text", "json", "markdown", "html"} {
				add(name, data(common), changed, []int{0}, "diff", "--format", format)
			}
			add(name, data(common), repository+"rm data/common.yaml", []int{0}, "diff")
		}
		add(name, data(common), changed, []int{0, 1}, "why", "c0")
		add(name, data(common), changed, []int{0, 1}, "why", "--format", "json", "c0")
		add(name, data(common), "true", []int{0, 1}, "lookup", "--nodes", "all", "c0")
		add(name, data(common), "true", []int{0, 1}, "lookup", "--nodes", "all", "--explain", "c0")
	}
	const moved = repository + "mkdir data/other && for f in data/*/*.yaml; do sed -i 's/1/2/' $f; done"
	for name, tree := range map[string]map[string]string{"300 roles and tiers": files(300, "role", "tier"), "2,000 roles": files(2000, "role"), "2,000 nodes": many(2000)} {
		facts := []string{}
		if name == "2,000 nodes" {
			facts = []string{"--facts", "facts"}
		}
		for _, args := range [][]string{{"diff"}, {"diff", "--format", "html"}, {"diff", "--format", "markdown", "--max-size", "1"}, {"diff", "-k", "^c"}, {"diff", "-n", "*"}, {"diff", "--only", "findings"}} {
			add(name, tree, moved, []int{0}, append(args, facts...)...)
		}
		add(name, tree, moved, []int{0}, append([]string{"why", "c0"}, facts...)...)
		add(name, tree, "true", []int{0}, append([]string{"lookup", "c0", "--nodes", "all"}, facts...)...)
		add(name, tree, "true", []int{0}, append([]string{"nodes", "--file", "data/common.yaml"}, facts...)...)
		add(name, tree, "true", []int{0}, append([]string{"nodes", "--format", "json"}, facts...)...)
	}
	add("a pattern that backtracks", data("c0: 1\n"), changed, []int{0, 2}, "diff", "-k", "^(a|a|aa)+$"+strings.Repeat("(c|c)*", 50))
	add("a glob of 1,000 stars", many(100), changed, []int{0, 2}, "diff", "--facts", "facts", "-n", strings.Repeat("*a", 1000))
	return trees
}
