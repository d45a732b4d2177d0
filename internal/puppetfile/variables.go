package puppetfile

import (
	"slices"
	"strings"
)

// maxText is the number of bytes of all strings that are put together. Variables that contain each other several times would be exponentially
// long.
const maxText = 1 << 20

// computedPart encloses an expression in the value of a string, until it is known.
const computedPart = "\x00"

// evaluate replaces variables by their values, if a string is assigned to them once and they are not changed, and joins strings that are added.
func evaluate(tokens []token) []token {
	changes, values := changesOf(tokens), map[string]string{}
	var all []token
	left := maxText
	for i, t := range tokens {
		value, isKnown := values[t.value]
		last := len(all) - 1
		switch {
		case t.computed:
			t.insert(values, &left)
		case t.kind == newline && last >= 0 && all[last].is("+"):
			continue
		case t.kind == word && isKnown && !(i > 0 && tokens[i-1].is(".")):
			t.kind, t.value = text, value
		}
		if t.isString() && last > 0 && all[last].is("+") && all[last-1].isString() && len(all[last-1].value)+len(t.value) <= left {
			all[last-1].value += t.value
			left -= len(all[last-1].value)
			all = all[:last]
			continue
		}
		if endsStatement(t) && last > 1 && all[last].isString() && all[last-1].is("=") && changes[all[last-2].value] == 1 && (last == 2 || endsStatement(all[last-3])) {
			values[all[last-2].value] = all[last].value
		}
		all = append(all, t)
	}
	return all
}

// changesOf returns how often variables are assigned or may be changed.
func changesOf(tokens []token) map[string]int {
	changes := map[string]int{}
	for i := range len(tokens) - 2 {
		next, isAssigned := tokens[i+1], tokens[i+2].is("=")
		if tokens[i].kind == word && (next.is("=") && !isAssigned || slices.ContainsFunc([]string{"<", ".", "["}, next.is) || isAssigned && slices.ContainsFunc([]string{"+", "|", "&"}, next.is)) {
			changes[tokens[i].value]++
		}
	}
	return changes
}

// isString reports whether a token is a string that is known.
func (t token) isString() bool { return t.kind == text && !t.computed }

func endsStatement(t token) bool { return t.kind == newline || t.kind == end || t.is(";") }

// insert replaces the variables in a string that are known, and reduces left by its length.
func (t *token) insert(values map[string]string, left *int) {
	parts, length := strings.Split(t.value, computedPart), len(t.value)
	for i := 1; i < len(parts); i += 2 {
		value, ok := values[strings.TrimSpace(parts[i])]
		if length += len(value); !ok || length > *left {
			return
		}
		parts[i] = value
	}
	*left -= length
	t.value, t.computed = strings.Join(parts, ""), false
}
