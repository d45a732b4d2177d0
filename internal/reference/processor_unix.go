//go:build unix

package reference

import (
	"syscall"
	"testing"
	"time"
)

// ProcessorTime is the time that processors spent on the process so far: unlike what a clock shows, it hardly depends on what else the
// machine does.
func ProcessorTime(b *testing.B) time.Duration {
	b.Helper()
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		b.Fatal(err)
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}
