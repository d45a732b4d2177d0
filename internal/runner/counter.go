package runner

import (
	"cmp"
	"context"
	"fmt"
	"sync/atomic"

	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/project"
)

// The maximum number of findings of a run, since each takes a kilobyte or two: one for each 320 bytes of the maximum
// size of a file, or more if there are many files. Real repositories have a few hundred, or a few for each file.
const (
	bytesPerFinding = 320 // 104,857
	findingsPerFile = 20
)

// TooManyError reports that there are too many findings.
type TooManyError struct{ most int64 }

func (e *TooManyError) Error() string {
	return fmt.Sprintf("there are more than %d findings; hieralint reports more if the setting `%s` is larger", e.most, source.MaxFileSizeSetting)
}

// counter stops a run that has too many findings. A nil counter does not.
type counter struct {
	most  int64
	found atomic.Int64
	stop  func(error)
}

func newCounter(p *project.Project, o *Options, stop context.CancelCauseFunc) *counter {
	size := cmp.Or(o.Settings.MaxFileSize, source.DefaultMaxFileSize)
	return &counter{most: max(size/bytesPerFinding, int64(len(p.Files))*findingsPerFile), stop: stop}
}

func (c *counter) add(n int) {
	if c != nil && c.found.Add(int64(n)) > c.most {
		c.stop(&TooManyError{c.most})
	}
}
