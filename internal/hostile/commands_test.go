package hostile

import (
	"fmt"
	"strings"
)

// crowded returns contents of a data file that are expensive to evaluate, by name.
func crowded() map[string]string {
	return map[string]string{
		"doubling lookups": lines(40, func(b *strings.Builder, i int) {
			fmt.Fprintf(b, "c%d: \"%%{lookup('c%d')}%%{lookup('c%d')}\"\n", i, i+1, i+1)
		}) + "c40: xxxxxxxx\n",
		"a chain of lookups": lines(20_000, func(b *strings.Builder, i int) { fmt.Fprintf(b, "c%d: \"%%{lookup('c%d')}\"\n", i, i+1) }) + "c20000: 1\n",
		"a hub": "hub: \"" + references(3000) + "\"\n" + keys(3000) +
			lines(3000, func(b *strings.Builder, i int) { fmt.Fprintf(b, "c%d: \"%%{lookup('hub')}\"\n", i) }),
		"40,000 variables": lines(40_000, func(b *strings.Builder, i int) { fmt.Fprintf(b, "c%d: \"%%{facts.v%d}\"\n", i, i) }),
		"a billion laughs": "a0: &a0 [x,x,x,x,x,x,x,x,x]\n" + lines(12, func(b *strings.Builder, i int) {
			fmt.Fprintf(b, "a%d: &a%d [*a%d,*a%d,*a%d,*a%d,*a%d,*a%d]\n", i+1, i+1, i, i, i, i, i, i)
		}),
		"one line of 8 MB": "c0: [" + strings.Repeat("aaaaaaa,", 1<<20) + "a]\n",
	}
}

// crowdedCommands are the commands that evaluate keys, for a tree with a key c0.
var crowdedCommands = [][]string{
	{"keys", "."}, {"keys", "--format", "json", "--key", "^c", "."}, {"nodes", "--format", "json", "."}, {"environments", "--format", "json", "."},
	{"lookup", "c0"}, {"lookup", "--explain", "c0"}, {"lookup", "--render-as", "json", "--merge", "deep", "c0"}, {"lint", "--statistics", "."}, {"lint", "data/common.yaml"},
}

// commands returns trees for commands other than lint, and for lint on revisions.
func commands() []tree {
	var trees []tree
	for name, content := range crowded() {
		for _, args := range crowdedCommands {
			trees = append(trees, tree{Name: "command: " + strings.Join(args, " ") + " on " + name, Files: data(content), Args: args, Exit: []int{0, 1, 2, 4}})
		}
		trees = append(trees,
			tree{Name: "command: lookup --batch on " + name, Files: data(content), Args: []string{"lookup", "--batch"}, Stdin: batch(), Exit: []int{0}},
			tree{Name: "command: lsp on " + name, Files: data(content), Args: []string{"lsp"}, Stdin: editor(content), Exit: []int{0, 1}},
		)
	}
	for name, stdin := range map[string]string{
		"no JSON":               strings.Repeat("{", 200_000) + "\n",
		"a request of 8 MB":     `{"key":"` + strings.Repeat("x", 8<<20) + "\"}\n",
		"100,000 requests":      strings.Repeat(`{"key":"c0"}`+"\n", 100_000),
		"100,000 levels":        strings.Repeat(`{"a":`, 100_000) + "\n",
		"NUL":                   strings.Repeat("\x00", 1<<20),
		"invalid UTF-8":         strings.Repeat("{\"key\":\"\xff\"}\n", 10_000),
		"no end of the request": `{"key":`,
	} {
		trees = append(trees, tree{Name: "command: lookup --batch with " + name, Files: data("c0: 1\n"), Args: []string{"lookup", "--batch"}, Stdin: stdin, Exit: []int{0, 1, 3}})
	}
	trees = append(trees, tree{Name: "command: lookup --batch in 200 environments", Files: data(repeat(20_000, "c#: 1\n")), Args: []string{"lookup", "--batch"}, Exit: []int{0},
		Stdin: lines(200, func(b *strings.Builder, i int) {
			b.WriteString(`{"key": "c0", "envdir": ".` + strings.Repeat("/.", i) + "\"}\n")
		})})
	for name, stdin := range map[string]string{
		"no header":                 strings.Repeat("x", 1<<20),
		"a length without end":      "Content-Length: 99999999999999999999\r\n\r\n{}",
		"a large length":            "Content-Length: 2000000000\r\n\r\n{}",
		"a negative length":         "Content-Length: -1\r\n\r\n{}",
		"100,000 headers":           strings.Repeat("X: y\r\n", 100_000),
		"100,000 levels":            message(strings.Repeat("[", 100_000)),
		"requests before the start": strings.Repeat(message(`{"jsonrpc":"2.0","id":1,"method":"textDocument/hover","params":{}}`), 1000),
	} {
		trees = append(trees, tree{Name: "command: lsp with " + name, Files: data("c0: 1\n"), Args: []string{"lsp"}, Stdin: stdin, Exit: []int{0, 1, 2, 3}})
	}
	return append(trees, revisions()...)
}

