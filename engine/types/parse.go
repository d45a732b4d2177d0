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

// ParseError is the reason why a string is not a type.
type ParseError struct {
	// Err is what Puppet raises, with line and column in the message if Puppet includes them.
	Err *rubytext.Error
	// Span is the part at fault.
	Span source.Span
}

func (e *ParseError) Error() string { return e.Err.Error() }

func (e *ParseError) Unwrap() error { return e.Err }

// classNoType is the class of Puppet's exceptions about code that is not a type.
const classNoType = pp.RefusalClass

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
	raised := &rubytext.Error{Class: wrong.Class, Message: wrong.Text}
	switch {
	case wrong.Class == pp.LexerCrashClass:
		// The lexer reads the character after the colons, which does not exist.
		raised = noCharacter.On(rubytext.NilReceiver)
	case wrong.Offset >= 0:
		raised.Message += place(file.Text, wrong.Offset)
	}
	return nil, &ParseError{Err: raised, Span: wrong.Span}
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
