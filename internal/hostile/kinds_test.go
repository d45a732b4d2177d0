package hostile

import (
	"fmt"
	"strings"
)

// patterns returns trees with regular expressions that cannot be matched in linear time, or with many of them.
func patterns() []tree {
	const pattern = `(a|a|aa)+\1!`
	text := strings.Repeat("a", 60)
	array := func(n int) string {
		return lines(n, func(b *strings.Builder, i int) { fmt.Fprintf(b, "  - '%s%d'\n", text, i) })
	}
	typed := func(name, typ string, n int) tree {
		return lint("pattern: "+name, with(data("m::p:\n"+array(n)), "modules/m/manifests/init.pp", "class m(Array["+typ+"] $p) {}\n"))
	}
	site := func(name, pattern string, patterns, nodes int) tree {
		files := with(data("k: 1\n"), "manifests/site.pp", lines(patterns, func(b *strings.Builder, i int) { fmt.Fprintf(b, "node /^%s%d/ { include m%d }\n", pattern, i, i) }))
		for i := range nodes {
			files[fmt.Sprintf("facts/%s%d.json", text, i)] = fmt.Sprintf(`{"certname":"%s%d"}`, text, i)
		}
		t := lint("pattern: "+name, files)
		t.Args = []string{"lint", "--format", "json", "--facts", "facts", "."}
		return t
	}
	parameters := data(lines(5000, func(b *strings.Builder, i int) { fmt.Fprintf(b, "m::p%d: %s\n", i, text) }))
	parameters["modules/m/manifests/init.pp"] = "class m(\n" + lines(5000, func(b *strings.Builder, i int) { fmt.Fprintf(b, "  Pattern[/^%s%d/] $p%d,\n", pattern, i, i) }) + ") {}\n"
	options := data("lookup_options:\n" + lines(2000, func(b *strings.Builder, i int) { fmt.Fprintf(b, "  '^%s%d': {merge: deep}\n", pattern, i) }) +
		lines(2000, func(b *strings.Builder, i int) { fmt.Fprintf(b, "%s%d: 1\n", text, i) }))
	knockout := with(data("lookup_options:\n  k: {merge: {strategy: deep, knockout_prefix: '"+pattern+"'}}\nk:\n"+array(20_000)),
		"hiera.yaml", "version: 5\nhierarchy:\n  - {name: c, path: common.yaml}\n  - {name: o, path: other.yaml}\n", "data/other.yaml", "k:\n"+array(20_000))
	converted := data("lookup_options:\n  k: {convert_to: 'Array[Pattern[/^" + pattern + "/]]'}\nk:\n" + array(100_000))
	return []tree{
		typed("back-references in a type", "Pattern[/^"+pattern+"$/]", 100_000),
		typed("100 back-references in a type", "Pattern["+strings.TrimSuffix(strings.Repeat("/^"+pattern+"$/,", 100), ",")+"]", 10_000),
		typed("1,000 patterns in a type", "Pattern["+strings.TrimSuffix(lines(1000, func(b *strings.Builder, i int) { fmt.Fprintf(b, "/^x+%d$/,", i) }), ",")+"]", 20_000),
		typed("look-around in a type", "Pattern[/^(?=(a|a|aa)+$)x/]", 100_000),
		lint("pattern: back-references in 5,000 parameters", parameters),
		lint("pattern: back-references in lookup_options", options),
		lint("pattern: back-references in a knockout_prefix", knockout),
		{Name: "pattern: back-references in a knockout_prefix (lookup)", Files: knockout, Args: []string{"lookup", "k"}, Exit: anyFinding},
		lint("pattern: back-references in convert_to", converted),
		{Name: "pattern: back-references in convert_to (lookup)", Files: converted, Args: []string{"lookup", "k"}, Exit: anyFinding},
		site("back-references of nodes", pattern, 1000, 500),
		site("5,000 patterns of nodes", "x+", 5000, 500),
	}
}

