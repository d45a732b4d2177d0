package main

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/hieralint/hieralint/internal/golden"
	"github.com/hieralint/hieralint/internal/reference"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"hieralint": main})
}

// TestScripts runs the test scripts in testdata/script.
func TestScripts(t *testing.T) {
	repository := reference.Root(t)
	testscript.RunT(sequential{t}, testscript.Params{
		Dir: scripts,
		Setup: func(e *testscript.Env) error {
			e.Setenv("REPOSITORY", repository)
			e.Setenv("GIT_CONFIG_NOSYSTEM", "1")
			e.Setenv("GIT_CONFIG_COUNT", "1")
			e.Setenv("GIT_CONFIG_KEY_0", "maintenance.auto")
			e.Setenv("GIT_CONFIG_VALUE_0", "false")
			e.Values[initialKey{}] = e.Vars
			return nil
		},
		UpdateScripts: golden.Update(),
		// Exit codes are checked with `exits`, since `!` accepts any failure.
		Cmds: map[string]func(ts *testscript.TestScript, neg bool, args []string){
			"exits": exits,
			"await": await,
		},
	})
}

var scripts = filepath.Join("testdata", "script")

// sequential is a test that runs one script after the other, since exits changes the working
// directory and the environment of the process.
type sequential struct{ *testing.T }

func (sequential) Parallel() {}

func (sequential) Verbose() bool { return testing.Verbose() }

func (s sequential) Run(name string, f func(testscript.T)) {
	s.T.Run(name, func(t *testing.T) { f(sequential{t}) })
}

// exits runs a command and checks its exit code: exits CODE [<FILE] COMMAND ARG...
//
// It runs hieralint in the process of the test, since starting a process takes longer than most of
// the commands. FILE, not the command `stdin`, names the file for its standard input.
func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits CODE [<FILE] COMMAND ARG...")
	}
	want, args := args[0], args[1:]
	stdin := ""
	if file, ok := strings.CutPrefix(args[0], "<"); ok {
		stdin, args = file, args[1:]
	}
	code := 0
	if args[0] == "hieralint" {
		code = runHere(ts, stdin, args)
	} else if err := ts.Exec(args[0], args[1:]...); err != nil {
		exit, ok := err.(interface{ ExitCode() int })
		if !ok {
			ts.Fatalf("%v", err)
		}
		code = exit.ExitCode()
	}
	if got := strconv.Itoa(code); got != want {
		ts.Fatalf("exit code %s, want %s", got, want) // the output is in the log
	}
}

// runHere runs hieralint in this process, with the working directory and the environment of a
// script, and returns its exit code.
func runHere(ts *testscript.TestScript, stdin string, args []string) int {
	dir, err := os.Getwd()
	ts.Check(err)
	environment := os.Environ()
	defer func() {
		setEnvironment(environment)
		ts.Check(os.Chdir(dir))
	}()
	variables := []string{"PWD=" + ts.MkAbs(".")}
	for _, name := range variableNames(ts) {
		variables = append(variables, name+"="+ts.Getenv(name))
	}
	input := iotest.ErrReader(errors.New("the script names no file for the standard input: exits CODE <FILE COMMAND"))
	if stdin != "" {
		input = strings.NewReader(ts.ReadFile(stdin))
	}
	ts.Check(os.Chdir(ts.MkAbs(".")))
	setEnvironment(variables)
	dropEmptyVariables()
	return run(context.Background(), args, input, ts.Stdout(), ts.Stderr())
}

func setEnvironment(variables []string) {
	os.Clearenv()
	for _, v := range variables {
		name, value, _ := strings.Cut(v, "=")
		_ = os.Setenv(name, value) // fails for the names of drives on Windows
	}
}

// initialKey is the key of the environment variables at the start of a script.
type initialKey struct{}

var assignment = regexp.MustCompile(`(?m)^env (\w+)=`)

// variableNames returns the names of the environment variables of a script, including those that it
// has yet to assign, which are empty until then.
func variableNames(ts *testscript.TestScript) (names []string) {
	for _, v := range ts.Value(initialKey{}).([]string) {
		name, _, _ := strings.Cut(v, "=")
		names = append(names, name)
	}
	text, err := os.ReadFile(filepath.Join(scripts, ts.Name()+".txtar"))
	ts.Check(err)
	for _, m := range assignment.FindAllStringSubmatch(string(text), -1) {
		names = append(names, m[1])
	}
	return names
}

// awaited limits how long await waits.
const awaited = 30 * time.Second

// await waits until the content of a file matches a regular expression: await FILE PATTERN.
func await(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: await FILE PATTERN")
	}
	pattern, err := regexp.Compile("(?m)" + args[1])
	ts.Check(err)
	var text []byte
	for start := time.Now(); time.Since(start) < awaited; time.Sleep(10 * time.Millisecond) {
		if text, err = os.ReadFile(ts.MkAbs(args[0])); err == nil && pattern.Match(text) {
			return
		}
	}
	ts.Fatalf("%s does not match %s:\n%s", args[0], pattern, text)
}

func TestPermute(t *testing.T) {
	app := newApp(os.Stdin, os.Stdout, os.Stderr)
	for _, tt := range []struct{ in, want []string }{
		{[]string{"hieralint"}, []string{"hieralint"}},
		{[]string{"hieralint", "data"}, []string{"hieralint", "--", "data"}},
		{[]string{"hieralint", "lint", "data", "-f", "json"}, []string{"hieralint", "lint", "-f", "json", "--", "data"}},
		{[]string{"hieralint", "data", "--format=json", "more"}, []string{"hieralint", "--format=json", "--", "data", "more"}},
		{[]string{"hieralint", "lint", "data", "--stdin", "more"}, []string{"hieralint", "lint", "--stdin", "--", "data", "more"}},
		{[]string{"hieralint", "lint", "--", "-f"}, []string{"hieralint", "lint", "--", "-f"}},
		{[]string{"hieralint", "lint", "-"}, []string{"hieralint", "lint", "--", "-"}},
		{[]string{"hieralint", "lint", "data", "--format"}, []string{"hieralint", "lint", "--format"}},
	} {
		got := permute(app, tt.in)
		if len(got) != len(tt.want) {
			t.Errorf("%q becomes %q, want %q", tt.in, got, tt.want)
			continue
		}
		for i := range got {
			if got[i] != tt.want[i] {
				t.Errorf("%q becomes %q, want %q", tt.in, got, tt.want)
				break
			}
		}
	}
}
