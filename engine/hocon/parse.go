package hocon

import (
	"errors"
	"fmt"
	"math"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"github.com/hieralint/hieralint/engine/data"
)

// node is a value before its references are resolved.
type node interface{}

type (
	// leaf is a value; text is its text when it is concatenated. plain reports an unquoted string.
	leaf struct {
		value *data.Value
		text  string
		plain bool
		line  int
	}
	// object has its keys in the gem's order.
	object struct {
		keys   []string
		values map[string]node
		line   int
		// parts are objects that are merged into this one by flatten, in order.
		parts []*object
	}
	list struct {
		items []node
		line  int
	}
	// join is several concatenated values, with the relevant whitespace between them.
	join struct {
		parts []node
		line  int
	}
	// substitution is a reference.
	substitution struct {
		path     []string
		optional bool
		line     int
	}
	// stack is a value that was set more than once and may refer to its previous value; the last
	// one comes first.
	stack struct{ above, below node }
)

func newObject(line int) *object { return &object{values: map[string]node{}, line: line} }

// set sets the value of a key. Objects are merged with the previous value.
func (o *object) set(key string, v node) {
	old, exists := o.values[key]
	if !exists {
		o.keys = append(o.keys, key)
		o.values[key] = v
		return
	}
	if above, below, ok := bothObjects(v, old); ok && below.parts != nil {
		below.add(above) // created here
		return
	}
	o.values[key] = over(v, old)
}

func bothObjects(above, below node) (a, b *object, ok bool) {
	a, isObject := above.(*object)
	b, also := below.(*object)
	return a, b, isObject && also
}

