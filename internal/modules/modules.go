// Package modules installs the modules that Puppetfiles list, as `r10k puppetfile install` does, so that hieralint knows
// their classes and data.
//
// It reads Puppetfiles without running them (package puppetfile), downloads releases from a Forge (forge.go) and
// repositories with git (package revision), and writes them to the module directory (install.go). It replaces and
// removes only what it wrote itself. Neither servers nor Puppetfiles are trusted: sizes and durations are limited, and
// nothing is written outside the directory of the Puppetfile.
package modules

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/sourcegraph/conc/pool"

	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/plural"
	"github.com/hieralint/hieralint/internal/puppetfile"
	"github.com/hieralint/hieralint/internal/runner"
	"github.com/hieralint/hieralint/internal/visible"
)

// Options describe where modules come from.
type Options struct {
	Forge Forge
	// Progress shows the progress.
	Progress runner.Progress
}

// state is what became of a module.
type state byte

const (
	current state = iota // it was there
	added
	updated
	kept   // something else is in its place
	failed // it could not be fetched
)

// module is a module to install.
type module struct {
	*puppetfile.Module
	file string // the Puppetfile
	root string // its directory
	dir  string // where the module belongs
	name string // of dir, as shown to users

	state  state
	reason string // of kept and failed
}

// Summary describes the result of Run.
type Summary struct {
	modules  []*module // in the order of the Puppetfiles
	removed  []string  // directories of modules that the Puppetfiles no longer list
	computed []string  // Puppetfiles that compute names of modules
}

// Failed reports whether a module could not be fetched.
func (s *Summary) Failed() bool {
	return slices.ContainsFunc(s.modules, func(m *module) bool { return m.state == failed })
}

// Write writes the summary as text.
func (s *Summary) Write(w io.Writer) error {
	var b strings.Builder
	var counts []string
	for _, of := range []struct {
		state state
		what  string
	}{{added, "added"}, {updated, "updated"}, {current, "already there"}, {kept, "kept"}, {failed, "not fetched"}} {
		if n := len(lists.Filter(s.modules, func(m *module) bool { return m.state == of.state })); n > 0 {
			counts = append(counts, fmt.Sprintf("%d %s", n, of.what))
		}
	}
	if len(s.removed) > 0 {
		counts = append(counts, fmt.Sprintf("%d removed", len(s.removed)))
	}
	b.WriteString(plural.Count(len(s.modules), "module"))
	if len(counts) > 0 {
		b.WriteString(": " + strings.Join(counts, ", "))
	}
	b.WriteByte('\n')
	for _, m := range s.modules {
		switch m.state {
		case kept:
			fmt.Fprintf(&b, "%s kept: %s\n", m.name, m.reason)
		case failed:
			fmt.Fprintf(&b, "%s:%d: `%s` not fetched: %s\n", m.file, m.Line, m.Name, m.reason)
		}
	}
	for _, dir := range s.removed {
		fmt.Fprintf(&b, "%s removed: no longer in the Puppetfile\n", dir)
	}
	for _, file := range s.computed {
		fmt.Fprintf(&b, "%s computes names of modules; those were not fetched\n", file)
	}
	_, err := io.WriteString(w, visible.Lines(b.String()))
	return err
}

// maxPuppetfile is the maximum size of a Puppetfile in bytes.
const maxPuppetfile = 4 << 20

// together is the number of modules that are fetched at the same time.
const together = 8

// Run installs the modules of Puppetfiles.
func Run(ctx context.Context, files []string, o *Options) (*Summary, error) {
	s := &Summary{}
	i := &installer{client: newClient(o.Forge)}
	defer i.close()
	for _, file := range files {
		if err := s.read(file); err != nil {
			return nil, err
		}
	}
	s.rejectDuplicates()
	o.Progress.Phase("fetch modules", len(s.modules))
	workers := pool.New().WithMaxGoroutines(together)
	for _, m := range s.modules {
		workers.Go(func() {
			if m.state != failed {
				m.settle(i.install(ctx, m))
			}
			o.Progress.Step(1)
		})
	}
	workers.Wait()
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	return s, s.removeOthers()
}

// settle records the result of installing a module.
func (m *module) settle(result state, err error) {
	m.state = result
	if err != nil {
		m.state, m.reason = failed, err.Error()
	}
}

// read adds the modules of a Puppetfile.
func (s *Summary) read(file string) error {
	text, err := source.ReadFile(file, maxPuppetfile)
	if err != nil {
		return err
	}
	root, err := filepath.Abs(filepath.Dir(file))
	if err != nil {
		return err
	}
	parsed := puppetfile.Parse(string(text))
	if parsed.Computed {
		s.computed = append(s.computed, filepath.ToSlash(file))
	}
	for i := range parsed.Modules {
		declared := &parsed.Modules[i]
		if declared.Source == puppetfile.Local {
			continue
		}
		m := &module{Module: declared, file: filepath.ToSlash(file), root: root}
		parent := "modules"
		if declared.Dir != "" {
			parent = filepath.FromSlash(declared.Dir)
		}
		m.dir = parent
		if !filepath.IsAbs(parent) {
			m.dir = filepath.Join(root, parent)
		}
		m.dir = filepath.Join(m.dir, declared.Name)
		m.name = filepath.ToSlash(filepath.Join(filepath.Dir(file), parent, declared.Name))
		s.modules = append(s.modules, m)
	}
	return nil
}

// rejectDuplicates rejects modules that are declared again, as r10k does.
func (s *Summary) rejectDuplicates() {
	seen := map[string]bool{}
	for _, m := range s.modules {
		if seen[m.dir] {
			m.settle(failed, errors.New("the module is declared twice, which r10k rejects"))
		}
		seen[m.dir] = true
	}
}
