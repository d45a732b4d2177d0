package config

import (
	"slices"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/interpolate"
	"github.com/hieralint/hieralint/internal/lists"
)

// The configuration that applies if a version 5 file does not override it. The defaults are
// replaced as a whole: a file with `defaults` has no default data_hash unless `defaults` contains
// it.
var (
	builtinDefaults = data.NewHash([]data.Entry{
		data.NewEntry(keyDatadir, data.NewString("data")),
		data.NewEntry(keyDataHash, data.NewString("yaml_data")),
	})
	builtinHierarchy = data.NewArray([]*data.Value{data.NewHash([]data.Entry{
		data.NewEntry(keyName, data.NewString("Common")),
		data.NewEntry(keyPath, data.NewString("common.yaml")),
	})})
)

// Default returns the configuration that Puppet uses if there is no file: one level `Common` with
// data/common.yaml. In the global layer, it applies whenever the file is missing; in an
// environment, only with the setting environment_data_provider = hiera; and in a module, only with
// that data_provider in metadata.json.
func Default(layer Layer) *Config {
	r := &reader{Config: &Config{Layer: layer, Version: 5}}
	r.Defaults = r.defaults(builtinDefaults)
	r.Hierarchy = r.levels(builtinHierarchy)
	return r.Config
}

// readV5 reads version 5. Puppet checks the structure, then the defaults, then the levels of
// hierarchy, plan_hierarchy, and default_hierarchy, and finally, when it creates the hierarchy for
// a node, their names and templates.
func (r *reader) readV5(config *data.Value) {
	config = withDefault(config, keyDefaults, builtinDefaults)
	config = withDefault(config, keyHierarchy, builtinHierarchy)
	r.checkStructure(config, schemaV5())
	r.defaultsKey = keyNode(config, keyDefaults)

	defaults, _ := config.Get(keyDefaults)
	r.Defaults = r.defaults(defaults)
	r.checkDefaults(defaults)

	hierarchy, _ := config.Get(keyHierarchy)
	r.Hierarchy = r.levels(hierarchy)
	r.checkLevels(hierarchy)
	if plan, ok := config.Get(keyPlanHierarchy); ok {
		r.PlanHierarchy = r.levels(plan)
		r.checkLevels(plan)
	}
	if levels, ok := config.Get(keyDefaultHierarchy); ok {
		r.DefaultHierarchy = r.levels(levels)
		if r.Layer != Module {
			r.fail(AtRead, true, "'default_hierarchy' is only allowed in the module layer"+r.place(r.findLine(defaultHierarchyLine().MatchString, 1)),
				&Problem{Code: DefaultHierarchyNotInModule, Node: keyNode(config, keyDefaultHierarchy)})
		}
		r.checkLevels(levels)
	}

	r.use(r.Hierarchy)
	r.use(r.DefaultHierarchy)
	r.aside = true // Puppet does not create a plan's hierarchy when it compiles a catalog
	r.use(r.PlanHierarchy)
	for _, levels := range [][]*Level{r.Hierarchy, r.PlanHierarchy, r.DefaultHierarchy} {
		r.checkCalls(levels)
	}
}

// withDefault returns config with value as the entry of key if that is missing, null, or false.
func withDefault(config *data.Value, key string, value *data.Value) *data.Value {
	entries := slices.Clone(config.Entries())
	for i, e := range entries {
		if e.Key.Kind() == data.String && e.Key.Text() == key {
			if !e.Value.IsFalsy() {
				return config
			}
			entries[i].Value = value
			return data.NewHash(entries).WithNode(config.Node())
		}
	}
	entries = append(entries, data.NewEntry(key, value))
	return data.NewHash(entries).WithNode(config.Node())
}

// textAt returns the string under a key of a mapping; ok is false if it is missing or invalid.
func textAt(hash *data.Value, key string) (v *data.Value, ok bool) {
	v, ok = hash.Get(key)
	return v, ok && isText(v)
}

func isText(v *data.Value) bool { return v.Kind() == data.String && v.Text() != "" }

// has returns those of keys that the mapping has.
func has(hash *data.Value, keys []string) []string {
	return lists.Filter(keys, func(key string) bool {
		_, ok := hash.Get(key)
		return ok
	})
}

// defaults reads the value of `defaults`.
func (r *reader) defaults(v *data.Value) Defaults {
	d := Defaults{Node: v.Node(), Datadir: Datadir{Text: "data"}}
	if v.Kind() != data.Hash {
		v = builtinDefaults // so that the levels are not reported to have no function
	}
	d.Function = function(v)
	if datadir, ok := textAt(v, keyDatadir); ok {
		d.Datadir = newDatadir(datadir)
	}
	if options, ok := v.Get(keyOptions); ok && options.Kind() == data.Hash {
		d.Options, d.OptionsNode = options, options.Node()
	}
	return d
}

