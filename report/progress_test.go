package report

import (
	"strings"
	"sync"
	"testing"
	"time"
)

// terminal is a writer that keeps the visible line, which each Write replaces.
type terminal struct {
	mu    sync.Mutex
	all   strings.Builder
	shown string
}

func (t *terminal) Write(text []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.all.Write(text)
	line, erased := strings.CutSuffix(string(text), "\x1b[K")
	line, started := strings.CutPrefix(line, "\r")
	if !erased || !started || strings.Contains(line, "\n") {
		line = "broken: " + string(text)
	}
	t.shown = line
	return len(text), nil
}

// running returns a Progress on a terminal, and a function that advances its clock.
func running(width int) (p *Progress, shown *terminal, tick func(time.Duration)) {
	shown = &terminal{}
	start := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	ticks := make(chan time.Time)
	p = startProgress(shown, width, start, ticks)
	return p, shown, func(since time.Duration) {
		ticks <- start.Add(since)
		ticks <- start // receiving this tick implies that the first one has been drawn
	}
}

func TestProgress(t *testing.T) {
	t.Parallel()
	p, terminal, tick := running(40)
	defer p.Stop()
	expect := func(want string) {
		t.Helper()
		if terminal.shown != want {
			t.Errorf("got line %q, want %q", terminal.shown, want)
		}
	}
	tick(2 * time.Second)
	expect("") // no phase has started
	p.Phase("load the project", 0)
	tick(999 * time.Millisecond)
	expect("")
	tick(time.Second)
	expect("load the project")
	p.Step(3)
	p.Step(4)
	tick(2 * time.Second)
	expect("load the project: 7")
	p.Phase("evaluate keys", 8000)
	tick(2 * time.Second)
	expect("evaluate keys: 0 of 8000 (0 %)")
	p.Step(4001)
	tick(2 * time.Second)
	expect("evaluate keys: 4001 of 8000 (50 %)")
	p.Step(5000)
	tick(2 * time.Second)
	expect("evaluate keys: 9001 of 8000 (100 %)")
	p.Phase("a phase with a name that is longer than the line\n", 0)
	tick(2 * time.Second)
	expect("a phase with a name that is longer tha…")
	p.Stop()
	expect("")
	p.Stop()
}

// TestProgressOfAShortRun checks that a run that takes less than a second writes nothing.
func TestProgressOfAShortRun(t *testing.T) {
	t.Parallel()
	p, terminal, tick := running(0)
	p.Phase("load the project", 10)
	p.Step(10)
	tick(900 * time.Millisecond)
	p.Stop()
	if got := terminal.all.String(); got != "" {
		t.Errorf("got %q, want no output", got)
	}
}

func TestProgressOnNoTerminal(*testing.T) {
	var p *Progress
	p.Phase("load the project", 10)
	p.Step(10)
	p.Stop()
}

func TestProgressFromManyGoroutines(t *testing.T) {
	t.Parallel()
	p := StartProgress(&terminal{}, 80)
	p.Phase("evaluate keys", 1000)
	var all sync.WaitGroup
	for range 10 {
		all.Add(1)
		go func() {
			defer all.Done()
			for range 100 {
				p.Step(1)
			}
		}()
	}
	all.Wait()
	p.Stop()
	if p.n != 1000 {
		t.Errorf("got %d steps, want 1000", p.n)
	}
}
