package interpreter

import (
	"errors"
	"fmt"
	"strings"

	"github.com/hieralint/hieralint/engine/pp"
	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/lazyregexp"
)

// syntaxError is why a file cannot be parsed, with the place that Puppet names: none at the end.
func syntaxError(file *source.File, err error) error {
	var syntax *pp.Error
	if !errors.As(err, &syntax) {
		return &Error{Text: err.Error(), File: file}
	}
	at := fmt.Sprintf(" (file: %s)", file.Path)
	if syntax.Offset >= 0 {
		at = position(file, syntax.Offset)
	}
	return &Error{Text: syntax.Text + at, File: file, Span: syntax.Span}
}

// checkFile refuses what Puppet refuses before it evaluates anything of a file of functions.
func checkFile(file *source.File, parsed *pp.File, name string) error {
	for _, statement := range parsed.Body.Statements {
		f, ok := statement.(*pp.Function)
		if !ok {
			return &UnsupportedError{What: "a function file with other code in it", File: file, Span: statement.Span()}
		}
		if strings.TrimPrefix(f.Name, "::") != name {
			return refusal(file, f.Span().Start, "Unacceptable location. The name '%s' is unacceptable in file '%s'", f.Name, file.Path)
		}
	}
	var err error
	pp.Walk(parsed.Body, func(n pp.Node) bool {
		switch n := n.(type) {
		case *pp.Block:
			err = firstError(err, checkEffects(file, n))
		case *pp.Variable:
			err = firstError(err, checkVariable(file, n))
		}
		return err == nil
	})
	return err
}

// variableName is what a variable may be called.
var variableName = lazyregexp.New(`\A(?:[0-9]+|(?:(?:::)?[a-z]\w*)*(?:::)?[a-z_]\w*)\z`)

func checkVariable(file *source.File, v *pp.Variable) error {
	switch {
	case variableName.MatchString(v.Name):
		return nil
	case v.Name != "" && '0' <= v.Name[0] && v.Name[0] <= '9':
		return refusal(file, v.Span().Start, "Illegal numeric variable name, The given name '%s' must be a decimal value if it starts with a digit 0-9", v.Name)
	default:
		return refusal(file, v.Span().Start, "Illegal variable name, The given name '%s' does not conform to the naming rule "+
			`/^((::)?[a-z]\w*)*((::)?[a-z_]\w*)$/`, v.Name)
	}
}

func refusal(file *source.File, offset int, format string, args ...any) error {
	return &Error{
		Text: fmt.Sprintf(format, args...) + position(file, offset),
		File: file, Span: source.Span{Start: offset, End: offset},
	}
}

// checkEffects refuses statements that only make a value, unless it is the last of a block.
func checkEffects(file *source.File, b *pp.Block) error {
	if len(b.Statements) == 0 {
		return nil
	}
	for _, statement := range b.Statements[:len(b.Statements)-1] {
		if hasEffect(statement) {
			continue
		}
		name, offset := nameOfValue(file, statement)
		if name == "" {
			return &UnsupportedError{What: "a statement without effect", File: file, Span: statement.Span()}
		}
		return refusal(file, offset, "This %s has no effect. A value was produced and then forgotten "+
			"(one or more preceding expressions may have the wrong form)", name)
	}
	return nil
}

// hasEffect reports whether a statement may do more than make a value.
func hasEffect(e pp.Expression) bool {
	switch e := e.(type) {
	case *pp.Undef, *pp.Default, *pp.Boolean, *pp.Integer, *pp.Float, *pp.String, *pp.Interpolated, *pp.Heredoc, *pp.Regexp,
		*pp.Name, *pp.TypeName, *pp.Variable, *pp.Array, *pp.Hash, *pp.Access, *pp.Unary:
		return false
	case *pp.Binary:
		return e.Operator == pp.Match || e.Operator == pp.NoMatch
	case *pp.Parenthesized:
		return hasEffect(e.Inner)
	case *pp.If:
		return hasEffect(e.Condition) || blockHasEffect(e.Then) || e.Else != nil && hasEffect(e.Else)
	case *pp.Unless:
		return hasEffect(e.Condition) || blockHasEffect(e.Then) || blockHasEffect(e.Else)
	case *pp.Block:
		return blockHasEffect(e)
	}
	return true
}

func blockHasEffect(b *pp.Block) bool {
	if b == nil {
		return false
	}
	for _, statement := range b.Statements {
		if hasEffect(statement) {
			return true
		}
	}
	return false
}

// nameOfValue is what Puppet calls code that only makes a value, and where it says that it is; the name
// is empty when that is not known here.
func nameOfValue(file *source.File, e pp.Expression) (name string, offset int) {
	offset = e.Span().Start
	switch e := e.(type) {
	case *pp.Integer:
		name = "Literal Integer"
	case *pp.Float:
		name = "Literal Float"
	case *pp.String:
		name = "String"
	case *pp.Variable:
		name = "Variable"
	case *pp.Array:
		name = "Array Expression"
	case *pp.If:
		name = "'if' statement"
	case *pp.Binary:
		s := &scope{file: file}
		name, offset = "'"+string(e.Operator)+"' expression", s.operator(e.Left, e.Right, e.Operator)
	}
	return name, offset
}
