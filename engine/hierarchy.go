package engine

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/hieralint/hieralint/engine/config"
	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/internal/disk"
	"github.com/hieralint/hieralint/engine/interpolate"
	"github.com/hieralint/hieralint/engine/key"
	"github.com/hieralint/hieralint/engine/outcome"
	"github.com/hieralint/hieralint/engine/rubytext"
)

// hierarchy is a hiera.yaml as it is for one node: its tokens replaced, its files found.
type hierarchy struct {
	levels, defaultLevels levels
	err                   *outcome.Error
	out                   record
}

// levels are those of a hierarchy, and those of them that may have anything: with a file, or without a need
// for one. An explanation tells of all.
type levels struct{ all, live []*level }

func newLevels(all []*level, elsewhere bool) levels {
	l := levels{all: all}
	for _, level := range all {
		for _, at := range level.locations {
			if !at.empty(level, elsewhere) {
				level.live = append(level.live, at)
			}
		}
		if !level.located || len(level.live) > 0 {
			l.live = append(l.live, level)
		}
	}
	return l
}

// empty tells that there is nothing at the location. elsewhere is that of the scope.
func (at *location) empty(l *level, elsewhere bool) bool {
	if at.unknown != nil {
		return elsewhere
	}
	// Backends for Hiera 3 look for their files themselves.
	return !at.exists && l.config.Function.Kind != config.Hiera3Backend
}

// level is one level of a hierarchy for one node.
type level struct {
	layer   *layer
	config  *config.Level
	backend backend
	// options are those of hiera.yaml with tokens replaced; nil when there are none.
	options *data.Value
	// locations are where the level looks; located tells that it has a location key at all.
	locations []*location
	located   bool
	live      []*location // those that are not empty
	datadir   string
	// cache is what the backend keeps for a level without a location.
	cache locationCache
	// hiera3 tells a level of a version 3 configuration.
	hiera3 bool
}

// location is a path or URI of a level for one node.
type location struct {
	original string // as in hiera.yaml
	text     string // with tokens replaced and the datadir in front
	uri      bool
	exists   bool
	unknown  *outcome.Unknown // a variable in it is not known
	node     *data.Node
	cache    locationCache
}

func (l *level) explainName() string {
	if l.config.Function.Kind == config.V4DataHash {
		return `Deprecated API function "` + l.config.Function.Name + `"`
	}
	return `Hierarchy entry "` + l.config.Name + `"`
}

// newHierarchy resolves the configuration of l for the node. Nothing of it is explained, and no
// search around it counts.
func (n *node) newHierarchy(l *layer, hiera3 bool) *hierarchy {
	h := &hierarchy{out: traced}
	inv := &invocation{ctx: n.background, node: n, out: &h.out, budget: &budget{}}
	inv.hiera3.scope = hiera3
	r := &resolver{invocation: inv, layer: l}
	var all, defaults []*level
	if all, h.err = r.levels(l.config.Hierarchy); h.err == nil {
		defaults, h.err = r.levels(l.config.DefaultHierarchy)
	}
	h.levels, h.defaultLevels = newLevels(all, n.scope.elsewhere), newLevels(defaults, n.scope.elsewhere)
	if h.err != nil {
		h.err = l.variableError(h.err)
	}
	if l.useErr != nil && !before(h.err, l.useErr) {
		h.err = l.useErr
	}
	return h
}

// before tells whether Puppet comes to err, which depends on the node, before it comes to other.
func before(err, other *outcome.Error) bool {
	return err != nil && err.Node != nil && other.Node != nil && err.Node.Span.Start < other.Node.Span.Start
}

// variableError adds the place in hiera.yaml to the error about an undefined variable.
func (l *layer) variableError(err *outcome.Error) *outcome.Error {
	name, _, _ := strings.Cut(err.Name, "'") // the regular expression that Puppet finds it with ends here
	if err.Cause != outcome.UndefinedVariable || name == "" {
		return err
	}
	e := outcome.IssueError(fmt.Sprintf("Undefined variable '%s'%s", name, l.place(name)))
	e.Node = err.Node
	return e
}

// place is ` (file: …, line: N)` for the first line of hiera.yaml with the variable as a whole
// token; without one there is only the file.
func (l *layer) place(variable string) string {
	re, err := regexp.Compile(`%\{['"]?` + regexp.QuoteMeta(variable) + `['"]?\}`)
	if err != nil || l.config.Doc == nil {
		return ""
	}
	for i, line := range strings.Split(string(l.config.Doc.File.Text), "\n") {
		if re.MatchString(withoutComment(line)) {
			return fmt.Sprintf(" (file: %s, line: %d)", l.configPath, i+1)
		}
	}
	return fmt.Sprintf(" (file: %s)", l.configPath)
}

