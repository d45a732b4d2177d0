package batch

import (
	"sync"

	"github.com/hieralint/hieralint/internal/crash"
)

// crashClass is the class of errors for bugs of hieralint.
const crashClass = "InternalError"

// crashes records panics.
type crashes struct {
	mu    sync.Mutex
	first *crash.Error
	since bool // one occurred since the last forget; must not be read while requests are being answered
}

// append appends an answer that reports the crash.
func (c *crashes) append(b []byte, crashed *crash.Error) []byte {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.since = true; c.first == nil {
		c.first = crashed
	}
	return appendFailure(b, crashClass, crashed.Error())
}
