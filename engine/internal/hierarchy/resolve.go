package hierarchy

import (
	"strings"

	"github.com/hieralint/hieralint/engine/config"
	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/internal/disk"
	"github.com/hieralint/hieralint/engine/internal/interpolation"
	"github.com/hieralint/hieralint/engine/internal/invocation"
	"github.com/hieralint/hieralint/engine/internal/scope"
	"github.com/hieralint/hieralint/engine/interpolate"
	"github.com/hieralint/hieralint/engine/key"
	"github.com/hieralint/hieralint/engine/outcome"
	"github.com/hieralint/hieralint/engine/rubytext"
)

// resolver makes the levels of one layer for one node.
type resolver struct {
	inv     *invocation.Invocation
	layer   *Layer
	options *Options
	// nowhere is why the datadir of the level is unknown; nil when it is known.
	nowhere *outcome.Unknown
}

func newResolver(inv *invocation.Invocation, l *Layer) *resolver {
	return &resolver{inv: inv, layer: l, options: &l.all.options}
}

func (r *resolver) levels(configs []*config.Level) ([]Level, *outcome.Error) {
	levels := make([]Level, 0, len(configs))
	for _, c := range configs {
		l, counts, err := r.level(c)
		if err != nil {
			return nil, err
		}
		if counts {
			levels = append(levels, l)
		}
	}
	return levels, nil
}

// level makes one level. counts is false for a level of the built-in configuration without locations.
func (r *resolver) level(c *config.Level) (l Level, counts bool, err *outcome.Error) {
	l = Level{Layer: r.layer, Config: c, Located: c.LocationKind != config.NoLocation}
	err = r.resolve(&l)
	return l, !r.layer.isBuiltIn() || !l.Located || len(l.Locations) > 0, err
}