// withoutComment is line up to its first #, quoted or not, as Puppet looks for a line.
func withoutComment(line string) string {
	text, _, _ := strings.Cut(line, "#")
	return text
}

// resolver makes the levels of one layer for one node.
type resolver struct {
	*invocation
	layer *layer
	// nowhere is why the datadir of the level is not known; nil when it is.
	nowhere *outcome.Unknown
}

func (r *resolver) levels(configs []*config.Level) ([]*level, *outcome.Error) {
	levels := make([]*level, 0, len(configs))
	for _, c := range configs {
		l := &level{
			layer: r.layer, config: c,
			located: c.LocationKind != config.NoLocation,
			hiera3:  r.layer.config.Version == 3,
		}
		if err := r.resolve(l); err != nil {
			return nil, err
		}
		if r.layer.builtIn() && l.located && len(l.locations) == 0 {
			continue
		}
		l.backend = r.node.engine.backendFor(l)
		levels = append(levels, l)
	}
	return levels, nil
}

func (r *resolver) resolve(l *level) *outcome.Error {
	c := l.config
	r.place = inSetting
	datadir, unknown, err := r.datadir(&c.Datadir)
	if err != nil {
		return err
	}
	if relocate := r.node.engine.options.Relocate; relocate != nil {
		datadir = relocate(datadir)
	}
	l.datadir = datadir
	r.nowhere = unknown
	if r.layer.config.Version >= 5 {
		r.place = inLocation
	}
	switch c.LocationKind {
	case config.Path:
		err = r.paths(l)
	case config.Glob:
		err = r.globs(l)
	case config.URI:
		err = r.uris(l)
	case config.Mapped:
		err = r.mappedPaths(l)
	}
	if err != nil {
		return err
	}
	r.place = inSetting
	if c.Options != nil {
		l.options, err = r.interpolate(c.Options, false)
	}
	return err
}

// datadir is made absolute first: the value of a variable at its start does not.
func (r *resolver) datadir(d *config.Datadir) (string, *outcome.Unknown, *outcome.Error) {
	base := ""
	switch d.Base {
	case config.ConfigDir:
		base = r.layer.root
	case config.CodeDir:
		base = r.node.engine.options.Codedir
	}
	prefix := disk.Join(base, d.Text)
	if d.Template == nil {
		return prefix, nil, nil
	}
	if relocate := r.node.engine.options.Relocate; relocate != nil && isToken(d.Template) {
		if at := relocate(prefix); at != prefix {
			return at, nil, nil // the tree tells, whatever the value is
		}
	}
	prefix = r.withoutSetting(prefix, d)
	v, err := r.interpolateText(r.node.engine.template(prefix), data.NewString(prefix), false)
	if err != nil {
		return "", nil, err
	}
	if _, ok := outcome.AsUnknown(v); ok {
		return "", &outcome.Unknown{Reason: outcome.UnknownLocation, Subject: d.Text, Node: d.Node}, nil
	}
	return rubytext.ToS(v), nil, nil
}

// isToken tells whether a template is a token with nothing around it.
func isToken(t *interpolate.Template) bool {
	return len(t.Tokens) == 1 && t.Tokens[0].Span.Start == 0 && t.Tokens[0].Span.End == len(t.Text)
}

// withoutSetting is a data directory of version 3 without the setting of the server at its start, whose value is not known where the
// tree is not that of the server: what is behind it is enough to find the directory in the tree.
func (r *resolver) withoutSetting(datadir string, d *config.Datadir) string {
	if r.node.engine.options.Relocate == nil || d.Base != config.WorkingDir || len(d.Template.Tokens) == 0 {
		return datadir
	}
	first := d.Template.Tokens[0]
	switch {
	case first.Span.Start > 0 || first.Kind != interpolate.Variable || !isSetting(first.Key.Root) || !strings.HasPrefix(datadir[first.Span.End:], "/"):
		return datadir
	case strings.HasSuffix(first.Key.Root, "::environmentpath"):
		return "/environments" + datadir[first.Span.End:]
	}
	return datadir[first.Span.End:]
}

// text is a location with its tokens replaced; unknown when that cannot be known.
func (r *resolver) text(at *config.Location) (text string, unknown *outcome.Unknown, err *outcome.Error) {
	if at.Template == nil {
		return at.Text, r.nowhere, nil
	}
	v, err := r.interpolateText(at.Template, data.NewString(at.Text).WithNode(at.Node), false)
	if err != nil {
		return "", nil, err.At(at.Node)
	}
	if _, ok := outcome.AsUnknown(v); ok {
		return "", &outcome.Unknown{Reason: outcome.UnknownLocation, Subject: at.Text, Node: at.Node}, nil
	}
	return v.Text(), r.nowhere, nil
}

