package rubytext

import "strings"

// MissingMethod is a place in Puppet's code that calls a method on an object that does not have it.
// Puppet passes on Ruby's message, which since Ruby 3.1 quotes the source line (error_highlight)
// and suggests a method (did_you_mean).
type MissingMethod struct {
	Method string
	// Line is the source line, and Mark the part of it that Ruby underlines.
	Line, Mark string
	// Meant holds the method that Ruby suggests, by the class of the receiver.
	Meant map[string]string
}

// NilReceiver is Ruby's description of nil as the receiver.
const NilReceiver = "nil:NilClass"

// On returns Ruby's message for a receiver, given as its text, a colon, and its class.
func (m MissingMethod) On(receiver string) string {
	text := "undefined method `" + m.Method + "' for " + receiver + "\n\n" + m.Line + "\n" +
		strings.Repeat(" ", strings.LastIndex(m.Line, m.Mark)) + strings.Repeat("^", len(m.Mark))
	if meant := m.Meant[receiver[strings.LastIndex(receiver, ":")+1:]]; meant != "" {
		text += "\nDid you mean?  " + meant
	}
	return text
}
