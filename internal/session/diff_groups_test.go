package session_test

import (
	"os"
	"strings"
	"testing"

	"github.com/hieralint/hieralint/internal/filetree"
	"github.com/hieralint/hieralint/internal/impactreport"
	"github.com/hieralint/hieralint/internal/session"
)

// TestDiffDescribesGroups checks the description of groups: it covers all nodes, groups of nodes
// that may not exist come last, and files of the earlier side are marked.
func TestDiffDescribesGroups(t *testing.T) {
	t.Parallel()
	const hierarchy = `version: 5
hierarchy:
  - {name: Node, path: "node/%{trusted.certname}.yaml"}
  - {name: Role in tier, path: "role/%{facts.role}/%{facts.tier}.yaml"}
  - {name: Role, path: "role/%{facts.role}.yaml"}
  - {name: Common, path: common.yaml}
`
	for _, tt := range []struct {
		name          string
		before, after map[string]string // "" removes the file
		want          string
	}{
		{
			"nodes with one variable and with two",
			map[string]string{"data/node/web01.yaml": "a: 1\n", "data/role/db/prod.yaml": "a: 1\n"},
			map[string]string{"data/node/web01.yaml": "b: 1\n", "data/role/db/prod.yaml": "b: 1\n", "data/common.yaml": "a: 0\nb: 1\n"},
			"every node\n" +
				"  + b: 1\n      at data/common.yaml:2, data/node/web01.yaml:1, and data/role/db/prod.yaml:1\n\n" +
				"nodes with `facts.role` = `db` and `facts.tier` = `prod`, or `trusted.certname` = `web01`\n" +
				"  ~ a: 1 -> 0\n      at data/common.yaml:1, was data/node/web01.yaml:1 and data/role/db/prod.yaml:1\n\n" +
				"every node except those with `facts.role` = `db` and `facts.tier` = `prod`, or `trusted.certname` = `web01`\n" +
				"  + a: 0\n      at data/common.yaml:1\n",
		},
		{
			"nodes that may not exist",
			map[string]string{"data/node/web01.yaml": "a: [node]\n", "data/node/web02.yaml": "a: [node]\n", "data/common.yaml": "lookup_options: {a: {merge: unique}}\n", "data/role/db.yaml": "b: 1\n"},
			map[string]string{"data/role/db.yaml": "a: [role]\nb: 1\n"},
			"nodes with `facts.role` = `db`\n" +
				"  + a: [\"role\"]\n      at data/role/db.yaml:1\n\n" +
				"nodes with `trusted.certname` = `web01` and `facts.role` = `db`, or `trusted.certname` = `web02` and `facts.role` = `db`, if there are any\n" +
				"  ~ a\n      + element: \"role\"\n      at data/role/db.yaml:1\n",
		},
		{
			"a file of other nodes",
			map[string]string{"data/role/db/test.yaml": "a: 1\nb: 1\nc: [x]\n", "data/role/db.yaml": "a: 2\nb: 1\nc: [y]\n", "data/common.yaml": "lookup_options: {c: {merge: unique}}\nc: [x]\n"},
			map[string]string{"data/role/db/test.yaml": "", "data/role/db/prod.yaml": "a: 1\nb: 1\nc: [x]\n"},
			"nodes with `facts.role` = `db` and `facts.tier` = `prod`\n" +
				"the opposite on nodes with `facts.role` = `db` and `facts.tier` = `test`\n" +
				"  ~ a: 2 -> 1\n      at data/role/db/prod.yaml:1, was data/role/db.yaml:1\n" +
				"  ~ c\n      ~ reordered: [\"x\", \"y\"]\n      at data/role/db/prod.yaml:3\n\n" +
				"1 key comes from another file, with the same values:\n" +
				"  data/role/db.yaml -> data/role/db/prod.yaml: b\n" +
				"  data/role/db/test.yaml -> data/role/db.yaml: b\n",
		},
		{
			"a file among several",
			map[string]string{"data/role/db.yaml": "a: [x]\n", "data/common.yaml": "lookup_options: {a: {merge: unique}}\na: [x, y]\n"},
			map[string]string{"data/role/db.yaml": "b: 1\n"},
			"nodes with `facts.role` = `db`\n" +
				"  + b: 1\n      at data/role/db.yaml:1\n\n" +
				"1 key comes from another file, with the same values:\n" +
				"  no longer data/role/db.yaml: a\n",
		},
		{
			"options",
			map[string]string{"data/role/db.yaml": "a: [x]\n", "data/common.yaml": "a: [y]\n"},
			map[string]string{"data/common.yaml": "a: [y]\nlookup_options: {a: {merge: unique}}\n"},
			"nodes with `facts.role` = `db`\n" +
				"  ~ a\n      + element: \"y\"\n      at data/common.yaml:1, by lookup_options at data/common.yaml:2 (merge: \"unique\", was none)\n",
		},
		{
			"the default of a class",
			map[string]string{"data/node/web01.yaml": "app::on: true\n", "manifests/app.pp": "class app(Boolean $on = false) { }\n"},
			map[string]string{"manifests/app.pp": "# An app.\nclass app(Boolean $on = true) { }\n"},
			"every node except those with `trusted.certname` = `web01`\n" +
				"  ~ app::on: default of the class false -> true\n      at manifests/app.pp:2\n",
		},
		{
			"many elements",
			map[string]string{"data/common.yaml": "a: {list: [a, b, c, d, e, f], same: 1}\n"},
			map[string]string{"data/common.yaml": "b: 1\na: {list: [f, g], same: 1}\n"},
			"every node\n" +
				"  ~ a\n      - 5 elements of list: \"a\", \"b\", \"c\", \"d\", \"e\"\n      + 1 element of list: \"g\"\n      at data/common.yaml:2\n" +
				"  + b: 1\n      at data/common.yaml:1\n",
		},
		{
			"encrypted values without a key",
			map[string]string{"data/common.yaml": "a: {mode: fast, url: 'http://ENC[PKCS7,MIIBeQYJKoZIhvcNAQcDoIIBajCC]/', password: 'ENC[PKCS7,MIIBeQYJKoZIhvcNAQcDoIIBajCC]'}\n"},
			map[string]string{"data/common.yaml": "a: {mode: slow, url: 'http://ENC[PKCS7,MIIBiQYJKoZIhvcNAQcDoIIBajCC]/', password: 'ENC[PKCS7,MIIBiQYJKoZIhvcNAQcDoIIBajCC]', skip_database_creation: true}\n"},
			"every node\n" +
				"  ~ a\n      ~ mode: \"fast\" -> \"slow\"\n      ~ url: (encrypted) -> another (encrypted)\n" +
				"      ~ password: (encrypted) -> another (encrypted)\n      + skip_database_creation: true\n      at data/common.yaml:1\n",
		},
		{
			"hashes with unknown keys in another order",
			map[string]string{"data/common.yaml": "a: {'%{facts.ip}:1': [x], '%{facts.ip}:2': [y]}\nb: {known: \"%{lookup('c')}\", '%{facts.ip}:1': [x]}\nc: 1\nd: {one: '%{facts.ip}', two: \"%{lookup('c')}%{facts.ip}\"}\n"},
			map[string]string{"data/common.yaml": "a: {'%{facts.ip}:2': [y], '%{facts.ip}:1': [z]}\nb: {'%{facts.ip}:1': [x], known: \"%{lookup('c')}\"}\nc: 1\nd: {two: \"%{lookup('c')}%{facts.ip}\", one: '%{facts.ip}'}\n"},
			"every node\n  ~ a\n      - element of '%{facts.ip}:1': \"x\"\n      + element of '%{facts.ip}:1': \"z\"\n      at data/common.yaml:1\n",
		},
		{
			"an integer that becomes a float",
			map[string]string{"data/common.yaml": "a: 1\nb: {x: [1]}\n"},
			map[string]string{"data/common.yaml": "a: 1.0\nb: {x: [1.0]}\n"},
			"every node\n  ~ a: 1 -> 1.0\n      at data/common.yaml:1\n  ~ b\n      - element of x: 1\n      + element of x: 1.0\n      at data/common.yaml:2\n",
		},
		{
			"patterns in another order",
			map[string]string{"data/common.yaml": "lookup_options: {'^a': {merge: unique}, '^ab': {merge: first}}\nab: [y]\n", "data/role/db.yaml": "ab: [x]\n"},
			map[string]string{"data/common.yaml": "lookup_options: {'^ab': {merge: first}, '^a': {merge: unique}}\nab: [y]\n"},
			"nodes with `facts.role` = `db`\n" +
				"  ~ ab\n      - element: \"y\"\n      was data/common.yaml:2, by lookup_options at data/common.yaml:1 (merge: \"first\", was merge: \"unique\")\n",
		},
		{
			"a part of a long string",
			map[string]string{"data/common.yaml": "a: \"" + strings.Repeat("before ", 20) + "one" + strings.Repeat(" after", 20) + "\"\n"},
			map[string]string{"data/common.yaml": "a: \"" + strings.Repeat("before ", 20) + "another" + strings.Repeat(" after", 20) + "\"\n"},
			"every node\n  ~ a: …efore before before one after after after a… -> …efore before before another after after after a…\n      at data/common.yaml:1\n",
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			tt.before["hiera.yaml"] = hierarchy
			dir, at := write(t, tt.before)
			filetree.Commit(t, dir)
			for path, text := range tt.after {
				if text == "" {
					if err := os.Remove(at(path)); err != nil {
						t.Fatal(err)
					}
					continue
				}
				filetree.Add(t, dir, map[string]string{path: text})
			}
			filetree.Commit(t, dir)
			found, err := open(t, session.Options{Paths: []string{dir}, NoConfig: true}).Diff(t.Context(), session.DiffRequest{From: "HEAD~", To: "HEAD", NoFindings: true})
			if err != nil {
				t.Fatal(err)
			}
			var text strings.Builder
			if err := impactreport.WriteText(&text, found); err != nil {
				t.Fatal(err)
			}
			if _, got, _ := strings.Cut(text.String(), "\n\n"); got != tt.want {
				t.Errorf("got:\n%s\nwant:\n%s", got, tt.want)
			}
		})
	}
}
