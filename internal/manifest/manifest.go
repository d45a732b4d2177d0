// Package manifest reads what Puppet code has to do with data: classes with their parameters,
// lookups of keys, and inclusions of classes. It reads the manifests, functions, types, plans, and
// templates of an environment and all its modules.
//
// It evaluates nothing, and it is tolerant: what is in a file that cannot be read is unknown, not
// wrong. If a key or class name is not known until evaluation, such as a computed key, it is
// represented by a Pattern.
package manifest

import (
	"bytes"
	"iter"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/hieralint/hieralint/engine/environment"
	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/engine/types"
	"github.com/hieralint/hieralint/internal/ascii"
	"github.com/hieralint/hieralint/internal/crash"
	"github.com/hieralint/hieralint/internal/lazyregexp"
	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/memo"
	"github.com/hieralint/hieralint/internal/nearest"
	"github.com/hieralint/hieralint/internal/releases"
)

// Index holds what was found in the code of an environment. It is immutable and safe for concurrent
// use.
type Index struct {
	// Classes, DefinedTypes, and Functions are sorted by name. Functions are those in the Puppet
	// language.
	Classes, DefinedTypes, Functions []*Definition
	// Nodes are the node definitions, in the order in which Puppet reads them.
	Nodes []*Definition
	// Site is the code outside of definitions in the manifests of the environment, which is
	// evaluated for every node.
	Site []*Inclusion
	// Facts are the literal names of facts that modules and the environment define. Variables are
	// the names of variables that the manifests of the environment set at top scope or in a node
	// definition.
	Facts, Variables map[string]bool
	// Lookups are the lookups of keys, in the order of files and positions.
	Lookups []*Lookup
	// Creations are the declarations of resources from hashes, in the order of files and positions. Those from hashes that
	// classes pass on to others are at the end.
	Creations []*Creation
	// Titles are the declarations of resources for the elements of arrays, by root key, in the order of files and positions.
	Titles map[string][]*Titles
	// Attributes are the attributes that classes set to the values of keys, by key, in the order of files and positions.
	Attributes map[string][]*Attribute
	// EntryAttributes are the attributes that code sets to values in the entries of hashes, by root key, in the order of files and positions.
	EntryAttributes map[string][]*EntryAttribute
	// Unreadable lists the files that could not be read, in the order of their paths.
	Unreadable []*Unreadable
	// ReleaseOf returns the release of a module that is not in the tree, if it is a known one; nil if none is known.
	ReleaseOf func(module string) (releases.Release, bool)
	// Crashes lists crashes of hieralint while reading files, which Unreadable also contains.
	Crashes []*crash.Error

	classes, definedTypes map[string]*Definition
	misplaced             map[string]*Definition
	again                 map[string][]*Definition // see IsDefinedAgain
	byCertname            map[string]*Definition   // the first node definition with each name
	unnamed               []*Definition            // node definitions with regular expressions, and the default
	classesIn             map[string][]*Definition // by module
	definedAliases        map[string]*types.AliasDefinition
	modules               map[string]*module
	own                   *module // the code of the environment itself; nil if there is none
	exact                 map[string][]*Lookup
	patterns              []*Lookup
	computed              func() *patternIndex // the patterns
	keysOf                func() map[call]int  // the number of keys of each call that looks up keys
	mentions, paths       func() map[string]struct{}
	assembled             func() []Pattern
	filesWith             func() map[string][]int // see Separate
	lookups               func() *nearest.Names   // the names of keys with a namespace that are looked up
	passed                func() map[string]struct{}
	adjusted              func() map[string]struct{}
	qualifiedNames        func() map[string]bool // see findQualifiedNames
	aliases               *types.Aliases
	types                 memo.Map[string, boundType] // by text
	releasedDefinitions   memo.Map[released, *Definition]
	releasedAliases       memo.Map[string, *types.AliasDefinition] // by name
	fileUses              memo.Map[*source.File, *fileUses]        // see IsMisnamed
	uses                  memo.Map[*Definition, *variableUses]     // see IsMisnamed
	knownTypes            sync.Map                                 // keys of types that are defined, as are all types in them
	costly, alternatives  func() int
}

// Unreadable is a code file or directory that could not be read.
type Unreadable struct {
	File *source.File
	// Module is the name of the module that the file belongs to; "" for the code of the
	// environment.
	Module string
	// Text is the reason: for a file that Puppet cannot parse, Puppet's message. Span is its
	// position.
	Text string
	Span source.Span

	role role
	// name is the name that Puppet looks for in the file; names that start with it may also be
	// there.
	name string
}

// IsText reports whether the file could be read, but not parsed.
func (u *Unreadable) IsText() bool { return len(u.File.Text) > 0 }

// Reason is the reason without text of strings and numbers that Puppet quotes. It may be a part of a secret,
// such as a password with a dollar sign in double quotes.
func (u *Unreadable) Reason() string { return quotesText().ReplaceAllString(u.Text, "$1") }

