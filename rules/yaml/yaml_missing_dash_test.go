package yaml_test

import (
	"testing"

	"github.com/hieralint/hieralint/internal/rule/ruletest"
	"github.com/hieralint/hieralint/rules/yaml"
)

func TestYAMLMissingDash(t *testing.T) {
	t.Parallel()
	ruletest.RunAll(t, yaml.YAMLMissingDash, map[string]map[string]string{
		"in the middle":  ruletest.Common("a:\n  - one\n    two # want warning \"missing dash before `two`\"\n  - three\n"),
		"at the end":     ruletest.Common("a:\n- one\n- two\n  three # want \"missing dash before `three`\"\n"),
		"several":        ruletest.Common("a:\n  - one\n  - two\n    three # want \"three\"\n    four\n"),
		"qualified":      ruletest.Common("a:\n  - ntp::server\n  - profile::base\n    profile::web # want \"profile::web\"\n"),
		"nested":         ruletest.Common("a:\n  b:\n    - c\n    - d\n      e # want \"e\"\n"),
		"comment before": ruletest.Common("a:\n  - one\n  - two\n    three # want \"three\"\n  # more\n  - four\n"),

		"below the only element":     ruletest.Common("a:\n  - ntp::server\n    profile::web # want \"missing dash before `profile::web`\"\nb: {c: [d]}\ne:\n- NOPASSWD\n  SETENV # want \"`SETENV`\"\n"),
		"dash within an element":     ruletest.Common("a:\n  - one\n    - two # want \"array element `- two` is part of the string above\"\n  - three\n"),
		"dashes within prose":        ruletest.Common("a:\n  - some text\n    - two # want \"`- two`\"\n    - three\n"),
		"elements below a value":     ruletest.Common("a: one\n  - two # want \"`- two`\"\n  - three\n"),
		"elements below a comment":   ruletest.Common("a:\n  // two numbers\n  - 2 # want \"`- 2`\"\n"),
		"no space after dashes":      ruletest.Common("a:\n  b:\n    c: [d]\n  e:\n    c:\n      -one # want \"missing space after the dash in `-one`\"\n      -two\n"),
		"quoted after dashes":        ruletest.Common("a:\n  -'one' # want \"missing space after the dash in `-'one'`\"\nb:\n  c:\n    -\"two\" # want \"missing space after the dash\"\n    -\"three\"\n"),
		"names after dashes":         ruletest.Common("a::hosts:\n  -web-01.example.com # want \"missing space after the dash in `-web-01.example.com`\"\n  -web-02.example.com\n"),
		"classes after dashes":       ruletest.Common("classes:\n  -ntp # want \"missing space after the dash in `-ntp`\"\n  -role::web\n"),
		"classes without dashes":     ruletest.Common("classes:\n  role::web # want warning \"missing dash before `role::web`\"\n  ntp\n"),
		"words without dashes":       ruletest.Common("text:\n  web\n  server\n"),
		"a class and text":           ruletest.Common("text:\n  see role::web for\n  role::web\n"),
		"a class below its key":      ruletest.Common("classes:\n  role::web\n"),
		"class after a dash":         ruletest.Common("classes:\n  -role::web # want \"`-role::web`\"\n"),
		"string among arrays":        ruletest.Common("a:\n  b:\n    - one\n  c:\n    two # want \"missing dash before `two`\"\n  d:\n    - three\n"),
		"list in similar hash":       ruletest.Common("a:\n  b:\n    c:\n      - one\n      - two\n  d:\n    c:\n      three # want \"missing dash before `three`\"\n"),
		"several words among arrays": ruletest.Common("a:\n  b:\n    - one\n  c:\n    two three # want \"missing dash before `two three`\"\n  d:\n    - three\n"),
		"several lines among arrays": ruletest.Common("a:\n  b:\n    - one\n  c:\n    two # want \"missing dash before `two`\"\n    three\n  d:\n    - three\n"),

		"with an array":             ruletest.Common("a:\n  b:\n    - one\n  c:\n    two\n"),
		"lists and strings":         ruletest.Common("a:\n  b:\n    - one\n  c:\n    two\n  d:\n    - three\n  e: four\n"),
		"strings in similar hashes": ruletest.Common("a:\n  b:\n    c:\n      - one\n  d:\n    c:\n      two\n  e:\n    c: three\n"),
		"beside the key":            ruletest.Common("a:\n  b:\n    - one\n  c: two\n  d:\n    - three\n"),
		"at the root":               ruletest.Common("a:\n  - one\nb:\n  two\nc:\n  - three\n"),
		"quoted option":             ruletest.Common("a:\n  -e 'one' -'x\n"),
		"long options":              ruletest.Common("a::options:\n  -config.file\nb:\n  -Dfile.encoding=UTF-8\nc:\n  -server\nd:\n  --some.thing\ne:\n  -5.5\nf: -a.b\n"),
		"options":                   ruletest.Common("a:\n  -Xms1g\n  -Xmx2g\n"),
		"dash in a quoted string":   ruletest.Common("a: 'one\n  - two'\n"),
		"dash in a block scalar":    ruletest.Common("a: |\n  one\n  - two\n"),
		"dash at the end of a line": ruletest.Common("a: some text -\n  that goes on\n"),
		"prose":                     ruletest.Common("a:\n  - one\n  - some text\n    that goes on\n"),
		"other prose":               ruletest.Common("a:\n  - some text\n  - one\n    two\n"),
		"the only element":          ruletest.Common("a:\n  - one\n    two\nb:\n  - See\n    RFC-2822.\nc:\n  - web-1\n    two\n"),
		"quoted":                    ruletest.Common("a:\n  - one\n  - 'two\n    three'\n"),
		"block scalars":             ruletest.Common("a:\n  - one\n  - |\n    two\n    three\n"),
		"flow sequence":             ruletest.Common("a: [one,\n  two\n  three]\n"),
		"with a hash":               ruletest.Common("a:\n  - {b: c}\n  - one\n    two\n"),
		"an empty line":             ruletest.Common("a:\n  - one\n  - two\n\n    three\n"),
		"encoded":                   ruletest.Common("a:\n  - one\n  - MIIBmQYJKoZIhvcNAQcDoIIBijCCAYYCAQAxggEhMIIBHQIBADAFMAACAQEwDQYJ\n    KoZIhvcNAQEBBQAEggEARMSnR5oHHr43lzFpxJwSoT0068e\n"),
		"no array":                  ruletest.Common("a:\n  one\n  two\n"),
		"all right":                 ruletest.Common("a:\n  - one\n  - two\n  -\n    three\n"),
	})
}

