package engine

import (
	"strings"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/rubytext"
)

// Text is the explanation as `puppet lookup --explain` prints it.
func (e *Explanation) Text() string {
	var w explainWriter
	for _, b := range e.root.branches {
		w.node(b, "")
	}
	w.lines(e.root.texts, "")
	return w.String()
}

// explainWriter prints an explanation, two spaces for each level.
type explainWriter struct{ strings.Builder }

func (w *explainWriter) line(indent string, parts ...string) {
	w.WriteString(indent)
	for _, p := range parts {
		w.WriteString(p)
	}
	w.WriteByte('\n')
}

func (w *explainWriter) lines(lines []string, indent string) {
	for _, l := range lines {
		w.line(indent, l)
	}
}

func (w *explainWriter) node(n *explainNode, indent string) {
	switch n.kind {
	case explainMeta, explainData:
		w.line(indent, `Searching for "`, n.key, `"`)
		w.branches(n, indent)
	case explainInvalidKey:
		w.line(indent, `Invalid key "`, n.key, `"`)
	case explainMergeSource:
		w.line(indent, `Using merge options from "`, n.name, `" hash`)
	case explainModule:
		if n.event == eventModuleNotFound {
			w.line(indent, `Module "`, n.name, `" not found`)
		} else {
			w.line(indent, `Module data provider for module "`, n.name, `" not found`)
		}
	case explainInterpolate:
		w.line(indent, `Interpolation on "`, n.name, `"`)
		w.branches(n, indent)
	case explainMerge:
		w.merge(n, indent)
	case explainProvider:
		w.line(indent, n.name)
		if n.configPath != "" {
			w.line(indent+"  ", `Using configuration "`, n.configPath, `"`)
		}
		w.branches(n, indent)
		w.outcome(n, indent+"  ")
	case explainLocation:
		w.location(n, indent)
	case explainSubKey:
		w.line(indent, `Sub key: "`, n.name, `"`)
		w.branches(n, indent)
		w.outcome(n, indent+"  ")
	case explainScope:
		w.line(indent, n.name)
		w.branches(n, indent)
		w.outcome(n, indent+"  ")
	case explainSegment:
		w.outcome(n, indent)
	}
}

func (w *explainWriter) branches(n *explainNode, indent string) {
	for _, b := range n.branches {
		w.node(b, indent+"  ")
	}
}

// merge leaves out the merge of a single branch: there is nothing to tell of it.
func (w *explainWriter) merge(n *explainNode, indent string) {
	switch len(n.branches) {
	case 0:
		return
	case 1:
		w.node(n.branches[0], indent)
		return
	}
	w.line(indent, "Merge strategy ", n.strategy.Name())
	if options := n.strategy.Options(); options != nil && options.Len() > 0 {
		w.WriteString(indent + "  Options: ")
		w.value(options, indent+"  ")
		w.WriteByte('\n')
	}
	w.branches(n, indent)
	if n.event == eventResult {
		w.WriteString(indent + "  Merged result: ")
		w.value(n.value, indent+"  ")
		w.WriteByte('\n')
	}
}

func (w *explainWriter) location(n *explainNode, indent string) {
	label, original := "Path", "path"
	if n.location.uri {
		label, original = "URI", "uri"
	}
	w.line(indent, label, ` "`, n.location.text, `"`)
	w.line(indent+"  ", "Original ", original, `: "`, n.location.original, `"`)
	w.branches(n, indent)
	if n.event == eventLocationNotFound {
		w.line(indent+"  ", label, " not found")
	}
	w.outcome(n, indent+"  ")
}

func (w *explainWriter) outcome(n *explainNode, indent string) {
	switch n.event {
	case eventNotFound:
		w.line(indent, `No such key: "`, n.key, `"`)
	case eventFound, eventFoundInOverrides, eventFoundInDefaults:
		w.WriteString(indent + `Found key: "` + n.key + `" value: `)
		w.value(n.value, indent)
		switch n.event {
		case eventFoundInOverrides:
			w.WriteString(" in overrides")
		case eventFoundInDefaults:
			w.WriteString(" in defaults")
		}
		w.WriteByte('\n')
	}
	w.lines(n.texts, indent)
}

func (w *explainWriter) value(v *data.Value, indent string) {
	inner := indent + "  "
	switch v.Kind() {
	case data.Hash:
		w.WriteByte('{')
		for i, e := range v.Entries() {
			w.separator(i, inner)
			w.value(e.Key, inner)
			w.WriteString(" => ")
			w.value(e.Value, inner)
		}
		w.closing(v.Len(), indent, '}')
	case data.Array:
		w.WriteByte('[')
		for i, item := range v.Items() {
			w.separator(i, inner)
			w.value(item, inner)
		}
		w.closing(v.Len(), indent, ']')
	default:
		w.WriteString(rubytext.Inspect(v))
	}
}

func (w *explainWriter) separator(i int, indent string) {
	if i > 0 {
		w.WriteByte(',')
	}
	w.WriteString("\n" + indent)
}

func (w *explainWriter) closing(n int, indent string, bracket byte) {
	if n > 0 {
		w.WriteString("\n" + indent)
	}
	w.WriteByte(bracket)
}
