package hostile

import (
	"fmt"
	"strings"
)

// limited returns trees that are small on disk or in one file, and large together or where they are used.
func limited() []tree {
	const all = "version: 5\nhierarchy:\n  - name: all\n    glob: '*.yaml'\n"
	says := func(t tree, text string, exit ...int) tree {
		t.Says, t.Exit = text, exit
		return t
	}
	linked := func(name, text, of string) tree {
		t := lint("limit: 60 names of "+name, with(data(text), "hiera.yaml", all))
		t.Script = "for i in $(seq 60); do ln data/common.yaml data/l$i.yaml; done"
		return says(t, of, 3)
	}
	mapped := with(data("k: 1\n"), "hiera.yaml", "version: 5\nhierarchy:\n"+
		lines(200, func(b *strings.Builder, i int) {
			fmt.Fprintf(b, "  - {name: l%d, mapped_paths: [facts.list, x, '%%{x}/%d.yaml']}\n", i, i)
		})+"  - {name: c, path: common.yaml}\n",
		"facts.yaml", "list: ["+lines(20_000, func(b *strings.Builder, i int) { fmt.Fprintf(b, "e%d, ", i) })+"z]\n")
	const mostKeys, tooManyNodes = "more than 131072 keys at their top level together", "does not evaluate it on all of them"
	const mostPaths = "creates more than 100000 paths"
	trees := []tree{
		says(lint("limit: 8 million tokens in one value", data("k: \""+strings.Repeat("%{a}", 31<<18)+"\"\n")), "more than 500000 interpolation tokens", 3),
		linked("1.4 million integers", "k:\n"+lines(1_400_000, func(b *strings.Builder, i int) { fmt.Fprintf(b, "- %d\n", i) }), "more than 2796202 keys, values, and interpolation tokens together"),
		says(lint("limit: 700,000 keys", data(keys(700_000))), mostKeys, 3),
		says(lint("limit: 700,000 keys in five files", with(data("k: 1\n"), append([]string{"hiera.yaml", all}, numbered(5, keys(140_000))...)...)), mostKeys, 3),
		lint("limit: 130,000 keys", data(keys(130_000))),
		says(tree{Name: "limit: a configuration that raises the limit", Files: with(data("k: 1\n"), ".hieralint.yaml", "max_file_size: 1048576\n"), Args: []string{"lint", "."}}, "from 1 to 256", 2),
		says(tree{Name: "limit: a key in 3,000 levels (lookup --nodes)", Files: levelsOf(3000, "k: 1\n"), Args: []string{"lookup", "--nodes", "all", "k"}}, tooManyNodes, 1),
		says(tree{Name: "limit: a key in 3,000 levels (why)", Files: levelsOf(3000, "k: 1\n"), Args: []string{"why", "k"}}, tooManyNodes, 0),
		says(tree{Name: "limit: a merge of 3,000 levels", Files: with(levelsOf(3000, "k: [1]\n", "k: {a: 1}\n"), "data/common.yaml", "k: [0]\nlookup_options: {k: {merge: unique}}\n"), Args: []string{"lint", "."}}, "not evaluated on every node", 1),
		linked("30 MB of text", "k: "+strings.Repeat("x", 30<<20)+"\n", "larger than 256 MiB together"),
		says(tree{Name: "limit: mapped paths in 200 levels", Files: mapped, Args: []string{"lint", "--facts", "facts.yaml", "."}}, "not evaluated on every node", 0),
		says(tree{Name: "limit: mapped paths in 200 levels (lookup)", Files: mapped, Args: []string{"lookup", "--facts", "facts.yaml", "k"}}, mostPaths, 1),
		says(tree{Name: "limit: mapped paths in 200 levels (lookup --nodes)", Files: mapped, Args: []string{"lookup", "--nodes", "all", "--facts", "facts.yaml", "k"}}, mostPaths, 1),
		lint("limit: an alias chain of 5,000 that digs", data(lines(5000, func(b *strings.Builder, i int) { fmt.Fprintf(b, "c%d: {x: \"%%{alias('c%d.x')}\"}\n", i, i+1) })+"c5000: {x: 1}\n")),
		lint("limit: 200 keys with conflicts in 300 levels", mergedIn(300, 200)),
		lint("limit: 500 keys with conflicts in 100 levels", mergedIn(100, 500)),
		{Name: "limit: 20 keys with conflicts in 3,000 levels (diff)", Files: mergedIn(3000, 20), Args: []string{"diff"}, Script: repository + "sed -i 's/k: 1/k: 2/' data/common.yaml", Exit: []int{0}},
		says(lint("limit: a key in 10,000 levels", levelsOf(10_000, "k: 1\n")), "not evaluated on every node", 0),
		lint("limit: 100,000 locations", with(data("k: 1\n"), "hiera.yaml", "version: 5\nhierarchy:\n"+lines(1000, func(b *strings.Builder, i int) {
			fmt.Fprintf(b, "  - {name: l%d, paths: [%s]}\n", i, strings.Repeat("'%{facts.a}.yaml', ", 100))
		}))),
		says(lint("limit: HOCON in 30 files", with(hashesInHOCON(30), "hiera.yaml", "version: 5\nhierarchy: [{name: All, glob: '*.conf', data_hash: hocon_data}]\n")), "more than 2796202 keys", 3),
		lint("limit: HOCON in 5 files", with(hashesInHOCON(5), "hiera.yaml", "version: 5\nhierarchy: [{name: All, glob: '*.conf', data_hash: hocon_data}]\n")),
		says(lint("limit: tokens in 30 files", with(filled(30, "k:\n"+strings.Repeat("- \"%{x}%{y}\"\n", 43_000)), "hiera.yaml", all)), "more than 2796202 keys", 3),
		lint("limit: tokens in 8 files", with(filled(8, "k:\n"+strings.Repeat("- \"%{x}%{y}\"\n", 43_000)), "hiera.yaml", all)),
		says(lint("limit: empty arrays in 30 files", with(filled(30, "k: ["+strings.Repeat("[],", 130_000)+"]\n"), "hiera.yaml", all)), "more than 2796202 keys", 3),
		lint("limit: large hashes that are merged in 15 levels", mergedHashes(15, 65_000)),
		says(lint("limit: integers in 30 files", with(integers(30, 140_000), "hiera.yaml", all)), "more than 2796202 keys", 3),
	}
	for _, args := range [][]string{{"diff", "HEAD"}, {"lint", "--new-from-rev", "HEAD", "."}, {"why", "k"}} {
		trees = append(trees, tree{Name: "limit: a pipe of attributes in a directory (" + args[0] + ")", Files: data("k: 1\n"),
			Script: repository + "mkfifo data/.gitattributes && echo 'k: 2' > data/common.yaml", Args: args, Exit: []int{0, 2}})
	}
	return trees
}