func (r *resolver) resolve(l *Level) *outcome.Error {
	c := l.Config
	r.inv.Place = invocation.InSetting
	datadir, unknown, err := r.datadir(&c.Datadir)
	if err != nil {
		return err
	}
	if relocate := r.options.Relocate; relocate != nil {
		datadir = relocate(datadir)
	}
	l.datadir = datadir
	r.nowhere = unknown
	if r.layer.Config.Version >= 5 {
		r.inv.Place = invocation.InLocation
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
	r.inv.Place = invocation.InSetting
	if c.Options != nil {
		l.Options, err = interpolation.Value(r.inv, c.Options, false)
	}
	return err
}

// datadir is the data directory of a level, or why it is unknown. Puppet makes it absolute before it replaces
// tokens, so that a variable at its start cannot.
func (r *resolver) datadir(d *config.Datadir) (string, *outcome.Unknown, *outcome.Error) {
	base := ""
	switch d.Base {
	case config.ConfigDir:
		base = r.layer.root
	case config.CodeDir:
		base = r.options.Codedir
	}
	prefix := disk.Join(base, d.Text)
	if d.Template == nil {
		return prefix, nil, nil
	}
	if relocate := r.options.Relocate; relocate != nil && d.Template.Whole() {
		if at := relocate(prefix); at != prefix {
			return at, nil, nil // where the tree has it, whatever the value is
		}
	}
	prefix = r.withoutSetting(prefix, d)
	v, err := interpolation.String(r.inv, r.inv.Shared.Template(prefix), data.NewString(prefix), false)
	if err != nil {
		return "", nil, err
	}
	if _, ok := outcome.AsUnknown(v); ok {
		return "", &outcome.Unknown{Reason: outcome.UnknownLocation, Subject: d.Text, Node: d.Node}, nil
	}
	return rubytext.ToS(v), nil, nil
}

// withoutSetting is a data directory of version 3 without the setting of the server at its start, whose value is
// unknown where the tree is not that of the server: the rest is enough to find the directory in the tree.
func (r *resolver) withoutSetting(datadir string, d *config.Datadir) string {
	if r.options.Relocate == nil || d.Base != config.WorkingDir || len(d.Template.Tokens) == 0 {
		return datadir
	}
	first := d.Template.Tokens[0]
	switch {
	case first.Span.Start > 0 || first.Kind != interpolate.Variable || !scope.IsSetting(first.Key.Root) || !strings.HasPrefix(datadir[first.Span.End:], "/"):
		return datadir
	case strings.HasSuffix(first.Key.Root, "::environmentpath"):
		return "/environments" + datadir[first.Span.End:]
	}
	return datadir[first.Span.End:]
}

// text is a location with its tokens replaced, or why it is unknown.
func (r *resolver) text(at *config.Location) (text string, unknown *outcome.Unknown, err *outcome.Error) {
	if at.Template == nil {
		return at.Text, r.nowhere, nil
	}
	v, err := interpolation.String(r.inv, at.Template, data.NewString(at.Text).WithNode(at.Node), false)
	if err != nil {
		return "", nil, err.At(at.Node)
	}
	if _, ok := outcome.AsUnknown(v); ok {
		return "", &outcome.Unknown{Reason: outcome.UnknownLocation, Subject: at.Text, Node: at.Node}, nil
	}
	return v.Text(), r.nowhere, nil
}

func (r *resolver) paths(l *Level) *outcome.Error {
	for i := range l.Config.Locations {
		at := &l.Config.Locations[i]
		text, unknown, err := r.text(at)
		if err != nil {
			return err
		}
		if strings.ContainsRune(text, 0) {
			return outcome.Crashf(outcome.ClassArgument, "pathname contains null byte").At(at.Node)
		}
		r.addPath(l, Location{Original: at.Text, Text: l.PathOf(text), Unknown: unknown})
	}
	return nil
}

// PathOf is the path for a location of the level with its tokens replaced.
func (l *Level) PathOf(location string) string {
	if !strings.HasSuffix(location, l.Config.Extension) {
		location += l.Config.Extension
	}
	return disk.Join(l.datadir, location)
}

// addPath adds a path that may exist. Of the built-in configuration only existing paths are kept.
func (r *resolver) addPath(l *Level, at Location) {
	at.Exists = at.Unknown == nil && r.options.Disk.State(at.Text) != disk.Missing
	if at.Exists || !r.layer.isBuiltIn() {
		l.Locations = append(l.Locations, at)
	}
}

func (r *resolver) globs(l *Level) *outcome.Error {
	for i := range l.Config.Locations {
		at := &l.Config.Locations[i]
		text, unknown, err := r.text(at)
		if err != nil {
			return err
		}
		if unknown != nil {
			l.Locations = append(l.Locations, Location{Original: at.Text, Unknown: unknown})
			continue
		}
		pattern := disk.Join(l.datadir, text)
		files, globErr := r.options.Disk.Glob(pattern)
		if globErr != nil {
			return outcome.Crashf(outcome.ClassArgument, "%s", globErr).At(at.Node)
		}
		for _, file := range files {
			l.Locations = append(l.Locations, Location{Original: pattern, Text: file, Exists: true})
		}
	}
	return nil
}

func (r *resolver) uris(l *Level) *outcome.Error {
	for i := range l.Config.Locations {
		at := &l.Config.Locations[i]
		text, unknown, err := r.text(at)
		if err != nil {
			return err
		}
		if problem := config.URIError(text); problem != "" {
			return (&outcome.Error{Class: outcome.ClassURI, Message: problem}).At(at.Node)
		}
		l.Locations = append(l.Locations, Location{Original: at.Text, Text: text, URI: true, Exists: true, Unknown: unknown})
	}
	return nil
}

// mappedPaths makes one path for each element of a variable.
func (r *resolver) mappedPaths(l *Level) *outcome.Error {
	m := l.Config.Mapped
	k, err := key.Parse(m.Variable)
	if err != nil {
		return outcome.Errorf("Syntax error in string: mapped_path[0]").At(m.VariableNode)
	}
	v, e := interpolation.Variable(r.inv, k, m.VariableNode)
	if e != nil {
		return e.At(m.VariableNode)
	}
	if u, ok := outcome.AsUnknown(v); ok {
		l.Locations = append(l.Locations, Location{Original: m.Template.Text, Unknown: u})
		return nil
	}
	elements, e := mappedElements(v)
	if e != nil {
		return e.At(m.VariableNode)
	}
	for _, element := range elements {
		r.inv.Locals = map[string]*data.Value{m.Name: element}
		text, unknown, err := r.text(&m.Template)
		r.inv.Locals = nil
		if err != nil && err.Issue {
			named := *err
			named.Message += " (file: " + r.layer.ConfigPath + ")"
			return &named
		}
		if err != nil {
			return err
		}
		at := Location{Original: m.Template.Text, Text: disk.Join(l.datadir, text), Unknown: unknown}
		at.Exists = unknown == nil && r.options.Disk.State(at.Text) != disk.Missing
		l.Locations = append(l.Locations, at)
	}
	return nil
}

// mappedElements are what mapped_paths makes paths for: the elements of an array, the pairs of a hash, a
// string.
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

// Extra are the locations that a classic call puts before all others of the level: texts are its paths.
func (l *Level) Extra(inv *invocation.Invocation, texts []string) ([]Location, *outcome.Error) {
	var locations []Location
	for _, text := range texts {
		// The extension is the name of the backend here, even for hocon and whatever the
		// setting `extension` says.
		extra := &Level{Layer: l.Layer, datadir: l.datadir, Config: &config.Level{
			Locations: []config.Location{{Text: text, Template: inv.Shared.Template(text)}},
			Extension: "." + l.Config.Name,
		}}
		r := newResolver(inv.Nested(), l.Layer)
		r.inv.Place = invocation.InSetting
		if err := r.paths(extra); err != nil {
			return nil, err
		}
		locations = append(locations, extra.Locations...)
	}
	return locations, nil
}
