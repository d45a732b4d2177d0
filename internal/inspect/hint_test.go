package inspect_test

import (
	"context"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/hieralint/hieralint/internal/filetree"
	"github.com/hieralint/hieralint/internal/session"
	"github.com/hieralint/hieralint/internal/session/sessiontest"
)

// TestHintsOnRealNodes checks that hints count the values on those nodes with facts that read the
// file.
func TestHintsOnRealNodes(t *testing.T) {
	t.Parallel()
	dir := filetree.Write(t, map[string]string{
		"hiera.yaml":          "version: 5\nhierarchy:\n  - {name: Node, path: \"node/%{trusted.certname}.yaml\"}\n  - {name: Role, path: \"role/%{facts.role}.yaml\"}\n  - {name: Common, path: common.yaml}\n",
		"data/node/web1.yaml": "a: 3\n",
		"data/role/web.yaml":  "a: 2\nb: \"%{facts.networking.fqdn}\"\nc: \"%{lookup('d')}\"\n",
		"data/common.yaml":    "a: 1\nc: 1\nd: \"x\"\n",
		"facts/web1.json":     `{"name": "web1", "values": {"role": "web", "networking": {"fqdn": "web1.example.com"}}}`,
		"facts/web2.json":     `{"name": "web2", "values": {"role": "web", "networking": {"fqdn": "web2.example.com"}}}`,
		"facts/db1.json":      `{"name": "db1", "values": {"role": "db", "networking": {"fqdn": "db1.example.com"}}}`,
	})
	ctx := context.Background()
	r := sessiontest.Check(t, session.Options{Dir: dir, NoConfig: true, Facts: []string{filepath.Join(dir, "facts")}})
	for path, want := range map[string]map[string]string{
		"data/node/web1.yaml": {},
		"data/role/web.yaml":  {"a": "2 values", "b": "2 values", "c": "= x"},
		"data/common.yaml":    {"a": "3 values", "c": "2 values"},
	} {
		got, err := r.Inspector().Hints(ctx, filepath.Join(dir, filepath.FromSlash(path)), []string{"a", "b", "c", "d"})
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: %s", path, diff)
		}
	}
}
