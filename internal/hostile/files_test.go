package hostile

import (
	"strings"
)

// special are paths that must be rejected without waiting: devices, and those created as a pipe, a socket, and a
// directory.
var special = []string{"/dev/zero", "/dev/random", "/dev/tty", "/dev/stdin", "pipe", "socket", "dir", "loop", "/proc/self/mem", "/proc/kmsg"}

// specialFiles returns trees with infinite, blocking, and other special files.
func specialFiles() []tree {
	var trees []tree
	add := func(t tree) {
		for i, arg := range t.Args {
			t.Args[i] = strings.ReplaceAll(arg, "\x00", "")
		}
		t.Pipes, t.Sockets = append(t.Pipes, "pipe"), append(t.Sockets, "socket")
		t.Files = with(t.Files, "dir/", "", "loop -> loop", "")
		trees = append(trees, t)
	}
	failing := []int{0, 1, 2, 3, 4}
	manyKeys := lines(120_000, func(b *strings.Builder, i int) {
		b.WriteString("key" + itoa(i) + ": some value that is longer than that\n")
	})
	for _, path := range special {
		encrypted := "k: ENC[PKCS7,MIIBeQYJKoZIhvcNAQcDoIIBajCCAWYCAQAxggEhMIIBHQIBADAFMAACAQEwDQYJKoZIhvcNAQEBBQAEggEA]\n"
		eyaml := with(data(encrypted), "hiera.yaml",
			"version: 5\nhierarchy:\n  - name: common\n    lookup_key: eyaml_lookup_key\n    path: common.yaml\n    options:\n      pkcs7_private_key: "+path+"\n      pkcs7_public_key: "+path+"\n")
		add(tree{Name: "eyaml key " + path + " (lookup)", Files: eyaml, Args: []string{"lookup", "k"}, Exit: failing})
		add(tree{Name: "eyaml key " + path + " (lint)", Files: eyaml, Args: []string{"lint", "."}, Exit: failing})
		add(tree{Name: "spare key " + path, Files: with(data(encrypted), ".hieralint.yaml", "private_keys: ["+path+"]\n",
			"hiera.yaml", "version: 5\nhierarchy:\n  - name: common\n    lookup_key: eyaml_lookup_key\n    path: common.yaml\n    options:\n      pkcs7_private_key: /missing\n      pkcs7_public_key: /missing\n"),
			Args: []string{"lint", "."}, Exit: failing})
		add(tree{Name: "configuration " + path, Files: data("k: 1\n"), Args: []string{"lint", "--config", path, "."}, Exit: failing})
		add(tree{Name: "facts " + path + " (lint)", Files: data("k: 1\n"), Args: []string{"lint", "--facts", path, "."}, Exit: failing})
		add(tree{Name: "facts " + path + " (lookup)", Files: data("k: 1\n"), Args: []string{"lookup", "--facts", path, "k"}, Exit: failing})
		add(tree{Name: "facts " + path + " in the configuration", Files: with(data("k: 1\n"), ".hieralint.yaml", "facts: ["+path+"]\n"), Args: []string{"lint", "."}, Exit: failing})
		add(tree{Name: "baseline " + path, Files: data("k: 1\n"), Args: []string{"lint", "--baseline", path, "."}, Exit: failing})
		add(tree{Name: "baseline " + path + " in the configuration", Files: with(data("k: 1\n"), ".hieralint.yaml", "baseline: "+path+"\n"), Args: []string{"lint", "."}, Exit: failing})
		add(tree{Name: "hiera.yaml " + path, Files: data("k: 1\n"), Args: []string{"lookup", "--hiera-config", path, "k"}, Exit: failing})
		add(tree{Name: "data file " + path, Files: with(data("k: 1\n"), "hiera.yaml",
			"version: 5\nhierarchy:\n  - name: common\n    path: "+path+"\n    datadir: /\n  - name: other\n    glob: '*'\n    datadir: .\n"), Args: []string{"lint", "."}, Exit: failing})
		argument := tree{Name: "argument " + path, Files: data("k: 1\n"), Args: []string{"lint", path}, Exit: []int{3}}
		if path == "dir" || strings.HasPrefix(path, "/proc/") { // regular files, but not data files
			argument.Exit = []int{0}
		}
		add(argument)
	}
	for _, link := range []string{
		".hieralint.yaml", ".hieralint.baseline.json", "hiera.yaml", "environment.conf", "Puppetfile", ".gitignore", ".gitmodules", "data/common.yaml", "data/other.json", "manifests/site.pp",
		"modules/m/manifests/init.pp", "modules/m/functions/f.pp", "modules/m/types/t.pp", "modules/m/hiera.yaml", "modules/m/metadata.json", "modules/m/lib/puppet/functions/f.rb",
		"modules/m/lib/facter/f.rb", "modules/m/templates/t.erb", "modules/m/templates/t.epp", "modules/m/facts.d/f.yaml", "modules/m/lib/puppet/parser/functions/f.rb", "puppet.conf", "keys/private_key.pkcs7.pem",
	} {
		for _, target := range []string{"/dev/zero", "pipe"} {
			files := data("k: 1\n")
			delete(files, link)
			t := lint("file "+link+" is "+target, files)
			if target == "pipe" {
				t.Pipes = append(t.Pipes, link)
			} else {
				t.Files = with(files, link+" -> "+target, "")
			}
			t.Exit = failing
			trees = append(trees, t)
		}
	}
	trees = append(trees,
		tree{Name: "facts folder of pipes", Files: with(data("k: 1\n"), "facts/", ""), Pipes: []string{"facts/a.yaml", "facts/b.json"}, Args: []string{"lint", "--facts", "facts", "."}, Exit: failing},
		tree{Name: "facts folder of sockets", Files: with(data("k: 1\n"), "facts/", ""), Sockets: []string{"facts/a.yaml"}, Args: []string{"lint", "--facts", "facts", "."}, Exit: failing},
		tree{Name: "facts folder of devices", Files: with(data("k: 1\n"), "facts/a.yaml -> /dev/zero", ""), Args: []string{"lint", "--facts", "facts", "."}, Exit: failing},
		tree{Name: "facts folder in a circle", Files: with(data("k: 1\n"), "facts/a -> ..", "", "facts/b.yaml -> b.yaml", ""), Args: []string{"lint", "--facts", "facts", "."}, Exit: failing},
		tree{Name: "facts of 6 MiB", Files: with(data("k: \"%{facts.role}\"\n"), "facts.json", `{"role":"web","pad":"`+strings.Repeat("x", 6<<20)+`"}`), Args: []string{"lookup", "--facts", "facts.json", "k"}, Exit: []int{0}, Says: "web"},
		tree{Name: "facts of 6 MiB in many facts", Files: with(data("k: \"%{facts.role}\"\n"), "facts.json", `{"role":"web"`+lines(200_000, func(b *strings.Builder, i int) { b.WriteString(",\"f" + itoa(i) + "\":\"some value here\"") })+`}`),
			Args: []string{"lookup", "--facts", "facts.json", "k"}, Exit: []int{0}, Says: "web"},
		tree{Name: "data of 6 MiB", Files: data("k: found\npad: " + strings.Repeat("x", 6<<20) + "\n"), Args: []string{"lookup", "k"}, Exit: []int{0}, Says: "found"},
		tree{Name: "data of 6 MiB in many keys", Files: data("k: found\n" + manyKeys), Args: []string{"lookup", "k"}, Exit: []int{0}, Says: "found"},
		lint("data of 6 MiB in many keys (lint)", data(manyKeys)),
		tree{Name: "data of 200 MiB", Files: data("k: found\npad: " + strings.Repeat("x", 200<<20) + "\n"), Args: []string{"lint", "."}, Exit: []int{1, 3}, Says: "max_file_size"},
		tree{Name: "facts of 200 MiB", Files: with(data("k: found\n"), "facts.json", `{"pad":"`+strings.Repeat("x", 200<<20)+`"}`), Args: []string{"lookup", "--facts", "facts.json", "k"}, Exit: []int{1, 2, 3}, Says: "max_file_size"},
	)
	return trees
}
