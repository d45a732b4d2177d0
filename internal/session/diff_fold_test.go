package session_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/hieralint/hieralint/internal/filetree"
	"github.com/hieralint/hieralint/internal/impact"
	"github.com/hieralint/hieralint/internal/impactreport"
	"github.com/hieralint/hieralint/internal/session"
)

// TestDiffOfNodeFile removes and adds the file of a node: the values of roles that it overrides are
// combined into one line for each key. A change in the files of many roles is still shown for each.
func TestDiffOfNodeFile(t *testing.T) {
	t.Parallel()
	files := map[string]string{
		"hiera.yaml":       "version: 5\nhierarchy:\n  - {name: Node, path: 'node/%{trusted.certname}.yaml'}\n  - {name: Role, path: 'role/%{facts.role}.yaml'}\n  - {name: C, path: common.yaml}\n",
		"data/common.yaml": "a: common\n", "data/node/db01.yaml": "other: 1\n", "data/node/web01.yaml": "a: own\nb: 1\nd: 1\n",
	}
	for i := range 6 {
		files[fmt.Sprintf("data/role/role%d.yaml", i)] = fmt.Sprintf("a: role %d\nc: 1\nd: 1\n", i)
	}
	dir, at := write(t, files)
	filetree.Commit(t, dir)
	shown := func() string {
		t.Helper()
		found := uncommitted(t, dir)
		var json strings.Builder
		if err := impactreport.WriteJSON(&json, found); err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(json.String(), "role 5") {
			t.Errorf("JSON lacks a value:\n%s", &json)
		}
		_, text, _ := strings.Cut(textOf(t, found), "\n\n")
		return text
	}
	if err := os.Remove(at("data/node/web01.yaml")); err != nil {
		t.Fatal(err)
	}
	const where = "nodes with `trusted.certname` = `web01`\n"
	const from = "data/common.yaml:1, data/role/role0.yaml:1, data/role/role1.yaml:1, and 4 more"
	if got, want := shown(), where+
		"  ~ a: \"own\" -> 7 different values, such as \"common\" and \"role 0\"\n      at "+from+", was data/node/web01.yaml:1\n"+
		"  - b: 1\n      was data/node/web01.yaml:2\n"+
		"  - d: 1\n      was data/node/web01.yaml:3\n"+
		"\n1 key comes from another file, with the same values:\n  data/node/web01.yaml -> data/role/role0.yaml or data/role/role1.yaml or 4 others: d\n"; got != want {
		t.Errorf("removed:\n%s\nwant:\n%s", got, want)
	}
	replace(t, at("data/node/web01.yaml"), files["data/node/web01.yaml"])
	replace(t, at("data/node/web02.yaml"), files["data/node/web01.yaml"])
	if got, want := shown(), strings.ReplaceAll(where, "web01", "web02")+
		"  ~ a: 7 different values, such as \"common\" and \"role 0\" -> \"own\"\n      at data/node/web02.yaml:1, was "+from+"\n"+
		"  + b: 1\n      at data/node/web02.yaml:2\n"+
		"  + d: 1\n      at data/node/web02.yaml:3\n"+
		"\n1 key comes from another file, with the same values:\n  data/role/role0.yaml or data/role/role1.yaml or 4 others -> data/node/web02.yaml: d\n"; got != want {
		t.Errorf("added:\n%s\nwant:\n%s", got, want)
	}
	if err := os.Remove(at("data/node/web02.yaml")); err != nil {
		t.Fatal(err)
	}
	for i := range 6 {
		replace(t, at(fmt.Sprintf("data/role/role%d.yaml", i)), fmt.Sprintf("a: role %d\nc: %d\nd: 1\n", i, i+2))
	}
	replace(t, at("data/role/role5.yaml"), "a: role 5 now\nc: 1\nd: 1\n")
	if got := shown(); strings.Contains(got, "different values") || strings.Count(got, "~ c: 1 -> ") != 5 {
		t.Errorf("roles:\n%s", got)
	}
}

// uncommitted returns what the uncommitted changes to a tree affect, without findings.
func uncommitted(t *testing.T, dir string) *impact.Impact {
	t.Helper()
	found, err := open(t, session.Options{Paths: []string{dir}, NoConfig: true}).Diff(t.Context(), session.DiffRequest{From: "HEAD", NoFindings: true})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// textOf returns an impact as text.
func textOf(t *testing.T, found *impact.Impact) string {
	t.Helper()
	var text strings.Builder
	if err := impactreport.WriteText(&text, found); err != nil {
		t.Fatal(err)
	}
	return text.String()
}

// TestDiffOfNodeFiles removes the files of two nodes in one place: the change is described as one
// of these nodes, not of all nodes in the place.
func TestDiffOfNodeFiles(t *testing.T) {
	t.Parallel()
	files := map[string]string{
		"hiera.yaml": "version: 5\nhierarchy:\n  - {name: Node, path: '%{facts.place}/node/%{trusted.certname}.yaml'}\n  - {name: Role, path: '%{facts.place}/role/%{facts.role}.yaml'}\n",
	}
	for i := range 2 {
		files[fmt.Sprintf("data/oslo/node/web%d.yaml", i)] = "a: own\n"
	}
	for i := range 6 {
		files[fmt.Sprintf("data/oslo/role/role%d.yaml", i)] = fmt.Sprintf("a: role %d\nb: 1\n", i)
	}
	dir, at := write(t, files)
	filetree.Commit(t, dir)
	for i := range 2 {
		if err := os.Remove(at(fmt.Sprintf("data/oslo/node/web%d.yaml", i))); err != nil {
			t.Fatal(err)
		}
	}
	const where = "\nnodes with `trusted.certname` = `web0` and `facts.place` = `oslo`, or `trusted.certname` = `web1` and `facts.place` = `oslo`\n  ~ a: \"own\" -> "
	if got := textOf(t, uncommitted(t, dir)); !strings.Contains(got, where+"6 different values") && !strings.Contains(got, where+"7 different values") || strings.Contains(got, "nodes with `facts.place` = `oslo`\n") {
		t.Errorf("removed:\n%s", got)
	}
	for i := range 2 {
		replace(t, at(fmt.Sprintf("data/oslo/node/web%d.yaml", i)), "a: own\n")
	}
	for i := range 6 {
		replace(t, at(fmt.Sprintf("data/oslo/role/role%d.yaml", i)), fmt.Sprintf("a: role %d\nb: %d\n", i, i+2))
	}
	if got := textOf(t, uncommitted(t, dir)); strings.Contains(got, "different values") || strings.Count(got, "~ b: 1 -> ") != 6 {
		t.Errorf("roles at the place:\n%s", got)
	}
}
