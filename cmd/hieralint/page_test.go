package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/hieralint/hieralint/internal/browser"
	"github.com/hieralint/hieralint/internal/filetree"
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
	example, pictures := filepath.Join(root, "testdata", "control-repo"), os.Getenv("HIERALINT_TEST_PAGES")
	tree := example
	if other := os.Getenv("HIERALINT_TEST_PAGE_OF"); other != "" && pictures != "" {
		tree = other
	}
	b, axe := browser.Start(t), axeCore(t)
	page := pageOf(t, tree)
	for _, v := range []browser.View{{Width: 1280, Height: 900}, {Width: 1280, Height: 900, Dark: true}, {Width: 400, Height: 800}, {Width: 400, Height: 800, Dark: true}} {
		for _, view := range []string{"findings", "rules", "hierarchy", "keys"} {
			name := fmt.Sprintf("%s-%d", view, v.Width)
			if v.Dark {
				name += "-dark"
			}
			p := b.Open(t, "file://"+page+"#"+view, v)
			if pictures != "" {
				if err := os.WriteFile(filepath.Join(pictures, name+".png"), p.Screenshot(t), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			if golden.Update() && name == "findings-1280" && tree == example {
				golden.CheckFile(t, filepath.Join(root, "docs", "images", "html-report.png"), p.Screenshot(t))
			}
			checkView(t, p, name, v, axe)
		}
	}
	// Two hierarchies for the same environment, in files with long paths.
	config := func(dir string) string {
		return "version: 5\ndefaults: {datadir: /etc/puppet/hieradata/" + dir + "}\nhierarchy: [{name: Node, path: 'node/%{trusted.certname}.yaml'}, {name: Common, path: common.yaml}]\n"
	}
	const dir = "modules/puppetserver/files/hiera/configurations_of_all_servers/"
	page = pageOf(t, filetree.Write(t, map[string]string{
		dir + "production.yaml": config("production"), "hieradata/production/node/a.yaml": "a: 1\n", "hieradata/production/common.yaml": "a: 2\n",
		dir + "cloud.yaml": config("cloud"), "hieradata/cloud/node/a.yaml": "a: 1\n", "hieradata/cloud/common.yaml": "a: 2\n",
		"modules/puppetserver/manifests/init.pp": "class puppetserver { }\n",
	}))
	narrow := browser.View{Width: 400, Height: 800}
	for _, view := range []string{"hierarchy", "keys"} {
		checkView(t, b.Open(t, "file://"+page+"#"+view, narrow), view+" of two hierarchies", narrow, axe)
	}
	// Long names of keys and levels.
	page = pageOf(t, filetree.Write(t, map[string]string{
		"hiera.yaml":       "version: 5\nhierarchy: [{name: 'Data of applications in datacenters', path: 'node/%{trusted.certname}.yaml'}, {name: Common, path: common.yaml}]\n",
		"data/node/a.yaml": "profile::application::monitoring::agent:collection_interval: 1\na: 1\n", "environment.conf": "",
		"data/common.yaml": "a: 2\nlookup_options: {a: {merge: deep, knockout_prefix: --}}\n",
	}))
	for _, view := range []string{"findings", "rules", "keys"} {
		p := b.Open(t, "file://"+page+"#"+view, narrow)
		checkView(t, p, view+" with long names", narrow, axe)
		var cut []string
		p.Run(t, `[...document.querySelectorAll(".keys thead th")].filter((e) => e.checkVisibility() && e.scrollWidth > e.clientWidth).map((e) => e.textContent)`, &cut)
		if len(cut) > 0 {
			t.Errorf("headings %q are wider than their columns", cut)
		}
		var isWide bool
		p.Run(t, `[...document.querySelectorAll(".rules")].some((e) => e.checkVisibility() && e.scrollWidth > e.parentElement.clientWidth)`, &isWide)
		if isWide {
			t.Error("the table of rules is wider than the page")
		}
	}
}

// pageOf changes to a tree, and returns the path of the report on it.
func pageOf(t *testing.T, tree string) string {
	t.Helper()
	t.Chdir(tree)
	page := filepath.Join(t.TempDir(), "page.html")
	var stdout, stderr bytes.Buffer
	if code := run(t.Context(), []string{"hieralint", "lint", "--format", "html=" + page, "--fail-on", "never"}, nil, &stdout, &stderr); code != 0 {
		t.Fatalf("exit code %d\n%s", code, stderr.String())
	}
	return page
}

// axeCore returns the script axe-core; "" if there is none.
func axeCore(t *testing.T) string {
	t.Helper()
	file := os.Getenv("HIERALINT_TEST_AXE")
	if file == "" {
		return ""
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// checkView checks that a view is not wider than the window, and accessible.
func checkView(t *testing.T, p *browser.Page, name string, v browser.View, axe string) {
	t.Helper()
	var width int
	p.Run(t, "document.documentElement.scrollWidth", &width)
	if width > v.Width {
		t.Errorf("%s: page is %d pixels wide", name, width)
	}
	if axe == "" {
		return
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
