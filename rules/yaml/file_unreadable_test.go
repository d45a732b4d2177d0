package yaml_test

import (
	"path/filepath"
	"slices"
	"testing"

	"github.com/hieralint/hieralint/internal/filetree"
	"github.com/hieralint/hieralint/internal/rule/ruletest"
	"github.com/hieralint/hieralint/rules/yaml"
)

// TestFileUnreadable checks symbolic links, which examples in the documentation cannot show.
func TestFileUnreadable(t *testing.T) {
	t.Parallel()
	outside := filetree.Write(t, map[string]string{"kept.yaml": "a: 1\n"})
	dir := filetree.Write(t, map[string]string{"hiera.yaml": "version: 5\n", "data/common.yaml": "a: 1\n", "data/real.yaml": "b: 1\n"})
	for name, target := range map[string]string{
		"dangling.yaml": "nowhere.yaml", "circle.yaml": "circle.yaml", "inside.yaml": "real.yaml", "outside.yaml": filepath.Join(outside, "kept.yaml"),
	} {
		filetree.Symlink(t, target, filepath.Join(dir, "data", name))
	}
	isUnreadable(t, dir,
		"data/circle.yaml:1 error circular symbolic link",
		"data/dangling.yaml:1 error dangling symbolic link",
		"data/outside.yaml:1 note the symbolic link points outside the tree and is not followed",
	)
}

// TestDirectoryForFile checks that a directory in place of a data file, which makes lookups fail,
// is reported as such, not as missing.
func TestDirectoryForFile(t *testing.T) {
	t.Parallel()
	const hierarchy = "version: 5\nhierarchy:\n  - {name: Nodes, path: 'nodes/%{trusted.certname}.yaml'}\n  - {name: Extra, glob: 'extra/*.yaml'}\n" +
		"  - {name: JSON, path: more.json, data_hash: json_data}\n  - {name: HOCON, path: 'roles/%{facts.role}.conf', data_hash: hocon_data}\n" +
		"  - {name: Bare, path: bare}\n  - {name: Any, path: '%{facts.role}'}\n  - {name: Function, path: files, data_hash: 'a::b'}\n  - {name: Common, paths: [secrets.yaml, common.yaml]}\n"
	dir := filetree.Write(t, map[string]string{
		"environment.conf": "", "hiera.yaml": hierarchy, "data/common.yaml": "a: 1\n", "data/other.yaml/README": "",
		"data/nodes/web01.yaml/a.yaml": "a: 1\n", "data/extra/all.yaml/README": "", "data/more.json/": "", "data/roles/db.conf/": "", "data/bare/": "", "data/files/": "", "data/secrets.yaml/README": "",
	})
	isUnreadable(t, dir,
		"data/bare:1 error a directory, not a file",
		"data/more.json:1 error a directory, not a file",
		"data/nodes/web01.yaml:1 error a directory, not a file",
		"data/roles/db.conf:1 error a directory, not a file",
		"data/secrets.yaml:1 error a directory, not a file",
	)
}

// isUnreadable compares the findings of the rule, sorted by path.
func isUnreadable(t *testing.T, dir string, want ...string) {
	t.Helper()
	var got []string
	for _, d := range ruletest.Check(t, dir) {
		if d.Rule == yaml.FileUnreadable.Descriptor() {
			got = append(got, ruletest.Place(dir, d)+" "+d.Severity.String()+" "+d.Message)
		}
	}
	slices.Sort(got)
	if !slices.Equal(got, want) {
		t.Errorf("found %q, want %q", got, want)
	}
}
