package rule

import (
	"slices"
	"strings"
	"sync"

	"github.com/hieralint/hieralint/engine/config"
	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/interpolate"
	"github.com/hieralint/hieralint/engine/lookupoptions"
	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/project"
)

// contents collects the nodes of a data file that rules check, in a single walk: since most scalars
// concern no rule, walking the file in each rule would take longer than the checks. All lists are in
// the order of the file. Aliased values are visited at their anchor.
type contents struct {
	file            *project.File
	selectors       []*Selector // of the run
	isUnreadExample bool        // see the function
	once            sync.Once

	// options is the value of the effective lookup_options, or nil; problems is what the engine
	// finds wrong with it.
	options  *data.Node
	problems []lookupoptions.Problem
	// unquoted lists the scalars that start with an unquoted token, because of which the file
	// cannot be parsed.
	unquoted []source.Span
	// texts lists the strings with tokens: values and the keys of nested hashes. Puppet does not
	// interpolate top-level keys (Puppet 7.23).
	texts []Text
	// selected are the nodes that the selectors choose; nil if there are none.
	selected map[*Selector][]*data.Node
}

// take collects the nodes of a data file.
func (c *contents) take(root *data.Node) {
	for key, value := range root.Entries() {
		c.choose(RootKeys, key, false)
		c.walk(value, IsKey(key, lookupoptions.Key))
	}
}

func (c *contents) walk(n *data.Node, inOptions bool) {
	switch n.Kind {
	case data.Scalar:
		c.scalar(n, inOptions)
	case data.Mapping:
		for key, value := range n.Entries() {
			if !IsUnusableKey(key) && !key.Value.Is(data.Symbol) { // symbols become strings as keys
				c.walk(key, inOptions)
			}
			c.choose(NestedKeys, key, inOptions)
			c.walk(value, inOptions)
		}
		c.choose(Hashes, n, inOptions)
	case data.Sequence:
		for _, child := range n.Children {
			c.walk(child, inOptions)
		}
	case data.Alias:
	}
}

func (c *contents) scalar(n *data.Node, inOptions bool) {
	if n.Value == nil {
		return
	}
	part := Scalars
	if n.Value.Kind() == data.String {
		if t := interpolate.Parse(n.Value.Text()); t != nil {
			c.texts = append(c.texts, Text{Node: n, Template: t, InOptions: inOptions})
		}
		part |= Strings
	}
	c.choose(part, n, inOptions)
}

// choose records a node for the selectors that choose it among those parts of the file.
func (c *contents) choose(parts Part, n *data.Node, inOptions bool) {
	for _, s := range c.selectors {
		if s.Parts&parts != 0 && !(inOptions && s.NotOptions) && s.Choose(n) {
			lists.Put(&c.selected, s, append(c.selected[s], n))
		}
	}
}

// IsUnusableKey reports whether Puppet rejects a hash with this key. Symbols become strings.
func IsUnusableKey(key *data.Node) bool {
	if key.Value == nil {
		return false
	}
	switch key.Value.Kind() {
	case data.Undef, data.Boolean, data.Array, data.Hash:
		return true
	}
	return false
}

// collected returns the contents. The first call collects them.
func (c *contents) collected() *contents {
	c.once.Do(c.collect)
	return c
}

func (c *contents) collect() {
	for _, problem := range c.file.Doc.Problems {
		if problem.Code == data.UnquotedToken {
			c.unquoted = append(c.unquoted, problem.Span)
		}
	}
	root := c.file.Doc.Root
	if root == nil || root.Kind != data.Mapping {
		return
	}
	c.take(root)
	for key, value := range root.Entries() {
		if IsKey(key, lookupoptions.Key) {
			c.options = value // the last of several takes effect
		}
	}
	if c.options != nil {
		c.problems = lookupoptions.Check(c.options.Value, moduleOf(c.file))
	}
}

