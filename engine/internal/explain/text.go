package explain

import (
	"fmt"
	"strings"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/rubytext"
)

// maxText is the maximum length of an explanation. Since nested values and steps are indented, its
// length may grow with the third power of their number.
const maxText = 32 << 20

// Show returns what is printed instead of a value, given the key or subkey that has it.
type Show func(key string, v *data.Value) *data.Value

// Text returns the steps below n as `puppet lookup --explain` prints them, up to maxText. Values and strings with tokens
// are replaced by what show returns, unless it is nil.
func Text(n *Node, show Show) string {
	w := writer{show: show}
	for _, b := range n.branches {
		w.node(b, "")
	}
	w.lines(n.texts, "")
	if w.isFull() {
		w.WriteString(tooLong + "\n")
	}
	return w.String()
}

// tooLong replaces what exceeds maxText.
var tooLong = fmt.Sprintf("(the explanation is longer than %d MB, so hieralint omits the rest)", maxText>>20)

// writer prints an explanation, indented by two spaces per level. Once it is full, it prints nothing
// more.
type writer struct {
	strings.Builder
	show Show
	key  string // that is being searched for
}

// shown returns what to print instead of the value of a part of the current key.
func (w *writer) shown(part string, v *data.Value) *data.Value {
	if w.show == nil || v == nil {
		return v
	}
	if v = w.show(w.key, v); part != "" && part != w.key {
		v = w.show(part, v)
	}
	return v
}

func (w *writer) isFull() bool { return w.Len() > maxText }

func (w *writer) line(indent string, parts ...string) {
	if w.isFull() {
		return
	}
	w.WriteString(indent)
	for _, p := range parts {
		w.WriteString(p)
	}
	w.WriteByte('\n')
}

func (w *writer) lines(lines []string, indent string) {
	for _, l := range lines {
		w.line(indent, l)
	}
}

func (w *writer) node(n *Node, indent string) {
	switch n.Kind {
	case Meta, Data:
		outer := w.key
		w.key = n.Key
		w.line(indent, `Searching for "`, n.Key, `"`)
		w.branches(n, indent)
		w.key = outer
	case InvalidKey:
		w.line(indent, `Invalid key "`, n.Key, `"`)
	case MergeSource:
		w.line(indent, `Using merge options from "`, n.Name, `" hash`)
	case Module:
		if n.Event == ModuleNotFound {
			w.line(indent, `Module "`, n.Name, `" not found`)
		} else {
			w.line(indent, `Module data provider for module "`, n.Name, `" not found`)
		}
	case Interpolate:
		text := n.Name
		if w.show != nil {
			text = rubytext.ToS(w.shown("", data.NewString(text)))
		}
		w.line(indent, `Interpolation on "`, text, `"`)
		w.branches(n, indent)
	case Merge:
		w.merge(n, indent)
	case Provider:
		w.line(indent, n.Name)
		if n.ConfigPath != "" {
			w.line(indent+"  ", `Using configuration "`, n.ConfigPath, `"`)
		}
		w.branches(n, indent)
		w.outcome(n, indent+"  ")
	case Location:
		w.location(n, indent)
	case SubKey:
		w.line(indent, `Sub key: "`, n.Name, `"`)
		w.branches(n, indent)
		w.outcome(n, indent+"  ")
	case Scope:
		w.line(indent, n.Name)
		w.branches(n, indent)
		w.outcome(n, indent+"  ")
	case Segment:
		w.outcome(n, indent)
	case omitted:
		w.lines(n.texts, indent)
	}
}

func (w *writer) branches(n *Node, indent string) {
	for _, b := range n.branches {
		if w.isFull() {
			return
		}
		w.node(b, indent+"  ")
	}
}

// merge omits the merge of a single branch, as Puppet does.
func (w *writer) merge(n *Node, indent string) {
	switch len(n.branches) {
	case 0:
		return
	case 1:
		w.node(n.branches[0], indent)
		return
	}
	w.line(indent, "Merge strategy ", n.Strategy.Name())
	if options := n.Strategy.Options(); options != nil && options.Len() > 0 {
		w.WriteString(indent + "  Options: ")
		w.value(options, indent+"  ")
		w.WriteByte('\n')
	}
	w.branches(n, indent)
	if n.Event == result && !w.isFull() {
		w.WriteString(indent + "  Merged result: ")
		w.value(w.shown(n.Key, n.value), indent+"  ")
		w.WriteByte('\n')
	}
}

func (w *writer) location(n *Node, indent string) {
	label, original := "Path", "path"
	if n.URI {
		label, original = "URI", "uri"
	}
	w.line(indent, label, ` "`, n.Text, `"`)
	w.line(indent+"  ", "Original ", original, `: "`, n.Original, `"`)
	w.branches(n, indent)
	if n.Event == locationNotFound {
		w.line(indent+"  ", label, " not found")
	}
	w.outcome(n, indent+"  ")
}

func (w *writer) outcome(n *Node, indent string) {
	if w.isFull() {
		return
	}
	switch n.Event {
	case notFound:
		w.line(indent, `No such key: "`, n.Key, `"`)
	case found, foundInOverrides, foundInDefaults:
		w.WriteString(indent + `Found key: "` + n.Key + `" value: `)
		w.value(w.shown(n.Key, n.value), indent)
		switch n.Event {
		case foundInOverrides:
			w.WriteString(" in overrides")
		case foundInDefaults:
			w.WriteString(" in defaults")
		}
		w.WriteByte('\n')
	}
	w.lines(n.texts, indent)
}

func (w *writer) value(v *data.Value, indent string) {
	if w.isFull() {
		return
	}
	inner := indent + "  "
	switch v.Kind() {
	case data.Hash:
		w.WriteByte('{')
		for i, e := range v.Entries() {
			if w.isFull() {
				return
			}
			w.separator(i, inner)
			w.value(e.Key, inner)
			w.WriteString(" => ")
			w.value(e.Value, inner)
		}
		w.closing(v.Len(), indent, '}')
	case data.Array:
		w.WriteByte('[')
		for i, item := range v.Items() {
			if w.isFull() {
				return
			}
			w.separator(i, inner)
			w.value(item, inner)
		}
		w.closing(v.Len(), indent, ']')
	default:
		w.WriteString(rubytext.Inspect(v))
	}
}

func (w *writer) separator(i int, indent string) {
	if i > 0 {
		w.WriteByte(',')
	}
	w.WriteString("\n" + indent)
}

func (w *writer) closing(n int, indent string, bracket byte) {
	if w.isFull() {
		return
	}
	if n > 0 {
		w.WriteString("\n" + indent)
	}
	w.WriteByte(bracket)
}
