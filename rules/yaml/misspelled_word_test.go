package yaml_test

import (
	"testing"

	"github.com/hieralint/hieralint/internal/rule/ruletest"
	"github.com/hieralint/hieralint/rules/yaml"
)

func TestMisspelledWord(t *testing.T) {
	t.Parallel()
	const (
		levels  = "a::logs:\n  w: {level: warning}\n  x: {level: warning}\n  y: {level: warning}\n  z: {level: warning}\n"
		enabled = "a::sites:\n  w: {enabled: true}\n  x: {enabled: true}\n  y: {enabled: true}\n  z: {enabled: true}\n"
	)
	ruletest.RunAll(t, yaml.MisspelledWord, map[string]map[string]string{
		"swapped letters":             ruletest.Common(levels + "b: {x: {level: wanring}} # want warning \"`wanring` occurs only here, but `warning` is the value of `level` in 4 other places\"\n"),
		"key of a parameter":          ruletest.Common(levels + "b::level: waring # want \"`waring`\"\n"),
		"two places":                  ruletest.Common(levels + "a::more: {x: {level: warning}, y: {level: warning}, z: {level: warning}, v: {level: warning}}\nb: {x: {level: wanring}} # want \"`wanring` occurs only here and in 1 other place, but\"\nc: {x: {level: wanring}} # want \"`wanring`\"\n"),
		"in an array of hashes":       ruletest.Common(levels + "b: [{level: wanring}] # want \"`wanring`\"\n"),
		"another file":                ruletest.Roles(map[string]string{"data/common.yaml": levels, "data/role/web.yaml": "b: {level: wanring} # want \"`wanring`\"\n"}),
		"ensure":                      ruletest.Common("b: {ensure: presnt} # want \"`presnt` occurs only here, but `present` is a usual value of `ensure`\"\n"),
		"parameter for ensure":        ruletest.Common("b::package_ensure: instaled # want \"`installed` is a usual value of `ensure`\"\n"),
		"provider":                    ruletest.Common("b: {provider: chocolaty} # want \"`chocolaty` occurs only here, but `chocolatey` is a usual value of `provider`\"\nc::provider: zypper\n"),
		"provider in two places":      ruletest.Common("b: {provider: chocolaty} # want \"only here and in 1 other place\"\nc::provider: chocolaty # want\n"),
		"another provider":            ruletest.Common("a: [{provider: systemctl}, {provider: windows}, {provider: choco}, {provider: homebrews3}, {provider: brew}]\n"),
		"misspelled boolean":          ruletest.Common(enabled + "b: {enabled: trug} # want \"`true` is the value of `enabled` in 4 other places\"\n"),
		"misspelled boolean, quoted":  ruletest.Common(enabled + "b: {enabled: 'twue'} # want \"`twue`\"\n"),
		"misspelled-boolean finds it": ruletest.Common(enabled + "b: {enabled: ture}\n"),
		"upper case":                  ruletest.Common("a: [{ca: LetsEncrypt}, {ca: LetsEncrypt}, {ca: LetsEncrypt}, {ca: LetsEncrypt}]\nb: {ca: LetsEncyrpt} # want \"`LetsEncyrpt` occurs only here, but `LetsEncrypt` is the value of `ca`\"\n"),
		"upper case, but elsewhere":   ruletest.Common("a: [{ca: LetsEncrypt}, {ca: LetsEncrypt}, {ca: LetsEncrypt}, {ca: LetsEncrypt}]\nb: {ca: LetsEncyrpt}\nc: letsencyrpt\n"),
		"names":                       ruletest.Common("a: [{name: Simon}, {name: Simon}, {name: Simon}, {name: Simon}, {name: Simno}]\n"),
		"the word elsewhere in data":  ruletest.Common(levels + "b: {level: wanring}\nc: [wanring]\n"),
		"the word in a comment":       ruletest.Common(levels + "b: {level: wanring} # Wanring\n"),
		"the word in code":            {"data/common.yaml": levels + "b: {level: wanring}\n", "manifests/site.pp": "notice('wanring')\n"},
		"another attribute":           ruletest.Common(levels + "b: {severity: wanring}\n"),
		"another word":                ruletest.Common(levels + "b: {level: warnings, x: {level: error}}\n"),
		"not frequent":                ruletest.Common("a: [{level: warning}, {level: warning}, {level: warning}]\nb: {level: wanring}\n"),
		"usual values":                ruletest.Common("a: [{ensure: present}, {ensure: absent}, {ensure: latest}, {ensure: held}, {ensure: '1.2.3'}]\n"),
		"several may be meant":        ruletest.Common("a: [{m: reader}, {m: reader}, {m: reader}, {m: reader}, {m: leader}, {m: leader}, {m: leader}, {m: leader}]\nb: {m: feader}\n"),
		"elements of arrays":          ruletest.Common(levels + "b: {level: [wanring]}\n"),
		"lookup_options":              ruletest.Common("lookup_options: {b: {merge: uniqe}}\na: [{merge: unique}, {merge: unique}, {merge: unique}, {merge: unique}]\n"),
		"secret":                      ruletest.Common("a: [{password: warning}, {password: warning}, {password: warning}, {password: warning}]\nb: {password: wanring}\n"),
	})
}

func TestMisspelledWordFix(t *testing.T) {
	t.Parallel()
	ruletest.Fixes(t, yaml.MisspelledWord, false, map[string]string{
		"b: {ensure: presnt} # want\n":     "b: {ensure: present}\n",
		"b: {ensure: \"presnt\"} # want\n": "b: {ensure: \"present\"}\n",
	})
}