// Texts returns the strings of the data file that Puppet interpolates.
func (p *FilePass) Texts() []Text {
	if slices.ContainsFunc(p.File.Functions, func(f *project.DataFunction) bool { return !f.Interpolates }) {
		return nil
	}
	return p.contents.collected().texts
}

// IsUnparsable reports whether a scalar starts with an unquoted token, so that Puppet cannot parse
// the file.
func (p *FilePass) IsUnparsable(n *data.Node) bool {
	spans := p.contents.collected().unquoted
	i, found := slices.BinarySearchFunc(spans, n.Span.Start, func(s source.Span, start int) int { return s.Start - start })
	if !found {
		i--
	}
	return i >= 0 && n.Span.End <= spans[i].End
}

// Options returns the effective lookup_options of the data file; nil if there is none.
func (p *FilePass) Options() *data.Node { return p.contents.collected().options }

// OptionProblems returns what the engine finds wrong with the lookup_options of the data file.
func (p *FilePass) OptionProblems() []lookupoptions.Problem { return p.contents.collected().problems }

// Module returns the module that the data belongs to; "" for data of an environment.
func (p *FilePass) Module() string { return moduleOf(p.File) }

func moduleOf(f *project.File) string {
	for _, m := range f.Matches {
		if m.Root.Layer != config.Module {
			return ""
		}
	}
	if names := f.Modules(); len(names) > 0 {
		return names[0]
	}
	return ""
}

// RootKeys returns the root keys of the data file, including duplicates and merge keys.
func (p *FilePass) RootKeys() []*data.Node {
	return slices.Collect(lists.Keys(p.Doc().Root.Entries()))
}

// Selector chooses nodes of data files: for Rule.CheckNode, or for the rules that list it in Rule.Selectors, to which
// FilePass.Selected returns them.
type Selector struct {
	// Parts are the parts of a file among which it chooses, and NotOptions excludes lookup_options.
	Parts      Part
	NotOptions bool
	// Choose reports whether a node may concern the rules. It is called for each node, so it should
	// be fast rather than exact.
	Choose func(*data.Node) bool
}

// Part is a set of nodes of a data file.
type Part uint8

// The parts.
const (
	Scalars    Part = 1 << iota // scalars, including those keys of nested hashes that Puppet accepts
	Strings                     // Scalars whose value is a string
	RootKeys                    // keys at the top level
	NestedKeys                  // keys of nested hashes
	Hashes                      // nested hashes
)

// Selected returns the nodes of the data file that one of the rule's selectors chooses.
func (p *FilePass) Selected(s *Selector) []*data.Node {
	if s != p.rule.Nodes && !slices.Contains(p.rule.Selectors, s) {
		panic(p.rule.Name + " does not list the selector")
	}
	return p.contents.collected().selected[s]
}

// run checks the data file.
func (p *FilePass) run(r *Rule) {
	if r.CheckNode != nil {
		for _, n := range p.Selected(r.Nodes) {
			r.CheckNode(p, n)
		}
	}
	if r.CheckFile != nil {
		r.CheckFile(p)
	}
}

// Blocks chooses the strings that may contain a hiera-eyaml block, ENC[…], DEC::…[…]!, or DEC:GPG[…]!, in upper or
// lower case.
var Blocks = &Selector{Parts: Strings, Choose: func(n *data.Node) bool {
	for rest := n.Value.Text(); ; {
		at := strings.IndexByte(rest, '[')
		if at < 0 {
			return false
		}
		head := rest[:at]
		if endsIn(head, "ENC") || endsIn(head, "ENC ") || endsIn(head, "GPG") || endsIn(head, "PKCS7") || strings.Contains(head, "::") {
			return true
		}
		rest = rest[at+1:]
	}
}}

// endsIn reports whether a text ends in an ASCII suffix, in upper or lower case.
func endsIn(text, suffix string) bool {
	return len(text) >= len(suffix) && strings.EqualFold(text[len(text)-len(suffix):], suffix)
}
