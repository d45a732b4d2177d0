// Package timing measures where a run spends its time.
package timing

import (
	"time"

	"github.com/hieralint/hieralint/internal/diagnostic"
)

// Statistics are the durations of the parts of a run.
type Statistics struct {
	// Phases are the phases in order, in elapsed time.
	Phases []Phase
	// Rules is the time spent on each rule, summed over all processors. Rules may be missing.
	Rules map[*diagnostic.Descriptor]time.Duration
}

// Phase is a phase of a run.
type Phase struct {
	// Name describes the work, such as "load the project".
	Name     string
	Duration time.Duration
	// Count is the number of items processed, and Of their singular noun, such as "key"; 0 and ""
	// if they were not counted.
	Count int
	Of    string
}

// Clock measures the phases of a run. It is not safe for concurrent use.
type Clock struct {
	statistics Statistics
	last       time.Time
}

// Start returns a clock that starts the first phase.
func Start() *Clock {
	return &Clock{Statistics{Rules: map[*diagnostic.Descriptor]time.Duration{}}, time.Now()}
}

// Phase ends the current phase and starts the next one.
func (c *Clock) Phase(name string, count int, of string) {
	now := time.Now()
	c.statistics.Phases = append(c.statistics.Phases, Phase{name, now.Sub(c.last), count, of})
	c.last = now
}

// Add adds times spent on rules.
func (c *Clock) Add(spent map[*diagnostic.Descriptor]time.Duration) {
	for r, d := range spent {
		c.statistics.Rules[r] += d
	}
}

// Statistics returns the phases that have ended.
func (c *Clock) Statistics() *Statistics { return &c.statistics }
