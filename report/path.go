package report

import (
	"cmp"
	"path/filepath"

	"github.com/hieralint/hieralint/internal/rooted"
)

// relative returns the path of a file relative to dir, with slashes, given its path relative to
// from. It does not access the disk.
func relative(file, from, dir string) string {
	file = filepath.FromSlash(file)
	if from != "" && dir != "" {
		if !rooted.Is(file) {
			file = filepath.Join(from, file)
		}
		if short, err := filepath.Rel(dir, file); err == nil {
			file = short
		}
	}
	return filepath.ToSlash(filepath.Clean(file))
}

// path returns the path of a file in a report.
func (r *Report) path(file string) string {
	return relative(file, r.Dir, r.Dir)
}

// pathInRepository returns the path of a file in SARIF and fingerprints.
func (r *Report) pathInRepository(file string, o Options) string {
	root := cmp.Or(o.Root, r.Dir)
	return relative(file, r.Dir, root)
}
