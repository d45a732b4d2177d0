package main

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/urfave/cli/v2"

	"github.com/hieralint/hieralint/internal/filetree"
	"github.com/hieralint/hieralint/internal/manual"
	"github.com/hieralint/hieralint/internal/reference"
)

// TestHelpFits checks that the help of every command fits a terminal, and that usage texts have a
// consistent style.
func TestHelpFits(t *testing.T) {
	app := newApp(nil, nil, nil)
	var check func(c *cli.Command, path string)
	check = func(c *cli.Command, path string) {
		var b bytes.Buffer
		if err := manual.CommandHelp(&b, c, path); err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(b.String()) {
			if utf8.RuneCountInString(line) > manual.Width+1 {
				t.Errorf("%s --help: line too long: %s", path, line)
			}
		}
		if c.Usage == "" || strings.HasSuffix(c.Usage, ".") || strings.ToLower(c.Usage[:1]) != c.Usage[:1] {
			t.Errorf("%s: usage `%s`, want a phrase without initial capital and full stop", path, c.Usage)
		}
		for _, f := range c.Flags {
			documented := f.(cli.DocGenerationFlag)
			usage := documented.GetUsage()
			if hides, ok := f.(cli.VisibleFlag); ok && !hides.IsVisible() {
				continue
			}
			if usage == "" || strings.HasSuffix(usage, ".") || documented.TakesValue() && !strings.Contains(usage, "`") {
				t.Errorf("%s --%s: usage `%s`, want a phrase without full stop, and with the name of the value in backquotes", path, f.Names()[0], usage)
			}
		}
		for _, sub := range c.Subcommands {
			check(sub, path+" "+sub.Name)
		}
	}
	for _, c := range app.Commands {
		check(c, "hieralint "+c.Name)
	}
}

// TestCompletionsHold checks that commands accept every value that completion offers.
func TestCompletionsHold(t *testing.T) {
	empty := filetree.Write(t, map[string]string{"hiera.yaml": "version: 5\n"})
	filetree.Commit(t, empty)
	t.Chdir(empty)
	for flag, values := range completions() {
		name, long, isFlag := strings.Cut(flag, "--")
		if !isFlag {
			continue
		}
		if len(values) > 30 { // names of rules
			values = reference.Sample(values)
		}
		for _, value := range values {
			command := strings.TrimSpace(name)
			if command == "" {
				command = "lint"
				if long == "merge" || long == "render-as" || long == "strict" {
					command = "lookup"
				}
			}
			args := []string{"hieralint", command, "--" + long, value, empty}
			switch command {
			case "lookup":
				args = []string{"hieralint", command, "--path", empty, "--" + long, value, "key"}
			case "rules", "diff":
				args = args[:4]
			case "explain":
				args[4] = "unused-key"
			}
			var stdout, stderr bytes.Buffer
			if code := run(context.Background(), args, strings.NewReader(""), &stdout, &stderr); code == exitUsage {
				t.Errorf("%q was rejected: %s", args, stderr.String())
			}
		}
	}
	for _, words := range [][]string{completions()["explain"], completions()["completion"]} {
		if len(words) == 0 {
			t.Error("no completions for explain or completion")
		}
	}
}

// shells are scripts that type a line in a real shell, press the tab key, and print the
// completions.
var shells = map[string]string{
	"bash": `source <(hieralint completion bash)
COMP_LINE=$LINE COMP_POINT=${#LINE}
# As readline splits words: at white space, = and :.
read -r -a COMP_WORDS <<<"$(sed -E 's/([=:]+)/ \1 /g' <<<"$LINE")"
[[ $LINE == *[[:space:]] ]] && COMP_WORDS+=("")
COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
_hieralint
printf '%s\n' "${COMPREPLY[@]}"`,
	"fish": `hieralint completion fish | source
complete -C "$LINE" | string replace -r '\t.*' ''; true`,
	"zsh": `zmodload zsh/zpty
zpty shell zsh -f -i
zpty -w shell 'stty columns 200; autoload -U compinit; compinit -D -u; source <(hieralint completion zsh); PS1="rea""dy"'
zpty -r shell started '*ready*' # the prompt: from here on every key counts
zpty -w -n shell "$LINE"$'\C-d' # lists what fits
for try in {1..100}; do
  while zpty -rt shell part; do answer+=$part; done
  [[ $answer == *"$WANT"* ]] && break
  sleep 0.1
done
zpty -d shell
print -r -- "$answer" | tr -d '\0' | sed -e 's/\x1b\[[0-9;?]*[a-zA-Z]//g' | tr -s ' \r' '\n\n'`,
}

func TestShellsComplete(t *testing.T) {
	t.Parallel()
	binary, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	// The test binary behaves as hieralint under this name.
	bin := t.TempDir()
	filetree.Symlink(t, binary, filepath.Join(bin, "hieralint"))
	for shell, script := range shells {
		t.Run(shell, func(t *testing.T) {
			t.Parallel()
			if _, err := exec.LookPath(shell); err != nil {
				t.Skip(shell + " is not installed")
			}
			for _, tt := range reference.Sample([]struct{ line, want string }{
				{"hieralint base", "baseline"},
				{"hieralint config ", "verify"},
				{"hieralint lint --fail", "--fail-on"},
				{"hieralint lint --format sar", "sarif"},
				{"hieralint lint data --profile ", "strict"},
				{"hieralint explain alias", "alias-not-whole-value"},
			}) {
				ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
				cmd := exec.CommandContext(ctx, shell, "-c", script)
				cmd.Dir = t.TempDir()
				cmd.Env = append(os.Environ(), "LINE="+tt.line, "WANT="+tt.want, "PATH="+bin+string(os.PathListSeparator)+os.Getenv("PATH"), "HOME="+cmd.Dir, "TERM=vt100")
				out, err := cmd.CombinedOutput()
				cancel()
				if err != nil || !strings.Contains("\n"+string(out), "\n"+tt.want+"\n") {
					t.Errorf("`%s` is not completed to `%s` (%v):\n%s", tt.line, tt.want, err, out)
				}
			}
		})
	}
}

// TestBashCompletesAfterEquals checks that only the part after `=` is completed, since readline
// replaces only that.
func TestBashCompletesAfterEquals(t *testing.T) {
	if _, err := exec.LookPath("bash"); err != nil {
		t.Skip("bash is not installed")
	}
	binary, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	bin := t.TempDir()
	filetree.Symlink(t, binary, filepath.Join(bin, "hieralint"))
	cmd := exec.Command("bash", "-c", shells["bash"])
	cmd.Env = append(os.Environ(), "LINE=hieralint lint --format=sar", "PATH="+bin+string(os.PathListSeparator)+os.Getenv("PATH"))
	out, err := cmd.CombinedOutput()
	if err != nil || string(out) != "sarif\n" {
		t.Errorf("%v: %s", err, out)
	}
}
