package revision

import (
	"context"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// LineChange is the commit that last changed a line.
type LineChange struct {
	// Commit is empty for a line that is not committed.
	Commit, Author, Subject string
	Time                    time.Time
}

// LastChange returns the commit that last changed a line of a file in the working tree; nil if Git
// does not know the file.
func LastChange(ctx context.Context, path string, line int) *LineChange {
	at := strconv.Itoa(line)
	out, err := (&repository{dir: filepath.Dir(path)}).git(ctx, nil, "blame", "--no-textconv", "--porcelain", "-L", at+","+at, "--", filepath.Base(path))
	if err != nil {
		return nil
	}
	change := &LineChange{}
	for i, text := range strings.Split(string(out), "\n") {
		name, value, _ := strings.Cut(text, " ")
		switch {
		case i == 0:
			change.Commit = name
		case name == "author":
			change.Author = value
		case name == "summary":
			change.Subject = value
		case name == "author-time":
			if seconds, err := strconv.ParseInt(value, 10, 64); err == nil {
				change.Time = time.Unix(seconds, 0).UTC()
			}
		}
	}
	if strings.Trim(change.Commit, "0") == "" {
		return &LineChange{}
	}
	return change
}
