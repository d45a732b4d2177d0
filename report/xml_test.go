package report

import (
	"encoding/xml"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/hieralint/hieralint/internal/golden"
)

func TestCheckstyleExample(t *testing.T) {
	t.Parallel()
	golden.Check(t, "example.checkstyle", []byte(write(t, Checkstyle, example(t), Options{})))
	golden.Check(t, "clean.checkstyle", []byte(write(t, Checkstyle, clean(), Options{})))
}

func TestJUnitExample(t *testing.T) {
	t.Parallel()
	r := example(t)
	r.Files = []string{"data/common.yaml", "data/nodes/web01.example.com.yaml", "data/role/db.yaml", "data/role/web.yaml"}
	golden.Check(t, "example.junit", []byte(write(t, JUnit, r, Options{CanFix: true})))
	golden.Check(t, "clean.junit", []byte(write(t, JUnit, clean(), Options{})))
}

// readXML decodes a document into value, and checks that the document is well-formed and nothing follows it.
func readXML(t testing.TB, document string, value any) {
	t.Helper()
	d := xml.NewDecoder(strings.NewReader(document))
	if err := d.Decode(value); err != nil {
		t.Fatalf("%v\n%s", err, document)
	}
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return
		}
		if text, ok := token.(xml.CharData); err != nil || !ok || strings.TrimSpace(string(text)) != "" {
			t.Fatalf("%v %v after the document", token, err)
		}
	}
}

func TestCheckstyleReadBack(t *testing.T) {
	t.Parallel()
	for name, r := range map[string]*Report{"example": example(t), "clean": clean(), "odd": odd()} {
		var back struct {
			XMLName xml.Name `xml:"checkstyle"`
			Version string   `xml:"version,attr"`
			Files   []struct {
				Name   string `xml:"name,attr"`
				Errors []struct {
					Line     int    `xml:"line,attr"`
					Column   int    `xml:"column,attr"`
					Severity string `xml:"severity,attr"`
					Message  string `xml:"message,attr"`
					Source   string `xml:"source,attr"`
				} `xml:"error"`
			} `xml:"file"`
		}
		readXML(t, write(t, Checkstyle, r, Options{}), &back)
		n := 0
		seen := map[string]bool{}
		for _, file := range back.Files {
			if file.Name == "" || seen[file.Name] {
				t.Errorf("%s: empty or duplicate file name %q", name, file.Name)
			}
			seen[file.Name] = true
			for _, e := range file.Errors {
				n++
				if e.Line < 1 || e.Column < 1 || e.Message == "" || !slices.Contains([]string{"error", "warning", "info"}, e.Severity) || !strings.HasPrefix(e.Source, "hieralint.") {
					t.Errorf("%s: invalid error element %+v", name, e)
				}
			}
		}
		if n != len(r.Diagnostics) || back.Version == "" {
			t.Errorf("%s: got version %q, %d of %d findings", name, back.Version, n, len(r.Diagnostics))
		}
	}
}

// junitBack has the parts of a report that CI systems read: GitLab reads names, classes, files, and texts;
// Jenkins also reads the numbers.
type junitBack struct {
	XMLName  xml.Name `xml:"testsuites"`
	Tests    int      `xml:"tests,attr"`
	Failures int      `xml:"failures,attr"`
	Suites   []struct {
		Name     string `xml:"name,attr"`
		Tests    int    `xml:"tests,attr"`
		Failures int    `xml:"failures,attr"`
		Cases    []struct {
			Name     string `xml:"name,attr"`
			Class    string `xml:"classname,attr"`
			File     string `xml:"file,attr"`
			Line     int    `xml:"line,attr"`
			Failures []struct {
				Message string `xml:"message,attr"`
				Type    string `xml:"type,attr"`
				Text    string `xml:",chardata"`
			} `xml:"failure"`
		} `xml:"testcase"`
	} `xml:"testsuite"`
}

func TestJUnitReadBack(t *testing.T) {
	t.Parallel()
	twice := example(t)
	twice.Diagnostics = append(twice.Diagnostics, twice.Diagnostics...)
	withFiles := example(t)
	withFiles.Files = []string{"data/common.yaml", "data/clean.yaml"}
	nothing := &Report{}
	for name, r := range map[string]*Report{"example": example(t), "clean": clean(), "odd": odd(), "nothing": nothing, "twice": twice, "with files": withFiles} {
		var back junitBack
		readXML(t, write(t, JUnit, r, Options{}), &back)
		tests, failures := 0, 0
		seen := map[string]bool{}
		for _, suite := range back.Suites {
			if suite.Tests != len(suite.Cases) {
				t.Errorf("%s: suite %s: got tests=%d, want %d", name, suite.Name, suite.Tests, len(suite.Cases))
			}
			failed := 0
			for _, c := range suite.Cases {
				tests++
				failed += len(c.Failures)
				id := suite.Name + "\x00" + c.Class + "\x00" + c.Name
				if c.Name == "" || c.Class == "" || seen[id] || len(c.Failures) > 1 {
					t.Errorf("%s: test case is not unique: %+v", name, c)
				}
				seen[id] = true
				for _, f := range c.Failures {
					if c.Line < 1 || c.File == "" || f.Message == "" || f.Text == "" || f.Type == "" {
						t.Errorf("%s: incomplete test case: %+v", name, c)
					}
				}
			}
			if failed != suite.Failures {
				t.Errorf("%s: suite %s: got failures=%d, want %d", name, suite.Name, suite.Failures, failed)
			}
			failures += failed
		}
		if tests == 0 || tests != back.Tests || failures != back.Failures || failures != len(r.Diagnostics) {
			t.Errorf("%s: %d tests and %d failures, but got tests=%d failures=%d", name, tests, failures, back.Tests, back.Failures)
		}
	}
}
