package hostile

import (
	"slices"
	"strings"
)

// disguised are names with characters that look like others, are not seen, or are not valid.
var disguised = []string{
	"\u202ekey\u202c", "\u2066a\u2069", "a\u200bb", "a\u200db", "a\ufeffb", "e\u0301", "\u00e9", "\u212b", "\ufb01", "\u0130", "\u1e9e", "\u0430dmin", "\U000e0041\U000e0042", "\u2028", "\u2029", "\u0085", "\u00ad", "\u034f", "\u115f",
	"\ud7b0", "\uffff", "\U0010ffff", "\xff\xfe", "\xc0\xaf", "\xed\xa0\x80", "\xf4\x90\x80\x80", "\x1b]0;x\x07", "\x9b31m", "\r", "\x7f", strings.Repeat("\u0301", 50),
}

// unicodes returns trees whose names of files, keys, levels, facts, and modules are disguised, for each format.
func unicodes() []tree {
	quoted := func(s string) string { // as YAML that Psych reads, if it is valid
		if strings.ContainsAny(s, "\x1b\x07\r\x7f\u0085\u2028\u2029\ufeff\uffff") {
			return "\"" + strings.NewReplacer("\x1b", `\e`, "\x07", `\a`, "\r", `\r`, "\x7f", `\x7f`, "\u0085", `\N`, "\u2028", `\L`, "\u2029", `\P`, "\ufeff", `\uFEFF`, "\uffff", `\uFFFF`).Replace(s) + "\""
		}
		return "\"" + s + "\""
	}
	files := data("k: 1\n")
	var common, levels, facts, code, ignore strings.Builder
	for i, name := range disguised {
		if !strings.ContainsAny(name, "\r") && strings.ToValidUTF8(name, "") == name {
			common.WriteString(quoted(name) + ": 1\n" + quoted(name) + ": 2\n")
			common.WriteString(quoted("m"+itoa(i)+"::"+name) + ": \"%{" + name + "} %{facts." + name + "} %{lookup('" + strings.ReplaceAll(name, "\x1b", "") + "x')}\"\n")
			levels.WriteString("  - {name: " + quoted(name) + ", path: " + quoted(name+"/%{facts."+name+"}.yaml") + "}\n  - {name: " + quoted(name) + ", path: common.yaml}\n")
			ignore.WriteString("# hieralint:ignore " + name + " -- " + name + "\nx" + itoa(i) + ": 1\n")
			code.WriteString("  lookup('" + name + "')\n  $v" + itoa(i) + " = \"${" + name + "}\"\n  include m::" + name + "\n")
		}
		facts.WriteString("\"" + strings.NewReplacer("\x1b", `\u001b`, "\x07", `\u0007`, "\r", `\r`).Replace(name) + itoa(i) + "\": \"x" + strings.NewReplacer("\x1b", `\u001b`, "\x07", `\u0007`, "\r", `\r`).Replace(name) + "\",")
		with(files, "data/n/"+name+".yaml", "k: 2\nk: 3\n", "data/"+name+"/x.yaml", "k: \"%{x\"\n", "modules/"+name+"/manifests/init.pp", "class x { }\n", "environments/"+name+"/data/common.yaml", "k: 1\nk: 2\n")
	}
	with(files, "hiera.yaml", "version: 5\nhierarchy:\n  - {name: n, path: 'n/%{facts.role}.yaml'}\n"+levels.String(),
		"data/common.yaml", "k: 1\n"+common.String(), "data/ignored.yaml", ignore.String(), "modules/m/manifests/init.pp", "class m {\n"+code.String()+"}\n",
		"facts/a.json", `{"certname": "`+"\u202ea\u200b"+`", "facts": {`+facts.String()+`"role": "`+"\u202e"+`"}}`)
	var trees []tree
	add := func(name string, args ...string) {
		trees = append(trees, tree{Name: "unicode: " + name, Files: files, Args: args, Exit: []int{0, 1, 2, 3}, IsSafe: true})
	}
	for _, format := range []string{"text", "json", "sarif", "html", "github", "gitlab", "checkstyle", "junit", "compact", "rdjson"} {
		add("as "+format, "lint", "--profile", "strict", "--format", format, ".")
		add("as "+format+" with facts", "lint", "--facts", "facts", "--format", format, ".")
	}
	for _, args := range [][]string{
		{"lint", "--diff", "--unsafe-fixes", "."}, {"lint", "--fix", "--unsafe-fixes", "."}, {"lint", "--add-suppressions", "because", "."}, {"keys", "."}, {"keys", "--format", "json", "."}, {"nodes", "."}, {"nodes", "--format", "json", "."}, {"environments", "."}, {"environments", "--format", "json", "."},
		{"why", "k"}, {"why", "--format", "json", "k"}, {"lookup", "--nodes", "all", "k"}, {"lookup", "--nodes", "all", "--explain", "k"}, {"lookup", "--explain", "--facts", "facts/a.json", "k"}, {"baseline", "."},
	} {
		add(strings.Join(args, " "), args...)
		trees[len(trees)-1].IsSafe = !slices.Contains(args, "--diff") // which can be applied
	}
	for i, name := range disguised {
		if !strings.Contains(name, "\x00") {
			add("the argument "+itoa(i), "lint", name)
			add("the key "+itoa(i), "lookup", "--nodes", "all", name)
			add("the command "+itoa(i), name)
			add("the rule "+itoa(i), "lint", "--select", name, ".")
			add("the rule to explain "+itoa(i), "explain", name)
			add("the format "+itoa(i), "lint", "--format", name, ".")
			add("the configuration "+itoa(i), "lint", "--config", name, ".")
		}
	}
	return trees
}
