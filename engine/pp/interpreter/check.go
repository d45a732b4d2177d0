package interpreter

import (
	"errors"
	"fmt"
	"strings"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/pp"
	"github.com/hieralint/hieralint/engine/rich"
	"github.com/hieralint/hieralint/engine/rubytext"
	"github.com/hieralint/hieralint/engine/source"
)

// syntaxError returns the error for a file that cannot be parsed, with the position that Puppet reports, if any.
func syntaxError(file *source.File, err error) error {
	var syntax *pp.Error
	if !errors.As(err, &syntax) {
		return &Error{Text: err.Error()}
	}
	if syntax.Class == pp.RegexpClass {
		return &Error{Kind: Pattern, Text: syntax.Text}
	}
	at := fmt.Sprintf(" (file: %s)", file.Path)
	if syntax.Offset >= 0 {
		at = position(file, syntax.Offset)
	}
	return &Error{Text: syntax.Text + at}
}

// checkPattern returns the error of a regular expression that Ruby rejects.
func checkPattern(pattern string) error {
	_, err := rich.NewRegexp(pattern)
	return err
}

// checkFile reports what Puppet rejects in a file of functions before it evaluates anything.
func checkFile(file *source.File, parsed *pp.File, name string) error {
	namespace := name
	if module, _, qualified := strings.Cut(name, "::"); !qualified || module == "environment" {
		namespace = "" // the file belongs to no module
	}
	if err := refusal(file, parsed.Validate(namespace)); err != nil {
		return err
	}
	for _, statement := range parsed.Body.Statements {
		if _, ok := statement.(*pp.Function); !ok {
			return &UnsupportedError{What: "a function file with other code in it", File: file, Span: statement.Span()}
		}
	}
	return nil
}

// refusal returns Puppet's exception for the errors in a file, or nil if there are none. If there are several, it only
// has their number.
func refusal(file *source.File, refused []*pp.Error) error {
	switch len(refused) {
	case 0:
		return nil
	case 1:
		return &Error{Text: refused[0].Text + position(file, refused[0].Offset)}
	}
	return &Error{Text: fmt.Sprintf("Language validation logged %d errors. Giving up (file: %s)", len(refused), file.Path)}
}

// duplicateKeys returns an error for each literal key that a hash in the code has already. The setting strict decides
// what Puppet does about them.
func duplicateKeys(file *source.File, parsed *pp.File) []*pp.Error {
	var found []*pp.Error
	pp.Walk(parsed.Body, func(n pp.Node) bool {
		h, ok := n.(*pp.Hash)
		if !ok {
			return true
		}
		var keys data.Index
		for _, e := range h.Entries {
			key := literal(e.Key)
			if key == nil {
				continue
			}
			if _, added := keys.Add(key); !added {
				text := "The key '" + rubytext.ToS(key) + "' is declared more than once"
				found = append(found, &pp.Error{Text: text, Offset: pp.OperatorOffset(file, e.Key, "=>", e.Value)})
			}
		}
		return true
	})
	return found
}
