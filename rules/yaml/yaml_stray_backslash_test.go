package yaml_test

import (
	"testing"

	"github.com/hieralint/hieralint/internal/rule/ruletest"
	"github.com/hieralint/hieralint/rules/yaml"
)

func TestYAMLStrayBackslash(t *testing.T) {
	t.Parallel()
	ruletest.RunAll(t, yaml.YAMLStrayBackslash, map[string]map[string]string{
		"array element": ruletest.Common("a:\n  - \\#wikimedia-sre # want warning \"backslash before `#` at the start of an unquoted string\"\n"),
		"flow":          ruletest.Common("a: [\\@all, \\&base] # want \"`@`\" \"`&`\"\n"),
		"tag, sudoers":  ruletest.Common("a: \\!secret # want \"`!`\"\nb: \\%admins # want \"`%`\"\n"),
		"quotes":        ruletest.Common("a: \\'web' # want \"before\"\n"),
		"asterisk":      ruletest.Common("a: \\* # want \"`\\*`\"\nb: \\*.example.com # want \"`\\*`\"\n"),
		"keys":          ruletest.Common("\\@all: 1 # want \"backslash\"\nb:\n  \\*: 1 # want \"backslash\"\n"),

		"path of Windows": ruletest.Common("a: 'C:\\\\Program Files (x86)\\\\x' # want note \"doubled backslashes\"\nb: [d:\\\\logs\\\\*.log] # want note \"doubled backslashes\"\n"),

		"other paths":         ruletest.Common("a: 'C:\\x\\y'\nb: \"C:\\\\x\"\nc: '\\\\server\\share'\nd: 'C:\\\\x\\y'\ne: 'C:\\\\\\\\x'\nf: 'C:\\\\'\ng: |-\n  C:\\\\x\n"),
		"patterns of paths":   ruletest.Common("a: 'C:\\\\x\\\\.*'\nb: '^C:\\\\x'\nc: 'C:\\\\x$'\nd: {match: 'C:\\\\x'}\n"),
		"quoted":              ruletest.Common("a: '\\#x1'\nb: \"\\\\#x1\"\n"),
		"not at the start":    ruletest.Common("a: x\\#y\n"),
		"regular expressions": ruletest.Common("a: \\#.*\nb: \\*\\.example\\.com\nc: \\@example\\.com$\nd: \\.pp$\ne: \\#(foo|bar)\nf: \\#+x\n"),
		"keys for patterns":   ruletest.Common("a::regex: \\#foo\nb: {match_pattern: \\@foo}\nc::filters: [\\#foo]\n"),
		"other characters":    ruletest.Common("a: \\n\nb: \\server\nc: \\\\server\\share\nd: \\\n"),
		"arguments of find":   ruletest.Common("a: \\! -user root\n"),
		"tokens":              ruletest.Common("a: \\%{b}\nb: 1\n"),
		"times":               ruletest.Common("a: \\%H:%M\n"),
		"asterisk in another": ruletest.Common("a: \\*foo\nb: \\*.5\n"),
		"tagged, block":       ruletest.Common("a: !!str \\#foo\nb: |-\n  \\#foo\n"),
		"JSON":                {"data/common.json": "{\"a\": \"\\\\#foo\"}\n"},
	})
}

func TestYAMLStrayBackslashFix(t *testing.T) {
	t.Parallel()
	ruletest.Fixes(t, yaml.YAMLStrayBackslash, false, map[string]string{
		"a: 'C:\\\\x\\\\y' # want \"backslashes\"\n": "a: 'C:\\x\\y'\n",
		"a: [\\#x1, y] # want \"backslash\"\n":       "a: ['#x1', y]\n",
	})
}
