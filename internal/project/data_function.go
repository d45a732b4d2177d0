package project

import (
	"slices"

	"github.com/hieralint/hieralint/internal/lazyregexp"
)

// DataFunction is a custom function that a hierarchy names, with what its source reveals about how
// it reads files.
type DataFunction struct {
	Name string
	// Source is the path of its source as shown to users; "" if that is not in the tree.
	Source string
	// Interpolates reports that the function asks Puppet to interpolate.
	Interpolates bool
	// Expands reports that the function also reads files at paths that it derives from those in
	// the hierarchy.
	Expands bool

	any     bool // it loads objects of any class
	classes []string
}

// Permits reports whether the function may load objects of a Ruby class that Puppet itself rejects
// from YAML. It is true if the source is not in the tree.
func (f *DataFunction) Permits(class string) bool { return f.any || slices.Contains(f.classes, class) }

// Known reports whether the source of the function is in the tree.
func (f *DataFunction) Known() bool { return f.Source != "" }

// Patterns for the source of a function in Ruby or the Puppet language.
var (
	interpolates = lazyregexp.New(`\binterpolate\b`)
	// unsafeLoad loads any class with the Psych of Puppet 7; so does loadyaml of stdlib.
	unsafeLoad = lazyregexp.New(`\b(?:YAML|Psych)\.(?:unsafe_)?load(?:_file)?\b|\bloadyaml\b`)
	// safeLoad loads the classes in its arguments.
	safeLoad  = lazyregexp.New(`\bsafe_load(?:_file)?\b\s*\(`)
	className = lazyregexp.New(`\b[A-Z]\w*\b`)
	constant  = lazyregexp.New(`^[A-Z][A-Z0-9_]+$`)
	// makesPath composes a path.
	makesPath = lazyregexp.New(`\bFile\.join\b|\bDir\.glob\b|\bDir\[|\.(?:ya?ml|json)["']`)
)

// modulesBackend is the Hiera 3 backend that reads the data of modules, and nothing in the data
// directory of other backends.
const modulesBackend = "module_data"

// NewDataFunction returns a function whose source is not in the tree.
func NewDataFunction(name string) *DataFunction {
	return &DataFunction{Name: name, any: true, Expands: name != modulesBackend}
}

// Read sets what the source reveals.
func (f *DataFunction) Read(path, text string) {
	f.Source = path
	f.Interpolates = interpolates().MatchString(text)
	f.Expands = makesPath().MatchString(text)
	f.any = unsafeLoad().MatchString(text)
	for _, m := range safeLoad().FindAllStringIndex(text, -1) {
		for _, name := range className().FindAllString(arguments(text[m[1]:]), -1) {
			f.any = f.any || constant().MatchString(name) // the list is defined elsewhere
			f.classes = append(f.classes, name)
		}
	}
}

// arguments returns the arguments of a call, given the source after the opening parenthesis.
func arguments(text string) string {
	open := 1
	for i := range len(text) {
		switch text[i] {
		case '(':
			open++
		case ')':
			open--
		}
		if open == 0 {
			return text[:i]
		}
	}
	return text
}
