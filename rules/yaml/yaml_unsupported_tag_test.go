package yaml_test

import (
	"testing"

	"github.com/hieralint/hieralint/internal/rule/ruletest"
	"github.com/hieralint/hieralint/rules/yaml"
)

func TestYAMLUnsupportedTag(t *testing.T) {
	t.Parallel()
	ruletest.RunAll(t, yaml.YAMLUnsupportedTag, map[string]map[string]string{
		"regexp":                       ruletest.Common("a: !ruby/regexp /x/ # want error \"Regexp\"\n"),
		"set":                          ruletest.Common("a: !!set {x, y} # want error \"Set\"\n"),
		"float":                        ruletest.Common("a: !!float x # want error \"Float\"\n"),
		"address":                      ruletest.Common("b: ['::1', \":b\", b:c]\na: ::1 # want error \"a Ruby symbol\"\n"),
		"symbol by a tag":              ruletest.Common("a: {b: !ruby/symbol c} # want error \"a Ruby symbol\"\n"),
		"symbol in options":            ruletest.Common("lookup_options:\n  a:\n    merge: :deep # want error \"a Ruby symbol\"\n"),
		"symbols that Puppet knows":    ruletest.Common("a: :default\nb:\n- :undef\n- :\n:c: d\n"),
		"symbols as keys":              ruletest.Common("a:\n  :b: c\n"),
		"local tags are ignored":       ruletest.Common("a: !vault x\nb: !Sensitive y\n"),
		"key read as a tag":            ruletest.Common("a:\n  !b: {} # want warning \"`!b:` is a tag, not a key\"\nc:\n  - !d: e # want \"`!d:`\"\nf:\n  !g: # want \"`!g:`\"\n    h: 1\n"),
		"tags that may end in a colon": ruletest.Common("a: !<tag:yaml.org,2002:str> x\nb: !c x\nd: {'!e:': f, !g h: i}\n"),
		"a date is another rule's":     ruletest.Common("a: 2024-01-02\n"),
		"of another program":           {"environment.conf": "", "data/nodes/template.yaml": "a: !ruby/regexp /x/ # want note \"Regexp\"\n"},
	})
	ruletest.Fixes(t, yaml.YAMLUnsupportedTag, true, map[string]string{
		"a: ::1 # want \"symbol\"\n":            "a: \"::1\"\n",
		"a: !ruby/symbol b # want \"symbol\"\n": "",
	})
	ruletest.Fixes(t, yaml.YAMLUnsupportedTag, false, map[string]string{
		"a:\n  !b: {} # want \"`!b:`\"\n": "a:\n  '!b': {}\n",
	})
}
