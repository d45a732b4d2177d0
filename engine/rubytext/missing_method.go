package rubytext

import "strings"

// MissingMethod is a place in Puppet's code where a method is called on an object that does not have it.
// Puppet passes Ruby's message on to the user, and since version 3.1 Ruby quotes the line of its source
// (error_highlight) and suggests a method (did_you_mean).
type MissingMethod struct {
	Method string
	// Line is the line of the source, Mark the part of it that Ruby underlines.
	Line, Mark string
	// Meant is the method that Ruby suggests, by the class of the receiver.
	Meant map[string]string
}

// NilReceiver is how Ruby names the receiver where there is none.
const NilReceiver = "nil:NilClass"

// On is Ruby's message for a receiver, shown with its class behind a colon.
func (m MissingMethod) On(receiver string) string {
	text := "undefined method `" + m.Method + "' for " + receiver + "\n\n" + m.Line + "\n" +
		strings.Repeat(" ", strings.LastIndex(m.Line, m.Mark)) + strings.Repeat("^", len(m.Mark))
	if meant := m.Meant[receiver[strings.LastIndex(receiver, ":")+1:]]; meant != "" {
		text += "\nDid you mean?  " + meant
	}
	return text
}
