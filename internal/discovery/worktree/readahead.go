package worktree

import (
	"context"
	"path/filepath"

	"github.com/sourcegraph/conc"

	"github.com/hieralint/hieralint/engine/data"
)

// ReadAhead reads data files into the store while the search for files is still running. Some of
// them may turn out not to be data.
type readAhead struct {
	ctx      context.Context
	store    *data.Store
	searches conc.WaitGroup // goroutines that search for files
	readers  conc.WaitGroup // goroutines that read files
	queue    chan fileAhead
}

// fileAhead is a file to read.
type fileAhead struct {
	path   string
	format data.Format
}

// startReadAhead starts the goroutines that read.
func startReadAhead(ctx context.Context, store *data.Store, workers int) *readAhead {
	a := &readAhead{ctx: ctx, store: store, queue: make(chan fileAhead, 256)}
	for range workers {
		a.readers.Go(func() {
			for f := range a.queue {
				if ctx.Err() == nil {
					_, _ = store.Document(f.path, f.format) // reported when the directory is needed
				}
			}
		})
	}
	return a
}

// Dir reads the data files in a directory and its subdirectories.
func (a *readAhead) Dir(dir string) {
	a.searches.Go(func() {
		entries, _ := a.store.ReadDir(dir) // reported when the directory is needed
		for _, e := range entries {
			path := filepath.Join(dir, e.Name())
			format, ok := data.FormatOf(path)
			switch {
			case a.ctx.Err() != nil:
				return
			case e.IsDir(): // symbolic links are not directories here, so this ends
				a.Dir(path)
			case ok && e.Type().IsRegular():
				a.File(path, format)
			}
		}
	})
}

// File reads one file.
func (a *readAhead) File(path string, format data.Format) { a.queue <- fileAhead{path, format} }

// Stop waits for all goroutines.
func (a *readAhead) Stop() {
	a.searches.Wait()
	close(a.queue)
	a.readers.Wait()
}
