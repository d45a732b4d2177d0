package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"html"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/hieralint/hieralint/internal/filetree"
	"github.com/hieralint/hieralint/internal/jsonschema"
)

// git runs git in a directory.
func git(t *testing.T, dir string, args ...string) {
	t.Helper()
	command := exec.Command("git", append([]string{"-c", "user.name=x", "-c", "user.email=x@example.com", "-c", "commit.gpgsign=false", "-c", "maintenance.auto=false"}, args...)...)
	command.Dir = dir
	if out, err := command.CombinedOutput(); err != nil {
		t.Fatalf("git %q: %v\n%s", args, err, out)
	}
}

// gitRepository creates a repository with a commit of each tree.
func gitRepository(t *testing.T, trees ...map[string]string) (dir string) {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not installed")
	}
	dir = t.TempDir()
	git(t, dir, "init", "-q", "-b", "main", "--template=")
	for i, tree := range trees {
		if i > 0 {
			git(t, dir, "rm", "-rq", ".")
		}
		filetree.Add(t, dir, tree)
		git(t, dir, "add", "-A")
		git(t, dir, "commit", "-q", "-m", "change")
	}
	return dir
}

// copied returns a copy of a directory. It takes less time than creating another repository.
func copied(t *testing.T, from string) (dir string) {
	t.Helper()
	dir = t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(from)); err != nil {
		t.Fatal(err)
	}
	return dir
}

// TestDiffSchema validates the JSON output of diff, for every kind of change.
func TestDiffSchema(t *testing.T) {
	t.Parallel()
	hierarchy := "version: 5\nhierarchy:\n  - {name: Role, path: \"role/%{facts.role}.yaml\"}\n  - {name: Common, path: common.yaml}\n"
	class := func(port string) string { return "class app(Integer $port = " + port + ", String $name_ = 'x') {}\n" }
	dir := gitRepository(t, map[string]string{
		"hiera.yaml": hierarchy, "site/app/manifests/init.pp": class("1"), "environment.conf": "modulepath = site\n",
		"data/common.yaml": "a: 1\nb: [1, 2]\nc: {x: 1, y: {z: 2}}\nmoves: 5\ngone: x\nfails: \"%{lookup('a')}\"\nworks: \"%{nosuch('a')}\"\napp::name_: n\n", "data/role/web.yaml": "a: 2\n",
	}, map[string]string{
		"hiera.yaml": hierarchy, "site/app/manifests/init.pp": class("2"), "environment.conf": "modulepath = site\n",
		"data/common.yaml": "a: 3\nb: [2, 3]\nc: {x: 1, y: {q: 2}}\nnew: y\nfails: \"%{nosuch('a')}\"\nworks: \"%{lookup('a')}\"\napp::name_: m\n", "data/role/web.yaml": "a: 2\nmoves: 5\n",
		"data/comon.yaml": "a: 1\n",
	})
	var stdout, stderr bytes.Buffer
	code := run(t.Context(), []string{"hieralint", "diff", "--path", dir, "HEAD~", "HEAD", "--format", "json", "--exit-code"}, strings.NewReader(""), &stdout, &stderr)
	if code != exitFindings || stderr.Len() > 0 {
		t.Fatalf("exit %d: %s", code, stderr.String())
	}
	schema := jsonschema.Read(t, "docs/schemas/diff.schema.json")
	if err := schema.CheckJSON(stdout.Bytes()); err != nil {
		t.Errorf("%v\n%s", err, stdout.String())
	}
	checkStrictness(t, schema, stdout.Bytes())
	for _, kind := range []string{"added", "removed", "changed", "failing", "fixed", "default", "moved"} {
		if !strings.Contains(stdout.String(), `"kind": "`+kind+`"`) {
			t.Errorf("no change of kind %s in\n%s", kind, stdout.String())
		}
	}
	if strings.Contains(stdout.String(), filepath.ToSlash(dir)) {
		t.Error("the report contains an absolute path")
	}
}

