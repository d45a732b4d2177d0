package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
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
	"github.com/hieralint/hieralint/internal/reference"
)

// action is action.yml, whose steps GitHub runs as part of a job.
type action struct {
	Inputs  map[string]struct{ Description, Default string }
	Outputs map[string]struct{ Value string }
	Runs    struct {
		Using string
		Steps []actionStep
	}
}

type actionStep struct {
	Name, ID, If, Shell, Run, Uses string
	Env                            map[string]string
	WorkingDirectory               string `yaml:"working-directory"`
}

func readAction(t *testing.T) *action {
	t.Helper()
	if _, err := exec.LookPath("bash"); err != nil {
		t.Skip("bash is not installed")
	}
	text, err := os.ReadFile(filepath.Join(reference.Root(t), "action.yml"))
	if err != nil {
		t.Fatal(err)
	}
	var a action
	if err := yaml.Unmarshal(text, &a); err != nil {
		t.Fatal(err)
	}
	return &a
}

func (a *action) step(t *testing.T, name string) actionStep {
	t.Helper()
	i := slices.IndexFunc(a.Runs.Steps, func(s actionStep) bool { return s.Name == name })
	if i < 0 {
		t.Fatalf("action.yml has no step `%s`", name)
	}
	return a.Runs.Steps[i]
}

// job has what GitHub provides to the steps of an action: directories, inputs, and outputs of other
// steps.
type job struct {
	*action
	workspace, temp string
	inputs          map[string]string
	ref             string            // the version in `uses:`
	github          map[string]string // the github context
	outputs         map[string]string // of `Choose a version`
	path            []string          // directories before those of PATH
	env             []string
}

func newJob(t *testing.T, inputs map[string]string) *job {
	t.Helper()
	return &job{action: readAction(t), workspace: t.TempDir(), temp: t.TempDir(), inputs: inputs}
}

var outputExpression = regexp.MustCompile(`\$\{\{ steps\.choose\.outputs\.([a-z-]+) \}\}`)

var githubExpression = regexp.MustCompile(`\$\{\{ github\.([a-z_.]+) \}\}`)

var inputExpression = regexp.MustCompile(`\$\{\{ inputs\.([a-z-]+) \}\}`)

// value replaces the inputs, outputs, and context values in an expression, as the runner does.
func (j *job) value(expression string) string {
	expression = outputExpression.ReplaceAllStringFunc(expression, func(e string) string { return j.outputs[outputExpression.FindStringSubmatch(e)[1]] })
	expression = strings.ReplaceAll(expression, "${{ github.action_ref }}", j.ref)
	expression = inputExpression.ReplaceAllStringFunc(expression, func(e string) string {
		name := inputExpression.FindStringSubmatch(e)[1]
		if v, ok := j.inputs[name]; ok {
			return v
		}
		return j.Inputs[name].Default
	})
	return githubExpression.ReplaceAllStringFunc(expression, func(e string) string { return j.github[githubExpression.FindStringSubmatch(e)[1]] })
}

