package merge

import (
	"slices"
	"strings"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/rubyregexp"
)

// knockout is a knockout_prefix. DeepMerge inserts it unescaped into the regular expression /^…/,
// so "." removes any first character, and "+" and "*" do not work as prefixes.
type knockout struct {
	prefix string
	regexp *rubyregexp.Regexp // nil if the prefix has no special characters
	err    error              // the prefix is not a valid regular expression
}

// regexpMeta lists the characters that have a special meaning in regular expressions.
const regexpMeta = `\^$.|?*+()[]{}/#`

func newKnockout(prefix string) *knockout {
	k := &knockout{prefix: prefix}
	if strings.ContainsAny(prefix, regexpMeta) {
		re, err := rubyregexp.Compile("^" + prefix)
		if err != nil {
			k.err = &Error{Class: RegexpError, Message: err.Error()}
		}
		k.regexp = re
	}
	return k
}

// strip removes the prefix from the start of each line of text, like Ruby's gsub(/^prefix/, ”).
func (k *knockout) strip(text string) (string, error) {
	switch {
	case k.err != nil:
		return "", k.err
	case k.regexp != nil:
		return k.stripMatches(text)
	case !strings.Contains(text, k.prefix):
		return text, nil
	}
	var b strings.Builder
	for line := range strings.SplitAfterSeq(text, "\n") {
		b.WriteString(strings.TrimPrefix(line, k.prefix))
	}
	return b.String(), nil
}

// stripMatches is strip for a prefix with special characters. Since matches start at the start of a
// line, the search continues with the next line after each match.
func (k *knockout) stripMatches(text string) (string, error) {
	var b strings.Builder
	for text != "" {
		at, err := k.regexp.FindStringIndex(text)
		if err != nil {
			return "", err
		}
		if at == nil {
			break
		}
		b.WriteString(text[:at[0]])
		end := at[1]
		if end == 0 || text[end-1] != '\n' {
			if next := strings.IndexByte(text[end:], '\n'); next >= 0 {
				end += next + 1
			} else {
				end = len(text)
			}
		}
		b.WriteString(text[at[1]:end])
		text = text[end:]
	}
	b.WriteString(text)
	return b.String(), nil
}

// target returns what the item knocks out; ok is false if it is not a knockout.
func (k *knockout) target(item *data.Value) (target *data.Value, ok bool, err error) {
	if item.Kind() != data.String {
		return nil, false, nil
	}
	stripped, err := k.strip(item.Text())
	if err != nil || stripped == item.Text() {
		return nil, false, err
	}
	return data.NewString(stripped), true, nil
}

// truncate empties dest, in place if possible, if source contains the bare prefix.
func (r deepRun) truncate(source, dest *object) *object {
	from, bare := r.parts(source), data.NewString(r.knockout.prefix)
	if !slices.ContainsFunc(from.entries, func(e entry) bool { return data.Eql(e.item.value, bare) }) {
		return dest
	}
	switch dest.kind() {
	case data.Array, data.Hash:
		r.parts(dest).clear()
	case data.String:
		dest.value = data.NewString("")
		r.identify(dest)
	default:
		dest = &object{value: data.NewUndef()}
	}
	from.removeAll([]*data.Value{bare})
	return dest
}

// removeAll removes all elements that equal one of the values.
func (p *parts) removeAll(values []*data.Value) {
	var removed data.Index
	for _, v := range values {
		removed.Add(v)
	}
	p.entries = slices.DeleteFunc(p.entries, func(e entry) bool { return removed.Find(e.item.value, data.Eql) >= 0 })
}

// knockOut removes the knockouts from source, and from dest the elements that they name.
func (r deepRun) knockOut(source, dest *parts) error {
	if source == dest {
		return r.knockOutOfItself(source)
	}
	var knockedOut []*data.Value
	var failure error
	source.entries = slices.DeleteFunc(source.entries, func(e entry) bool {
		if failure != nil {
			return false
		}
		target, ok, err := r.knockout.target(e.item.value)
		if failure = err; ok {
			knockedOut = append(knockedOut, target, e.item.value)
		}
		return ok
	})
	dest.removeAll(knockedOut)
	return failure
}

// knockOutOfItself is knockOut for an array that is merged with itself. Elements after a knockout
// can be skipped, because Ruby's delete_if iterates over the array while delete removes elements.
func (r deepRun) knockOutOfItself(array *parts) error {
	kept, i := 0, 0
	for ; i < len(array.entries); i++ {
		e := array.entries[i]
		knockedOut := e.item.value
		target, ok, err := r.knockout.target(knockedOut)
		if err != nil {
			return err
		}
		if ok {
			if err := r.charge(len(array.entries)); err != nil {
				return err
			}
			array.removeAll([]*data.Value{target, knockedOut})
			continue
		}
		array.entries[kept] = e
		kept++
	}
	// At its end, delete_if moves together the elements that it kept and those after the position
	// at which it stopped.
	if kept < len(array.entries) && kept < i {
		array.entries = append(array.entries[:kept], array.entries[min(i, len(array.entries)):]...)
	}
	return nil
}

// dropKnockouts removes all knockouts from an array that replaces another value.
func (r deepRun) dropKnockouts(array *parts) error {
	var failure error
	array.entries = slices.DeleteFunc(array.entries, func(e entry) bool {
		if e.item.kind() != data.String || failure != nil {
			return false
		}
		matches, err := r.knockout.matches(e.item.value.Text())
		failure = err
		return matches
	})
	return failure
}

// matches reports whether a line of text starts with the prefix.
func (k *knockout) matches(text string) (bool, error) {
	switch {
	case k.err != nil:
		return false, k.err
	case k.regexp != nil:
		return k.regexp.MatchString(text)
	}
	return strings.HasPrefix(text, k.prefix) || strings.Contains(text, "\n"+k.prefix), nil
}
