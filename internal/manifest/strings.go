package manifest

import (
	"bytes"
	"strings"
)

// Documentation returns the documentation of a parameter in the comment above a definition, in the
// format of puppet-strings: `@param name text`. For "", it returns the summary and the text before
// all tags. It is empty if there is none.
func (d *Definition) Documentation(parameter string) string {
	var text []string
	of := "" // the parameter that the current lines describe; "-" for other tags
	for _, line := range d.comment() {
		trimmed := strings.TrimSpace(line)
		if tag, isTag := strings.CutPrefix(trimmed, "@"); isTag {
			of = "-"
			if summary, ok := strings.CutPrefix(tag, "summary "); ok {
				of, trimmed = "", summary
			} else if words := strings.Fields(tag); len(words) > 1 && words[0] == "param" {
				words = withoutType(words[1:])
				of, trimmed = words[0], strings.Join(words[1:], " ")
			}
		} else if of != "" && line != "" && !strings.HasPrefix(line, "  ") {
			of = "-" // the text of a tag is indented
		}
		if of == parameter {
			text = append(text, trimmed)
		}
	}
	return strings.TrimSpace(strings.Join(text, "\n"))
}

// withoutType removes the types in brackets that may precede or follow the name of a parameter.
func withoutType(words []string) []string {
	for i, word := range words {
		if strings.HasPrefix(word, "[") {
			end := i
			for end < len(words)-1 && !strings.HasSuffix(words[end], "]") {
				end++
			}
			if rest := append(append([]string{}, words[:i]...), words[end+1:]...); len(rest) > 0 {
				return rest
			}
		}
		if i == 1 {
			break
		}
	}
	return words
}

// comment returns the lines of the comment directly above the definition, without comment signs.
func (d *Definition) comment() []string {
	var lines []string
	for n := d.File.Pos(d.Span.Start).Line - 1; n > 0; n-- {
		line, isComment := bytes.CutPrefix(bytes.TrimSpace(d.File.Slice(d.File.Line(n))), []byte("#"))
		if !isComment {
			break
		}
		lines = append([]string{strings.TrimPrefix(string(line), " ")}, lines...)
	}
	return lines
}
