package config

import (
	"strings"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/interpolate"
	"github.com/hieralint/hieralint/engine/source"
)

// The configuration that applies if a version 4 file does not override it.
var (
	builtinDatadirV4   = data.NewString("data")
	builtinHierarchyV4 = data.NewArray([]*data.Value{data.NewHash([]data.Entry{
		data.NewEntry(keyName, data.NewString("common")),
		data.NewEntry(keyBackend, data.NewString("yaml")),
	})})
)

// backendsV4 lists the backends of version 4.
var backendsV4 = map[string]struct{ function, extension string }{
	"yaml":  {"yaml_data", ".yaml"},
	"json":  {"json_data", ".json"},
	"hocon": {"hocon_data", ".conf"},
}

// readV4 reads version 4.
func (r *reader) readV4(config *data.Value) {
	r.deprecated()
	config = withDefault(config, keyDatadir, builtinDatadirV4)
	config = withDefault(config, keyHierarchy, builtinHierarchyV4)
	r.checkStructure(config, schemaV4())
	if r.Layer == Global {
		r.fail(AtRead, true, "hiera.yaml version 4 cannot be used in the global layer"+r.place(0), &Problem{Code: VersionNotAllowed, Node: r.VersionNode})
	}
	datadir := Datadir{Text: builtinDatadirV4.Text()}
	if v, ok := textAt(config, keyDatadir); ok {
		datadir = Datadir{Text: v.Text(), Node: v.Node()}
		r.checkDatadirV4(datadir)
	}
	r.Defaults.Datadir = datadir
	r.Hierarchy = []*Level{}
	hierarchy, _ := config.Get(keyHierarchy)
	if hierarchy.Kind() != data.Array {
		return
	}
	seen := map[string]*Level{}
	for _, v := range hierarchy.Items() {
		if v.Kind() != data.Hash {
			continue
		}
		l := r.levelV4(v)
		r.checkName(l, seen)
		r.setBackendV4(l, v)
		r.checkLocations(l)
		r.Hierarchy = append(r.Hierarchy, l)
	}
}

// levelV4 reads a level. If it has neither path nor paths, its name is the path; if it has both,
// paths is used (case backends/v4_both).
func (r *reader) levelV4(v *data.Value) *Level {
	l := &Level{Node: v.Node(), Datadir: r.Defaults.Datadir, LocationKind: Path}
	l.Datadir.Inherited = true
	if name, ok := textAt(v, keyName); ok {
		l.Name, l.NameNode = name.Text(), name.Node()
	}
	if datadir, ok := textAt(v, keyDatadir); ok {
		l.Datadir = Datadir{Text: datadir.Text(), Node: datadir.Node()}
		r.checkDatadirV4(l.Datadir)
	}
	path, hasPath := v.Get(keyPath)
	paths, hasPaths := v.Get(keyPaths)
	switch {
	case hasPaths:
		l.LocationNode = paths.Node()
		for _, item := range paths.Items() {
			l.addLocation(item)
		}
		if hasPath {
			r.note(&Problem{Code: PathsWin, Node: keyNode(v, keyPath), Related: keySpan(v, keyPaths), Stage: AtUse})
		}
	case hasPath:
		l.LocationNode = path.Node()
		l.addLocation(path)
	case l.Name != "":
		l.LocationNode = l.NameNode
		l.Locations = []Location{{Text: l.Name, Template: interpolate.Parse(l.Name), Node: l.NameNode}}
	}
	return l
}

// setBackendV4 sets the function and extension for a backend.
func (r *reader) setBackendV4(l *Level, v *data.Value) {
	backend, ok := textAt(v, keyBackend)
	if !ok {
		return
	}
	known, ok := backendsV4[backend.Text()]
	if ok {
		l.Function = Function{Kind: DataHash, Name: known.function, Node: backend.Node()}
		l.Extension = known.extension
		return
	}
	p := &Problem{Code: UnknownBackend, Node: backend.Node(), Name: backend.Text()}
	line, crash, ok := r.findPattern(backendPattern(backend.Text()), 1)
	if !ok {
		r.crash(AtUse, classRegexp, crash, p)
		return
	}
	r.fail(AtUse, true, "No data provider is registered for backend '"+backend.Text()+"'"+r.place(line), p)
}

// checkDatadirV4 warns about tokens in a datadir, which version 4 does not interpolate (case
// backends/v4_ddint).
func (r *reader) checkDatadirV4(d Datadir) {
	start := strings.Index(d.Text, "%{")
	if start < 0 {
		return
	}
	r.note(&Problem{
		Code: DatadirNotInterpolated, Node: d.Node, Span: within(d.Node, source.Span{Start: start, End: len(d.Text)}), Stage: AtUse,
	})
}