// TestDiffDeadData checks that data that a change makes useless is reported, with its position.
func TestDiffDeadData(t *testing.T) {
	t.Parallel()
	hierarchy := "version: 5\nhierarchy:\n  - {name: Common, path: common.yaml}\n  - {name: Fallback, path: fallback.yaml}\n"
	dir := gitRepository(t, map[string]string{
		"hiera.yaml": hierarchy, "environment.conf": "modulepath = site\n", "manifests/site.pp": "include app\n", "site/app/manifests/init.pp": "class app { $x = lookup('old')\n $y = lookup('port')\n}\n",
		"data/common.yaml": "old: 1\nalways_unused: 1\n", "data/fallback.yaml": "# The port.\nport: 80\n",
	}, map[string]string{
		"hiera.yaml": hierarchy, "environment.conf": "modulepath = site\n", "manifests/site.pp": "include app\n", "site/app/manifests/init.pp": "class app { $y = lookup('port')\n}\n",
		"data/common.yaml": "old: 1\nalways_unused: 1\nport: 81\n", "data/fallback.yaml": "# The port.\nport: 80\n", "data/comon.yaml": "port: 82\n",
	})
	diff := func(format string) string {
		var stdout, stderr bytes.Buffer
		if code := run(t.Context(), []string{"hieralint", "diff", "--path", dir, "HEAD~", "HEAD", "--format", format}, strings.NewReader(""), &stdout, &stderr); code != 0 || stderr.Len() > 0 {
			t.Fatalf("exit %d: %s", code, stderr.String())
		}
		return stdout.String()
	}
	var got struct {
		DeadData []struct {
			Kind, Key, Path string
			Line            int
		}
	}
	if err := json.Unmarshal([]byte(diff("json")), &got); err != nil {
		t.Fatal(err)
	}
	want := "[{unused-key old data/common.yaml 1} {unread-file  data/comon.yaml 1} {hidden-value port data/fallback.yaml 2}]"
	if fmt.Sprint(got.DeadData) != want {
		t.Errorf("got %v, want %s", got.DeadData, want)
	}
	for _, format := range []string{"text", "markdown", "html"} {
		text := html.UnescapeString(diff(format))
		for _, line := range []string{
			"1 file is not read by any level: data/comon.yaml", "1 key is unused: old (data/common.yaml:1)", "1 value is hidden by a higher-priority level: port (data/fallback.yaml:2)",
		} {
			if !strings.Contains(text, line) {
				t.Errorf("%q is not in\n%s", line, text)
			}
		}
	}
}

// TestDiffHierarchiesOfOneDirectory checks that if a directory has several environments, each is
// compared with itself.
func TestDiffHierarchiesOfOneDirectory(t *testing.T) {
	t.Parallel()
	tree := map[string]string{
		"hiera/production.yaml": "version: 5\ndefaults: {datadir: ../data, data_hash: yaml_data}\nhierarchy:\n  - {name: Roles, path: \"role/%{facts.role}.yaml\"}\n  - {name: Common, path: production.yaml}\n",
		"hiera/cloud.yaml":      "version: 5\ndefaults: {datadir: ../data, data_hash: yaml_data}\nhierarchy:\n  - {name: Common, path: cloud.yaml}\n",
		"data/production.yaml":  "port: 80\nname: a\n", "data/cloud.yaml": "port: 81\nname: b\n", "data/role/web.yaml": "port: 443\n",
	}
	tree[".hieralint.yaml"] = "environments:\n  - {path: ., hiera_config: hiera/production.yaml}\n  - {path: ., hiera_config: hiera/cloud.yaml}\n"
	after := maps.Clone(tree)
	after["data/role/web.yaml"] = "port: 444\n"
	dir := gitRepository(t, tree, after)
	var stdout, stderr bytes.Buffer
	code := run(t.Context(), []string{"hieralint", "diff", "--path", dir, "--config", filepath.Join(dir, ".hieralint.yaml"), "HEAD~", "HEAD", "--only", "lookups,moved"}, strings.NewReader(""), &stdout, &stderr)
	_, got, _ := strings.Cut(stdout.String(), "\n")
	const want = `
top-level environment (hiera/production.yaml), nodes with ` + "`facts.role` = `web`" + `
  ~ port: 443 -> 444
      at data/role/web.yaml:1
`
	if code != 0 || stderr.Len() > 0 || got != want {
		t.Errorf("exit %d: %s\n%s", code, stderr.String(), stdout.String())
	}
}
