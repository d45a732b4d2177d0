package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/hieralint/hieralint/internal/filetree"
)

// TestWrite makes the file of a module from a repository with a few releases.
func TestWrite(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not installed")
	}
	clone, dir := t.TempDir(), t.TempDir()
	run := func(arguments ...string) {
		t.Helper()
		command := exec.Command("git", append([]string{"-C", clone, "-c", "user.name=a", "-c", "user.email=a@example.com"}, arguments...)...)
		if out, err := command.CombinedOutput(); err != nil {
			t.Fatalf("git %s: %v: %s", arguments, err, out)
		}
	}
	run("init", "-q")
	run("remote", "add", "origin", "https://git.example.com/acme-web")
	release := func(tag string, files map[string]string) {
		filetree.Add(t, clone, files)
		run("add", ".")
		run("commit", "-q", "-m", tag)
		run("tag", tag)
	}
	release("0.1.0", map[string]string{"Modulefile": "name 'acme-web'\nversion '0.1.0'\n", "manifests/init.pp": "class web($port, $old) { }\n"})
	release("v1.0.0", map[string]string{"metadata.json": `{"name": "acme/web", "version": "1.0.0"}`, "manifests/init.pp": "class web(\n  Variant[\n    Web::Port, # one\n    Enum['a b']\n  ] $port,\n  Integer $merged,\n  # old\n  String # comment\n  $label,\n) { $x = lookup('web::other') class { 'web::given': x => 1 } }\n", "manifests/given.pp": "class web::given(Integer $x, Integer $y) { }\n", "types/port.pp": "type Web::Port = Integer[1]\n", "data/common.yaml": "lookup_options:\n  '^web::me': {merge: first}\n", "manifests/site.pp": "define web::site(Boolean $ssl) { }\n"})
	release("v1.1.0", map[string]string{"manifests/broken.pp": "class web::broken(\n", "metadata.json": `{"name": "acme/web", "version": "1.1.0"}`})
	release("v1.2.0", map[string]string{"manifests/broken.pp": "class web::broken { lookup(\"web::${x}\") }\n"})
	release("not-a-release", map[string]string{"manifests/init.pp": "class web { }\n"})
	release("v2.0.0", map[string]string{"metadata.json": `{"name": "acme/web", "version": "2.0.0"}`})

	var out bytes.Buffer
	if err := write(&out, []string{clone}, dir); err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile(filepath.Join(dir, "acme-web.txt"))
	if err != nil {
		t.Fatal(err)
	}
	const want = `repository https://git.example.com/acme-web
releases 0.1.0 1.0.0 2.0.0
class web
param 1.0.0..1.0.0 label
is 1.0.0..1.0.0 String
param 1.0.0..1.0.0 merged
param ..0.1.0 old
param ..1.0.0 port
is 1.0.0..1.0.0 Variant[Web::Port, Enum['a b']]
class 2.0.0.. web::broken
class 1.0.0.. web::given
param 1.0.0.. x
is 2.0.0.. Integer
param 1.0.0.. y
is 1.0.0.. Integer
type 1.0.0.. web::site
param 1.0.0.. ssl
is 1.0.0.. Boolean
alias 1.0.0.. Web::Port
is 1.0.0.. Integer[1]
lookup 2.0.0.. *
lookup 1.0.0..1.0.0 web::other
`
	if string(got) != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	for _, skipped := range []string{"v1.1.0: skipped: ", `v1.2.0: skipped: its version is "1.1.0"`} {
		if !strings.Contains(out.String(), skipped) {
			t.Errorf("the output lacks %q: %s", skipped, out.String())
		}
	}
}