// run runs a step as the runner does, and returns the exit code, the log, and the outputs.
func (j *job) run(t *testing.T, name string) (code int, log string, outputs map[string]string) {
	t.Helper()
	step := j.step(t, name)
	if step.Shell != "bash" {
		t.Fatalf("shell of `%s`: got `%s`, want bash", name, step.Shell)
	}
	script := filepath.Join(t.TempDir(), "step.sh")
	output := filepath.Join(t.TempDir(), "output")
	for file, text := range map[string]string{script: step.Run, output: ""} {
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	// https://docs.github.com/actions/reference/workflow-syntax-for-github-actions#exit-codes-and-error-action-preference
	cmd := exec.Command("bash", "--noprofile", "--norc", "-eo", "pipefail", script)
	cmd.Dir = filepath.Join(j.workspace, filepath.FromSlash(j.value(step.WorkingDirectory)))
	cmd.Env = append(os.Environ(),
		"GITHUB_ACTION_PATH="+reference.Root(t), "GITHUB_WORKSPACE="+j.workspace, "GITHUB_OUTPUT="+output, "RUNNER_TEMP="+j.temp, "RUNNER_OS=Linux", "RUNNER_ARCH=X64",
		"PATH="+strings.Join(append(slices.Clone(j.path), os.Getenv("PATH")), string(os.PathListSeparator)))
	cmd.Env = append(cmd.Env, j.env...)
	for name, expression := range step.Env {
		cmd.Env = append(cmd.Env, name+"="+j.value(expression))
	}
	out, err := cmd.CombinedOutput()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	text, err := os.ReadFile(output)
	if err != nil {
		t.Fatal(err)
	}
	outputs = map[string]string{}
	for line := range strings.Lines(string(text)) {
		name, value, _ := strings.Cut(strings.TrimRight(line, "\n"), "=")
		outputs[name] = value
	}
	return cmd.ProcessState.ExitCode(), string(out), outputs
}

// choose runs the step `Choose a version`.
func (j *job) choose(t *testing.T) {
	t.Helper()
	code, log, outputs := j.run(t, "Choose a version")
	if code != 0 {
		t.Fatalf("exit code %d\n%s", code, log)
	}
	j.outputs = outputs
}

// TestActionChooses checks which release is downloaded, and when hieralint is built and cached by a
// hash of its sources.
func TestActionChooses(t *testing.T) {
	for _, tt := range []struct{ ref, version, want string }{
		{"v1.2.3", "", "v1.2.3"}, {"v1.2.3-rc.1", "", "v1.2.3-rc.1"}, {"main", "latest", "latest"}, {"v1.2.3", "v1.2.4", "v1.2.4"},
		{"main", "", ""}, {"v1", "", ""}, {"0123456789abcdef0123456789abcdef01234567", "", ""}, {"", "", ""},
	} {
		j := newJob(t, map[string]string{"version": tt.version})
		j.ref = tt.ref
		j.choose(t)
		isHash := regexp.MustCompile(`^[0-9a-f]{40}$`).MatchString(j.outputs["sources"])
		if j.outputs["version"] != tt.want || isHash != (tt.want == "") {
			t.Errorf("ref %q, version %q: got version %q, sources %q; want %q", tt.ref, tt.version, j.outputs["version"], j.outputs["sources"], tt.want)
		}
	}
}

// install puts the binary under test where the first steps of the action install it.
func (j *job) install(t *testing.T) {
	t.Helper()
	dir := filepath.Join(j.temp, "hieralint-bin")
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	linkHieralint(t, dir)
}

// linkHieralint links `hieralint` in a directory to the test binary, which behaves as hieralint
// under this name.
func linkHieralint(t *testing.T, dir string) {
	t.Helper()
	binary, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	filetree.Symlink(t, binary, filepath.Join(dir, "hieralint"))
}

// twoRepositories writes two repositories with a mistake each, one of them with a space in its
// path, and one without mistakes.
func (j *job) twoRepositories(t *testing.T) {
	t.Helper()
	const twice = "a::b: 1\na::b: 2\n"
	filetree.Add(t, j.workspace, map[string]string{
		"site/hiera.yaml": "version: 5\n", "site/data/common.yaml": twice,
		"two words/hiera.yaml": "version: 5\n", "two words/data/common.yaml": twice,
		"clean/hiera.yaml": "version: 5\n", "clean/data/common.yaml": "a::b: 1\n",
	})
}

func TestActionRuns(t *testing.T) {
	for _, tt := range []struct {
		name   string
		inputs map[string]string
		code   int
		// outputs of the step; sarif is relative to the workspace
		sarif, findings string
	}{
		{"defaults", nil, 1, "hieralint.sarif", "2"},
		{"one path", map[string]string{"path": "site"}, 1, "hieralint.sarif", "1"},
		{"a path with a space", map[string]string{"path": "two words"}, 1, "hieralint.sarif", "1"},
		{"several paths", map[string]string{"path": "site\ntwo words\n\n"}, 1, "hieralint.sarif", "2"},
		{"a clean path", map[string]string{"path": "clean"}, 0, "hieralint.sarif", "0"},
		{"a working directory", map[string]string{"working-directory": "two words"}, 1, "two words/hieralint.sarif", "1"},
		{"another file", map[string]string{"sarif-file": "out put/h.sarif"}, 1, "out put/h.sarif", "2"},
		{"no file", map[string]string{"sarif-file": ""}, 1, "", "2"},
		{"never fails", map[string]string{"fail-level": "never"}, 0, "hieralint.sarif", "2"},
		{"no such level", map[string]string{"fail-level": "critical"}, 2, "", ""},
		{"arguments", map[string]string{"args": "--profile  minimal\n--puppet-version 7"}, 1, "hieralint.sarif", "2"},
		{"a wrong argument", map[string]string{"args": "--nonsense"}, 2, "", ""},
		{"a path that does not exist", map[string]string{"path": "nowhere"}, 3, "hieralint.sarif", "1"},
		{"two lines for one file", map[string]string{"sarif-file": "a\nfindings=0"}, 2, "", ""},
		{"a command as path", map[string]string{"path": "$(touch pwned)\n`touch pwned`\n; touch pwned"}, 3, "hieralint.sarif", "3"},
		{"a command as argument", map[string]string{"args": "$(touch pwned) ; touch pwned", "path": "clean"}, 3, "hieralint.sarif", "5"},
		{"a command as level", map[string]string{"fail-level": "$(touch pwned)"}, 2, "", ""},
		{"a flag as path", map[string]string{"path": "--fix"}, 3, "hieralint.sarif", "1"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			j := newJob(t, tt.inputs)
			j.install(t)
			j.twoRepositories(t)
			code, log, outputs := j.run(t, "Run hieralint")
			if code != tt.code {
				t.Errorf("exit code %d, want %d\n%s", code, tt.code, log)
			}
			if outputs["findings"] != tt.findings {
				t.Errorf("%q findings, want %q\n%s", outputs["findings"], tt.findings, log)
			}
			if tt.sarif == "" && outputs["sarif"] != "" || tt.sarif != "" && outputs["sarif"] != filepath.Join(j.workspace, tt.sarif) {
				t.Errorf("sarif: got %q", outputs["sarif"])
			}
			if file := outputs["sarif"]; file != "" {
				text, err := os.ReadFile(file)
				if err != nil || !json.Valid(text) {
					t.Errorf("%s is not JSON (%v)", file, err)
				}
			}
			if err := filepath.WalkDir(j.workspace, func(path string, _ os.DirEntry, err error) error {
				if filepath.Base(path) == "pwned" {
					t.Errorf("an input was executed: %s", path)
				}
				return err
			}); err != nil {
				t.Error(err)
			}
		})
	}
}

