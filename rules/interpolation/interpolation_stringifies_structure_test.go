package interpolation_test

import (
	"testing"

	"github.com/hieralint/hieralint/internal/rule/ruletest"
	"github.com/hieralint/hieralint/rules/interpolation"
)

func TestInterpolationStringifiesStructure(t *testing.T) {
	t.Parallel()
	ruletest.RunAll(t, interpolation.InterpolationStringifiesStructure, map[string]map[string]string{
		"a hash":   ruletest.Common("h: {x: 1}\na: \"x %{lookup('h')}\" # want \"`h` is a hash, which is converted to a string here\"\n"),
		"an array": ruletest.Common("l: [1]\na: \"%{hiera('l')}\" # want \"`l` is an array\"\n"),
		"alias":    ruletest.Common("l: [1]\na: \"%{alias('l')}\"\n"),
		"a fact":   ruletest.Common("a: \"%{facts.os} %{::networking}\" # want warning \"`facts.os` is a hash\" \"`::networking` is a hash\"\nb: \"%{scope('trusted')}\" # want \"`trusted`\"\nc: \"%{trusted.extensions}\" # want \"hash\"\n"),
		"no fact":  ruletest.Common("a: \"%{facts.os.family} %{facts.disks} %{trusted.certname} %{facts.kernel} %{role} %{server_facts.environment}\"\n"),
		"in a hierarchy": {
			"hiera.yaml":       "version: 5\ndefaults: {datadir: \"data/%{networking}\"} # want warning \"`networking` is a hash\"\nhierarchy:\n  - {name: OS, path: \"os/%{facts.os}-%{facts.os.release.major}.yaml\"} # want warning \"`facts.os` is a hash\"\n  - {name: Family, glob: \"os/%{facts.os.family}/*.yaml\"}\n  - {name: Each, mapped_paths: [facts.os, x, \"x/%{x}.yaml\"]}\n",
			"data/common.yaml": "a: 1\n",
		},
		"a part":      ruletest.Common("h: {x: 1}\na: \"%{lookup('h.x')}\"\n"),
		"on one role": ruletest.Roles(map[string]string{"data/role/web.yaml": "x: [1]\n", "data/common.yaml": "x: 1\na: \"%{lookup('x')}\" # want \"`x` is an array\"\n"}),
	})
	found := ruletest.Run(t, interpolation.InterpolationStringifiesStructure, ruletest.Common("l: [1]\na: \"%{hiera('l')}\" # want \"array\"\n"))
	if got, want := ruletest.Apply(found[0].Fixes[0]), "l: [1]\na: \"%{alias('l')}\"\n"; got != want {
		t.Errorf("fixed %q, want %q", got, want)
	}
}
