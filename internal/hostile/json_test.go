package hostile

import "strings"

// jsons returns trees with data files in JSON that are as hostile as those in YAML.
func jsons() []tree {
	var trees []tree
	add := func(name, text string) {
		files := with(data("k: 1\n"), "hiera.yaml", "version: 5\nhierarchy:\n  - {name: j, path: common.json, data_hash: json_data}\n  - {name: c, path: common.yaml}\n", "data/common.json", text)
		for _, args := range [][]string{{"lint", "."}, {"lint", "--diff", "--unsafe-fixes", "."}, {"lookup", "k"}, {"keys", "."}} {
			trees = append(trees, tree{Name: "JSON: " + name + " (" + strings.Join(args, " ") + ")", Files: files, Args: args, Exit: []int{0, 1, 3}})
		}
	}
	chain := func(function string) string {
		return "{" + lines(5000, func(b *strings.Builder, i int) {
			b.WriteString(`"k` + itoa(i) + `": "%{` + function + `('k` + itoa(i+1) + `')}",`)
		}) + `"k": 1}`
	}
	add("a chain of lookups", chain("lookup"))
	add("a chain of aliases", chain("alias"))
	add("100,000 keys", "{"+repeat(100_000, `"k#": #,`)+`"k": 1}`)
	add("100,000 keys on lines", "{\n"+repeat(100_000, "\"k#\": #,\n")+`"k": 1}`)
	add("100,000 commas", "{"+strings.Repeat(",", 100_000)+"}")
	add("100,000 trailing commas", "["+strings.Repeat("[1,],", 100_000)+"]")
	add("comments", strings.Repeat("// x\n/* y */\n", 100_000)+"{}")
	add("unclosed comments", strings.Repeat("/*", 500_000))
	add("NaN and Infinity", "["+strings.Repeat("NaN, -Infinity, ", 100_000)+"1]")
	add("100,000 escapes of half characters", `{"k": "`+strings.Repeat(`\ud800`, 100_000)+`", "`+strings.Repeat(`\udc00`, 100_000)+`": 1}`)
	add("escapes of NUL and of controls", `{"k": "`+strings.Repeat(`\u0000\u001b[2J\u202e`, 50_000)+`", "\u0000\u001b[2J\u202e::error::x": 1, "\u0000\u001b[2J\u202e::error::x": 2}`)
	add("raw controls", "{\"k\": \""+strings.Repeat("\x01\x1b[2J\t\n", 50_000)+"\"}")
	add("a byte order mark", "\ufeff{\"k\": 1}")
	add("UTF-16", strings.Join(strings.Split(`{"k": 1}`, ""), "\x00")+"\x00")
	add("invalid UTF-8", "{\"k\": \""+strings.Repeat("\xff\xc0\x80\xed\xa0\x80", 100_000)+"\"}")
	add("numbers of 1 MB", "{\"k\": 1"+strings.Repeat("0", 900_000)+", \"l\": 1."+strings.Repeat("0", 900_000)+"1e-"+strings.Repeat("9", 900_000)+"}")
	add("exponents", "["+strings.Repeat("1e999999999, 1E-999999999, -0.0, ", 50_000)+"1]")
	add("100,000 documents", strings.Repeat("{\"k\": 1}\n", 100_000))
	add("a key of 4 MB", `{"`+strings.Repeat("x.", 2<<20)+`": 1}`)
	add("a string of 20 MB", `{"k": "`+strings.Repeat("x", 20<<20)+`"}`)
	add("an unclosed string of 20 MB", `{"k": "`+strings.Repeat("x", 20<<20))
	add("5 million blanks", "{"+strings.Repeat(" \n\t\r", 5<<20)+"}")
	add("900 levels of objects", strings.Repeat(`{"k":`, 900)+"1"+strings.Repeat("}", 900))
	add("100,000 levels of objects", strings.Repeat(`{"k":`, 100_000)+"1"+strings.Repeat("}", 100_000))
	add("JSON classes of Ruby", `{"json_class": "Kernel", "k": {"json_class": "String", "a": "touch stolen"}, "__ptype": "Sensitive", "__pvalue": 1}`)
	add("50,000 equal keys in 100 objects", `{"k": [`+strings.Repeat("{"+strings.Repeat(`"a": 1,`, 500)+`"a": 1},`, 100)+`1]}`)
	add("lookup_options of 20,000 entries", `{"lookup_options": {`+repeat(20_000, `"^k#.*(a|b)*$": {"merge": "deep"},`)+`"k": {"merge": {"strategy": "deep", "knockout_prefix": "--"}}}, "k": {"a": ["--b"]}}`)
	return trees
}
