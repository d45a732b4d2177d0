package hocon

import (
	"fmt"
	"math/big"
	"strconv"
	"strings"

	"github.com/hieralint/hieralint/engine/data"
)

// node is a value before its references are resolved.
type node interface{}

type (
	// leaf is a value; text is what it is when it is joined with others.
	leaf struct {
		value *data.Value
		text  string
	}
	// object has its keys in the order that the gem gives them.
	object struct {
		keys   []string
		values map[string]node
	}
	list struct{ items []node }
	// join is several values in a row, with the white space between them.
	join struct{ parts []node }
	// substitution is a reference.
	substitution struct {
		path     []string
		optional bool
		line     int
	}
	// stack is a value that was given more than once and may refer to what it had before; the
	// last comes first.
	stack struct{ above, below node }
)

func newObject() *object { return &object{values: map[string]node{}} }

// set gives a key a value. Objects are merged with what the key had.
func (o *object) set(key string, v node) {
	old, exists := o.values[key]
	if !exists {
		o.keys = append(o.keys, key)
		o.values[key] = v
		return
	}
	o.values[key] = over(v, old)
}

// over is the value of a key that had below and is given above.
func over(above, below node) node {
	a, ok := above.(*object)
	if b, also := below.(*object); ok && also {
		return mergeObjects(a, b)
	}
	switch above.(type) {
	case leaf, *list:
		return above
	case *object:
		switch below.(type) {
		case leaf, *list:
			return above
		}
	}
	return stack{above, below}
}

// mergeObjects has the keys of above first.
func mergeObjects(above, below *object) *object {
	merged := newObject()
	for _, k := range above.keys {
		v := above.values[k]
		if b, ok := below.values[k]; ok {
			v = over(v, b)
		}
		merged.set(k, v)
	}
	for _, k := range below.keys {
		if _, ok := above.values[k]; !ok {
			merged.set(k, below.values[k])
		}
	}
	return merged
}

type parser struct {
	tokens []token
	at     int
	depth  int
}

func (p *parser) peek() *token { return &p.tokens[p.at] }

func (p *parser) take() {
	if p.tokens[p.at].kind != endOfFile {
		p.at++
	}
}

func (p *parser) is(text string) bool {
	t := p.peek()
	return t.kind == punctuator && t.text == text
}

// skip passes white space, and line breaks too when lines is true; it tells of a line break.
func (p *parser) skip(lines bool) (broken bool) {
	for {
		switch p.peek().kind {
		case space:
		case newline:
			if !lines {
				return broken
			}
			broken = true
		default:
			return broken
		}
		p.at++
	}
}

func fail(t *token, format string, args ...any) error {
	return &Error{Line: t.line, Message: fmt.Sprintf(format, args...)}
}

// describe is a token as the gem names it in errors.
func describe(t *token) string {
	switch {
	case t.kind == endOfFile:
		return "end of file"
	case t.kind == newline:
		return "newline"
	case t.problem != "":
		return fmt.Sprintf("'%s' (%s)", t.text, t.problem)
	default:
		return "'" + t.text + "'"
	}
}

// hint is what the gem adds when a quote may be missing.
func hint(t *token) string {
	if t.kind == endOfFile {
		return ""
	}
	return fmt.Sprintf(" (if you intended %s to be part of a key or string value, try enclosing the key or value in double quotes", describe(t))
}

// document is a whole file: an object, with or without braces.
func (p *parser) document() (*object, error) {
	p.skip(true)
	switch {
	case p.is("["):
		return nil, fail(p.peek(), " has type LIST rather than object at file root")
	case p.is("{"):
		p.take()
		o, err := p.fields(true)
		if err != nil {
			return nil, err
		}
		p.skip(true)
		if t := p.peek(); t.kind != endOfFile {
			return nil, fail(t, "Document has trailing tokens after first object or array: %s", describe(t))
		}
		return o, nil
	default:
		return p.fields(false)
	}
}

