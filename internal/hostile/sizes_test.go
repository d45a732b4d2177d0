package hostile

import (
	"maps"
	"strconv"
	"strings"
)

func itoa(i int) string { return strconv.Itoa(i) }

// keys returns n different keys.
func keys(n int) string {
	return lines(n, func(b *strings.Builder, i int) { b.WriteString("a" + itoa(i) + ": 1\n") })
}

// references returns n references to these keys.
func references(n int) string {
	return lines(n, func(b *strings.Builder, i int) { b.WriteString("%{lookup('a" + itoa(i) + "')}") })
}

// largeData returns trees with data that is large in one way.
func largeData() []tree {
	trees := []tree{
		lint("data: 50,000 times the same key", data(repeat(50_000, "same: #\n"))),
		lint("data: 50,000 keys twice", data(repeat(50_000, "k#: 1\n")+repeat(50_000, "k#: 2\n"))),
		lint("data: 50,000 times the same key in a hash", data("h:\n"+repeat(50_000, "  same: #\n"))),
		lint("data: 50,000 times the same key in JSON", with(data("a: 1\n"), "data/o.json", "{"+repeat(50_000, `"same": #,`)+`"z":1}`)),
		lint("data: 100,000 ignore comments", data(repeat(100_000, "k#: 1 # hieralint:ignore yaml-duplicate-key -- reason\n"))),
		lint("data: 100,000 ignore comments on lines", data(repeat(100_000, "# hieralint:ignore yaml-duplicate-key\nk#: 1\n"))),
		lint("data: 100,000 ignore comments for the file", data(repeat(100_000, "# hieralint:ignore-file yaml-duplicate-key\n")+"k: 1\n")),
		lint("data: 100,000 ignore comments of unknown rules", data(repeat(100_000, "k#: 1 # hieralint:ignore nothing#\n"))),
		lint("data: one ignore comment of 100,000 rules", data("k: 1 # hieralint:ignore "+repeat(100_000, "rule#, ")+"last\n")),
		lint("data: 20,000 ignore entries", with(data(keys(2000)), ".hieralint.yaml", "suppressions:\n  ignore:\n"+repeat(20_000, "    - rules: [yaml-duplicate-key]\n      paths: ['data/x#/**']\n      keys: ['a::#*']\n      reason: x\n"))),
		lint("data: 20,000 overrides", with(data(keys(2000)), ".hieralint.yaml", "overrides:\n"+repeat(20_000, "  - paths: ['data/x#/**']\n    rules: {yaml-duplicate-key: off}\n"))),
		lint("data: 20,000 lookup_options patterns", data("lookup_options:\n"+repeat(20_000, "  '^key#.*$':\n    merge: deep\n")+keys(300))),
		lint("data: 20,000 lookup_options patterns that match", data("lookup_options:\n"+repeat(20_000, "  '^a(#)?\\d+':\n    merge: hash\n")+keys(2000))),
		lint("data: 20,000 lookup_options keys", data("lookup_options:\n"+repeat(20_000, "  'a#':\n    merge: deep\n")+keys(20_000))),
		lint("data: 300 keys and a backtracking pattern", data("lookup_options:\n  '^(?=(a|a|aa)+$)':\n    merge: deep\n"+repeat(300, strings.Repeat("a", 60)+"#: 1\n"))),
		lint("data: 300 keys and 30 backtracking patterns", data("lookup_options:\n"+repeat(30, "  '^(?=(a|a|aa)+#$)':\n    merge: deep\n")+repeat(300, strings.Repeat("a", 60)+"#: 1\n"))),
		lint("data: 300 keys and a pattern with a back-reference", data("lookup_options:\n  '^(a+)+\\1!$':\n    merge: deep\n"+repeat(300, strings.Repeat("a", 60)+"#: 1\n"))),
		lint("data: 200,000 unclosed tokens", data("k: \""+strings.Repeat("%{a", 200_000)+"\"\n")),
		lint("data: 200,000 opened tokens", data("k: \""+strings.Repeat("%{", 200_000)+strings.Repeat("}", 200_000)+"\"\n")),
		lint("data: 200,000 unclosed calls", data("k: \""+strings.Repeat("%{lookup('a", 200_000)+"\"\n")),
		lint("data: 200,000 unclosed quotes in tokens", data("k: \""+strings.Repeat("%{'a", 200_000)+"\"\n")),
		lint("data: 200,000 percent signs", data("k: \""+strings.Repeat("%", 200_000)+"\"\n")),
		lint("data: 200,000 unclosed ENC", data("k: \""+strings.Repeat("ENC[PKCS7,", 200_000)+"\"\n")),
		lint("data: 500,000 tokens in one value", data("k: \""+strings.Repeat("%{facts.a}", 500_000)+"\"\n")),
		lint("data: 500,000 undefined tokens in one value", data("k: \""+strings.Repeat("%{a}", 500_000)+"\"\n")),
		lint("data: 500,000 wrong tokens in one value", data("k: \""+strings.Repeat("%{ }", 500_000)+"\"\n")),
		lint("data: 100,000 lookups in one value", data("a: 1\nk: \""+strings.Repeat("%{lookup('a')}", 100_000)+"\"\n")),
		lint("data: 100,000 missing lookups in one value", data("k: \""+strings.Repeat("%{lookup('nothing')}", 100_000)+"\"\n")),
		lint("data: 100,000 literals in one value", data("k: \""+strings.Repeat("%{literal('%')}", 100_000)+"\"\n")),
		lint("data: 300,000 tokens in as many values", data("k:\n"+strings.Repeat("  - \"%{facts.a}\"\n", 300_000))),
		lint("data: 700,000 list items", data("k:\n"+strings.Repeat("- 1\n", 700_000))),
		lint("data: 700,000 list items in a flow", data("k: ["+strings.Repeat("1,", 700_000)+"1]\n")),
		lint("data: 700,000 different list items", data("k:\n"+repeat(700_000, "- #\n"))),
		lint("data: 700,000 list items with unique", data("lookup_options: {k: {merge: unique}}\nk:\n"+repeat(400_000, "- x#\n"))),
		lint("data: 100,000 lists with unique", data("lookup_options: {k: {merge: unique}}\nk:\n"+repeat(100_000, "- [#, 1]\n"))),
		lint("data: 50,000 list items with deep", with(data("lookup_options: {k: {merge: {strategy: deep, sort_merged_arrays: true, knockout_prefix: '--'}}}\nk:\n"+repeat(50_000, "- x#\n")),
			"hiera.yaml", "version: 5\nhierarchy:\n  - name: a\n    paths: [common.yaml, other.yaml]\n", "data/other.yaml", "k:\n"+repeat(50_000, "- --x#\n"))),
		lint("data: 50,000 hashes merged by position", with(data("lookup_options: {k: {merge: {strategy: deep, merge_hash_arrays: true}}}\nk:\n"+repeat(50_000, "- {a: #}\n")),
			"hiera.yaml", "version: 5\nhierarchy:\n  - name: a\n    paths: [common.yaml, other.yaml]\n", "data/other.yaml", "k:\n"+repeat(50_000, "- {b: #}\n"))),
		lint("data: an alias chain of 20,000", data(repeat(20_000, "c#: \"%{alias('d#')}\"\n")+repeat(20_000, "d#: \"%{alias('c#')}\"\n"))),
		lint("data: a chain of 20,000 aliases", data(lines(20_000, func(b *strings.Builder, i int) {
			b.WriteString("c" + itoa(i) + ": \"%{alias('c" + itoa(i+1) + "')}\"\n")
		})+"c20000: 1\n")),
		lint("data: a chain of 900 aliases", data(lines(900, func(b *strings.Builder, i int) {
			b.WriteString("c" + itoa(i) + ": \"%{alias('c" + itoa(i+1) + "')}\"\n")
		})+"c900: 1\n")),
		lint("data: a chain of 20,000 lookups", data(lines(20_000, func(b *strings.Builder, i int) {
			b.WriteString("c" + itoa(i) + ": \"%{lookup('c" + itoa(i+1) + "')}\"\n")
		})+"c20000: 1\n")),
		lint("data: 40 doubling lookups", data(lines(40, func(b *strings.Builder, i int) {
			b.WriteString("c" + itoa(i) + ": \"%{lookup('c" + itoa(i+1) + "')}%{lookup('c" + itoa(i+1) + "')}\"\n")
		})+"c40: xxxxxxxx\n")),
		lint("data: 40 doubling aliases", data(lines(40, func(b *strings.Builder, i int) {
			b.WriteString("c" + itoa(i) + ": [\"%{alias('c" + itoa(i+1) + "')}\", \"%{alias('c" + itoa(i+1) + "')}\"]\n")
		})+"c40: xxxxxxxx\n")),
		lint("data: a chain of 20,000 YAML aliases", data("a0: &a0 [x]\n"+lines(20_000, func(b *strings.Builder, i int) {
			b.WriteString("a" + itoa(i+1) + ": &a" + itoa(i+1) + " [*a" + itoa(i) + "]\n")
		}))),
		lint("data: a billion laughs", data("a0: &a0 [x,x,x,x,x,x,x,x,x]\n"+lines(12, func(b *strings.Builder, i int) {
			n := "*a" + itoa(i)
			b.WriteString("a" + itoa(i+1) + ": &a" + itoa(i+1) + " [" + n + "," + n + "," + n + "," + n + "," + n + "," + n + "," + n + "]\n")
		}))),
		lint("data: a billion merges", data("a0: &a0 {x: 1}\n"+lines(30, func(b *strings.Builder, i int) {
			b.WriteString("a" + itoa(i+1) + ": &a" + itoa(i+1) + " {l: *a" + itoa(i) + ", r: *a" + itoa(i) + "}\n")
		}))),
		lint("data: 5,000 merge keys of one hash", data("base: &b\n"+repeat(2_000, "  k#: 1\n")+repeat(500, "m#:\n  <<: *b\n  own: 1\n"))),
		lint("data: a list of 20,000 merges", data(repeat(20_000, "b#: &b# {k#: 1}\n")+"m:\n  <<: ["+repeat(20_000, "*b#, ")+"*b0]\n")),
		lint("data: 100,000 anchors", data(repeat(100_000, "k#: &a# 1\n"))),
		lint("data: 100,000 references to an anchor", data("a: &a 1\n"+repeat(100_000, "k#: *a\n"))),
		lint("data: 900 levels deep", data("k: "+strings.Repeat("[", 900)+strings.Repeat("]", 900)+"\n")),
		lint("data: 100,000 levels deep", data("k: "+strings.Repeat("[", 100_000)+strings.Repeat("]", 100_000)+"\n")),
		lint("data: 100,000 braces deep", data("k: "+strings.Repeat("{a: ", 100_000)+"\n")),
		lint("data: 3,000 levels of blocks", data(lines(1500, func(b *strings.Builder, i int) { b.WriteString(strings.Repeat(" ", i) + "a:\n") }))),
		lint("data: 100,000 documents", data(strings.Repeat("---\na: 1\n", 100_000))),
		lint("data: 100,000 tags", data(repeat(100_000, "k#: !foo 1\n"))),
		lint("data: 100,000 blank lines", data("k: |\n"+strings.Repeat("\n", 1_000_000)+"  x\n")),
		lint("data: 300,000 folded lines", data("k: >\n"+strings.Repeat("  word word\n", 300_000))),
		lint("data: 300,000 plain lines", data("k: a\n"+strings.Repeat("  word word\n", 300_000))),
		lint("data: a line of 3 MB", data("k: "+strings.Repeat("x", 3<<20)+"\n")),
		lint("data: a key of 3 MB", data(strings.Repeat("x", 3<<20)+": 1\n")),
		lint("data: a key of 1 MB with dots", data(strings.Repeat("x.", 500_000)+"x: 1\n")),
		lint("data: a lookup with 1 MB of dots", data("k: \"%{lookup('"+strings.Repeat("x.", 500_000)+"x')}\"\n")),
		lint("data: a variable with 1 MB of dots", data("k: \"%{facts"+strings.Repeat(".x", 500_000)+"}\"\n")),
		lint("data: a variable with 1 MB of colons", data("k: \"%{a"+strings.Repeat("::x", 300_000)+"}\"\n")),
		lint("data: a key with 1 MB of colons", data("a"+strings.Repeat("::x", 300_000)+": 1\n")),
		lint("data: 100,000 comments", data(repeat(300_000, "# comment #\n")+"k: 1\n")),
		lint("data: 50,000 secrets", data(repeat(50_000, "p#::password: hunter2#\n"))),
		lint("data: 50,000 implicit numbers", data(repeat(50_000, "k#: 08080\n"))),
		lint("data: 50,000 wrong quotes", data(repeat(50_000, "k#: %{x}\n"))),
		lint("data: 50,000 tabs", data(repeat(50_000, "k#:\n\t- 1\n"))),
		lint("data: 5,000 references to similar subkeys", data("h:\n"+repeat(20_000, "  value#: 1\n")+repeat(5_000, "r#: \"%{lookup('h.valeu#')}\"\n"))),
		lint("data: 10,000 options for similar parameters and classes", with(data("lookup_options:\n"+repeat(5_000, "  app::valeu#: {merge: first}\n  app::calss#::users: {merge: first}\n")),
			"hiera.yaml", "version: 5\nhierarchy: [{name: Made, path: /srv/x.yaml}, {name: Common, path: common.yaml}]\n",
			"modules/app/manifests/init.pp", "class app("+repeat(15_000, "$value# = 1, ")+") { }\n"+repeat(4_000, "class app::class#($users = 1) { }\n"))),
		lint("data: 20,000 similar keys", data(repeat(20_000, "profile::thing::value#: \"%{lookup('profile::thing::valeu#')}\"\n"))),
		lint("data: 50,000 equal values", data(repeat(50_000, "k#: {a: 1, b: [1, 2, 3]}\n"))),
		unread(lint("data: 2,000 keys in 30 files", levels(30, keys(2000)))), // two findings for each
		lint("data: control characters", data("k: \""+strings.Repeat("\\u0007\\x1b", 100_000)+"\"\n")),
		lint("data: invalid UTF-8", data(strings.Repeat("\xff\xfe: 1\n", 50_000))),
		lint("data: 300,000 carriage returns", data("k: 1"+strings.Repeat("\r", 300_000)+"\n")),
		unread(lint("data: a number of 1 MB", data("k: 1"+strings.Repeat("0", 1<<20)+"\n"))),
		lint("data: a number of 1 MB with underscores", data("k: 1"+strings.Repeat("_0", 1<<19)+"\n")),
		lint("data: a float of 1 MB", data("k: 1."+strings.Repeat("0", 1<<20)+"1e5\n")),
		lint("data: a sexagesimal of 1 MB", data("k: 1"+strings.Repeat(":01", 1<<18)+"\n")),
		unread(lint("data: a JSON number of 1 MB", with(data("a: 1\n"), "data/o.json", `{"k": 1`+strings.Repeat("0", 1<<20)+`}`))),
		lint("data: JSON of 100,000 levels", with(data("a: 1\n"), "data/o.json", strings.Repeat("[", 100_000)+strings.Repeat("]", 100_000))),
		lint("data: HOCON substitutions", with(hocon(repeat(30, "")), "data/common.conf", "a0 = [x]\n"+lines(40, func(b *strings.Builder, i int) {
			b.WriteString("a" + itoa(i+1) + " = ${a" + itoa(i) + "} ${a" + itoa(i) + "}\n")
		}))),
		lint("data: HOCON concatenations", with(hocon(""), "data/common.conf", "a = "+strings.Repeat("b ", 200_000)+"\n")),
		lint("data: HOCON duplicate keys", with(hocon(""), "data/common.conf", strings.Repeat("a { b : 1 }\n", 100_000))),
		lint("data: HOCON levels", with(hocon(""), "data/common.conf", strings.Repeat("{a:", 100_000))),
		lint("data: HOCON plus equals", with(hocon(""), "data/common.conf", strings.Repeat("a += 1\n", 50_000))),
	}
	return trees
}

