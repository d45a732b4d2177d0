package report

import (
	"encoding/xml"
	"errors"
	"html"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/browser"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/golden"
	"github.com/hieralint/hieralint/internal/notseen"
	"github.com/hieralint/hieralint/internal/reference"
	"github.com/hieralint/hieralint/internal/visible"
)

// pictured returns the example with an overview.
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
					{Column: 3, File: common, Span: at(common, 9), Value: "hunter2", Effect: UsedInPart}, // a finding reports this secret
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

// body returns a page without its style and script.
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

// elements parses a page strictly, as XML with the void elements of HTML, and calls visit for each element.
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

// hostileText becomes an element, an attribute, a script, or a link if it is not escaped.
const hostileText = "</style></script><img src=x onerror=alert(1)>\"'&`<!--\u2028\x00\x1b[31m javascript:alert(1)"

// hostile returns a report with hostileText in all strings.
func hostile() *Report {
	file := source.New(hostileText, []byte("a: "+hostileText+"\n"))
	span := source.Span{Start: 3, End: 8}
	text := []string{hostileText}
	return &Report{
		Dir: "/srv/" + strings.ReplaceAll(hostileText, "/", "_"),
		Diagnostics: []diagnostic.Diagnostic{{
			Rule: aliasRule, Severity: diagnostic.Error, File: file, Span: span, Message: hostileText, Detail: hostileText, Help: hostileText, Key: diagnostic.RootKey(hostileText),
			Related: []diagnostic.Related{{File: file, Span: span, Message: hostileText}}, Fixes: []diagnostic.Fix{{Message: hostileText}},
		}},
		Summary: Summary{NotSeen: []notseen.Part{{What: hostileText, Names: slices.Repeat(text, 10)}}},
		Overview: &Overview{Unread: text, Scopes: []Scope{{
			Name: hostileText, Columns: []Column{{hostileText, hostileText}},
			Hierarchies: []Hierarchy{{Name: hostileText, Path: hostileText, Notes: text, Levels: []Level{{
				Name: hostileText, Part: hostileText, Function: hostileText, Unseen: hostileText, Locations: [][]Piece{{{hostileText, true}}},
				Files: []LevelFile{{Path: hostileText, When: [][]Condition{{{hostileText, hostileText}}}}},
			}}}},
			Keys: []Key{
				{Name: hostileText, Merge: hostileText, Settings: []Setting{{File: file, Span: span, Value: hostileText}, {File: file, Span: span, Withheld: hostileText}}},
				{Name: hostileText, Settings: []Setting{{File: file, Span: span, Value: hostileText}}},
			},
		}}},
	}
}

// TestHTMLEscapes checks that the content of files and names is escaped, and never becomes an element, a
// script, or a link.
func TestHTMLEscapes(t *testing.T) {
	t.Parallel()
	page := write(t, HTML, hostile(), Options{Version: hostileText, Repository: &Repository{Revision: hostileText}})
	allowed := strings.Fields(`html head meta title style body header p h1 h2 h3 h4 span nav a label input main section details summary
		fieldset legend select option button code ul ol li b i div table thead tbody tr th td footer script wbr`)
	elements(t, page, func(e xml.StartElement) {
		if !slices.Contains(allowed, e.Name.Local) {
			t.Errorf("unexpected element %s", e.Name.Local)
		}
		for _, a := range e.Attr {
			switch name := a.Name.Local; {
			case strings.HasPrefix(name, "on"), name == "src", name == "style":
				t.Errorf("unexpected attribute %s=%q", name, a.Value)
			case name == "href" && !strings.HasPrefix(a.Value, "#") && !strings.HasPrefix(a.Value, "https://github.com/hieralint/"):
				t.Errorf("unexpected link to %q", a.Value)
			}
		}
	})
	if strings.Contains(page, "\x1b") || strings.Contains(page, "\x00") {
		t.Error("the page contains control characters")
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
							t.Errorf("duplicate id %s", a.Value)
						}
						ids[a.Value] = true
					case "href":
						links = append(links, a.Value)
					}
				}
			})
			for _, link := range links {
				if id, ok := strings.CutPrefix(link, "#"); ok && !ids[strings.SplitN(id, "?", 2)[0]] {
					t.Errorf("broken link to %s", link)
				}
			}
		})
	}
}

