package hostile

import "strings"

// suppressed returns trees with many findings, and many suppressions for them.
func suppressed() []tree {
	found := repeat(40_000, "k#: '%{::fqdn}'\n")
	ignored := func(name, entries string) tree {
		return lint("suppression: "+name, with(data(found), ".hieralint.yaml", "suppressions:\n ignore:\n"+entries))
	}
	patterns := ignored("50,000 patterns of keys", "  - {rules: [legacy-variable], keys: ["+repeat(50_000, "'*[c]#*', ")+"]}\n")
	patterns.Exit, patterns.Says = []int{2}, "more than 1000 patterns of keys that start"
	paths := ignored("20,000 paths", repeat(20_000, "  - {rules: [legacy-variable], paths: ['**/*[c]#*']}\n"))
	paths.Exit, paths.Says = []int{2}, "more than 1000 patterns of paths"
	excluded := lint("suppression: 50,000 excluded paths and 10,000 findings", with(data(found), ".hieralint.yaml", "exclude:\n"+repeat(50_000, "  - 'a#/**/*b*c*.yaml'\n")))
	excluded.Exit, excluded.Says = paths.Exit, paths.Says
	config := tree{Name: "suppression: 300,000 excluded paths (config show)", Files: with(data("k: 1\n"), ".hieralint.yaml", "exclude:\n"+repeat(300_000, "  - 'a#'\n")), Args: []string{"config", "show"}, Exit: []int{0}}
	return []tree{
		config, patterns, paths, excluded,
		ignored("50,000 keys", repeat(50_000, "  - {rules: [legacy-variable], keys: ['k#']}\n")),
		ignored("50,000 times the same", strings.Repeat("  - {rules: [legacy-fact, unused-key]}\n", 50_000)),
		lint("suppression: 20,000 comments for the whole file", data(lines(20_000, func(b *strings.Builder, i int) {
			b.WriteString("# hieralint:ignore-file legacy-fact -- r" + itoa(i) + "\n")
		})+found)),
		lint("suppression: a comment with 50,000 rules", data("# hieralint:ignore-file "+strings.Repeat("legacy-variable, ", 50_000)+"x -- r\n"+found)),
		lint("suppression: 40,000 comments for a line", data(strings.ReplaceAll(repeat(40_000, "k#: '%{::fqdn}' * hieralint:ignore unused-key, legacy-fct -- x\n"), "*", "#"))),
		lint("suppression: comments in a hiera.yaml of version 4", map[string]string{"data/common.yaml": "k: 1\n",
			"hiera.yaml": "version: 4\nhierarchy:\n" + strings.ReplaceAll(repeat(20_000, "  * c#\n  - {name: a#, backend: yaml} * d#\n"), "*", "#")}),
	}
}

// numerous returns trees with more findings than a run reports.
func numerous() []tree {
	most := func(t tree) tree {
		t.Says = "there are more than 104857 findings"
		return unread(t)
	}
	values, options, keys := levelled(), levelled(), levelled()
	for i := range 1200 {
		values["data/l/"+itoa(i)+".yaml"] = "k" + itoa(i) + ":\n" + strings.Repeat("- '%{::fqdn}'\n", 300)
		options["data/l/"+itoa(i)+".yaml"] = "lookup_options:\n" + repeat(100, "  '^k#_"+itoa(i)+"$': {merge: deep}\n")
		keys["data/l/"+itoa(i)+".yaml"] = repeat(100, "k#_"+itoa(i)+": \"%{lookup('missing#')} %{::fqdn}\"\n")
	}
	return []tree{
		most(lint("numerous: 360,000 values", values)), most(lint("numerous: 120,000 options", options)), most(lint("numerous: 120,000 keys", keys)),
		most(tree{Name: "numerous: 120,000 keys (baseline)", Files: keys, Args: []string{"baseline"}}),
		most(tree{Name: "numerous: 120,000 keys (fix)", Files: keys, Args: []string{"lint", "--fix", "."}}),
		lint("numerous: 60,000 references to keys with similar names", data(repeat(60_000, "abcabcabcabcxyz#abcabcabc: \"%{lookup('abcabcabcabc#abcabcabc')}\"\n"))),
		lint("numerous: 100,000 options of keys with similar names", data("lookup_options:\n"+repeat(100_000, "  k#: {merge: deep}\n")+repeat(100_000, "k#a: 1\n"))),
		{Name: "numerous: 120,000 keys (keys)", Files: keys, Args: []string{"keys"}, Exit: []int{0}},
		{Name: "numerous: 120,000 keys (lsp)", Files: keys, Args: []string{"lsp"}, Stdin: editor("k: 1\n"), Exit: []int{0, 1}},
		{Name: "numerous: 120,000 keys (diff)", Files: keys, Args: []string{"diff"}, Script: repository + "sed -i 's/fqdn/hostname/' data/l/*.yaml", Exit: []int{0, 3}},
	}
}

// levelled returns a control repo with a level of files in data/l.
func levelled() map[string]string {
	return with(data("k: 1\n"), "hiera.yaml", "version: 5\nhierarchy:\n  - {name: g, path: 'l/%{facts.x}.yaml'}\n  - {name: c, path: common.yaml}\n")
}
