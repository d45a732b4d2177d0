//go:build unix

package reference

import (
	"syscall"
	"testing"
	"time"
)

// ProcessorTime returns the processor time of the process so far. Unlike elapsed time, it hardly
// depends on other processes.
func ProcessorTime(b *testing.B) time.Duration {
	b.Helper()
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		b.Fatal(err)
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}
