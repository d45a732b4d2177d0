package hostile

// needing returns trees with many node definitions, classes, and parameters without values, so that it takes long to
// find which nodes need which data.
func needing() []tree {
	const class, site = "modules/m/manifests/d.pp", "manifests/site.pp"
	const role = "version: 5\nhierarchy:\n  - {name: r, path: 'r/%{facts.r}.yaml'}\n  - {name: c, path: common.yaml}\n"
	nodes := func(n int) string { return repeat(n, "node 'a#' { include m::d }\n") }
	parameters := func(n int) string { return "class m::d(" + repeat(n, "$p#, ") + ") { }\n" }
	roles := with(data("k: 1\n"), "hiera.yaml", role, class, repeat(3000, "class m::d#(Integer $p) { }\n"), site, repeat(3000, "include \"m::d${facts['r']}\"\n"))
	for i := range 500 {
		roles["data/r/"+itoa(i)+".yaml"] = repeat(60, "m::d#::p: x"+itoa(i)+"\n")
	}
	return []tree{
		lint("need: 200 missing parameters on 20,000 nodes", with(data("k: 1\n"), class, parameters(200), site, nodes(20_000))),
		lint("need: 3,000 missing parameters on 20,000 nodes", with(data("k: 1\n"), class, parameters(3000), site, nodes(20_000))),
		lint("need: 100,000 node definitions", with(data("k: 1\n"), class, parameters(1), site, nodes(100_000))),
		lint("need: 2,000 classes of every node, and 10,000 node definitions", with(data("k: 1\n"), class, repeat(2000, "class m::d#($p) { }\n"),
			site, repeat(2000, "include m::d#\n")+repeat(10_000, "node 'a#' { include m::d0 }\n"))),
		lint("need: 2,000 classes of each of 20,000 node definitions", with(data("k: 1\n"), class, repeat(2000, "class m::d#($p) { }\n")+"class m::d {\n"+repeat(2000, "include m::d#\n")+"}\n", site, nodes(20_000))),
		lint("need: 3,000 classes that are declared with other parameters", with(data("k: 1\n"), class, repeat(3000, "class m::d#($p) { }\n"),
			site, repeat(3000, "class { 'm::d#': a# => 1, b# => 2 }\n")+repeat(1000, "node 'a#' { include m::d0 }\n"))),
		lint("need: 3,000 classes that each of 500 roles may include", roles),
	}
}