// levels returns a control repo with n levels with the same content.
func levels(n int, content string) map[string]string {
	files := data(content)
	var paths strings.Builder
	for i := range n {
		paths.WriteString("\n      - l" + itoa(i) + ".yaml")
		files["data/l"+itoa(i)+".yaml"] = content
	}
	files["hiera.yaml"] = "version: 5\nhierarchy:\n  - name: all\n    paths:" + paths.String() + "\n"
	return files
}

// options returns trees with many or slow entries in lookup_options.
func options() []tree {
	var trees []tree
	for name, entries := range map[string]func(i int) string{
		"20,000 bad strategies":             func(i int) string { return "k" + itoa(i) + ": {merge: deeep" + itoa(i) + "}" },
		"20,000 bad strategies in hashes":   func(i int) string { return "k" + itoa(i) + ": {merge: {strategy: deeep" + itoa(i) + "}}" },
		"20,000 bad strategies of patterns": func(i int) string { return "'^k" + itoa(i) + "x': {merge: deeep}" },
		"patterns of four stars":            func(i int) string { return "'^.*a.*b.*c.*" + itoa(i) + "$': {merge: deep}" },
		"patterns of 30 stars":              func(i int) string { return "'^" + strings.Repeat(".*", 30) + itoa(i) + "$': {merge: deep}" },
		"patterns of 30 stars of a letter":  func(i int) string { return "'^" + strings.Repeat("k*", 30) + itoa(i) + "$': {merge: deep}" },
	} {
		n := 20_000
		if strings.Contains(name, "stars") {
			n = 3_000
		}
		files := data("c0: 1\nlookup_options:\n" + lines(n, func(b *strings.Builder, i int) { b.WriteString("  " + entries(i) + "\n") }) +
			lines(n, func(b *strings.Builder, i int) { b.WriteString("k" + itoa(i) + ": 1\n") }))
		for _, args := range [][]string{{"lint", "."}, {"lookup", "c0"}, {"lookup", "--nodes", "all", "--explain", "k1"}, {"diff"}, {"why", "c0"}} {
			trees = append(trees, tree{Name: "options: " + name + ": " + strings.Join(args, " "), Files: files, Script: repository + "sed -i 's/: 1/: 2/' data/common.yaml", Args: args, Exit: anyFinding})
		}
	}
	return trees
}

