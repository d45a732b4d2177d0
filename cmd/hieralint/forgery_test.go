package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/hieralint/hieralint/internal/filetree"
	"github.com/hieralint/hieralint/report"
)

// hostileNames are names that, unescaped, would change how a terminal, a CI system, or a browser
// interprets the output.
var hostileNames = []string{
	"a\n::error::forged.yaml", "b\r\n::set-output name=x::forged.yaml", "c\x1b[31m\x1b]0;forged\x07.yaml", "d\u202Egnp.yaml", "e\xff\xfe.yaml", "f\u2028::warning::forged.yaml",
	"g\u0085h\u009b31m.yaml", "h`]](x)<script>alert(1)<!--.yaml", "i,title=forged,line=1::x.yaml", "j%0A::error::forged.yaml", "k\u2066x\u2069\u200b.yaml",
}

// hostileTree writes a tree with these names as files, keys, values, nodes, and environments, with
// mistakes in all of them.
func hostileTree(t *testing.T) {
	t.Helper()
	dir := filetree.Write(t, map[string]string{
		"environment.conf":                  "modulepath = modules\n",
		"hiera.yaml":                        "version: 5\nhierarchy:\n  - {name: \"Nodes\\n::error::forged \\e[31m\", path: \"nodes/%{trusted.certname}.yaml\"}\n  - {name: Names, glob: \"names/*.yaml\"}\n  - {name: Common, path: common.yaml}\n  - {name: \"\\e[31m\", path: \"no\\n::error::forged.yaml\"}\n",
		"modules/profile/manifests/init.pp": "class profile (String $a = \"x\\n::error::forged\\e[31m\") { lookup(\"\\e[31m\\n::error::forged\") }\n",
		"facts.json":                        `{"certname": "n\n::error::forged\u001b[31m", "facts": {"x": 1}}`,
	})
	data := filepath.Join(dir, "data")
	for _, sub := range []string{"names", "nodes", "orphans\n::error::forged"} {
		if err := os.MkdirAll(filepath.Join(data, sub), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	var common strings.Builder
	for i, name := range hostileNames {
		quoted := fmt.Sprintf("%q", strings.ToValidUTF8(name, "?"))
		quoted = strings.ReplaceAll(quoted, `\x07`, `\a`)
		key := fmt.Sprintf("\"profile::%d%s", i, quoted[1:])
		text := fmt.Sprintf("%[1]s: \"%%{nope}%[2]s\n%[1]s: \"%%{lookup('x%[2]s)')}\"\nprofile::a: [%[3]s]\nlookup_options: {%[3]s: {merg: %[3]s}, \"^[%[2]s: {merge: deep}}\n", key, quoted[1:], quoted)
		fmt.Fprintf(&common, "%s: \"%%{alias('%s.x')} %s\n", key, strings.Trim(quoted, `"`), quoted[1:])
		for _, sub := range []string{"names", "nodes", "orphans\n::error::forged"} {
			if err := os.WriteFile(filepath.Join(data, sub, name), []byte(text), 0o600); err != nil {
				t.Skipf("the file system does not support such names: %v", err)
			}
		}
	}
	if err := os.WriteFile(filepath.Join(data, "common.yaml"), []byte(common.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	t.Chdir(dir)
}

// TestOutputCannotBeForged checks that every command escapes hostile names in every format.
func TestOutputCannotBeForged(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("file names cannot have such characters")
	}
	hostileTree(t)
	t.Setenv("CI", "true")
	invalid := "invalid\n::error::forged\x1b[31m.yaml"
	if err := os.WriteFile(invalid, []byte("\"nope\\n::error::forged\\e[31m\": 1\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	var commands [][]string
	for _, format := range report.Formats {
		commands = append(commands, []string{"lint", "--fail-on", "never", "--format", format.Name}, []string{"lint", "--fail-on", "never", "--facts", "facts.json", "--format", format.Name})
	}
	for _, command := range []string{"environments", "keys", "nodes"} {
		commands = append(commands, []string{command}, []string{command, "--format", "json"}, []string{command, "--facts", "facts.json"})
	}
	commands = append(commands,
		[]string{"lint", "--statistics", "--profile", "strict"}, []string{"lint", "--diff", "--unsafe-fixes"}, []string{"lint", "nope\n::error::forged\x1b[31m"},
		[]string{"lookup", "x\n::error::forged\x1b[31m", "--node", "n\n::error::forged\x1b[31m"}, []string{"lookup", "--explain", "profile::a", "--node", "a"},
		[]string{"explain", "x\n::error::forged\x1b[31m"}, []string{"config", "init"}, []string{"config"}, []string{"lint", "--config", invalid}, []string{"config", "verify", invalid},
		[]string{"lint", "--add-suppressions", "x\x1b[31m"}, []string{"lint", "--baseline", invalid}, []string{"lint", "--facts", invalid}, []string{"nope\n::error::forged\x1b[31m"},
	)
	for _, args := range commands {
		var stdout, stderr bytes.Buffer
		run(context.Background(), append([]string{"hieralint"}, args...), strings.NewReader(""), &stdout, &stderr)
		isGitHub := slices.Contains(args, "github")
		for line := range strings.SplitSeq(stdout.String()+stderr.String(), "\n") {
			if why := forged(line, isGitHub); why != "" {
				t.Errorf("%q: %s: %.300q", args, why, line)
			}
		}
	}
}

// forged returns what is wrong with a line of output, or "". If workflow is true, workflow commands
// of GitHub are expected.
func forged(line string, workflow bool) string {
	switch {
	case !utf8.ValidString(line):
		return "not UTF-8"
	case strings.ContainsFunc(line, isHostile):
		return "a control character"
	case strings.HasPrefix(line, "::") && (!workflow || strings.Contains(line, "forged::") && strings.HasPrefix(line, "::error::")):
		return "a workflow command"
	}
	return ""
}

// isHostile reports whether a terminal or viewer interprets a character instead of displaying it.
func isHostile(c rune) bool {
	switch {
	case c == '\t':
		return false
	case c < ' ', 0x7f <= c && c < 0xa0, 0x202a <= c && c <= 0x202e, 0x2066 <= c && c <= 0x2069, c == 0x2028, c == 0x2029, c == 0x200e, c == 0x200f:
		return true
	}
	return false
}
