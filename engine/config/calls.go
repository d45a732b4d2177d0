package config

import (
	"fmt"
	"slices"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/pp"
)

// builtins maps the data functions that come with Puppet to their kinds.
var builtins = map[string]FunctionKind{
	"yaml_data": DataHash, "json_data": DataHash, "hocon_data": DataHash, "eyaml_lookup_key": LookupKey,
}

// BuiltinFunctions lists the names of Puppet's own data functions, the common ones first.
var BuiltinFunctions = []string{"yaml_data", "eyaml_lookup_key", "json_data", "hocon_data"}

// BuiltinKind returns the kind of one of Puppet's own data functions, or NoFunction for other
// names.
func BuiltinKind(name string) FunctionKind { return builtins[name] }

// Builtin returns the function's name if it comes with Puppet, otherwise "". Like Puppet, it
// ignores case and a leading ::.
func (f Function) Builtin() string {
	if f.Kind == NoFunction || f.Kind == Hiera3Backend {
		return ""
	}
	name := pp.LowerName(f.Name)
	if _, ok := builtins[name]; ok {
		return name
	}
	return ""
}

// Described returns the function in words.
func (f Function) Described() string {
	if f.Kind == Hiera3Backend {
		return "Hiera 3 backend `" + f.Name + "`"
	}
	return "function `" + f.Name + "`"
}

// kindNames maps each kind to the key in hiera.yaml that selects it.
var kindNames = map[FunctionKind]string{
	DataHash: keyDataHash, LookupKey: keyLookupKey, DataDig: keyDataDig, Hiera3Backend: keyHiera3Backend, V4DataHash: keyV4DataHash,
}

// String returns the key in hiera.yaml that selects functions of this kind; "" for NoFunction.
func (k FunctionKind) String() string { return kindNames[k] }

// checkCalls finds levels whose built-in function rejects its arguments as soon as it is called.
// Inherited functions are reported once. Levels that Puppet rejects anyway are skipped, so that a
// misspelled location key is not also reported as a missing location, and so are those that lack a
// function.
func (r *reader) checkCalls(levels []*Level) {
	for _, l := range levels {
		name := l.Function.Builtin()
		isMissing := l.Function.Inherited && r.Defaults.Function.Kind == NoFunction
		if name == "" || isMissing || l.Function.Kind == V4DataHash || r.refused(l.Node) {
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

// atCall adds a problem that makes Puppet fail when it searches the level.
func (r *reader) atCall(text string, p *Problem) {
	if r.reported(p.Node, p.Code) || r.refused(p.Node) {
		return
	}
	p.Stage = AtCall
	p.Puppet7 = Outcome{Fails, text}
	p.Puppet8 = p.Puppet7
	r.note(p)
}

// refused reports whether node contains a problem that makes Puppet reject the file.
func (r *reader) refused(node *data.Node) bool {
	if node == nil {
		return false
	}
	first, _ := slices.BinarySearch(r.refusals, node.Span.Start)
	return first < len(r.refusals) && node.Span.Contains(r.refusals[first])
}

// parameters is the number of parameters of the functions of each kind.
var parameters = map[FunctionKind]int{DataHash: 2, LookupKey: 3, DataDig: 3, V4DataHash: 0}

// WrongKindText returns the error of Puppet 7.23 for one of its own functions that is called as a
// function of another kind.
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

// NoLocationText returns the error of Puppet's own functions if they get no path. data_hash
// functions also fail with it if they get any option besides the path (case config/optok).
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
