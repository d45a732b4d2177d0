package report

import (
	"encoding/xml"
	"io"
	"strings"

	"github.com/hieralint/hieralint/internal/diagnostic"
)

// Checkstyle writes the XML format of the Java tool Checkstyle, which most build servers and code
// review tools read. Jenkins's warnings plugin uses the part of the source after the last dot as
// the type of a finding, and the part before it as the category.
func Checkstyle(w io.Writer, r *Report, o Options) error {
	out := checkstyleReport{Version: "4.3"} // the version that fixed the format
	for _, group := range byFile(r) {
		file := checkstyleFile{Name: r.pathInRepository(group.path, o)}
		for _, d := range group.diagnostics {
			at := d.File.Pos(d.Span.Start)
			file.Errors = append(file.Errors, checkstyleError{
				Line: at.Line, Column: at.Column, Severity: checkstyleSeverity(d.Severity),
				Message: strings.Join(sentences(d), " "), Source: "hieralint." + d.Rule.Name,
			})
		}
		out.Files = append(out.Files, file)
	}
	return writeXML(w, out)
}

type checkstyleReport struct {
	XMLName xml.Name         `xml:"checkstyle"`
	Version string           `xml:"version,attr"`
	Files   []checkstyleFile `xml:"file"`
}

type checkstyleFile struct {
	Name   string            `xml:"name,attr"`
	Errors []checkstyleError `xml:"error"`
}

type checkstyleError struct {
	Line     int    `xml:"line,attr"`
	Column   int    `xml:"column,attr"`
	Severity string `xml:"severity,attr"`
	Message  string `xml:"message,attr"`
	Source   string `xml:"source,attr"`
}

func checkstyleSeverity(s diagnostic.Severity) string {
	if s == diagnostic.Note {
		return "info"
	}
	return s.String()
}
