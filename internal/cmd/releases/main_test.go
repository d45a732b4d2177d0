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
	release("v1.0.0", map[string]string{"metadata.json": `{"name": "acme/web", "version": "1.0.0"}`, "manifests/init.pp": "class web($port) { $x = lookup('web::other') }\n", "manifests/site.pp": "define web::site() { }\n"})
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
param old ..0.1.0
param port ..1.0.0
class web::broken 2.0.0..
type web::site 1.0.0..
lookup * 2.0.0..
lookup web::other 1.0.0..1.0.0
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
