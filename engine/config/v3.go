package config

import (
	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/interpolate"
	"github.com/hieralint/hieralint/engine/rubytext"
)

// The configuration that applies if a version 3 file does not override it.
var (
	builtinBackendsV3  = data.NewArray([]*data.Value{data.NewString("yaml")})
	builtinHierarchyV3 = data.NewArray([]*data.Value{data.NewString("nodes/%{::trusted.certname}"), data.NewString("common")})
	builtinMergeV3     = data.NewString("native")
)

// builtinDatadirV3 is relative to the setting codedir.
const builtinDatadirV3 = "environments/%{::environment}/hieradata"

// functionsV3 maps backends to the equivalent functions of version 5. Other backends are written in
// Ruby.
var functionsV3 = map[string]Function{
	"yaml":  {Kind: DataHash, Name: "yaml_data"},
	"json":  {Kind: DataHash, Name: "json_data"},
	"hocon": {Kind: DataHash, Name: "hocon_data"},
	"eyaml": {Kind: LookupKey, Name: "eyaml_lookup_key"},
}

// readV3 reads version 3, which is only for the global layer. In other layers, Puppet checks the
// file before it rejects or ignores it.
func (r *reader) readV3(config *data.Value) {
	r.deprecated()
	config = withDefault(config, keyVersion, data.NewInteger(3))
	config = withDefault(config, keyBackends, builtinBackendsV3)
	config = withDefault(config, keyHierarchy, builtinHierarchyV3)
	config = withDefault(config, keyMergeBehavior, builtinMergeV3)
	config = withDefault(config, keyDeepMergeOptions, data.NewHash(nil))

	given, _ := config.Get(keyBackends)
	backends := data.Flatten([]*data.Value{given})
	var backendNames []string
	for _, b := range backends {
		if b.Kind() != data.String {
			// Puppet creates a Struct whose keys are the backends, and crashes if one is not a
			// string.
			r.crash(AtRead, classNoMethod, "undefined method `string' for an instance of Puppet::Pops::Types::TypeCalculator",
				&Problem{Code: BadBackend, Node: b.Node(), Value: b})
			return
		}
		backendNames = append(backendNames, b.Text())
	}
	r.checkStructure(config, schemaV3(backendNames))
	r.refuseV3()

	if behavior, ok := textAt(config, keyMergeBehavior); ok {
		r.MergeBehavior = behavior.Text()
	}
	if options, ok := config.Get(keyDeepMergeOptions); ok && options.Kind() == data.Hash && options.Len() > 0 {
		r.DeepMergeOptions = options
	}
	r.readLevelsV3(config, backends)
}

// readLevelsV3 reads a level for each backend.
func (r *reader) readLevelsV3(config *data.Value, backends []*data.Value) {
	hierarchy, _ := config.Get(keyHierarchy)
	r.Hierarchy = []*Level{}
	seen := map[string]*Level{}
	problems, templates := r.Problems, r.Templates
	r.aside = r.Ignored()
	for _, b := range backends {
		if !isText(b) {
			continue
		}
		l := newLevelV3(b, hierarchy)
		l.Datadir = Datadir{Text: builtinDatadirV3, Template: interpolate.Parse(builtinDatadirV3), Base: CodeDir}
		if first := seen[l.Name]; first == nil {
			seen[l.Name] = l
		} else {
			r.twice("Backend '"+l.Name+"' is defined more than once.", backendPattern(l.Name),
				&Problem{Code: DuplicateBackend, Node: l.Node, Name: l.Name}, first.Node)
		}
		section, ok := config.Get(l.Name)
		if ok && section.Kind() == data.Hash {
			r.setSectionV3(l, section)
		}
		if len(r.Hierarchy) == 0 {
			r.checkLocations(l) // the other backends have the same locations
		}
		r.Hierarchy = append(r.Hierarchy, l)
	}
	if r.aside {
		r.Problems, r.Templates = problems, templates // problems in unused parts need no correction
	}
}

// refuseV3 adds what Puppet does with version 3 outside the global layer: 8 fails, 7 logs a warning
// and ignores the file.
func (r *reader) refuseV3() {
	if r.Layer == Global {
		return
	}
	article := "an environment"
	ignored := "hiera.yaml version 3 found at the environment root was ignored"
	if r.Layer == Module {
		article, ignored = "a module", "hiera.yaml version 3 found at module root was ignored"
	}
	r.report(&check{
		puppet7: Outcome{Warns, ignored + r.loggedPlace()},
		puppet8: Outcome{Fails, "hiera.yaml version 3 cannot be used in " + article + r.place(0)},
		class:   classLookup, issue: true,
	}, &Problem{Code: VersionNotAllowed, Node: r.VersionNode})
}

// newLevelV3 returns the level of a backend, with all entries of the hierarchy in order.
func newLevelV3(backend, hierarchy *data.Value) *Level {
	l := &Level{Name: backend.Text(), Node: backend.Node(), NameNode: backend.Node(), LocationKind: Path, LocationNode: hierarchy.Node()}
	f, ok := functionsV3[l.Name]
	if !ok {
		f = Function{Kind: Hiera3Backend, Name: l.Name}
	}
	f.Node = backend.Node()
	l.Function = f
	l.Extension = "." + l.Name
	if l.Name == "hocon" {
		l.Extension = ".conf"
	}
	for _, item := range data.Flatten([]*data.Value{hierarchy}) {
		l.addLocation(item)
	}
	return l
}

// setSectionV3 reads the section of a backend: datadir, extension, and the options of eyaml and of
// backends written in Ruby. All strings in it are interpolated.
func (r *reader) setSectionV3(l *Level, section *data.Value) {
	isNew := r.isNew(section.Node()) // false if the backend is listed twice
	if isNew {
		r.checkStrings(section)
	}
	if datadir, ok := section.Get(keyDatadir); ok && !datadir.IsFalsy() {
		l.Datadir = newDatadir(datadir)
		l.Datadir.Base = WorkingDir
		if datadir.Kind() != data.String && isNew {
			raised := rubytext.NoImplicitConversion(rubytext.Implicit(datadir), "String")
			r.crash(AtUse, raised.Class, raised.Message,
				&Problem{Code: BadDatadir, Node: datadir.Node(), Value: datadir})
		}
	}
	if extension, ok := section.Get(keyExtension); ok && !extension.IsUndef() {
		l.Extension = "." + rubytext.ToS(extension)
	}
	if l.Function.Kind != DataHash {
		l.Options, l.OptionsNode = section, section.Node()
	}
}