func (r *resolver) paths(l *level) *outcome.Error {
	for i := range l.config.Locations {
		at := &l.config.Locations[i]
		text, unknown, err := r.text(at)
		if err != nil {
			return err
		}
		if !strings.HasSuffix(text, l.config.Extension) {
			text += l.config.Extension
		}
		if strings.ContainsRune(text, 0) {
			return outcome.Crashf(outcome.ClassArgument, "pathname contains null byte").At(at.Node)
		}
		r.addPath(l, &location{original: at.Text, text: disk.Join(l.datadir, text), unknown: unknown, node: at.Node})
	}
	return nil
}

// addPath adds a path that may exist. Of the built-in configuration only existing paths are kept.
func (r *resolver) addPath(l *level, at *location) {
	at.exists = at.unknown == nil && r.node.engine.disk.State(at.text) != disk.Missing
	if at.exists || !r.layer.builtIn() {
		l.locations = append(l.locations, at)
	}
}

func (r *resolver) globs(l *level) *outcome.Error {
	for i := range l.config.Locations {
		at := &l.config.Locations[i]
		text, unknown, err := r.text(at)
		if err != nil {
			return err
		}
		if unknown != nil {
			l.locations = append(l.locations, &location{original: at.Text, unknown: unknown, node: at.Node})
			continue
		}
		pattern := disk.Join(l.datadir, text)
		files, globErr := r.node.engine.disk.Glob(pattern)
		if globErr != nil {
			return outcome.Crashf(outcome.ClassArgument, "%s", globErr).At(at.Node)
		}
		for _, file := range files {
			l.locations = append(l.locations, &location{original: pattern, text: file, exists: true, node: at.Node})
		}
	}
	return nil
}

func (r *resolver) uris(l *level) *outcome.Error {
	for i := range l.config.Locations {
		at := &l.config.Locations[i]
		text, unknown, err := r.text(at)
		if err != nil {
			return err
		}
		if problem := config.URIError(text); problem != "" {
			return (&outcome.Error{Class: outcome.ClassURI, Message: problem}).At(at.Node)
		}
		l.locations = append(l.locations, &location{original: at.Text, text: text, uri: true, exists: true, unknown: unknown, node: at.Node})
	}
	return nil
}

// mappedPaths makes one path for each element of a variable.
func (r *resolver) mappedPaths(l *level) *outcome.Error {
	m := l.config.Mapped
	k, err := key.Parse(m.Variable)
	if err != nil {
		return outcome.Errorf("Syntax error in string: mapped_path[0]").At(m.VariableNode)
	}
	v, e := r.variable(k, m.VariableNode)
	if e != nil {
		return e.At(m.VariableNode)
	}
	if u, ok := outcome.AsUnknown(v); ok {
		l.locations = append(l.locations, &location{original: m.Template.Text, unknown: u, node: m.Template.Node})
		return nil
	}
	elements, e := mappedElements(v)
	if e != nil {
		return e.At(m.VariableNode)
	}
	for _, element := range elements {
		r.locals = map[string]*data.Value{m.Name: element}
		text, unknown, err := r.text(&m.Template)
		r.locals = nil
		if err != nil && err.Issue {
			named := *err
			named.Message += " (file: " + r.layer.configPath + ")"
			return &named
		}
		if err != nil {
			return err
		}
		at := &location{original: m.Template.Text, text: disk.Join(l.datadir, text), unknown: unknown, node: m.Template.Node}
		at.exists = unknown == nil && r.node.engine.disk.State(at.text) != disk.Missing
		l.locations = append(l.locations, at)
	}
	return nil
}

// mappedElements are what mapped_paths goes through: the elements of a list, the pairs of a hash,
// a text as it is.
func mappedElements(v *data.Value) ([]*data.Value, *outcome.Error) {
	switch {
	case v.IsUndef():
		return nil, nil
	case v.Kind() == data.String:
		if v.Text() == "" {
			return nil, nil
		}
		return []*data.Value{v}, nil
	case v.Kind() == data.Array:
		return v.Items(), nil
	case v.Kind() == data.Hash:
		pairs := make([]*data.Value, v.Len())
		for i, e := range v.Entries() {
			pairs[i] = data.NewArray([]*data.Value{e.Key, e.Value})
		}
		return pairs, nil
	default:
		return nil, outcome.Crashf(outcome.ClassNoMethod, "undefined method `empty?' for %s:%s", rubytext.Inspect(v), rubytext.Class(v))
	}
}
