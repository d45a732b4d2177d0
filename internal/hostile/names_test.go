package hostile

import (
	"fmt"
	"strings"
)

// names returns trees with hostile names, directories, and permissions.
func names() []tree {
	levels := "version: 5\nhierarchy:\n  - name: n\n    path: \"%{facts.role}/%{facts.tier}.yaml\"\n  - name: g\n    glob: \"**/*.yaml\"\n  - name: c\n    path: common.yaml\n"
	varied := func(more ...string) map[string]string {
		return with(with(data(keys(20)), "hiera.yaml", levels), more...)
	}
	long := strings.Repeat("n", 250)
	deep := varied()
	for i := range 60 {
		deep["data/"+strings.Repeat("d/", i+1)+"x.yaml"] = "k: 1\n"
	}
	deepest := varied()
	deepest["data/"+strings.Repeat(strings.Repeat("d", 100)+"/", 35)+"x.yaml"] = "k: 1\n"
	longNames := varied()
	for i := range 200 {
		longNames[fmt.Sprintf("data/%s%03d/%s.yaml", long[:240], i, long)] = "k: 1\n"
	}
	small := varied()
	for i := range 5000 {
		small[fmt.Sprintf("data/r%d/t%d.yaml", i%70, i)] = fmt.Sprintf("a%d: 1\n", i%20)
	}
	odd := varied()
	for i, name := range []string{"%{facts.role}", "%{lookup('a1')}", "a%", "[a]", "{a,b}", "*", "?", "~", ".", "..x", " ", "\t", "\n", "\r", "\x7f", "\x1b[2J", "\u202e", "\ufeff", "\xff", "a:b", "a|b", "CON", "-", "--help", "'", "\"", "\\", "::error::x"} {
		if name != "." {
			odd["data/"+name+"/x.yaml"] = fmt.Sprintf("a1: %d\n", i)
			odd["data/x/"+name+".yaml"] = fmt.Sprintf("a2: %d\n", i)
			odd["modules/"+name+"/manifests/init.pp"] = "class m {}\n"
		}
	}
	loops := varied("data/a -> b", "", "data/b -> a", "", "data/c/d -> ../c", "", "data/e.yaml -> f.yaml", "", "data/f.yaml -> e.yaml", "", "manifests -> manifests", "", "modules -> .", "")
	chain := varied()
	for i := range 100 {
		chain[fmt.Sprintf("data/l%d.yaml -> l%d.yaml", i, i+1)] = ""
	}
	fan := varied()
	for i := range 30 {
		fan[fmt.Sprintf("data/f%d/x -> ..", i)] = ""
	}
	trees := []tree{
		lint("names: directories 60 deep", deep), lint("names: a path of 3,500 bytes", deepest), lint("names: names of 250 bytes", longNames),
		lint("names: 5,000 small files", small), lint("names: names with special characters", odd), unread(lint("names: links in circles", loops)),
		unread(lint("names: a chain of 100 links", chain)), lint("names: 30 links upwards", fan),
		lint("names: a path of 3,000 bytes in hiera.yaml", varied("hiera.yaml", longPath("path", 1500))),
		lint("names: a path of 1 MB in hiera.yaml", varied("hiera.yaml", longPath("path", 1<<19))), lint("names: a datadir of 1 MB", varied("hiera.yaml", longPath("datadir", 1<<19))),
		{Name: "names: a very long argument", Files: varied(), Args: []string{"lint", strings.Repeat("x/", 50_000)}, Exit: []int{2, 3}},
		{Name: "names: 20,000 arguments", Files: varied(), Args: append([]string{"lint"}, strings.Split(strings.Repeat("data/common.yaml,", 20_000)+"data", ",")...), Exit: anyFinding},
		{Name: "names: 20,000 arguments that are missing", Files: varied(), Args: append([]string{"lint"}, strings.Split(strings.Repeat("data/missing.yaml,", 20_000)+"data", ",")...), Exit: []int{2, 3}},
	}
	for name, script := range map[string]string{
		"an unreadable data file": "chmod 000 data/common.yaml", "an unreadable directory": "mkdir data/x && chmod 000 data/x", "an unreadable datadir": "chmod 000 data",
		"an unreadable hiera.yaml": "chmod 000 hiera.yaml", "an unreadable environment.conf": "chmod 000 environment.conf",
		"an unreadable configuration": "touch .hieralint.yaml && chmod 000 .hieralint.yaml", "unreadable manifests": "mkdir -p manifests && touch manifests/site.pp && chmod 000 manifests",
		"an unreadable module": "mkdir -p modules/m/manifests && chmod 000 modules/m", "directories that may only be listed": "mkdir -p data/y && touch data/y/z.yaml && chmod 444 data/y",
		"directories that may only be entered": "mkdir -p data/y && touch data/y/z.yaml && chmod 111 data/y", "a tree that may not be written": "chmod -R a-w .",
	} {
		for _, args := range [][]string{{"lint", "."}, {"lint", "--fix", "."}, {"lookup", "a1"}, {"keys", "."}} {
			trees = append(trees, tree{Name: "names: " + name + " (" + strings.Join(args, " ") + ")", Files: with(data(keys(3) + "a1: 2\n")), Script: script, Nobody: true, Args: args, Exit: []int{0, 1, 2, 3, 4}})
		}
	}
	return trees
}

// longPath returns a hierarchy whose first level has a location in many directories.
func longPath(location string, dirs int) string {
	return "version: 5\nhierarchy:\n  - {name: n, " + location + ": '" + strings.Repeat("a/", dirs) + "x.yaml'}\n  - {name: c, path: common.yaml}\n"
}