// fields reads what stands between braces; braced tells whether there are any.
func (p *parser) fields(braced bool) (*object, error) {
	if p.depth++; p.depth > maxDepth {
		return nil, fail(p.peek(), "nested too deep")
	}
	defer func() { p.depth-- }()
	o := newObject()
	for {
		p.skip(true)
		t := p.peek()
		switch {
		case p.is("}") && braced:
			p.take()
			return o, nil
		case t.kind == endOfFile && !braced:
			return o, nil
		case t.kind == endOfFile:
			return nil, fail(t, "Expecting close brace } or a comma, got %s", describe(t))
		}
		if t.kind == unquoted && t.text == "include" && p.include() {
			continue
		}
		if err := p.field(o); err != nil {
			return nil, err
		}
		if err := p.separator(braced); err != nil {
			return nil, err
		}
	}
}

// include passes `include "file"`, which finds nothing.
func (p *parser) include() bool {
	start := p.at
	p.take()
	p.skip(false)
	if p.peek().kind == quoted {
		p.take()
		return true
	}
	p.at = start
	return false
}

// separator passes what ends a field: a comma, a line break, or the end of the object.
func (p *parser) separator(braced bool) error {
	broken := p.skip(true)
	switch t := p.peek(); {
	case p.is(","):
		p.take()
		p.skip(true)
		if p.is(",") {
			return fail(p.peek(), "Expecting a field name after a comma, got %s%s", describe(p.peek()), hint(p.peek()))
		}
	case p.is("}") && braced, t.kind == endOfFile, broken:
	default:
		return fail(t, "Expecting close brace } or a comma, got %s%s", describe(t), hint(t))
	}
	return nil
}

// field reads a key and its value.
func (p *parser) field(o *object) error {
	start := p.at
	for {
		t := p.peek()
		if t.kind == endOfFile || t.kind == newline || t.kind == bad || t.kind == punctuator {
			break
		}
		p.take()
	}
	t := p.peek()
	keys := trimSpace(p.tokens[start:p.at])
	separated := t.kind == punctuator && (t.text == "=" || t.text == ":" || t.text == "+=" || t.text == "{")
	if !separated || len(keys) == 0 {
		if len(keys) == 0 {
			return fail(t, "Expecting close brace } or a field name here, got %s%s", describe(t), hint(t))
		}
		return fail(t, "Key '%s' may not be followed by token: %s%s", keyText(keys), describe(t), hint(t))
	}
	path, err := keyPath(keys)
	if err != nil {
		return fail(t, "%s", err)
	}
	if t.text != "{" {
		p.take()
		p.skip(true)
	}
	v, err := p.value()
	if err != nil {
		return err
	}
	if t.text == "+=" {
		v = join{[]node{substitution{path: path, optional: true, line: t.line}, &list{[]node{v}}}}
	}
	for i := len(path) - 1; i > 0; i-- {
		inner := newObject()
		inner.set(path[i], v)
		v = inner
	}
	o.set(path[0], v)
	return nil
}

func trimSpace(tokens []token) []token {
	for len(tokens) > 0 && tokens[0].kind == space {
		tokens = tokens[1:]
	}
	for len(tokens) > 0 && tokens[len(tokens)-1].kind == space {
		tokens = tokens[:len(tokens)-1]
	}
	return tokens
}

func keyText(tokens []token) string {
	var b strings.Builder
	for _, t := range tokens {
		b.WriteString(t.text)
	}
	return b.String()
}

// keyPath splits a key at its dots, except for those in quotes.
func keyPath(tokens []token) ([]string, error) {
	path := []string{""}
	given := []bool{false}
	for _, t := range tokens {
		if t.kind == quoted {
			path[len(path)-1] += t.text
			given[len(path)-1] = true
			continue
		}
		if t.kind == substitute || t.kind == bad || t.kind == newline {
			return nil, fmt.Errorf("Token not allowed in path expression: %s (Double-quote this token if you really want it here)", describe(&t))
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
			return nil, fmt.Errorf("Invalid path '%s': path has a leading, trailing, or two adjacent period '.' (use quoted \"\" empty string if you want an empty element)", keyText(tokens))
		}
	}
	return path, nil
}

