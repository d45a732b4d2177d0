package listing

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/hieralint/hieralint/internal/plural"
	"github.com/hieralint/hieralint/internal/usage"
	"github.com/hieralint/hieralint/internal/visible"
)

// WriteKeys writes keys as text.
func WriteKeys(w io.Writer, all []*Keys) error {
	for i, keys := range all {
		var b strings.Builder
		if i > 0 {
			b.WriteByte('\n')
		}
		keys.write(&b)
		if err := visible.WriteLines(w, b.String()); err != nil {
			return err
		}
	}
	if len(all) == 0 {
		return visible.WriteLines(w, "found no hierarchy, so there are no keys to list\n")
	}
	return nil
}

func (k *Keys) write(b *strings.Builder) {
	unused := 0
	for _, key := range k.Keys {
		if key.State == Unread {
			unused++
		}
	}
	count := plural.Count(len(k.Keys), "key")
	switch unused {
	case 0:
	case len(k.Keys):
		count = plural.Count(unused, "unused key")
	default:
		count += fmt.Sprintf(", %d unused", unused)
	}
	fmt.Fprintf(b, "%s: %s\n", visible.Text(k.Environment), count)
	notSeen := k.invalid
	if k.Code {
		notSeen = slices.Concat(missing(k.missing), k.invalid)
	} else {
		b.WriteString("no Puppet code found: only references in data are known\n")
	}
	if len(notSeen) > 0 {
		fmt.Fprintf(b, "not seen: %s\n", visible.Text(strings.Join(notSeen, "; ")))
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
	for _, text := range k.readers() {
		b.WriteString("  " + visible.Text(text) + "\n")
	}
	switch {
	case len(k.Readers) > 0:
	case k.State == Unread:
		b.WriteString("  nothing reads it\n")
	default:
		b.WriteString("  no other value references it\n")
	}
}

// maxNamed is the maximum number of missing modules, of levels, or of lines of a file that are named.
const maxNamed = 3

// missing describes what is missing. Many modules become one description, as do many levels.
func missing(all []usage.Unseen) []string {
	var texts, modules, levels []string
	for _, u := range all {
		switch {
		case u.Module != "":
			modules = append(modules, "`"+u.Module+"`")
		case u.Level != "":
			levels = append(levels, "`"+u.Level+"`")
		default:
			texts = append(texts, u.What)
		}
	}
	if len(modules) > 0 {
		texts = append(texts, plural.Noun(len(modules), "module")+" "+plural.More(modules, maxNamed))
	}
	if len(levels) > 0 {
		texts = append(texts, "data of the "+plural.Noun(len(levels), "level")+" "+plural.More(levels, maxNamed))
	}
	return texts
}

// readers describes the readers of the key, with one description for those of a kind in a file, and one
// for all that are missing.
func (k *Key) readers() []string {
	var texts []string
	var unseen []usage.Unseen
	for i := 0; i < len(k.Readers); i++ {
		r := k.Readers[i]
		if r.Kind == readerKinds[usage.NotSeen] && r.Path == "" {
			unseen = append(unseen, r.unseen)
			continue
		}
		lines := []string{r.text(k.Name)}
		for ; i+1 < len(k.Readers) && r.isLike(k.Readers[i+1]); i++ {
			if line := k.Readers[i+1].Line; line != k.Readers[i].Line {
				lines = append(lines, strconv.Itoa(line))
			}
		}
		texts = append(texts, plural.More(lines, maxNamed))
	}
	switch all := missing(unseen); len(unseen) {
	case 0:
	case 1:
		texts = append(texts, "may be read by "+all[0]+", which is missing")
	default:
		texts = append(texts, "may be read by code or data that is missing: "+strings.Join(all, "; "))
	}
	return texts
}

// isLike reports whether another reader differs only in the line.
func (r *KeyReader) isLike(other *KeyReader) bool {
	return r.Path != "" && r.Path == other.Path && r.Kind == other.Kind && r.Name == other.Name
}

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
		return "may be read: its name appears in a file that is neither data nor code of the environment"
	default:
		text = "may be read by " + r.Name
	}
	if r.Path != "" {
		text += ", " + r.String()
	}
	return text
}
