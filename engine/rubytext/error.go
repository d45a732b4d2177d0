package rubytext

import "strings"

// Error is an exception that Puppet or Ruby raises.
type Error struct {
	Class   string
	Message string
	// Excerpt is the source line that Ruby appends to the message; "" for most of them.
	Excerpt string
}

func (e *Error) Error() string { return e.Message + e.Excerpt }

// TypeError returns an exception about a value of the wrong class.
func TypeError(message string) *Error { return &Error{Class: "TypeError", Message: message} }

// NoImplicitConversion returns the exception about a value of a class that Ruby does not convert
// to another.
func NoImplicitConversion(from, into string) *Error {
	return TypeError("no implicit conversion of " + from + " into " + into)
}

// MissingMethod is a place in Puppet's code that calls a method on an object that does not have it.
// Puppet passes on Ruby's message, which since Ruby 3.1 quotes the source line (error_highlight)
// and suggests a method (did_you_mean).
type MissingMethod struct {
	Method string
	// Line is the source line, and Mark the part of it that Ruby underlines; its first occurrence.
	Line, Mark string
	// Meant holds the method that Ruby suggests, by the class of the receiver.
	Meant map[string]string
}

// NilReceiver is Ruby's description of nil as the receiver.
const NilReceiver = "nil:NilClass"

// On returns the exception for a receiver, given as its text, a colon, and its class.
func (m MissingMethod) On(receiver string) *Error {
	e := &Error{
		Class:   "NoMethodError",
		Message: "undefined method `" + m.Method + "' for " + receiver,
		Excerpt: "\n\n" + m.Line + "\n" + strings.Repeat(" ", strings.Index(m.Line, m.Mark)) + strings.Repeat("^", len(m.Mark)),
	}
	if meant := m.Meant[receiver[strings.LastIndex(receiver, ":")+1:]]; meant != "" {
		e.Excerpt += "\nDid you mean?  " + meant
	}
	return e
}
