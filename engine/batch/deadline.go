package batch

import (
	"context"
	"time"
)

// deadline is a context that ends after a time. Unlike context.WithTimeout it sets no timer, which takes as
// long as a lookup: the engine asks it at each step, and every so often it looks at the clock. It serves one
// goroutine, and nobody waits for it.
type deadline struct {
	context.Context
	limit time.Duration
	asked int
	at    time.Time // once the clock was looked at
	over  bool
}

// until is ctx for a limited time.
func until(ctx context.Context, limit time.Duration) *deadline {
	return &deadline{Context: ctx, limit: limit}
}

// restart lets the time begin anew.
func (d *deadline) restart() { d.asked, d.at, d.over = 0, time.Time{}, false }

// clockEvery is how often the clock is not looked at, and after how many steps for the first time. A step
// takes microseconds.
const clockEvery = 16

func (d *deadline) Err() error {
	if d.asked++; d.asked%clockEvery == 0 && !d.over {
		now := time.Now()
		if d.at.IsZero() {
			d.at = now.Add(d.limit)
		}
		d.over = !now.Before(d.at)
	}
	if d.over {
		return context.DeadlineExceeded
	}
	return d.Context.Err()
}