// TestHTMLIsSelfContained checks that the page loads nothing, and that its content security policy allows
// only its own style and script.
func TestHTMLIsSelfContained(t *testing.T) {
	t.Parallel()
	page := write(t, HTML, pictured(t), Options{})
	for _, sign := range []string{"@import", "url(", "<link", " src=", "fetch(", "import(", "innerHTML"} {
		if strings.Contains(page, sign) {
			t.Errorf("the page may load something: it contains %s", sign)
		}
	}
	for element, text := range map[string]string{"style": pageStyle, "script": pageScript} {
		if want := "<" + element + ">" + text + "</" + element + ">"; !strings.Contains(page, want) {
			t.Errorf("the page does not contain the expected %s", element)
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
		t.Errorf("got a page of %d bytes, want at most %d", len(page), most)
	}
	for _, text := range []string{"Here are the 500 most severe of 10000 findings", "the first 5000 of 7333 keys", "and 76 more"} {
		if !strings.Contains(page, text) {
			t.Errorf("the page does not contain %q", text)
		}
	}
	r := large()
	r.Diagnostics = append(r.Diagnostics, r.Diagnostics[0])
	r.Diagnostics[0].Severity = diagnostic.Note
	page = write(t, HTML, r, Options{})
	if n := strings.Count(page, `"severity":"error"`); n != maxFindings || strings.Contains(page, `"severity":"note"`) || !strings.Contains(page, `"total":10001`) {
		t.Errorf("got %d errors, want %d, and no note", n, maxFindings)
	}
}

// TestHTMLFoldsNotSeen checks that a long list of parts that were not seen is folded.
func TestHTMLFoldsNotSeen(t *testing.T) {
	r := Report{Summary: Summary{Files: 1, NotSeen: unseenLevels(4)}}
	for n, want := range map[int]bool{3: false, 4: true} {
		some := r
		some.Summary.NotSeen = r.Summary.NotSeen[:n]
		page := write(t, HTML, &some, Options{})
		if got := strings.Contains(page, "<summary><b>Not seen:</b> 4 parts of the data or code</summary>"); got != want {
			t.Errorf("%d entries: got folded %v, want %v", n, got, want)
		}
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
			before, mark, behind := parts(row{number: 1, cells: visible.Cells([]byte(tt.line), 0), marked: tt.span, mark: true})
			if got := before + "[" + mark + "]" + behind; got != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
		})
	}
}

// open writes the page of a report to a file and opens it in the browser.
func open(t *testing.T, b *browser.Browser, r *Report, fragment string) *browser.Page {
	t.Helper()
	file := filepath.Join(t.TempDir(), "page.html")
	if err := os.WriteFile(file, []byte(write(t, HTML, r, fullOptions())), 0o644); err != nil {
		t.Fatal(err)
	}
	return b.Open(t, "file://"+filepath.ToSlash(file)+fragment, browser.View{Width: 1280, Height: 900})
}

