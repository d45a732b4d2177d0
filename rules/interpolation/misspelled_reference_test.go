package interpolation_test

import (
	"maps"
	"testing"

	"github.com/hieralint/hieralint/internal/rule/ruletest"
	"github.com/hieralint/hieralint/rules/interpolation"
)

// TestMisspelledReferences checks references to keys of data that is not in the tree.
func TestMisspelledReferences(t *testing.T) {
	t.Parallel()
	const often = "a::b: \"%{lookup('restic_password')} %{lookup('restic_password')}\"\na::c: \"%{alias('restic_password')}\"\n"
	const namespace = "a::b: [\"%{lookup('ccs_software::user')}\", \"%{lookup('ccs_software::pass')}\", \"%{lookup('ccs_software::port')}\"]\n"
	with := func(text string) map[string]string {
		return map[string]string{
			".gitignore":       "/data/secrets.yaml\n",
			"hiera.yaml":       "version: 5\nhierarchy:\n  - {name: Secrets, path: secrets.yaml}\n  - {name: Common, path: common.yaml}\n",
			"data/common.yaml": text,
		}
	}
	and := func(trees map[string]string, path, text string) map[string]string {
		trees = maps.Clone(trees)
		trees[path] = text
		return trees
	}
	ruletest.RunAll(t, interpolation.InterpolationMissingKey, map[string]map[string]string{
		"misspelled":                  with(often + "a::d: \"%{lookup('restic_passwrod')}\" # want warning \"undefined key `restic_passwrod`, nearly the same as `restic_password`, which the file references more often\"\n"),
		"with subkeys":                with("a::b: \"%{lookup('site.data.domain')} %{lookup('site.data.domain')} %{lookup('site.data.domain')} %{lookup('stie.data.domain')}\" # want \"undefined key `stie.data.domain`\"\n"),
		"a namespace":                 with(namespace + "a::c: \"%{lookup('ccs_softwre::token')}\" # want \"undefined key `ccs_softwre::token`\"\n"),
		"a namespace that has keys":   with(namespace + "a::c: \"%{lookup('ccs_softwre::token')}\"\nccs_softwre::sockets: 80\n"),
		"another name":                with(often + "a::d: \"%{lookup('restic_user')} %{lookup('restic_password2')} %{lookup('restic_passwords')}\"\n"),
		"several references":          with(often + "a::d: \"%{lookup('restic_passwrod')}\"\na::e: \"%{lookup('restic_passwrod')}\"\n"),
		"few references of the other": with("a::b: \"%{lookup('restic_password')} %{lookup('restic_password')}\"\na::d: \"%{lookup('restic_passwrod')}\"\n"),
		"looked up by code":           and(with(often+"a::d: \"%{lookup('restic_passwrod')}\"\n"), "manifests/site.pp", "$x = lookup('restic_passwrod')\n"),
		"nearly a defined key":        with(often + "restic_password: x\na::d: \"%{lookup('restic_passwrod')}\" # want \"undefined key `restic_passwrod`$\"\n"),
	})
}
