package engine

import (
	"fmt"
	"slices"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/key"
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
	FunctionCode                  // a function does something that is not evaluated here
	UnsupportedType               // convert_to names a type that no value can be made of here
	UnknownSetting                // a variable that holds a setting of the server
	ModuleData                    // the module whose data may have the key is not installed
	IncludedFile                  // a HOCON file includes a file, which is not read
	ServerVariable                // a HOCON file refers to a variable of the environment of the server
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
	FunctionCode:    "the level is served by the function `%s",
	UnsupportedType: "a value of the type `%s` is not made here",
	UnknownSetting:  "the setting `%s` of the server is not known",
	ModuleData:      "the module `%s`, whose data may have the key, is not installed",
	IncludedFile:    "the data file includes the file `%s`, which is not read here",
	ServerVariable:  "the environment variable `%s` of the server is not known",
	UnknownLocation: "the location `%s` has a variable that is not known for this node",
}

// String says why the value is not known.
func (u *Unknown) String() string { return fmt.Sprintf(reasonTexts[u.Reason], u.Subject) }

// cannotAsk is what a level or layer answers that cannot be asked.
func (inv *invocation) cannotAsk(u *Unknown) (*data.Value, bool, *Error) {
	if inv.node.engine.options.LookPast {
		inv.out.noteUnknown(u)
		inv.out.passed++
		return nil, false, nil
	}
	inv.explain.text("Not known: " + u.String())
	return inv.unknownValue(u), true, nil
}

// cannotAskFor is cannotAsk for a level that turns out to be unknown when it is asked for a key. What
// it would answer for lookup_options is taken to be nothing.
func (inv *invocation) cannotAskFor(k key.Key, u *Unknown) (*data.Value, bool, *Error) {
	if k.Root == lookupOptionsKey && inv.key == lookupOptionsKey {
		return nil, false, nil
	}
	return inv.cannotAsk(u)
}

// AsUnknown is the Unknown that v stands for, if it does.
func AsUnknown(v *data.Value) (*Unknown, bool) {
	if v == nil || v.Kind() != data.Rich {
		return nil, false
	}
	u, ok := v.Payload().(*Unknown)
	return u, ok
}

// NotKnown says why the value is not known.
func (u *Unknown) NotKnown() string { return u.String() }

// UnknownParts are the parts of v that are not known, or v itself.
func UnknownParts(v *data.Value) []*Unknown { return appendUnknown(nil, v) }

func appendUnknown(parts []*Unknown, v *data.Value) []*Unknown {
	if v == nil {
		return parts
	}
	if u, ok := AsUnknown(v); ok && !slices.Contains(parts, u) {
		return append(parts, u)
	}
	for _, item := range v.Items() {
		parts = appendUnknown(parts, item)
	}
	for _, e := range v.Entries() {
		parts = appendUnknown(appendUnknown(parts, e.Key), e.Value)
	}
	return parts
}

// unknownPart is the first part of v that is not known, as a value; v must have one.
func unknownPart(v *data.Value) *data.Value {
	if v.IsUnknown() {
		return v
	}
	return data.NewRich(UnknownParts(v)[0])
}

// unknown stands in the place of a value that is not known.
func (inv *invocation) unknown(reason Reason, subject string, node *data.Node) *data.Value {
	return inv.unknownValue(&Unknown{Reason: reason, Subject: subject, Node: node})
}

func (inv *invocation) unknownValue(u *Unknown) *data.Value {
	inv.out.hasUnknown = true
	v := data.NewRich(u)
	if u.Node != nil {
		return v.WithNode(u.Node)
	}
	return v
}
