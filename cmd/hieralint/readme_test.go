package main

import (
	"bytes"
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"

	"gopkg.in/yaml.v3"

	"github.com/hieralint/hieralint/internal/filetree"
	"github.com/hieralint/hieralint/internal/golden"
	"github.com/hieralint/hieralint/internal/reference"
	"github.com/hieralint/hieralint/rules"
)

// shownOutput matches a command in the documentation, and the block with its output.
var shownOutput = regexp.MustCompile("(?s)(<!-- output of: hieralint ([^\n]*) -->\n```[a-z]*\n)(.*?)(```\n)")

// duration matches the duration of a run, the only part of the output that varies.
var duration = regexp.MustCompile(`\(\d+\.\d+ s\)`)

// TestDocumentedOutput runs the commands whose output the documentation shows. With -update, it
// rewrites the output.
func TestDocumentedOutput(t *testing.T) {
	repository := reference.Root(t)
	commands := 0
	for _, page := range documentation(t) {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		t.Chdir(repository)
		fresh := shownOutput.ReplaceAllStringFunc(string(text), func(block string) string {
			commands++
			m := shownOutput.FindStringSubmatch(block)
			var stdout, stderr bytes.Buffer
			args := strings.Fields(m[2])
			errors := &stderr
			if last := len(args) - 1; last >= 0 && args[last] == "2>&1" {
				args, errors = args[:last], &stdout
			}
			run(context.Background(), append([]string{"hieralint"}, args...), strings.NewReader(""), &stdout, errors)
			if stderr.Len() > 0 {
				t.Errorf("hieralint %s: %s", m[2], stderr.String())
			}
			return m[1] + duration.ReplaceAllString(stdout.String(), "(0.02 s)") + m[4]
		})
		golden.CheckFile(t, page, []byte(fresh))
	}
	if commands == 0 {
		t.Error("no output in the documentation")
	}
}

// transcript matches commands with their output. All transcripts of a page run in the same
// directory, a copy of the one named in the first transcript.
var transcript = regexp.MustCompile("(?s)(<!-- session(?: in: ([^\n ]*))? -->\n```console\n)(.*?)(```\n)")

// TestDocumentedSessions runs the commands after `$ ` in a copy of a directory, as a Git
// repository. With -update, it rewrites their output.
func TestDocumentedSessions(t *testing.T) {
	if _, err := exec.LookPath("bash"); err != nil {
		t.Skip("bash is not installed")
	}
	repository := reference.Root(t)
	bin := t.TempDir()
	linkHieralint(t, bin)
	commands := 0
	for _, page := range documentation(t) {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		dir := ""
		fresh := transcript.ReplaceAllStringFunc(string(text), func(block string) string {
			m := transcript.FindStringSubmatch(block)
			if m[2] != "" {
				dir = versioned(t, filepath.Join(repository, filepath.FromSlash(m[2])))
			}
			if dir == "" {
				t.Fatalf("%s: the first session names no directory", page)
			}
			var b strings.Builder
			for line := range strings.Lines(m[3]) {
				command, ok := strings.CutPrefix(line, "$ ")
				if !ok {
					continue
				}
				commands++
				out, err := shell(dir, bin, command)
				if err != nil && len(out) == 0 {
					t.Errorf("%s: %s: %v", page, command, err)
				}
				b.WriteString(line + duration.ReplaceAllString(out, "(0.02 s)"))
			}
			return m[1] + b.String() + m[4]
		})
		golden.CheckFile(t, page, []byte(fresh))
	}
	if commands == 0 {
		t.Error("no sessions in the documentation")
	}
}

// shell runs a command line with hieralint on the PATH, and returns its output.
func shell(dir, bin, command string) (string, error) {
	cmd := exec.Command("bash", "-c", command)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "PATH="+bin+string(os.PathListSeparator)+os.Getenv("PATH"), "GIT_CONFIG_GLOBAL=/dev/null", "CI_MERGE_REQUEST_DIFF_BASE_SHA=HEAD")
	out, err := cmd.CombinedOutput()
	return string(out), err
}

// versioned returns a copy of a directory as a Git repository, with all files committed.
func versioned(t *testing.T, folder string) string {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("its commands are for Unix")
	}
	dir := copied(t, folder)
	filetree.Commit(t, dir)
	git(t, dir, "update-ref", "refs/remotes/origin/main", "HEAD")
	if err := os.MkdirAll(filepath.Join(dir, ".git", "hooks"), 0o755); err != nil { // as `git init` does
		t.Fatal(err)
	}
	return dir
}

// documentation returns all pages except those that are generated from the rules.
func documentation(t *testing.T) []string {
	t.Helper()
	repository := reference.Root(t)
	pages, err := filepath.Glob(filepath.Join(repository, "docs", "*.md"))
	if err != nil {
		t.Fatal(err)
	}
	return append(pages, filepath.Join(repository, "README.md"), filepath.Join(repository, "CONTRIBUTING.md"))
}

