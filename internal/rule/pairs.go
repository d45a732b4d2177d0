package rule

import "github.com/hieralint/hieralint/internal/nodes"

// Never is the NeedsPairs of rules that do not depend on merged values.
func Never(*KeyPass) bool { return false }

// AnyNeedsPairs reports whether one of the rules may report more for the key on nodes that read two
// files that define it.
func AnyNeedsPairs(s *Site, rules []*Rule, k *nodes.Key) bool {
	pass := &KeyPass{&Pass{Site: s}, k}
	for _, r := range rules {
		pass.rule = r
		if r.CheckKey != nil && (r.NeedsPairs == nil || r.NeedsPairs(pass)) {
			return true
		}
	}
	return false
}
