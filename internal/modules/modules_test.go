package modules_test

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/hieralint/hieralint/internal/filetree"
	"github.com/hieralint/hieralint/internal/modules"
)

type silent struct{}

func (silent) Phase(string, int) {}
func (silent) Step(int)          {}

// member is a member of an archive.
type member struct {
	name, text string
	kind       byte
}

// pack returns a compressed archive.
func pack(t *testing.T, members ...member) []byte {
	t.Helper()
	var b bytes.Buffer
	zip := gzip.NewWriter(&b)
	w := tar.NewWriter(zip)
	for _, m := range members {
		h := &tar.Header{Name: m.name, Mode: 0o777, Size: int64(len(m.text)), Typeflag: tar.TypeReg}
		if m.kind != 0 {
			h.Typeflag, h.Linkname, h.Size = m.kind, m.text, 0
			m.text = ""
		}
		if err := w.WriteHeader(h); err != nil {
			t.Fatal(err)
		}
		if _, err := w.Write([]byte(m.text)); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if err := zip.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// forge is a Forge with releases, whose archives are files with a class.
type forge struct {
	*httptest.Server
	mutex    sync.Mutex
	requests []string
	files    map[string][]byte // by path
	broken   map[string]int    // paths that are answered with a status, once
}

func newForge(t *testing.T, releases ...string) *forge {
	t.Helper()
	f := &forge{files: map[string][]byte{}, broken: map[string]int{}}
	latest := map[string]string{}
	for _, name := range releases {
		i := strings.LastIndex(name, "-")
		module, version := name[:i], name[i+1:]
		_, short, _ := strings.Cut(module, "-")
		archive := pack(t,
			member{name: name + "/metadata.json", text: fmt.Sprintf(`{"name": %q, "version": %q}`, module, version)},
			member{name: name + "/manifests/init.pp", text: "class " + short + " {}\n"},
			member{name: name + "/spec/x_spec.rb", text: "x"},
			member{name: name + "/link", text: "/etc/passwd", kind: tar.TypeSymlink})
		sum := sha256.Sum256(archive)
		about := fmt.Sprintf(`{"version": %q, "file_uri": "/v3/files/%s.tar.gz", "file_sha256": %q}`, version, name, hex.EncodeToString(sum[:]))
		f.files["/v3/files/"+name+".tar.gz"] = archive
		f.files["/v3/releases/"+name] = []byte(about)
		latest[module] = about
	}
	for module, about := range latest {
		f.files["/v3/modules/"+module] = []byte(`{"current_release": ` + about + `}`)
	}
	f.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		f.mutex.Lock()
		defer f.mutex.Unlock()
		f.requests = append(f.requests, r.URL.Path+r.Header.Get("Authorization"))
		text, ok := f.files[r.URL.Path]
		switch status := f.broken[r.URL.Path]; {
		case status != 0:
			delete(f.broken, r.URL.Path)
			w.WriteHeader(status)
		case !ok:
			w.WriteHeader(http.StatusNotFound)
		default:
			_, _ = w.Write(text)
		}
	}))
	t.Cleanup(f.Close)
	return f
}

// run installs the modules of the Puppetfile in a directory, and returns the summary with the URL of the Forge and the
// directory replaced.
func run(t *testing.T, f *forge, dir string) string {
	t.Helper()
	o := &modules.Options{Progress: silent{}}
	if f != nil {
		o.Forge = modules.Forge{URL: f.URL, Token: "t0ken", UserAgent: "test"}
	}
	summary, err := modules.Run(t.Context(), []string{filepath.Join(dir, "Puppetfile")}, o)
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := summary.Write(&b); err != nil {
		t.Fatal(err)
	}
	if got, want := summary.Failed(), strings.Contains(b.String(), "not fetched:"); got != want {
		t.Errorf("Failed returns %t", got)
	}
	text := strings.ReplaceAll(b.String(), filepath.ToSlash(dir), "DIR")
	if f != nil {
		text = strings.ReplaceAll(strings.ReplaceAll(text, f.URL, "FORGE"), strings.TrimPrefix(f.URL, "http://"), "HOST")
	}
	return text
}

