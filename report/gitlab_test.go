package report

import (
	"encoding/json"
	"testing"

	"github.com/hieralint/hieralint/internal/golden"
	"github.com/hieralint/hieralint/internal/jsonschema"
)

func TestGitLabExample(t *testing.T) {
	t.Parallel()
	golden.Check(t, "example.gitlab", []byte(write(t, GitLab, example(t), Options{})))
	if got := write(t, GitLab, clean(), Options{}); got != "[]\n" {
		t.Errorf("no findings: got %q, want []", got)
	}
}

// TestGitLabFollowsTheSchema validates reports with GitLab's schema for each element
// (app/validators/json_schemas/codeclimate.json) and the requirements of its documentation: the known
// severities, and unique fingerprints.
func TestGitLabFollowsTheSchema(t *testing.T) {
	t.Parallel()
	schema := jsonschema.Read(t, "report/testdata/gitlab.schema.json")
	for name, r := range map[string]*Report{"example": example(t), "clean": clean(), "odd": odd()} {
		out := write(t, GitLab, r, Options{})
		if err := schema.CheckJSON([]byte(out)); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		var issues []struct{ Fingerprint string }
		if err := json.Unmarshal([]byte(out), &issues); err != nil {
			t.Fatal(err)
		}
		seen := map[string]bool{}
		for _, issue := range issues {
			if seen[issue.Fingerprint] {
				t.Errorf("%s: duplicate fingerprint %s", name, issue.Fingerprint)
			}
			seen[issue.Fingerprint] = true
		}
		if len(issues) != len(r.Diagnostics) {
			t.Errorf("%s: got %d of %d findings", name, len(issues), len(r.Diagnostics))
		}
	}
}
