package project

import (
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/hieralint/hieralint/engine/interpolate"
)

// saidSo is why a configuration is used that Options.Environments name.
const saidSo = "hieralint's configuration names it"

// absoluteEnvironments are options with absolute paths.
func absoluteEnvironments(d *disk, all []EnvironmentOptions) []EnvironmentOptions {
	all = slices.Clone(all)
	for i := range all {
		o := &all[i]
		o.Dir = d.absolute(o.Dir)
		if o.HieraConfig != "" {
			o.HieraConfig = d.absolute(o.HieraConfig)
		}
		o.Datadirs = maps.Clone(o.Datadirs)
		for written, dir := range o.Datadirs {
			o.Datadirs[written] = d.absolute(dir)
		}
	}
	return all
}

// optionsFor is what Options say of the environment in a directory; nil when they say nothing.
func (q *request) optionsFor(dir string) *EnvironmentOptions {
	for i := range q.options.Environments {
		if o := &q.options.Environments[i]; o.Dir == dir {
			return o
		}
	}
	return nil
}

// mapping is a data directory as a configuration writes it, and the directory in the tree that it stands
// for.
type mapping struct {
	written string
	values  *regexp.Regexp // matches it with values for its tokens
	dir     string
}

// mappingsFor are the data directories that Options map for a configuration: those of the environment
// that it lies in, or that names it.
func (q *request) mappingsFor(path string) []mapping {
	var all []mapping
	for _, o := range q.options.Environments {
		if o.HieraConfig == "" && !below(path, o.Dir) || o.HieraConfig != "" && o.HieraConfig != path {
			continue
		}
		for _, written := range slices.Sorted(maps.Keys(o.Datadirs)) {
			all = append(all, mapping{written, withValues(written), o.Datadirs[written]})
		}
	}
	return all
}

// withValues matches a data directory with values for its tokens, and what it starts from.
func withValues(written string) *regexp.Regexp {
	pattern, end := `(?:\A|/)`, 0
	if template := interpolate.Parse(written); template != nil {
		for _, token := range template.Tokens {
			pattern += regexp.QuoteMeta(written[end:token.Span.Start]) + `[^/]*`
			end = token.Span.End
		}
	}
	return regexp.MustCompile(pattern + regexp.QuoteMeta(strings.TrimSuffix(written[end:], "/")) + `\z`) //nolint:forbidigo // the pattern depends on the data
}

// mapped is the directory that a written data directory is mapped to.
func (r *Root) mapped(written string) (string, bool) {
	for _, m := range r.mappings {
		if filepath.Clean(m.written) == filepath.Clean(written) {
			return m.dir, true
		}
	}
	return "", false
}

// addSaid adds the environments that Options name and that were not found in the tree, and their
// configurations.
func (w *weigher) addSaid() {
	for _, o := range w.options.Environments {
		f := w.folder(o.Dir)
		if f == nil {
			continue
		}
		env := w.environmentIn(o.Dir)
		if env == nil {
			w.addEnvironment(f)
			if env = w.environmentIn(o.Dir); env == nil {
				continue
			}
		}
		if o.HieraConfig != "" && w.byPath[o.HieraConfig] == nil {
			if c := w.contenderNamed(o.HieraConfig); c != nil {
				w.use(c)
				c.root.Why, c.root.Fallback = saidSo, false
				w.serve([]*Environment{env}, c.root)
			}
		}
	}
}

// saysAnother reports whether Options name the configuration for the place of a contender: the others are not used.
func (w *weigher) saysAnother(c *contender) bool {
	env := w.environmentAround(c.base())
	return env != nil && slices.ContainsFunc(w.options.Environments, func(o EnvironmentOptions) bool {
		return o.HieraConfig != "" && o.Dir == env.Dir
	})
}
