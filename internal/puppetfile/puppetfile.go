// Package puppetfile reads Puppetfiles, in which r10k, Code Manager, and librarian-puppet find the modules of an
// environment.
//
// A Puppetfile is a Ruby program. Its declarations are read, but nothing is run: what a program computes is unknown, except for strings that are
// assigned to variables, inserted into others, or added.
package puppetfile

import (
	"slices"
	"strings"

	"github.com/hieralint/hieralint/internal/ascii"
)

// File is a Puppetfile.
type File struct {
	Modules []Module
	// Forge is the URL of the Forge, or "".
	Forge string
	// Computed reports that names of modules are computed.
	Computed bool
}

// Source is where a module comes from.
type Source byte

// The sources of modules.
const (
	Forge Source = iota
	Git
	Subversion
	Tarball
	Local // it is in the repository of the Puppetfile
)

// Module is the declaration of a module.
type Module struct {
	// Author and Name are the parts of its name. Many modules that do not come from the Forge have no author.
	Author, Name string
	Source       Source
	// URL is the address of its repository or archive.
	URL string
	// Version is the version of a release, `latest`, the checksum of an archive, or a tag, branch, or commit of a
	// repository; "" if none is given.
	Version string
	// IsFixed reports that the version of a repository is a tag or commit, which do not change.
	IsFixed bool
	// OfControlRepo reports that the branch is the one of the control repo. DefaultBranch is used if there is no such
	// branch, or no Version.
	OfControlRepo bool
	DefaultBranch string
	// Dir is the directory that contains the directory of the module; "" for the usual one.
	Dir string
	// Computed reports that an option is computed, so that its value is unknown.
	Computed bool
	// Line is the line of the declaration, from 1.
	Line int
}

// Parse reads a Puppetfile. What is not Ruby is skipped. If the text is too long, further names count as computed.
func Parse(text string) *File {
	tokens, isComplete := scan(text)
	r := &reader{tokens: evaluate(tokens), file: File{Computed: !isComplete}}
	isStart := true
	for r.tokens[0].kind != end {
		t := r.tokens[0]
		r.tokens = r.tokens[1:]
		if isStart && t.kind == word && slices.Contains([]string{"mod", "forge", "moduledir"}, t.value) && r.isCall() {
			r.declare(t, r.arguments())
			t = token{kind: newline}
		}
		isStart = t.kind == newline || slices.ContainsFunc([]string{"{", "|", ";", "do", "then", "else"}, t.is)
	}
	return &r.file
}

type reader struct {
	tokens []token // the rest
	file   File
	dir    string // the last moduledir
}

// isCall reports whether a function is called, rather than, for example, a variable assigned.
func (r *reader) isCall() bool {
	t := r.tokens[0]
	return t.kind == text || t.kind == symbol || t.kind == word || t.is("(")
}

// argument is an argument of a call, or an option in its hash.
type argument struct {
	key   string // of an option
	value []token
}

// literal returns the value of an argument if it is a string, a symbol, or a word such as true.
func (a argument) literal() (value string, ok bool) {
	if len(a.value) != 1 || a.value[0].computed || a.value[0].kind == punctuation ||
		a.value[0].kind == word && !slices.Contains([]string{"true", "false", "nil"}, a.value[0].value) {
		return "", false
	}
	return a.value[0].value, true
}

// arguments reads the arguments of a call.
func (r *reader) arguments() []argument {
	var all []argument
	var current argument
	add := func() {
		if current.key != "" || len(current.value) > 0 {
			all = append(all, current)
		}
		current = argument{}
	}
	depth := 0 // of parentheses and of the braces of options
	var last token
	for ; !r.endsCall(depth, last); r.tokens = r.tokens[1:] {
		t := r.tokens[0]
		switch {
		case t.kind == newline:
			continue
		case t.is("(") && (len(all) == 0 && current.value == nil) || t.is("{") && current.value == nil:
			depth++
		case (t.is(")") || t.is("}")) && depth > 0:
			depth--
		case t.is(","):
			add()
		case t.kind == label && current.key == "" && len(current.value) == 0:
			current.key = t.value
		case t.is("=>") && current.key == "" && len(current.value) == 1:
			current.key, current.value = current.value[0].value, nil
		default:
			current.value = append(current.value, t)
		}
		last = t
	}
	add()
	return all
}

// endsCall reports whether the next token is not part of a call after the last one. depth is the number of open parentheses
// and braces. A declaration at the start of a line is another call, even if parentheses are not closed.
func (r *reader) endsCall(depth int, last token) bool {
	switch t := r.tokens[0]; {
	case t.kind == end:
		return true
	case t.kind == newline:
		next := slices.IndexFunc(r.tokens, func(t token) bool { return t.kind != newline })
		return r.tokens[next].is("mod") || depth == 0 && !last.is(",") && !last.is("=>") && last.kind != label
	case depth > 0:
		return false
	default:
		return t.is(";") || t.is("}") || t.is("end") || t.is("if") || t.is("unless")
	}
}

// declare records a call.
func (r *reader) declare(function token, arguments []argument) {
	if len(arguments) == 0 || arguments[0].key != "" {
		return
	}
	first, ok := arguments[0].literal()
	switch {
	case function.value == "forge":
		r.file.Forge = first
	case function.value == "moduledir":
		if r.dir = first; !ok {
			r.dir = computedDir
		}
	case !ok:
		r.file.Computed = true
	default:
		m := Module{Line: function.line, Dir: r.dir}
		m.read(first, arguments[1:])
		if m.Name != "" {
			r.file.Modules = append(r.file.Modules, m)
		}
	}
}

// computedDir stands for a directory that is not known. No file system has it.
const computedDir = "\x00"

// read sets the parts of a declaration.
func (m *Module) read(name string, options []argument) {
	if i := strings.IndexFunc(name, func(c rune) bool { return !ascii.IsWord(c) && c != '-' && c != '/' }); i >= 0 {
		name = name[:i]
	}
	author := strings.LastIndexAny(name, "-/")
	m.Author, m.Name = name[:max(author, 0)], name[author+1:]
	if m.Dir == computedDir {
		m.Dir, m.Computed = "", true
	}
	for _, o := range options {
		value, ok := o.literal()
		m.Computed = m.Computed || !ok
		switch o.key {
		case "git":
			m.Source, m.URL = Git, value
		case "svn":
			m.Source, m.URL = Subversion, value
		case "tarball":
			m.Source, m.URL = Tarball, value
		case "local":
			if value == "true" {
				m.Source = Local
			}
		case "type":
			m.Source = map[string]Source{"git": Git, "svn": Subversion, "tarball": Tarball, "local": Local}[value]
		case "source":
			m.URL = value
		case "", "version", "ref", "checksum", "rev", "revision":
			m.Version = value
		case "tag", "commit":
			m.Version, m.IsFixed = value, true
		case "branch":
			m.Version = value
		case "default_branch":
			m.DefaultBranch = value
		case "install_path":
			m.Dir = value
		}
	}
	if m.Version == "control_branch" {
		m.Version, m.OfControlRepo = "", true
	}
	if isCommit(m.Version) {
		m.IsFixed = m.Source == Git
	}
}

// isCommit reports whether a version is the full name of a commit.
func isCommit(version string) bool {
	const digits = 40
	return len(version) == digits && strings.Trim(version, "0123456789abcdef") == ""
}