// nestings returns trees with values that are nested by references or anchors, and then converted.
func nestings() []tree {
	references := lines(900, func(b *strings.Builder, i int) {
		b.WriteString("c" + itoa(i) + ": [\"%{alias('c" + itoa(i+1) + "')}\"]\n")
	}) + "c900: [1]\nk: \"%{alias('c0')}\"\n"
	anchors := "a0: &a0 [1]\n" + lines(5, func(b *strings.Builder, i int) {
		b.WriteString("a" + itoa(i+1) + ": &a" + itoa(i+1) + " " + strings.Repeat("[", 900) + "*a" + itoa(i) + strings.Repeat("]", 900) + "\n")
	}) + "k: *a5\n"
	var trees []tree
	for name, values := range map[string]string{"900 references": references, "4,500 levels of anchors": anchors} {
		for _, to := range []string{"String", "[String, '%#a']", "Hash", "Sensitive", "Array[Array]"} {
			files := data("lookup_options:\n  k:\n    convert_to: " + to + "\n" + values)
			for _, args := range [][]string{
				{"lint", "."}, {"lookup", "k"}, {"lookup", "--explain", "k"}, {"lookup", "--explain", "--render-as", "json", "k"},
				{"lookup", "--nodes", "all", "k"}, {"lookup", "--nodes", "all", "--explain", "k"},
			} {
				trees = append(trees, tree{Name: "type: " + to + " of " + name + ": " + strings.Join(args, " "), Files: files, Args: args, Exit: []int{0, 1}})
			}
		}
	}
	return trees
}

