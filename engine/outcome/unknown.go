package outcome

import (
	"fmt"

	"github.com/hieralint/hieralint/engine/data"
)

// Unknown stands for a value that the engine cannot know. It is the payload of a data.Value of kind
// Rich, which may be a whole result or a part of one.
type Unknown struct {
	Reason Reason
	// Subject is the name of what is unknown: a function, module, backend, or variable, or the path
	// of a key file.
	Subject string
	// Detail is the code that is not evaluated, for FunctionCode, or the variable, for UnknownLocation; "" for others.
	Detail string
	// Node is the level, the encrypted string, or the string with the token; nil if there is none.
	Node *data.Node
}

// Reason is the reason why something is unknown.
type Reason uint8

// The reasons.
const (
	CustomFunction  Reason = iota // a function other than Puppet's own serves a level
	MissingModule                 // the module of a function is not installed
	EncryptedValue                // the key to decrypt a value is missing
	UnknownVariable               // a variable of a partially known node
	CustomBackend                 // a Hiera 3 backend serves a level
	CustomType                    // convert_to names a type from a module that is not installed
	UnknownLocation               // a location of the level contains an unknown variable
	FunctionCode                  // a function contains code that the engine does not evaluate
	UnsupportedType               // convert_to names a type that the engine cannot convert to
	UnknownSetting                // a variable that holds a setting of the server
	IncludedFile                  // a HOCON file includes a file, which the engine does not read
	ServerVariable                // a HOCON file refers to an environment variable of the server
)

var reasonTexts = [...]string{
	CustomFunction:  "the level is served by the function `%s`, which is not run here",
	MissingModule:   "the module of the function `%s` is not installed",
	EncryptedValue:  "the value is encrypted, and the private key is missing (%s)",
	UnknownVariable: "the variable `%s` is unknown for this node",
	CustomBackend:   "the level is served by the Hiera 3 backend `%s`, which is not run here",
	CustomType:      "the type `%s` is unknown: its module is not installed",
	FunctionCode:    "the level is served by the function `%s`",
	UnsupportedType: "values of type `%s` are not created here",
	UnknownSetting:  "the server's setting `%s` is unknown",
	IncludedFile:    "the data file includes the file `%s`, which is not read here",
	ServerVariable:  "the server's environment variable `%s` is unknown",
	UnknownLocation: "the location `%s` contains a variable that is unknown for this node",
}

// String returns the reason in words.
func (u *Unknown) String() string {
	text := fmt.Sprintf(reasonTexts[u.Reason], u.Subject)
	if u.Reason == UnknownLocation && u.Detail != "" {
		return fmt.Sprintf("the location `%s` contains the variable `%s`, which is unknown for this node", u.Subject, u.Detail)
	}
	if u.Detail != "" {
		text += ": " + u.Detail
	}
	return text
}

// UnknownReason returns the reason in words. It makes Unknown implement an interface of package data.
func (u *Unknown) UnknownReason() string { return u.String() }

// AsUnknown returns the Unknown that v holds, if any.
func AsUnknown(v *data.Value) (*Unknown, bool) {
	if v == nil || v.Kind() != data.Rich {
		return nil, false
	}
	u, ok := v.Payload().(*Unknown)
	return u, ok
}

// UnknownParts returns the unknown parts of v, or the Unknown that v itself is.
func UnknownParts(v *data.Value) []*Unknown {
	if v == nil {
		return nil
	}
	var parts []*Unknown
	seen := map[*Unknown]bool{}
	for part := range v.All() {
		if u, ok := AsUnknown(part); ok && !seen[u] {
			seen[u] = true
			parts = append(parts, u)
		}
	}
	return parts
}

// UnknownPart returns the first unknown part of v as a value. v must have one.
func UnknownPart(v *data.Value) *data.Value {
	if v.IsUnknown() {
		return v
	}
	return data.NewRich(UnknownParts(v)[0])
}
