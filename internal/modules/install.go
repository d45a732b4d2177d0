package modules

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/puppetfile"
	"github.com/hieralint/hieralint/internal/revision"
	"github.com/hieralint/hieralint/internal/rooted"
)

// installer installs modules. Its methods may be called concurrently for different modules.
type installer struct {
	client *client

	once    sync.Once
	temp    string // a directory for copies of repositories
	tempErr error
}

func (i *installer) close() {
	if i.temp != "" {
		_ = os.RemoveAll(i.temp) // the system removes it otherwise
	}
}

// origin says where the files of a module that this package wrote came from. It is a file in the module.
type origin struct {
	WrittenBy string `json:"written_by"`
	// Source is the Forge, or the URL of a repository or archive without passwords, and Version the release, checksum,
	// or commit.
	Source  string `json:"source"`
	Version string `json:"version"`
	// Requested is the branch, tag, or commit of the Puppetfile.
	Requested string `json:"requested,omitempty"`
}

// The name of that file, and the value that distinguishes it from others.
const (
	originName = ".hieralint-module.json"
	writtenBy  = "hieralint modules fetch"
	maxOrigin  = 64 << 10
)

// readOrigin returns the origin of a module, or nil if this package did not write it.
func readOrigin(dir string) *origin {
	text, err := source.ReadFile(filepath.Join(dir, originName), maxOrigin)
	var o origin
	if err != nil || json.Unmarshal(text, &o) != nil || o.WrittenBy != writtenBy {
		return nil
	}
	return &o
}

// install brings the directory of a module up to date.
func (i *installer) install(ctx context.Context, m *module) (state, error) {
	if err := m.check(); err != nil {
		return failed, err
	}
	old := readOrigin(m.dir)
	entries, err := os.ReadDir(m.dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		old = nil
	case err != nil:
		return failed, err
	case len(entries) == 0: // a submodule that was not checked out
	case old == nil && m.isInstalled():
		return current, nil
	case old == nil:
		m.reason = "`" + writtenBy + "` did not write it"
		return kept, nil
	}
	var n *origin
	var write func(*writer) error
	switch m.Source {
	case puppetfile.Git:
		n, write, err = i.repository(ctx, m, old)
	case puppetfile.Tarball:
		n, write, err = i.archive(ctx, m, old)
	default:
		n, write, err = i.release(ctx, m, old)
	}
	if err != nil {
		return failed, err
	}
	if write == nil || old != nil && *old == *n {
		return current, nil
	}
	if err := replace(m.dir, n, write); err != nil {
		return failed, err
	}
	if old != nil {
		return updated, nil
	}
	return added, nil
}

// check returns why a module cannot be installed, whatever the servers answer.
func (m *module) check() error {
	parent := filepath.Dir(m.dir)
	relative, err := filepath.Rel(rooted.Real(m.root), rooted.Real(parent))
	switch {
	case m.Computed:
		return errors.New("the Puppetfile computes its options")
	case m.Source == puppetfile.Subversion:
		return errors.New("Subversion is not supported")
	case err != nil || !filepath.IsLocal(relative):
		return fmt.Errorf("%s is outside the directory of the Puppetfile", filepath.ToSlash(parent))
	case relative != "." && strings.HasPrefix(relative, ".") || strings.Contains(filepath.ToSlash(relative), "/."):
		return fmt.Errorf("%s is a hidden directory", filepath.ToSlash(relative))
	case m.Source == puppetfile.Forge && m.Author == "":
		return errors.New("the name has no author, so it is not that of a release")
	case m.Source != puppetfile.Forge && m.URL == "":
		return errors.New("no URL")
	case m.Source == puppetfile.Forge && strings.ContainsAny(m.Version, "<>=~^* "):
		return fmt.Errorf("`%s` is not a version but a range, which r10k rejects", m.Version)
	}
	return nil
}

// isInstalled reports whether another program, such as r10k, has installed the release.
func (m *module) isInstalled() bool {
	text, err := source.ReadFile(filepath.Join(m.dir, "metadata.json"), maxOrigin)
	var about struct{ Name, Version string }
	return err == nil && json.Unmarshal(text, &about) == nil && m.Source == puppetfile.Forge &&
		strings.ReplaceAll(about.Name, "/", "-") == m.Author+"-"+m.Name && (m.Version == "" || about.Version == m.Version)
}

// release finds a release on the Forge. There is nothing to write if the module is up to date.
func (i *installer) release(ctx context.Context, m *module, old *origin) (*origin, func(*writer) error, error) {
	name, version := m.Author+"-"+m.Name, m.Version
	if version == "latest" {
		version = ""
	}
	n := &origin{WrittenBy: writtenBy, Source: i.client.forge.URL + "/" + name, Version: version}
	// As by r10k, a module without a version is not updated.
	if old != nil && old.Source == n.Source && (old.Version == version || m.Version == "") {
		return old, nil, nil
	}
	r, err := i.client.release(ctx, name, version)
	if err != nil {
		return nil, nil, err
	}
	if n.Version == "" {
		n.Version = r.Version
	}
	return n, func(w *writer) error {
		archive, err := i.client.download(ctx, r)
		if err != nil {
			return err
		}
		return w.unpack(archive, true)
	}, nil
}