// TestActionFetchesModules checks that the modules of the Puppetfile are installed if the input says so, and that the
// check takes place even if one cannot be fetched.
func TestActionFetchesModules(t *testing.T) {
	module := filetree.Write(t, map[string]string{"manifests/init.pp": "class ntp (Array $servers) {}\n"})
	filetree.Commit(t, module)
	for _, tt := range []struct{ puppetfile, modules, findings, log string }{
		{"mod 'ntp', git: 'URL'\n", "false", "0", ""},
		{"mod 'ntp', git: 'URL'\n", "true", "1", "1 module: 1 added\n"},
		{"mod 'ntp', git: 'URL'\nmod 'x', svn: 'x'\n", "true", "1", "::warning::not all modules of the Puppetfile could be fetched; the log says why\n"},
	} {
		j := newJob(t, map[string]string{"modules": tt.modules})
		j.install(t)
		filetree.Add(t, j.workspace, map[string]string{
			"hiera.yaml": "version: 5\n", "data/common.yaml": "ntp::servers: a\n", "manifests/site.pp": "include ntp\n",
			"Puppetfile": strings.ReplaceAll(tt.puppetfile, "URL", "file://"+filepath.ToSlash(module)),
		})
		if _, log, outputs := j.run(t, "Run hieralint"); outputs["findings"] != tt.findings || !strings.Contains(log, tt.log) {
			t.Errorf("%+v: %q findings\n%s", tt, outputs["findings"], log)
		}
	}
}

