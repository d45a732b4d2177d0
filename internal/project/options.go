package project

import (
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/hieralint/hieralint/engine/interpolate"
)

// saidSo is why a configuration is used that Options.Environments name.
const saidSo = "the configuration of hieralint names it"

// optionsFor is what Options say of the environment in a directory; nil when they say nothing.
func (l *loader) optionsFor(dir string) *EnvironmentOptions {
	for i := range l.options.Environments {
		if o := &l.options.Environments[i]; l.absolute(o.Dir) == dir {
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
func (l *loader) mappingsFor(path string) []mapping {
	var all []mapping
	for _, o := range l.options.Environments {
		if o.HieraConfig == "" && !below(path, l.absolute(o.Dir)) || o.HieraConfig != "" && l.absolute(o.HieraConfig) != path {
			continue
		}
		for written, dir := range o.Datadirs {
			all = append(all, mapping{written, withValues(written), l.absolute(dir)})
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
	return regexp.MustCompile(pattern + regexp.QuoteMeta(strings.TrimSuffix(written[end:], "/")) + `\z`)
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

// addSaid adds the environments that Options name and that nothing in the tree tells, and their
// configurations.
func (l *loader) addSaid() {
	for _, o := range l.options.Environments {
		dir := l.absolute(o.Dir)
		f := l.folder(dir)
		if f == nil {
			continue
		}
		env := l.environmentIn(dir)
		if env == nil {
			l.addEnvironment(f)
			if env = l.environmentIn(dir); env == nil {
				continue
			}
		}
		if path := l.absolute(o.HieraConfig); o.HieraConfig != "" && l.roots[path] == nil {
			if c := l.contenderNamed(path); c != nil {
				l.use(c)
				c.root.Why, c.root.Fallback = saidSo, false
				l.serve([]*Environment{env}, c.root)
			}
		}
	}
}

// saysAnother tells whether Options name the configuration for the place of a contender: the others are not used.
func (l *loader) saysAnother(c *contender) bool {
	env := l.environmentAround(c.base())
	return env != nil && slices.ContainsFunc(l.options.Environments, func(o EnvironmentOptions) bool {
		return o.HieraConfig != "" && l.absolute(o.Dir) == env.Dir
	})
}

// environmentIn is the environment in a directory; nil when there is none.
func (l *loader) environmentIn(dir string) *Environment {
	for _, env := range l.project.Environments {
		if env.Dir == dir {
			return env
		}
	}
	return nil
}