// kinds returns trees with unusual data, keys, and code.
func kinds() []tree {
	var trees []tree
	for name, text := range map[string]string{
		"substitutions that double":   "c0 = x\n" + lines(60, func(b *strings.Builder, i int) { fmt.Fprintf(b, "c%d = ${c%d}${c%d}\n", i+1, i, i) }),
		"objects that double":         "c0 = {a = 1}\n" + lines(60, func(b *strings.Builder, i int) { fmt.Fprintf(b, "c%d = {l = ${c%d}, r = ${c%d}}\n", i+1, i, i) }),
		"a substitution of itself":    "c0 = ${c0}\nc1 = ${c2}\nc2 = ${c1}\n",
		"appended 50,000 times":       "c0 = [1]\n" + strings.Repeat("c0 += 1\n", 50_000),
		"appended to itself":          "c0 = [1]\n" + strings.Repeat("c0 = ${c0} ${c0}\n", 60),
		"merged 50,000 times":         repeat(50_000, "c0 { a# = 1 }\n"),
		"one object 5,000 times":      "c0 {" + repeat(5000, "a# = 1\n") + "}\n" + strings.Repeat("c0 = ${c0} {b = 1}\n", 1000),
		"a path of 100,000 parts":     "a" + strings.Repeat(".a", 100_000) + " = 1\n",
		"100,000 levels":              "c0 = " + strings.Repeat("{a = ", 100_000) + "\n",
		"includes":                    strings.Repeat("include \"/dev/zero\"\ninclude file(\"../../../../etc/passwd\")\ninclude url(\"http://127.0.0.1:1/\")\ninclude \"data.conf\"\n", 100),
		"the environment":             "c0 = ${HOME}\nc1 = ${?PATH}\n",
		"a comment of 5 MB":           "# " + strings.Repeat("x", 5<<20) + "\nc0 = 1\n",
		"an unclosed triple string":   "c0 = \"\"\"" + strings.Repeat("\"", 1<<20),
		"100,000 pieces of a string":  "c0 = " + strings.Repeat("a ", 100_000) + "\n",
		"100,000 substitutions":       "c0 = x\n" + repeat(100_000, "d# = ${c0}\n"),
		"a chain of substitutions":    repeat(20_000, "c# = ${d#}\nd# = 1\n"),
		"a chain of 20,000 in a row":  lines(20_000, func(b *strings.Builder, i int) { fmt.Fprintf(b, "c%d = ${c%d}\n", i, i+1) }) + "c20000 = 1\n",
		"substitutions with defaults": lines(20_000, func(b *strings.Builder, i int) { fmt.Fprintf(b, "c%d = ${?c%d}\n", i, i+1) }),
	} {
		files := map[string]string{"environment.conf": "modulepath = modules\n", "hiera.yaml": "version: 5\nhierarchy:\n  - {name: h, data_hash: hocon_data, path: data.conf}\n", "data/data.conf": text}
		trees = append(trees, lint("HOCON: "+name+" (lint)", files), tree{Name: "HOCON: " + name + " (lookup)", Files: files, Args: []string{"lookup", "c0"}, Exit: anyFinding})
	}
	eyaml := "version: 5\nhierarchy:\n  - {name: e, lookup_key: eyaml_lookup_key, path: common.yaml, options: {pkcs7_private_key: key.pem, pkcs7_public_key: cert.pem}}\n"
	block := strings.Repeat(strings.Repeat("A", 64)+"\n", 10_000)
	for name, key := range map[string]string{
		"no PEM": strings.Repeat("x", 1<<20), "large": "-----BEGIN RSA PRIVATE KEY-----\n" + block + "-----END RSA PRIVATE KEY-----\n",
		"without end": "-----BEGIN RSA PRIVATE KEY-----\n" + block, "100,000 blocks": strings.Repeat("-----BEGIN X-----\nAAAA\n-----END X-----\n", 100_000), "NUL": strings.Repeat("\x00", 1<<20),
		"headers": "-----BEGIN RSA PRIVATE KEY-----\n" + strings.Repeat("A: b\n", 100_000) + "\n" + block + "-----END RSA PRIVATE KEY-----\n",
	} {
		files := with(data("c0: ENC[PKCS7,MIIBeQYJKoZIhvcNAQcDoIIB]\n"), "hiera.yaml", eyaml, "key.pem", key, "cert.pem", key)
		trees = append(trees, lint("eyaml: key "+name+" (lint)", files), tree{Name: "eyaml: key " + name + " (lookup)", Files: files, Args: []string{"lookup", "c0"}, Exit: []int{1}})
	}
	nested := strings.Repeat("MIAw", 250_000)
	for name, text := range map[string]string{
		"5 MB of base64": "c0: ENC[PKCS7," + strings.Repeat("MIIB", 5<<18) + "]\n", "20 MB of base64": "c0: ENC[PKCS7," + strings.Repeat("MIIB", 5<<20) + "]\n", "nested ASN.1": "c0: ENC[PKCS7," + nested + "]\n", "a length without end": "c0: ENC[PKCS7,MIT/////////////]\n",
		"100,000 values": repeat(100_000, "c#: ENC[PKCS7,MIIB#]\n"), "100,000 in one value": "c0: '" + strings.Repeat("ENC[PKCS7,MIIB]", 100_000) + "'\n", "unclosed": "c0: '" + strings.Repeat("ENC[", 200_000) + "'\n",
		"DEC": "c0: '" + strings.Repeat("DEC(1)::PKCS7[x]!", 50_000) + "'\n", "another backend": "c0: ENC[GPG," + strings.Repeat("A", 1<<20) + "]\n",
	} {
		files, exit := with(data(text), "hiera.yaml", eyaml), []int{1}
		if name == "unclosed" || name == "DEC" { // not an encrypted block
			exit = []int{0}
		}
		trees = append(trees, lint("eyaml: "+name+" (lint)", files), tree{Name: "eyaml: " + name + " (lookup)", Files: files, Args: []string{"lookup", "c0"}, Exit: exit})
	}
	for name, text := range map[string]string{
		"version 3":                  "---\n:backends: [" + strings.Repeat("yaml, ", 20_000) + "yaml]\n:hierarchy:\n" + repeat(20_000, "  - 'a#/%{::role}'\n") + ":yaml: {:datadir: data}\n",
		"version 3 of tokens":        "---\n:backends: yaml\n:hierarchy: ['" + strings.Repeat("%{a}", 20_000) + "']\n:yaml: {:datadir: '" + strings.Repeat("%{b}", 20_000) + "'}\n",
		"version 3 of levels":        "---\n:hierarchy: " + strings.Repeat("[", 50_000) + "\n",
		"version 3 out of the tree":  "---\n:backends: [yaml, json]\n:hierarchy: ['../../../../etc/%{a}', '/etc/passwd']\n:yaml: {:datadir: /etc}\n:json: {:datadir: ../..}\n",
		"version 4":                  "version: 4\nhierarchy:\n" + repeat(5000, "  - {name: n#, backend: yaml, paths: [a#, b#]}\n"),
		"version 4 of unknown kinds": "version: 4\nhierarchy:\n" + repeat(20_000, "  - {name: same, backend: nothing#, x#: 1}\n"),
		"version 4 of brackets":      "version: 4\nhierarchy: " + strings.Repeat("{a: ", 50_000) + "\n",
		"version of 1 MB":            "version: " + strings.Repeat("9", 1<<20) + "\n",
	} {
		files := with(data("c0: 1\n"), "hiera.yaml", text)
		for _, args := range [][]string{{"lint", "."}, {"lint", "--fix", "--unsafe-fixes", "."}, {"lint", "--diff", "--unsafe-fixes", "."}, {"lookup", "c0"}} {
			trees = append(trees, tree{Name: "hiera.yaml: " + name + " (" + strings.Join(args, " ") + ")", Files: files, Args: args, Exit: []int{0, 1, 3, 4}})
		}
	}
	for name, file := range map[string][2]string{
		"ENC of 100,000 classes":        {"facts/n.yaml", "classes:\n" + repeat(100_000, "  c#: {}\n") + "parameters: {role: x}\n"},
		"nested facts":                  {"facts/n.json", `{"facts":` + strings.Repeat(`{"values":`, 5000) + "1" + strings.Repeat("}", 5001)},
		"10,000 documents":              {"facts/n.yaml", strings.Repeat("---\nrole: x\n", 10_000)},
		"tags of Ruby":                  {"facts/n.yaml", "--- !ruby/object:Puppet::Node::Facts\n" + repeat(10_000, "v#: !ruby/object:Kernel {}\n")},
		"lines of puppet facts":         {"facts/n.txt", repeat(100_000, "f# => x\n")},
		"a name of a path":              {"facts/n.json", `{"certname":"../../../../etc/passwd","facts":{"role":"../../../../etc/passwd\u0000"}}`},
		"a name of 1 MB":                {"facts/n.json", `{"certname":"` + strings.Repeat("n", 1<<20) + `"}`},
		"a number of 1 MB":              {"facts/n.json", `{"a":` + strings.Repeat("9", 1<<20) + `}`},
		"an exponent":                   {"facts/n.json", `{"a":1e999999999,"b":1E-999999999}`},
		"one fact 100,000 times":        {"facts/n.json", "{" + strings.Repeat(`"role":"x",`, 100_000) + `"role":"y"}`},
		"facts that name other folders": {"facts/n.yaml", "role: '" + strings.Repeat("../", 1000) + "etc/passwd'\n"},
	} {
		files := with(data("c0: '%{facts.role}'\n"), "hiera.yaml", "version: 5\nhierarchy:\n  - {name: r, path: '%{facts.role}.yaml'}\n  - {name: c, path: common.yaml}\n", file[0], file[1])
		for _, args := range [][]string{{"lint", "--facts", "facts", "."}, {"nodes", "--facts", "facts", "--format", "json"}, {"lookup", "--facts", file[0], "c0"}} {
			trees = append(trees, tree{Name: "facts: " + name + " (" + args[0] + ")", Files: files, Args: args, Exit: []int{0, 1, 2, 3, 4}})
		}
	}
	for name, file := range map[string][2]string{
		"ERB of tags": {"modules/m/templates/t.erb", strings.Repeat("<%= ", 200_000)}, "ERB of lookups": {"modules/m/templates/t.erb", repeat(50_000, "<%= scope.call_function('lookup', ['c#']) %>\n")},
		"ERB of quotes": {"modules/m/templates/t.erb", "<%= scope['" + strings.Repeat("'+'", 200_000)}, "EPP of tags": {"modules/m/templates/t.epp", strings.Repeat("<%- | ", 100_000)},
		"EPP of blocks": {"modules/m/templates/t.epp", strings.Repeat("<% if true { %>", 20_000)}, "EPP of parameters": {"modules/m/templates/t.epp", "<%- |" + repeat(50_000, "$p#,") + "| -%>"},
		"Ruby of brackets": {"modules/m/lib/puppet/functions/f.rb", strings.Repeat("[", 1<<20)}, "Ruby of calls": {"modules/m/lib/puppet/functions/f.rb", repeat(50_000, "call_function('lookup', 'c#')\n")},
		"Ruby of heredocs": {"modules/m/lib/puppet/functions/f.rb", strings.Repeat("x <<~A, <<~B\n", 50_000)}, "Ruby of backslashes": {"modules/m/lib/facter/f.rb", "Facter.add('" + strings.Repeat("\\", 1<<20)},
		"facts without end": {"modules/m/lib/facter/f.rb", strings.Repeat("Facter.add(:a", 50_000)}, "a plan of blocks": {"modules/m/plans/p.pp", "plan m::p {" + strings.Repeat("if true {", 20_000)},
		"a heredoc of tags": {"modules/m/manifests/a.pp", "class m::a { $x = @(\"" + strings.Repeat("E|", 50_000) + "\")\n }"}, "parentheses": {"modules/m/manifests/a.pp", "class m::a { $x = " + strings.Repeat("(", 100_000)},
		"operators": {"modules/m/manifests/a.pp", "class m::a { $x = 1" + strings.Repeat(" + 1", 100_000) + " }"}, "interpolations": {"modules/m/manifests/a.pp", "class m::a { $x = " + strings.Repeat("\"${", 20_000) + " }"},
		"suppressions in code": {"modules/m/manifests/a.pp", strings.Repeat("# hieralint:ignore\n", 100_000)}, "task metadata": {"modules/m/tasks/t.json", strings.Repeat("{\"a\":", 100_000)},
	} {
		trees = append(trees, lint("code: "+name, with(data("c0: 1\nm::a::p: 1\n"), file[0], file[1])))
	}
	for name, text := range map[string]string{
		"every form": repeat(30_000, "c#: 1 # hieralint:ignore=a,b,,*,yaml-duplicate-key -- x\n"), "of 1 MB": "c0: 1 # hieralint:ignore=" + strings.Repeat("a,", 500_000) + "\n",
		"blocks that never end": strings.Repeat("# hieralint:ignore-start\n", 50_000) + "c0: 1\n", "ends without a start": strings.Repeat("# hieralint:ignore-end\n", 50_000) + "c0: 1\n", "for files": strings.Repeat("# hieralint:ignore-file\n", 50_000) + "c0: 1\nc0: 2\n",
	} {
		trees = append(trees, lint("suppression: "+name, data(text)))
	}
	for name, text := range map[string]string{
		"entries of other types": `{"version":1,"entries":[1,"x",null,[],{"rule":1}]}`, "a version of 1 MB": `{"version":` + strings.Repeat("9", 1<<20) + `}`, "a count below 0": `{"version":1,"entries":[{"rule":"yaml-duplicate-key","path":"data/common.yaml","count":-1}]}`,
		"paths out of the tree": `{"version":1,"entries":[{"rule":"yaml-duplicate-key","path":"../../../../etc/passwd","count":1}]}`, "YAML": "version: 1\n", "nothing": "",
	} {
		for _, args := range [][]string{{"lint", "--baseline", "b.json", "."}, {"baseline", "--output", "b.json", "."}} {
			trees = append(trees, tree{Name: "baseline: " + name + " (" + args[0] + ")", Files: with(data("c0: 1\nc0: 2\n"), "b.json", text), Args: args, Exit: []int{0, 1, 2}})
		}
	}
	return append(trees, outside()...)
}

