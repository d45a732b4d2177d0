//go:build linux

package hostile

import (
	"context"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/hieralint/hieralint/internal/filetree"
	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/reference"
)

// The limits of a run on a hostile tree.
const (
	hostileTime   = 10 * time.Second // processor time, which does not depend on other processes
	hostileWait   = time.Minute
	hostileMemory = 1 << 20 // in KiB
)

// The environment variables of a process that runs a command and writes its peak memory in KiB to a file, because a
// child of the test would count the memory of the test, and that runs it as the user nobody.
const (
	peakFile = "HIERALINT_TEST_PEAK"
	asNobody = "HIERALINT_TEST_NOBODY"
	nobody   = 65534
)

// shell is the path of a shell, for trees whose environment has no PATH.
const shell = "/bin/sh"

// allEnabled reports whether to run all trees, and someEnabled whether to run some of them. The same
// limits have tests in other packages, which take less time.
func allEnabled() bool  { return os.Getenv("HIERALINT_TEST_HOSTILE") != "" }
func someEnabled() bool { return allEnabled() || reference.Long() }

// hieralint is the path of the program, which TestMain builds if the trees are enabled.
var hieralint string

// TestMain builds hieralint, if the trees are enabled.
func TestMain(m *testing.M) {
	if peak := os.Getenv(peakFile); peak != "" {
		os.Exit(measure(peak, os.Args[1], os.Args[2:]...))
	}
	if !someEnabled() {
		os.Exit(m.Run())
	}
	os.Exit(func() int {
		dir, err := os.MkdirTemp("", "hieralint")
		if err != nil {
			panic(err)
		}
		defer os.RemoveAll(dir)
		build := exec.Command("go", "build", "-o", dir, "github.com/hieralint/hieralint/cmd/hieralint")
		if out, err := build.CombinedOutput(); err != nil {
			panic(fmt.Sprintf("%v\n%s", err, out))
		}
		hieralint = filepath.Join(dir, "hieralint")
		return m.Run()
	}())
}

// measure runs a command, and writes its peak memory to a file. It returns the exit code.
func measure(peak, name string, args ...string) int {
	run := exec.Command(name, args...)
	run.Stdin, run.Stdout, run.Stderr = os.Stdin, os.Stdout, os.Stderr
	run.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	if os.Getenv(asNobody) != "" {
		run.SysProcAttr.Credential = &syscall.Credential{Uid: nobody, Gid: nobody}
	}
	_ = run.Run() // the exit code is checked
	memory := run.ProcessState.SysUsage().(*syscall.Rusage).Maxrss
	if err := os.WriteFile(peak, []byte(strconv.FormatInt(memory, 10)), 0o600); err != nil {
		panic(err)
	}
	return run.ProcessState.ExitCode()
}

// TestHostileTrees runs hieralint on trees that try to break it: each run must end within limits of
// time and memory, and with an accepted exit code. All of them take minutes.
func TestHostileTrees(t *testing.T) {
	if _, err := exec.LookPath(shell); err != nil {
		t.Skip("needs sh, to limit memory and time")
	}
	if !someEnabled() {
		t.Skip("builds hieralint; HIERALINT_TEST_LONG=1 runs some trees, HIERALINT_TEST_HOSTILE=1 all")
	}
	if allEnabled() {
		for _, tree := range allTrees() {
			t.Run(tree.Name, func(t *testing.T) { runHostile(t, &tree) })
		}
		return
	}
	for _, tree := range functions() {
		if strings.HasPrefix(tree.Name, "function: shared value") {
			t.Run(tree.Name, func(t *testing.T) {
				t.Parallel()
				runHostile(t, &tree)
			})
		}
	}
}

