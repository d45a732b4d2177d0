package hostile

import (
	"fmt"
	"strings"
)

// rooted returns sessions of editors whose folder is a part of the system, or a home directory with many files. A run on the
// whole disk takes as long as listing it.
func rooted() []tree {
	session := func(folder, file, text string) []string {
		at := fmt.Sprintf(`"textDocument":{"uri":%q},"position":{"line":0,"character":0}`, file)
		all := []string{
			fmt.Sprintf(`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{},"rootUri":%q,"workspaceFolders":[{"uri":%q,"name":"x"}]}}`, folder, folder),
			`{"jsonrpc":"2.0","method":"initialized","params":{}}`,
			fmt.Sprintf(`{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":%q,"languageId":"yaml","version":1,"text":%q}}}`, file, text),
		}
		for i, method := range []string{"textDocument/hover", "textDocument/completion", "textDocument/documentSymbol", "textDocument/diagnostic", "workspace/symbol", "textDocument/definition", "textDocument/references"} {
			all = append(all, fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":%q,"params":{%s,"query":"k","context":{"includeDeclaration":true}}}`, i+10, method, at))
		}
		return append(all, `{"jsonrpc":"2.0","id":2,"method":"shutdown"}`, `{"jsonrpc":"2.0","method":"exit"}`)
	}
	const home = "mkdir -p home/.cache home/src home/.config home/.ssh home/node_modules; for i in $(seq 200); do mkdir -p home/src/p$i/a/b home/.cache/c$i; done; " +
		"seq 30000 | xargs -n 2000 sh -c 'for i; do echo \"k: $i\" > home/src/p$((i % 200 + 1))/a/f$i.yaml; done' sh; ln -s / home/disk; ln -s . home/again; mkfifo home/pipe.yaml home/hiera.yaml; ln -s /dev/zero home/environment.conf; "
	many := home + "for i in $(seq 200); do printf 'version: 5\\nhierarchy: [{name: c, glob: \"**/*.yaml\"}]\\n' > home/src/p$i/hiera.yaml; done; "
	var trees []tree
	add := func(name, folder, file, script string) {
		trees = append(trees, tree{Name: "rooted: " + name, Files: data("k: 1\n"), Script: script + "true", Args: []string{"lsp"}, Messages: session(folder, file, "k: 1\nk: 2\n"), Exit: []int{0}})
	}
	for _, root := range []string{"file:///proc", "file:///sys", "file:///etc", "file://", "/", "", "file:///proc/self/fd"} {
		add("the folder "+root, root, "$DIR/data/common.yaml", "")
		add("the folder "+root+" and a file in it", root, strings.TrimSuffix(root, "/")+"/x.yaml", "")
	}
	add("a home directory of 30,000 files", "$DIR/home", "$DIR/home/src/p1/a/f1.yaml", home)
	add("a home directory of 30,000 files and 200 control repos", "$DIR/home", "$DIR/home/src/p1/a/f1.yaml", many)
	add("a file in a home directory that is not a folder", "$DIR/data", "$DIR/home/x.yaml", home)
	for _, args := range [][]string{{"lint", "home"}, {"environments", "home"}, {"keys", "home"}, {"lint", "home/src/p1/a/f1.yaml"}, {"lookup", "--path", "home", "k"}, {"baseline", "home"}} {
		trees = append(trees, tree{Name: "rooted: a home directory (" + strings.Join(args, " ") + ")", Files: data("k: 1\n"), Script: home, Args: args, Exit: []int{0, 1, 2, 3, 4}})
	}
	for _, root := range []string{"/proc", "/sys", "/etc", "/proc/self/fd", "/proc/self/task"} {
		for _, args := range [][]string{{"lint", root}, {"environments", root}, {"lookup", "--path", root, "k"}, {"lint", "--facts", root, "."}} {
			trees = append(trees, tree{Name: "rooted: " + strings.Join(args, " "), Files: data("k: 1\n"), Args: args, Exit: []int{0, 1, 2, 3, 4}})
		}
	}
	for name, conf := range map[string]string{
		"modulepath = /": "modulepath = /\n", "modulepath = $basemodulepath": "modulepath = /:/usr:/usr/share:/usr/lib:/etc:/proc/1:/sys:$basemodulepath\n", "manifest = /usr": "manifest = /usr\n", "modulepath = ..": "modulepath = ../../../../../..:/proc/self/root:/proc/self/cwd\n",
	} {
		for _, args := range [][]string{{"lint", "."}, {"keys", "."}, {"lookup", "usr::k"}, {"environments", "."}, {"modules", "fetch", "--dry-run"}} {
			trees = append(trees, tree{Name: "rooted: " + name + " (" + strings.Join(args, " ") + ")", Files: with(data("k: 1\nusr::k: 1\n"), "environment.conf", conf), Args: args, Exit: []int{0, 1, 2, 3, 4}})
		}
	}
	return trees
}
