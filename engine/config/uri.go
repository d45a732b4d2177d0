package config

import "github.com/hieralint/hieralint/engine/rich"

// URIError is what Ruby's URI says of a text that is none, "" when it accepts it.
func URIError(text string) string {
	if _, err := rich.NewURI(text); err != nil {
		return err.Error()
	}
	return ""
}

// checkURI refuses a location that is not a URI.
func (r *reader) checkURI(at Location) {
	if text := URIError(at.Text); text != "" {
		r.crash(AtUse, classURI, text, &Problem{Code: BadURI, Node: at.Node, Name: at.Text})
	}
}
