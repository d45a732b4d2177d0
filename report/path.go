package report

import (
	"path/filepath"
)

// relative is the path of a file as seen from the folder dir, with slashes. Paths that were found
// relative to the folder from come in relative to it. Nothing is looked up on disk.
func relative(file, from, dir string) string {
	file = filepath.FromSlash(file)
	if from != "" && dir != "" {
		if !filepath.IsAbs(file) {
			file = filepath.Join(from, file)
		}
		if short, err := filepath.Rel(dir, file); err == nil {
			file = short
		}
	}
	return filepath.ToSlash(filepath.Clean(file))
}

// path is how a report names a file.
func (r *Report) path(file string) string {
	return relative(file, r.Dir, r.Dir)
}

// pathInRepository is how SARIF and fingerprints name a file.
func (r *Report) pathInRepository(file string, o Options) string {
	root := o.Root
	if root == "" {
		root = r.Dir
	}
	return relative(file, r.Dir, root)
}
