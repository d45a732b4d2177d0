package runner

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/engine/tagged"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/jsonlist"
	"github.com/hieralint/hieralint/internal/rooted"
	"github.com/hieralint/hieralint/rules"
)

// Baseline is a set of known findings. A finding is recognized by its rule, its file, the path of
// keys to it, and the text at its position. Lines and array elements may move.
type Baseline struct {
	// Dir is the absolute path of the directory that its paths are relative to.
	Dir   string
	known map[identity]*KnownFinding
}

// KnownFinding is an entry of a Baseline.
type KnownFinding struct {
	Rule string `json:"rule"`
	// Path is the path of the file, with slashes.
	Path string `json:"path"`
	// Key is the path of keys to the place when the baseline was written, for readers of the file.
	Key string `json:"key,omitempty"`
	// Fingerprint identifies the path of keys and the text.
	Fingerprint string `json:"fingerprint"`
	// Count is the number of findings with the same identity.
	Count int `json:"count"`
}

type identity struct{ rule, path, fingerprint string }

func (k *KnownFinding) identity() identity { return identity{k.Rule, k.Path, k.Fingerprint} }

// NewBaseline returns a baseline with those findings for which CanBeInBaseline returns true.
func NewBaseline(dir string, found []diagnostic.Diagnostic) *Baseline {
	b := &Baseline{Dir: dir, known: map[identity]*KnownFinding{}}
	for i := range found {
		if d := &found[i]; CanBeInBaseline(d) {
			b.add(b.describe(d), 1)
		}
	}
	return b
}

// CanBeInBaseline reports whether a baseline can contain a finding. It cannot contain paths that do not
// exist, but files that cannot be read.
func CanBeInBaseline(d *diagnostic.Diagnostic) bool {
	if d.Rule.Gap != diagnostic.UnreadableInput {
		return true
	}
	_, err := os.Lstat(filepath.FromSlash(d.File.Path))
	return err == nil
}

func (b *Baseline) add(k KnownFinding, count int) {
	known := b.known[k.identity()]
	if known == nil {
		known = &k
		known.Count = 0
		b.known[k.identity()] = known
	}
	known.Count += count
}

// describe returns the entry of a finding.
func (b *Baseline) describe(d *diagnostic.Diagnostic) KnownFinding {
	return KnownFinding{Rule: d.Rule.Name, Path: b.path(d.File.Path), Key: d.Key.String(), Fingerprint: fingerprint(d)}
}

// path returns the path of a file in the baseline.
func (b *Baseline) path(path string) string {
	path, err := filepath.Abs(filepath.FromSlash(path))
	if err != nil {
		return path
	}
	relative, err := filepath.Rel(b.Dir, path)
	if err != nil || !filepath.IsLocal(relative) {
		// The path of the working directory may contain a symbolic link.
		relative, err = filepath.Rel(b.Dir, rooted.Real(path))
	}
	if err != nil {
		return filepath.ToSlash(path)
	}
	return filepath.ToSlash(relative)
}

// fingerprint returns the fingerprint of a finding. For rules about secrets, it excludes the text,
// because the hash of a short secret reveals it.
func fingerprint(d *diagnostic.Diagnostic) string {
	text := ""
	if !d.Rule.GuardsSecrets {
		text = strings.Join(strings.Fields(string(d.File.Slice(d.Span))), " ")
	}
	sum := sha256.Sum256([]byte(d.Key.Identity() + "\x00" + text))
	return fmt.Sprintf("%x", sum[:12])
}

// split separates new findings from known ones. Of findings with the same identity, the first are
// the known ones.
func (b *Baseline) split(found []diagnostic.Diagnostic) (fresh, known []diagnostic.Diagnostic, left map[identity]int) {
	left = map[identity]int{}
	for id, k := range b.known {
		left[id] = k.Count
	}
	for _, d := range found {
		k := b.describe(&d)
		if id := k.identity(); left[id] > 0 && CanBeInBaseline(&d) {
			left[id]--
			known = append(known, d)
		} else {
			fresh = append(fresh, d)
		}
	}
	return fresh, known, left
}

// New returns those findings that are not in the baseline.
func (b *Baseline) New(found []diagnostic.Diagnostic) []diagnostic.Diagnostic {
	fresh, _, _ := b.split(found)
	return fresh
}

// stale returns the entries, with remaining counts, whose findings no longer exist, as far as the
// run looked for them.
func (b *Baseline) stale(r *run, left map[identity]int) []KnownFinding {
	var stale []KnownFinding
	for id, n := range left {
		if n == 0 {
			continue
		}
		path := filepath.Join(b.Dir, filepath.FromSlash(id.path))
		rule := rules.Find(id.rule)
		if !r.project.Selected(path) || rule != nil && (!slices.Contains(r.Rules, rule) || r.Settings.At(path).Severity(rule, diagnostic.Note) == 0) {
			continue
		}
		k := *b.known[id]
		k.Count = n
		stale = append(stale, k)
	}
	slices.SortFunc(stale, compareKnown)
	return stale
}

