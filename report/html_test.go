package report

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"html"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/golden"
	"github.com/hieralint/hieralint/internal/reference"
	"github.com/hieralint/hieralint/internal/visible"
)

// pictured is the example with an overview.
func pictured(t testing.TB) *Report {
	r := example(t)
	node, common, role := r.Diagnostics[4].File, r.Diagnostics[0].File, r.Diagnostics[8].File
	at := func(file *source.File, line int) source.Span { return file.Line(line) }
	r.Overview = &Overview{
		Unread: []string{"data/old/web.yaml"},
		Scopes: []Scope{{
			Name:    "environment production",
			LeftOut: 2,
			Nodes:   2,
			Columns: []Column{{Name: "Nodes", Detail: "hiera.yaml"}, {Name: "Roles"}, {Name: "Vault"}, {Name: "Common"}},
			Hierarchies: []Hierarchy{{
				Name: "environment layer", Path: "hiera.yaml", Notes: []string{"Puppet 8 refuses it."},
				Levels: []Level{
					{Name: "Nodes", Column: 0, Function: "yaml_data", Locations: [][]Piece{{{Text: "data/nodes/"}, {Text: "%{trusted.certname}", Variable: true}, {Text: ".yaml"}}},
						Files: []LevelFile{{Path: node.Path, Keys: 3, Nodes: []string{"web01.example.com"}, When: [][]Condition{{{"trusted.certname", "web01.example.com"}}}}}},
					{Name: "Roles", Column: 1, Function: "yaml_data", Locations: [][]Piece{{{Text: "data/role/"}, {Text: "%{facts.role}", Variable: true}, {Text: ".yaml"}}},
						Files: []LevelFile{
							{Path: "data/role/.yaml", When: [][]Condition{{{"facts.role", ""}}}},
							{Path: role.Path, Keys: 2, When: [][]Condition{{{"facts.role", "web"}}, {{"facts.role", "web"}, {"facts.tier", "1"}}}},
						}},
					{Name: "Vault", Column: 2, Function: "vault_lookup", Unseen: "a function answers, which is not run here"},
					{Name: "Common", Column: 3, Function: "yaml_data", Locations: [][]Piece{{{Text: "data/common.yaml"}}}, Files: []LevelFile{{Path: common.Path, Keys: 4, When: [][]Condition{{}}}}},
					{Name: "Fallback", Column: -1, Part: "default_hierarchy", Function: "yaml_data", Locations: [][]Piece{{{Text: "data/fallback.yaml"}}}},
				},
			}},
			Keys: []Key{
				{Name: "profile::db::password", Settings: []Setting{
					{Column: 0, File: node, Span: at(node, 3), Withheld: "encrypted", Effect: Used},
					{Column: 3, File: common, Span: at(common, 9), Value: "hunter2", Effect: UsedInPart}, // a finding says that this is a secret
				}},
				{Name: "profile::motd", Settings: []Setting{{Column: 1, File: role, Span: at(role, 1), Value: "%{facts.os.name} and more"}}},
				{Name: "profile::web::base", Settings: []Setting{{Column: 1, File: role, Span: at(role, 3), Value: "/srv"}, {Column: 3, File: common, Span: at(common, 10), Value: "/var/www", Effect: Unused}}},
				{Name: "profile::web::vhosts", Merge: "deep", Settings: []Setting{
					{Column: 0, File: node, Span: at(node, 4), Value: "{shop.example.com: {port: 8080, …", Effect: Merged},
					{Column: 0, File: node, Span: at(node, 5), Value: "a", Effect: Merged},
					{Column: 0, File: node, Span: at(node, 6), Value: "b", Effect: Merged},
					{Column: 0, File: node, Span: at(node, 7), Value: "c", Effect: Merged},
					{Column: 3, File: common, Span: at(common, 2), Value: "{}", Effect: Merged},
				}},
			},
		}},
	}
	return r
}

// body is a page without its style and script.
func body(page string) string {
	page = regexp.MustCompile(`(?s)<style>.*?</style>`).ReplaceAllString(page, "<style>…</style>")
	page = regexp.MustCompile(`(Content-Security-Policy" content=)"[^"]*"`).ReplaceAllString(page, `$1"…"`)
	return regexp.MustCompile(`(?s)<script>.*?</script>`).ReplaceAllString(page, "<script>…</script>")
}

func TestHTMLExample(t *testing.T) {
	t.Parallel()
	golden.Check(t, "example.html", []byte(body(write(t, HTML, pictured(t), Options{CanFix: true, Version: "1.2.3", Repository: &Repository{Revision: "0123abc"}}))))
	golden.Check(t, "clean.html", []byte(body(write(t, HTML, clean(), Options{}))))
}

