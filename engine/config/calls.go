package config

import (
	"fmt"
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
// What is inherited is reported once, and a level that Puppet does not even accept is passed over: a
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
			r.atCall(WrongKindText(name, l.Function.Kind), &Problem{Code: WrongFunctionKind, Node: l.Function.Node, Name: name, Level: l})
		case kind == DataHash && l.Options != nil && l.Options.Len() > 0:
			r.atCall(NoLocationText(name), &Problem{Code: UselessOptions, Node: l.OptionsNode, Name: name, Level: l})
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

// refused reports whether there is a problem inside a node for which Puppet refuses the file.
func (r *reader) refused(node *data.Node) bool {
	return node != nil && slices.ContainsFunc(r.Problems, func(p *Problem) bool {
		return p.Stage == AtRead && p.Node != nil && node.Span.Contains(p.Span.Start)
	})
}

// parameters is how many parameters the functions of a kind have.
var parameters = map[FunctionKind]int{DataHash: 2, LookupKey: 3, DataDig: 3, V4DataHash: 0}

// WrongKindText is what Puppet 7.23 says when one of its own functions is called as a function of another kind.
func WrongKindText(name string, called FunctionKind) string {
	own := parameters[builtins[name]]
	switch given := parameters[called]; given {
	case 0:
		return fmt.Sprintf("'%s' expects %d arguments, got none", name, own)
	case own:
		return "'" + name + "' parameter 'key' expects a String value, got Tuple"
	default:
		return fmt.Sprintf("'%s' expects %d arguments, got %d", name, own, given)
	}
}

// NoLocationText is what the functions of Puppet say without a path. Those of the kind data_hash say it also about any
// options but a path: even when a path is there (case config/optok).
func NoLocationText(name string) string {
	const text = " one of 'path', 'paths' 'glob', 'globs' or 'mapped_paths' must be declared in hiera.yaml when using this "
	if builtins[name] == LookupKey {
		return "'" + name + "':" + text + "lookup_key function"
	}
	return "'" + name + "'" + text + "data_hash function"
}

func (r *reader) noLocation(l *Level, name string) {
	p := &Problem{Code: NoLocationGiven, Node: l.NameNode, Name: name, Level: l}
	if l.LocationKind == URI {
		p.Node = l.LocationNode
	}
	r.atCall(NoLocationText(name), p)
}
