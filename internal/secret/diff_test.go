package secret

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/hieralint/hieralint/engine/source"
)

func TestDiff(t *testing.T) {
	t.Parallel()
	before := source.New("data/common.yaml", []byte("a: 1\ndb::password: hunter2xyz\nb: 1\nb: 2\n"))
	after := source.New("data/common.yaml", []byte("a: 1\ndb::password: hunter2xyz\nb: 2\n"))
	const body = " a: 1\n db::password: hunter2xyz\n-b: 1\n b: 2\n"
	for name, tt := range map[string]struct {
		diff, want string
		lines      int
	}{
		"of these files":     {"--- a\n+++ b\n@@ -1,4 +1,3 @@\n" + body, "--- a\n+++ b\n@@ -1,4 +1,3 @@\n a: 1\n db::password: [redacted]\n-b: 1\n b: 2\n", 1},
		"of a single line":   {"@@ -2 +2 @@ db\n-db::password: hunter2xyz\n+db::password: hunter2xyz\n", "@@ -2 +2 @@ db\n-db::password: [redacted]\n+db::password: [redacted]\n", 2},
		"behind the end":     {"@@ -5,1 +5,0 @@\n-db::password: hunter2xyz\n", "@@ -5,1 +5,0 @@\n-[redacted]\n", 1},
		"in another format":  {"@@ 2 @@\n db::password: hunter2xyz\n", "@@ 2 @@\n [redacted]\n", 1},
		"without any secret": {"@@ -3,2 +3,1 @@\n-b: 1\n b: 2\n", "@@ -3,2 +3,1 @@\n-b: 1\n b: 2\n", 0},
	} {
		got, lines := NewRedactor(nil).Diff(tt.diff, before, after)
		if diff := cmp.Diff(tt.want, got); diff != "" || lines != tt.lines {
			t.Errorf("%s: %d lines with secrets, want %d (-want +got):\n%s", name, lines, tt.lines, diff)
		}
		if strings.Contains(got, "hunter2") {
			t.Errorf("%s: the secret is shown", name)
		}
	}
}
