package config

import (
	"fmt"
	"math"
	"math/big"
	"slices"
	"sort"
	"strings"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/internal/rubystring"
	"github.com/hieralint/hieralint/engine/rubytext"
	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/lists"
)

// ReadIn is Read for a document of a store, in which it is read once for all environments. The result must not be changed.
func ReadIn(store *data.Store, doc *data.Document, layer Layer) *Config {
	type read struct {
		doc   *data.Document
		layer Layer
	}
	return store.Derived(read{doc, layer}, func() any { return Read(doc, layer) }).(*Config)
}

// Read reads doc as the hiera.yaml of layer. Puppet's messages in the result call the file
// doc.File.Path.
func Read(doc *data.Document, layer Layer) *Config {
	r := &reader{Config: &Config{Doc: doc, Layer: layer}, file: doc.File.Path}
	r.read()
	sort.SliceStable(r.Problems, func(i, j int) bool { return r.Problems[i].Span.Start < r.Problems[j].Span.Start })
	return r.Config
}

// reader builds a Config.
type reader struct {
	*Config
	file        string              // the file's name in Puppet's messages
	defaultsKey *data.Node          // the key `defaults`; nil if missing
	inherited   map[*data.Node]bool // parts of `defaults` that have been checked
	aside       bool                // problems found now do not stop Puppet
	lines       []string            // of the file, once they are needed
	sought      int                 // number of searches for the lines of duplicate names
	searched    int                 // number of lines in these searches
	unclosed    int                 // number of unclosed tokens

	noted    map[noted]bool // problems of nodes
	refusals []int          // where problems start that make Puppet reject the file, sorted
}

// noted is a problem of a node.
type noted struct {
	node *data.Node
	code Code
}

// maxLocations is the maximum number of levels and paths in a hierarchy, because each node has all of them.
const maxLocations = 50_000

// countLocations returns the number of levels and paths in a configuration. Version 3 has all paths for each backend.
func countLocations(root *data.Value) int {
	if !root.Is(data.Hash) {
		return 0
	}
	n, backends := 0, 1
	for _, e := range root.Entries() {
		switch strings.TrimPrefix(e.Key.Text(), ":") {
		case "backends":
			backends = max(len(e.Value.Items()), 1)
		case keyHierarchy, keyDefaultHierarchy, keyPlanHierarchy:
			for _, level := range e.Value.Items() {
				n += max(len(level.Items()), 1)
				for _, of := range level.Entries() {
					n += len(of.Value.Items())
				}
			}
		}
	}
	return n * backends
}

func (r *reader) read() {
	if r.Doc.Err != nil {
		r.unreadable(r.Doc.Err)
		return
	}
	root := r.Doc.Value
	if countLocations(root) > maxLocations {
		r.unreadable(&data.Problem{Code: data.TooLarge, Message: fmt.Sprintf("the hierarchy has more than %d levels and paths, so hieralint does not read it", maxLocations)})
		return
	}
	if !root.Is(data.Hash) {
		r.notAHash()
		return
	}
	version := versionOf(root)
	if v, ok := root.Get(keyVersion); ok {
		r.VersionNode = v.Node()
	}
	if version == nil {
		r.Version = 3
		r.readWithoutVersion(root)
		return
	}
	number, ok := r.versionNumber(version)
	if !ok {
		return
	}
	switch number.String() {
	case "5":
		r.Version = 5
		r.readV5(root)
	case "4":
		r.Version = 4
		r.readV4(root)
	case "3":
		r.Version = 3
		r.readV3(root)
	default:
		r.fail(AtRead, true, "This runtime does not support hiera.yaml version "+number.String()+r.place(0), badVersion(version))
	}
}

// versionOf returns the version by which Puppet decides how to read a file; nil if there is none.
// Puppet decides before it converts symbols to strings, so `version` takes precedence over
// `:version`, whichever remains after the conversion.
func versionOf(root *data.Value) *data.Value {
	var version, symbol *data.Value
	for key, value := range root.Node().Entries() {
		switch key, value := key.Value, value.Value; {
		case key == nil || value == nil || key.Text() != keyVersion:
		case key.Kind() == data.String:
			version = value
		case key.Kind() == data.Symbol:
			symbol = value
		}
	}
	if version == nil && symbol == nil { // it may come from a merge key
		version, _ = root.Get(keyVersion)
	}
	for _, v := range []*data.Value{version, symbol} {
		if v != nil && !v.IsFalsy() {
			return v
		}
	}
	return nil
}

// versionNumber converts the version as Ruby's to_i does: "5" and 5.9 are 5, and any other string
// is 0 (cases config/v*). Values without to_i crash Puppet.
func (r *reader) versionNumber(v *data.Value) (number *big.Int, ok bool) {
	switch v.Kind() {
	case data.Integer:
		return v.BigInt(), true
	case data.String:
		return rubystring.ToI(v.Text()), true
	case data.Float:
		if f := v.Float(); !math.IsNaN(f) && !math.IsInf(f, 0) {
			number, _ = big.NewFloat(f).Int(nil)
			return number, true
		}
		r.crash(AtRead, classFloatDomain, rubytext.Float(v.Float()), badVersion(v))
		return nil, false
	default:
		r.crash(AtRead, classNoMethod, "undefined method `to_i' for "+rubytext.Inspect(v)+":"+rubytext.Class(v), badVersion(v))
		return nil, false
	}
}

func badVersion(v *data.Value) *Problem {
	return &Problem{Code: VersionUnknown, Node: v.Node(), Value: v}
}

