package config

import "github.com/hieralint/hieralint/engine/rich"

// URIError returns the error of Ruby's URI class for text; "" if it is a valid URI.
func URIError(text string) string {
	if _, err := rich.NewURI(text); err != nil {
		return err.Error()
	}
	return ""
}

// checkURI reports a location that is not a valid URI.
func (r *reader) checkURI(at Location) {
	if text := URIError(at.Text); text != "" {
		r.crash(AtUse, classURI, text, &Problem{Code: BadURI, Node: at.Node, Name: at.Text})
	}
}
