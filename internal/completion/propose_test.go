package completion_test

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/completion"
	"github.com/hieralint/hieralint/internal/filetree"
	"github.com/hieralint/hieralint/internal/inspect"
	"github.com/hieralint/hieralint/internal/session"
	"github.com/hieralint/hieralint/internal/session/sessiontest"
)

func inspector(t *testing.T, dir string) *inspect.Inspector {
	t.Helper()
	return sessiontest.Check(t, session.Options{Dir: dir, NoConfig: true}).Inspector()
}

// TestProposeEverywhere checks that any offset in any file has proposals or none, and that the
// replaced span ends there.
func TestProposeEverywhere(t *testing.T) {
	t.Parallel()
	files := map[string]string{
		"hiera.yaml":                  "version: 5\nhierarchy:\n  - name: a\n    path: \"%{facts.role}.yaml\"\n    data_hash: yaml_data\n",
		"data/common.yaml":            "a::b: true\nc: \"%{lookup('a::b')} %{scope('x')} %{tru\n  - d: [\nlookup_options:\n  a::b:\n    merge:\n      strategy: deep\n  '^a': {merge: hash}\n😀: 1\r\n- \n",
		"modules/a/manifests/init.pp": "class a (Boolean $b, Variant[Enum['x'], Boolean] $c) {\n  lookup('a::b')\n}\n",
		"environment.conf":            "modulepath = modules\n",
	}
	dir := filetree.Write(t, files)
	x := inspector(t, dir)
	for name, text := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		file := source.New(filepath.ToSlash(path), []byte(text))
		for offset := range len(text) + 1 {
			if found := completion.Propose(x, file, path, offset); found != nil && (found.Span.End != offset || found.Span.Start < 0) {
				t.Errorf("%s at %d: %+v", name, offset, found.Span)
			}
		}
	}
	file := source.New(filepath.ToSlash(filepath.Join(dir, "data", "common.yaml")), []byte("a::c: "))
	var texts []string
	for _, p := range completion.Propose(x, file, filepath.FromSlash(file.Path), len(file.Text)).All {
		texts = append(texts, p.Text)
	}
	if want := []string{"x", "true", "false"}; !slices.Equal(texts, want) {
		t.Errorf("got %q, want %q", texts, want)
	}
}

// TestProposeReleased checks that the parameters of a known release of a module that is not installed are proposed, and their values.
func TestProposeReleased(t *testing.T) {
	t.Parallel()
	dir := filetree.Write(t, map[string]string{
		"hiera.yaml": "version: 5\nhierarchy: [{name: a, path: common.yaml}]\n", "data/common.yaml": "a: 1\n", "manifests/site.pp": "",
		"Puppetfile": "mod 'puppetlabs/ntp', '9.2.2'\n",
	})
	file := source.New(filepath.ToSlash(filepath.Join(dir, "data", "common.yaml")), []byte("ntp::serv"))
	all := completion.Propose(inspector(t, dir), file, filepath.FromSlash(file.Path), len(file.Text)).All
	i := slices.IndexFunc(all, func(p *completion.Proposal) bool { return p.Text == "ntp::servers" })
	if i < 0 || all[i].Detail != "Array[String], puppetlabs/ntp 9.2.2" {
		t.Fatalf("%d proposals without ntp::servers", len(all))
	}
	file = source.New(file.Path, []byte("ntp::burst: "))
	all = completion.Propose(inspector(t, dir), file, filepath.FromSlash(file.Path), len(file.Text)).All
	if len(all) != 2 || all[0].Text != "true" || all[1].Text != "false" {
		t.Errorf("values of a boolean: %+v", all)
	}
}