// elements parses a page strictly, as XML with the empty elements of HTML, and calls visit for each
// element.
func elements(t testing.TB, page string, visit func(xml.StartElement)) {
	t.Helper()
	text := regexp.MustCompile(`<(meta|input|wbr)\b([^>]*)>`).ReplaceAllString(strings.TrimPrefix(body(page), "<!DOCTYPE html>"), "<$1$2/>")
	d := xml.NewDecoder(strings.NewReader(text))
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return
		}
		if err != nil {
			at := int(d.InputOffset())
			t.Fatalf("%v near %q", err, text[max(at-200, 0):at])
		}
		if e, ok := token.(xml.StartElement); ok {
			visit(e)
		}
	}
}

// Whatever stands in files and names: it is text on the page, and never becomes an element, a script or
// an address.
func TestHTMLEscapes(t *testing.T) {
	t.Parallel()
	const hostile = "</style></script><img src=x onerror=alert(1)>\"'&`<!--\u2028\x00\x1b[31m javascript:alert(1)"
	file := source.New(hostile, []byte("a: "+hostile+"\n"))
	span := source.Span{Start: 3, End: 8}
	text := []string{hostile}
	r := &Report{
		Dir: "/srv/" + strings.ReplaceAll(hostile, "/", "_"),
		Diagnostics: []diagnostic.Diagnostic{{
			Rule: aliasRule, Severity: diagnostic.Error, File: file, Span: span, Message: hostile, Detail: hostile, Help: hostile, Key: hostile,
			Related: []diagnostic.Related{{File: file, Span: span, Message: hostile}}, Fixes: []diagnostic.Fix{{Message: hostile}},
		}},
		Summary: Summary{NotSeen: text},
		Overview: &Overview{Unread: text, Scopes: []Scope{{
			Name: hostile, Columns: []Column{{hostile, hostile}},
			Hierarchies: []Hierarchy{{Name: hostile, Path: hostile, Notes: text, Levels: []Level{{
				Name: hostile, Part: hostile, Function: hostile, Unseen: hostile, Locations: [][]Piece{{{hostile, true}}},
				Files: []LevelFile{{Path: hostile, When: [][]Condition{{{hostile, hostile}}}}},
			}}}},
			Keys: []Key{
				{Name: hostile, Merge: hostile, Settings: []Setting{{File: file, Span: span, Value: hostile}, {File: file, Span: span, Withheld: hostile}}},
				{Name: hostile, Settings: []Setting{{File: file, Span: span, Value: hostile}}},
			},
		}}},
	}
	page := write(t, HTML, r, Options{Version: hostile, Repository: &Repository{Revision: hostile}})
	allowed := strings.Fields(`html head meta title style body header p h1 h2 h3 h4 span nav a label input main section details summary
		article pre code mark ul ol li b i div table thead tbody tr th td footer script wbr`)
	elements(t, page, func(e xml.StartElement) {
		if !slices.Contains(allowed, e.Name.Local) {
			t.Errorf("an element %s", e.Name.Local)
		}
		for _, a := range e.Attr {
			switch name := a.Name.Local; {
			case strings.HasPrefix(name, "on"), name == "src", name == "style":
				t.Errorf("an attribute %s=%q", name, a.Value)
			case name == "href" && !strings.HasPrefix(a.Value, "#") && !strings.HasPrefix(a.Value, "https://github.com/hieralint/"):
				t.Errorf("a link to %q", a.Value)
			}
		}
	})
	if strings.Contains(page, "\x1b") || strings.Contains(page, "\x00") {
		t.Error("control characters")
	}
}

func TestHTMLIsWellFormed(t *testing.T) {
	t.Parallel()
	nothing := pictured(t)
	nothing.Overview = &Overview{Scopes: []Scope{{Name: "empty"}}}
	reports := map[string]*Report{"example": pictured(t), "clean": clean(), "odd": odd(), "nothing": {}, "empty overview": nothing}
	if reference.Long() {
		reports["large"] = large()
	}
	for name, r := range reports {
		t.Run(name, func(t *testing.T) {
			page := write(t, HTML, r, fullOptions())
			ids := map[string]bool{}
			var links []string
			elements(t, page, func(e xml.StartElement) {
				for _, a := range e.Attr {
					switch a.Name.Local {
					case "id":
						if ids[a.Value] {
							t.Errorf("two elements have the id %s", a.Value)
						}
						ids[a.Value] = true
					case "href":
						links = append(links, a.Value)
					}
				}
			})
			for _, link := range links {
				if id, ok := strings.CutPrefix(link, "#"); ok && !ids[id] {
					t.Errorf("a link to %s, which is not there", link)
				}
			}
		})
	}
}