func hocon(string) map[string]string {
	return with(data("a: 1\n"), "hiera.yaml", "version: 5\nhierarchy:\n  - name: all\n    data_hash: hocon_data\n    path: common.conf\n  - name: y\n    path: common.yaml\n")
}

// types returns trees with large types, or with values that are converted to them.
func types() []tree {
	convert := func(name, to, value string) []tree {
		files := data("lookup_options:\n  k:\n    convert_to: " + to + "\nk: " + value + "\n")
		return []tree{lint("type: "+name+" (lint)", files), {Name: "type: " + name + " (lookup)", Files: files, Args: []string{"lookup", "k"}, Exit: anyFinding}}
	}
	var trees []tree
	add := func(more ...[]tree) {
		for _, m := range more {
			trees = append(trees, m...)
		}
	}
	quoted := func(s string) string { return "\"" + s + "\"" }
	add(
		convert("Struct of 50,000 fields", quoted("Struct[{"+repeat(50_000, "'f#' => Integer, ")+"'z' => Integer}]"), "{a: 1}"),
		convert("Struct of 50,000 fields and a value", quoted("Struct[{"+repeat(50_000, "Optional['f#'] => Integer, ")+"'z' => Integer}]"), "{z: 1, a: 2}"),
		convert("Struct with a field 50,000 times", quoted("Struct[{"+repeat(50_000, "'f' => Integer, ")+"'z' => Integer}]"), "{a: 1}"),
		convert("Enum of 50,000 values", quoted("Enum["+repeat(50_000, "'v#', ")+"'z']"), "x"),
		convert("Variant of 50,000 types", quoted("Variant["+repeat(50_000, "Integer[#, #], ")+"String]"), "x"),
		convert("Variant of 5,000 structs", quoted("Variant["+repeat(5_000, "Struct[{'a#' => Integer}], ")+"String]"), "{a: 1}"),
		convert("Tuple of 50,000 types", quoted("Tuple["+repeat(50_000, "Integer, ")+"Integer]"), "[1, 2]"),
		convert("Pattern of 20,000 patterns", quoted("Pattern["+repeat(20_000, "/a#$/, ")+"/z/]"), "xyz"),
		convert("Pattern that backtracks", quoted("Array[Pattern[/^(?=(a|a|aa)+$)/]]"), "["+repeat(300, strings.Repeat("a", 60)+"#, ")+"a]"),
		convert("Array of 5,000 levels", quoted(strings.Repeat("Array[", 4_000)+"Integer"+strings.Repeat("]", 4_000)), "[1]"),
		convert("Array of 100,000 levels", quoted(strings.Repeat("Array[", 100_000)+"Integer"+strings.Repeat("]", 100_000)), "[1]"),
		convert("Optional of 4,000 levels", quoted(strings.Repeat("Optional[", 4_000)+"Integer"+strings.Repeat("]", 4_000)), "[1]"),
		convert("Variant of Variants", quoted(doubledType(20)), "{a: 1}"),
		convert("unclosed type", quoted(strings.Repeat("Array[", 200_000)), "1"),
		convert("SemVerRange of 20,000 parts", "SemVerRange", "'"+repeat(20_000, "1.#.x || ")+"2.x'"),
		convert("SemVerRange of 20,000 comparisons", "SemVerRange", "'"+repeat(20_000, ">=1.# ")+"<2.0'"),
		convert("SemVer of 1 MB", "SemVer", "'1.0.0-"+strings.Repeat("a.", 500_000)+"a'"),
		convert("SemVerRange of 1 MB", "SemVerRange", "'"+strings.Repeat(" ", 1<<20)+"x'"),
		convert("Integer of 1 MB", "Integer", "'"+strings.Repeat("9", 1<<20)+"'"),
		convert("Integer of 1 MB in binary", "[Integer, 2]", "'"+strings.Repeat("1", 1<<20)+"'"),
		convert("Float of 1 MB", "Float", "'"+strings.Repeat("9", 1<<20)+"'"),
		convert("Float with 1 MB of spaces", "Float", "'"+strings.Repeat(" ", 1<<20)+"x'"),
		convert("Numeric of 1 MB", "Numeric", "'0x"+strings.Repeat("f", 1<<20)+"'"),
		convert("Boolean of 1 MB", "Boolean", "'"+strings.Repeat("y", 1<<20)+"'"),
		convert("Binary of 1 MB", "Binary", "'"+strings.Repeat("AAAA", 1<<18)+"'"),
		convert("Regexp of 1 MB", "Regexp", "'"+strings.Repeat("(a)?", 1<<18)+"'"),
		convert("Regexp of 4,000 levels", "Regexp", "'"+strings.Repeat("(", 4_000)+strings.Repeat(")*", 4_000)+"'"),
		convert("Regexp of repeats", "Regexp", "'"+strings.Repeat("(", 20)+"a"+strings.Repeat("){1000}", 20)+"'"),
		convert("Regexp of classes", "Regexp", "'"+strings.Repeat("[\\p{L}&&", 2000)+"a"+strings.Repeat("]", 2000)+"'"),
		convert("Regexp of foldings", "Regexp", "'(?i)"+strings.Repeat("[a-z\\p{L}]", 5000)+"'"),
		convert("Timespan of 1 MB", "Timespan", "'"+strings.Repeat("9", 1<<20)+"-00:00'"),
		convert("Timestamp of 1 MB", "Timestamp", "'"+strings.Repeat("9", 1<<20)+"'"),
		convert("URI of 1 MB", "URI", "'http://"+strings.Repeat("a:", 1<<19)+"'"),
		convert("Array of a large number", "Array", "999999999999"),
		convert("Array of a range of numbers", "Array", "999999"),
		convert("Hash of a list", "Hash", "["+repeat(100_000, "#, 1, ")+"x, 1]"),
		convert("Hash of pairs", "Hash", "["+repeat(50_000, "[a#, 1], ")+"[x, 1]]"),
		convert("Hash of a tree", "[Hash, tree]", "["+repeat(20_000, "[[a#, b], 1], ")+"[[x], 1]]"),
		convert("Hash of a deep tree", "[Hash, hash_tree]", "[[["+repeat(5_000, "a#, ")+"x], 1]]"),
		convert("String of a list", "[String, '%#a']", "["+repeat(100_000, "#, ")+"x]"),
		convert("String of a deep list", "[String, '%#a']", strings.Repeat("[", 900)+"1"+strings.Repeat("]", 900)),
		convert("String with a width", "[String, '%999999999d']", "1"),
		convert("String with a precision", "[String, '%.999999999f']", "1.5"),
		convert("String with formats", "[String, {"+repeat(20_000, "'Integer[#]': '%d', ")+"Any: '%s'}]", "["+repeat(300, "#, ")+"1]"),
		convert("Sensitive of Sensitive", "[Sensitive]", "["+repeat(50_000, "#, ")+"1]"),
		convert("Type of a long text", "Type", "'Variant["+repeat(50_000, "Integer[#], ")+"String]'"),
	)
	trees = append(trees, nestings()...)
	trees = append(trees, options()...)
	aliases := map[string]string{}
	for i := range 40 {
		aliases["modules/m/types/t"+itoa(i)+".pp"] = "type M::T" + itoa(i) + " = Variant[Array[M::T" + itoa(i+1) + "], Hash[String, M::T" + itoa(i+1) + "]]\n"
	}
	aliases["modules/m/types/t40.pp"] = "type M::T40 = String\n"
	nested := data("lookup_options:\n  k:\n    convert_to: M::T0\nm::k: [[[1]]]\nk: " + strings.Repeat("[", 39) + "1" + strings.Repeat("]", 39) + "\n")
	class := with(nested, "modules/m/manifests/init.pp", "class m(M::T0 $k) {}\n")
	maps.Copy(class, aliases)
	trees = append(trees, lint("type: 40 nested aliases (lint)", class), tree{Name: "type: 40 nested aliases (lookup)", Files: class, Args: []string{"lookup", "k"}, Exit: anyFinding},
		tree{Name: "type: 40 nested aliases (type)", Files: class, Args: []string{"lookup", "--type", "M::T0", "m::k"}, Exit: anyFinding})
	pair := data("m::k: [[[1]]]\n")
	for i := range 40 {
		pair["modules/m/types/u"+itoa(i)+".pp"] = "type M::U" + itoa(i) + " = Struct[{a => M::U" + itoa(i+1) + ", b => M::U" + itoa(i+1) + "}]\n"
	}
	pair["modules/m/types/u40.pp"] = "type M::U40 = String\n"
	pair["modules/m/manifests/init.pp"] = "class m(M::U0 $k, M::U1 $l = 1) {}\n"
	trees = append(trees, lint("type: 40 doubling aliases (lint)", pair), tree{Name: "type: 40 doubling aliases (type)", Files: pair, Args: []string{"lookup", "--type", "M::U0", "m::k"}, Exit: anyFinding})
	self := data("m::k: [[[1]]]\n")
	self["modules/m/types/r.pp"] = "type M::R = Variant[Array[M::R], Hash[String, M::R], M::S]\n"
	self["modules/m/types/s.pp"] = "type M::S = Variant[Array[M::R], M::R, Tuple[M::S, M::R]]\n"
	self["modules/m/manifests/init.pp"] = "class m(M::R $k, M::S $l) {}\n"
	self["data/common.yaml"] = "m::k: " + strings.Repeat("[", 60) + "1" + strings.Repeat("]", 60) + "\nm::l: " + strings.Repeat("[[a, ", 40) + "1" + strings.Repeat("]]", 40) + "\n"
	trees = append(trees, lint("type: aliases of each other", self))
	return trees
}