// unreadable reports a file that is not valid YAML. Puppet's message for an unknown alias has no
// file name (Puppet 7.23: Util::Yaml adds it only to syntax errors and disallowed classes).
func (r *reader) unreadable(problem *data.Problem) {
	text := "(" + r.file + "): " + problem.Message
	if problem.Code == data.UnknownAlias {
		text = problem.Message
	}
	p := &Problem{Code: Unreadable, Span: problem.Span, Node: problem.Node, Related: problem.Related, Document: problem}
	r.report(&check{
		stage: AtRead, class: classYAML,
		puppet7: Outcome{Fails, text}, puppet8: Outcome{Fails, text},
	}, p)
}

// notAHash reports a file that is empty, an array, or a string. Puppet logs a warning and uses the
// default of version 3.
func (r *reader) notAHash() {
	r.Version = 3
	text := r.file + ": File exists but does not contain a valid YAML hash. Falling back to Hiera version 3 default config"
	problem := &Problem{Code: NotAHash}
	if r.Layer == Global {
		r.warn(text, problem)
		r.readV3(data.NewHash(nil))
		r.Problems, r.Templates = []*Problem{problem}, nil
		return
	}
	r.warn(text)
	r.readV3(data.NewHash(nil))
}

// readWithoutVersion reads a file without a version, which Puppet treats as version 3. If it is
// clearly meant for version 5, only the missing version is reported.
func (r *reader) readWithoutVersion(config *data.Value) {
	r.readV3(config)
	if !looksLikeV5(config) {
		return
	}
	p := &Problem{Code: VersionMissing}
	r.Problems, r.Templates = []*Problem{p}, nil
	for _, k := range r.checks {
		k.problems = r.Problems
		if p.Puppet7.Effect < k.puppet7.Effect {
			p.Puppet7 = k.puppet7
		}
		if p.Puppet8.Effect < k.puppet8.Effect {
			p.Puppet8 = k.puppet8
		}
	}
}

// looksLikeV5 reports whether a file has features that only version 5 has: its top-level keys, or
// levels that are hashes.
func looksLikeV5(config *data.Value) bool {
	for _, name := range []string{"defaults", "default_hierarchy", "plan_hierarchy"} {
		if _, ok := config.Get(name); ok {
			return true
		}
	}
	hierarchy, ok := config.Get("hierarchy")
	return ok && hierarchy.Kind() == data.Array && hierarchy.Len() > 0 && hierarchy.Items()[0].Kind() == data.Hash
}

// report adds a failed check and the problems that cause it.
func (r *reader) report(k *check, problems ...*Problem) {
	if r.aside {
		k.puppet7.Effect, k.puppet8.Effect = Silent, Silent
	}
	k.problems = problems
	r.checks = append(r.checks, k)
	for _, p := range problems {
		p.Stage, p.Puppet7, p.Puppet8 = k.stage, k.puppet7, k.puppet8
		r.note(p)
	}
}

// note adds a problem that is not one of Puppet's checks, or whose outcome is already set.
func (r *reader) note(p *Problem) {
	if p.Node != nil && p.Span == (source.Span{}) {
		p.Span = p.Node.Span
	}
	r.Problems = append(r.Problems, p)
	if p.Node == nil {
		return
	}
	lists.Put(&r.noted, noted{p.Node, p.Code}, true)
	if p.Stage == AtRead {
		at, _ := slices.BinarySearch(r.refusals, p.Span.Start)
		r.refusals = slices.Insert(r.refusals, at, p.Span.Start)
	}
}

// fail adds a check whose failure makes Puppet raise a LookupError. Errors that Puppet raises
// deliberately have an issue code.
func (r *reader) fail(stage Stage, issue bool, text string, problems ...*Problem) {
	out := Outcome{Fails, text}
	r.report(&check{stage: stage, puppet7: out, puppet8: out, class: classLookup, issue: issue}, problems...)
}

// crash adds a check whose failure makes Puppet crash with Ruby's message.
func (r *reader) crash(stage Stage, class, text string, problems ...*Problem) {
	out := Outcome{Fails, text}
	r.report(&check{stage: stage, puppet7: out, puppet8: out, class: class}, problems...)
}

// warn adds a warning that all versions log.
func (r *reader) warn(text string, problems ...*Problem) {
	out := Outcome{Warns, text}
	r.report(&check{stage: AtRead, puppet7: out, puppet8: out}, problems...)
}

// place returns the position in Puppet's messages, ` (file: …, line: N)`, without the line if it is
// 0.
func (r *reader) place(line int) string {
	if line == 0 {
		return " (file: " + r.file + ")"
	}
	return fmt.Sprintf(" (file: %s, line: %d)", r.file, line)
}

// deprecated adds the warning about version 3 or 4, which Puppet logs before it checks anything
// else.
func (r *reader) deprecated() {
	text := fmt.Sprintf("%s: Use of 'hiera.yaml' version %d is deprecated. It should be converted to version 5", r.file, r.Version)
	out := Outcome{Warns, text + r.loggedPlace()}
	k := &check{stage: AtRead, puppet7: out, puppet8: out, deprecation: true}
	if (r.Version == 3) != (r.Layer == Global) {
		r.report(k) // other checks report that the version is not allowed here at all
		return
	}
	r.report(k, &Problem{Code: VersionDeprecated, Node: r.VersionNode})
}

// loggedPlace returns the position that Puppet appends to a warning about the whole file.
func (r *reader) loggedPlace() string { return "\n  " + r.place(0) }
