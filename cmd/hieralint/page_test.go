package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/hieralint/hieralint/internal/browser"
	"github.com/hieralint/hieralint/internal/golden"
	"github.com/hieralint/hieralint/internal/reference"
)

// TestReportPage opens each view of the HTML report in a browser: wide and narrow, light and dark.
//
// HIERALINT_TEST_AXE names the axe.min.js of axe-core, to check accessibility. With -update, the
// test takes the screenshot in the documentation. HIERALINT_TEST_PAGES names a directory for a
// screenshot of each view, and HIERALINT_TEST_PAGE_OF another tree for them.
func TestReportPage(t *testing.T) {
	if !reference.Long() {
		t.Skip("starts a browser; HIERALINT_TEST_LONG=1 runs it")
	}
	root := reference.Root(t)
	tree, pictures := "testdata/control-repo", os.Getenv("HIERALINT_TEST_PAGES")
	if other := os.Getenv("HIERALINT_TEST_PAGE_OF"); other != "" && pictures != "" {
		tree = other
	}
	page := filepath.Join(t.TempDir(), "page.html")
	t.Chdir(root)
	var stdout, stderr bytes.Buffer
	if code := run(t.Context(), []string{"hieralint", "lint", "--format", "html=" + page, "--fail-on", "never", tree}, nil, &stdout, &stderr); code != 0 {
		t.Fatalf("exit code %d\n%s", code, stderr.String())
	}
	axe := ""
	if file := os.Getenv("HIERALINT_TEST_AXE"); file != "" {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		axe = string(text)
	}
	b := browser.Start(t)
	for _, v := range []browser.View{{Width: 1280, Height: 900}, {Width: 1280, Height: 900, Dark: true}, {Width: 400, Height: 800}, {Width: 400, Height: 800, Dark: true}} {
		for _, view := range []string{"findings", "rules", "hierarchy", "keys"} {
			name := fmt.Sprintf("%s-%d", view, v.Width)
			if v.Dark {
				name += "-dark"
			}
			p := b.Open(t, "file://"+page+"#"+view, v)
			var width int
			p.Run(t, "document.documentElement.scrollWidth", &width)
			if width > v.Width {
				t.Errorf("%s: page is %d pixels wide", name, width)
			}
			if pictures != "" {
				if err := os.WriteFile(filepath.Join(pictures, name+".png"), p.Screenshot(t), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			if golden.Update() && name == "findings-1280" && tree == "testdata/control-repo" {
				golden.CheckFile(t, "docs/images/html-report.png", p.Screenshot(t))
			}
			if axe == "" {
				continue
			}
			p.Run(t, axe+"; undefined", nil)
			var violations []struct {
				ID, Help string
				Nodes    []struct{ HTML, FailureSummary string }
			}
			p.Run(t, "axe.run().then((found) => found.violations)", &violations)
			for _, violation := range violations {
				var where []string
				for _, n := range violation.Nodes[:min(len(violation.Nodes), 3)] {
					where = append(where, fmt.Sprintf("%.200s\n    %.300s", n.HTML, n.FailureSummary))
				}
				t.Errorf("%s: %s: %s\n  %s", name, violation.ID, violation.Help, strings.Join(where, "\n  "))
			}
		}
	}
}