// TestActionAgainstNames checks that file names that look like workflow commands have no effect,
// and that findings become annotations.
func TestActionAgainstNames(t *testing.T) {
	j := newJob(t, map[string]string{"annotations": "true"})
	j.install(t)
	filetree.Add(t, j.workspace, map[string]string{
		"hiera.yaml":                   "version: 5\nhierarchy: [{name: All, glob: '*.yaml'}]\n",
		"data/::warning::hacked.yaml":  "a: 1\na: 2\n",
		"data/::add-mask::a.yaml":      "b: 1\nb: 2\n",
		"::stop-commands::x/hiera.yml": "",
	})
	_, log, _ := j.run(t, "Run hieralint")
	lines := strings.Split(log, "\n")
	resume, matcher, annotated := "", "", 0
	for _, line := range lines {
		token, stops := strings.CutPrefix(line, "::stop-commands::")
		path, adds := strings.CutPrefix(line, "::add-matcher::")
		switch {
		case resume != "" && line == resume:
			resume = ""
		case resume != "":
			if matcher != "" && strings.HasPrefix(line, "data/") {
				annotated++
			}
		case stops:
			resume = "::" + token + "::"
		case adds:
			matcher = path
		case line != "" && !strings.HasPrefix(line, "::remove-matcher "):
			t.Errorf("line outside of the report: %s", line)
		}
	}
	if resume != "" {
		t.Errorf("workflow commands are not resumed:\n%s", log)
	}
	if _, err := os.Stat(matcher); err != nil || annotated != 2 {
		t.Errorf("%d lines annotated by the matcher %q (%v):\n%s", annotated, matcher, err, log)
	}
}

// TestActionMatches checks that action.yml has the documented inputs and outputs, and uses only
// existing inputs.
func TestActionMatches(t *testing.T) {
	a := readAction(t)
	if a.Runs.Using != "composite" {
		t.Errorf("using: got %s, want composite", a.Runs.Using)
	}
	for _, name := range []string{"version", "args", "working-directory", "sarif-file", "fail-level", "upload-sarif", "category", "diff", "diff-args", "token"} {
		if a.Inputs[name].Description == "" {
			t.Errorf("input `%s` is missing or has no description", name)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(a.Outputs)) {
		if want := "${{ steps.lint.outputs." + name + " }}"; a.Outputs[name].Value != want {
			t.Errorf("output `%s`: got %s, want %s", name, a.Outputs[name].Value, want)
		}
	}
	for _, step := range a.Runs.Steps {
		if strings.Contains(step.Run, "${{") {
			t.Errorf("the script of `%s` contains an expression, which permits code injection", step.Name)
		}
		for name, value := range step.Env {
			for _, m := range inputExpression.FindAllStringSubmatch(value, -1) {
				if _, ok := a.Inputs[m[1]]; !ok {
					t.Errorf("%s of `%s`: unknown input in %s", name, step.Name, value)
				}
			}
		}
	}
}

func TestActionBuilds(t *testing.T) {
	if !reference.Long() {
		t.Skip("builds hieralint; HIERALINT_TEST_LONG=1 runs it")
	}
	j := newJob(t, nil)
	if code, log, _ := j.run(t, "Build hieralint"); code != 0 {
		t.Fatalf("exit code %d\n%s", code, log)
	}
	j.twoRepositories(t)
	if code, log, outputs := j.run(t, "Run hieralint"); code != 1 || outputs["findings"] != "2" {
		t.Errorf("exit code %d, outputs %v\n%s", code, outputs, log)
	}
}

// TestActionDownloads serves releases with a fake curl, which reads files from a directory and
// records the requested URLs.
func TestActionDownloads(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the curl of the test is a script")
	}
	programs := t.TempDir()
	linkHieralint(t, programs)
	// A script, since the test binary is large.
	archive := programArchive(t, []byte("#!/bin/sh\nexec '"+filepath.Join(programs, "hieralint")+"' \"$@\"\n"))
	sum := sha256.Sum256(archive)
	const released = "https://github.com/hieralint/hieralint/releases/"
	for _, tt := range []struct {
		name, version, sum string
		ref                string
		env                []string
		code               int
		asked              string
	}{
		{"a version", "v1.2.3", hex.EncodeToString(sum[:]), "main", nil, 0, released + "download/v1.2.3/hieralint_linux_amd64.tar.gz"},
		{"without v", "1.2.3-rc.1", hex.EncodeToString(sum[:]), "main", nil, 0, released + "download/v1.2.3-rc.1/hieralint_linux_amd64.tar.gz"},
		{"latest", "latest", hex.EncodeToString(sum[:]), "main", nil, 0, released + "latest/download/hieralint_linux_amd64.tar.gz"},
		{"of the action", "", hex.EncodeToString(sum[:]), "v2.3.4", nil, 0, released + "download/v2.3.4/hieralint_linux_amd64.tar.gz"},
		{"damaged", "latest", strings.Repeat("0", 64), "v2.3.4", nil, 1, ""},
		{"no version", "1.2.3/../../evil", "", "v2.3.4", nil, 2, ""},
		{"another machine", "latest", "", "v2.3.4", []string{"RUNNER_ARCH=ARM"}, 2, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			j := newJob(t, map[string]string{"version": tt.version})
			j.env, j.ref = tt.env, tt.ref
			served, bin := t.TempDir(), t.TempDir()
			asked := filepath.Join(served, "asked")
			filetree.Add(t, served, map[string]string{"hieralint_linux_amd64.tar.gz": string(archive), "checksums.txt": fmt.Sprintf("%s  hieralint_darwin_arm64.tar.gz\n%s  hieralint_linux_amd64.tar.gz\n", strings.Repeat("1", 64), tt.sum)})
			filetree.Add(t, bin, map[string]string{"curl": "#!/bin/sh\nwhile [ \"$1\" != --output ]; do shift; done\necho \"$3\" >>'" + asked + "'\ncp '" + served + "'/\"${3##*/}\" \"$2\"\n"})
			if err := os.Chmod(filepath.Join(bin, "curl"), 0o700); err != nil {
				t.Fatal(err)
			}
			j.path = []string{bin}
			j.choose(t)
			code, log, _ := j.run(t, "Download hieralint")
			if code != tt.code {
				t.Fatalf("exit code %d, want %d\n%s", code, tt.code, log)
			}
			if code != 0 {
				return
			}
			if urls, err := os.ReadFile(asked); err != nil || !strings.HasSuffix(string(urls), "\n"+tt.asked+"\n") {
				t.Errorf("%v, requested %s", err, urls)
			}
			j.twoRepositories(t)
			if code, log, outputs := j.run(t, "Run hieralint"); code != 1 || outputs["findings"] != "2" {
				t.Errorf("exit code %d, outputs %v\n%s", code, outputs, log)
			}
		})
	}
}

