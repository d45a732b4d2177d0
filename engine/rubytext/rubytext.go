// Package rubytext formats values as Ruby does: to_s and inspect, which Hiera interpolation uses,
// and Kernel#format, on which Puppet's conversion to String is based. It knows nothing of types or
// lookups.
//
// It follows Ruby 3.1 (with Puppet 7.23). Ruby 3.4 formats hashes with spaces around the arrow.
package rubytext

import (
	"math"
	"strconv"
	"strings"

	"github.com/hieralint/hieralint/engine/data"
)

// ToS returns Ruby's to_s of v, which "%{lookup('k')}" inserts.
func ToS(v *data.Value) string {
	switch v.Kind() {
	case data.Undef:
		return ""
	case data.Default:
		return "default"
	case data.String, data.Symbol:
		return v.Text()
	case data.Rich:
		if u, ok := v.Payload().(data.Unknown); ok {
			return "#<unknown: " + u.UnknownReason() + ">"
		}
		if s, ok := v.Payload().(interface{ String() string }); ok {
			return s.String()
		}
		return ""
	case data.Sensitive:
		return "Sensitive [value redacted]"
	}
	return string(appendInspect(make([]byte, 0, min(v.Size(), maxRoom)), v))
}

// maxRoom is the size up to which memory for a text is allocated before it is known.
const maxRoom = 1 << 20

// Inspect returns Ruby's inspect of v, which is used inside arrays and hashes.
func Inspect(v *data.Value) string {
	return string(appendInspect(nil, v))
}

func appendInspect(b []byte, v *data.Value) []byte {
	switch v.Kind() {
	case data.Undef:
		return append(b, "nil"...)
	case data.Boolean:
		return strconv.AppendBool(b, v.Bool())
	case data.Integer:
		if i, ok := v.Int(); ok {
			return strconv.AppendInt(b, i, 10)
		}
		return v.BigInt().Append(b, 10)
	case data.Float:
		return appendFloat(b, v.Float())
	case data.String:
		return appendString(b, v.Text(), v.IsBinary())
	case data.Symbol:
		return appendSymbol(b, v.Text())
	case data.Default:
		return append(b, ":default"...)
	case data.Sensitive:
		return append(b, "#<Sensitive [value redacted]>"...)
	case data.Array:
		b = append(b, '[')
		for i, item := range v.Items() {
			if i > 0 {
				b = append(b, ", "...)
			}
			b = appendInspect(b, item)
		}
		return append(b, ']')
	case data.Hash:
		b = append(b, '{')
		for i, e := range v.Entries() {
			if i > 0 {
				b = append(b, ", "...)
			}
			b = appendInspect(b, e.Key)
			b = append(b, "=>"...)
			b = appendInspect(b, e.Value)
		}
		return append(b, '}')
	default:
		switch p := v.Payload().(type) {
		case data.Unknown:
			return append(b, ToS(v)...)
		case interface{ Inspect() string }:
			return append(b, p.Inspect()...)
		case interface{ String() string }:
			return append(b, p.String()...)
		}
		return append(b, "#<Object>"...)
	}
}

// Float is Ruby's Float#to_s: the shortest digits that read back as f, always with a decimal point.
// Numbers below 1e-4, and those from 1e15 that have no fraction, are in scientific notation.
func Float(f float64) string { return string(appendFloat(nil, f)) }

func appendFloat(b []byte, f float64) []byte {
	switch {
	case math.IsNaN(f):
		return append(b, "NaN"...)
	case math.IsInf(f, 1):
		return append(b, "Infinity"...)
	case math.IsInf(f, -1):
		return append(b, "-Infinity"...)
	}
	digits := strconv.FormatFloat(f, 'f', -1, 64)
	hasPoint := strings.Contains(digits, ".")
	abs := math.Abs(f)
	if abs == 0 || 1e-4 <= abs && (abs < 1e15 || hasPoint) {
		b = append(b, digits...)
		if !hasPoint {
			b = append(b, ".0"...)
		}
		return b
	}
	mantissa, exponent, _ := strings.Cut(strconv.FormatFloat(f, 'e', -1, 64), "e")
	b = append(b, mantissa...)
	if !strings.Contains(mantissa, ".") {
		b = append(b, ".0"...)
	}
	b = append(b, 'e')
	return append(b, exponent...)
}

// Class returns the name of v's Ruby class, as in Ruby's error messages.
func Class(v *data.Value) string {
	switch v.Kind() {
	case data.Undef:
		return "NilClass"
	case data.Boolean:
		if v.Bool() {
			return "TrueClass"
		}
		return "FalseClass"
	case data.Default:
		return "Symbol"
	case data.Sensitive:
		return "Puppet::Pops::Types::PSensitiveType::Sensitive"
	case data.Rich:
		if p, ok := v.Payload().(interface{ RubyClass() string }); ok {
			return p.RubyClass()
		}
		return "Object"
	}
	return v.Kind().String()
}

// Implicit names v as Ruby does in the message that it does not convert v implicitly.
func Implicit(v *data.Value) string {
	switch v.Kind() {
	case data.Undef:
		return "nil"
	case data.Boolean:
		return strconv.FormatBool(v.Bool())
	}
	return Class(v)
}

// Receiver names v as Ruby does in the message that it lacks a method.
func Receiver(v *data.Value) string { return Inspect(v) + ":" + Class(v) }

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
