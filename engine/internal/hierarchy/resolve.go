package hierarchy

import (
	"path/filepath"
	"strings"

	"github.com/hieralint/hieralint/engine/config"
	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/internal/disk"
	"github.com/hieralint/hieralint/engine/internal/interpolation"
	"github.com/hieralint/hieralint/engine/internal/invocation"
	"github.com/hieralint/hieralint/engine/key"
	"github.com/hieralint/hieralint/engine/outcome"
	"github.com/hieralint/hieralint/engine/rubytext"
	"github.com/hieralint/hieralint/internal/lists"
)

// resolver resolves the levels of one layer for one node.
type resolver struct {
	inv     *invocation.Invocation
	layer   *Layer
	options *Options
	// nowhere is the reason why the level's datadir is unknown; nil if it is known.
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

// level resolves one level. counts is false for a level of the built-in configuration without
// existing locations.
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
		err = r.each(l, r.addPath)
	case config.Glob:
		err = r.each(l, r.addGlob)
	case config.URI:
		err = r.each(l, addURI)
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

// datadir returns the data directory of a level, or the reason why it is unknown. Puppet makes it
// absolute before interpolating it, so a variable at its start cannot make it absolute.
func (r *resolver) datadir(d *config.Datadir) (string, *outcome.Unknown, *outcome.Error) {
	base := ""
	switch d.Base {
	case config.ConfigDir:
		base = r.layer.root
	case config.CodeDir:
		base = filepath.ToSlash(r.options.Codedir)
	}
	prefix := disk.Join(base, d.Text)
	if d.Template == nil {
		return prefix, nil, nil
	}
	if relocate := r.options.Relocate; relocate != nil && d.Template.Whole() {
		if at := relocate(prefix); at != prefix {
			return at, nil, nil // its place in the tree does not depend on the value
		}
	}
	if r.options.Relocate != nil {
		prefix = disk.Join(base, d.WithoutSetting().Text)
	}
	v, err := interpolation.String(r.inv, r.inv.Shared.Template(prefix), data.NewString(prefix), false)
	if err != nil {
		return "", nil, err
	}
	if u, ok := outcome.AsUnknown(v); ok {
		return "", unknownLocation(d.Text, d.Node, u), nil
	}
	return rubytext.ToS(v), nil, nil
}

// unknownLocation returns the reason why a location is unknown: what is unknown in it.
func unknownLocation(text string, node *data.Node, in *outcome.Unknown) *outcome.Unknown {
	u := &outcome.Unknown{Reason: outcome.UnknownLocation, Subject: text, Node: node}
	if in.Reason == outcome.UnknownVariable {
		u.Detail = in.Subject
	}
	return u
}

// text returns an interpolated location, or the reason why it is unknown.
func (r *resolver) text(at *config.Location) (text string, unknown *outcome.Unknown, err *outcome.Error) {
	if at.Template == nil {
		return at.Text, r.nowhere, nil
	}
	v, err := interpolation.String(r.inv, at.Template, data.NewString(at.Text).WithNode(at.Node), false)
	if err != nil {
		return "", nil, err.WithNode(at.Node)
	}
	if u, ok := outcome.AsUnknown(v); ok {
		return "", unknownLocation(at.Text, at.Node, u), nil
	}
	return v.Text(), r.nowhere, nil
}

// each passes the interpolated locations of a level to add.
func (r *resolver) each(l *Level, add func(l *Level, at *config.Location, text string, unknown *outcome.Unknown) *outcome.Error) *outcome.Error {
	for i := range l.Config.Locations {
		at := &l.Config.Locations[i]
		text, unknown, err := r.text(at)
		if err == nil {
			err = add(l, at, text, unknown)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// PathOf returns the path of an interpolated location of the level.
func (l *Level) PathOf(location string) string {
	if !strings.HasSuffix(location, l.Config.Extension) {
		location += l.Config.Extension
	}
	return disk.Join(l.datadir, location)
}

// addPath adds a path. In the built-in configuration, paths that do not exist are omitted.
func (r *resolver) addPath(l *Level, of *config.Location, text string, unknown *outcome.Unknown) *outcome.Error {
	if strings.ContainsRune(text, 0) {
		return outcome.Crashf(outcome.ClassArgument, "pathname contains null byte").WithNode(of.Node)
	}
	at := Location{Original: of.Text, Text: l.PathOf(text), Unknown: unknown}
	at.Exists = at.Unknown == nil && r.options.Disk.State(at.Text) != disk.Missing
	if relocate := r.options.RelocateFile; relocate != nil && at.Unknown == nil && !at.Exists {
		at.Text = relocate(at.Text)
		at.Exists = r.options.Disk.State(at.Text) != disk.Missing
	}
	if at.Exists || !r.layer.isBuiltIn() {
		l.Locations = append(l.Locations, at)
	}
	return nil
}

func (r *resolver) addGlob(l *Level, at *config.Location, text string, unknown *outcome.Unknown) *outcome.Error {
	if unknown != nil {
		l.Locations = append(l.Locations, Location{Original: at.Text, Unknown: unknown})
		return nil
	}
	pattern := disk.Join(l.datadir, text)
	files, err := r.options.Disk.Glob(pattern)
	if err != nil {
		return outcome.Crashf(outcome.ClassArgument, "%s", err).WithNode(at.Node)
	}
	for _, file := range files {
		l.Locations = append(l.Locations, Location{Original: pattern, Text: file, Exists: true})
	}
	return nil
}

func addURI(l *Level, at *config.Location, text string, unknown *outcome.Unknown) *outcome.Error {
	if raised := config.URIError(text); raised != nil {
		return (&outcome.Error{Class: raised.Class, Message: raised.Message}).WithNode(at.Node)
	}
	l.Locations = append(l.Locations, Location{Original: at.Text, Text: text, URI: true, Exists: true, Unknown: unknown})
	return nil
}

// maxMapped is the maximum number of paths that mapped_paths may create in one hierarchy: a variable
// with many elements in many levels makes the product of both.
const maxMapped = 100_000

// mappedPaths adds one path for each element of a variable.
func (r *resolver) mappedPaths(l *Level) *outcome.Error {
	m := l.Config.Mapped
	k, err := key.Parse(m.Variable)
	if err != nil {
		return outcome.Errorf("Syntax error in string: mapped_path[0]").WithNode(m.VariableNode)
	}
	v, e := interpolation.Variable(r.inv, k, m.VariableNode)
	if e != nil {
		return e.WithNode(m.VariableNode)
	}
	if u, ok := outcome.AsUnknown(v); ok {
		l.Locations = append(l.Locations, Location{Original: m.Template.Text, Unknown: u})
		return nil
	}
	elements, e := mappedElements(v)
	if e != nil {
		return e.WithNode(m.VariableNode)
	}
	if len(elements)*r.layer.mapped > maxMapped {
		return outcome.Errorf("with %d elements of `%s`, `mapped_paths` creates more than %d paths, which hieralint does not search", len(elements), m.Variable, maxMapped).WithCause(outcome.TooMuch).WithNode(m.VariableNode)
	}
	for _, element := range elements {
		if !strings.Contains(m.Name, "::") { // a qualified name refers to a variable of a class or the top scope
			r.inv.Locals = map[string]*data.Value{m.Name: element}
		}
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

// mappedElements returns the elements that mapped_paths creates paths for: those of an array, the
// pairs of a hash, or a single string.
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
		return lists.Map(v.Entries(), func(e data.Entry) *data.Value { return data.NewArray([]*data.Value{e.Key, e.Value}) }), nil
	}
	return nil, outcome.Crashf(outcome.ClassNoMethod, "undefined method `empty?' for %s:%s", rubytext.Inspect(v), rubytext.Class(v))
}

// Extra returns the locations that a classic call searches before the others of the level. texts
// are their paths.
func (l *Level) Extra(inv *invocation.Invocation, texts []string) ([]Location, *outcome.Error) {
	var locations []Location
	for _, text := range texts {
		// Here the extension is the name of the backend, even for hocon and with the setting
		// `extension`.
		extra := &Level{Layer: l.Layer, datadir: l.datadir, Config: &config.Level{
			Locations: []config.Location{{Text: text, Template: inv.Shared.Template(text)}},
			Extension: "." + l.Config.Name,
		}}
		r := newResolver(inv.Nested(), l.Layer)
		r.inv.Place = invocation.InSetting
		if err := r.each(extra, r.addPath); err != nil {
			return nil, err
		}
		locations = append(locations, extra.Locations...)
	}
	return locations, nil
}
