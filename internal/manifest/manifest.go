// Package manifest reads what the Puppet code of an environment has to do with data: which classes
// there are with which parameters, which keys are looked up and where, which classes are
// included. It reads the manifests, functions, types, plans and templates of all modules and of the environment.
//
// It evaluates nothing, and it is tolerant: a file that it cannot read makes what is in it unknown, not
// wrong. What a call does that is not known when code is read (a computed key, a class whose name is
// a fact) is kept as a Pattern.
package manifest

import (
	"bytes"
	"slices"
	"strings"
	"sync"

	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/engine/types"
	"github.com/hieralint/hieralint/internal/crash"
	"github.com/hieralint/hieralint/internal/nearest"
)

// Index is what the code of an environment says. It does not change, and may be used by several
// goroutines.
type Index struct {
	// Classes, DefinedTypes and Functions are in the order of their names. Functions are those in the
	// Puppet language.
	Classes, DefinedTypes, Functions []*Definition
	// Nodes are the node definitions, in the order in which Puppet reads them.
	Nodes []*Definition
	// Site is what stands outside of definitions in the manifests of the environment: every node
	// evaluates it.
	Site []*Inclusion
	// Facts are the names of the facts that modules and the environment define, as far as they are written out;
	// Variables those of the variables that the manifests of the environment set outside of classes, defined types and
	// functions: at top scope or in a node definition.
	Facts, Variables map[string]bool
	// Uses are the lookups of keys, in the order of files and within those of the source.
	Uses []*Use
	// Unreadable are the files that could not be read, in the order of their paths.
	Unreadable []*Unreadable
	// Crashes are those of hieralint on files, which are among Unreadable then.
	Crashes []*crash.Error

	classes, definedTypes map[string]*Definition
	classesIn             map[string][]*Definition // by module
	definedAliases        map[string]*types.AliasDefinition
	modules               map[string]*module
	own                   *module // the code of the environment itself; nil when there is none
	exact                 map[string][]*Use
	patterns              []*Use
	mentions              func() map[string]struct{}
	lookups               func() *nearest.Names // the keys with a namespace that are looked up
	passed                func() map[string]struct{}
	aliases               *types.Aliases
	types                 sync.Map // of text to boundType
	costly                func() int
}

// Unreadable is a file of code, or a directory of it, that could not be read.
type Unreadable struct {
	File *source.File
	// Module is the name of the module that the file belongs to; "" for the code of the environment.
	Module string
	// Text says why, for a file that Puppet does not parse in Puppet's words; Span is where.
	Text string
	Span source.Span

	role role
	// name is that of what Puppet looks for in the file; what is below it may be there too.
	name string
}

// IsText reports whether the file could be read, but not understood.
func (u *Unreadable) IsText() bool { return len(u.File.Text) > 0 }

// Presence is what is known of a class or defined type by its name.
type Presence uint8

// The presences.
const (
	// Found: it is there.
	Found Presence = iota
	// Unknown: a file in which it may be could not be read.
	Unknown
	// Missing: its module is there and does not define it.
	Missing
	// Elsewhere: there are no manifests of its module, so nothing can be said.
	Elsewhere
)

// Class finds a class by its name; leading colons do not matter. It is nil unless it is Found.
func (x *Index) Class(name string) (*Definition, Presence) { return x.find(x.classes, name) }

// DefinedType finds a defined type by its name, as Class does.
func (x *Index) DefinedType(name string) (*Definition, Presence) {
	return x.find(x.definedTypes, name)
}

// ClassesIn are the classes of a module, in the order of their names. The list is shared: nobody may change it.
func (x *Index) ClassesIn(module string) []*Definition { return x.classesIn[module] }

func (x *Index) find(all map[string]*Definition, name string) (*Definition, Presence) {
	name = strings.ToLower(strings.TrimPrefix(name, "::"))
	if d := all[name]; d != nil {
		return d, Found
	}
	for _, u := range x.Unreadable {
		if u.mayDefine(name) {
			return nil, Unknown
		}
	}
	if m := x.module(name); m == nil || !m.has(manifestRole) {
		return nil, Elsewhere
	}
	return nil, Missing
}

// mayDefine reports whether Puppet would have looked for a class in the file: it goes from a/manifests/b/c.pp for a::b::c up to
// a/manifests/init.pp, and has read the manifests of the environment before.
func (u *Unreadable) mayDefine(name string) bool {
	if u.role != manifestRole {
		return false
	}
	rest, ok := strings.CutPrefix(name, u.name)
	return ok && (rest == "" || u.name == "" || strings.HasPrefix(rest, "::"))
}

