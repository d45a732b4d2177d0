package config

import (
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/reference"
)

// TestCorpus checks that no problems are found in the hiera.yaml files of real control repos and modules, all
// of which Puppet accepts.
func TestCorpus(t *testing.T) {
	read := 0
	for kind, layer := range map[string]Layer{"control": Environment, "modules": Module} {
		dir := filepath.Join(reference.Dir(t), "corpus", kind)
		err := filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
			if err != nil || entry.Name() != "hiera.yaml" {
				return err
			}
			text, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			read++
			c := Read(data.Parse(source.New(path, text), data.YAML), layer)
			for _, p := range c.Problems {
				t.Errorf("%s:%d: unexpected problem %d", path, c.Doc.File.Pos(p.Span.Start).Line, p.Code)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if read < 10 {
		t.Errorf("got %d files, want at least 10", read)
	}
}
