package rule

import (
	"github.com/hieralint/hieralint/engine/interpolate"
	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/nodes"
)

// Never is the NeedsPairs of rules that do not depend on merged values, and the NeedsText of those that depend only on
// the kinds of values.
func Never(*KeyPass) bool { return false }

// AnyNeedsPairs reports whether one of the rules may report more for the key on nodes that read two
// files that define it.
func AnyNeedsPairs(s *Site, rules []*Rule, k *nodes.Key) bool {
	return anyNeeds(s, rules, k, func(r *Rule) func(*KeyPass) bool { return r.NeedsPairs })
}

// AnyNeedsText reports whether one of the rules may report more for the key if other text is inserted into its values.
func AnyNeedsText(s *Site, rules []*Rule, k *nodes.Key) bool {
	return anyNeeds(s, rules, k, func(r *Rule) func(*KeyPass) bool {
		if r.NeedsText != nil {
			return r.NeedsText
		}
		return r.NeedsPairs
	})
}

// InsertsIntoKeys reports whether text is inserted into a key of a hash in one of the values.
func (p *KeyPass) InsertsIntoKeys() bool {
	return lists.Any(p.Key.Written(), interpolate.HasTokensInKeys)
}

func anyNeeds(s *Site, rules []*Rule, k *nodes.Key, by func(*Rule) func(*KeyPass) bool) bool {
	pass := &KeyPass{&Pass{Site: s}, k}
	for _, r := range rules {
		pass.rule = r
		if needs := by(r); r.CheckKey != nil && (needs == nil || needs(pass)) {
			return true
		}
	}
	return false
}