func runHostile(t *testing.T, tree *tree) {
	dir := filetree.Write(t, tree.Files)
	for _, path := range tree.Pipes {
		if err := syscall.Mkfifo(makeRoom(t, dir, path), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if len(tree.Sockets) > 0 {
		t.Chdir(dir) // because the path of a socket must be short
	}
	for _, path := range tree.Sockets {
		makeRoom(t, dir, path)
		socket, err := net.Listen("unix", path)
		if err != nil {
			t.Fatal(err)
		}
		defer socket.Close()
	}
	if tree.Script != "" {
		script := exec.Command("sh", "-c", tree.Script)
		script.Dir = dir
		if out, err := script.CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		t.Cleanup(func() { _ = exec.Command("chmod", "-R", "u+rwX", dir).Run() })
	}
	ctx, cancel := context.WithTimeout(t.Context(), hostileWait)
	defer cancel()
	limited := fmt.Sprintf(`ulimit -d %d; ulimit -t %d; exec %s %s "$@"`, hostileMemory, int(hostileTime.Seconds()), tree.Under, hieralint)
	peak := filepath.Join(t.TempDir(), "peak")
	run := exec.CommandContext(ctx, os.Args[0], append([]string{shell, "-c", limited, "sh"}, tree.Args...)...)
	run.Dir = dir
	run.Env = slices.Concat(os.Environ(), tree.Env, []string{peakFile + "=" + peak})
	run.Stdin = strings.NewReader(tree.Stdin)
	if tree.Nobody && os.Getuid() == 0 {
		giveToNobody(t, dir)
		run.Env = append(run.Env, asNobody+"=1")
	}
	var out output
	run.Stdout, run.Stderr = &out, &out
	if len(tree.Messages) > 0 {
		questions, in := io.Pipe()
		defer questions.Close()
		run.Stdin = questions
		go converse(ctx, in, &out, lists.Map(tree.Messages, func(m string) string { return strings.ReplaceAll(m, "$DIR", "file://"+dir) }))
	}
	_ = run.Run() // the exit code is checked
	took := run.ProcessState.UserTime() + run.ProcessState.SystemTime()
	memory := memoryIn(peak)
	t.Logf("%.2fs, %d MB, exit code %d", took.Seconds(), memory>>10, run.ProcessState.ExitCode())
	printed := out.String()
	switch {
	case ctx.Err() != nil, took >= hostileTime:
		t.Errorf("did not finish in %s", hostileTime)
	case memory > hostileMemory, strings.Contains(printed, "out of memory"), strings.Contains(printed, "cannot allocate memory"):
		t.Errorf("used more than %d MB", hostileMemory>>10)
	case strings.Contains(printed, "internal error: "), strings.Contains(printed, "goroutine "):
		t.Errorf("crashed:\n%s", head(printed))
	case !slices.Contains(tree.Exit, run.ProcessState.ExitCode()):
		t.Errorf("exit code %d, want one of %v\n%s", run.ProcessState.ExitCode(), tree.Exit, head(printed))
	case tree.Script != "" && exists(filepath.Join(dir, "stolen")):
		t.Error("a command in the tree was executed")
	case tree.IsSafe && unsafe.MatchString(printed):
		t.Errorf("prints %q", unsafe.FindString(printed))
	case !strings.Contains(printed, tree.Says):
		t.Errorf("no %q in the output:\n%s", tree.Says, head(printed))
	}
}

// unsafe matches characters that control a terminal or reorder text.
var unsafe = regexp.MustCompile(`[\x00-\x08\x0b-\x1f\x7f\x{80}-\x{9f}\x{200b}\x{200e}\x{200f}\x{2028}-\x{202e}\x{2066}-\x{2069}\x{feff}]`)

// output collects what a run prints.
type output struct {
	mu      sync.Mutex
	text    strings.Builder
	scanned int // the size of the text that has been searched for responses
	answers int // the responses in it
}

func (o *output) Write(p []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.text.Write(p)
}

func (o *output) String() string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.text.String()
}

// answered returns the number of responses of the language server.
func (o *output) answered() int {
	o.mu.Lock()
	defer o.mu.Unlock()
	text := o.text.String()
	for at := response.FindStringIndex(text[o.scanned:]); at != nil; at = response.FindStringIndex(text[o.scanned:]) {
		o.answers++
		o.scanned += at[1]
	}
	o.scanned = max(o.scanned, len(text)-maxResponse)
	return o.answers
}

// maxResponse is the length of what response matches at most.
const maxResponse = 64

// response matches the start of a response of the language server.
var response = regexp.MustCompile(`"id":\d+,"(error|result)"`)

// converse sends messages to the language server, and the last two when it has answered all others.
func converse(ctx context.Context, in io.WriteCloser, out *output, messages []string) {
	defer in.Close()
	last, requests := len(messages)-2, 0
	for i, m := range messages {
		for i == last && ctx.Err() == nil && out.answered() < requests {
			time.Sleep(50 * time.Millisecond)
		}
		if strings.HasPrefix(m, `{"jsonrpc":"2.0","id":`) {
			requests++
		}
		if _, err := io.WriteString(in, message(m)); err != nil {
			return // it has stopped
		}
	}
}

// memoryIn returns the peak memory of a run; 0 if it was killed.
func memoryIn(peak string) int {
	text, _ := os.ReadFile(peak)
	memory, _ := strconv.Atoi(string(text))
	return memory
}

// makeRoom creates the parent directory of a path in dir, and returns the full path.
func makeRoom(t *testing.T, dir, path string) string {
	t.Helper()
	full := filepath.Join(dir, path)
	filetree.Add(t, dir, map[string]string{filepath.Dir(path) + "/": ""})
	return full
}

// giveToNobody gives the tree to the user nobody, who may also run hieralint.
func giveToNobody(t *testing.T, dir string) {
	t.Helper()
	if err := exec.Command("chown", "-R", fmt.Sprint(nobody), dir).Run(); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{dir, hieralint} {
		for ; strings.HasPrefix(path, os.TempDir()+"/"); path = filepath.Dir(path) {
			allow(t, path)
		}
	}
}

// allow lets everyone enter a temporary directory of the test, or execute the program.
func allow(t *testing.T, path string) {
	t.Helper()
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	if mode := info.Mode().Perm(); mode&0o005 != 0o005 {
		if err := os.Chmod(path, mode|0o055); err != nil {
			t.Fatal(err)
		}
	}
}

func head(s string) string { return s[:min(len(s), 2000)] }

func exists(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}
