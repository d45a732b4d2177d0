package hostile

import "strings"

// repeated returns trees in which a few characters are repeated for megabytes, in files of all kinds.
func repeated() []tree {
	const size = 4 << 20
	fill := func(text string) string { return strings.Repeat(text, size/len(text)) }
	const (
		common, manifest = "data/common.yaml", "modules/m/manifests/init.pp"
		json, hocon      = "  - {name: x, path: x.json, data_hash: json_data}\n", "  - {name: x, path: x.conf, data_hash: hocon_data}\n"
	)
	inLevel := func(kind string) [2]string {
		return [2]string{"version: 5\nhierarchy:\n  - name: x\n    " + kind + ": \"", "\"\n"}
	}
	var trees []tree
	add := func(path string, around [2]string, exit []int, texts ...string) {
		for _, text := range texts {
			files := data("k: 1\nm::a: 2\n")
			switch {
			case strings.HasSuffix(path, ".json"):
				files["hiera.yaml"] = "version: 5\nhierarchy:\n" + json
			case strings.HasPrefix(path, "data/x.conf"):
				files["hiera.yaml"] = "version: 5\nhierarchy:\n" + hocon
			}
			t := lint("repeated: "+around[0]+text+around[1]+" in "+path, with(files, path, around[0]+fill(text)+around[1]))
			t.Exit = exit
			trees = append(trees, t)
		}
	}
	add(common, [2]string{"k: ", "\n"}, []int{0, 1, 4}, "${a}", "${?a}", "$::a ", "$facts[a] ")
	add(common, [2]string{"k: \"", "\"\n"}, []int{0}, "%{", "%{a", "${a}")
	add(common, [2]string{"k: |\n  ", "\n"}, []int{0}, "%{", "%{a", "${a}")
	add("data/x.json", [2]string{"{\"k\": \"", "\"}"}, []int{0}, "%{", "${a}")
	add("data/x.json", [2]string{}, []int{1}, "# hieralint:ignore a -- b\n", "// hieralint:ignore a -- b\n")
	add("data/x.conf", [2]string{}, []int{1}, "case ", "${", "a.")
	add("data/x.conf", [2]string{"k = ", "\n"}, []int{1}, "${", "# hieralint:ignore a -- b\n")
	add("hiera.yaml", inLevel("path"), []int{0, 1, 4}, "'", "%{", "%{lookup('", "'a': ", "{|$a| ", "$a[", "hiera('")
	add("hiera.yaml", inLevel("glob"), []int{0, 1, 4}, "- ", "!a ", "#", "'", "%{", "/a", "0", "**/", "{a,")
	add(manifest, [2]string{"class m { $x = \"", "\" lookup($x) }\n"}, []int{0, 1}, "$a[", "{|$a| ", "${a}::")
	add("environment.conf", [2]string{}, []int{0, 1}, "-\n", "a:\n", "[a]\n")
	add("environment.conf", [2]string{"modulepath = ", "\n"}, []int{0, 1}, "a: ", "1:", "'a': ", "$environment", "$a:", "a/b", "/a")
	add(".hieralint.yaml", [2]string{}, []int{2}, "<<: *a\n", "until: 2027-01-31\n", "exclude: 1\n")
	return append(trees,
		lint("repeated: 31 MB of line breaks", data(strings.Repeat("\n", 31<<20)+"k: 1\n")),
		lint("repeated: 31 MB of unclosed tokens", data("k: \""+strings.Repeat("%{a", 10<<20)+"\"\n")),
		lint("repeated: 200,000 settings in environment.conf", with(data("k: 1\n"), "environment.conf", "modulepath = modules\n"+repeat(200_000, "a# = 1\n"))),
		lint("repeated: 20,000 formats of Timespan", data("lookup_options: {k: {convert_to: [Timespan, ["+strings.Repeat("'%H:%M:%S.%-N', ", 20_000)+"'%D']]}}\nk: '"+strings.Repeat("9", 100_000)+"'\n")),
	)
}
