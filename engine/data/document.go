package data

import (
	"sync"

	"github.com/hieralint/hieralint/engine/source"
)

// Format is the language a document is written in.
type Format uint8

// The formats that Puppet's backends read.
const (
	YAML Format = iota
	JSON
	HOCON // which engine/hocon reads
)

// Document is one data file, read once.
type Document struct {
	File   *source.File
	Format Format

	// Root is the tree as written, nil when the document is empty or cannot be read. Where Puppet cannot read the file
	// only because scalars with %{…} lack quotes, it is the tree with these quotes, so that the rest of the file can
	// be checked.
	Root *Node
	// Value is what Puppet's parser returns: false for an empty YAML file, as in Puppet. nil when
	// Puppet cannot read the file; Err then says why.
	Value *Value
	// Err is the problem for which Puppet refuses the whole file; it is among Problems too.
	Err *Problem
	// Problems is all that is wrong with the document, in order of position.
	Problems []*Problem
	// Comments is where the comments stand in order: from # to the end of the line, in JSON also from
	// /* to */. Those behind the first document of a file are not among them.
	Comments []source.Span

	text   string   // the content of the file
	nodes  int      // that were made
	quoted bool     // Root is the tree with quotes that are not in the file
	pieces sync.Map // where texts are written: []piece by *Node

	paragraphsOnce sync.Once
	paragraphs     []Paragraph // in order
}

// ProblemCode is the kind of a Problem.
type ProblemCode uint8

// The problems a document can have.
const (
	SyntaxError        ProblemCode = iota // not YAML or JSON
	BadEncoding                           // not UTF-8, or a character that YAML forbids
	UnquotedToken                         // a %{…} opens a plain scalar, so the file does not parse
	ForbiddenClass                        // a date, time, set or Ruby object: Puppet refuses the file
	UnknownAlias                          // *name without &name
	CyclicAlias                           // an anchor inside itself
	AliasBomb                             // aliases that unfold to more than any real document holds
	TooDeep                               // nested deeper than can be read
	TooLarge                              // a file larger than files may be, or with more values
	BadTag                                // a tag its value does not fit, as !!float abc
	DuplicateKey                          // Related is the key that wins
	OverwrittenByMerge                    // a merge key below the key brings it too and wins; Related is the merge key
	ExtraDocument                         // what follows the first document, which Puppet does not read
	NotAHash                              // the root is a list, a text, a number or true
	EmptyDocument                         // nothing, only comments, null or false
	Unreadable                            // hieralint cannot read the file: a HOCON include, a crash
)

// IsLimit reports whether the problem is a limit of hieralint: Puppet may well read the file.
func (c ProblemCode) IsLimit() bool { return c == TooLarge || c == AliasBomb || c == Unreadable }

// Problem is something wrong with a document.
type Problem struct {
	Code ProblemCode
	Span source.Span
	// Message is what Puppet's parser says, word for word, without the file name: "did not find
	// expected key while parsing a block mapping at line 1 column 1". Empty where Puppet is silent. For the limits
	// of hieralint it is what hieralint says.
	Message string
	// Class is the Ruby class that Puppet does not load, for ForbiddenClass.
	Class string
	// Reason is the likely mistake, Subject what it quotes of the file.
	Reason  Reason
	Subject string
	// Node is the node concerned, where there is one.
	Node *Node
	// Related is another place that belongs to it, such as the key that wins over this one; zero
	// when there is none.
	Related source.Span
}

// Detail is Puppet's error text for the problem, with the name of the file where Puppet has it:
// errors of Psych that are not about syntax or classes come without.
func (p *Problem) Detail(path string) string {
	switch p.Code {
	case UnknownAlias, CyclicAlias, BadTag, TooDeep:
		return p.Message
	}
	return "(" + path + "): " + p.Message
}
