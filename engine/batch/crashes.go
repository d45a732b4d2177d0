package batch

import (
	"sync"

	"github.com/hieralint/hieralint/internal/crash"
)

// crashClass is the class of errors that are mistakes of hieralint.
const crashClass = "InternalError"

// crashes is what is known of the mistakes of hieralint that were met.
type crashes struct {
	mu    sync.Mutex
	first *crash.Error
	since bool // there was one since the server forgot what it keeps; not asked for while it is answering
}

// append adds a crash as an answer.
func (c *crashes) append(b []byte, crashed *crash.Error) []byte {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.since = true; c.first == nil {
		c.first = crashed
	}
	return appendFailure(b, crashClass, crashed.Error())
}