// TestHTMLInABrowser checks that the script works under the content security policy: it renders only visible
// findings, filters them, and follows links to a finding or view.
func TestHTMLInABrowser(t *testing.T) {
	t.Parallel()
	if !reference.Long() {
		t.Skip("starts a browser; HIERALINT_TEST_LONG=1 runs it")
	}
	b := browser.Start(t)
	r := large()
	r.Diagnostics = r.Diagnostics[:6000]
	r.Diagnostics[10].Severity = diagnostic.Note
	r.Diagnostics[1010].Severity, r.Diagnostics[1010].Rule = diagnostic.Warning, exampleRules[1]
	page := open(t, b, r, "")
	var painted float64
	page.Run(t, `performance.getEntriesByName("first-contentful-paint")[0].startTime`, &painted)
	t.Logf("first paint of 6000 findings after %.0f ms", painted)
	if painted > 10_000 { // generous, for a busy machine; measurements are in docs/performance.md
		t.Errorf("first paint after %.0f ms, want at most 10 s", painted)
	}
	numbers := func(t *testing.T, page *browser.Page, wantStatus string, wantNumbers ...string) {
		t.Helper()
		var status string
		var shown []string
		page.Run(t, `document.getElementById("status").textContent`, &status)
		page.Run(t, `[...document.querySelectorAll(".finding")].filter((f) => f.checkVisibility()).map((f) => f.id)`, &shown)
		if status != wantStatus || len(shown) > 500 || !slices.Equal(shown[:min(len(shown), len(wantNumbers))], wantNumbers) {
			t.Errorf("got status %q, %d findings starting with %v; want %q, %v", status, len(shown), shown[:min(len(shown), 5)], wantStatus, wantNumbers)
		}
	}
	numbers(t, page, "6,000 findings", "f1", "f2")
	var elements int
	page.Run(t, `document.querySelectorAll("*").length`, &elements)
	if elements > 5000 {
		t.Errorf("got %d elements, want at most 5000", elements)
	}
	// Filters
	page.Run(t, `document.querySelector("input[value=warning]").click()`, nil)
	numbers(t, page, "1 of 6,000 findings", "f5999")
	page.Run(t, `document.querySelector("input[value=warning]").click(); document.querySelector("input[value=note]").click()`, nil)
	numbers(t, page, "1 of 6,000 findings", "f6000")
	page.Run(t, `document.getElementById("clear").click()`, nil)
	numbers(t, page, "6,000 findings", "f1", "f2")
	page.Run(t, `document.querySelector("input[value=`+exampleRules[1].Name+`]").click()`, nil)
	numbers(t, page, "1 of 6,000 findings", "f5999")
	page.Run(t, `document.getElementById("clear").click(); [...document.querySelectorAll("#paths a")].find((a) => a.textContent === "node07.example.com.yaml").click()`, nil)
	page.Wait(t, `document.getElementById("status").textContent === "100 of 6,000 findings"`)
	page.Run(t, `document.getElementById("clear").click(); filter.value = "class42:: parameter77"; filter.dispatchEvent(new Event("input"))`, nil)
	page.Wait(t, `document.getElementById("status").textContent === "1 of 6,000 findings"`)
	page.Run(t, `document.getElementById("clear").click(); group.value = "rule"; group.dispatchEvent(new Event("change", {bubbles: true}))`, nil)
	var group string
	page.Run(t, `document.querySelector(".group h3").textContent`, &group)
	if want := aliasRule.Name + " 5,999"; group != want {
		t.Errorf("got first group %q, want %q", group, want)
	}
	// Addresses
	page = open(t, b, r, "#f3000")
	page.Wait(t, `Math.abs(document.getElementById("f3000").getBoundingClientRect().top) < 200`)
	views := func(fragment, view string) {
		page := open(t, b, r, fragment)
		var views []string
		page.Run(t, `[...document.querySelectorAll("main > section")].filter((s) => s.checkVisibility()).map((s) => s.id)`, &views)
		if !slices.Equal(views, []string{view}) {
			t.Errorf("%s: got views %v", fragment, views)
		}
	}
	for _, view := range []string{"findings", "rules", "hierarchy", "keys"} {
		views("#"+view, view)
	}
}

// TestHTMLEscapesInABrowser checks that the script escapes the content of files and names.
func TestHTMLEscapesInABrowser(t *testing.T) {
	t.Parallel()
	if !reference.Long() {
		t.Skip("starts a browser; HIERALINT_TEST_LONG=1 runs it")
	}
	b := browser.Start(t)
	page := open(t, b, hostile(), "")
	page.Run(t, `location.hash = "#keys"`, nil)
	page.Wait(t, `document.querySelector(".keys th code")`)
	var wrong []string
	page.Run(t, `[...document.querySelectorAll("*")].filter((e) => /^(img|svg|iframe|object|embed|link)$/i.test(e.tagName) || [...e.attributes].some((a) => /^(on|src|style$)/.test(a.name) ||
		a.name === "href" && !/^(#|https:\/\/github.com\/hieralint\/)/.test(a.value))).map((e) => e.outerHTML)`, &wrong)
	if len(wrong) > 0 {
		t.Errorf("unexpected elements %q", wrong)
	}
	var text string
	page.Run(t, `document.querySelector("article h4").textContent + document.querySelector(".keys th code").textContent`, &text)
	if strings.Count(text, "<img src=x onerror=alert(1)>") != 2 {
		t.Errorf("got text %q, want the escaped string twice", text)
	}
}
