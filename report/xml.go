package report

import (
	"encoding/xml"
	"io"
)

// writeXML writes a document. What XML cannot hold, such as most control characters, becomes U+FFFD.
func writeXML(w io.Writer, document any) error {
	if _, err := io.WriteString(w, xml.Header); err != nil {
		return err
	}
	e := xml.NewEncoder(w)
	e.Indent("", "  ")
	if err := e.Encode(document); err != nil {
		return err
	}
	_, err := io.WriteString(w, "\n")
	return err
}
