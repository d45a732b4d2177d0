package hostile

import "strings"

// long returns trees in which one file of each kind is a single long line.
func long() []tree {
	const size = 2 << 20
	var trees []tree
	class := "class m($p = lookup('k')) { $a = template('m/t.erb') $b = epp('m/t.epp') m::f(1) }\n"
	for path, of := range map[string][3]string{
		"hiera.yaml": {"version: 5 # ", "x", "\nhierarchy: [{name: c, path: common.yaml}]\n"}, "environment.conf": {"modulepath = ", "modules:", "\n"}, "Puppetfile": {"mod 'a/b', :git => '", "x", "'\n"}, ".gitignore": {"", "a/*/", "\n"},
		".gitmodules": {"[submodule \"", "x", "\"]\npath = modules/x\n"}, ".hieralint.yaml": {"exclude: [", "a, ", "b]\n"}, ".hieralint-baseline.json": {`{"version":1,"entries":[`, `{"rule":"x"},`, `{}]}`}, "puppet.conf": {"[main]\nhiera_config = ", "x/", "\n"},
		"data/common.yaml": {"k: {", "a: 1, ", "b: 1}\n"}, "data/other.json": {`{"k":[`, `"a",`, `1]}`}, "modules/m/metadata.json": {`{"name":"a-m","dependencies":[`, `{"name":"a/b"},`, `{}]}`}, "modules/m/manifests/init.pp": {"class m { ", "include m::a ", "}\n"},
		"manifests/site.pp": {"$x = '", "x", "'\n"}, "modules/m/templates/t.erb": {"", "<%= @p %>", "\n"}, "modules/m/templates/t.epp": {"", "<%= $m::p %>", "\n"}, "modules/m/lib/puppet/functions/m/f.rb": {"Puppet::Functions.create_function(:'m::f') { ", "call_function('lookup', 'k');", " }\n"},
		"modules/m/functions/f.pp": {"function m::f($x) { ", "$x + 1 ", "}\n"}, "modules/m/types/t.pp": {"type M::T = Variant[", "Integer, ", "String]\n"}, "modules/m/lib/facter/f.rb": {"", "Facter.add(:a) { };", "\n"}, "modules/m/facts.d/f.txt": {"a=", "x", "\n"},
		"facts/a.json": {`{"certname":"a","facts":{"x":[`, `{"a":1},`, `1]}}`}, "facts/a.yaml": {"name: a\nvalues: {x: [", "{a: 1}, ", "1]}\n"}, "modules/m/plans/p.pp": {"plan m::p() { ", "$a = lookup('k') ", "}\n"}, "modules/m/hiera.yaml": {"version: 5\nhierarchy: [", "{name: a, path: a.yaml}, ", "{name: b, path: b.yaml}]\n"},
		"README.md": {"", "hiera ", "\n"}, "scripts/x.sh": {"hiera ", "k ", "\n"}, "bolt-project.yaml": {"modulepath: [", "a, ", "b]\n"}, "inventory.yaml": {"targets: [", "a, ", "b]\n"}, ".fixtures.yml": {"fixtures: {a: [", "a, ", "b]}\n"}, ".sync.yml": {"a: [", "a, ", "b]\n"},
		"keys/public_key.pkcs7.pem": {"-----BEGIN CERTIFICATE-----", "A", "-----END CERTIFICATE-----\n"}, ".sops.yaml": {"creation_rules: [", "{path_regex: a}, ", "{}]\n"}, "data/ignored.yaml": {"k: 1 # hieralint:ignore ", "unused-key, ", "x -- y\n"},
	} {
		text := of[0] + strings.Repeat(of[1], size/len(of[1])) + of[2]
		files := with(data("k: 1\nm::p: 1\n"), "modules/m/manifests/init.pp", class, path, text)
		for _, args := range [][]string{{"lint", "."}, {"lint", "--format", "sarif", "--facts", "facts", "."}, {"keys", "."}} {
			if strings.HasPrefix(path, "facts/") == (len(args) > 2) {
				trees = append(trees, tree{Name: "long: " + path + " (" + args[0] + ")", Files: files, Args: args, Exit: []int{0, 1, 2, 3}})
			}
		}
	}
	return trees
}