// value reads one value: everything up to a comma, a line break or a closing bracket.
func (p *parser) value() (node, error) {
	var parts []node
	pending := "" // white space that counts when something follows
	for {
		t := p.peek()
		var part node
		switch {
		case t.kind == space:
			p.take()
			if len(parts) > 0 {
				pending = t.text
			}
			continue
		case t.kind == quoted:
			p.take()
			part = leaf{data.NewString(t.text), t.text}
		case t.kind == unquoted:
			p.take()
			part = leaf{keyword(t.text), t.text}
		case t.kind == number:
			p.take()
			v, _ := numberValue(t.text)
			part = leaf{v, t.text}
		case t.kind == substitute:
			p.take()
			part = substitution{t.path, t.optional, t.line}
		case p.is("{"):
			p.take()
			o, err := p.fields(true)
			if err != nil {
				return nil, err
			}
			part = o
		case p.is("["):
			l, err := p.list()
			if err != nil {
				return nil, err
			}
			part = l
		}
		if part == nil {
			if len(parts) == 0 {
				return nil, fail(t, "Expecting a value but got wrong token: %s%s", describe(t), hint(t))
			}
			if len(parts) == 1 {
				return parts[0], nil
			}
			return join{parts}, nil
		}
		if pending != "" {
			parts = append(parts, leaf{nil, pending})
			pending = ""
		}
		parts = append(parts, part)
	}
}

func (p *parser) list() (node, error) {
	if p.depth++; p.depth > maxDepth {
		return nil, fail(p.peek(), "nested too deep")
	}
	defer func() { p.depth-- }()
	p.take()
	l := &list{}
	for {
		p.skip(true)
		t := p.peek()
		if p.is("]") {
			p.take()
			return l, nil
		}
		if t.kind == endOfFile || t.kind == bad || t.kind == punctuator && t.text != "{" && t.text != "[" {
			if len(l.items) == 0 {
				return nil, fail(t, "List should have ] or a first element after the open [, instead had token: %s%s", describe(t), listHint(t))
			}
			return nil, fail(t, "List should have had new element after a comma, instead had token: %s%s", describe(t), listHint(t))
		}
		item, err := p.value()
		if err != nil {
			return nil, err
		}
		l.items = append(l.items, item)
		broken := p.skip(true)
		switch t := p.peek(); {
		case p.is(","):
			p.take()
		case p.is("]"), broken:
		default:
			return nil, fail(t, "List should have ended with ] or had a comma, instead had token: %s%s", describe(t), listHint(t))
		}
	}
}

func listHint(t *token) string {
	return fmt.Sprintf(" (if you want %s to be part of a string value, then double-quote it)", strings.Replace(describe(t), "end of file", "the comma or end of file", 1))
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

// numberValue reads a number as Ruby's Integer() and Float() do: a leading zero is octal, and a
// Float without fraction is an Integer.
func numberValue(text string) (*data.Value, bool) {
	if !strings.ContainsAny(text, ".eE") {
		digits, base := strings.TrimPrefix(text, "-"), 10
		if len(digits) > 1 && digits[0] == '0' {
			base = 8
		}
		if i, ok := new(big.Int).SetString(text, base); ok && !strings.HasPrefix(text, "+") {
			return data.NewBigInteger(i), true
		}
		return nil, false
	}
	if strings.HasSuffix(text, ".") || strings.HasPrefix(strings.TrimPrefix(text, "-"), ".") || strings.Contains(text, ".e") || strings.Contains(text, ".E") {
		return nil, false
	}
	f, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return nil, false
	}
	if i := int64(f); float64(i) == f && f < 1<<62 && f > -1<<62 {
		return data.NewInteger(i), true
	}
	return data.NewFloat(f), true
}
