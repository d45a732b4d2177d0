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
	path := []string{""}
	given := []bool{false}
	for _, t := range tokens {
		if t.kind == quoted {
			path[len(path)-1] += t.text
			given[len(path)-1] = true
			continue
		}
		if endsKey(&t) {
			return nil, &Error{Message: fmt.Sprintf("Token not allowed in path expression: %s (you can double-quote this token if you really want it here)", describe(&t))}
		}
		for i, part := range strings.Split(t.text, ".") {
			if i > 0 {
				path, given = append(path, ""), append(given, false)
			}
			path[len(path)-1] += part
		}
	}
	for i, part := range path {
		if part == "" && !given[i] {
			return nil, &Error{Message: "path has a leading, trailing, or two adjacent period '.' (use quoted \"\" empty string if you want an empty element)"}
		}
	}
	return path, nil
}
