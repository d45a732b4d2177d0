package report

import (
	"crypto/sha256"
	"fmt"
	"strings"
)

// Fingerprints are names for the findings of r, in the same order, that stay when lines move. No
// two are equal. A fingerprint is made of the rule, the file and the path of keys (where a finding
// has none, the text it stands on), with a number that tells equal ones apart in the order in
// which they come. That of findings of one cause which are shown as one is made of the rule and the cause.
func Fingerprints(r *Report, o Options) []string {
	seen := map[string]int{}
	all := make([]string, len(r.Diagnostics))
	for i := range r.Diagnostics {
		d := &r.Diagnostics[i]
		subject, path := d.Key, r.pathInRepository(d.File.Path, o)
		if d.Count > 1 { // which of the findings is the first does not matter
			subject, path = "cause "+d.Cause, ""
		}
		if subject == "" && !d.Rule.GuardsSecrets { // the hash of a short secret gives the secret away
			subject = string(d.File.Slice(d.Span))
		}
		sum := sha256.Sum256([]byte(strings.Join([]string{d.Rule.ID, path, subject}, "\x00")))
		name := fmt.Sprintf("%x", sum[:16])
		seen[name]++
		all[i] = fmt.Sprintf("%s:%d", name, seen[name])
	}
	return all
}