// over returns the value of a key that had below and is set to above.
func over(above, below node) node {
	if a, b, ok := bothObjects(above, below); ok {
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
	return &stack{above, below}
}

// mergeObjects merges objects, with the keys of above first. The result is computed when it is
// needed, for all objects at once, because a file may set a key very often.
func mergeObjects(above, below *object) *object {
	merged := &object{line: below.line, parts: []*object{below}}
	merged.add(above)
	return merged
}

// add adds a part to a merged object.
func (o *object) add(above *object) {
	o.parts = append(o.parts, above)
	o.line = min(o.line, above.line)
}

// flatten returns the object with its keys.
func (o *object) flatten() *object {
	if o.parts == nil {
		return o
	}
	given := map[string][]node{} // the last one comes first
	for _, part := range slices.Backward(o.parts) {
		for _, k := range part.flatten().keys {
			if given[k] == nil {
				o.keys = append(o.keys, k)
			}
			given[k] = append(given[k], part.values[k])
		}
	}
	o.parts, o.values = nil, make(map[string]node, len(given))
	for k, values := range given {
		o.values[k] = overEachOther(values)
	}
	return o
}

// overEachOther returns the value of a key that was set several times; the last value comes first.
func overEachOther(values []node) node {
	merged, isMade := values[len(values)-1], false
	for _, v := range slices.Backward(values[:len(values)-1]) {
		above, below, ok := bothObjects(v, merged)
		if ok && isMade {
			below.add(above)
			continue
		}
		merged, isMade = over(v, merged), ok
	}
	return merged
}

type parser struct {
	tokens []token
	at     int
	depth  int
	// later is the first error that the gem finds only after it has read all tokens.
	later error
	// tree records positions; nil if they are not needed.
	tree *tree
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

// skip skips whitespace and line breaks, and reports whether there was a line break.
func (p *parser) skip() (broken bool) {
	for {
		switch p.peek().kind {
		case space:
		case newline:
			broken = true
		default:
			return broken
		}
		p.at++
	}
}

// endsKey reports whether t cannot be part of a key.
func endsKey(t *token) bool {
	switch t.kind {
	case space, quoted, unquoted, number:
		return false
	}
	return true
}

// isSimple reports whether whitespace next to t may be part of a string.
func isSimple(t *token) bool {
	switch t.kind {
	case quoted, unquoted, number, substitute:
		return true
	}
	return false
}

func fail(t *token, format string, args ...any) *Error {
	if t.crash != nil {
		t.crash.Span = t.span
		return t.crash
	}
	return &Error{Line: t.line, Message: fmt.Sprintf(format, args...), Span: t.span}
}

// describe returns a token as in the gem's errors.
func describe(t *token) string {
	switch {
	case t.kind == endOfFile:
		return "end of file"
	case t.kind == newline:
		return "NEWLINE"
	case t.kind == number:
		return fmt.Sprintf("'%s' (NUMBER)", t.text)
	case t.kind == quoted:
		return fmt.Sprintf("'%s' (STRING)", t.text)
	case t.kind == unquoted && t.text == "null":
		return "'' (NULL)"
	case t.kind == unquoted && keyword(t.text).Kind() == data.Boolean:
		return fmt.Sprintf("'%s' (BOOLEAN)", t.text)
	case t.problem != "":
		return fmt.Sprintf("'%s' (%s)", t.text, t.problem)
	}
	return "'" + t.text + "'"
}

// hint returns what the gem adds if a quote may be missing.
func hint(t *token) string {
	if t.kind == endOfFile {
		return ""
	}
	return fmt.Sprintf(" (if you intended %s to be part of a key or string value, try enclosing the key or value in double quotes", describe(t))
}

// document parses a whole file: an object, with or without braces.
func (p *parser) document() *object {
	p.skip()
	switch {
	case p.is("["):
		line := p.peek().line
		p.list()
		p.end()
		panic(&Error{Line: line, Message: " has type LIST rather than object at file root"})
	case p.is("{"):
		p.take()
		o := p.fields(true)
		p.end()
		return o
	}
	return p.fields(false)
}

func (p *parser) end() {
	p.skip()
	if t := p.peek(); t.kind != endOfFile {
		panic(fail(t, "Document has trailing tokens after first object or array: %s", describe(t)))
	}
}

// fields parses the content of braces; braced reports whether there are any.
func (p *parser) fields(braced bool) *object {
	if p.depth++; p.depth > maxDepth {
		panic(fail(p.peek(), "nested too deep"))
	}
	defer func() { p.depth-- }()
	o := newObject(p.peek().line)
	closed := p.tree.open(data.Mapping, p, braced)
	defer closed()
	for {
		p.skip()
		t := p.peek()
		switch {
		case p.is("}"):
			p.closeObject(braced)
			return o
		case t.kind == endOfFile && !braced:
			return o
		case t.kind == unquoted && t.text == "include":
			p.include()
		default:
			p.field(o)
		}
		if p.separator() {
			continue
		}
		switch t := p.peek(); {
		case p.is("}"):
			p.closeObject(braced)
			return o
		case t.kind == endOfFile && !braced:
			return o
		default:
			panic(fail(t, "Expecting close brace } or a comma, got %s%s", describe(t), hint(t)))
		}
	}
}

// closeObject skips a closing brace.
func (p *parser) closeObject(braced bool) {
	if t := p.peek(); !braced {
		panic(fail(t, "unbalanced close brace '}' with no open brace%s", hint(t)))
	}
	p.take()
}

// separator skips what ends a field or an element: a comma, a line break, or both.
func (p *parser) separator() bool {
	broken := p.skip()
	if p.is(",") {
		p.take()
		return true
	}
	return broken
}

// field parses a key and its value.
func (p *parser) field(o *object) {
	start := p.at
	for !endsKey(p.peek()) {
		p.take()
	}
	keys := trimSpace(p.tokens[start:p.at])
	t := p.peek()
	if len(keys) == 0 {
		panic(fail(t, "expecting a close brace or a field name here, got %s", describe(t)))
	}
	path, broken := keyPath(keys)
	if broken != nil {
		broken.Span = spanOf(keys)
		panic(broken)
	}
	p.skip()
	t = p.peek()
	if t.kind != punctuator || t.text != "=" && t.text != ":" && t.text != "+=" && t.text != "{" {
		panic(fail(t, "Key '%s' may not be followed by token: %s%s", keyText(keys), describe(t), hint(t)))
	}
	value := p.part // nothing is concatenated to an object that follows the key without `=`
	if t.text != "{" {
		p.take()
		p.skip()
		value = p.value
	}
	v := value()
	p.tree.field(keys, path)
	if t.text == "+=" {
		v = join{[]node{substitution{path: path, optional: true, line: t.line}, &list{[]node{v}, t.line}}, t.line}
	}
	for i := len(path) - 1; i > 0; i-- {
		inner := newObject(lineOf(v))
		inner.set(path[i], v)
		v = inner
	}
	o.set(path[0], v)
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
		if t.broken != nil && p.later == nil {
			p.later = t.broken
		}
		return substitution{t.path, t.optional, t.line}
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
		if i, ok := new(big.Int).SetString(text, base); ok && !strings.HasPrefix(text, "+") {
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
