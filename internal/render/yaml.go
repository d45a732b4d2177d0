// Package render writes values as Ruby's to_yaml and to_json do.
package render

import (
	"strconv"
	"strings"

	"github.com/hieralint/hieralint/engine/data"
)

// YAML formats v as Ruby's to_yaml does (Psych 4 on libyaml 0.2.5), which `puppet lookup` prints.
func YAML(v *data.Value) string { return emit(v, nil) }

// SharedYAML is like YAML, but writes an array or hash that occurs more than once only once, and aliases for the other
// occurrences. Results of lookups have no shared parts, but explanations do.
func SharedYAML(v *data.Value) string {
	shared := map[*data.Value]int{}
	findShared(v, map[*data.Value]bool{}, shared)
	return emit(v, shared)
}

// findShared numbers the collections that occur more than once, in the order of their second occurrence.
func findShared(v *data.Value, seen map[*data.Value]bool, shared map[*data.Value]int) {
	switch v.Kind() {
	case data.Array, data.Hash:
		if seen[v] {
			if shared[v] == 0 {
				shared[v] = len(shared) + 1
			}
			return
		}
		seen[v] = true
		for _, item := range v.Items() {
			findShared(item, seen, shared)
		}
		for _, entry := range v.Entries() {
			findShared(entry.Value, seen, shared)
		}
	}
}

func emit(v *data.Value, shared map[*data.Value]int) string {
	e := &emitter{indent: -1, shared: shared, written: make(map[*data.Value]bool, len(shared))}
	e.indicator("---", false)
	e.node(v, position{root: true})
	e.newline()
	if e.openEnded {
		e.out.WriteString("...\n")
	}
	return e.out.String()
}

// emitter writes block style YAML like libyaml's emitter, whose names its fields have.
type emitter struct {
	out        strings.Builder
	indent     int
	column     int
	whitespace bool // the last character is white space
	indention  bool // the line contains only indentation and block indicators so far
	openEnded  bool // the end of the document must be marked, since a scalar ends in empty lines

	// shared maps the collections that get an anchor to its number.
	shared  map[*data.Value]int
	written map[*data.Value]bool
}

// position is the context of a node.
type position struct{ root, sequence, mapping, simpleKey bool }

// bestWidth is the column after which lines are folded.
const bestWidth = 80

func (e *emitter) put(r rune) {
	e.out.WriteRune(r)
	e.column++
}

func (e *emitter) lineBreak() {
	e.out.WriteByte('\n')
	e.column = 0
}

// newline ends the line unless it is empty.
func (e *emitter) newline() {
	if e.column > 0 {
		e.lineBreak()
	}
}

// writeIndent starts an indented line, unless the current line is only indentation.
func (e *emitter) writeIndent() {
	indent := max(e.indent, 0)
	if !e.indention || e.column > indent || e.column == indent && !e.whitespace {
		e.lineBreak()
	}
	if more := indent - e.column; more > 0 {
		e.out.WriteString(strings.Repeat(" ", more))
		e.column = indent
	}
	e.whitespace, e.indention = true, true
}

func (e *emitter) indicator(text string, indention bool) {
	if !e.whitespace && e.out.Len() > 0 {
		e.put(' ')
	}
	for _, r := range text {
		e.put(r)
	}
	e.whitespace, e.indention = false, e.indention && indention
}

// block writes an indicator that a nested block may follow on the same line.
func (e *emitter) block(text string) {
	e.indicator(text, true)
}

// deeper calls write with more indentation.
func (e *emitter) deeper(flow, indentless bool, write func()) {
	saved := e.indent
	switch {
	case e.indent < 0 && flow:
		e.indent = 2
	case e.indent < 0:
		e.indent = 0
	case !indentless:
		e.indent += 2
	}
	write()
	e.indent = saved
}

func (e *emitter) node(v *data.Value, c position) {
	if anchor := e.shared[v]; anchor > 0 {
		if e.written[v] {
			e.indicator("*"+strconv.Itoa(anchor), false)
			return
		}
		e.written[v] = true
		e.indicator("&"+strconv.Itoa(anchor), false)
	}
	switch v.Kind() {
	case data.Array:
		e.sequence(v, c)
	case data.Hash:
		e.mapping(v)
	case data.Sensitive:
		// Puppet dumps the object, and the secret with it.
		e.indicator("!ruby/object:Puppet::Pops::Types::PSensitiveType::Sensitive", false)
		e.mapping(data.NewHash([]data.Entry{data.NewEntry("value", v.Unwrap())}))
	default:
		e.deeper(true, false, func() { e.scalar(v, c) })
	}
}

func (e *emitter) sequence(v *data.Value, c position) {
	if v.Len() == 0 {
		e.indicator("[]", false)
		return
	}
	e.deeper(false, c.mapping && !e.indention, func() {
		for _, item := range v.Items() {
			e.writeIndent()
			e.block("-")
			e.node(item, position{sequence: true})
		}
	})
}

func (e *emitter) mapping(v *data.Value) {
	if v.Len() == 0 {
		e.indicator("{}", false)
		return
	}
	e.deeper(false, false, func() {
		for _, entry := range v.Entries() {
			e.writeIndent()
			if isSimpleKey(entry.Key) {
				e.node(entry.Key, position{mapping: true, simpleKey: true})
				e.out.WriteByte(':')
				e.column++
				e.whitespace, e.indention = false, false
			} else {
				e.block("?")
				e.node(entry.Key, position{mapping: true})
				e.writeIndent()
				e.block(":")
			}
			e.node(entry.Value, position{mapping: true})
		}
	})
}

// maxSimpleKey is the maximum length of a key on the same line as its value.
const maxSimpleKey = 128

func isSimpleKey(key *data.Value) bool {
	switch key.Kind() {
	case data.Array, data.Hash:
		return key.Len() == 0
	case data.String:
		return len(key.Text()) <= maxSimpleKey && !analyze(key.Text()).multiline
	}
	return true
}
