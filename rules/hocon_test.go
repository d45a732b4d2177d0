package rules_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/hieralint/hieralint/internal/filetree"
	"github.com/hieralint/hieralint/internal/rule/ruletest"
	"github.com/hieralint/hieralint/rules/binding"
	"github.com/hieralint/hieralint/rules/hygiene"
	"github.com/hieralint/hieralint/rules/interpolation"
	"github.com/hieralint/hieralint/rules/options"
	"github.com/hieralint/hieralint/rules/yaml"
)

// inHOCON returns a tree whose only level is a HOCON file.
func inHOCON(text string) map[string]string {
	return map[string]string{
		"hiera.yaml":       "version: 5\nhierarchy: [{name: Common, path: common.conf, data_hash: hocon_data}]\n",
		"data/common.conf": text,
	}
}

func TestHOCONSyntaxError(t *testing.T) {
	t.Parallel()
	for name, text := range map[string]string{
		"reserved character":                "a = 1\nb = x@y # want error \"Reserved character '@' is not allowed outside quotes.$\"\n",
		"not closed":                        "a {\n  b = [1, 2\n  c = 3 # want error \"list should have\"\n}\n",
		"no value":                          "a = ] # want error \"expecting a value\"\n",
		"escape":                            "a = 1\nb = \"\\q\" # want error \"undefined method\"\n",
		"unresolved in an array":            "a = 1\nb = ${c.d} # want error \"could not resolve\"\n",
		"types that cannot be concatenated": "a = 1\nb = {c: 1} \"x\" # want error \"cannot concatenate\"\n",
		"server variable":                   "a = ${HOME}\nb = ${?USER}\n",
		"right":                             "// comment\na { b = [1, 2], c = ${a.b} }\na.d = two words\n\"e::f\" = \"\"\"x\ny\"\"\"\n",
		"empty":                             "",
	} {
		t.Run(name, func(t *testing.T) { ruletest.Run(t, yaml.YAMLSyntaxError, inHOCON(text)) })
	}
}

// TestHOCONValues checks rules about values in a HOCON file.
func TestHOCONValues(t *testing.T) {
	t.Parallel()
	ruletest.Run(t, interpolation.InterpolationUnknownFunction, inHOCON("\"a::b\" = \"x %{lookups('c')} y\" # want error \"lookups\"\na.\"c\" { d = [\"%{hierra('x')}\"] } # want error \"hierra\"\n"))
	ruletest.Run(t, interpolation.AliasNotWholeValue, inHOCON("b = 1\na = \"x %{alias('b')}\" # want error \"alias\"\n"))
	ruletest.Run(t, interpolation.LegacyFact, inHOCON("a = \"\"\"%{::osfamily}\"\"\" # want warning \"osfamily\"\nb = x \"%{fqdn}\" # want warning \"fqdn\"\n"))
	ruletest.Run(t, interpolation.InterpolationMissingKey, inHOCON("a.b = 1\nc = \"%{lookup('a.b')}\"\nd = \"%{lookup('nosuch')}\" # want error \"nosuch\"\n"))
	ruletest.Run(t, binding.KeySingleColon, inHOCON("\"apt::update:frequency\" = 1 # want \"apt::update:frequency\"\n\"a::b\" = 1\n"))
	ruletest.Run(t, options.LookupOptionsUnknownOption, inHOCON("\"a::b\" = []\nlookup_options { \"a::b\" { merrge = unique } } # want error \"merrge\"\nlookup_options.\"a::c\" = {merge = deep}\n"))
	ruletest.Run(t, yaml.YAMLDuplicateKey, inHOCON("a = 1\na = 2\nb { c = 1 }\nb { c = 2 }\n")) // HOCON permits repeated keys
	ruletest.Run(t, yaml.YAMLImplicitNumber, inHOCON("a = 0644\nb = yes\nc = 1.10\n"))
	ruletest.Run(t, hygiene.UnusedSuppression, inHOCON("// hieralint:ignore alias-not-whole-value # want warning \"unused suppression\"\na = 1\n"))
}

// TestHOCONInclude checks that a file with an include, which may have any key, has no findings.
func TestHOCONInclude(t *testing.T) {
	t.Parallel()
	for _, d := range ruletest.Check(t, filetree.Write(t, inHOCON("\"a::b\" = \"%{lookup('x')}\"\ninclude file(\"/etc/site.conf\")\n"))) {
		t.Errorf("%s: %s", d.Rule.Name, d.Message)
	}
}

// TestHOCONPlaces checks that findings in HOCON have the position of the token, and no fixes, which
// are for YAML.
func TestHOCONPlaces(t *testing.T) {
	t.Parallel()
	var got []string
	for _, d := range ruletest.Check(t, filetree.Write(t, inHOCON("a.b { c = [1, \"x %{alias('d')}\"] }\n\"d\" = \"\\u0041 %{lookups('a')}\"\n"))) {
		got = append(got, d.Rule.Name+" "+d.Key.String()+" "+ruletest.Underlined(d))
		if len(d.Fixes) > 0 {
			t.Errorf("%s: unexpected fix", d.Rule.Name)
		}
	}
	want := []string{
		"alias-not-whole-value a.b.c.1 %{alias('d')}",
		`interpolation-unknown-function d \u0041 %{lookups('a')}`,
	}
	if !slices.Equal(got, want) {
		t.Errorf("found %q, want %q", got, want)
	}
}

// TestHOCONFixes checks that findings from evaluation have no fixes in HOCON files, either.
func TestHOCONFixes(t *testing.T) {
	t.Parallel()
	for _, d := range ruletest.Check(t, filetree.Write(t, map[string]string{
		"hiera.yaml":                  "version: 5\nhierarchy: [{name: OS, path: \"%{facts.os.family}.conf\", data_hash: hocon_data}, {name: Common, path: common.yaml}]\n",
		"data/Debian.conf":            "\"a::b\" = 1\n\"c::d\" = 0\n",
		"data/common.yaml":            "a::b: 1\nc::d: 1\n",
		"data/RedHat.conf":            "\"c::d\" = 2\n",
		"manifests/site.pp":           "include c\n",
		"modules/c/manifests/init.pp": "class c(String $d) { }\n",
	})) {
		for _, fix := range d.Fixes {
			for _, e := range fix.Edits {
				if strings.HasSuffix(e.File.Path, ".conf") {
					t.Errorf("%s offers %q in %s", d.Rule.Name, fix.Message, e.File.Path)
				}
			}
		}
	}
}