// quotesText matches the reasons that quote text of strings and numbers.
var quotesText = lazyregexp.New(`(?s)\A(Syntax error|Unclosed quote|Illegal number|Illegal (?:numeric )?variable name|Not a valid \w+ number)\b(?:.*['"]| [0-9]).*\z`)

// Presence describes what is known about a class or defined type.
type Presence uint8

// The presences.
const (
	// Found: it exists.
	Found Presence = iota
	// Unknown: a file that may contain it could not be read.
	Unknown
	// Missing: its module exists but does not define it.
	Missing
	// Elsewhere: there are no manifests of its module, so nothing is known.
	Elsewhere
)

// Class returns the class with that name, ignoring leading colons; nil unless it is Found.
func (x *Index) Class(name string) (*Definition, Presence) { return x.find(x.classes, name) }

// DefinedType returns the defined type with that name, like Class.
func (x *Index) DefinedType(name string) (*Definition, Presence) {
	return x.find(x.definedTypes, name)
}

// Rejected returns a file of a module that Puppet reads before it has found the class with that name, and
// rejects, so that it cannot load the class; nil if there is none.
func (x *Index) Rejected(name string) *Unreadable {
	return lists.Find(x.Unreadable, func(u *Unreadable) bool { return u.IsText() && u.name != "" && u.mayDefine(name) })
}

// Misplaced returns a class that Puppet does not find, since it is in the file of another class, and
// the path in its module where Puppet looks for it; nil if there is none.
func (x *Index) Misplaced(name string) (class *Definition, path string) {
	class = x.misplaced[name]
	if class == nil {
		return nil, ""
	}
	module, path := environment.ClassFile(name)
	return class, module + "/" + path
}

// ClassesIn returns the classes of a module, sorted by name. The list is shared and must not be
// changed.
func (x *Index) ClassesIn(module string) []*Definition { return x.classesIn[module] }

func (x *Index) find(all map[string]*Definition, name string) (*Definition, Presence) {
	name = className(name)
	if d := all[name]; d != nil {
		return d, Found
	}
	for _, u := range x.Unreadable {
		if u.mayDefine(name) && (u.name == name || !u.IsText() || u.names(name)) {
			return nil, Unknown
		}
	}
	if m := x.module(name); m == nil || !m.has(manifestRole) {
		return nil, Elsewhere
	}
	return nil, Missing
}

// mayDefine reports whether Puppet would look for a class in the file: for a::b::c, in
// a/manifests/b/c.pp up to a/manifests/init.pp, after it has read the manifests of the environment.
func (u *Unreadable) mayDefine(name string) bool {
	return u.role == manifestRole && isSought(u.name, name)
}

// names reports whether the text contains the last segment of a qualified name as a word, as the definition of a class
// does, also within another class.
func (u *Unreadable) names(name string) bool {
	text, segment := u.File.Text, []byte(name[strings.LastIndex(name, ":")+1:])
	for at := 0; ; at++ {
		i := bytes.Index(text[at:], segment)
		if i < 0 {
			return false
		}
		at += i
		end := at + len(segment)
		if (at == 0 || !ascii.IsWord(text[at-1])) && (end == len(text) || !ascii.IsWord(text[end])) {
			return true
		}
	}
}

