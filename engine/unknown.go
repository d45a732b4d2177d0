package engine

import (
	"fmt"

	"github.com/hieralint/hieralint/engine/data"
)

// Reason is why something is not known.
type Reason uint8

// The reasons.
const (
	CustomFunction  Reason = iota // a level is served by a function that is not Hiera's own
	MissingModule                 // the module of a function is not installed
	EncryptedValue                // the key to decrypt a value with is not here
	UnknownVariable               // a variable of a node that is only known in part
	CustomBackend                 // a level is served by a backend for Hiera 3
	CustomType                    // convert_to names a type of a module that is not installed
	UnknownLocation               // a location of the level has an unknown variable in it
)

// Unknown stands in the place of a value that the engine cannot know. It is the payload of a
// data.Value of kind Rich, so it may be a whole answer or a part of one.
type Unknown struct {
	Reason Reason
	// Subject is what is not known: the name of the function, module, backend or variable, or the
	// path of the key file.
	Subject string
	// Node is where it is asked for: the level, the encrypted text, the text with the token; nil
	// when there is no such place.
	Node *data.Node
}

var reasonTexts = [...]string{
	CustomFunction:  "the level is served by the function `%s`, which is not run here",
	MissingModule:   "the module of the function `%s` is not installed",
	EncryptedValue:  "the value is encrypted and the key is not here (%s)",
	UnknownVariable: "the variable `%s` is not known for this node",
	CustomBackend:   "the level is served by the Hiera 3 backend `%s`, which is not run here",
	CustomType:      "the type `%s` is not known: its module is not installed",
	UnknownLocation: "the location `%s` has a variable that is not known for this node",
}

// String says why the value is not known.
func (u *Unknown) String() string { return fmt.Sprintf(reasonTexts[u.Reason], u.Subject) }

// AsUnknown is the Unknown that v stands for, if it does.
func AsUnknown(v *data.Value) (*Unknown, bool) {
	if v == nil || v.Kind() != data.Rich {
		return nil, false
	}
	u, ok := v.Payload().(*Unknown)
	return u, ok
}

// isUnknown tells whether v as a whole is unknown.
func isUnknown(v *data.Value) bool {
	_, ok := AsUnknown(v)
	return ok
}

func newUnknown(reason Reason, subject string, node *data.Node) *data.Value {
	v := data.NewRich(&Unknown{Reason: reason, Subject: subject, Node: node})
	if node != nil {
		return v.WithNode(node)
	}
	return v
}
