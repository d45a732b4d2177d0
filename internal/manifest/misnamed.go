package manifest

import (
	"bytes"
	"cmp"
	"path"
	"slices"
	"strings"

	"github.com/hieralint/hieralint/engine/pp"
	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/ascii"
	"github.com/hieralint/hieralint/internal/lazyregexp"
)

// IsMisnamed reports whether a class probably misspells the name of a parameter, given its intended name: no code of its module uses
// the parameter, but the class, or a template in it, uses a variable with the intended name, which the class does not set, or the
// default of the parameter is such a variable of another class.
func (x *Index) IsMisnamed(d *Definition, parameter, intended string) bool {
	m := x.modules[d.Module]
	if m == nil || d.HasVariable(intended) {
		return false
	}
	f := x.fileUses.Of(d.File, func() *fileUses { return usesIn(d.File) })
	if f == nil || f.used[parameter] {
		return false
	}
	u := x.uses.Of(d, func() *variableUses { return f.usesOf(d, m) })
	if !u.variables[intended] && !u.isInTemplate(intended) && u.defaults[parameter] != intended {
		return false
	}
	return m.wordsOnce().isOnlyIn(d.File.Path, parameter) && !x.qualifiedNames()[d.Name+"::"+parameter]
}

// fileUses are the uses of variables, and of words that may be their names, in a file.
type fileUses struct {
	used map[string]bool // the variables, and the words of strings
	all  []variableUse   // in the order of the file
}

// variableUse is a variable, a string, or a parameter whose default is a variable of another class.
type variableUse struct {
	start     int
	variable  string
	file      string // the last part of the string, which may be the name of a template
	parameter string
}

// usesIn parses a file again, and collects the uses of variables; nil if that is not possible.
func usesIn(file *source.File) *fileUses {
	code, err := pp.Parse(file, pp.Options{})
	if err != nil {
		return nil
	}
	f := &fileUses{used: map[string]bool{}}
	pp.Walk(code.Body, func(n pp.Node) bool {
		use := variableUse{start: n.Span().Start}
		switch n := n.(type) {
		case *pp.Parameter:
			of, ok := n.Default.(*pp.Variable)
			if !ok || !strings.Contains(of.Name, "::") {
				return true
			}
			use.parameter, use.variable = n.Name, of.Name[strings.LastIndex(of.Name, "::")+len("::"):]
		case *pp.Variable:
			use.variable = strings.TrimPrefix(n.Name, "::")
			f.used[use.variable] = true
		case *pp.String:
			use.file = path.Base(n.Value)
			addWords(f.used, []byte(n.Value), anywhere)
		default:
			return true
		}
		f.all = append(f.all, use)
		return true
	})
	slices.SortStableFunc(f.all, func(a, b variableUse) int { return cmp.Compare(a.start, b.start) })
	return f
}

// variableUses are the uses of variables in a class.
type variableUses struct {
	variables map[string]bool
	templates []map[string]bool // the variables of templates that it names
	// defaults are the names of variables of other classes that are defaults, by parameter.
	defaults map[string]string
}

// usesOf returns the uses in a class of the file, which is in a module.
func (f *fileUses) usesOf(d *Definition, m *module) *variableUses {
	u := &variableUses{variables: map[string]bool{}, defaults: map[string]string{}}
	first, _ := slices.BinarySearchFunc(f.all, d.Span.Start, func(use variableUse, start int) int { return cmp.Compare(use.start, start) })
	for _, use := range f.all[first:] {
		switch {
		case use.start >= d.Span.End:
			return u
		case use.parameter != "":
			u.defaults[use.parameter] = use.variable
		case use.file != "":
			u.templates = append(u.templates, m.wordsOnce().templates[use.file]...)
		default:
			u.variables[strings.TrimPrefix(use.variable, d.Name+"::")] = true
		}
	}
	return u
}

// isInTemplate reports whether a template has a variable.
func (u *variableUses) isInTemplate(name string) bool {
	return slices.ContainsFunc(u.templates, func(variables map[string]bool) bool { return variables[name] })
}

// addWords adds the words of a text, of which mayFollow is true for what precedes them.
func addWords(words map[string]bool, text []byte, mayFollow func(before []byte) bool) {
	for at := 0; at < len(text); at++ {
		from := at
		for at < len(text) && ascii.IsWord(text[at]) {
			at++
		}
		if at > from && mayFollow(text[:from]) {
			words[string(text[from:at])] = true
		}
	}
}

// anywhere is for words that may follow anything.
func anywhere([]byte) bool { return true }

// followsSigil reports whether what follows a text is a variable in a template.
func followsSigil(before []byte) bool {
	return bytes.HasSuffix(before, []byte("@")) || bytes.HasSuffix(before, []byte("$"))
}

// moduleWords are the words in the files of a module.
type moduleWords struct {
	files     map[string]string            // the path of the file with a word; "" if there are several
	templates map[string][]map[string]bool // the variables of templates, by their names without directories
}

// wordsOnce returns the words of the module.
func (m *module) wordsOnce() *moduleWords {
	return m.words.Of(struct{}{}, func() *moduleWords {
		w := &moduleWords{map[string]string{}, map[string][]map[string]bool{}}
		for _, f := range m.files {
			code, err := m.store.File(f.path)
			if err != nil {
				continue
			}
			words := map[string]bool{}
			addWords(words, code.Text, anywhere)
			for word := range words {
				if _, isKnown := w.files[word]; isKnown {
					w.files[word] = ""
				} else {
					w.files[word] = code.Path
				}
			}
			if f.role == templateRole {
				name, variables := path.Base(f.name), map[string]bool{}
				addWords(variables, code.Text, followsSigil)
				w.templates[name] = append(w.templates[name], variables)
			}
		}
		return w
	})
}

// isOnlyIn reports whether no file but one may have a word.
func (w *moduleWords) isOnlyIn(path, word string) bool {
	found, has := w.files[word]
	return !has || found == path
}

// qualifiedName matches a name with a namespace, as variables of other classes have.
var qualifiedName = lazyregexp.New(`\w+(?:::\w+)+`)

// findQualifiedNames returns the names with a namespace in all code.
func (x *Index) findQualifiedNames() map[string]bool {
	names := map[string]bool{}
	for f := range x.Files() {
		for _, name := range qualifiedName().FindAll(f.Text, -1) {
			names[string(name)] = true
		}
	}
	return names
}