// isSought reports whether Puppet looks for a class in the file of another, or in a manifest of the
// environment, whose name is empty.
func isSought(file, name string) bool {
	rest, ok := strings.CutPrefix(name, file)
	return ok && (rest == "" || file == "" || strings.HasPrefix(rest, "::"))
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

// Parameter returns the parameter whose automatic parameter lookup reads the key. class is nil if
// the key does not have that form or the class is not found; parameter is nil if no definition of the class has it.
func (x *Index) Parameter(key string) (class *Definition, parameter *Parameter) {
	name, last, ok := CutParameter(key)
	if !ok {
		return nil, nil
	}
	if class = x.classes[name]; class == nil {
		return nil, nil
	}
	if parameter = class.Parameter(last); parameter == nil {
		for _, d := range x.again[name] {
			if parameter = d.Parameter(last); parameter != nil {
				return d, parameter
			}
		}
	}
	return class, parameter
}

// IsDefinedAgain reports whether several manifests of the environment define a class. They may be for several calls of puppet apply.
func (x *Index) IsDefinedAgain(class string) bool { return len(x.again[class]) > 0 }

// CutParameter splits a key before its last segment, which may be the parameter of a class. ok is false if the key has no
// namespace.
func CutParameter(key string) (class, parameter string, ok bool) {
	at := strings.LastIndex(key, "::")
	if at <= 0 {
		return "", "", false
	}
	return key[:at], key[at+2:], true
}

// LookupsOf returns the lookups that read or may read a root key: those with a computed key may if
// their Pattern matches.
func (x *Index) LookupsOf(key string) []*Lookup {
	uses := x.exact[key]
	return x.computed().find(slices.Clip(uses), key)
}

// ExactLookupsOf returns the lookups of a root key that is not computed.
func (x *Index) ExactLookupsOf(key string) []*Lookup { return x.exact[key] }

// call is a call in a file.
type call struct {
	file *source.File
	span source.Span
}

// IsAlone reports whether the call of a lookup looks up no other key.
func (x *Index) IsAlone(u *Lookup) bool { return x.keysOf()[call{u.File, u.Call}] == 1 }

func (x *Index) countKeys() map[call]int {
	keys := make(map[call]int, len(x.Lookups))
	for _, u := range x.Lookups {
		keys[call{u.File, u.Call}]++
	}
	return keys
}

// MeantLookup returns the key with a namespace that code looks up and that is most similar to the
// name.
func (x *Index) MeantLookup(name string) (key string, ok bool) { return x.lookups().Meant(name, nil) }

// Mentions reports whether the string is a literal in the code, other than as the name of a class
// or defined type, so that a computed lookup may look it up.
func (x *Index) Mentions(text string) bool {
	_, ok := x.mentions()[text]
	return ok && !x.Defines(text)
}

// Separate reports whether the code contains two names, each as a literal string or a parameter, but no file contains both.
func (x *Index) Separate(name, other string) bool {
	files := x.filesWith()
	with, without := files[name], files[other]
	return len(with) > 0 && len(without) > 0 && !slices.ContainsFunc(with, func(number int) bool {
		_, both := slices.BinarySearch(without, number)
		return both
	})
}

// Strings iterates over the literal strings in the code that are single words or absolute paths.
func (x *Index) Strings() iter.Seq[string] {
	return func(yield func(string) bool) {
		for _, texts := range []map[string]struct{}{x.mentions(), x.paths()} {
			for text := range texts {
				if !yield(text) {
					return
				}
			}
		}
	}
}

// Assembles reports whether a string with interpolated expressions in the code can be the name, so that a computed lookup
// may look it up.
func (x *Index) Assembles(name string) bool {
	return slices.ContainsFunc(x.assembled(), func(p Pattern) bool { return p.Matches(name) })
}

// Passes reports whether code passes the name of a class to a function of a module, which may look
// up keys that start with it.
func (x *Index) Passes(class string) bool {
	_, ok := x.passed()[class]
	return ok
}

// Adjusts reports whether code sets attributes of resources of a type elsewhere than where they are
// declared: as defaults, for one that is declared already, or when collecting them.
func (x *Index) Adjusts(typ string) bool {
	_, ok := x.adjusted()[typ]
	return ok
}

// Quotes reports whether the code of a module, including its templates, contains the string in
// quotes; "" is the environment itself.
func (x *Index) Quotes(module, text string) bool {
	m := x.modules[module]
	if module == "" {
		m = x.own
	}
	if m == nil {
		return false
	}
	return m.quoted.Of(text, func() bool {
		quoted := [][]byte{[]byte("'" + text + "'"), []byte(`"` + text + `"`)}
		return slices.ContainsFunc(m.files, func(f codeFile) bool {
			code, err := m.store.File(f.path)
			return err == nil && slices.ContainsFunc(quoted, func(q []byte) bool { return bytes.Contains(code.Text, q) })
		})
	})
}

// Files iterates over the code files that can be read, including templates and Ruby code.
func (x *Index) Files() iter.Seq[*source.File] {
	return func(yield func(*source.File) bool) {
		modules := slices.Collect(maps.Values(x.modules))
		if x.own != nil {
			modules = append(modules, x.own)
		}
		for _, m := range modules {
			for _, f := range m.files {
				if code, err := m.store.File(f.path); f.err == nil && err == nil && !yield(code) {
					return
				}
			}
		}
	}
}

// Namespaces returns the modules that code mentions: those of included classes, and of the names
// among its literals for which isOther returns false.
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
	for _, i := range x.Inclusions() {
		note(i.Class.String())
	}
	return namespaces
}

// Inclusions returns all inclusions in the code, whether in a definition or not.
func (x *Index) Inclusions() []*Inclusion {
	definitions := slices.Concat(x.Classes, x.DefinedTypes, x.Functions, x.Nodes)
	return slices.Concat(x.Site, lists.FlatMap(definitions, func(d *Definition) []*Inclusion { return d.Inclusions }))
}

// Declarations returns the places at which a class is declared like a resource.
func (x *Index) Declarations(class string) []*Inclusion {
	return slices.DeleteFunc(x.Inclusions(), func(i *Inclusion) bool {
		name, known := i.Class.Text()
		return i.Function != "class" || !known || className(name) != class
	})
}

// Defines reports whether the code defines a class or defined type with the name.
func (x *Index) Defines(name string) bool {
	name = className(name)
	return x.classes[name] != nil || x.definedTypes[name] != nil
}

// HasCode reports whether there are any manifests with code. Without them, nothing is known about
// which classes exist.
func (x *Index) HasCode() bool {
	return len(x.Classes)+len(x.DefinedTypes)+len(x.Nodes)+len(x.Site)+len(x.Unreadable) > 0
}