// archive finds an archive.
func (i *installer) archive(ctx context.Context, m *module, old *origin) (*origin, func(*writer) error, error) {
	u, err := url.Parse(m.URL)
	if err != nil || u.Scheme != "https" && u.Scheme != "http" {
		return nil, nil, errors.New("the URL of the archive is not like https://example.com/module.tar.gz")
	}
	n := &origin{WrittenBy: writtenBy, Source: withoutPassword(m.URL), Version: m.Version}
	if old != nil && *old == *n { // as by r10k, an archive without a checksum is not updated
		return old, nil, nil
	}
	return n, func(w *writer) error {
		archive, err := i.client.get(ctx, m.URL, maxArchive)
		if err != nil {
			return err
		}
		if sum := sha256.Sum256(archive); m.Version != "" && m.Version != hex.EncodeToString(sum[:]) {
			return errors.New("the checksum of the archive is not the one in the Puppetfile")
		}
		return w.unpack(archive, false)
	}, nil
}

// repository fetches the revision of a repository.
func (i *installer) repository(ctx context.Context, m *module, old *origin) (*origin, func(*writer) error, error) {
	n := &origin{WrittenBy: writtenBy, Source: withoutPassword(m.URL), Requested: m.Version}
	if old != nil && m.IsFixed && old.Source == n.Source && old.Requested == n.Requested {
		return old, nil, nil
	}
	dir, err := i.tempDir()
	if err != nil {
		return nil, nil, err
	}
	clone, err := os.MkdirTemp(dir, "module-")
	if err != nil {
		return nil, nil, err
	}
	fail := func(err error) (*origin, func(*writer) error, error) {
		return nil, nil, errors.New(strings.ReplaceAll(err.Error(), m.URL, withoutPassword(m.URL)))
	}
	remote, err := revision.OpenRemote(ctx, m.URL, filepath.Join(clone, "repository"))
	if err != nil {
		return fail(err)
	}
	for _, name := range m.candidates(ctx) {
		if n.Version, err = remote.Fetch(ctx, name); err == nil {
			break
		}
	}
	if err != nil {
		return fail(err)
	}
	return n, func(w *writer) error {
		files := filepath.Join(clone, "files")
		if err := remote.Export(ctx, n.Version, files); err != nil {
			return err
		}
		return errors.Join(w.copyFrom(files), os.RemoveAll(clone))
	}, nil
}

// candidates returns the names of the revisions that may be meant, the first of which that exists is.
func (m *module) candidates(ctx context.Context) []string {
	var names []string
	if m.Version != "" {
		names = append(names, m.Version)
	}
	if m.OfControlRepo {
		if branch := revision.Branch(ctx, m.root); branch != "" {
			names = append(names, branch)
		}
	}
	if m.DefaultBranch != "" {
		names = append(names, m.DefaultBranch)
	}
	if len(names) == 0 {
		names = []string{""} // the default branch of the repository
	}
	return names
}

func (i *installer) tempDir() (string, error) {
	i.once.Do(func() { i.temp, i.tempErr = os.MkdirTemp("", "hieralint-") })
	return i.temp, i.tempErr
}

// withoutPassword returns a URL without a user and password.
func withoutPassword(address string) string {
	u, err := url.Parse(address)
	if err != nil || u.User == nil {
		return address // such as git@example.com:module.git
	}
	if _, has := u.User.Password(); !has && u.Scheme == "ssh" {
		return address
	}
	u.User = nil
	return u.String()
}

// stagingPrefix is the start of the names of directories that contain a module until it is complete. They are hidden,
// so nothing reads them.
const stagingPrefix = ".hieralint-module-"

// replace replaces the directory of a module by what write writes. If that fails, the old one stays.
func replace(dir string, n *origin, write func(*writer) error) error {
	parent := filepath.Dir(dir)
	if err := os.MkdirAll(parent, 0o755); err != nil { //nolint:gosec // others may read modules
		return err
	}
	staging, err := os.MkdirTemp(parent, stagingPrefix)
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(staging) }() // the next run removes it otherwise
	fresh, old := filepath.Join(staging, "new"), filepath.Join(staging, "old")
	if err := write(&writer{dir: fresh}); err != nil {
		return err
	}
	text, err := json.MarshalIndent(n, "", "  ")
	if err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(fresh, originName), append(text, '\n'), 0o644); err != nil { //nolint:gosec // as above
		return err
	}
	if err := os.Rename(dir, old); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if err := os.Rename(fresh, dir); err != nil {
		return errors.Join(err, os.Rename(old, dir))
	}
	return nil
}

// removeOthers removes the modules that an earlier run wrote and the Puppetfiles no longer list, and what a run that was
// killed left behind.
func (s *Summary) removeOthers() error {
	listed := map[string]bool{}
	var parents []*module // one for each directory
	seen := map[string]bool{}
	for _, m := range s.modules {
		listed[m.dir] = true
		if parent := filepath.Dir(m.dir); !seen[parent] && m.check() == nil {
			seen[parent] = true
			parents = append(parents, m)
		}
	}
	for _, m := range parents {
		parent := filepath.Dir(m.dir)
		entries, err := os.ReadDir(parent)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		for _, e := range entries {
			dir := filepath.Join(parent, e.Name())
			isLeft := strings.HasPrefix(e.Name(), stagingPrefix)
			if !e.IsDir() || listed[dir] || !isLeft && readOrigin(dir) == nil {
				continue
			}
			if err := os.RemoveAll(dir); err != nil {
				return err
			}
			if !isLeft {
				s.removed = append(s.removed, filepath.ToSlash(filepath.Join(filepath.Dir(filepath.FromSlash(m.name)), e.Name())))
			}
		}
	}
	return nil
}
