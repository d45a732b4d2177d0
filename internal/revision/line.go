package revision

import (
	"context"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/rooted"
)

// LineChange is the commit that last changed a line.
type LineChange struct {
	// Commit is empty for a line that is not committed.
	Commit, Author, Subject string
	Time                    time.Time
	// IsOlder means that the line is from a commit that a shallow clone does not have. Everything else is empty.
	IsOlder bool
}

// History knows who changed the lines of files in working trees. The zero value is ready for use.
type History struct {
	mutex        sync.Mutex
	repositories map[string]*repository // by directory; nil outside of repositories
}

// LastChange returns the commit that last changed a line of a file in the working tree; nil if Git
// does not know the file.
func (h *History) LastChange(ctx context.Context, path string, line int) *LineChange {
	dir := rooted.Real(filepath.Dir(path))
	r := h.repository(dir)
	if r == nil || checkRepository(dir) != nil {
		return nil
	}
	name, err := filepath.Rel(r.dir, filepath.Join(dir, filepath.Base(path)))
	if err != nil {
		return nil
	}
	at := strconv.Itoa(line)
	out, err := r.git(ctx, nil, "blame", "--no-textconv", "--porcelain", "-L", at+","+at, "--", filepath.ToSlash(name))
	if err != nil {
		return nil
	}
	change, isFirst := &LineChange{}, false
	for i, text := range strings.Split(string(out), "\n") {
		name, value, _ := strings.Cut(text, " ")
		switch {
		case i == 0:
			change.Commit = name
		case text == "boundary":
			isFirst = true
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
	switch {
	case !isObject(change.Commit):
		return nil
	case strings.Trim(change.Commit, "0") == "":
		return &LineChange{}
	case isFirst && r.isShallow(ctx):
		return &LineChange{IsOlder: true}
	}
	return change
}

// repository returns the repository of a directory; nil if there is none.
func (h *History) repository(dir string) *repository {
	h.mutex.Lock()
	defer h.mutex.Unlock()
	var below []string
	var found *repository
	for at := range rooted.Up(dir) {
		known, isKnown := h.repositories[at]
		if !isKnown {
			below = append(below, at)
			if exists(filepath.Join(at, ".git")) {
				known, isKnown = &repository{dir: at}, true
			}
		}
		if isKnown {
			found = known
			break
		}
	}
	for _, at := range below {
		lists.Put(&h.repositories, at, found)
	}
	return found
}
