package hostile

import "strings"

// numbers returns trees with numbers of very many digits, and with very many types as keys.
func numbers() []tree {
	const class = "modules/m/manifests/init.pp"
	long := strings.Repeat("9", 30<<20)
	short := strings.Repeat("9", 900_000)
	converted := func(to, value string) map[string]string {
		return data("lookup_options: {k: {convert_to: " + to + "}}\nk: \"" + value + "\"\n")
	}
	hoconFile := with(hocon(""), "data/common.conf", "k = "+long+"\n")
	return []tree{
		unread(lint("number: 30 MB in YAML", data("k: "+long+"\n"))),
		unread(lint("number: 30 MB with commas in YAML", data("k: "+strings.Repeat("9,", 15<<20)+"9\n"))),
		unread(lint("number: 30 MB in minutes in YAML", data("k: "+long+":30\n"))),
		lint("number: 30 numbers of 900,000 digits in YAML", data(repeat(30, "k#: "+short+"\n"))),
		unread(lint("number: 30 MB in JSON", with(data("k: 1\n"), "hiera.yaml", "version: 5\nhierarchy: [{name: j, data_hash: json_data, path: x.json}]\n", "data/x.json", `{"k": `+long+"}"))),
		unread(lint("number: 30 MB in HOCON", hoconFile)),
		lint("number: 30 MB in code", with(data("k: 1\n"), class, "class m($p = "+long+") { }\n")),
		lint("number: 30 MB as a limit of a type", with(data("k: 1\n"), class, "class m(Integer["+long+"] $p) { }\n")),
		lint("number: 30 MB converted to an Integer", converted("Integer", long)),
		lint("number: 10 MB converted to a SemVer", converted("SemVer", "1.2."+long[:10<<20])),
		lint("number: 10 MB converted to a URI", converted("URI", "http://x:"+long[:10<<20]+"/")),
		lint("number: 10 MB as a subkey", data("k: [1]\nj: \"%{lookup('k."+long[:10<<20]+"')}\"\n")),
		{Name: "number: 30 MB in facts", Files: with(data("k: 1\n"), "facts/a.json", `{"certname": "a", "facts": {"a": `+long+"}}"), Args: []string{"lint", "--facts", "facts", "."}, Exit: []int{2}, Says: "more than 1000000 digits"},
		{Name: "number: 5 MB in a request", Files: data("k: 1\n"), Args: []string{"lookup", "--batch"}, Stdin: `{"key": "k", "facts": {"a": ` + long[:5<<20] + "}}\n", Exit: []int{0}},
		lint("number: 20,000 types as keys", data("lookup_options: {k: {convert_to: 'TypeSet[{version => \"1.0.0\", types => {"+repeat(20_000, "A# => Integer, ")+"}}]'}}\nk: {a: 1}\n")),
	}
}
