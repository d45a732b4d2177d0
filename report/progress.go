package report

import (
	"fmt"
	"io"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"github.com/hieralint/hieralint/internal/visible"
)

// Progress shows the progress of a long run on the last line of a terminal. It appears after a
// second, and disappears at the end.
//
// It is only for terminals, which the caller must check. A nil *Progress does nothing.
type Progress struct {
	w     io.Writer
	width int
	start time.Time
	stop  chan struct{}
	done  chan struct{}

	mu      sync.Mutex
	phase   string
	n, of   int
	written bool
}

// The delay until the line appears, and the interval between updates.
const (
	progressAfter = time.Second
	progressEvery = 100 * time.Millisecond
)

// StartProgress starts a line on a terminal with width columns; 0 means unknown. Stop must be
// called before anything else is written to the terminal.
func StartProgress(w io.Writer, width int) *Progress {
	ticker := time.NewTicker(progressEvery)
	p := startProgress(w, width, time.Now(), ticker.C)
	go func() {
		<-p.done
		ticker.Stop()
	}()
	return p
}

func startProgress(w io.Writer, width int, start time.Time, ticks <-chan time.Time) *Progress {
	if width <= 0 {
		width = 80
	}
	p := &Progress{w: w, width: width, start: start, stop: make(chan struct{}), done: make(chan struct{})}
	go func() {
		defer close(p.done)
		for {
			select {
			case <-p.stop:
				return
			case now := <-ticks:
				p.draw(now)
			}
		}
	}()
	return p
}

// Phase starts a phase with a number of steps; 0 means unknown.
func (p *Progress) Phase(name string, steps int) {
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.phase, p.n, p.of = name, 0, steps
}

// Step records that n steps are done. It may be called from any goroutine.
func (p *Progress) Step(n int) {
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.n += n
}

// Stop removes the line. It may be called more than once, but not concurrently.
func (p *Progress) Stop() {
	if p == nil {
		return
	}
	select {
	case <-p.stop:
		return
	default:
	}
	close(p.stop)
	<-p.done
	if p.written {
		_, _ = io.WriteString(p.w, "\r"+clearLine)
	}
}

// clearLine erases the line to the right of the cursor.
const clearLine = "\x1b[K"

func (p *Progress) draw(now time.Time) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.phase == "" || now.Sub(p.start) < progressAfter {
		return
	}
	p.written = true
	_, _ = io.WriteString(p.w, "\r"+p.line()+clearLine)
}

// line returns the text of the line. It leaves the last column free, because some terminals wrap
// when it is written.
func (p *Progress) line() string {
	line := visible.Text(p.phase)
	switch {
	case p.of > 0:
		line += fmt.Sprintf(": %d of %d (%d %%)", p.n, p.of, 100*min(p.n, p.of)/p.of)
	case p.n > 0:
		line += fmt.Sprintf(": %d", p.n)
	}
	if utf8.RuneCountInString(line) >= p.width {
		line = string([]rune(line)[:max(p.width-2, 0)]) + "…"
	}
	return strings.TrimRight(line, " ")
}