// files returns the files below a directory, without those that say where a module came from.
func files(t *testing.T, dir string) map[string]string {
	t.Helper()
	all := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		text, err := os.ReadFile(path)
		if name, _ := filepath.Rel(dir, path); e.Name() != ".hieralint-module.json" {
			all[filepath.ToSlash(name)] = string(text)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func expect(t *testing.T, got, want string) {
	t.Helper()
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestReleases(t *testing.T) {
	t.Parallel()
	f := newForge(t, "puppetlabs-ntp-1.0.0", "puppetlabs-ntp-2.0.0", "a-b-1.0.0", "a-c-1.0.0", "a-c-1.1.0")
	dir := filetree.Write(t, map[string]string{
		"Puppetfile":                      "mod 'puppetlabs/ntp', '1.0.0'\nmod 'a-b', :latest\nmod 'a/c'\nmod 'site', local: true\n",
		"modules/site/manifests/init.pp":  "class site {}\n",
		"modules/.hieralint-module-1/new": "left by a run that was killed",
	})
	expect(t, run(t, f, dir), "3 modules: 3 added\n")
	ntp := map[string]string{"metadata.json": `{"name": "puppetlabs-ntp", "version": "1.0.0"}`, "manifests/init.pp": "class ntp {}\n"}
	want := map[string]string{
		"site/manifests/init.pp": "class site {}\n", "ntp/metadata.json": ntp["metadata.json"], "ntp/manifests/init.pp": ntp["manifests/init.pp"],
		"b/metadata.json": `{"name": "a-b", "version": "1.0.0"}`, "b/manifests/init.pp": "class b {}\n",
		"c/metadata.json": `{"name": "a-c", "version": "1.1.0"}`, "c/manifests/init.pp": "class c {}\n",
	}
	if diff := cmp.Diff(want, files(t, filepath.Join(dir, "modules"))); diff != "" {
		t.Error(diff)
	}
	var origin map[string]string
	text, err := os.ReadFile(filepath.Join(dir, "modules", "ntp", ".hieralint-module.json"))
	if err != nil || json.Unmarshal(text, &origin) != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(map[string]string{"written_by": "hieralint modules fetch", "source": f.URL + "/puppetlabs-ntp", "version": "1.0.0"}, origin); diff != "" {
		t.Error(diff)
	}

	// Only the module that follows the latest release needs a request.
	f.requests = nil
	expect(t, run(t, f, dir), "3 modules: 3 already there\n")
	if diff := cmp.Diff([]string{"/v3/modules/a-bBearer t0ken"}, f.requests); diff != "" {
		t.Error(diff)
	}

	filetree.Add(t, dir, map[string]string{
		"Puppetfile":                     "mod 'puppetlabs/ntp', '2.0.0'\nmod 'a/c', '1.0.0'\nmod 'a/site', '1.0.0'\nmod 'a/byhand', '1'\nmod 'a/r10k', '3.0.0'\n",
		"modules/byhand/x":               "x",
		"modules/r10k/metadata.json":     `{"name": "a/r10k", "version": "3.0.0"}`,
		"modules/other/manifests/x.pp":   "x",
		"modules/site/manifests/init.pp": "class site {}\n",
	})
	expect(t, run(t, f, dir), "5 modules: 2 updated, 1 already there, 2 kept, 1 removed\n"+
		"DIR/modules/site kept: `hieralint modules fetch` did not write it\nDIR/modules/byhand kept: `hieralint modules fetch` did not write it\nDIR/modules/b removed: no longer in the Puppetfile\n")
	want = map[string]string{
		"site/manifests/init.pp": "class site {}\n", "byhand/x": "x", "r10k/metadata.json": `{"name": "a/r10k", "version": "3.0.0"}`, "other/manifests/x.pp": "x",
		"ntp/metadata.json": `{"name": "puppetlabs-ntp", "version": "2.0.0"}`, "ntp/manifests/init.pp": ntp["manifests/init.pp"],
		"c/metadata.json": `{"name": "a-c", "version": "1.0.0"}`, "c/manifests/init.pp": "class c {}\n",
	}
	if diff := cmp.Diff(want, files(t, filepath.Join(dir, "modules"))); diff != "" {
		t.Error(diff)
	}
}

func TestFailures(t *testing.T) {
	t.Parallel()
	f := newForge(t, "a-good-1.0.0", "a-damaged-1.0.0", "a-flaky-1.0.0", "a-evil-1.0.0", "a-empty-1.0.0")
	f.files["/v3/files/a-damaged-1.0.0.tar.gz"] = []byte("x")
	f.broken["/v3/releases/a-flaky-1.0.0"] = http.StatusBadGateway
	for name, members := range map[string][]member{
		"evil": {{name: "x/../../evil", text: "x"}}, "empty": {{name: "x", text: "x"}},
	} {
		f.files["/v3/releases/a-"+name+"-1.0.0"] = []byte(`{"version": "1.0.0", "file_uri": "/v3/files/x-` + name + `"}`)
		f.files["/v3/files/x-"+name] = pack(t, members...)
	}
	f.files["/v3/releases/a-text-1.0.0"] = []byte("<html>")
	f.files["/v3/releases/a-none-1.0.0"] = []byte("{}")
	f.files["/v3/modules/a-unreleased"] = []byte(`{"current_release": null}`)
	outside := t.TempDir()
	dir := filetree.Write(t, map[string]string{"Puppetfile": `
mod 'a/good', '1.0.0'
mod 'a/flaky', '1.0.0'
mod 'a/damaged', '1.0.0'
mod 'a/evil', '1.0.0'
mod 'a/empty', '1.0.0'
mod 'a/text', '1.0.0'
mod 'a/none', '1.0.0'
mod 'a/missing', '1.0.0'
mod 'a/unreleased', :latest
mod 'a/range', '>= 1.0.0'
mod 'noauthor'
mod 'a/twice', '1.0.0'
mod 'b/twice', '1.0.0'
mod 'a/computed', VERSION
mod 'svn', svn: 'https://example.com/x'
mod 'tar', tarball: 'file:///etc/passwd'
mod 'above', git: 'x', install_path: '..'
mod 'hooks', git: 'x', install_path: '.git'
mod 'deep', git: 'x', install_path: 'a/.github'
mod 'linked', git: 'x', install_path: 'link'
mod name
`})
	filetree.Symlink(t, outside, filepath.Join(dir, "link"))
	expect(t, run(t, f, dir), "20 modules: 2 added, 18 not fetched\n"+
		"DIR/Puppetfile:4: `damaged` not fetched: the checksum of the downloaded archive is wrong\n"+
		"DIR/Puppetfile:5: `evil` not fetched: the module has a file with an invalid path: `../../evil`\n"+
		"DIR/Puppetfile:6: `empty` not fetched: the archive has no files\n"+
		"DIR/Puppetfile:7: `text` not fetched: the response of FORGE is not JSON\n"+
		"DIR/Puppetfile:8: `none` not fetched: the response of FORGE is not that of a Forge: it has no `file_uri`\n"+
		"DIR/Puppetfile:9: `missing` not fetched: a-missing 1.0.0 does not exist on FORGE\n"+
		"DIR/Puppetfile:10: `unreleased` not fetched: a-unreleased has no release on FORGE\n"+
		"DIR/Puppetfile:11: `range` not fetched: `>= 1.0.0` is not a version but a range, which r10k rejects\n"+
		"DIR/Puppetfile:12: `noauthor` not fetched: the name has no author, so it is not that of a release\n"+
		"DIR/Puppetfile:13: `twice` not fetched: a-twice 1.0.0 does not exist on FORGE\n"+
		"DIR/Puppetfile:14: `twice` not fetched: the module is declared twice, which r10k rejects\n"+
		"DIR/Puppetfile:15: `computed` not fetched: the Puppetfile computes its options\n"+
		"DIR/Puppetfile:16: `svn` not fetched: Subversion is not supported\n"+
		"DIR/Puppetfile:17: `tar` not fetched: the URL of the archive is not like https://example.com/module.tar.gz\n"+
		"DIR/Puppetfile:18: `above` not fetched: "+filepath.ToSlash(filepath.Dir(dir))+" is outside the directory of the Puppetfile\n"+
		"DIR/Puppetfile:19: `hooks` not fetched: .git is a hidden directory\n"+
		"DIR/Puppetfile:20: `deep` not fetched: a/.github is a hidden directory\n"+
		"DIR/Puppetfile:21: `linked` not fetched: DIR/link is outside the directory of the Puppetfile\n"+
		"DIR/Puppetfile computes names of modules; those were not fetched\n")
	if left := files(t, outside); len(left) > 0 {
		t.Error(left)
	}
}

func git(t *testing.T, dir string, args ...string) {
	t.Helper()
	command := exec.Command("git", append([]string{"-c", "user.name=x", "-c", "user.email=x@example.com", "-c", "commit.gpgSign=false"}, args...)...)
	command.Dir = dir
	if out, err := command.CombinedOutput(); err != nil {
		t.Fatalf("git %v: %s", args, out)
	}
}

func TestRepositories(t *testing.T) {
	t.Parallel()
	repository := filetree.Write(t, map[string]string{"manifests/init.pp": "class m {}\n", "spec/x.rb": "x", "tool.sh": "#!/bin/sh\n"})
	if err := os.Chmod(filepath.Join(repository, "tool.sh"), 0o755); err != nil {
		t.Fatal(err)
	}
	filetree.Symlink(t, "/etc/passwd", filepath.Join(repository, "link"))
	filetree.Commit(t, repository)
	git(t, repository, "tag", "v1")
	git(t, repository, "checkout", "-q", "-b", "topic")
	filetree.Add(t, repository, map[string]string{"manifests/topic.pp": "class m::topic {}\n"})
	git(t, repository, "add", ".")
	git(t, repository, "commit", "-qm", "y")
	git(t, repository, "checkout", "-q", "main")

	url := "file://" + filepath.ToSlash(repository)
	puppetfile := strings.ReplaceAll("mod 'tagged', git: 'URL', tag: 'v1'\nmod 'head', git: 'URL'\nmod 'own', git: 'URL', branch: :control_branch, default_branch: 'main'\n"+
		"mod 'data', git: 'URL', ref: 'topic', install_path: '.'\nmod 'none', git: 'URL', ref: 'none'\n", "URL", url)
	dir := filetree.Write(t, map[string]string{"Puppetfile": puppetfile})
	const failure = "DIR/Puppetfile:5: `none` not fetched: the repository has no branch, tag, or commit `none`\n"
	expect(t, run(t, nil, dir), "5 modules: 4 added, 1 not fetched\n"+failure)
	base := map[string]string{"manifests/init.pp": "class m {}\n", "tool.sh": "#!/bin/sh\n", "link": "/etc/passwd"}
	want := map[string]string{"Puppetfile": puppetfile, "data/manifests/topic.pp": "class m::topic {}\n"}
	for _, module := range []string{"modules/tagged/", "modules/head/", "modules/own/", "data/"} {
		for name, text := range base {
			want[module+name] = text
		}
	}
	if diff := cmp.Diff(want, files(t, dir)); diff != "" {
		t.Error(diff)
	}
	if info, err := os.Lstat(filepath.Join(dir, "modules", "head", "tool.sh")); err != nil || info.Mode()&0o111 != 0 {
		t.Errorf("%v, %v", info, err)
	}

	// A branch moves, and the control repo gets a branch whose name the module has, too.
	filetree.Add(t, repository, map[string]string{"manifests/new.pp": "class m::new {}\n"})
	git(t, repository, "add", ".")
	git(t, repository, "commit", "-qm", "z")
	git(t, dir, "init", "-q", "-b", "topic")
	expect(t, run(t, nil, dir), "5 modules: 2 updated, 2 already there, 1 not fetched\n"+failure)
	for name, want := range map[string]bool{"tagged/manifests/new.pp": false, "head/manifests/new.pp": true, "own/manifests/topic.pp": true} {
		if _, err := os.Stat(filepath.Join(dir, "modules", filepath.FromSlash(name))); (err == nil) != want {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestArchives(t *testing.T) {
	t.Parallel()
	f := newForge(t)
	archive := pack(t, member{name: "./manifests/init.pp", text: "class m {}\n"})
	sum := sha256.Sum256(archive)
	f.files["/m.tar.gz"] = archive
	at := strings.Replace(f.URL, "http://", "http://user:s3cr3t@", 1) + "/m.tar.gz"
	dir := filetree.Write(t, map[string]string{"Puppetfile": fmt.Sprintf(
		"mod 'a', type: 'tarball', source: '%[1]s', version: '%[2]x'\nmod 'b', type: 'tarball', source: '%[1]s', version: 'abc'\nmod 'c', type: 'tarball', source: '%[1]s.none'\n", at, sum)})
	const failures = "DIR/Puppetfile:2: `b` not fetched: the checksum of the archive is not the one in the Puppetfile\nDIR/Puppetfile:3: `c` not fetched: HOST answers 404 Not Found\n"
	expect(t, run(t, f, dir), "3 modules: 1 added, 2 not fetched\n"+failures)
	expect(t, run(t, f, dir), "3 modules: 1 already there, 2 not fetched\n"+failures)
	text, err := os.ReadFile(filepath.Join(dir, "modules", "a", ".hieralint-module.json"))
	if err != nil || strings.Contains(string(text), "s3cr3t") {
		t.Errorf("%s, %v", text, err)
	}
	if diff := cmp.Diff(map[string]string{"a/manifests/init.pp": "class m {}\n"}, files(t, filepath.Join(dir, "modules"))); diff != "" {
		t.Error(diff)
	}
}

// TestToken checks that other servers do not get the token.
func TestToken(t *testing.T) {
	t.Parallel()
	other := newForge(t, "a-b-1.0.0")
	f := newForge(t)
	f.files["/v3/releases/a-b-1.0.0"] = bytes.ReplaceAll(other.files["/v3/releases/a-b-1.0.0"], []byte("/v3/files"), []byte(other.URL+"/v3/files"))
	dir := filetree.Write(t, map[string]string{"Puppetfile": "mod 'a/b', '1.0.0'\n"})
	expect(t, run(t, f, dir), "1 module: 1 added\n")
	if diff := cmp.Diff([][]string{{"/v3/releases/a-b-1.0.0Bearer t0ken"}, {"/v3/files/a-b-1.0.0.tar.gz"}}, [][]string{f.requests, other.requests}); diff != "" {
		t.Error(diff)
	}
	for url, want := range map[string]string{
		"ftp://x": "the URL must be like", "http://x": "a token is only sent over https", "https://u:p@x": "must not contain a user", "https://x": "", "": "", "http://localhost:1": "", "http://[::1": "invalid URL",
	} {
		got := (&modules.Forge{URL: url, Token: "x"}).Check()
		if (got == nil) != (want == "") || got != nil && !strings.Contains(got.Error(), want) {
			t.Errorf("%s: %v", url, got)
		}
	}
}

// TestSilentServer checks that a server that sends nothing does not block forever.
func TestSilentServer(t *testing.T) {
	t.Parallel()
	done := make(chan struct{})
	server := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { <-done }))
	t.Cleanup(func() { close(done); server.Close() })
	dir := filetree.Write(t, map[string]string{"Puppetfile": "mod 'a/b', '1.0.0'\n"})
	s, err := modules.Run(t.Context(), []string{filepath.Join(dir, "Puppetfile")}, &modules.Options{Forge: modules.Forge{URL: server.URL, Timeout: 50 * time.Millisecond}, Progress: silent{}})
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := s.Write(&b); err != nil || !strings.Contains(b.String(), "sent nothing for 50ms") {
		t.Errorf("%v %s", err, b.String())
	}
}
