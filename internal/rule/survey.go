package rule

import (
	"slices"
	"strings"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/interpolate"
	"github.com/hieralint/hieralint/internal/project"
)

// mayBeBlock tells whether a text may have a block of hiera-eyaml in it: ENC[…] or DEC::…[…]!, in
// whatever letters.
func mayBeBlock(text string) bool {
	for rest := text; ; {
		at := strings.IndexByte(rest, '[')
		if at < 0 {
			return false
		}
		if at >= 3 && strings.EqualFold(rest[at-3:at], "ENC") || at >= 4 && strings.EqualFold(rest[at-4:at], "ENC ") || strings.Contains(rest[:at], "::") {
			return true
		}
		rest = rest[at+1:]
	}
}

// interpolates tells whether tokens in the file are interpolated, as far as is known.
func (p *Pass) interpolates() bool {
	return !slices.ContainsFunc(p.Subject.File.Functions, func(f *project.DataFunction) bool { return !f.Interpolates })
}

// survey is what several rules want to know about the values of a data file, found in one walk:
// most scalars are of interest to no rule, and a walk of each rule over all of them would cost more
// than the rules themselves. All lists are in the order of the file. What an alias stands for is
// visited where it is anchored.
type survey struct {
	// texts are the strings with tokens: values, and the keys of nested hashes. Puppet does not
	// interpolate the keys at the root (hiera-semantics §8.2, Puppet 7.23).
	texts []Text
	// dollars are the strings with a `$`.
	Dollars []*data.Node
	// implicit are the scalars without quotes and tags that YAML and people may take for different
	// things, see isImplicit; without those of lookup_options, whose mistakes have rules of their own.
	implicit []*data.Node
	// blocks are the strings with what may be a block of hiera-eyaml, see mayBeBlock.
	Blocks []*data.Node
	// secrets are the keys, at any depth, that are called like a secret and have a string, or have a
	// private key.
	Secrets []*data.Node
	// keys are the keys of nested hashes that are neither texts nor numbers, symbols the values that
	// are symbols: Puppet refuses both.
	Keys, Symbols []*data.Node
}

// take goes through the values of a data file.
func (s *survey) take(root *data.Node) {
	for i := 0; i+1 < len(root.Children); i += 2 {
		s.secret(root.Children[i], root.Children[i+1])
		s.walk(root.Children[i+1], IsKey(root.Children[i], OptionsKey))
	}
}

func (s *survey) walk(n *data.Node, inOptions bool) {
	switch n.Kind {
	case data.Scalar:
		s.scalar(n, inOptions)
	case data.Mapping:
		for i := 0; i+1 < len(n.Children); i += 2 {
			key := n.Children[i]
			switch {
			case isUnusableKey(key):
				s.Keys = append(s.Keys, key)
			case key.Value == nil || key.Value.Kind() != data.Symbol: // which becomes a text as a key
				s.walk(key, inOptions)
			}
			s.secret(key, n.Children[i+1])
			s.walk(n.Children[i+1], inOptions)
		}
	case data.Sequence:
		for _, child := range n.Children {
			s.walk(child, inOptions)
		}
	case data.Alias:
	}
}

// secret notes an entry that may be a secret.
func (s *survey) secret(key, value *data.Node) {
	if value.Kind == data.Scalar && value.Value != nil && value.Value.Kind() == data.String && key.Kind == data.Scalar && SecretKindIn(key.Text(), value.Value.Text()) != noSecret {
		s.Secrets = append(s.Secrets, key)
	}
}

func (s *survey) scalar(n *data.Node, inOptions bool) {
	if n.Value == nil {
		return
	}
	switch n.Value.Kind() {
	case data.String:
		if t := interpolate.Parse(n.Value.Text()); t != nil {
			s.texts = append(s.texts, Text{Node: n, Template: t, InOptions: inOptions})
		}
		if strings.IndexByte(n.Value.Text(), '$') >= 0 {
			s.Dollars = append(s.Dollars, n)
		}
		if mayBeBlock(n.Value.Text()) {
			s.Blocks = append(s.Blocks, n)
		}
	case data.Symbol:
		if name := n.Value.Text(); name != "default" && name != "undef" {
			s.Symbols = append(s.Symbols, n)
		}
	default:
	}
	if !inOptions && n.Style == data.Plain && n.Tag == "" && n.Doc.Format == data.YAML && isImplicit(n) {
		s.implicit = append(s.implicit, n)
	}
}

// isUnusableKey tells whether Puppet refuses a hash with this key. Symbols become texts.
func isUnusableKey(key *data.Node) bool {
	if key.Value == nil {
		return false
	}
	switch key.Value.Kind() {
	case data.Undef, data.Boolean, data.Array, data.Hash:
		return true
	default:
		return false
	}
}

// isImplicit tells whether a scalar without quotes is one that people and YAML may take for
// different things: a boolean other than true and false, a number that is not written as plain
// digits, and a text that looks like the beginning of one.
func isImplicit(n *data.Node) bool {
	text := n.Text()
	switch n.Value.Kind() {
	case data.Boolean:
		return text != "true" && text != "false"
	case data.Integer:
		return text[0] == '0' && len(text) > 1 || strings.Trim(text, "0123456789") != ""
	case data.Float:
		return true
	case data.String:
		return text[0] == '0' || strings.IndexByte("123456789+-.", text[0]) >= 0 && strings.ContainsAny(text, "eE")
	default:
		return false
	}
}

// Implicit are the scalars of the data file that people and YAML may take for different things.
func (p *Pass) Implicit() []*data.Node {
	p.Inspect()
	return p.Subject.Survey.implicit
}

// RootKeys are the keys at the root of the data file, duplicates and merge keys included.
func (p *Pass) RootKeys() []*data.Node {
	root := p.Doc().Root
	if root == nil || root.Kind != data.Mapping {
		return nil
	}
	keys := make([]*data.Node, 0, len(root.Children)/2)
	for i := 0; i+1 < len(root.Children); i += 2 {
		keys = append(keys, root.Children[i])
	}
	return keys
}