func doubledType(n int) string {
	t := "Struct[{'b' => Integer}]"
	for range n {
		t = "Variant[Tuple[" + t + "], Array[" + t + "]]"
		if len(t) > 1<<20 {
			break
		}
	}
	return t
}

// hierarchies returns trees whose hiera.yaml, modules, or directories are large in one way.
func hierarchies() []tree {
	hiera := func(levels string, more ...string) map[string]string {
		return with(with(data(keys(50)), "hiera.yaml", "version: 5\nhierarchy:\n"+levels), more...)
	}
	modulepath := strings.TrimSuffix(repeat(10_000, "mods#:"), ":")
	manyFiles := hiera("  - name: n\n    path: nodes/%{trusted.certname}.yaml\n  - name: r\n    path: \"%{facts.role}/%{facts.tier}.yaml\"\n  - name: c\n    path: common.yaml\n")
	for i := range 2000 {
		manyFiles["data/nodes/n"+itoa(i)+".yaml"] = "a1: " + itoa(i) + "\n"
	}
	for i := range 40 {
		for j := range 20 {
			manyFiles["data/r"+itoa(i)+"/t"+itoa(j)+".yaml"] = "a" + itoa(i) + ": " + itoa(j) + "\n"
		}
	}
	mistyped := hiera("  - name: n\n    path: nodes/%{trusted.certname}.yaml\n",
		"manifests/site.pp", "lookup('wrong', Integer)\ncreate_resources('app::site', lookup('sites'))\n", "modules/app/manifests/site.pp", "define app::site(String $root, Integer $port = 80) { }\n")
	for i := range 5000 {
		mistyped["data/nodes/n"+itoa(i)+".yaml"] = "wrong: x\nsites: {s" + itoa(i) + ": {port: x}}\n"
	}
	deep := hiera("  - name: all\n    glob: \"**/*.yaml\"\n")
	deep["data/"+strings.Repeat("d/", 500)+"x.yaml"] = "k: 1\n"
	return []tree{
		lint("hierarchy: 5,000 files with values of the wrong type", mistyped),
		lint("hierarchy: 160 variables", hiera(repeat(160, "  - name: l#\n    path: \"%{facts.v#}/%{facts.w#}.yaml\"\n"), "data/x/y.yaml", keys(50), "data/z/y.yaml", keys(50))),
		lint("hierarchy: 160 variables in one path", hiera("  - name: l\n    path: \""+repeat(160, "%{facts.v#}-")+".yaml\"\n", "data/x-y-z.yaml", keys(50), "data/"+strings.Repeat("-", 160)+".yaml", "k: 1\n", "data/"+strings.Repeat("a-", 110)+".yaml", "k: 1\n")),
		lint("hierarchy: 30 variables in one path", hiera("  - name: l\n    path: \""+repeat(30, "%{facts.v#}")+".yaml\"\n", "data/"+strings.Repeat("ab", 100)+".yaml", "k: 1\n")),
		lint("hierarchy: 10,000 levels", hiera(repeat(10_000, "  - name: l#\n    path: l#.yaml\n"))),
		lint("hierarchy: 3,000 levels with a variable", hiera(repeat(3_000, "  - name: l#\n    path: \"%{facts.v}/l#.yaml\"\n"), "data/x/l7.yaml", "k: 1\n")),
		lint("hierarchy: 10,000 paths", hiera("  - name: l\n    paths:\n"+repeat(10_000, "      - \"%{facts.role}/p#.yaml\"\n"))),
		lint("hierarchy: 10,000 levels of one name", hiera(strings.Repeat("  - name: l\n    path: common.yaml\n", 10_000))),
		lint("hierarchy: glob over /", hiera("  - name: l\n    glob: \"**/*.yaml\"\n    datadir: /\n")),
		lint("hierarchy: glob over / with a variable", hiera("  - name: l\n    glob: \"**/%{facts.x}*/**/*.yaml\"\n    datadir: /\n")),
		lint("hierarchy: globs over /", hiera(repeat(50, "  - name: l#\n    glob: \"**/x#*/*.yaml\"\n    datadir: /\n"))),
		lint("hierarchy: glob of stars", hiera("  - name: l\n    glob: \""+strings.Repeat("*/", 40)+"*.yaml\"\n    datadir: /\n")),
		lint("hierarchy: glob of double stars", hiera("  - name: l\n    glob: \""+strings.Repeat("**/", 40)+"*.yaml\"\n", "data/a/b/c/d/e/f/g/h/i/j/k.yaml", "k: 1\n")),
		lint("hierarchy: glob of braces", hiera("  - name: l\n    glob: \""+strings.Repeat("{a,b}", 60)+".yaml\"\n")),
		lint("hierarchy: glob of star names", hiera("  - name: l\n    glob: \""+strings.Repeat("*a", 60)+".yaml\"\n", "data/"+strings.Repeat("a", 200)+".yml", "k: 1\n")),
		lint("hierarchy: datadir is /", with(hiera("  - name: l\n    path: common.yaml\n    datadir: /\n"), "x", "")),
		lint("hierarchy: datadir is far above", with(hiera("  - name: l\n    glob: '**/*.yaml'\n    datadir: ../../../../../../..\n"), "x", "")),
		lint("hierarchy: mapped paths", hiera("  - name: l\n    mapped_paths: [facts.list, x, \"%{x}/%{facts.y}.yaml\"]\n", "facts.yaml", "list: ["+repeat(50_000, "e#, ")+"z]\n", ".hieralint.yaml", "facts: [facts.yaml]\n")),
		{Name: "hierarchy: mapped paths of facts (lookup)", Args: []string{"lookup", "--facts", "facts.yaml", "a1", "a2", "nothing"}, Exit: anyFinding,
			Files: hiera("  - name: l\n    mapped_paths: [facts.list, x, \"%{x}/%{x}.yaml\"]\n", "facts.yaml", "list: ["+repeat(50_000, "e#, ")+"z]\n")},
		lint("hierarchy: a modulepath of 10,000 entries", with(hiera("  - name: l\n    path: common.yaml\n"), "environment.conf", "modulepath = "+modulepath+"\n")),
		lint("hierarchy: a modulepath of globs", with(hiera("  - name: l\n    path: common.yaml\n"), "environment.conf", "modulepath = "+strings.TrimSuffix(strings.Repeat("/*/*/*/*:", 200), ":")+"\n")),
		lint("hierarchy: a modulepath of /", with(hiera("  - name: l\n    path: common.yaml\n"), "environment.conf", "modulepath = /:/usr:/usr/lib:/usr/share:/proc:/sys\n")),
		lint("hierarchy: 2,000 modules", modules(2000, hiera("  - name: l\n    path: common.yaml\n"))),
		lint("hierarchy: 3,000 files and products of them", manyFiles),
		lint("hierarchy: folders 500 deep", deep),
		lint("hierarchy: links in a circle", hiera("  - name: l\n    glob: '**/*.yaml'\n", "data/a/b -> ..", "", "data/a/c -> ../..", "", "modules/m -> ..", "", "modules/n/modules -> ../..", "")),
		lint("hierarchy: 300 links to a folder", linked(hiera("  - name: l\n    glob: '*/*/*/*.yaml'\n"))),
		lint("hierarchy: 2,000 environments", environments(2000)),
		lint("hierarchy: version 3 with 3,000 levels", with(data("k: 1\n"), "hiera.yaml", ":backends: [yaml]\n:hierarchy:\n"+repeat(3000, "  - \"%{::v#}/l\"\n")+":yaml: {:datadir: data}\n")),
		lint("hierarchy: options of 1 MB", hiera("  - name: l\n    path: common.yaml\n    options:\n"+repeat(50_000, "      o#: 1\n"))),
		lint("hierarchy: 20,000 unknown keys", hiera("  - name: l\n    path: common.yaml\n"+repeat(20_000, "    pathh#: x\n"))),
		lint("hierarchy: 20,000 default_hierarchy levels", with(hiera("  - name: l\n    path: common.yaml\n"), "modules/m/hiera.yaml", "version: 5\nhierarchy: []\ndefault_hierarchy:\n"+repeat(20_000, "  - name: l#\n    path: l#.yaml\n"))),
	}
}

