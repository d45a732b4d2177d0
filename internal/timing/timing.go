// Package timing measures where the time of a run goes.
package timing

import (
	"time"

	"github.com/hieralint/hieralint/internal/diagnostic"
)

// Statistics are the times of a run.
type Statistics struct {
	// Phases are the parts of the run in their order, each with the time that passed.
	Phases []Phase
	// Rules is the time that each rule took, over all processors; rules may be left out of it.
	Rules map[*diagnostic.Descriptor]time.Duration
}

// Phase is a part of a run.
type Phase struct {
	// Name says what was done, as "load the project".
	Name     string
	Duration time.Duration
	// Count is how many things were gone through, and Of what one of them is called, as "key"; zero and ""
	// where nothing was counted.
	Count int
	Of    string
}

// Clock measures the phases of a run. It must not be used concurrently.
type Clock struct {
	statistics Statistics
	last       time.Time
}

// Start is a clock whose first phase begins now.
func Start() *Clock {
	return &Clock{Statistics{Rules: map[*diagnostic.Descriptor]time.Duration{}}, time.Now()}
}

// Phase ends a phase, and begins the next one.
func (c *Clock) Phase(name string, count int, of string) {
	now := time.Now()
	c.statistics.Phases = append(c.statistics.Phases, Phase{name, now.Sub(c.last), count, of})
	c.last = now
}

// Add adds the time that rules took in one part of the work.
func (c *Clock) Add(spent map[*diagnostic.Descriptor]time.Duration) {
	for r, d := range spent {
		c.statistics.Rules[r] += d
	}
}

// Statistics are the phases that have ended.
func (c *Clock) Statistics() *Statistics { return &c.statistics }
