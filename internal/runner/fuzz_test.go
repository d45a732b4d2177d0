package runner_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/hieralint/hieralint/internal/filetree"
	"github.com/hieralint/hieralint/internal/reference"
	"github.com/hieralint/hieralint/internal/runner"
)

// FuzzLint lints a small project with an arbitrary hiera.yaml and data file: no rule crashes, and
// the span of each finding is in its file.
func FuzzLint(f *testing.F) {
	for _, pattern := range []string{"testdata/*/hiera.yaml", "testdata/*/data/*.yaml"} {
		files, err := filepath.Glob(filepath.Join(reference.Root(f), pattern))
		if err != nil || len(files) == 0 {
			f.Fatalf("no seeds: %v", err)
		}
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				f.Fatal(err)
			}
			f.Add("version: 5\nhierarchy:\n  - {name: Node, path: nodes/web.yaml}\n  - {name: Common, path: common.yaml}\n", string(text))
			f.Add(string(text), "a::b: [1, --c]\nlookup_options: {a::b: {merge: unique}}\n")
		}
	}
	for _, config := range []string{
		"version: 5\nhierarchy:\n  - name: y\n    mapped_paths: [1,2,3]\n  - name: z\n    glob: \"%{fact.x\"\n    options: [1, {a: \"%{fact.b}\"}]\n  - paths: [\"%{fact.y}\", 3]\n",
		"version: 4\ndatadir: \"a%{b}\"\nhierarchy: [{name: \"%{c}\", backend: yaml}]\n",
		":backends: [yaml, eyaml]\n:hierarchy: [\"%{fact.role}\", common]\n:yaml: {:datadir: \"x/%{y}\"}\n",
		"version: 5\nhierarchy: [{name: A, lookup_key: eyaml_lookup_key, paths: [common.yaml, nodes/web.yaml]}]\n",
	} {
		f.Add(config, "a:b:c: 1\nFoo::Bar: %{x}\nlookup_options: {a: %{y}}\n")
		f.Add(config, "a::password: ENC[PKCS7,MIH0\nb: DEC::PKCS7[x]!\nc: |\n  ENC[PKCS7,\n  AAAA]\n\"::d\": {--e: 1}\n")
	}
	f.Fuzz(func(t *testing.T, config, data string) {
		dir := filetree.Write(t, map[string]string{
			"hiera.yaml": config, "data/common.yaml": data, "data/nodes/web.yaml": data, "data/common.eyaml": data,
			"modules/m/hiera.yaml": config, "modules/m/data/common.yaml": data, "environment.conf": config, "modules/m/metadata.json": data,
		})
		result := run(t, load(t, dir), runner.Options{})
		for _, crash := range result.Crashes {
			t.Errorf("%v\n%s", crash, crash.Cause.Stack)
		}
		for _, d := range result.Diagnostics {
			if d.Span.Start < 0 || d.Span.End < d.Span.Start || d.Span.End > len(d.File.Text) {
				t.Errorf("%s: span %v is not in %s", d.Rule.Name, d.Span, d.File.Path)
			}
			for _, fix := range d.Fixes {
				for _, edit := range fix.Edits {
					if edit.File == nil || edit.Span.Start < 0 || edit.Span.End < edit.Span.Start || edit.Span.End > len(edit.File.Text) {
						t.Errorf("%s: an edit of %q is not in the file", d.Rule.Name, fix.Message)
					}
				}
			}
		}
	})
}
