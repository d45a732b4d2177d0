package hocon

import (
	"errors"
	"fmt"
	"math"
	"math/big"
	"strconv"
	"strings"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/internal/bigint"
)

// value parses a value: everything up to a comma, a line break, or a closing bracket.
func (p *parser) value() node {
	start, last := p.at, p.at
	first := p.peek()
	var parts []node
	for {
		t := p.peek()
		if t.kind == space {
			// Whitespace is only significant between two values that may be parts of a string.
			p.take()
			if len(parts) > 0 && isSimple(&p.tokens[p.at-2]) && isSimple(p.peek()) {
				parts = append(parts, leaf{data.NewString(t.text), t.text, true, t.line})
			}
			continue
		}
		switch part := p.part(); {
		case part != nil:
			parts = append(parts, part)
			last = p.at
		case len(parts) == 0:
			panic(fail(t, "Expecting a value but got wrong token: %s%s", describe(t), hint(t)))
		case len(parts) == 1:
			return parts[0]
		default:
			p.tree.joined(parts, spanOf(p.tokens[start:last]))
			return join{parts, first.line}
		}
	}
}

// part parses a value without concatenation; nil if there is none.
func (p *parser) part() node {
	switch t := p.peek(); {
	case t.kind == quoted:
		p.take()
		return leaf{p.tree.scalar(t, data.NewString(t.text)), t.text, false, t.line}
	case t.kind == unquoted:
		p.take()
		v := p.tree.scalar(t, keyword(t.text))
		return leaf{v, t.text, v.Kind() == data.String, t.line}
	case t.kind == number:
		p.take()
		v, _ := numberValue(t.text)
		return leaf{p.tree.scalar(t, v), t.text, false, t.line}
	case t.kind == substitute:
		p.take()
		p.tree.scalar(t, nil)
		if t.more.broken != nil && p.later == nil {
			p.later = t.more.broken
		}
		return substitution{t.more.path, t.more.optional, t.line}
	case p.is("{"):
		p.take()
		return p.fields(true)
	case p.is("["):
		return p.list()
	}
	return nil
}

func (p *parser) list() node {
	if p.depth++; p.depth > maxDepth {
		panic(fail(p.peek(), "nested too deep"))
	}
	defer func() { p.depth-- }()
	l := &list{line: p.peek().line}
	p.take()
	closed := p.tree.open(data.Sequence, p, true)
	defer closed()
	for {
		p.skip()
		t := p.peek()
		if p.is("]") {
			p.take()
			return l
		}
		if !isSimple(t) && !p.is("{") && !p.is("[") {
			if len(l.items) == 0 {
				panic(fail(t, "List should have ] or a first element after the open [, instead had token: %s%s", describe(t), listHint(t, "")))
			}
			panic(fail(t, "List should have had new element after a comma, instead had token: %s%s", describe(t), listHint(t, "the comma or ")))
		}
		l.items = append(l.items, p.value())
		p.tree.item()
		if !p.separator() && !p.is("]") {
			t = p.peek()
			panic(fail(t, "List should have ended with ] or had a comma, instead had token: %s%s", describe(t), listHint(t, "")))
		}
	}
}

func listHint(t *token, comma string) string {
	return fmt.Sprintf(" (if you want %s%s to be part of a string value, then double-quote it)", comma, describe(t))
}

func keyword(text string) *data.Value {
	switch text {
	case "true":
		return data.NewBoolean(true)
	case "false":
		return data.NewBoolean(false)
	case "null":
		return data.NewUndef()
	}
	return data.NewString(text)
}

// numberValue parses a number as Ruby's Integer() and Float() do: a leading zero means octal, and a
// Float without a fraction becomes an Integer.
func numberValue(text string) (*data.Value, bool) {
	if !strings.ContainsAny(text, ".eE") {
		digits, base := strings.TrimPrefix(text, "-"), 10
		if len(digits) > 1 && digits[0] == '0' {
			base = 8
		}
		if i, ok := bigint.Parse(text, base); ok && !strings.HasPrefix(text, "+") {
			return data.NewBigInteger(i), true
		}
		return nil, false
	}
	if strings.HasSuffix(text, ".") || strings.HasPrefix(strings.TrimPrefix(text, "-"), ".") || strings.Contains(text, ".e") || strings.Contains(text, ".E") {
		return nil, false
	}
	f, err := strconv.ParseFloat(text, 64)
	if err != nil && !errors.Is(err, strconv.ErrRange) {
		return nil, false
	}
	if f == math.Trunc(f) && !math.IsInf(f, 0) {
		i, _ := big.NewFloat(f).Int(nil)
		return data.NewBigInteger(i), true
	}
	return data.NewFloat(f), true
}
