//go:build !unix

package reference

import (
	"testing"
	"time"
)

// ProcessorTime is not known here.
func ProcessorTime(*testing.B) time.Duration { return 0 }
