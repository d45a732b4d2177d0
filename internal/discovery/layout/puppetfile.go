package layout

import (
	"path/filepath"

	"github.com/hieralint/hieralint/internal/discovery/classify"
	"github.com/hieralint/hieralint/internal/discovery/worktree"
	"github.com/hieralint/hieralint/internal/project"
	"github.com/hieralint/hieralint/internal/rooted"
)

// readPuppetfiles reads the Puppetfile of an environment, and those next to the directories of its
// modulepath: modules/Puppetfile for modules/upstream, and the Puppetfile next to `environments` or
// around a directory with a hierarchy for modules there.
func (s *Survey) readPuppetfiles(f *worktree.Folder, env *project.Environment) {
	s.readPuppetfile(f, env)
	code := filepath.Dir(filepath.Dir(f.Dir))
	seen := map[string]bool{f.Dir: true}
	for _, dir := range env.ModulePath {
		top := f.Dir
		if !rooted.IsBelow(dir, f.Dir) {
			if home := filepath.Dir(dir); rooted.IsBelow(f.Dir, home) && !seen[home] && !classify.IsInEnvironments(f.Dir) {
				seen[home] = true
				s.readPuppetfile(s.Folder(home), env)
			}
			if !classify.IsInEnvironments(f.Dir) || dir == code || !rooted.IsBelow(dir, code) || !s.Within(s.Real(code)) {
				continue
			}
			top = filepath.Dir(code)
		}
		for ; dir != top && !seen[dir]; dir = filepath.Dir(dir) {
			seen[dir] = true
			s.readPuppetfile(s.Folder(dir), env)
		}
	}
}

// readPuppetfile adds the modules of a Puppetfile.
func (s *Survey) readPuppetfile(f *worktree.Folder, env *project.Environment) {
	if !f.HasFile("Puppetfile") {
		return
	}
	if file, err := s.Store.File(filepath.Join(f.Dir, "Puppetfile")); err == nil {
		env.Puppetfile.Add(file.Path, string(file.Text))
	}
}
