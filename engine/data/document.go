package data

import (
	"sync"

	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/memo"
)

// Format is the format of a document.
type Format uint8

// The formats that Puppet's backends read.
const (
	YAML Format = iota
	JSON
	HOCON // parsed by engine/hocon
)

// Document is a parsed data file.
type Document struct {
	File   *source.File
	Format Format

	// Root is the tree as written; nil if the document is empty or cannot be read. If Puppet cannot
	// read the file only because scalars with %{…} are unquoted, Root is the tree as if they were
	// quoted, so that the rest of the file can be checked.
	Root *Node
	// Value is the result of Puppet's parser. Like in Puppet, it is false for an empty YAML file.
	// It is nil if Puppet cannot read the file; Err is then the reason.
	Value *Value
	// Err is the problem for which Puppet rejects the whole file; Problems contains it too.
	Err *Problem
	// Problems lists everything that is wrong with the document, ordered by position.
	Problems []*Problem
	// Comments lists the positions of the comments in order: from # to the end of the line and, in
	// JSON, also from /* to */. Those after the first YAML document of a file are not included.
	Comments []source.Span

	text   string                   // the content of the file
	nodes  int                      // number of nodes
	tokens int                      // number of interpolation tokens, or of what may be one
	quoted bool                     // Root contains quotes that are not in the file
	pieces memo.Map[*Node, []piece] // where strings are written

	paragraphsOnce sync.Once
	paragraphs     []Paragraph // in order
}

// ProblemCode is the kind of a Problem.
type ProblemCode uint8

// The problems of a document.
const (
	SyntaxError        ProblemCode = iota // not valid YAML or JSON
	BadEncoding                           // not UTF-8, or a character that YAML does not allow
	UnquotedToken                         // a plain scalar starts with %{…}, so the file cannot be parsed
	ForbiddenClass                        // a date, time, set, or Ruby object, for which Puppet rejects the file
	UnknownAlias                          // *name without &name
	CyclicAlias                           // an anchor inside itself
	AliasBomb                             // aliases that expand to more values than any real document has
	TooDeep                               // nested too deeply
	TooLarge                              // the file is larger than allowed, or has too many values
	BadTag                                // a tag that the value does not match, such as !!float abc
	DuplicateKey                          // Related is the key that takes effect
	OverwrittenByMerge                    // a merge key after the key provides it too and takes effect; Related is the merge key
	ExtraDocument                         // content after the first YAML document, which Puppet ignores
	NotAHash                              // the document is an array, a string, a number, or true
	EmptyDocument                         // nothing, only comments, null, or false
	Unreadable                            // hieralint cannot read the file: a HOCON include, or a crash
)

// IsLimit reports whether the problem is a limit of hieralint. Puppet may be able to read the file.
func (c ProblemCode) IsLimit() bool { return c == TooLarge || c == AliasBomb || c == Unreadable }

// Problem is a mistake in a document.
type Problem struct {
	Code ProblemCode
	Span source.Span
	// Message is the unchanged message of Puppet's parser without the file name: "did not find
	// expected key while parsing a block mapping at line 1 column 1". It is empty if Puppet reports
	// nothing, and hieralint's own message for its limits.
	Message string
	// Class is the Ruby class that Puppet does not load, for ForbiddenClass.
	Class string
	// Reason is the probable mistake, and Subject the part of the file that it mentions.
	Reason  Reason
	Subject string
	// Node is the node at fault, if any.
	Node *Node
	// Related is the position of another part that is involved, such as the key that overrides this
	// one; zero if there is none.
	Related source.Span
}

// Detail returns Puppet's error message. It contains the file name only where Puppet's does: errors
// of Psych other than syntax errors and disallowed classes do not.
func (p *Problem) Detail(path string) string {
	switch p.Code {
	case UnknownAlias, CyclicAlias, BadTag, TooDeep:
		return p.Message
	}
	return "(" + path + "): " + p.Message
}