// HasModule reports whether there is code of the module that a qualified name belongs to.
func (x *Index) HasModule(name string) bool {
	m := x.module(name)
	return m != nil && len(m.files) > 0
}

func (x *Index) module(name string) *module {
	module, _, _ := strings.Cut(strings.TrimPrefix(name, "::"), "::")
	return x.modules[strings.ToLower(module)]
}

// Parameter finds the parameter that automatic parameter lookup asks the key for. class is nil when the
// key has no such form or its class is not found; parameter is nil when the class does not have it.
func (x *Index) Parameter(key string) (class *Definition, parameter *Parameter) {
	i := strings.LastIndex(key, "::")
	if i <= 0 {
		return nil, nil
	}
	class = x.classes[key[:i]]
	if class == nil {
		return nil, nil
	}
	return class, class.Parameter(key[i+2:])
}

// UsesOf returns the lookups that ask for a root key, or may: those whose key is computed and whose
// Pattern the key fits.
func (x *Index) UsesOf(key string) []*Use {
	uses := x.exact[key]
	uses = uses[:len(uses):len(uses)]
	for _, u := range x.patterns {
		if u.Key.Matches(key) {
			uses = append(uses, u)
		}
	}
	return uses
}

// MeantLookup is the key that code looks up and that was probably meant by a name with a namespace.
func (x *Index) MeantLookup(name string) (key string, ok bool) { return x.lookups().Meant(name, nil) }

// Mentions reports whether the string is anywhere in the code as a literal, other than as the name of a class or defined type.
// It may be what a computed lookup asks for.
func (x *Index) Mentions(text string) bool {
	_, ok := x.mentions()[text]
	return ok && !x.Defines(text)
}

// Passes reports whether code passes the name of a class to a function of a module, which may look up keys that start with it.
func (x *Index) Passes(class string) bool {
	_, ok := x.passed()[class]
	return ok
}

// Quotes reports whether any code of a module, its templates included, has the string in quotes; "" is the environment itself.
func (x *Index) Quotes(module, text string) bool {
	m := x.modules[module]
	if module == "" {
		m = x.own
	}
	if m == nil {
		return false
	}
	if known, ok := m.quoted.Load(text); ok {
		return known.(bool)
	}
	quoted := [][]byte{[]byte("'" + text + "'"), []byte(`"` + text + `"`)}
	found := slices.ContainsFunc(m.files, func(f codeFile) bool {
		code, err := m.store.File(f.path)
		return err == nil && slices.ContainsFunc(quoted, func(q []byte) bool { return bytes.Contains(code.Text, q) })
	})
	m.quoted.Store(text, found)
	return found
}

// Namespaces are the modules that code speaks of: those of the classes that it includes, and of the names among its literals
// for which isOther does not hold.
func (x *Index) Namespaces(isOther func(string) bool) map[string]bool {
	namespaces := map[string]bool{}
	note := func(name string) {
		name = className(name)
		module, _, _ := strings.Cut(name, "::")
		namespaces[module] = true
	}
	for text := range x.mentions() {
		if strings.Contains(text, "::") && !isOther(text) {
			note(text)
		}
	}
	for _, i := range x.allInclusions() {
		note(i.Class.String())
	}
	return namespaces
}

// allInclusions are the inclusions anywhere in the code.
func (x *Index) allInclusions() []*Inclusion {
	all := slices.Clone(x.Site)
	for _, list := range [][]*Definition{x.Classes, x.DefinedTypes, x.Functions, x.Nodes} {
		for _, d := range list {
			all = append(all, d.Inclusions...)
		}
	}
	return all
}

// Declarations are the places at which a class is declared like a resource.
func (x *Index) Declarations(class string) []*Inclusion {
	return slices.DeleteFunc(x.allInclusions(), func(i *Inclusion) bool {
		name, known := i.Class.Text()
		return i.Function != "class" || !known || className(name) != class
	})
}

// Defines reports whether the name is that of a class or defined type in the code.
func (x *Index) Defines(name string) bool {
	name = className(name)
	return x.classes[name] != nil || x.definedTypes[name] != nil
}

// HasCode reports whether there are any manifests with code. Without them nothing can be said about which classes exist.
func (x *Index) HasCode() bool {
	return len(x.Classes)+len(x.DefinedTypes)+len(x.Nodes)+len(x.Site)+len(x.Unreadable) > 0
}
