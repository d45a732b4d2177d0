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
		t.Errorf("without findings it writes %q", got)
	}
}

// The schema is that by which GitLab checks each element (app/validators/json_schemas/codeclimate.json),
// and what its documentation says besides: the severities, and that fingerprints are unique.
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
				t.Errorf("%s: two findings have the fingerprint %s", name, issue.Fingerprint)
			}
			seen[issue.Fingerprint] = true
		}
		if len(issues) != len(r.Diagnostics) {
			t.Errorf("%s: %d of %d findings", name, len(issues), len(r.Diagnostics))
		}
	}
}
