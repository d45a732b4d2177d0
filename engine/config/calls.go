package config

import (
	"slices"
	"strings"

	"github.com/hieralint/hieralint/engine/data"
)

// builtins are the functions that come with Puppet, and what they are.
var builtins = map[string]FunctionKind{
	"yaml_data": DataHash, "json_data": DataHash, "hocon_data": DataHash, "eyaml_lookup_key": LookupKey,
}

// BuiltinFunctions are the names of the functions that come with Puppet, the usual ones first.
var BuiltinFunctions = []string{"yaml_data", "eyaml_lookup_key", "json_data", "hocon_data"}

// BuiltinKind is what a function that comes with Puppet is; NoFunction for others.
func BuiltinKind(name string) FunctionKind { return builtins[name] }

// Builtin is the name of the function when it comes with Puppet, "" when it does not. Puppet finds
// it in any letters and behind a leading :: as well.
func (f Function) Builtin() string {
	if f.Kind == NoFunction || f.Kind == Hiera3Backend {
		return ""
	}
	name := strings.ToLower(strings.TrimPrefix(f.Name, "::"))
	if _, ok := builtins[name]; ok {
		return name
	}
	return ""
}

// kindNames are the keys that name a function of each kind.
var kindNames = map[FunctionKind]string{
	DataHash: keyDataHash, LookupKey: keyLookupKey, DataDig: keyDataDig, Hiera3Backend: keyHiera3Backend, V4DataHash: keyV4DataHash,
}

// String is the key that names a function of this kind, "" for NoFunction.
func (k FunctionKind) String() string { return kindNames[k] }

// checkCalls finds the levels at whose first call a function of Puppet refuses what it is given.
// What is inherited is told once, and a level that Puppet does not even accept is passed over: a
// location is not missing when its key is misspelt.
func (r *reader) checkCalls(levels []*Level) {
	for _, l := range levels {
		name := l.Function.Builtin()
		if name == "" || l.Function.Kind == V4DataHash || r.refused(l.Node) {
			continue
		}
		kind := builtins[name]
		switch {
		case l.Function.Kind != kind:
			r.wrongKind(l, name, kind)
		case kind == DataHash && l.Options != nil && l.Options.Len() > 0:
			r.uselessOptions(l, name)
		case l.LocationKind == NoLocation || l.LocationKind == URI:
			r.noLocation(l, name)
		}
	}
}

// atCall is a problem with which Puppet fails once the level is asked.
func (r *reader) atCall(text string, p *Problem) {
	if r.reported(p.Node, p.Code) || r.refused(p.Node) {
		return
	}
	p.Stage = AtCall
	p.Puppet7 = Outcome{Fails, text}
	p.Puppet8 = p.Puppet7
	r.note(p)
}

// refused tells whether there is a problem inside a node for which Puppet refuses the file.
func (r *reader) refused(node *data.Node) bool {
	return node != nil && slices.ContainsFunc(r.Problems, func(p *Problem) bool {
		return p.Stage == AtRead && p.Node != nil && node.Span.Contains(p.Span.Start)
	})
}

// wrongKind is a function called in a way it is not made for (Puppet 7.23).
func (r *reader) wrongKind(l *Level, name string, kind FunctionKind) {
	text := "'" + name + "' expects 2 arguments, got 3"
	switch {
	case kind == LookupKey && l.Function.Kind == DataHash:
		text = "'" + name + "' expects 3 arguments, got 2"
	case kind == LookupKey:
		text = "'" + name + "' parameter 'key' expects a String value, got Tuple"
	}
	r.atCall(text, &Problem{
		Code: WrongFunctionKind, Node: l.Function.Node, Name: name, Level: l,
	})
}

// missingPath is what the data_hash functions of Puppet say of any options but the one they take,
// path: also when it is there, and others are there too (case config/optok).
func missingPath(name string) string {
	return "'" + name + "' one of 'path', 'paths' 'glob', 'globs' or 'mapped_paths' must be declared in hiera.yaml when using this data_hash function"
}

func (r *reader) uselessOptions(l *Level, name string) {
	r.atCall(missingPath(name), &Problem{Code: UselessOptions, Node: l.OptionsNode, Name: name, Level: l})
}

func (r *reader) noLocation(l *Level, name string) {
	p := &Problem{Code: NoLocationGiven, Node: l.NameNode, Name: name, Level: l}
	if l.LocationKind == URI {
		p.Node = l.LocationNode
	}
	if name == "eyaml_lookup_key" {
		r.atCall("'eyaml_lookup_key': one of 'path', 'paths' 'glob', 'globs' or 'mapped_paths' must be declared in hiera.yaml when using this lookup_key function", p)
		return
	}
	r.atCall(missingPath(name), p)
}
