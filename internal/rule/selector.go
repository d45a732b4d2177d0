package rule

import (
	"slices"
	"strings"

	"github.com/hieralint/hieralint/engine/data"
)

// Selector chooses nodes of data files for the rules that list it in Rule.Selectors. FilePass.Selected
// returns them.
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
	if !slices.Contains(p.rule.Selectors, s) {
		panic(p.rule.Name + " does not list the selector")
	}
	return p.contents.collected().selected[s]
}

// Blocks chooses the strings that may contain a hiera-eyaml block, ENC[…] or DEC::…[…]!, in upper or
// lower case.
var Blocks = &Selector{Parts: Strings, Choose: func(n *data.Node) bool {
	for rest := n.Value.Text(); ; {
		at := strings.IndexByte(rest, '[')
		if at < 0 {
			return false
		}
		if at >= 3 && strings.EqualFold(rest[at-3:at], "ENC") || at >= 4 && strings.EqualFold(rest[at-4:at], "ENC ") || strings.Contains(rest[:at], "::") {
			return true
		}
		rest = rest[at+1:]
	}
}}
