package hostile

import (
	"fmt"
	"strings"
)

// edited returns sessions of editors that open large documents of the tree, and ask about them.
func edited() []tree {
	const at = `"textDocument":{"uri":"$DIR/data/common.yaml"}`
	request := func(id int, method, params string) string {
		return fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":%q,"params":{%s}}`, id, method, params)
	}
	position := func(line, character int) string {
		return fmt.Sprintf(`"position":{"line":%d,"character":%d}`, line, character)
	}
	session := func(text string, messages ...string) []string {
		all := []string{
			request(1, "initialize", `"capabilities":{"textDocument":{"codeAction":{"codeActionLiteralSupport":{"codeActionKind":{"valueSet":[""]}}}}},"workspaceFolders":[{"uri":"$DIR","name":"x"}]`),
			`{"jsonrpc":"2.0","method":"initialized","params":{}}`,
			fmt.Sprintf(`{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":"$DIR/data/common.yaml","languageId":"yaml","version":1,"text":%q}}}`, text),
		}
		return append(append(all, messages...), request(2, "shutdown", ""), `{"jsonrpc":"2.0","method":"exit"}`)
	}
	// each asks n times, about different lines, and after an edit each time if isEdited.
	each := func(n int, method, more string, isEdited bool) []string {
		var all []string
		for i := range n {
			if isEdited {
				all = append(all, fmt.Sprintf(`{"jsonrpc":"2.0","method":"textDocument/didChange","params":{"textDocument":{"uri":"$DIR/data/common.yaml","version":%d},"contentChanges":[{"range":{"start":{"line":0,"character":0},"end":{"line":0,"character":0}},"text":"# x\n"}]}}`, i+2))
			}
			all = append(all, request(100+i, method, at+","+position(i*7+3, 7)+more))
		}
		return all
	}
	const whole = `,"range":{"start":{"line":0,"character":0},"end":{"line":200000,"character":0}},"context":{"diagnostics":[],"includeDeclaration":true},"newName":"other","query":"k"`
	texts := map[string]string{
		"20,000 references to a key": "hub: 1\n" + repeat(20_000, "k#: \"%{lookup('hub')}\"\n"),
		"100,000 keys":               repeat(100_000, "k#: {a: 1}\n"),
		"a chain of 20,000":          lines(20_000, func(b *strings.Builder, i int) { fmt.Fprintf(b, "k%d: \"%%{lookup('k%d')}\"\n", i, i+1) }),
		"20,000 findings":            repeat(20_000, "k#: '%{::fqdn} %{x'\n"),
		"one line of 4 MB":           "k: [" + strings.Repeat("aaaaaaa,", 1<<19) + "a]\n",
		"unclosed brackets":          strings.Repeat("[", 1<<20),
	}
	var trees []tree
	add := func(name, text string, messages ...string) {
		trees = append(trees, tree{Name: "edited: " + name, Files: with(data(text), "data/other.yaml", "k: 1\n"), Args: []string{"lsp"}, Messages: session(text, messages...), Exit: []int{0}})
	}
	for name, text := range texts {
		var questions []string
		n := 6
		if strings.HasPrefix(name, "20,000") {
			n = 60
		}
		for _, method := range []string{"hover", "completion", "definition", "references", "rename", "documentSymbol", "codeAction", "codeLens", "foldingRange", "documentHighlight", "prepareRename"} {
			times := n
			switch method {
			case "codeAction":
				times = 6 // an editor asks about few lines
			case "documentSymbol":
				times = min(times, 20) // and does not ask again before it has the answer
			}
			if strings.HasPrefix(name, "100,000") {
				times = 2
			}
			add(fmt.Sprintf("%s: %d times %s", name, times, method), text, each(times, "textDocument/"+method, whole, false)...)
			questions = append(questions, each(1, "textDocument/"+method, whole, true)...)
		}
		add(name+": questions and edits", text, questions...)
		add(fmt.Sprintf("%s: %d times workspace/symbol", name, n), text, each(n, "workspace/symbol", whole, false)...)
		add(name+": 60 times completion after edits", text, each(60, "textDocument/completion", "", true)...)
	}
	add("300,000 canceled requests", "k: 1\n", strings.Split(strings.Repeat(`{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":7}}`+"\n", 300_000)+`{"jsonrpc":"2.0","method":"x"}`, "\n")...)
	add("a document of 30 MB", "k: |\n"+strings.Repeat("  "+strings.Repeat("x", 100)+"\n", 300_000), each(20, "textDocument/hover", whole, true)...)
	return trees
}

// watched returns trees that change while `lint --watch` checks them.
func watched() []tree {
	watch := func(name, script string, files map[string]string) tree {
		return tree{
			Name: "watched: " + name, Files: files, Script: "(sleep 1; " + script + ") >/dev/null 2>&1 &", Args: []string{"lint", "--watch", "."},
			Under: "timeout --signal=INT 8", Exit: []int{0, 1, 3, 124, 130},
		}
	}
	many := data("k: 1\n")
	for i := range 5000 {
		many["data/n/"+itoa(i)+".yaml"] = "k: " + itoa(i) + "\n"
	}
	return []tree{
		watch("a file that is written 2,000 times", "for i in $(seq 2000); do echo \"k: $i\" > data/common.yaml; done", many),
		watch("5,000 files that are written", "for i in $(seq 5000); do echo \"k: x$i\" > data/n/$i.yaml; done", many),
		watch("files that come and go", "for i in $(seq 300); do mkdir -p data/d$i; echo 'k: 1' > data/d$i/x.yaml; mv data/d$i data/e$i; rm -r data/e$i; done", many),
		watch("hierarchies that change", "for i in $(seq 300); do echo \"version: 5 # $i\" > hiera.yaml; sleep 0.01; done", many),
		watch("a tree that is removed", "rm -r data hiera.yaml environment.conf", many),
		watch("links in a circle", "ln -s . data/a; ln -s b data/b; mkfifo data/p.yaml; ln -s /dev/zero data/z.yaml", many),
		watch("hostile names", "for i in $(seq 100); do printf 'k: 1\\nk: 2\\n' > \"data/$(printf '\\033[2J\\n::error::x')$i.yaml\"; done", many),
	}
}