// outside returns trees in which links and paths try to make hieralint create the file `stolen`, or
// write to other files outside the tree.
func outside() []tree {
	twice := "c0: 1\nc0: 1\nd: 'x'   \n"
	var trees []tree
	add := func(name, script string, args ...string) {
		script = "mkdir tree && mv hiera.yaml environment.conf data tree/ && cd tree && " + script
		trees = append(trees, tree{Name: "writing: " + name, Files: data(twice), Script: script, Args: args, Exit: []int{0, 1, 2, 3, 4}})
	}
	add("a fix through a link that leads out of the tree", "printf 'a: 1\\na: 1   \\n' > ../other && ln -s ../../other data/x.yaml", "lint", "--fix", "--unsafe-fixes", "tree")
	add("a baseline that is a broken link", "ln -s ../stolen .hieralint.baseline.json", "baseline", "tree")
	add("a configuration that is a broken link", "ln -s ../stolen .hieralint.yaml", "config", "init", "tree")
	add("a baseline named in the configuration", "echo 'baseline: ../stolen' > .hieralint.yaml", "lint", "tree")
	return trees
}

// editors returns sessions of editors that send invalid messages to the language server.
func editors() []tree {
	const uri = `"textDocument":{"uri":"file:///data/common.yaml"}`
	begin := message(`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{},"workspaceFolders":[{"uri":"file://.","name":"x"}]}}`) +
		message(`{"jsonrpc":"2.0","method":"initialized","params":{}}`) +
		message(`{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":"file:///data/common.yaml","languageId":"yaml","version":1,"text":"c0: '%{x}'\n"}}}`)
	end := message(`{"jsonrpc":"2.0","id":9,"method":"shutdown"}`) + message(`{"jsonrpc":"2.0","method":"exit"}`)
	var trees []tree
	add := func(name, body string) {
		trees = append(trees, tree{Name: "editor: " + name, Files: data("c0: 1\n"), Args: []string{"lsp"}, Stdin: begin + body + end, Exit: []int{0}})
	}
	everything := []string{"hover", "completion", "definition", "references", "documentSymbol", "codeAction", "codeLens", "rename", "prepareRename", "signatureHelp", "documentLink", "foldingRange", "semanticTokens/full", "inlayHint", "diagnostic", "documentHighlight"}
	all := func(params string) string {
		return lines(len(everything), func(b *strings.Builder, i int) {
			b.WriteString(message(fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"textDocument/%s","params":%s}`, 100+i, everything[i], params)))
		})
	}
	for name, at := range map[string]string{"behind the end": `{"line":4294967295,"character":4294967295}`, "negative": `{"line":-1,"character":-1}`, "fractions": `{"line":0.5,"character":1e300}`, "strings": `{"line":"a","character":"b"}`, "too large": `{"line":1e400,"character":0}`} {
		add("positions "+name, all(`{`+uri+`,"position":`+at+`,"range":{"start":`+at+`,"end":`+at+`},"context":{"diagnostics":[]},"newName":"x"}`))
		add("edits "+name, message(`{"jsonrpc":"2.0","method":"textDocument/didChange","params":{"textDocument":{"uri":"file:///data/common.yaml","version":2},"contentChanges":[{"range":{"start":`+at+`,"end":{"line":0,"character":0}},"text":"x"}]}}`)+all(`{`+uri+`,"position":{"line":0,"character":0}}`))
	}
	add("600 edits of 100,000 keys with questions", message(fmt.Sprintf(`{"jsonrpc":"2.0","method":"textDocument/didChange","params":{"textDocument":{"uri":"file:///data/common.yaml","version":2},"contentChanges":[{"text":%q}]}}`, repeat(100_000, "key#: value\n")))+
		lines(600, func(b *strings.Builder, i int) {
			at := fmt.Sprintf(`{"line":%d,"character":0}`, i)
			b.WriteString(message(fmt.Sprintf(`{"jsonrpc":"2.0","method":"textDocument/didChange","params":{"textDocument":{"uri":"file:///data/common.yaml","version":%d},"contentChanges":[{"range":{"start":%s,"end":%s},"text":"x"}]}}`, i+3, at, at)))
			b.WriteString(message(fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"textDocument/hover","params":{%s,"position":%s}}`, 1000+i, uri, at)))
		}))
	add("no parameters", all("null"))
	add("parameters of another type", all("[1]"))
	add("unknown files", all(`{"textDocument":{"uri":"file:///nothing.yaml"},"position":{"line":0,"character":0}}`))
	for _, uri := range []string{"file:///dev/zero", "file://%00", "http://127.0.0.1:1/x.yaml", "file:///%zz", "", "untitled:x", "file://host/x.yaml", strings.Repeat("%2e%2e/", 10_000)} {
		add(fmt.Sprintf("a document %.20q", uri), message(fmt.Sprintf(`{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":%q,"languageId":"yaml","version":1,"text":"c0: 1\n"}}}`, uri))+
			all(fmt.Sprintf(`{"textDocument":{"uri":%q},"position":{"line":0,"character":0}}`, uri)))
	}
	add("an unknown method with 5 MB", message(`{"jsonrpc":"2.0","id":5,"method":"x","params":"`+strings.Repeat("x", 5<<20)+`"}`))
	add("an id of 1 MB", message(`{"jsonrpc":"2.0","id":"`+strings.Repeat("x", 1<<20)+`","method":"x"}`))
	add("invalid UTF-8", message("{\"jsonrpc\":\"2.0\",\"id\":5,\"method\":\"\xff\",\"params\":{\"\xfe\":\"\xc0\"}}"))
	// The Language Server Protocol does not support batches: they are skipped.
	add("a batch", message(`[{"jsonrpc":"2.0","id":5,"method":"textDocument/hover","params":{`+uri+`,"position":{"line":0,"character":0}}}]`))
	add("10,000 edits", lines(10_000, func(b *strings.Builder, i int) {
		b.WriteString(message(fmt.Sprintf(`{"jsonrpc":"2.0","method":"textDocument/didChange","params":{"textDocument":{"uri":"file:///data/common.yaml","version":%d},"contentChanges":[{"text":"c0: %d\n"}]}}`, i+2, i)))
	}))
	changes := func(n int, change func(i int) string) string {
		return message(`{"jsonrpc":"2.0","method":"textDocument/didChange","params":{"textDocument":{"uri":"file:///data/common.yaml","version":2},"contentChanges":[` +
			strings.TrimSuffix(lines(n, func(b *strings.Builder, i int) { b.WriteString(change(i) + ",") }), ",") + "]}}")
	}
	inserted := func(line, character int, text string) string {
		at := fmt.Sprintf(`{"line":%d,"character":%d}`, line, character)
		return fmt.Sprintf(`{"range":{"start":%s,"end":%s},"text":%q}`, at, at, text)
	}
	large := changes(1, func(int) string { return fmt.Sprintf(`{"text":%q}`, repeat(100_000, "k#: 1\n")) })
	add("100,000 changes at the start", changes(100_000, func(int) string { return inserted(0, 0, strings.Repeat("x", 100)) }))
	add("100,000 changes of a large document", large+changes(100_000, func(i int) string { return inserted(i*7919%100_000, 1, "y") }))
	add("100,000 changes of a long line", changes(1, func(int) string { return fmt.Sprintf(`{"text":%q}`, "k: "+strings.Repeat("😀", 500_000)) })+changes(100_000, func(i int) string { return inserted(0, 900_000-i, "y") }))
	add("10,000 edits of a large document", large+lines(10_000, func(b *strings.Builder, i int) {
		b.WriteString(changes(1, func(int) string { return inserted(i, 0, "y") }))
	}))
	opened := func(uri string) string {
		return message(fmt.Sprintf(`{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":%q,"languageId":"yaml","version":1,"text":"k: 1\n"}}}`, uri))
	}
	add("10,000 documents", lines(10_000, func(b *strings.Builder, i int) { b.WriteString(opened("file:///data/f" + itoa(i) + ".yaml")) }))
	add("10,000 documents in as many directories", lines(10_000, func(b *strings.Builder, i int) { b.WriteString(opened("file:///nowhere/d" + itoa(i) + "/x.yaml")) }))
	add("3,000 folders", message(`{"jsonrpc":"2.0","method":"workspace/didChangeWorkspaceFolders","params":{"event":{"removed":[],"added":[`+
		strings.TrimSuffix(repeat(3000, `{"uri":"file:///nowhere/d#","name":"x"},`), ",")+"]}}}"))
	add("100,000 changed files", message(`{"jsonrpc":"2.0","method":"workspace/didChangeWatchedFiles","params":{"changes":[`+strings.TrimSuffix(repeat(100_000, `{"uri":"file:///data/f#.yaml","type":2},`), ",")+"]}}"))
	tooMany := begin + message(`{"jsonrpc":"2.0","id":5,"method":"textDocument/codeAction","params":{`+uri+`,"context":{"diagnostics":[`+strings.Repeat("{},", 10_000_000)+`{}]}}}`)
	trees = append(trees, tree{Name: "editor: a message with 10,000,000 values", Files: data("c0: 1\n"), Args: []string{"lsp"}, Stdin: tooMany, Exit: []int{1}, Says: "more than 1000000 values"})
	add("initialize twice", begin)
	return trees
}