// TestProposeInBraces checks that lookup_options in flow style have the same proposals as in block
// style.
func TestProposeInBraces(t *testing.T) {
	t.Parallel()
	dir := filetree.Write(t, map[string]string{"hiera.yaml": "version: 5\n", "data/common.yaml": "", "data/nodes/x.yaml": "a::b: 1\n"})
	x := inspector(t, dir)
	path := filepath.Join(dir, "data", "common.yaml")
	for text, want := range map[string][]string{
		"lookup_options:\n  a::b: {":                                      {"merge", "convert_to"},
		"lookup_options:\n  a::b: {merge: ":                               {"deep", "first", "hash", "unique"},
		"lookup_options:\n  a::b: {convert_to: Integer, m":                {"merge", "convert_to"},
		"lookup_options:\n  'a::b': {'merge': {strategy: d":               {"deep", "first", "hash", "unique"},
		"lookup_options:\n  a::b: {merge: {strategy: deep, ":              {"strategy", "knockout_prefix", "merge_debug", "merge_hash_arrays", "sort_merged_arrays"},
		"lookup_options: {":                                               {"a::b"},
		"lookup_options: {'^a{1}': {merge: hash}, a::b: {merge: ":         {"deep", "first", "hash", "unique"},
		"lookup_options: {'^a{1}': {merge: hash}, \"x\": {merge: hash}, ": {"a::b"},
		"lookup_options:\n  a::b:\n    merge: {":                          {"strategy", "knockout_prefix", "merge_debug", "merge_hash_arrays", "sort_merged_arrays"},
		"lookup_options: {a::b: {merge: hash}} ":                          nil,
		"lookup_options: [{":                                              nil,
		"other: {merge: ":                                                 nil,
		"other: a {merge: ":                                               nil,
	} {
		file := source.New(filepath.ToSlash(path), []byte(text))
		var got []string
		if found := completion.Propose(x, file, path, len(text)); found != nil {
			for _, p := range found.All {
				got = append(got, p.Text)
			}
		}
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}

// TestProposeInHierarchy checks that the proposals in a hiera.yaml are the keys that Puppet permits
// in that place, without those that are set.
func TestProposeInHierarchy(t *testing.T) {
	t.Parallel()
	dir := filetree.Write(t, map[string]string{"hiera.yaml": "version: 5\n"})
	x := inspector(t, dir)
	path := filepath.Join(dir, "hiera.yaml")
	for text, want := range map[string][]string{
		"version: 5\n|\nhierarchy: []\n":                               {"default_hierarchy", "defaults"},
		"version: 5\ndefaults:\n  |":                                   {"data_dig", "data_hash", "datadir", "lookup_key", "options"},
		"defaults:\n  |\n  # x\n  data_hash: yaml_data\nhierarchy:\n":  {"data_dig", "datadir", "lookup_key", "options"},
		"hierarchy:\n  - name: a\n    pa|\n  - name: b\n    path: b\n": {"path", "paths"},
		"hierarchy:\n- name: a\n  path: a\n- na|\n  path: b\n":         {"name"},
		"hierarchy:\n- name: a\n  pa|th: b\n":                          {"path", "paths"},
		"hierarchy:\n- name: a\n  paths:\n  - a\n  n|":                 nil,
		"hierarchy:\n- name: a\n  options:\n    |":                     nil,
		"hierarchy:\n- name: a\n  paths:\n    - |":                     nil,
	} {
		before, after, _ := strings.Cut(text, "|")
		file := source.New(filepath.ToSlash(path), []byte(before+after))
		var got []string
		if found := completion.Propose(x, file, path, len(before)); found != nil {
			for _, p := range found.All {
				if strings.HasPrefix(p.Text, string(file.Slice(found.Span))) {
					got = append(got, p.Text)
				}
			}
		}
		slices.Sort(got)
		if !slices.Equal(got, want) {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}

// TestProposeSettings checks that the proposals in a configuration are the settings and rules that
// its schema permits in that place.
func TestProposeSettings(t *testing.T) {
	t.Parallel()
	for text, want := range map[string][]string{
		"min":                                                  {"min_severity"},
		"profile: strict\npro":                                 nil,
		"profile: ":                                            {"minimal", "recommended", "strict"},
		"profile: \"m":                                         {"minimal"},
		"puppet_version: ":                                     {"7", "8"},
		"report_installed_modules: ":                           {"true", "false"},
		"rules:\n  legacy-f":                                   {"legacy-fact"},
		"rules:\n  legacy-fact: ":                              {"error", "note", "off", "on", "warning"},
		"rules:\n  legacy-fact:\n    ":                         {"severity"},
		"rules: {legacy-fact: {":                               {"severity"},
		"rules:\n  legacy-fact: {severity: ":                   {"error", "note", "off", "on", "warning"},
		"overrides:\n  - ":                                     {"paths", "rules"},
		"overrides:\n  - paths: [x]\n    ":                     {"paths", "rules"},
		"overrides:\n- rules:\n    legacy-fact: ":              {"error", "note", "off", "on", "warning"},
		"environments:\n  - hi":                                {"hiera_config"},
		"suppressions:\n  requi":                               {"require_reason"},
		"suppressions:\n  ignore:\n  - un":                     {"until"},
		"suppressions:\n  ignore:\n  - rules:\n    - legacy-f": {"legacy-fact"},
		"suppressions:\n  ignore:\n  - rules: [encoding, legacy-f": {"legacy-fact"},
		"exclude:\n  - ": nil,
		"exclude: ":      nil,
		"environments:\n  - path: .\n    datadirs:\n      ": nil,
		"no_such:\n  ":                           nil,
		"  rules:\n    no-such-rule:\n      x: ": nil,
		"# pro":                                  nil,
	} {
		file := source.New(".hieralint.yaml", []byte(text))
		var got []string
		typed := ""
		if found := completion.ProposeSettings(file, len(text)); found != nil {
			typed = string(file.Slice(found.Span))
			for _, p := range found.All {
				if strings.HasPrefix(p.Text, typed) {
					got = append(got, p.Text)
				}
			}
		}
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Errorf("%q: got %q for %q, want %q", text, got, typed, want)
		}
	}
}
