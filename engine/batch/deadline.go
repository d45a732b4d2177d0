package batch

import (
	"context"
	"time"
)

// deadline is a context with a timeout. Unlike context.WithTimeout, it needs no timer, which would
// cost as much as a lookup: Err, which the engine calls at each step, reads the clock at regular
// intervals. It is not safe for concurrent use, and its Done channel is that of the parent.
type deadline struct {
	context.Context
	limit time.Duration
	asked int
	at    time.Time // set when the clock is first read
	over  bool
}

// until returns ctx with a timeout.
func until(ctx context.Context, limit time.Duration) *deadline {
	return &deadline{Context: ctx, limit: limit}
}

// restart restarts the timeout.
func (d *deadline) restart() { d.asked, d.at, d.over = 0, time.Time{}, false }

// clockEvery is the number of calls of Err per reading of the clock. A step takes microseconds.
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
