package interpreter

import (
	"strings"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/internal/rubystring"
	"github.com/hieralint/hieralint/engine/rich"
	"github.com/hieralint/hieralint/engine/rubyregexp"
	"github.com/hieralint/hieralint/internal/ascii"
	"github.com/hieralint/hieralint/internal/lists"
)

// text returns a builtin that maps one string, or each string of an array.
func text(f func(string) string) func(c *call) (*data.Value, error) {
	return func(c *call) (*data.Value, error) {
		v, err := c.argument(0, data.String, data.Array, data.Integer, data.Float)
		if err != nil {
			return nil, err
		}
		if err := c.build(c.node, v.Size()); err != nil {
			return nil, err
		}
		switch v.Kind() {
		case data.String:
			return data.NewString(f(v.Text())), c.counts(1)
		case data.Array:
			items := make([]*data.Value, v.Len())
			for i, item := range v.Items() {
				if item.Kind() != data.String {
					return nil, c.unsupported(c.node, "`"+c.name+"` on this value")
				}
				items[i] = data.NewString(f(item.Text()))
			}
			return data.NewArray(items), c.counts(1)
		default:
			return v, c.counts(1)
		}
	}
}

// space contains the characters that Ruby strips.
const space = "\t\n\v\f\r "

func strip(s string) string { return leftStrip(rightStrip(s)) }

func leftStrip(s string) string { return strings.TrimLeft(s, space+"\x00") }

func rightStrip(s string) string { return strings.TrimRight(s, space+"\x00") }

// textAndPattern returns the arguments of a function that searches a string.
func (c *call) textAndPattern() (*data.Value, *rubyregexp.Regexp, error) {
	subject, err := c.argument(0, data.String)
	if err != nil {
		return nil, nil, err
	}
	if err := c.counts(2); err != nil {
		return nil, nil, err
	}
	re, err := c.regexp(1, rubyregexp.Options{})
	return subject, re, err
}

// foundMatch charges a match and the bytes that replace it.
func (c *call) foundMatch(bytes int) error {
	if err := c.work(c.node, 2*callCost); err != nil {
		return err
	}
	return c.build(c.node, 16*pointer+bytes)
}

// split splits a string at the matches of a pattern.
func split(c *call) (*data.Value, error) {
	subject, re, err := c.textAndPattern()
	if err != nil {
		return nil, err
	}
	s, start := subject.Text(), 0
	if err := c.searching(c.node, s); err != nil {
		return nil, err
	}
	var parts []string
	for at, err := range re.AllStringSubmatchIndex(s, c.searched(c.node)) {
		if err != nil {
			return nil, c.notSearched(c.node, re, err)
		}
		if err := c.foundMatch(0); err != nil {
			return nil, err
		}
		if at[1] == at[0] && (at[0] == 0 || at[0] == len(s)) || at[1] == at[0] && at[0] == start {
			continue // an empty match at either end, or directly after another match
		}
		parts = append(parts, s[start:at[0]])
		for i := 2; i < len(at); i += 2 {
			if at[i] >= 0 {
				parts = append(parts, s[at[i]:at[i+1]])
			}
		}
		start = at[1]
	}
	parts = rubystring.TrimSplit(append(parts, s[start:]))
	return data.NewArray(lists.Map(parts, data.NewString)), nil
}

// regexp returns an argument as a regular expression: a Regexp, a string, or a Regexp type.
func (c *call) regexp(i int, options rubyregexp.Options) (*rubyregexp.Regexp, error) {
	v, err := c.argument(i, data.String, data.Rich)
	if err != nil {
		return nil, err
	}
	source := v.Text()
	if v.Kind() == data.Rich {
		re, ok := v.Payload().(*rich.Regexp)
		if !ok {
			return nil, c.unsupported(c.node, "`"+c.name+"` with this pattern")
		}
		source = re.Source()
	}
	re, err := c.compile(c.node, source, options)
	if _, refused := err.(*rubyregexp.SyntaxError); refused {
		return nil, &Error{Kind: Argument, Text: err.Error()}
	}
	if err != nil {
		return nil, c.notCompiled(c.node, source, err)
	}
	return re, nil
}

