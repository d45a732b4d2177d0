package listing

import (
	"fmt"
	"io"
	"strings"

	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/plural"
	"github.com/hieralint/hieralint/internal/visible"
)

// WriteEnvironments writes environments as text.
func WriteEnvironments(w io.Writer, all []*Environment) error {
	var b strings.Builder
	for i, e := range all {
		if i > 0 {
			b.WriteByte('\n')
		}
		e.write(&b)
	}
	if len(all) == 0 {
		b.WriteString("found no environment, and no module with data\n")
	}
	return visible.WriteLines(w, b.String())
}

func (e *Environment) write(b *strings.Builder) {
	b.WriteString(visible.Text(e.Path) + "\n")
	modules := &Hierarchy{}
	withData := 0
	for _, h := range e.Hierarchies {
		if h.Layer == "module" && len(e.Hierarchies) > 1 {
			modules.Files += h.Files
			withData++
			continue
		}
		h.write(b)
	}
	if withData == len(e.Hierarchies) {
		b.WriteString("  hierarchy    none\n")
	}
	if withData > 0 {
		fmt.Fprintf(b, "  module data  %s with %s\n", plural.Count(withData, "module"), plural.Count(modules.Files, "data file"))
	}
	fmt.Fprintf(b, "  modules      %s, %s", plural.Count(e.Modules, "module"), plural.Count(e.Classes, "class"))
	if len(e.Modulepath) > 0 {
		b.WriteString(" in " + visible.Text(strings.Join(e.Modulepath, ", ")))
	}
	b.WriteByte('\n')
	writeList(b, "unread files", e.Unread)
	notUsed := lists.Map(e.NotUsed, func(n *NotUsed) string { return n.Config + ": " + n.Why })
	writeList(b, "not used", notUsed)
}

func (h *Hierarchy) write(b *strings.Builder) {
	version := fmt.Sprintf("version %d", h.Version)
	if h.Version == 0 {
		version = "invalid"
	}
	fmt.Fprintf(b, "  hierarchy    %s (%s, %s layer): %s", visible.Text(h.Config), version, h.Layer, plural.Count(h.Files, "data file"))
	if len(h.Datadirs) > 0 {
		b.WriteString(" in " + visible.Text(plural.Some(h.Datadirs, listed)))
	}
	if len(h.Functions) > 0 {
		b.WriteString(", and the files there that " + visible.Text(plural.Some(h.Functions, listed)) + " reads")
	}
	b.WriteByte('\n')
	if h.Why != "" {
		fmt.Fprintf(b, "               why: %s\n", visible.Text(h.Why))
	}
}

// listed is the maximum number of items in a list.
const listed = 6

// writeList writes the first few items on separate lines.
func writeList(b *strings.Builder, title string, lines []string) {
	for i, line := range lines[:min(listed, len(lines))] {
		if i > 0 {
			title = ""
		}
		fmt.Fprintf(b, "  %-12s %s\n", title, visible.Text(line))
	}
	if n := len(lines) - listed; n > 0 {
		fmt.Fprintf(b, "  %-12s and %s\n", "", plural.Count(n, "other"))
	}
}
