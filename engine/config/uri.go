package config

import (
	"errors"

	"github.com/hieralint/hieralint/engine/rich"
	"github.com/hieralint/hieralint/engine/rubytext"
)

// URIError returns the exception of Ruby's URI class for text; nil if it is a valid URI.
func URIError(text string) *rubytext.Error {
	_, err := rich.NewURI(text)
	var raised *rubytext.Error
	errors.As(err, &raised)
	return raised
}

// checkURI reports a location that is not a valid URI.
func (r *reader) checkURI(at Location) {
	if raised := URIError(at.Text); raised != nil {
		r.crash(AtUse, raised.Class, raised.Message, &Problem{Code: BadURI, Node: at.Node, Name: at.Text})
	}
}