// batch returns some requests for lookup --batch.
func batch() string {
	return lines(20, func(b *strings.Builder, i int) { fmt.Fprintf(b, "{\"id\":%d,\"key\":\"c%d\"}\n", i, i) })
}

// message returns a message of the Language Server Protocol.
func message(body string) string { return fmt.Sprintf("Content-Length: %d\r\n\r\n%s", len(body), body) }

// editor returns the session of an editor that opens the data file and sends requests about its first line.
func editor(content string) string {
	const at = `"textDocument":{"uri":"file:///data/common.yaml"}`
	request := func(id int, method, params string) string {
		return message(fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":%q,"params":{%s}}`, id, method, params))
	}
	return request(1, "initialize", `"capabilities":{},"workspaceFolders":[{"uri":"file://.","name":"x"}]`) +
		message(`{"jsonrpc":"2.0","method":"initialized","params":{}}`) +
		message(fmt.Sprintf(`{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":"file:///data/common.yaml","languageId":"yaml","version":1,"text":%q}}}`, content[:min(len(content), 1000)])) +
		request(2, "textDocument/hover", at+`,"position":{"line":0,"character":1}`) +
		request(3, "textDocument/completion", at+`,"position":{"line":0,"character":1}`) +
		request(4, "textDocument/documentSymbol", at) +
		request(5, "workspace/symbol", `"query":"c"`) +
		request(6, "shutdown", "") + message(`{"jsonrpc":"2.0","method":"exit"}`)
}

// repository turns a tree into a Git repository with two commits.
const repository = "git init -q . && git config user.name t && git config user.email t@example.com && git add -A && git commit -q -m one && "

// revisions returns repositories with hostile names of branches, files, and settings.
func revisions() []tree {
	var trees []tree
	add := func(name, script, rev string, files map[string]string) {
		trees = append(trees, tree{Name: "revision: " + name, Files: files, Script: script, Args: []string{"lint", "--new-from-rev", rev, "."}, Exit: []int{0, 1, 2, 3, 4}})
	}
	plain := func() map[string]string { return data("k: 1\nk: 2\n") }
	for _, rev := range []string{
		"--output=stolen", "--upload-pack=touch stolen", "-c core.fsmonitor=touch", "--exec=touch stolen", "HEAD^{/" + strings.Repeat("(a+)+", 50) + "$}", strings.Repeat("HEAD~", 5000), "HEAD:data/common.yaml",
		"@{u}", "@{-1}", "HEAD^{tree}", "", " ", "HEAD..HEAD", "^HEAD", "*", "HEAD\n--all", strings.Repeat("a", 100_000), ":/", ":(exclude)x", "refs/heads/../../config",
	} {
		add(fmt.Sprintf("rev %.30q", rev), repository+"true", rev, plain())
	}
	for _, branch := range []string{"a;touch${IFS}stolen", "$(touch${IFS}stolen)", "`touch${IFS}stolen`", "a'b\"c", strings.Repeat("x/", 100) + "y", "ünïcode", "a&b|c>d"} {
		add(fmt.Sprintf("branch %.30q", branch), repository+"git branch -- '"+strings.ReplaceAll(branch, "'", `'\''`)+"'", branch, plain())
	}
	names := plain()
	for _, name := range []string{"--help", "-rf", "a\nb", "a\tb", "\x1b[31m", "'; touch stolen; '", "a\\b", strings.Repeat("n", 250), ":(top)x", "a -> b", "\xff\xfe"} {
		if !strings.Contains(name, " -> ") {
			names["data/"+name+".yaml"] = "k: 1\nk: 2\n"
		}
	}
	add("names of files", repository+"true", "HEAD", names)
	many := plain()
	for i := range 3000 {
		many[fmt.Sprintf("data/d%d/f%d.yaml", i%50, i)] = "k: 1\n"
	}
	add("3,000 files", repository+"true", "HEAD", many)
	add("links out of the tree", repository+"true", "HEAD", with(plain(), "data/a.yaml -> ../../../../../../etc/passwd", "", "data/b.yaml -> b.yaml", "", "data/c -> /", ""))
	add("filters and hooks", repository+"git config filter.x.smudge 'touch stolen' && git config filter.x.clean 'touch stolen' && git config core.fsmonitor 'touch stolen' && git config diff.external 'touch stolen'",
		"HEAD", with(plain(), ".gitattributes", "* filter=x diff=x\n"))
	add("a filter of a submodule", repository+"git init -q sub && (cd sub && git config user.name t && git config user.email t@example.com && echo '* filter=x' > .gitattributes && echo 'a: 1' > x.yaml && git add -A && git commit -q -m sub) && "+
		"git add sub && git commit -q -m two && git -C sub config filter.x.clean \"touch $PWD/stolen; cat\" && echo 'a: 2' > sub/x.yaml", "HEAD", plain())
	add("no repository", "true", "HEAD", plain())
	add("no commit", "git init -q .", "HEAD", plain())
	add("no objects", repository+"rm -rf .git/objects/*", "HEAD", plain())
	add("HEAD is a directory", repository+"rm .git/HEAD && mkdir .git/HEAD", "HEAD", plain())
	add("HEAD is a pipe", repository+"rm .git/HEAD && mkfifo .git/HEAD", "HEAD", plain())
	add("the index is broken", repository+"head -c 100000 /dev/zero > .git/index", "HEAD", plain())
	add("a configuration of 100,000 lines", repository+"i=0; while [ $i -lt 100000 ]; do echo \"[a \\\"$i\\\"]\"; i=$((i+1)); done >> .git/config", "HEAD", plain())
	add("a configuration that includes itself", repository+"git config include.path config", "HEAD", plain())
	add("a replaced commit", repository+"git commit -q --allow-empty -m two && git replace HEAD HEAD~", "HEAD~", plain())
	add("a submodule in itself", repository+"git -c protocol.file.allow=always submodule --quiet add ./ data/sub 2>/dev/null; true", "HEAD", plain())
	add("an alternate of a pipe", repository+"mkfifo p && echo $PWD/p > .git/objects/info/alternates", "HEAD", plain())
	const bomb = "b=$(echo 'k: 1' | git hash-object -w --stdin); printf '100644 blob %s\tf.yaml\n' $b > l; t=$(git mktree < l); for n in 1 2 3 4 5 6 7 8 9; do " +
		"for i in 0 1 2 3 4 5 6 7 8 9; do printf '040000 tree %s\td%s\n' $t $i; done > l; t=$(git mktree < l); done; rm l; git update-ref refs/heads/bomb $(git commit-tree -m bomb -p HEAD $t) && git branch -q -m now && git reset -q --soft bomb"
	add("a thousand million files", repository+bomb, "HEAD", plain())
	add("a pipe of excluded files", repository+"rm -f .git/info/exclude && mkfifo .git/info/exclude", "HEAD", plain())
	add("a pipe of packed references", repository+"mkfifo .git/packed-refs", "nothing", plain())
	add("files that were deleted", repository+"rm -rf data", "HEAD", plain())
	add("a work tree elsewhere", repository+"git config core.worktree /", "HEAD", plain())
	return trees
}
