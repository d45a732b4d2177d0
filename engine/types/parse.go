package types

import (
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/hieralint/hieralint/engine/pp"
	"github.com/hieralint/hieralint/engine/rich"
	"github.com/hieralint/hieralint/engine/rubytext"
	"github.com/hieralint/hieralint/engine/source"
)

// ParseError is the reason why a string is not a type. Text is Puppet's message, with line and
// column if Puppet includes them; Span is the part at fault.
type ParseError struct {
	Text string
	Span source.Span
	// Class is the class of Ruby's exception.
	Class string
}

func (e *ParseError) Error() string { return e.Text }

// The classes of exceptions that Puppet's parser does not raise.
const (
	classNoType = pp.RefusalClass
	// classAssertion is that of an argument of a wrong type.
	classAssertion = "Puppet::Pops::Types::TypeAssertionError"
)

// classOf returns the class of an exception that Ruby raises, or else the one that Puppet raises
// about arguments.
func classOf(text string) string {
	switch {
	case strings.HasPrefix(text, "undefined method"):
		return "NoMethodError"
	case strings.HasPrefix(text, "no implicit conversion"), strings.HasPrefix(text, "can't convert"):
		return "TypeError"
	}
	return "ArgumentError"
}

// parseOptions make the parser read code as Puppet's type parser does.
var parseOptions = pp.Options{
	Unvalidated: true,
	Regexp: func(pattern string) error {
		_, err := rich.NewRegexp(pattern)
		return err
	},
}

// parse parses file as Puppet code. The error is a *ParseError.
func parse(file *source.File) (*pp.Block, error) {
	tree, err := pp.Parse(file, parseOptions)
	if err == nil {
		return tree.Body, nil
	}
	wrong := (*pp.Error)(nil)
	if !errors.As(err, &wrong) {
		return nil, err
	}
	refused := &ParseError{Text: wrong.Text, Span: wrong.Span, Class: wrong.Class}
	switch {
	case wrong.Class == pp.LexerCrashClass:
		// The lexer reads the character after the colons, which does not exist.
		refused.Text = noCharacter.On(rubytext.NilReceiver)
	case wrong.Offset >= 0:
		refused.Text += place(file.Text, wrong.Offset)
	}
	return nil, refused
}

// place returns the line and column of an offset, as Puppet appends them to its messages.
func place(text []byte, offset int) string {
	before := string(text[:offset])
	line := 1 + strings.Count(before, "\n")
	column := 1 + utf8.RuneCountInString(before[strings.LastIndexByte(before, '\n')+1:])
	return fmt.Sprintf(" (line: %d, column: %d)", line, column)
}

// quotedEnd returns the end of e's text in Puppet's messages. It is before the end of e if Puppet's
// parser does not record the position of what closes e, such as a parenthesis.
func quotedEnd(e pp.Expression) int {
	switch e := e.(type) {
	case *pp.Parenthesized:
		return quotedEnd(e.Inner)
	case *pp.Unary:
		return quotedEnd(e.Operand)
	case *pp.Binary:
		return quotedEnd(e.Right)
	case *pp.Assignment:
		return quotedEnd(e.Right)
	case *pp.Relationship:
		return quotedEnd(e.Right)
	case *pp.Selector:
		return quotedEnd(e.Options[len(e.Options)-1].Value)
	case *pp.Hash:
		if !e.Braces {
			return quotedEnd(e.Entries[len(e.Entries)-1].Value)
		}
	case *pp.If:
		return branchEnd(e, e.Else)
	case *pp.Unless:
		if e.Else != nil {
			return branchEnd(e, e.Else)
		}
	case *pp.Block:
		if n := len(e.Statements); n > 0 && e.Span().End == e.Statements[n-1].Span().End {
			return quotedEnd(e.Statements[n-1])
		}
	case *pp.Call:
		if n := len(e.Arguments); n > 0 && e.Lambda == nil && e.Span().End == e.Arguments[n-1].Span().End {
			return quotedEnd(e.Arguments[n-1]) // called without parentheses
		}
	}
	return e.Span().End
}

// branchEnd is quotedEnd of a condition by its last branch: for a block with one statement, Puppet
// keeps only the statement.
func branchEnd(condition, branch pp.Expression) int {
	block, ok := branch.(*pp.Block)
	switch {
	case ok && len(block.Statements) == 1:
		return quotedEnd(block.Statements[0])
	case ok || branch == nil:
		return condition.Span().End
	}
	return quotedEnd(branch)
}
