package lsp

import (
	"context"
	"encoding/json"
	"fmt"
	"sync"
	"time"

	"github.com/hieralint/hieralint/internal/lsp/protocol"
)

// progress shows the progress of a check in the client. If nil, it shows nothing.
type progress struct {
	server *server
	token  string

	mu                sync.Mutex
	phase             string
	steps, done, last int
	ended             bool // the nodes of a check may also be evaluated later
}

// createTimeout limits the time for a client to prepare the display.
const createTimeout = 5 * time.Second

// newProgress starts to show progress; it returns nil if the client does not support that.
func (s *server) newProgress(title string) *progress {
	if !s.client.Window.WorkDoneProgress {
		return nil
	}
	s.mu.Lock()
	s.sequence++
	p := &progress{server: s, token: fmt.Sprintf("hieralint-%d", s.sequence)}
	s.mu.Unlock()
	ctx, cancel := context.WithTimeout(s.ctx, createTimeout)
	defer cancel()
	var result json.RawMessage
	if err := s.conn.Call(ctx, "window/workDoneProgress/create", protocol.WorkDoneProgressCreateParams{Token: p.token}, &result); err != nil {
		return nil
	}
	p.send(protocol.WorkDoneProgress{Kind: "begin", Title: title})
	return p
}

func (p *progress) send(value protocol.WorkDoneProgress) {
	p.server.notify("$/progress", protocol.ProgressParams{Token: p.token, Value: value})
}

// Phase starts a phase of a check.
func (p *progress) Phase(name string, steps int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.phase, p.steps, p.done, p.last = name, steps, 0, 0
	p.send(protocol.WorkDoneProgress{Kind: "report", Message: name})
}

// percentStep is the change of the percentage after which it is sent again.
const percentStep = 10

// Step records that n more steps are done.
func (p *progress) Step(n int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.done += n
	if p.steps == 0 || p.ended {
		return
	}
	if percentage := min(100, 100*p.done/p.steps); percentage >= p.last+percentStep {
		p.last = percentage
		p.send(protocol.WorkDoneProgress{Kind: "report", Message: p.phase, Percentage: &percentage})
	}
}

func (p *progress) end() {
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.ended = true
	p.send(protocol.WorkDoneProgress{Kind: "end"})
}
