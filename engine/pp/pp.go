// Package pp parses the Puppet language as Puppet 7 and 8 do. It turns manifests, functions, type aliases, plans, and
// EPP templates into a tree of typed nodes with positions.
//
// It accepts what Puppet's grammar accepts, as compared with Puppet 7.23 file by file and snippet by snippet.
// File.Validate performs the checks that Puppet performs after parsing, such as those of variable names, of the
// left-hand sides of assignments, and for expressions without effect. Package interpreter evaluates the tree.
package pp

import "github.com/hieralint/hieralint/engine/source"

// File is a parsed file.
type File struct {
	Source *source.File
	// Body is what Puppet evaluates when it loads the file. In a template, its statements are the code in tags, and
	// output as *Text and *Render.
	Body *Block
	// Parameters are the parameters of a template.
	Parameters []*Parameter
	// Definitions are all classes, defined types, functions, plans, nodes, and types in the file, at any depth, in the
	// order in which they end.
	Definitions []Expression

	template, plans bool
}

// Options control how a file is parsed.
type Options struct {
	// Plans makes `plan` and `apply` keywords, as Puppet's setting `tasks` does. Otherwise they are ordinary names.
	Plans bool
	// Unvalidated accepts what Puppet rejects in a file before or after parsing: invalid UTF-8, integers of more than
	// 64 bits, and a name followed by a hash. Strings that name a data type are parsed in this way.
	Unvalidated bool
	// Regexp, if not nil, is called for each regular expression. An error ends parsing.
	Regexp func(pattern string) error
}

// Parse parses a manifest: any file with the extension `.pp`. If there is an error, the file contains only the
// definitions completed before it.
func Parse(file *source.File, o Options) (*File, error) {
	p := newParser(file, o)
	p.out.plans = o.Plans
	p.advance()
	return p.finish()
}

// ParseTemplate parses an EPP template.
func ParseTemplate(file *source.File, o Options) (*File, error) {
	p := newParser(file, o)
	p.out.template = true
	p.startTemplate()
	p.advance()
	if p.tok.kind == pipeToken {
		p.out.Parameters = p.parameters(pipeToken)
	}
	return p.finish()
}

// Error is the error because of which Puppet rejects a file.
type Error struct {
	// Text is Puppet's message without the position.
	Text string
	// Span is the part of the file at fault.
	Span source.Span
	// Offset is the position in Puppet's message, which may be after the fault, or -1 if it has none.
	Offset int
	// Class is the class of the Ruby exception, one of the constants below.
	Class string
}

// The classes of the exceptions that Puppet raises while parsing.
const (
	SyntaxClass     = "Puppet::ParseErrorWithIssue" // not in the grammar
	RefusalClass    = "Puppet::ParseError"          // in the grammar, but rejected
	RegexpClass     = "RegexpError"                 // an invalid regular expression
	ArgumentClass   = "ArgumentError"               // a number that Ruby cannot parse
	StackClass      = "SystemStackError"            // nested too deeply
	LexerCrashClass = "NoMethodError"               // `::` at the end of the file
)

// Error returns Puppet's message without the position.
func (e *Error) Error() string { return e.Text }