// TestYAMLMissingDashHelp checks what is proposed for elements that are part of a string.
func TestYAMLMissingDashHelp(t *testing.T) {
	t.Parallel()
	const either = "write `one:` if this is the key of the array, or `- one` if it is an element; quote the string if it is meant to be one"
	const below = "move the array directly below its key, or quote the string if it is meant to be one"
	for text, want := range map[string]string{
		"a:\n  one\n  - two # want\n":            either,
		"a:\n  one\n    - two # want\n    - x\n": either,
		"a: one\n  - two # want\n":               below,
		"a:\n  one two\n  - three # want\n":      below,
		"a:\n  one\n  two\n  - three # want\n":   below,
		"a:\n  - one\n    - two # want\n":        "align the dash with the one above, or quote the string if it is meant to be one",
	} {
		for _, d := range ruletest.Run(t, yaml.YAMLMissingDash, ruletest.Common(text)) {
			if d.Help != want {
				t.Errorf("%q: help %q, want %q", text, d.Help, want)
			}
		}
	}
}

func TestYAMLMissingDashFix(t *testing.T) {
	t.Parallel()
	ruletest.Fixes(t, yaml.YAMLMissingDash, false, map[string]string{
		"a:\n  - one\n    two # want \"two\"\n  - three\n":                                  "a:\n  - one\n  - two\n  - three\n",
		"a:\n  - one\n    - two # want \"two\"\n  - three\n":                                "a:\n  - one\n  - two\n  - three\n",
		"a:\n  b:\n    - one\n  c:\n    two # want \"two\"\n    three\n  d:\n    - three\n": "a:\n  b:\n    - one\n  c:\n    - two\n    - three\n  d:\n    - three\n",
		"a:\n  b:\n    c: [d]\n  e:\n    c:\n      -one # want \"one\"\n      -two\n":       "a:\n  b:\n    c: [d]\n  e:\n    c:\n      - one\n      - two\n",
		"a:\n  -'one' # want \"one\"\n":                                                     "a:\n  - 'one'\n",
		"a:\n- one\n- two\n  three # want \"three\"\n  four\n":                              "a:\n- one\n- two\n- three\n- four\n",
	})
}
