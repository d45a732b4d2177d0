package manifest

import (
	"bytes"
	"strings"
)

// Documentation is what the comment above a definition says of a parameter, in the form of puppet-strings: `@param name text`. With "" it is the
// summary and the text above all tags. It is empty where there is none.
func (d *Definition) Documentation(parameter string) string {
	var text []string
	of := "" // the parameter that the lines are about; "-" for other tags
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

// withoutType leaves out the types that may stand before or behind the name of a parameter, in brackets.
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

// comment is the comment right above the definition, without its signs and the blank behind them.
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
