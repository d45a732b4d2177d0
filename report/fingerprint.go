package report

import (
	"crypto/sha256"
	"fmt"
	"strings"
)

// Fingerprints returns unique names for the findings of r, in the same order, that do not change
// when lines move. A fingerprint consists of the rule, the file, and the path of keys (or the
// source, for a finding without one), and a number that distinguishes equal ones in order. The
// fingerprint of combined findings of one cause consists of the rule and the cause.
func Fingerprints(r *Report, o Options) []string {
	seen := map[string]int{}
	all := make([]string, len(r.Diagnostics))
	for i := range r.Diagnostics {
		d := &r.Diagnostics[i]
		subject, path := d.Key.Identity(), r.pathInRepository(d.File.Path, o)
		if d.Count > 1 { // it does not matter which finding is the first
			subject, path = "cause "+d.Cause, ""
		}
		if subject == "" && !d.Rule.GuardsSecrets { // the hash of a short secret reveals it
			subject = string(d.File.Slice(d.Span))
		}
		sum := sha256.Sum256([]byte(strings.Join([]string{d.Rule.ID, path, subject}, "\x00")))
		name := fmt.Sprintf("%x", sum[:16])
		seen[name]++
		all[i] = fmt.Sprintf("%s:%d", name, seen[name])
	}
	return all
}