func modules(n int, files map[string]string) map[string]string {
	for i := range n {
		m := "modules/m" + itoa(i) + "/"
		files[m+"hiera.yaml"] = "version: 5\nhierarchy: [{name: a, path: common.yaml}]\n"
		files[m+"data/common.yaml"] = "m" + itoa(i) + "::k: 1\n"
		files[m+"manifests/init.pp"] = "class m" + itoa(i) + "($k) { include m" + itoa((i+1)%n) + " }\n"
	}
	return files
}

func linked(files map[string]string) map[string]string {
	for i := range 300 {
		files["data/l"+itoa(i)+" -> ."] = ""
	}
	return files
}

func environments(n int) map[string]string {
	files := map[string]string{}
	for i := range n {
		e := "environments/e" + itoa(i) + "/"
		files[e+"hiera.yaml"] = "version: 5\nhierarchy: [{name: a, path: common.yaml}]\n"
		files[e+"data/common.yaml"] = "k: 1\n"
	}
	return files
}

// code returns trees with manifests, templates, and Ruby files that are large in one way.
func code() []tree {
	manifest := func(name, code string) tree {
		return lint("code: "+name, with(data("m::a: 1\n"), "manifests/site.pp", code, "modules/m/manifests/init.pp", "class m($a = 1) {}\n"))
	}
	module := func(name, path, text string) tree {
		return lint("code: "+name, with(data("m::a: 1\n"), "modules/m/"+path, text, "modules/m/manifests/init.pp", "class m($a = lookup('x')) { $b = template('m/t.erb') $c = epp('m/t.epp') }\n"))
	}
	return []tree{
		manifest("parentheses", "$x = "+strings.Repeat("(", 200_000)+"\n"),
		manifest("closed parentheses", "$x = "+strings.Repeat("(", 4_000)+"1"+strings.Repeat(")", 4_000)+"\n"),
		manifest("braces", strings.Repeat("if true {", 200_000)+"\n"),
		manifest("nested ifs", strings.Repeat("if true { ", 4_000)+strings.Repeat("}", 4_000)+"\n"),
		manifest("nested elses", repeat(50_000, "if $a == # { } else { ")+"\n"),
		manifest("elsif", "if $a { }"+repeat(50_000, " elsif $a == # { }")+"\n"),
		manifest("operators", "$x = 1"+strings.Repeat(" + 1", 300_000)+"\n"),
		manifest("not", "$x = "+strings.Repeat("! ", 300_000)+"true\n"),
		manifest("arrows", "A['x']"+strings.Repeat(" -> B['x']", 100_000)+"\n"),
		manifest("accesses", "$x = $a"+strings.Repeat("[1]", 100_000)+"\n"),
		manifest("method calls", "$x = $a"+strings.Repeat(".b", 100_000)+"\n"),
		manifest("interpolations", "$x = \""+strings.Repeat("${a}", 200_000)+"\"\n"),
		manifest("nested interpolations", "$x = "+strings.Repeat("\"${", 20_000)+strings.Repeat("}\"", 20_000)+"\n"),
		manifest("unclosed interpolations", "$x = \""+strings.Repeat("${", 200_000)+"\n"),
		manifest("an unclosed string", "$x = '"+strings.Repeat("a\n", 500_000)),
		manifest("an unclosed comment", strings.Repeat("/*", 500_000)),
		manifest("an unclosed pattern", "$x = "+strings.Repeat("/a", 200_001)+"\n"),
		manifest("heredocs", repeat(20_000, "$x# = @(END#)\n  text\n  | END#\n")),
		manifest("unclosed heredocs", repeat(20_000, "$x# = @(END#)\n  text\n")),
		manifest("heredocs in a line", "$x = ["+repeat(5_000, "@(E#), ")+"1]\n"+repeat(5_000, "text\n| E#\n")),
		manifest("classes", repeat(20_000, "class c#($a = lookup('a#')) inherits c"+"0 { include c1 }\n")),
		manifest("classes in classes", strings.Repeat("class a { ", 4_000)+strings.Repeat("}", 4_000)+"\n"),
		manifest("lookups", repeat(50_000, "$x# = lookup('a#')\n")),
		manifest("lookups of variables", repeat(5_000, "$x# = lookup(\"${y}::a#\")\n")),
		manifest("variables of variables", "$x0 = 'a'\n"+lines(30_000, func(b *strings.Builder, i int) { b.WriteString("$x" + itoa(i+1) + " = \"${x" + itoa(i) + "}b\"\n") })+"lookup($x30000)\n"),
		manifest("doubling variables", "$x0 = 'a'\n"+lines(60, func(b *strings.Builder, i int) {
			b.WriteString("$x" + itoa(i+1) + " = \"${x" + itoa(i) + "}${x" + itoa(i) + "}\"\n")
		})+"lookup($x60)\n"),
		manifest("choices", lines(60, func(b *strings.Builder, i int) {
			b.WriteString("$x" + itoa(i) + " = $facts['a" + itoa(i) + "'] ? { 'a' => 'b', default => 'c' }\n")
		})+"lookup(\""+repeat(60, "${x#}")+"\")\n"),
		manifest("nodes", repeat(20_000, "node 'n#.example.com' { include m }\n")),
		manifest("node patterns", repeat(5_000, "node /^(a|a|aa)+n#$/ { include m }\n")),
		manifest("includes", repeat(50_000, "include a#\n")),
		manifest("resources", repeat(30_000, "class { 'm#': a => 1 }\n")),
		manifest("a large array", "$x = ["+repeat(300_000, "#, ")+"1]\n"),
		manifest("a large hash", "$x = {"+repeat(100_000, "'a#' => #, ")+"'z' => 1}\n"),
		manifest("a case of 50,000", "case $x { "+repeat(50_000, "'a#': { include a# }\n")+"}\n"),
		manifest("a class of 20,000 parameters", "class big("+repeat(20_000, "Integer $p# = #, ")+"$z = 1) {}\n"),
		manifest("a type of 4,000 levels", "class big("+strings.Repeat("Array[", 4_000)+"Integer"+strings.Repeat("]", 4_000)+" $p) {}\n"),
		manifest("invalid UTF-8", strings.Repeat("\xff\xfe", 500_000)),
		manifest("NUL", strings.Repeat("\x00", 500_000)),
		module("template with 200,000 tags", "templates/t.erb", strings.Repeat("<%= @a %>", 200_000)),
		module("template with unclosed tags", "templates/t.erb", strings.Repeat("<%= scope.lookup", 100_000)),
		module("template with scope calls", "templates/t.erb", strings.Repeat("<%= scope.call_function('lookup', ['a']) %>\n", 50_000)),
		module("template with unclosed scope calls", "templates/t.erb", "<%= "+strings.Repeat("scope.call_function('lookup', [", 50_000)),
		module("template of blanks", "templates/t.erb", "<%"+strings.Repeat(" ", 1_000_000)),
		module("template of quotes", "templates/t.erb", "<%= "+strings.Repeat("'", 500_001)),
		module("EPP with 200,000 tags", "templates/t.epp", strings.Repeat("<%= $a %>", 200_000)),
		module("EPP with unclosed tags", "templates/t.epp", strings.Repeat("<%= $a", 100_000)),
		module("EPP with lookups", "templates/t.epp", strings.Repeat("<%= lookup('a') %>", 50_000)),
		module("Ruby with lookups", "lib/puppet/functions/m/f.rb", "Puppet::Functions.create_function(:'m::f') do\n"+strings.Repeat("  call_function('lookup', 'a')\n", 50_000)+"end\n"),
		module("Ruby with unclosed lookups", "lib/puppet/functions/m/f.rb", "Puppet::Functions.create_function(:'m::f') do\n"+strings.Repeat("call_function('lookup', ", 50_000)),
		module("Ruby with heredocs", "lib/puppet/functions/m/f.rb", repeat(50_000, "x# = <<-EOS#\ntext\n")),
		module("Ruby with quotes", "lib/puppet/functions/m/f.rb", strings.Repeat("\"#{'", 200_000)),
		module("Ruby with comments", "lib/puppet/functions/m/f.rb", strings.Repeat("=begin\n", 200_000)),
		module("Ruby of 3 MB", "lib/puppet/parser/functions/f.rb", strings.Repeat("hiera(", 500_000)),
		module("facts with 50,000 Facter.add", "lib/facter/f.rb", repeat(50_000, "Facter.add(:fact#) { setcode { 'x' } }\n")),
		module("facts unclosed", "lib/facter/f.rb", strings.Repeat("Facter.add(", 200_000)),
		module("a backend", "lib/hiera/backend/x_backend.rb", strings.Repeat("def lookup(", 200_000)),
		module("metadata", "metadata.json", strings.Repeat("[", 200_000)),
		module("5,000 functions", "functions/f.pp", repeat(5_000, "function m::f#($a) { $a }\n")),
		lint("code: Puppetfile", with(data("k: 1\n"), "Puppetfile", repeat(50_000, "mod 'a/m#', '1.0.0'\n"))),
		lint("code: Puppetfile of 30 million signs", with(data("k: 1\n"), "Puppetfile", strings.Repeat(",", 30<<20))),
		lint("code: Puppetfile of a line of expressions", with(data("k: 1\n"), "Puppetfile", strings.Repeat("\"#{x}\" + ", 3_000_000))),
		lint("code: Puppetfile of a line of unclosed expressions", with(data("k: 1\n"), "Puppetfile", "mod 'a' \""+strings.Repeat("#{", 15_000_000))),
		lint("code: Puppetfile unclosed", with(data("k: 1\n"), "Puppetfile", strings.Repeat("mod 'a", 200_000))),
		lint("code: Puppetfile of commas", with(data("k: 1\n"), "Puppetfile", "mod 'a'"+strings.Repeat(",\n", 200_000))),
		lint("code: .gitmodules", with(data("k: 1\n"), ".gitmodules", repeat(50_000, "[submodule \"m#\"]\n  path = modules/m#\n"))),
		lint("code: .gitignore", with(data("k: 1\n"), ".gitignore", repeat(50_000, "**/a#/**/b*\n"))),
		lint("code: .gitignore of stars", with(data("k: 1\n"), ".gitignore", strings.Repeat(strings.Repeat("*a", 100)+"\n", 100), "data/"+strings.Repeat("a", 200)+".yaml", "k: 1\n")),
		lint("code: configuration of stars", with(data("k: 1\n"), ".hieralint.yaml", "exclude: ['"+strings.Repeat("*a", 200)+"b', '"+strings.Repeat("**/", 200)+"x']\n", "data/"+strings.Repeat("a", 200)+".yaml", "k: 1\n")),
		lint("code: configuration of 50,000 nodes", with(data("k: \"%{facts.a}\"\n"), ".hieralint.yaml", "nodes:\n"+repeat(20_000, "  n#.example.com:\n    facts: {a: '#'}\n"))),
		lint("code: 20,000 nodes of facts", with(with(data("k: \"%{facts.a}\"\n"), "hiera.yaml", "version: 5\nhierarchy:\n  - name: n\n    path: \"%{facts.a}.yaml\"\n  - name: c\n    path: common.yaml\n"),
			"facts.json", "["+repeat(20_000, `{"certname":"n#","facts":{"a":"#"}},`)+`{"certname":"z","facts":{"a":"z"}}]`, ".hieralint.yaml", "facts: [facts.json]\n")),
		lint("code: environment.conf", with(data("k: 1\n"), "environment.conf", repeat(100_000, "modulepath = a#\n"))),
	}
}
