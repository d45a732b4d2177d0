package binding

import "github.com/hieralint/hieralint/internal/rule"

// hasRootKey reports whether the data file has a root key. A file that does not parse has keys, too, once an obvious mistake in
// it is corrected.
func hasRootKey(p *rule.FilePass, name string) bool {
	root := p.Doc().Root
	for i := 0; root != nil && i+1 < len(root.Children); i += 2 {
		if rule.IsKey(root.Children[i], name) {
			return true
		}
	}
	return false
}