func second[T any](_ T, err error) error { return err }

// The runner strips colors before matching.
var colorCode = regexp.MustCompile(`\x1b\[[0-9;]*m?`)

// TestProblemMatcher checks that the problem matcher finds every finding in reports, as GitHub
// Actions applies it: line by line.
func TestProblemMatcher(t *testing.T) {
	root := reference.Root(t)
	text, err := os.ReadFile(filepath.Join(root, ".github", "hieralint-matcher.json"))
	if err != nil {
		t.Fatal(err)
	}
	var matchers struct {
		ProblemMatcher []struct {
			Owner, Severity string
			Pattern         []struct {
				Regexp                                      string
				File, Line, Column, Severity, Message, Code int
			}
		}
	}
	if err := json.Unmarshal(text, &matchers); err != nil {
		t.Fatal(err)
	}
	notes := t.TempDir()
	filetree.Add(t, notes, map[string]string{"hiera.yaml": "version: 5\n", "data/common.yaml": "# nothing\n"})
	t.Chdir(root)
	var plain, stderr bytes.Buffer
	run(t.Context(), []string{"hieralint", "lint", "--format", "compact", "testdata/control-repo", notes}, nil, &plain, &stderr)
	for _, args := range [][]string{{"--format", "compact"}, {"--format", "compact", "--color", "always"}} {
		var stdout bytes.Buffer
		run(t.Context(), append([]string{"hieralint", "lint", "testdata/control-repo", notes}, args...), nil, &stdout, &stderr)
		var found strings.Builder
		for line := range strings.Lines(stdout.String()) {
			for _, matcher := range matchers.ProblemMatcher {
				p := matcher.Pattern[0]
				m := regexp.MustCompile(p.Regexp).FindStringSubmatch(colorCode.ReplaceAllString(strings.TrimRight(line, "\n"), ""))
				if m == nil {
					continue
				}
				severity := map[string]string{"notice": "note"}[matcher.Severity]
				if p.Severity > 0 {
					severity = m[p.Severity]
				}
				fmt.Fprintf(&found, "%s:%s:%s: %s: %s [%s]\n", m[p.File], m[p.Line], m[p.Column], severity, m[p.Message], m[p.Code])
			}
		}
		if found.String() != plain.String() {
			t.Errorf("%q: the matcher finds\n%s\nwant\n%s", args, found.String(), plain.String())
		}
	}
	if stderr.Len() > 0 || !strings.Contains(plain.String(), ": warning: ") || !strings.Contains(plain.String(), ": note: ") {
		t.Errorf("unexpected report:\n%s%s", stderr.String(), plain.String())
	}
}
