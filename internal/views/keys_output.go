package views

import (
	"fmt"
	"io"
	"strings"

	"github.com/hieralint/hieralint/internal/plural"
	"github.com/hieralint/hieralint/internal/visible"
)

// WriteKeys writes keys as text.
func WriteKeys(w io.Writer, all []*Keys) error {
	var b strings.Builder
	for i, keys := range all {
		if i > 0 {
			b.WriteByte('\n')
		}
		keys.write(&b)
	}
	return writeText(w, b.String())
}

func (k *Keys) write(b *strings.Builder) {
	fmt.Fprintf(b, "%s: %s", visible.Text(k.Environment), plural.Count(len(k.Keys), "key"))
	unread := 0
	for _, key := range k.Keys {
		if key.State == Unread {
			unread++
		}
	}
	if unread > 0 {
		fmt.Fprintf(b, ", %d that nothing reads", unread)
	}
	b.WriteByte('\n')
	notSeen := k.NotSeen
	if !k.Code {
		b.WriteString("no Puppet code found: only references in data are known\n")
		notSeen = k.invalid
	}
	if len(notSeen) > 0 {
		fmt.Fprintf(b, "not seen: %s\n", visible.Text(strings.Join(notSeen, ", ")))
	}
	for _, key := range k.Keys {
		key.write(b)
	}
}

func (k *Key) write(b *strings.Builder) {
	b.WriteString("\n" + visible.Text(k.Name) + "\n")
	for _, d := range k.Definitions {
		where := d.Layer + " layer, "
		if d.Layer == "environment" {
			where = ""
		}
		if d.Hierarchy != "hierarchy" {
			where += d.Hierarchy + ", "
		}
		fmt.Fprintf(b, "  set in %s (%slevel %s)\n", visible.Text(d.String()), where, visible.Text(strings.Join(d.Levels, ", ")))
	}
	for _, r := range k.Readers {
		b.WriteString("  " + visible.Text(r.text(k.Name)) + "\n")
	}
	switch {
	case len(k.Readers) > 0:
	case k.State == Unread:
		b.WriteString("  nothing reads it\n")
	default:
		b.WriteString("  no other value references it\n")
	}
}

// String returns the place in the format of editors and compilers.
func (p Place) String() string { return fmt.Sprintf("%s:%d", p.Path, p.Line) }

// text describes the reader.
func (r *KeyReader) text(key string) string {
	var text string
	switch r.Kind {
	case "parameter":
		text = "read by the parameter $" + key[strings.LastIndexByte(key, ':')+1:] + " of the class " + r.Name
	case "lookup":
		text = "read by " + r.Name
	case "reference":
		text = "read by the value of " + r.Name
	case "hiera":
		return "read by Hiera itself"
	case "computed":
		text = "may be read by " + r.Name + ", whose key is computed"
	case "mention":
		return "may be read: its name appears as a string in code or data"
	case "script":
		return "may be read: its name appears in a file that is neither Puppet code nor data"
	default:
		text = "may be read by " + r.Name + ", which is missing"
		if r.Path != "" {
			return "may be read by " + r.Name + ", " + r.String()
		}
	}
	if r.Path != "" {
		text += ", " + r.String()
	}
	return text
}
