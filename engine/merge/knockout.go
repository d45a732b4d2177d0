package merge

import (
	"slices"
	"strings"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/rubyregexp"
)

// knockout is a knockout_prefix. DeepMerge puts it unescaped into the regular expression /^…/,
// so "." strips any first character, and "+" and "*" never do what their authors hope for.
type knockout struct {
	prefix string
	regexp *rubyregexp.Regexp // nil: the prefix has no special characters
	err    error              // why the prefix is no regular expression
}

// regexpMeta are the characters that make a prefix more than plain text.
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

// strip removes the prefix from the start of each line of text, as Ruby's gsub(/^prefix/, ”).
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

// stripMatches is strip for a prefix with special characters. A match starts at the start of a
// line, so behind one the search goes on with the next line.
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

// target is what the item knocks out; ok is false when it does not.
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

// apply takes the knockouts out of source and what they name out of dest. A prefix that stands
// alone empties dest.
func (k *knockout) apply(source, dest *data.Value) (_, _ *data.Value, err error) {
	bare := data.NewString(k.prefix)
	if slices.ContainsFunc(source.Items(), func(v *data.Value) bool { return data.Eql(v, bare) }) {
		dest = cleared(dest)
		source = data.NewArray(deleteEqual(slices.Clone(source.Items()), bare))
	}
	if dest.Kind() != data.Array {
		return source, dest, nil
	}
	var kept []*data.Value
	remaining := dest.Items()
	for i, item := range source.Items() {
		target, ok, err := k.target(item)
		if err != nil {
			return nil, nil, err
		}
		if !ok {
			if kept != nil {
				kept = append(kept, item)
			}
			continue
		}
		if kept == nil {
			kept = append(make([]*data.Value, 0, source.Len()), source.Items()[:i]...)
			remaining = slices.Clone(remaining)
		}
		remaining = deleteEqual(deleteEqual(remaining, target), item)
	}
	if kept == nil {
		return source, dest, nil
	}
	return data.NewArray(kept), data.NewArray(remaining), nil
}

// cleared is dest after Ruby's clear; what has no clear becomes undef.
func cleared(dest *data.Value) *data.Value {
	switch dest.Kind() {
	case data.Array:
		return data.NewArray(nil)
	case data.Hash:
		return data.NewHash(nil)
	case data.String:
		return data.NewString("")
	default:
		return data.NewUndef()
	}
}

// without is list less all that would knock out, when it replaces something that is no list.
func (k *knockout) without(list *data.Value) (*data.Value, error) {
	var kept []*data.Value
	for i, item := range list.Items() {
		matches := false
		if item.Kind() == data.String {
			var err error
			if matches, err = k.matches(item.Text()); err != nil {
				return nil, err
			}
		}
		if matches && kept == nil {
			kept = append(make([]*data.Value, 0, list.Len()), list.Items()[:i]...)
		} else if !matches && kept != nil {
			kept = append(kept, item)
		}
	}
	if kept == nil {
		return list, nil
	}
	return data.NewArray(kept), nil
}

// matches tells whether a line of text starts with the prefix.
func (k *knockout) matches(text string) (bool, error) {
	switch {
	case k.err != nil:
		return false, k.err
	case k.regexp != nil:
		return k.regexp.MatchString(text)
	default:
		return strings.HasPrefix(text, k.prefix) || strings.Contains(text, "\n"+k.prefix), nil
	}
}

// knockOutOfItself is a list that is source and destination at once: Ruby's delete_if walks it
// while delete takes elements out of it, so elements behind a knockout can be stepped over.
func (d *deepMerge) knockOutOfItself(list *data.Value) (*data.Value, error) {
	k := d.knockout
	bare := data.NewString(k.prefix)
	items := slices.Clone(list.Items())
	if slices.ContainsFunc(items, func(v *data.Value) bool { return data.Eql(v, bare) }) {
		return data.NewArray(nil), nil
	}
	kept, i := 0, 0
	for ; i < len(items); i++ {
		item := items[i]
		target, ok, err := k.target(item)
		if err != nil {
			return nil, err
		}
		if ok {
			items = deleteEqual(deleteEqual(items, target), item)
			continue
		}
		items[kept] = item
		kept++
	}
	// What delete_if moves together at its end: the elements kept, and whatever lies behind the
	// place it stopped at.
	if kept < len(items) && kept < i {
		items = append(items[:kept], items[min(i, len(items)):]...)
	}
	return data.NewArray(items), nil
}

// deleteEqual removes all that equals v, in place.
func deleteEqual(items []*data.Value, v *data.Value) []*data.Value {
	return slices.DeleteFunc(items, func(item *data.Value) bool { return data.Eql(item, v) })
}
