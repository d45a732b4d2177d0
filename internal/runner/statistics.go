package runner

import (
	"time"

	"github.com/hieralint/hieralint/internal/diagnostic"
)

// Statistics tell where the time of a run went.
type Statistics struct {
	// Phases are the parts of the run in their order.
	Phases []Phase
	// Rules is the time that each rule took, over all workers.
	Rules map[*diagnostic.Descriptor]time.Duration
}

// Phase is a part of a run.
type Phase struct {
	Name     string
	Duration time.Duration
	// Count is how many things were gone through, Of what one of them is called.
	Count int
	Of    string
}

// clock measures the phases of a run.
type clock struct {
	statistics Statistics
	last       time.Time
}

func newClock() *clock {
	return &clock{Statistics{Rules: map[*diagnostic.Descriptor]time.Duration{}}, time.Now()}
}

// phase ends a phase.
func (c *clock) phase(name string, count int, of string) {
	now := time.Now()
	c.statistics.Phases = append(c.statistics.Phases, Phase{name, now.Sub(c.last), count, of})
	c.last = now
}

// add adds the time that rules took in one part of the work.
func (c *clock) add(spent map[*diagnostic.Descriptor]time.Duration) {
	for r, d := range spent {
		c.statistics.Rules[r] += d
	}
}
