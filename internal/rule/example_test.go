package rule_test

import (
	"strings"
	"testing"

	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/filetree"
	"github.com/hieralint/hieralint/internal/rule/ruletest"
)

// TestUnreadExample checks that mistakes in an example are notes if no level reads it, and what they
// are in files that a level reads, that are no examples, or that may be read.
func TestUnreadExample(t *testing.T) {
	t.Parallel()
	const twice, token = "a::b: 1\na::b: 2\n", "a::b: \"%{alias('c')} d\"\n"
	tests := []struct {
		name, path, text string
		severity         diagnostic.Severity
		detail           string
	}{
		{"in an example", "data/example.yaml", twice, diagnostic.Note, "No known level reads this file"},
		{"in an example of a file", "data/common.example.yaml", twice, diagnostic.Note, "No known level reads this file"},
		{"in an example of a node", "data/nodes/web.sample.yaml", twice, diagnostic.Note, "No known level reads this file"},
		{"in a folder of examples", "data/examples/web.yaml", token, diagnostic.Note, "No known level reads this file"},
		{"in an old file", "data/common-old.yaml", token, diagnostic.Note, "No known level reads this file"},
		{"invalid", "data/template.yaml", "a::b: [1\nc: 2\n", diagnostic.Note, "No known level reads this file"},
		{"in an example of an unknown hierarchy", "hieradata/example.yaml", twice, diagnostic.Note, "No known level reads this file"},
		{"in an unknown hierarchy", "hieradata/test.yaml", twice, diagnostic.Error, "Puppet silently keeps the last value"},
		{"an example that is read", "data/nodes/example.yaml", twice, diagnostic.Error, "Puppet silently keeps the last value"},
		{"no example", "data/berlin.yaml", twice, diagnostic.Error, "Puppet silently keeps the last value"},
		{"a node", "data/old.example.com.yaml", twice, diagnostic.Error, "Puppet silently keeps the last value"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			dir := filetree.Write(t, map[string]string{
				"hiera.yaml":       "version: 5\nhierarchy:\n  - {name: Node, path: \"nodes/%{trusted.certname}.yaml\"}\n  - {name: Common, path: common.yaml}\n",
				"data/common.yaml": "c: 1\n", "hieradata/web.yaml": "c::d: 1\n", tt.path: tt.text,
			})
			var found []string
			for _, d := range ruletest.Check(t, dir) {
				if name := d.Rule.Name; name != "yaml-duplicate-key" && name != "alias-not-whole-value" && name != "yaml-syntax-error" {
					continue
				}
				found = append(found, d.Rule.Name)
				if d.Severity != tt.severity || !strings.HasPrefix(d.Detail, tt.detail) {
					t.Errorf("got %s: %s (%s)", d.Severity, d.Message, d.Detail)
				}
			}
			if len(found) == 0 {
				t.Error("the mistake is not reported")
			}
		})
	}
}
