package config

import (
	"fmt"
	"math"
	"math/big"
	"sort"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/internal/rubystring"
	"github.com/hieralint/hieralint/engine/rubytext"
	"github.com/hieralint/hieralint/engine/source"
)

// Read makes sense of doc as the hiera.yaml of layer. The texts of Puppet in its problems name
// the file as doc.File.Path does.
func Read(doc *data.Document, layer Layer) *Config {
	r := &reader{Config: &Config{Doc: doc, Layer: layer}, file: doc.File.Path}
	r.read()
	sort.SliceStable(r.Problems, func(i, j int) bool { return r.Problems[i].Span.Start < r.Problems[j].Span.Start })
	return r.Config
}

// reader fills a Config.
type reader struct {
	*Config
	file        string              // as Puppet names it
	defaultsKey *data.Node          // the key `defaults`; nil when it is not given
	inherited   map[*data.Node]bool // parts of `defaults` that have been checked
	aside       bool                // what is found now does not keep Puppet from going on
	lines       []string            // of the file, once a line is looked for
	sought      int                 // how often names given twice were looked for
}

func (r *reader) read() {
	if r.Doc.Err != nil {
		r.unreadable(r.Doc.Err)
		return
	}
	root := r.Doc.Value
	if root == nil || root.Kind() != data.Hash {
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

// versionOf is the version by which Puppet chooses how to read a file; nil when there is none. Puppet
// chooses before it turns Symbols into Strings: `version` counts before `:version`, whichever is left
// in the end.
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

// truthy is the entry of a hash when it is there and neither null nor false; nil otherwise.
func truthy(hash *data.Value, key string) *data.Value {
	v, ok := hash.Get(key)
	if !ok || v.IsFalsy() {
		return nil
	}
	return v
}

// versionNumber is Ruby's to_i of the version: "5" and 5.9 are 5, any other text is 0 (cases
// config/v*). What has no to_i crashes Puppet.
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

// unreadable is a file that is not YAML. The text for an unknown alias has no file name (Puppet
// 7.23: Util::Yaml adds it to syntax errors and refused classes only).
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

// notAHash is an empty file, a list or a text: Puppet warns and takes the default of version 3.
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

// readWithoutVersion reads a file without a version, which is version 3 to Puppet. Where it is
// plainly meant for version 5, a single problem says so instead of all that is wrong with it as
// version 3.
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

// looksLikeV5 reports whether a file has what only version 5 has: its root keys, or levels that are
// mappings.
func looksLikeV5(config *data.Value) bool {
	for _, name := range []string{"defaults", "default_hierarchy", "plan_hierarchy"} {
		if _, ok := config.Get(name); ok {
			return true
		}
	}
	hierarchy, ok := config.Get("hierarchy")
	return ok && hierarchy.Kind() == data.Array && hierarchy.Len() > 0 && hierarchy.Items()[0].Kind() == data.Hash
}

// report adds a check that the file does not pass, with the problems it is about.
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

// note adds a problem that is no check of Puppet's own, or one whose outcome is already set.
func (r *reader) note(p *Problem) {
	if p.Node != nil && p.Span == (source.Span{}) {
		p.Span = p.Node.Span
	}
	r.Problems = append(r.Problems, p)
}

// fail is a check after which Puppet raises a LookupError. Those that it raises itself have an
// issue code.
func (r *reader) fail(stage Stage, issue bool, text string, problems ...*Problem) {
	out := Outcome{Fails, text}
	r.report(&check{stage: stage, puppet7: out, puppet8: out, class: classLookup, issue: issue}, problems...)
}

// crash is a place where Puppet falls over, with Ruby's text.
func (r *reader) crash(stage Stage, class, text string, problems ...*Problem) {
	out := Outcome{Fails, text}
	r.report(&check{stage: stage, puppet7: out, puppet8: out, class: class}, problems...)
}

// warn is a warning of all versions.
func (r *reader) warn(text string, problems ...*Problem) {
	out := Outcome{Warns, text}
	r.report(&check{stage: AtRead, puppet7: out, puppet8: out}, problems...)
}

// place is where Puppet says that an error is: ` (file: …, line: N)`, without line for 0.
func (r *reader) place(line int) string {
	if line == 0 {
		return " (file: " + r.file + ")"
	}
	return fmt.Sprintf(" (file: %s, line: %d)", r.file, line)
}

// deprecated warns of version 3 or 4, as Puppet does before it looks at anything else in the file.
func (r *reader) deprecated() {
	text := fmt.Sprintf("%s: Use of 'hiera.yaml' version %d is deprecated. It should be converted to version 5", r.file, r.Version)
	out := Outcome{Warns, text + r.loggedPlace()}
	k := &check{stage: AtRead, puppet7: out, puppet8: out, deprecation: true}
	if (r.Version == 3) != (r.Layer == Global) {
		r.report(k) // that it is not allowed here at all is said elsewhere
		return
	}
	r.report(k, &Problem{Code: VersionDeprecated, Node: r.VersionNode})
}

// loggedPlace is what Puppet logs behind a warning about the file as a whole.
func (r *reader) loggedPlace() string { return "\n  " + r.place(0) }