func compareKnown(a, b KnownFinding) int {
	return cmp.Or(cmp.Compare(a.Path, b.Path), cmp.Compare(a.Rule, b.Rule), cmp.Compare(a.Key, b.Key), cmp.Compare(a.Fingerprint, b.Fingerprint))
}

// Without returns the baseline without some of its entries.
func (b *Baseline) Without(entries []KnownFinding) *Baseline {
	rest := &Baseline{Dir: b.Dir, known: map[identity]*KnownFinding{}}
	for id, k := range b.known {
		copied := *k
		rest.known[id] = &copied
	}
	for _, k := range entries {
		if known := rest.known[k.identity()]; known != nil {
			if known.Count -= k.Count; known.Count <= 0 {
				delete(rest.known, k.identity())
			}
		}
	}
	return rest
}

// Merge adds the entries of another baseline for files, given by absolute path, for which keep
// returns true.
func (b *Baseline) Merge(other *Baseline, keep func(path string) bool) {
	for _, k := range other.known {
		if path := filepath.Join(other.Dir, filepath.FromSlash(k.Path)); keep(path) {
			moved := *k
			moved.Path = b.path(path)
			b.add(moved, k.Count)
		}
	}
}

// Len returns the number of findings in the baseline.
func (b *Baseline) Len() int {
	n := 0
	for _, k := range b.known {
		n += k.Count
	}
	return n
}

// Files returns the number of files with findings in the baseline.
func (b *Baseline) Files() int {
	files := map[string]bool{}
	for id := range b.known {
		files[id.path] = true
	}
	return len(files)
}

// Rename changes the paths of entries after files have been moved, given the new paths by the old ones.
func (b *Baseline) Rename(moved map[string]string) {
	before := b.known
	b.known = make(map[identity]*KnownFinding, len(before))
	for _, k := range before {
		renamed := *k
		renamed.Path = cmp.Or(moved[k.Path], k.Path)
		b.add(renamed, k.Count)
	}
}

// baselineVersion is the version of the file format.
const baselineVersion = 1

// Bytes returns the content of the baseline's file: sorted, with one line for each entry, so that
// changes are readable and can be merged.
func (b *Baseline) Bytes() []byte {
	entries := make([]KnownFinding, 0, len(b.known))
	for _, k := range b.known {
		entries = append(entries, *k)
	}
	slices.SortFunc(entries, compareKnown)
	var out bytes.Buffer
	fmt.Fprintf(&out, "{\n  \"version\": %d,\n  \"findings\": [", baselineVersion)
	for i, k := range entries {
		if i > 0 {
			out.WriteByte(',')
		}
		line, _ := jsonlist.Encode("", "", k) // encoding strings and a number does not fail
		out.WriteString("\n    " + line)
	}
	if len(entries) > 0 {
		out.WriteString("\n  ")
	}
	out.WriteString("]\n}\n")
	return out.Bytes()
}

// ReadBaseline reads a file with the format of Bytes.
func ReadBaseline(path string) (*Baseline, error) {
	text, err := source.ReadFile(path, 0)
	if err != nil {
		return nil, err
	}
	abs, err := filepath.Abs(path)
	if err != nil {
		return nil, err
	}
	b, err := parseBaseline(text)
	if err != nil {
		return nil, fmt.Errorf("%s is not a baseline: %w; `hieralint baseline` writes a new one", path, err)
	}
	b.Dir = filepath.Dir(abs)
	return b, nil
}

func parseBaseline(text []byte) (*Baseline, error) {
	file, err := tagged.Parse(text)
	if err != nil {
		return nil, err
	}
	if version := integerOf(file, "version"); version != baselineVersion {
		return nil, fmt.Errorf("its version is %d, not %d", version, baselineVersion)
	}
	b := &Baseline{known: map[identity]*KnownFinding{}}
	findings, ok := file.Get("findings")
	if !ok || findings.IsUndef() {
		return b, nil
	}
	if findings.Kind() != data.Array {
		return nil, errors.New("its findings are not an array")
	}
	for i, f := range findings.Items() {
		k := KnownFinding{Rule: stringOf(f, "rule"), Path: stringOf(f, "path"), Key: stringOf(f, "key"), Fingerprint: stringOf(f, "fingerprint")}
		count := integerOf(f, "count")
		if k.Rule == "" || k.Path == "" || k.Fingerprint == "" || count < 1 {
			return nil, fmt.Errorf("finding %d lacks its rule, path, fingerprint or count", i+1)
		}
		b.add(k, count)
	}
	return b, nil
}

// stringOf returns a member of an object; empty if it is not a string.
func stringOf(object *data.Value, name string) string {
	if v, ok := object.Get(name); ok && v.Kind() == data.String {
		return strings.ToValidUTF8(v.Text(), "\uFFFD")
	}
	return ""
}

// integerOf returns a member of an object; 0 if it is not an integer.
func integerOf(object *data.Value, name string) int {
	if v, ok := object.Get(name); ok {
		if i, ok := v.Int(); ok {
			return int(i)
		}
	}
	return 0
}
