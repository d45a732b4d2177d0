package hocon

import (
	"fmt"
	"strings"
)

func trimSpace(tokens []token) []token {
	for len(tokens) > 0 && tokens[0].kind == space {
		tokens = tokens[1:]
	}
	for len(tokens) > 0 && tokens[len(tokens)-1].kind == space {
		tokens = tokens[:len(tokens)-1]
	}
	return tokens
}

// keyText returns a key as in the gem's errors.
func keyText(tokens []token) string {
	var b strings.Builder
	for _, t := range tokens {
		if t.kind == quoted {
			b.WriteString(t.raw)
		} else {
			b.WriteString(t.text)
		}
	}
	return b.String()
}

// keyPath splits a key at its dots outside of quotes.
func keyPath(tokens []token) ([]string, *Error) {
	if len(tokens) == 0 {
		return nil, &Error{Message: "Expecting a field name or path here, but got nothing"}
	}
	var path []string
	var part strings.Builder
	given, isEmpty := false, false
	end := func() {
		isEmpty = isEmpty || part.Len() == 0 && !given
		path = append(path, part.String())
		part.Reset()
		given = false
	}
	for _, t := range tokens {
		if t.kind == quoted {
			part.WriteString(t.text)
			given = true
			continue
		}
		if endsKey(&t) {
			return nil, &Error{Message: fmt.Sprintf("Token not allowed in path expression: %s (you can double-quote this token if you really want it here)", describe(&t))}
		}
		for rest, more := t.text, true; more; {
			var text string
			text, rest, more = strings.Cut(rest, ".")
			part.WriteString(text)
			if more {
				end()
			}
		}
	}
	if end(); isEmpty {
		return nil, &Error{Message: "path has a leading, trailing, or two adjacent period '.' (use quoted \"\" empty string if you want an empty element)"}
	}
	return path, nil
}
