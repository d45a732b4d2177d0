package project

import (
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/hieralint/hieralint/engine/interpolate"
	"github.com/hieralint/hieralint/internal/rooted"
)

// namedInSettings is the reason for using a configuration that Options.Environments names.
const namedInSettings = "hieralint's configuration names it"

// absoluteEnvironments returns options with absolute paths.
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

// optionsFor returns the options of the environment in a directory; nil if there are none.
func (q *request) optionsFor(dir string) *EnvironmentOptions {
	for i := range q.options.Environments {
		if o := &q.options.Environments[i]; o.Dir == dir {
			return o
		}
	}
	return nil
}

// mapping maps a data directory as written in a configuration to a directory in the tree.
type mapping struct {
	written string
	values  *regexp.Regexp // matches it with values for its tokens
	dir     string
}

// mappingsFor returns the data directories that Options maps for a configuration, in the
// environment that contains or names it.
func (q *request) mappingsFor(path string) []mapping {
	var all []mapping
	for _, o := range q.options.Environments {
		if o.HieraConfig == "" && !rooted.IsBelow(path, o.Dir) || o.HieraConfig != "" && o.HieraConfig != path {
			continue
		}
		for _, written := range slices.Sorted(maps.Keys(o.Datadirs)) {
			all = append(all, mapping{written, withValues(written), o.Datadirs[written]})
		}
	}
	return all
}

// withValues returns an expression that matches a data directory with values for its tokens.
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

// mapped returns the directory that a data directory is mapped to.
func (r *Root) mapped(written string) (string, bool) {
	for _, m := range r.mappings {
		if filepath.Clean(m.written) == filepath.Clean(written) {
			return m.dir, true
		}
	}
	return "", false
}

// addConfigured adds the environments that Options names and that were not found in the tree, and their
// configurations.
func (w *weigher) addConfigured() {
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
				c.root.Why, c.root.Fallback, c.root.Substitute = namedInSettings, false, false
				w.serve([]*Environment{env}, c.root)
			}
		}
	}
}

// namesAnother reports whether Options names another configuration for the place of a contender.
func (w *weigher) namesAnother(c *contender) bool {
	env := w.enclosingEnvironment(c.base())
	return env != nil && slices.ContainsFunc(w.options.Environments, func(o EnvironmentOptions) bool {
		return o.HieraConfig != "" && o.Dir == env.Dir
	})
}
