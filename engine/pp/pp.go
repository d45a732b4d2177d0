// Package pp parses the Puppet language, as Puppet 7 and 8 read it: manifests, functions, type
// aliases, plans and EPP templates become a tree of typed nodes that know their place in the file.
//
// It accepts what Puppet's grammar accepts (compared with Puppet 7.23 file by file, and snippet by
// snippet). What Puppet checks after parsing, such as names of variables, assignments to things that are
// no variables, or values that nobody uses, is for File.Validate. It evaluates nothing: that is for package
// interpreter.
package pp

import "github.com/hieralint/hieralint/engine/source"

// File is a parsed file.
type File struct {
	Source *source.File
	// Body is what is evaluated when the file is loaded. In a template, its statements are the code in
	// tags and, as *Text and *Render, what is written.
	Body *Block
	// Parameters are those of a template. HasParameters distinguishes a template with an empty list of
	// parameters from one without any list, which sees the variables around it.
	Parameters    []*Parameter
	HasParameters bool
	// Definitions are the classes, defined types, functions, plans, nodes and types anywhere in the file, in
	// the order in which they end.
	Definitions []Expression

	template, plans bool
}

// Options select how to read a file.
type Options struct {
	// Plans makes `plan` and `apply` keywords, as the setting `tasks` does in Puppet. Otherwise they
	// are names like others.
	Plans bool
	// Unvalidated accepts what Puppet refuses in a file only before or after it is parsed: bytes that are not UTF-8, integers that
	// do not fit into 64 bits, and a name followed by a hash. Strings that name a data type are read this way.
	Unvalidated bool
	// Regexp is called for each regular expression as it is read, unless it is nil. An error ends parsing.
	Regexp func(pattern string) error
}

// Parse reads a manifest: any file that ends in `.pp`. With an error, the file has the definitions that
// were complete before it, and nothing else.
func Parse(file *source.File, o Options) (*File, error) {
	p := newParser(file, o)
	p.out.plans = o.Plans
	p.advance()
	body := p.statements(endToken)
	if p.tok.kind != endToken {
		p.unexpected()
	}
	return p.finish(body)
}

// ParseTemplate reads an EPP template.
func ParseTemplate(file *source.File, o Options) (*File, error) {
	p := newParser(file, o)
	p.out.template = true
	p.startTemplate()
	p.advance()
	if p.tok.kind == pipeToken {
		p.out.HasParameters = true
		p.out.Parameters = p.lambdaParameters()
	}
	body := p.statements(endToken)
	if p.tok.kind != endToken {
		p.unexpected()
	}
	return p.finish(body)
}

// Error is why Puppet does not parse a file.
type Error struct {
	// Text is Puppet's text, without the place.
	Text string
	// Span is the part of the file at fault.
	Span source.Span
	// Offset is the place that Puppet names, which may be behind the fault; -1 when it names none.
	Offset int
	// Class is the class of Ruby's exception, one of the constants below.
	Class string
}

// The classes of exceptions that Puppet raises while it parses.
const (
	SyntaxClass     = "Puppet::ParseErrorWithIssue" // not in the grammar
	RefusalClass    = "Puppet::ParseError"          // in the grammar, and refused
	RegexpClass     = "RegexpError"                 // an invalid regular expression
	ArgumentClass   = "ArgumentError"               // a number that Ruby does not read
	StackClass      = "SystemStackError"            // nested too deep
	LexerCrashClass = "NoMethodError"               // `::` at the end of the file
)

// Error is Puppet's text, without the place.
func (e *Error) Error() string { return e.Text }