// function returns the function that a mapping names; its kind is NoFunction if there is none.
func function(hash *data.Value) Function {
	for _, key := range functionKeys {
		if v, ok := hash.Get(key); ok {
			if !isText(v) {
				return Function{Kind: functionKinds[key], Node: v.Node()}
			}
			return Function{Kind: functionKinds[key], Name: v.Text(), Node: v.Node()}
		}
	}
	return Function{}
}

func newDatadir(v *data.Value) Datadir {
	return Datadir{Text: v.Text(), Template: interpolate.Parse(v.Text()), Node: v.Node()}
}

// levels reads an array of levels.
func (r *reader) levels(list *data.Value) []*Level {
	levels := []*Level{}
	if list.Kind() != data.Array {
		return levels
	}
	for _, v := range list.Items() {
		if v.Kind() == data.Hash {
			levels = append(levels, r.level(v))
		}
	}
	return levels
}

// level reads one level.
func (r *reader) level(v *data.Value) *Level {
	l := &Level{Node: v.Node()}
	if name, ok := textAt(v, keyName); ok {
		l.Name, l.NameNode = name.Text(), name.Node()
	}
	l.Function = function(v)
	if l.Function.Kind == NoFunction {
		l.Function = r.Defaults.Function
		if l.Function.Kind == NoFunction { // Puppet rejects the file, which is meant for the built-in default
			l.Function = function(builtinDefaults)
		}
		l.Function.Inherited = true
	}
	l.Datadir = r.Defaults.Datadir
	l.Datadir.Inherited = true
	if datadir, ok := textAt(v, keyDatadir); ok {
		l.Datadir = newDatadir(datadir)
	}
	l.setLocations(v)
	if options, ok := v.Get(keyOptions); !ok {
		l.Options, l.OptionsNode, l.OptionsInherited = r.Defaults.Options, r.Defaults.OptionsNode, r.Defaults.Options != nil
	} else if options.Kind() == data.Hash {
		l.Options, l.OptionsNode = options, options.Node()
	}
	return l
}

// setLocations reads the first location key of a level. Others of the same kind, which Puppet
// rejects, add their locations.
func (l *Level) setLocations(v *data.Value) {
	for _, key := range locationKeys {
		value, ok := v.Get(key)
		switch kind := locationKinds[key]; {
		case !ok || l.LocationKind != NoLocation && l.LocationKind != kind:
			continue
		case l.LocationKind == NoLocation:
			l.LocationKind, l.LocationNode = kind, value.Node()
		}
		switch {
		case l.LocationKind == Mapped:
			l.setMapped(value)
		case value.Kind() == data.Array:
			for _, item := range value.Items() {
				l.addLocation(item)
			}
		default:
			l.addLocation(value)
		}
	}
}

func (l *Level) addLocation(v *data.Value) {
	if isText(v) {
		l.Locations = append(l.Locations, newLocation(v))
	}
}

func newLocation(v *data.Value) Location {
	return Location{Text: v.Text(), Template: interpolate.Parse(v.Text()), Node: v.Node()}
}

func (l *Level) setMapped(v *data.Value) {
	if v.Kind() != data.Array || v.Len() != 3 || !isText(v.Items()[0]) || !isText(v.Items()[1]) || !isText(v.Items()[2]) {
		return
	}
	variable, name, template := v.Items()[0], v.Items()[1], v.Items()[2]
	l.Mapped = &MappedPaths{
		Variable: variable.Text(), VariableNode: variable.Node(),
		Name:     name.Text(),
		Template: newLocation(template),
	}
	l.Locations = []Location{l.Mapped.Template}
}

// checkDefaults checks `defaults` for problems that the type check does not find.
func (r *reader) checkDefaults(defaults *data.Value) {
	if defaults.Kind() != data.Hash {
		return
	}
	if found := has(defaults, functionKeys[:4]); len(found) > 1 {
		r.fail(AtRead, true, "Only one of data_hash, lookup_key, data_dig, or hiera3_backend can be defined in defaults"+r.place(0), &Problem{
			Code: SeveralFunctions, Node: keyNode(defaults, found[1]), Related: keySpan(defaults, found[0]),
			Place: Place{Key: keyDefaults}, Known: found,
		})
	}
	r.checkReserved(defaults, "defaults")
}

// checkReserved rejects options that Puppet passes to functions itself.
func (r *reader) checkReserved(hash *data.Value, used string) {
	options, ok := hash.Get(keyOptions)
	if !ok || options.Kind() != data.Hash {
		return
	}
	for _, name := range has(options, []string{keyPath, keyURI}) {
		r.fail(AtRead, true, "Option key '"+name+"' used in "+used+" is reserved by Puppet"+r.place(0), &Problem{
			Code: ReservedOption, Node: keyNode(options, name), Name: name,
		})
	}
}

