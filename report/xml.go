package report

import (
	"encoding/xml"
	"io"

	"github.com/hieralint/hieralint/internal/visible"
)

// writeXML writes a document. Characters that XML cannot represent, such as most control
// characters, become U+FFFD.
func writeXML(w io.Writer, document any) error {
	if _, err := io.WriteString(w, xml.Header); err != nil {
		return err
	}
	e := xml.NewEncoder(visible.XML(w))
	e.Indent("", "  ")
	if err := e.Encode(document); err != nil {
		return err
	}
	_, err := io.WriteString(w, "\n")
	return err
}
