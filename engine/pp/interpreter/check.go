package interpreter

import (
	"errors"
	"fmt"
	"strings"

	"github.com/hieralint/hieralint/engine/pp"
	"github.com/hieralint/hieralint/engine/source"
)

// syntaxError returns the error for a file that cannot be parsed, with the position that Puppet reports, if any.
func syntaxError(file *source.File, err error) error {
	var syntax *pp.Error
	if !errors.As(err, &syntax) {
		return &Error{Text: err.Error()}
	}
	at := fmt.Sprintf(" (file: %s)", file.Path)
	if syntax.Offset >= 0 {
		at = position(file, syntax.Offset)
	}
	return &Error{Text: syntax.Text + at}
}

// checkFile reports what Puppet rejects in a file of functions before it evaluates anything. If there are several
// errors, Puppet's exception only has their number.
func checkFile(file *source.File, parsed *pp.File, name string) error {
	namespace := name
	if module, _, qualified := strings.Cut(name, "::"); !qualified || module == "environment" {
		namespace = "" // the file belongs to no module
	}
	switch refused := parsed.Validate(namespace); len(refused) {
	case 0:
	case 1:
		return &Error{Text: refused[0].Text + position(file, refused[0].Offset)}
	default:
		return &Error{Text: fmt.Sprintf("Language validation logged %d errors. Giving up (file: %s)", len(refused), file.Path)}
	}
	for _, statement := range parsed.Body.Statements {
		if _, ok := statement.(*pp.Function); !ok {
			return &UnsupportedError{What: "a function file with other code in it", File: file, Span: statement.Span()}
		}
	}
	return nil
}
