package merging

import (
	"slices"
	"strings"

	"github.com/hieralint/hieralint/internal/manifest"
	"github.com/hieralint/hieralint/internal/nodes"
	"github.com/hieralint/hieralint/internal/rule"
)

// Asked is a lookup of a key without a merge.
type Asked struct {
	// Known means that a class parameter or code in the tree looks up the key. Code outside the tree may request a
	// merge.
	Known bool
	// Use is the lookup in code, or nil for a class parameter.
	Use *manifest.Lookup
	// Unused is a lookup of the key with a merge that is the default of the class parameter that has the key, or nil. Puppet
	// evaluates the default only if no data defines the key.
	Unused *manifest.Lookup
}

// IsAlwaysAsked reports whether lookup_options request a merge of the key on all nodes that it is evaluated on.
func IsAlwaysAsked(k *nodes.Key) bool {
	return !slices.ContainsFunc(k.Cases, func(c *nodes.Case) bool { return c.Entry == nil || c.Entry.Merge == nil })
}

// IsAskedPlainly reports whether the key is, as far as is known, looked up without a merge, by a class parameter or in
// code.
func IsAskedPlainly(p *rule.KeyPass) (plain Asked, ok bool) {
	name := p.Key.Name
	qualified := strings.Contains(name, "::")
	code := p.Code()
	if code == nil {
		return Asked{}, qualified
	}
	class, parameter := code.Parameter(name)
	var unused *manifest.Lookup
	for _, u := range code.LookupsOf(name) {
		switch _, exact := u.Key.Text(); {
		case parameter != nil && u.File == class.File && parameter.DefaultSpan.Start <= u.Call.Start && u.Call.End <= parameter.DefaultSpan.End:
			if u.Merge != "" {
				unused = u
			}
		case !exact && !rule.IsPartlyKnown(u):
		case !exact, !u.Plain, u.Merge != "":
			return Asked{}, false
		case !plain.Known:
			plain = Asked{Known: true, Use: u}
		}
	}
	if parameter != nil {
		plain = Asked{Known: true, Unused: unused}
	}
	return plain, plain.Known || qualified
}