// The page loads nothing, and its policy lets its own style and script work and no other.
func TestHTMLIsSelfContained(t *testing.T) {
	t.Parallel()
	page := write(t, HTML, pictured(t), Options{})
	for _, sign := range []string{"@import", "url(", "<link", " src=", "fetch(", "import("} {
		if strings.Contains(page, sign) {
			t.Errorf("the page may load something: it has %s", sign)
		}
	}
	for element, text := range map[string]string{"style": pageStyle, "script": pageScript} {
		if want := "<" + element + ">" + text + "</" + element + ">"; !strings.Contains(page, want) {
			t.Errorf("the %s is not what the policy allows", element)
		}
		if !strings.Contains(html.UnescapeString(page), element+"-src 'sha256-"+fingerprint(text)+"'") {
			t.Errorf("the policy does not allow the %s", element)
		}
	}
}

func TestHTMLLimits(t *testing.T) {
	t.Parallel()
	page := write(t, HTML, large(), Options{})
	const most = 8 << 20
	if len(page) > most {
		t.Errorf("the page has %d bytes, more than %d", len(page), most)
	}
	for _, text := range []string{
		"2000 of 10000 findings are shown", "and 80 more in this file", "and 9900 more", "the first 1000 of 7333 keys", "and 76 more",
	} {
		if !strings.Contains(page, text) {
			t.Errorf("the page does not say %q", text)
		}
	}
	if n := strings.Count(page, `<details class="file"`); n != 100 {
		t.Errorf("%d files are shown, want all 100", n)
	}
}

func TestParts(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("x", 1000)
	tests := []struct {
		name, line string
		span       source.Span
		want       string // the mark in brackets
	}{
		{"middle", "key: value", source.Span{Start: 5, End: 8}, "key: [val]ue"},
		{"all", "key", source.Span{Start: 0, End: 3}, "[key]"},
		{"empty span", "key", source.Span{Start: 1, End: 1}, "k[e]y"},
		{"end of the line", "key", source.Span{Start: 3, End: 3}, "key[ ]"},
		{"empty line", "", source.Span{}, "[ ]"},
		{"wide and combining characters", "状e\u0301x", source.Span{Start: 3, End: 6}, "状[e\u0301]x"},
		{"spelled out", "a\x1bb", source.Span{Start: 1, End: 2}, "a[<U+001B>]b"},
		{"far to the right", long + "token" + long, source.Span{Start: 1000, End: 1005}, "…" + long[:240] + "[token]" + long[:240] + "…"},
		{"at the start of a long line", "token" + long, source.Span{Start: 0, End: 5}, "[token]" + long[:475] + "…"},
		{"a long mark", long, source.Span{Start: 0, End: 1000}, "[" + long[:480] + "…]"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var b strings.Builder
			for _, p := range parts(row{number: 1, cells: visible.Cells([]byte(tt.line), 0), marked: tt.span, mark: true}) {
				if p.Mark {
					fmt.Fprintf(&b, "[%s]", p.Text)
				} else {
					b.WriteString(p.Text)
				}
			}
			if b.String() != tt.want {
				t.Errorf("got  %s\nwant %s", b.String(), tt.want)
			}
		})
	}
}

// In a browser the script works under the policy: it shows the filter, and opens what an address leads
// to.
func TestHTMLInABrowser(t *testing.T) {
	t.Parallel()
	browser := ""
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			browser = path
			break
		}
	}
	if browser == "" || !reference.Long() {
		t.Skip("there is no Chromium, or HIERALINT_LONG is not set")
	}
	dir := t.TempDir()
	file := filepath.Join(dir, "page.html")
	if err := os.WriteFile(file, []byte(write(t, HTML, large(), Options{})), 0o644); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(browser, "--headless", "--no-sandbox", "--disable-gpu", "--user-data-dir="+filepath.Join(dir, "profile"), "--dump-dom", "file://"+file+"#f30")
	var dom bytes.Buffer
	cmd.Stdout = &dom
	start := time.Now()
	if err := cmd.Run(); err != nil {
		t.Skipf("%s does not run here: %v", browser, err)
	}
	t.Logf("%d bytes of DOM after %s", dom.Len(), time.Since(start))
	if !strings.Contains(dom.String(), `<label class="scripted">`) {
		t.Error("the script did not run: the filter is hidden")
	}
	if n := strings.Count(dom.String(), `open=""`); n < 2 || n > 10 {
		t.Errorf("%d things are open; want the hierarchy and the file that the address leads to", n)
	}
}
