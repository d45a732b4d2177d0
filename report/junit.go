package report

import (
	"bufio"
	"bytes"
	"encoding/xml"
	"io"
	"strconv"

	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/plural"
)

// JUnit writes test results, for systems that show nothing else. The format has no standard; this
// is what GitLab (gitlabhq, lib/gitlab/ci/parsers/test/junit.rb), Jenkins, and GitHub actions for
// JUnit have in common, with the attributes file and line, which some of them turn into links.
//
// Each file is a suite. Each finding is a failed test, with its severity as the type of the
// failure; a file without findings is a test that passed, so that no report is empty. Since tests
// of two runs are compared by suite, class, and name, these contain no line numbers, and all tests
// of a suite have different names.
func JUnit(w io.Writer, r *Report, o Options) error {
	out := junitReport{Name: "hieralint", Failures: len(r.Diagnostics)}
	groups := byFile(r)
	j := &junit{Report: r, options: o, secrets: r.secrets()}
	found := lists.Set(lists.Map(groups, func(group *fileGroup) string { return group.path }))
	for _, file := range r.Files {
		if !found[file] {
			groups = append(groups, &fileGroup{path: file})
		}
	}
	if len(groups) == 0 {
		out.Suites = append(out.Suites, junitSuite{Name: "hieralint", Tests: 1, Cases: []junitCase{{Class: "hieralint", Name: "no findings in " + plural.Count(r.Summary.Files, "file")}}})
	}
	for _, group := range groups {
		out.Suites = append(out.Suites, j.suite(group))
	}
	for i := range out.Suites {
		out.Tests += out.Suites[i].Tests
	}
	return writeXML(w, out)
}

type junitReport struct {
	XMLName  xml.Name     `xml:"testsuites"`
	Name     string       `xml:"name,attr"`
	Tests    int          `xml:"tests,attr"`
	Failures int          `xml:"failures,attr"`
	Suites   []junitSuite `xml:"testsuite"`
}

type junitSuite struct {
	Name     string      `xml:"name,attr"`
	Tests    int         `xml:"tests,attr"`
	Failures int         `xml:"failures,attr"`
	Cases    []junitCase `xml:"testcase"`
}

type junitCase struct {
	Class   string        `xml:"classname,attr"`
	Name    string        `xml:"name,attr"`
	File    string        `xml:"file,attr,omitempty"`
	Line    int           `xml:"line,attr,omitempty"`
	Failure *junitFailure `xml:"failure"`
}

type junitFailure struct {
	Message string `xml:"message,attr"`
	Type    string `xml:"type,attr"`
	Text    string `xml:",cdata"` // printable escapes it, since the encoder does not check CDATA
}

// junit holds what is computed once for all tests.
type junit struct {
	*Report
	options Options
	secrets *secrets
}

func (j *junit) suite(group *fileGroup) junitSuite {
	path := j.pathInRepository(group.path, j.options)
	suite := junitSuite{Name: path, Tests: max(len(group.diagnostics), 1), Failures: len(group.diagnostics)}
	if len(group.diagnostics) == 0 {
		suite.Cases = []junitCase{{Class: "hieralint", Name: "no findings", File: path}}
	}
	names := map[string]int{}
	for _, d := range group.diagnostics {
		// Jenkins uses the part before the last dot as a package, and groups by it.
		class, name := "hieralint."+d.Rule.Name, subject(d, j.secrets)
		names[class+"\x00"+name]++
		if n := names[class+"\x00"+name]; n > 1 {
			name += " (" + strconv.Itoa(n) + ")"
		}
		suite.Cases = append(suite.Cases, junitCase{
			Class: class, Name: name, File: path, Line: d.File.Pos(d.Span.Start).Line,
			Failure: &junitFailure{Message: d.Message, Type: d.Severity.String(), Text: j.plainText(d)},
		})
	}
	return suite
}

// plainText returns the finding as in the text format.
func (j *junit) plainText(d *diagnostic.Diagnostic) string {
	var b bytes.Buffer
	p := &printer{w: bufio.NewWriter(&b), width: defaultWidth, canFix: j.options.CanFix, secrets: j.secrets}
	p.diagnostic(j.Report, d)
	_ = p.w.Flush() // writing to memory does not fail
	return "\n" + b.String()
}
