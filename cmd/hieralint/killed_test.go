package main

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/hieralint/hieralint/internal/filetree"
	"github.com/hieralint/hieralint/internal/reference"
)

// TestKilledWhileFixing kills --fix at random times: every file must be unchanged or fixed.
func TestKilledWhileFixing(t *testing.T) {
	t.Parallel()
	runs := 10
	if reference.Long() {
		runs = 200
	}
	files := map[string]string{"hiera.yaml": "version: 5\nhierarchy: [{name: a, glob: '**/*.yaml'}]\n"}
	for i := range 60 {
		files[fmt.Sprintf("data/%d/common.yaml", i)] = fmt.Sprintf("k%d: \"%%{hostname}\"\n# %d\r\nl: [%d]\n", i, i, i)
	}
	fixed := filetree.Write(t, files)
	start := time.Now()
	fix := exec.Command("hieralint", "lint", "--fix", "--fail-on", "never", fixed)
	if out, err := fix.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	whole := time.Since(start)
	random := rand.New(rand.NewPCG(1, 2))
	both := 0
	for range runs {
		dir := filetree.Write(t, files)
		run := exec.Command("hieralint", "lint", "--fix", "--fail-on", "never", dir)
		if err := run.Start(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Duration(random.Int64N(int64(whole))))
		_ = run.Process.Kill() // it may have exited
		_ = run.Wait()
		before, after := 0, 0
		for name, text := range files {
			got, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(name)))
			if err != nil {
				t.Fatal(err)
			}
			want, err := os.ReadFile(filepath.Join(fixed, filepath.FromSlash(name)))
			if err != nil {
				t.Fatal(err)
			}
			switch {
			case bytes.Equal(got, want) && string(got) != text:
				after++
			case string(got) == text:
				before++
			default:
				t.Errorf("%s is neither unchanged nor fixed: %q", name, got)
			}
		}
		if before > 1 && after > 0 { // hiera.yaml never changes
			both++
		}
		if err := os.RemoveAll(dir); err != nil {
			t.Fatal(err)
		}
	}
	t.Logf("%d of %d runs were killed between two files", both, runs)
}