// substitute is regsubst: it replaces the first match of a pattern, or all matches with the flag G.
func substitute(c *call) (*data.Value, error) {
	target, err := c.whole(data.String, data.Array)
	if err != nil {
		return nil, err
	}
	replacement, err := c.argument(2, data.String)
	if err != nil {
		return nil, err
	}
	flags := data.NewString("")
	if len(c.args) > 3 {
		if flags, err = c.argument(3, data.String, data.Undef); err != nil {
			return nil, err
		}
	}
	if strings.Trim(flags.Text(), "GEIM") != "" || len(c.args) > 4 || c.args[1].Kind() == data.Rich && strings.Trim(flags.Text(), "G") != "" {
		return nil, c.unsupported(c.node, "`regsubst` with these arguments")
	}
	re, err := c.regexp(1, rubyregexp.Options{
		Extended:   strings.Contains(flags.Text(), "E"),
		IgnoreCase: strings.Contains(flags.Text(), "I"),
		Multiline:  strings.Contains(flags.Text(), "M"),
	})
	if err != nil {
		return nil, err
	}
	replace := func(v *data.Value) (*data.Value, error) {
		if v.Kind() != data.String {
			return nil, c.unsupported(c.node, "`regsubst` on this value")
		}
		s, err := c.replaced(re, v.Text(), replacement.Text(), strings.Contains(flags.Text(), "G"))
		return data.NewString(s), err
	}
	if target.Kind() == data.String {
		return replace(target)
	}
	items := make([]*data.Value, target.Len())
	for i, item := range target.Items() {
		if items[i], err = replace(item); err != nil {
			return nil, err
		}
	}
	return data.NewArray(items), nil
}

func (c *call) replaced(re *rubyregexp.Regexp, s, replacement string, all bool) (string, error) {
	if err := c.searching(c.node, s); err != nil {
		return "", err
	}
	var b strings.Builder
	start := 0
	for at, err := range re.AllStringSubmatchIndex(s, c.searched(c.node)) {
		if err != nil {
			return "", c.notSearched(c.node, re, err)
		}
		b.WriteString(s[start:at[0]])
		before := b.Len()
		if !appendReplacement(&b, replacement, s, at) {
			return "", c.unsupported(c.node, "the replacement `"+replacement+"`")
		}
		if err := c.foundMatch(b.Len() - before); err != nil {
			return "", err
		}
		if start = at[1]; !all {
			break
		}
	}
	b.WriteString(s[start:])
	return b.String(), c.build(c.node, len(s))
}

// appendReplacement appends a replacement in which `\0` to `\9` stand for the groups of the match. It returns false for
// other escapes.
func appendReplacement(b *strings.Builder, replacement, s string, at []int) bool {
	for i := 0; i < len(replacement); i++ {
		if replacement[i] != '\\' || i+1 == len(replacement) {
			b.WriteByte(replacement[i])
			continue
		}
		i++
		switch d := replacement[i]; {
		case d == '\\':
			b.WriteByte('\\')
		case ascii.IsDigit(d):
			if group := 2 * int(d-'0'); group < len(at) && at[group] >= 0 {
				b.WriteString(s[at[group]:at[group+1]])
			}
		case strings.IndexByte("&`'k", d) >= 0:
			return false
		default:
			b.WriteByte('\\')
			b.WriteByte(d)
		}
	}
	return true
}

// matched is the function match: it returns an array of the match and its groups, or undef.
func matched(c *call) (*data.Value, error) {
	subject, re, err := c.textAndPattern()
	if err != nil {
		return nil, err
	}
	if err := c.searching(c.node, subject.Text()); err != nil {
		return nil, err
	}
	found, err := re.FindStringSubmatchIndex(subject.Text(), c.searched(c.node))
	switch {
	case err != nil:
		return nil, c.notSearched(c.node, re, err)
	case found == nil:
		return data.NewUndef(), nil
	}
	return data.NewArray(groups(subject.Text(), found)), nil
}