// hashesInHOCON returns n data files with 60,000 hashes each.
func hashesInHOCON(n int) map[string]string {
	files := data("k: 1\n")
	text := "k = [" + lines(60_000, func(b *strings.Builder, i int) { fmt.Fprintf(b, "{a:%d},", i) }) + "0]"
	for i := range n {
		files[fmt.Sprintf("data/%d.conf", i)] = text
	}
	return files
}

// filled returns n data files with the same text.
func filled(n int, text string) map[string]string {
	return with(data("k: 1\n"), numbered(n, text)...)
}

// mergedHashes returns a control repo with a hash in each of n levels, which one lookup merges.
func mergedHashes(n, entries int) map[string]string {
	files := data("lookup_options: {k: {merge: deep}}\n")
	files["hiera.yaml"] = "version: 5\nhierarchy:\n" + lines(n, func(b *strings.Builder, i int) { fmt.Fprintf(b, "  - {name: l%d, path: %d.yaml}\n", i, i) }) +
		"  - {name: c, path: common.yaml}\n"
	for i := range n {
		files[fmt.Sprintf("data/%d.yaml", i)] = "k:\n" + lines(entries, func(b *strings.Builder, j int) { fmt.Fprintf(b, "  k%d: %d\n", j, i) })
	}
	return files
}

// numbered returns names and contents of data files with the same text.
func numbered(n int, text string) []string {
	var files []string
	for i := range n {
		files = append(files, fmt.Sprintf("data/%d.yaml", i), text)
	}
	return files
}

// levelsOf returns a control repo with n levels, each with a variable of its own and a file with one
// of the texts in turn.
func levelsOf(n int, texts ...string) map[string]string {
	files := data("k: 0\n")
	files["hiera.yaml"] = "version: 5\nhierarchy:\n" +
		lines(n, func(b *strings.Builder, i int) {
			fmt.Fprintf(b, "  - {name: l%d, path: 'l%d/%%{facts.v%d}.yaml'}\n", i, i, i)
		}) + "  - {name: c, path: common.yaml}\n"
	for i := range n {
		files[fmt.Sprintf("data/l%d/x.yaml", i)] = texts[i%len(texts)]
	}
	return files
}

// mergedIn returns a control repo with n levels whose values of so many keys cannot be merged.
func mergedIn(n, keys int) map[string]string {
	of := func(value string) string {
		return lines(keys, func(b *strings.Builder, i int) { fmt.Fprintf(b, "k%d: %s\n", i, value) })
	}
	return with(levelsOf(n, of("[1]"), of("{a: 1}")), "data/common.yaml", "k: 1\nlookup_options: {'^k\\d': {merge: unique}}\n")
}

// integers returns a control repo with so many data files of so many different integers.
func integers(files, each int) map[string]string {
	tree := data("k: 1\n")
	for f := range files {
		tree[fmt.Sprintf("data/f%d.yaml", f)] = "k:\n" + lines(each, func(b *strings.Builder, i int) { fmt.Fprintf(b, "- %d\n", f*each+i) })
	}
	return tree
}
