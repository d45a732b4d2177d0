package hostile

import (
	"fmt"
	"strings"
)

// asked returns commands with odd arguments and environment variables, for a small tree.
func asked() []tree {
	var trees []tree
	add := func(exit []int, env []string, args ...string) {
		trees = append(trees, tree{Name: fmt.Sprintf("asked: %.80q %.80q", env, args), Files: data("k: 1\nk: 2\n"), Env: env, Args: args, Exit: exit, IsSafe: true})
	}
	odd := []string{"", " ", "-", "--", "---", "--=x", "-=", "--help=x", "-h=1", "--version=no", "-vvvvv", "--\x1b[2J", "\n::error::x", "--format=", "--jobs=-1", "-j99999999999999999999", "--jobs=1e9", "--facts=", "--config=/dev/zero", "--select=" + strings.Repeat("x,", 50_000), "--ignore=" + strings.Repeat("a", 100_000),
		"--fail-on=\u202e", "--puppet-version=8.0", "--color=\x07", "--output=/dev/full", "--output=/proc/self/mem", "--output=.", "--output=data/common.yaml/x", "--format=json=/dev/full", "--format=sarif=", "--sarif-category=" + strings.Repeat("\n", 10_000), "--format=" + strings.Repeat("json,", 1000), "--stdin-filename=../../../etc/passwd", "--stdin"}
	anyCode := []int{0, 1, 2, 3, 4}
	for _, command := range []string{"lint", "baseline", "lookup", "environments", "nodes", "modules", "keys", "why", "lsp", "config", "rules", "explain", "completion", "man", "version"} {
		for _, arg := range odd {
			add(anyCode, nil, command, arg)
		}
		add(anyCode, nil, append([]string{command}, strings.Split(strings.Repeat("x,", 20_000)+"y", ",")...)...)
	}
	for _, arg := range odd {
		add(anyCode, nil, arg)
		add(anyCode, nil, "lint", ".", arg)
		add(anyCode, nil, "completion", "bash", arg)
		add(anyCode, nil, "config", "verify", arg)
		add(anyCode, nil, "lookup", "--nodes", arg, "k")
		add(anyCode, nil, "why", "k", arg)
	}
	for _, shell := range []string{"../../etc/passwd", "powershell", "BASH", "bash\x00"[:4] + "\n", strings.Repeat("zsh", 40_000)} {
		add([]int{2}, nil, "completion", shell)
	}
	for _, key := range []string{strings.Repeat("a.", 50_000) + "b", strings.Repeat("'", 100_001), strings.Repeat("::", 60_000), "'" + strings.Repeat("a", 100_000) + "'.0.-1.99999999999999999999", "%{facts.a}", "lookup_options", "k.0.0", "'k", "a..b", "^(a|a)*$"} {
		add(anyCode, nil, "lookup", key)
		add(anyCode, nil, "lookup", "--nodes", "all", key)
		add(anyCode, nil, "why", key)
		add(anyCode, nil, "keys", "--key", key)
		add(anyCode, nil, "explain", key)
	}
	for _, typ := range []string{strings.Repeat("Array[", 20_000), "Variant[" + strings.Repeat("Integer,", 12_000) + "String]", "Pattern[/(a|a)*$/]", strings.Repeat("Optional[", 400) + "String" + strings.Repeat("]", 400), "Struct[{a=>Struct}]", "Runtime['ruby','`touch stolen`']"} {
		add(anyCode, nil, "lookup", "--type", typ, "k")
	}
	for _, variable := range []string{"FORMAT", "MIN_SEVERITY", "FAIL_ON", "COLOR", "SARIF_CATEGORY", "SHOW_SECRETS", "SELECT", "IGNORE", "BASELINE", "NEW_FROM_REV", "CONFIG", "PROFILE", "FACTS", "PUPPET_VERSION", "JOBS", "TOKEN", "FORGE_TOKEN", "OUTPUT", "STDIN_FILENAME", "NODE", "NODES", "MERGE", "TYPE", "PATH", "ENVIRONMENT", "HIERA_CONFIG", "MODULEPATH", "STRICT", "RENDER_AS", "FILE", "KEY"} {
		for _, value := range []string{"", " ", "\x1b[2J", "\n::error::x", "-1", "/dev/zero", strings.Repeat("x,", 40_000), "\u202e", "../../..", "$(touch stolen)", "--output=stolen"} {
			add(anyCode, []string{"HIERALINT_" + variable + "=" + value}, "lookup", "--nodes", "all", "k")
		}
	}
	for _, env := range [][]string{
		{"HIERALINT_NOTHING=1"}, {"HOME=/dev/zero"}, {"HOME="}, {"TMPDIR=/dev/zero"}, {"TMPDIR=/missing"}, {"PATH="}, {"COLUMNS=-1"}, {"COLUMNS=99999999999999999999"}, {"COLUMNS=1"}, {"TERM=\x1b[2J"}, {"NO_COLOR=\x00"[:9]}, {"GIT_DIR=/dev/zero"}, {"GIT_WORK_TREE=/"}, {"GIT_CONFIG_GLOBAL=/dev/zero"},
		{"GIT_EXTERNAL_DIFF=touch stolen"}, {"GIT_CONFIG_COUNT=1", "GIT_CONFIG_KEY_0=core.fsmonitor", "GIT_CONFIG_VALUE_0=touch stolen"}, {"GITHUB_ACTIONS=true", "GITHUB_OUTPUT=stolen", "GITHUB_STEP_SUMMARY=stolen"}, {"GOGC=-5"}, {"GOMEMLIMIT=x"}, {"GOMAXPROCS=100"}, {"LANG=\xff"}, {"TZ=../../../dev/zero"},
		{"XDG_CONFIG_HOME=/dev/zero", "XDG_CACHE_HOME=/dev/zero"}, {"PWD=/nothing"}, {"CI=\x1b[2J"}, {"CLICOLOR_FORCE=1", "FORCE_COLOR=x"}, {strings.Repeat("A", 100_000) + "=1"},
	} {
		for _, args := range [][]string{{"lint", "--new-from-rev", "HEAD", "."}, {"lint", "--diff", "."}} {
			add(anyCode, env, args...)
		}
	}
	return trees
}
