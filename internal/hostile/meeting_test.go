package hostile

import "strings"

// meeting returns trees in which many places in code meet many keys: computed lookups that may be those of every key, types that one
// key must have, inclusions that are repeated, and files that must be searched for every key.
func meeting() []tree {
	const class, site = "modules/m/manifests/init.pp", "manifests/site.pp"
	const perNode = "version: 5\nhierarchy:\n  - {name: n, path: 'n/%{trusted.certname}.yaml'}\n  - {name: c, path: common.yaml}\n"
	nodes := func(n int, files map[string]string, text string) map[string]string {
		for i := range n {
			files["data/n/n"+itoa(i)+".yaml"] = strings.ReplaceAll(text, "@", itoa(i))
		}
		return with(files, "hiera.yaml", perNode)
	}
	dense := lines(1500, func(b *strings.Builder, i int) {
		b.WriteString("class m::c" + itoa(i) + "($p) {" + lines(300, func(b *strings.Builder, j int) { b.WriteString(" include m::c" + itoa((i*j+1)%1500)) }) + " }\n")
	})
	mistyped := nodes(1500, data("k: 1\n"), repeat(100, "m::p#: x\n"))
	with(mistyped, class, "class m("+repeat(100, "Integer $p#, ")+") { }\n", site, repeat(1500, "node 'n#' { include m }\n"))
	broken := with(data(repeat(30_000, "my_long_key_#: 1\n")), site, "include m\n", class, "class m { }\n")
	for i := range 3000 {
		broken["modules/m/manifests/x"+itoa(i)+".pp"] = "class m::x" + itoa(i) + " { $x = (\n" + strings.Repeat("# my_long_kez_", 100)
	}
	elsewhere := with(data(repeat(60_000, "my_long_key_#: 1\n")), site, "include m\n", class, "class m { }\n", "Puppetfile", repeat(2000, "mod 'x#', git: 'https://git.example.com/x#'\n"))
	pairedWith := func(n int, common, node, role string) map[string]string {
		files := nodes(n, data(common), node)
		for i := range 300 {
			files["data/r/r"+itoa(i)+".yaml"] = strings.ReplaceAll(role, "@", itoa(i))
		}
		return with(files, "hiera.yaml", "version: 5\nhierarchy:\n  - {name: n, path: 'n/%{trusted.certname}.yaml'}\n  - {name: r, path: 'r/%{facts.role}.yaml'}\n  - {name: c, path: common.yaml}\n")
	}
	paired := func(common, node, role string) map[string]string { return pairedWith(2700, common, node, role) }
	return []tree{
		lint("meeting: a missing reference in 2,700 files that meet 300", paired("z: 1\n", "k: \"%{lookup('j')}\"\n", "k: @\nj: @\n")),
		lint("meeting: 20 missing references in 4,000 files that meet 300", pairedWith(4000, "z: 1\n", repeat(20, "k#: \"%{lookup('j#')}\"\n"), repeat(20, "k#: @\nj#: @\n"))),
		lint("meeting: failures of values in 2,700 files that meet 300", paired("lookup_options: {k: {convert_to: Integer, merge: deep}}\n", "k: {x@: 1}\n", "k: {y@: 1}\n")),
		lint("meeting: knockouts in 2,700 files that meet 300", paired("lookup_options: {k: {merge: unique}}\n", "k: [--x1, a@]\n", "k: [x1, b@]\n")),
		lint("meeting: values of other types in 2,700 files that meet 300", paired("lookup_options: {k: {merge: deep}}\n", "k: {a: [@]}\n", "k: {a: {b: @}}\n")),
		lint("meeting: 3,000 computed lookups of 30,000 keys", with(data(repeat(30_000, "m::a#::b::c#: 1\n")), site, repeat(3000, "lookup(\"m::${x#}::b::${y}\")\n"))),
		lint("meeting: 3,000 different computed lookups of 30,000 keys", with(data(repeat(30_000, "m::a#::b::c#: 1\n")), site, repeat(3000, "lookup(\"m::${x}q#${y}\")\n"))),
		lint("meeting: 5,000 completely unknown lookups in parents", with(data(repeat(3000, "m::c#::p: 1\n")), class, repeat(5000, "class m::c#($p#) inherits m::c0 { lookup($p#) }\n"))),
		lint("meeting: 50,000 types of one key on 500 nodes", with(nodes(500, data("k: x\n"), "k: x@\n"), site, repeat(50_000, "lookup('k', Integer[#])\n"))),
		lint("meeting: 450,000 inclusions of 1,500 classes on 1,500 nodes", with(data("k: 1\n"), class, dense, site, repeat(1500, "node 'n#' { include m::c# }\n"))),
		lint("meeting: undef as text for 8,000 parameters of a large class", with(data(repeat(8000, "m::p#: 'undef'\n")), class, "class m("+repeat(8000, "Optional[String] $p# = 'x#', ")+") { # "+strings.Repeat("x", 3_000_000)+"\n}\n")),
		lint("meeting: a manifest of 4 MB with a syntax error and 100,000 keys", with(data(repeat(100_000, "my_long_key_#: 1\n")), site, "include m\n", class, "class m { }\n", "modules/m/manifests/x.pp", "class m::x { $x = (\n"+repeat(150_000, "# my_long_kez_# 1\n"))),
		lint("meeting: 3,000 manifests with a syntax error and 30,000 keys", broken),
		{Name: "meeting: 3,000 manifests with a syntax error and 30,000 keys (keys)", Files: broken, Args: []string{"keys", "."}, Exit: []int{0}},
		{Name: "meeting: 2,000 modules that are not installed and 60,000 keys (keys)", Files: elsewhere, Args: []string{"keys", "."}, Exit: []int{0}},
		{Name: "meeting: 2,000 modules that are not installed and 60,000 keys (keys as JSON)", Files: elsewhere, Args: []string{"keys", "--format", "json", "."}, Exit: []int{0}},
		lint("meeting: 2,000 modules that are not installed and 60,000 keys", elsewhere),
		lint("meeting: 10,000 wrong entries of a hash on 1,500 nodes", with(nodes(1500, data("m::p: {"+repeat(10_000, "k#: x, ")+"}\n"), "m::p: {a@: x}\n"), class, "class m(Hash[String, Integer] $p) { }\n")),
		unread(lint("meeting: 100 values of the wrong type in 1,500 files", mistyped)),
	}
}
