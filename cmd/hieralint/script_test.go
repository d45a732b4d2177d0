package main

import (
	"os"
	"path/filepath"
	"regexp"
	"testing"
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
	testscript.Run(t, testscript.Params{
		Dir: filepath.Join("testdata", "script"),
		Setup: func(e *testscript.Env) error {
			e.Setenv("REPOSITORY", repository)
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

// exits runs a command and checks its exit code: exits CODE COMMAND ARG...
func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits CODE COMMAND ARG...")
	}
	want := args[0]
	code := 0
	if err := ts.Exec(args[1], args[2:]...); err != nil {
		exit, ok := err.(interface{ ExitCode() int })
		if !ok {
			ts.Fatalf("%v", err)
		}
		code = exit.ExitCode()
	}
	if got := string(rune('0' + code)); got != want {
		ts.Fatalf("exit code %s, want %s\n%s%s", got, want, ts.ReadFile("stdout"), ts.ReadFile("stderr"))
	}
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
