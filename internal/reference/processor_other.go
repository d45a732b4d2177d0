//go:build !unix

package reference

import (
	"testing"
	"time"
)

// ProcessorTime is unknown on this system.
func ProcessorTime(*testing.B) time.Duration { return 0 }
