package hostile

// optioned returns trees with lookup_options in very many files.
func optioned() []tree {
	files := data("z: 1\n")
	for i := range 700 {
		files["data/n/"+itoa(i)+".yaml"] = "lookup_options:\n" + repeat(50, "  '^k"+itoa(i)+"x#$': {merge: deep}\n") + repeat(50, "k"+itoa(i)+"x#: {a: 1}\n")
	}
	with(files, "hiera.yaml", "version: 5\nhierarchy:\n  - {name: n, path: 'n/%{trusted.certname}.yaml'}\n  - {name: c, path: common.yaml}\n")
	knockouts := func(merge string) map[string]string {
		return with(data("lookup_options: {a: {merge: "+merge+"}}\na:\n"+repeat(100_000, "  - b#\n")), "data/n/a.yaml", "a:\n"+repeat(100_000, "  - --c#=1\n  - --d#\n"))
	}
	return []tree{
		lint("options: 200,000 knockouts by a merge without them", with(knockouts("unique"), "hiera.yaml", files["hiera.yaml"])),
		lint("options: 200,000 knockouts", with(knockouts("{strategy: deep, knockout_prefix: '--'}"), "hiera.yaml", files["hiera.yaml"])),
		lint("options: different patterns in 700 files", files),
		{Name: "options: different patterns in 700 files (diff)", Files: files, Script: repository + "sed -i 's/a: 1/a: 2/' data/n/1*.yaml", Args: []string{"diff"}, Exit: []int{0}},
	}
}
