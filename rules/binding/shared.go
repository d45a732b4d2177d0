package binding

import "github.com/hieralint/hieralint/internal/rule"

// hasRootKey reports whether the data file has a root key. An invalid file is read as if its obvious mistakes were
// corrected.
func hasRootKey(p *rule.FilePass, name string) bool {
	for key := range p.Doc().Root.Entries() {
		if rule.IsKey(key, name) {
			return true
		}
	}
	return false
}