// checkLevels checks levels for problems that the type check does not find.
func (r *reader) checkLevels(list *data.Value) {
	if list.Kind() != data.Array {
		return
	}
	for _, v := range list.Items() {
		if v.Kind() == data.Hash {
			r.checkLevel(v)
		}
	}
}

func (r *reader) checkLevel(level *data.Value) {
	name := ""
	if v, ok := textAt(level, keyName); ok {
		name = v.Text()
	}
	functions := has(level, functionKeys)
	switch {
	case len(functions) == 0 && r.Defaults.Function.Kind == NoFunction:
		r.fail(AtRead, true, "One of data_hash, lookup_key, data_dig, or hiera3_backend must be defined in hierarchy '"+name+"'"+r.place(0),
			r.noFunction()...)
	case len(functions) > 1:
		r.fail(AtRead, true, "Only one of data_hash, lookup_key, data_dig, or hiera3_backend can be defined in hierarchy '"+name+"'"+r.place(0), &Problem{
			Code: SeveralFunctions, Node: keyNode(level, functions[1]), Related: keySpan(level, functions[0]),
			Known: functions,
		})
	}
	if backend, ok := textAt(level, keyHiera3Backend); ok {
		r.checkHiera3Backend(level, backend)
	}
	if locations := has(level, locationKeys); len(locations) > 1 {
		r.fail(AtRead, true, "Only one of path, paths, glob, globs, uri, uris, or mapped_paths can be defined in hierarchy '"+name+"'"+r.place(0), &Problem{
			Code: SeveralLocations, Node: keyNode(level, locations[1]), Related: keySpan(level, locations[0]),
			Known: locations,
		})
	}
	r.checkReserved(level, "hierarchy '"+name+"'")
}

// noFunction returns the problem of levels without a function because `defaults`, which replaces
// the built-in defaults as a whole, does not name one. It is reported once for all levels.
func (r *reader) noFunction() []*Problem {
	if r.reported(r.Defaults.Node, NoFunctionGiven) {
		return nil
	}
	p := &Problem{Code: NoFunctionGiven, Node: r.Defaults.Node}
	if r.defaultsKey != nil {
		p.Span = r.defaultsKey.Span
	}
	return []*Problem{p}
}

func (r *reader) checkHiera3Backend(level, backend *data.Value) {
	if r.Layer != Global {
		r.fail(AtRead, true, "'hiera3_backend' is only allowed in the global layer"+r.place(r.findLine(hiera3BackendLine().MatchString, 1)), &Problem{
			Code: Hiera3BackendNotGlobal, Node: keyNode(level, keyHiera3Backend),
		})
	}
	if line := hiera3ReplacedLine[backend.Text()]; line != nil {
		instead := "data_hash: " + backend.Text() + "_data"
		r.fail(AtRead, true, "Use \""+instead+"\" instead of \"hiera3_backend: "+backend.Text()+"\""+r.place(r.findLine(line().MatchString, 1)), &Problem{
			Code: Hiera3BackendReplaced, Node: keyNode(level, keyHiera3Backend), Name: backend.Text(),
		})
	}
}

// use runs the checks that Puppet makes when it creates the levels for a node: duplicate names and
// templates. Inherited parts are checked once.
func (r *reader) use(levels []*Level) {
	seen := map[string]*Level{}
	for _, l := range levels {
		r.checkName(l, seen)
		if !l.Datadir.Inherited || r.isNew(l.Datadir.Node) {
			r.checkDatadir(&l.Datadir)
		}
		r.checkLocations(l)
		if l.Options != nil && (!l.OptionsInherited || r.isNew(l.OptionsNode)) {
			r.checkStrings(l.Options)
		}
	}
}

// isNew reports whether a part of `defaults` has not been checked yet.
func (r *reader) isNew(inherited *data.Node) bool {
	if inherited == nil || r.inherited[inherited] {
		return false
	}
	lists.Put(&r.inherited, inherited, true)
	return true
}

// checkName reports a level with the name of one that has been seen.
func (r *reader) checkName(l *Level, seen map[string]*Level) {
	first := seen[l.Name]
	if first == nil {
		seen[l.Name] = l
		return
	}
	if l.Name == "" {
		return
	}
	r.twice("Hierarchy name '"+l.Name+"' defined more than once.", namePattern(l.Name),
		&Problem{Code: DuplicateName, Node: l.NameNode, Name: l.Name}, first.NameNode)
}

// twice reports a duplicate name, which is first used at a node; nil if that is unknown.
func (r *reader) twice(text, pattern string, p *Problem, first *data.Node) {
	if first != nil {
		p.Related = first.Span
	}
	place, crash := r.definedTwice(pattern)
	if crash != "" {
		r.crash(AtUse, classRegexp, crash, p)
		return
	}
	r.fail(AtUse, true, text+place, p)
}

// reported reports whether node has a problem with the code.
func (r *reader) reported(node *data.Node, code Code) bool { return r.noted[noted{node, code}] }
