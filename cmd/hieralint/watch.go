package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/urfave/cli/v2"

	"github.com/hieralint/hieralint/internal/plural"
	"github.com/hieralint/hieralint/internal/rooted"
	"github.com/hieralint/hieralint/internal/session"
	"github.com/hieralint/hieralint/internal/visible"
)

// watchEvery is the interval between checks for changes.
const watchEvery = 300 * time.Millisecond

// watchOver reports repeatedly until it is interrupted. An invalid configuration does not end it.
func (l *linting) watchOver(c *cli.Context, w *session.Workspace, r session.Request) error {
	start := time.Now()
	o := session.WatchOptions{Every: watchEvery, Changed: func(paths []string) {
		start = time.Now()
		fmt.Fprintln(c.App.ErrWriter, "hieralint: "+changed(paths))
	}}
	for _, out := range l.outputs {
		if out.file != "" {
			o.Ignore = append(o.Ignore, out.file)
		}
	}
	err := w.Watch(c.Context, r, o, func(found *session.Report, err error) error {
		if err != nil {
			fmt.Fprintln(c.App.ErrWriter, "hieralint: "+visible.Lines(failed(c, err).Error()))
			return nil
		}
		writeCrashes(c.App.ErrWriter, found)
		found.Summary.Duration = time.Since(start)
		return l.write(c, found.Report)
	})
	if errors.Is(err, context.Canceled) {
		return nil // the normal end
	}
	return failed(c, err)
}

// changed describes which files have changed.
func changed(paths []string) string {
	if len(paths) > 1 {
		return plural.Count(len(paths), "file") + " changed"
	}
	return rooted.Shown(paths[0]) + " changed"
}