// Calls of hieralint in code blocks: after a prompt, in the script of a job, and in hooks.
var (
	codeBlock = regexp.MustCompile("(?s)\n```([a-z]+)\n(.*?)```\n")
	call      = regexp.MustCompile(`(?m)(?:^\$ (?:echo [^|]*\| )?|run: |script: |- |sh ')(hieralint [^'|<>;\n]*)`)
	actionUse = regexp.MustCompile(`(?m)uses: hieralint/hieralint@\S+\n(?:\s+id: .*\n)?(?:\s+with:\n((?:\s+[a-z-]+: .*\n)+))?`)
	hook      = regexp.MustCompile(`(?m)- id: (hieralint\S*)`)
)

// TestDocumentedCommands checks that every documented command line is valid. Findings are
// permitted, since the data differs from that of the examples.
func TestDocumentedCommands(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("bash"); err != nil {
		t.Skip("bash is not installed")
	}
	bin, calls := t.TempDir(), map[string]bool{}
	linkHieralint(t, bin)
	example := copied(t, filepath.Join(reference.Root(t), "testdata", "control-repo"))
	filetree.Add(t, example, map[string]string{
		"facts.json": "{}", "spec/facts/web01.example.com.json": `{"name": "web01.example.com", "values": {}}`, "keys/key.pem": "", "environment.conf": "",
		"facts/other.example.com.json": "{}", "exports/web01.example.com.json": "{}",
	})
	filetree.Commit(t, example)
	git(t, example, "update-ref", "refs/remotes/origin/main", "HEAD")
	hooks, err := os.ReadFile(filepath.Join(reference.Root(t), ".pre-commit-hooks.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	inputs := readAction(t).Inputs
	for _, page := range documentation(t) {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		for _, block := range codeBlock.FindAllStringSubmatch(string(text), -1) {
			if block[1] == "yaml" {
				var anything any
				if err := yaml.Unmarshal([]byte(block[2]), &anything); err != nil {
					t.Errorf("%s: %v in\n%s", page, err, block[2])
				}
			}
			for _, m := range call.FindAllStringSubmatch(block[2], -1) {
				if calls[m[1]] {
					continue
				}
				calls[m[1]] = true
				t.Run(filepath.Base(page), func(t *testing.T) {
					t.Parallel()
					out, err := shell(copied(t, example), bin, m[1]+" </dev/null")
					if exit := (&exec.ExitError{}); errors.As(err, &exit) && exit.ExitCode() != exitFindings {
						t.Errorf("`%s`: exit code %d: %s", m[1], exit.ExitCode(), out)
					}
				})
			}
			for _, m := range actionUse.FindAllStringSubmatch(block[2], -1) {
				for line := range strings.Lines(m[1]) {
					name, _, _ := strings.Cut(strings.TrimSpace(line), ":")
					if _, ok := inputs[name]; !ok {
						t.Errorf("%s: the action has no input `%s`", filepath.Base(page), name)
					}
				}
			}
			for _, m := range hook.FindAllStringSubmatch(block[2], -1) {
				if !strings.Contains(string(hooks), "- id: "+m[1]+"\n") {
					t.Errorf("%s: unknown hook `%s`", filepath.Base(page), m[1])
				}
			}
		}
	}
	if len(calls) < 10 {
		t.Errorf("only %d calls in the documentation", len(calls))
	}
}

var (
	link    = regexp.MustCompile(`\]\(([^)#\s]*)(?:#([^)\s]*))?\)`)
	title   = regexp.MustCompile(`(?m)^#+ (.*)$`)
	noTitle = regexp.MustCompile(`[^\p{L}\p{N} _-]`)
	explain = regexp.MustCompile("hieralint explain ([a-z-]+)")
)

// TestDocumentedLinks checks the targets of links between pages.
func TestDocumentedLinks(t *testing.T) {
	for _, page := range documentation(t) {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range link.FindAllStringSubmatch(string(text), -1) {
			if strings.Contains(m[1], "://") {
				continue
			}
			target := page
			if m[1] != "" {
				target = filepath.Join(filepath.Dir(page), filepath.FromSlash(m[1]))
			}
			there, err := os.ReadFile(target)
			if err != nil {
				t.Errorf("%s: %v", filepath.Base(page), err)
				continue
			}
			if m[2] == "" {
				continue
			}
			var anchors []string
			for _, heading := range title.FindAllStringSubmatch(string(there), -1) {
				anchors = append(anchors, strings.ReplaceAll(noTitle.ReplaceAllString(strings.ToLower(heading[1]), ""), " ", "-"))
			}
			if !slices.Contains(anchors, m[2]) {
				t.Errorf("%s: %s has no heading for #%s", filepath.Base(page), m[1], m[2])
			}
		}
		for _, m := range explain.FindAllStringSubmatch(string(text), -1) {
			if rules.Find(m[1]) == nil {
				t.Errorf("%s: unknown rule `%s`", filepath.Base(page), m[1])
			}
		}
	}
}
