package binding

import "github.com/hieralint/hieralint/internal/rule"

// hasRootKey reports whether the data file has a root key. A file that does not parse has keys, too, once an obvious mistake in
// it is corrected.
func hasRootKey(p *rule.FilePass, name string) bool {
	for key := range p.Doc().Root.Entries() {
		if rule.IsKey(key, name) {
			return true
		}
	}
	return false
}
