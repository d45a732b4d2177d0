package rule

import "github.com/hieralint/hieralint/internal/nodes"

// Never is the NeedsPairs of rules that do not depend on merged values.
func Never(*KeyPass) bool { return false }

// AnyNeedsPairs reports whether one of the rules may report more for the key on nodes that read two
// files that define it.
func AnyNeedsPairs(s *Site, rules []*Rule, k *nodes.Key) bool {
	for _, r := range rules {
		if r.CheckKey != nil && (r.NeedsPairs == nil || r.NeedsPairs(&KeyPass{&Pass{Site: s, rule: r}, k})) {
			return true
		}
	}
	return false
}