// sparse returns trees with files and directories that are large only in number, depth, or apparent size.
func sparse() []tree {
	var trees []tree
	add := func(name, script string, files map[string]string, more ...int) {
		for _, args := range [][]string{{"lint", "."}, {"keys", "."}, {"environments", "."}, {"lookup", "k"}} {
			trees = append(trees, tree{Name: "sparse: " + name + " (" + args[0] + ")", Files: files, Script: script, Args: args, Exit: append([]int{0, 1, 3}, more...)})
		}
	}
	levels := func() map[string]string {
		return with(data("k: 1\n"), "hiera.yaml", "version: 5\nhierarchy:\n  - {name: n, path: 'n/%{facts.a}.yaml'}\n  - {name: g, glob: 'g/**/*.yaml'}\n  - {name: c, path: common.yaml}\n")
	}
	for _, path := range []string{"data/common.yaml", "data/n/x.yaml", "data/o.json", "hiera.yaml", "environment.conf", "Puppetfile", ".hieralint.yaml", ".gitignore", "manifests/site.pp", "modules/m/manifests/init.pp", "modules/m/lib/puppet/functions/f.rb", "modules/m/metadata.json", "modules/m/templates/t.erb", "facts/a.json"} {
		add("a terabyte of "+path, "mkdir -p $(dirname "+path+"); truncate -s 1T "+path, levels(), 2)
		add("31 MB of NUL in "+path, "mkdir -p $(dirname "+path+"); truncate -s 31M "+path, levels(), 2)
	}
	add("40,000 empty files", "mkdir data/n; cd data/n; seq -f '%.0f.yaml' 40000 | xargs touch", levels())
	add("40,000 empty files of a glob", "mkdir data/g; cd data/g; seq -f '%.0f.yaml' 40000 | xargs touch", levels())
	add("100,000 empty directories", "mkdir -p data/g; cd data/g; seq -f 'd%.0f' 100000 | xargs mkdir", levels())
	add("100,000 files of other kinds", "mkdir -p other; cd other; seq -f '%.0f.txt' 100000 | xargs touch", levels())
	add("20,000 links", "mkdir -p data/n; cd data/n; for d in $(seq 100); do mkdir $d; done; seq 20000 | xargs -n 2000 sh -c 'for i; do ln -s ../common.yaml $i.yaml; done' sh", levels())
	add("links to 20,000 missing files", "mkdir -p data/g; cd data/g; seq 20000 | xargs -n 2000 sh -c 'for i; do ln -s missing$i $i.yaml; done' sh", levels())
	add("hard links to one file", "mkdir -p data/n; cd data/n; seq 20000 | xargs -n 2000 sh -c 'for i; do ln ../common.yaml $i.yaml; done' sh", levels())
	add("directories 1,500 deep", "cd data; mkdir g; cd g; for i in $(seq 1500); do mkdir d; cd d; done; echo 'k: 2' > x.yaml", levels())
	add("modules 1,500 deep", "mkdir modules; cd modules; for i in $(seq 500); do mkdir modules m; cd modules; done", levels())
	add("environments in environments", "for i in $(seq 300); do mkdir -p environments/e/data; echo 'k: 1' > environments/e/data/common.yaml; cp hiera.yaml environments/e; cd environments/e; done 2>/dev/null; true", levels())
	add("50,000 manifests", "mkdir -p modules/m/manifests; cd modules/m/manifests; seq -f '%.0f.pp' 50000 | xargs touch", levels())
	add("50,000 modules", "mkdir -p modules; cd modules; seq -f 'm%.0f' 50000 | xargs mkdir", levels())
	return trees
}
