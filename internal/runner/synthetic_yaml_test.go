package runner_test

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"strconv"
	"strings"
)

// A value of synthetic data is a string, int, float64, bool, nil, list, or entries.
type (
	list    []any
	entries []entry
	entry   struct {
		key   string
		value any
	}
)

func (e entries) get(key string) (any, bool) {
	for _, pair := range e {
		if pair.key == key {
			return pair.value, true
		}
	}
	return nil, false
}

// yamlWriter writes data in random styles: each file has its own, and each value one of the
// equivalent notations.
type yamlWriter struct {
	r *rand.Rand
	strings.Builder
	step        int    // indentation of hashes
	lists       int    // indentation of arrays below their key
	quotes      byte   // preferred quotes
	flow        int    // how many of 10 short arrays and hashes are in flow style
	header      string // first lines of the file
	comments    bool
	anchors     int
	unicode     bool // whether non-ASCII letters are escaped in double quotes
	keysQuoted  bool
	finalMarker bool
}

func newYAMLWriter(r *rand.Rand) *yamlWriter {
	return &yamlWriter{
		r: r, step: pick(r, 2, 2, 2, 4), lists: pick(r, 0, 2, 2, 4), quotes: pick(r, byte('\''), byte('"')), flow: r.IntN(8),
		header:   pick(r, "---\n", "---\n", "", "# Managed by the platform team\n---\n", "%YAML 1.1\n---\n", "--- # data\n", "# vim: ft=yaml\n\n"),
		comments: r.IntN(2) == 0, unicode: r.IntN(3) == 0, keysQuoted: r.IntN(6) == 0, finalMarker: r.IntN(12) == 0,
	}
}

// yamlText returns a file with the entries at the top level.
func yamlText(r *rand.Rand, all entries) string {
	w := newYAMLWriter(r)
	w.WriteString(w.header)
	for i, pair := range all {
		if w.comments && w.chance(3) {
			w.WriteString(pick(w.r, "\n", "", "\n"))
			w.WriteString(pick(w.r, "# see the runbook: https://wiki.example.com/hiera#"+strconv.Itoa(i)+"\n", "## "+strings.Repeat("-", 40)+"\n", "# `%{facts.nosuch}` in a comment is nothing to Puppet\n", "#profile::old::port: yes\n"))
		} else if w.chance(4) {
			w.WriteString("\n")
		}
		w.pair(pair, 0)
	}
	if w.finalMarker {
		w.WriteString("...\n")
	}
	return w.String()
}

func (w *yamlWriter) chance(oneIn int) bool { return w.r.IntN(oneIn) == 0 }

func (w *yamlWriter) pair(p entry, indent int) {
	w.WriteString(strings.Repeat(" ", indent))
	w.WriteString(w.key(p.key))
	w.WriteString(":")
	w.value(p.value, indent, "")
}

var plainKey = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_.-]*(?:::[A-Za-z0-9_.-]+)*$`)

func (w *yamlWriter) key(name string) string {
	if plainKey.MatchString(name) && !isReserved(name) && (!w.keysQuoted || w.chance(3)) {
		return name
	}
	if strings.Contains(name, "'") || w.quotes == '"' {
		return w.doubleQuoted(name)
	}
	return "'" + name + "'"
}

// value writes everything after the colon of a key at indent, on the same line or below. anchor is
// "", or ends in an anchor for the value.
func (w *yamlWriter) value(v any, indent int, anchor string) {
	switch v := v.(type) {
	case list:
		if flow, ok := w.inBrackets(v); ok {
			w.WriteString(anchor + " " + flow + w.remark() + "\n")
			return
		}
		w.WriteString(anchor + "\n")
		w.items(v, indent+w.lists)
	case entries:
		if flow, ok := w.inBrackets(v); ok {
			w.WriteString(anchor + " " + flow + w.remark() + "\n")
			return
		}
		w.WriteString(anchor + w.remark() + "\n")
		w.hash(v, indent+w.step)
	case string:
		w.WriteString(anchor + " " + w.text(v, indent+w.step) + "\n")
	default:
		w.WriteString(anchor + " " + bare(v) + w.remark() + "\n")
	}
}

// remark sometimes returns a trailing comment.
func (w *yamlWriter) remark() string {
	if w.comments && w.chance(12) {
		return pick(w.r, "  # since 2021", " # %{not a token}", "   # yes, on purpose")
	}
	return ""
}

func (w *yamlWriter) hash(all entries, indent int) {
	base := w.baseOf(all)
	anchor := ""
	for i, pair := range all {
		w.WriteString(strings.Repeat(" ", indent) + w.key(pair.key) + ":")
		inner, isHash := pair.value.(entries)
		switch {
		case base == nil || !isHash:
			w.value(pair.value, indent, "")
		case i == 0:
			w.anchors++
			anchor = pick(w.r, "base", "defaults", "like_"+strconv.Itoa(w.anchors)) + strconv.Itoa(w.anchors)
			w.WriteString(" &" + anchor + "\n")
			w.hash(inner, indent+w.step)
		default:
			w.WriteString("\n" + strings.Repeat(" ", indent+w.step) + "<<: *" + anchor + "\n")
			for _, own := range inner {
				if old, ok := base.get(own.key); !ok || old != own.value {
					w.pair(own, indent+w.step)
				}
			}
		}
	}
}

// baseOf returns the first of several hashes if it has only scalars, and the others have all its
// keys, so that they can be written with merge keys.
func (w *yamlWriter) baseOf(all entries) entries {
	if len(all) < 2 || w.chance(2) {
		return nil
	}
	base, ok := all[0].value.(entries)
	if !ok || len(base) == 0 {
		return nil
	}
	for _, pair := range all {
		other, ok := pair.value.(entries)
		if !ok {
			return nil
		}
		for _, b := range base {
			switch b.value.(type) {
			case list, entries:
				return nil
			}
			if value, ok := other.get(b.key); !ok {
				return nil
			} else if _, single := value.(list); single {
				return nil
			}
		}
	}
	return base
}

func (w *yamlWriter) items(all list, indent int) {
	for _, item := range all {
		w.WriteString(strings.Repeat(" ", indent) + "-")
		switch item := item.(type) {
		case entries:
			if flow, ok := w.inBrackets(item); ok || len(item) == 0 {
				if !ok {
					flow = "{}"
				}
				w.WriteString(" " + flow + "\n")
				continue
			}
			for i, pair := range item {
				if i == 0 {
					w.WriteString(" " + w.key(pair.key) + ":")
					w.value(pair.value, indent+2, "")
				} else {
					w.pair(pair, indent+2)
				}
			}
		case list:
			flow, _ := w.brackets(item)
			w.WriteString(" " + flow + "\n")
		case string:
			w.WriteString(" " + w.text(item, indent+2) + "\n")
		default:
			w.WriteString(" " + bare(item) + "\n")
		}
	}
}

// inBrackets decides whether an array or hash is written in flow style; empty ones always are.
func (w *yamlWriter) inBrackets(v any) (string, bool) {
	text, ok := w.brackets(v)
	switch {
	case text == "[]" || text == "{}":
		return text, true
	case !ok || len(text) > 70:
		return "", false
	}
	return text, w.r.IntN(10) < w.flow
}

// brackets returns an array or hash in flow style; ok is false if it contains a multi-line string.
func (w *yamlWriter) brackets(v any) (text string, ok bool) {
	var parts []string
	open, end := "[", "]"
	space := pick(w.r, "", "", " ")
	add := func(prefix string, v any) bool {
		switch v := v.(type) {
		case string:
			if strings.Contains(v, "\n") {
				return false
			}
			parts = append(parts, prefix+w.inline(v))
			return true
		case list, entries:
			inner, ok := w.brackets(v)
			parts = append(parts, prefix+inner)
			return ok
		default:
			parts = append(parts, prefix+bare(v))
			return true
		}
	}
	switch v := v.(type) {
	case list:
		for _, item := range v {
			if !add("", item) {
				return "", false
			}
		}
	case entries:
		open, end = "{", "}"
		for _, pair := range v {
			if !add(w.key(pair.key)+": ", pair.value) {
				return "", false
			}
		}
	}
	if len(parts) == 0 {
		return open + end, true
	}
	return open + space + strings.Join(parts, ", ") + space + end, true
}

// bare returns a value that needs no quotes.
func bare(v any) string {
	switch v := v.(type) {
	case nil:
		return "~"
	case bool:
		return strconv.FormatBool(v)
	case int:
		return strconv.Itoa(v)
	case float64:
		return strconv.FormatFloat(v, 'f', -1, 64)
	}
	panic(fmt.Sprintf("no plain value: %v", v))
}

var (
	plainText = regexp.MustCompile(`^[A-Za-zÀ-ÿ/][A-Za-zÀ-ÿ0-9_/.@+ -]*$`)
	numeric   = regexp.MustCompile(`^[-+.0-9]`)
)

// isReserved reports whether YAML parses a plain scalar as something other than a string.
func isReserved(s string) bool {
	switch strings.ToLower(s) {
	case "", "y", "n", "yes", "no", "on", "off", "true", "false", "null", "~":
		return true
	}
	return numeric.MatchString(s)
}

func canBePlain(s string) bool {
	return plainText.MatchString(s) && !isReserved(s) && !strings.HasSuffix(s, " ") && !strings.Contains(s, "  ")
}

// inline returns a single-line string in any style.
func (w *yamlWriter) inline(s string) string {
	switch {
	case canBePlain(s) && w.r.IntN(3) > 0:
		return s
	case strings.ContainsAny(s, "\t\x07") || w.quotes == '"' && w.r.IntN(4) > 0:
		return w.doubleQuoted(s)
	default:
		return "'" + strings.ReplaceAll(s, "'", "''") + "'"
	}
}

// text returns a string in any style; indent is that of the lines after the first.
func (w *yamlWriter) text(s string, indent int) string {
	margin := strings.Repeat(" ", indent)
	if strings.Contains(s, "\n") {
		if w.chance(5) || strings.HasPrefix(s, " ") || strings.HasPrefix(s, "\n") || strings.Contains(s, "\t") || strings.HasSuffix(s, "\n\n") {
			return w.doubleQuoted(s)
		}
		mark := "|"
		if !strings.HasSuffix(s, "\n") {
			mark = "|-"
		}
		lines := strings.Split(strings.TrimSuffix(s, "\n"), "\n")
		for i, line := range lines {
			if line != "" {
				lines[i] = margin + line
			}
		}
		return mark + "\n" + strings.Join(lines, "\n")
	}
	words := strings.Split(s, " ")
	if len(words) > 5 && !strings.Contains(s, "  ") && !strings.HasPrefix(s, " ") && !strings.HasSuffix(s, " ") && !strings.Contains(s, "%{") {
		half := len(words) / 2
		broken := strings.Join(words[:half], " ") + "\n" + margin + strings.Join(words[half:], " ")
		switch w.r.IntN(4) {
		case 0:
			return ">-\n" + margin + broken
		case 1:
			if canBePlain(s) {
				return broken
			}
			if !strings.ContainsAny(s, `\"`+"\t") {
				return `"` + broken + `"`
			}
		}
	}
	return w.inline(s)
}

func (w *yamlWriter) doubleQuoted(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, c := range s {
		switch {
		case c == '"' || c == '\\':
			b.WriteRune('\\')
			b.WriteRune(c)
		case c == '\n':
			b.WriteString(`\n`)
		case c == '\t':
			b.WriteString(`\t`)
		case c < ' ':
			fmt.Fprintf(&b, `\x%02x`, c)
		case c > 0xffff:
			b.WriteRune(c)
		case c > '~' && w.unicode:
			fmt.Fprintf(&b, `\u%04x`, c)
		default:
			b.WriteRune(c)
		}
	}
	b.WriteByte('"')
	return b.String()
}

// jsonText returns the same data as JSON.
func jsonText(all entries) string {
	var b strings.Builder
	jsonValue(&b, all, "")
	b.WriteByte('\n')
	return b.String()
}

func jsonValue(b *strings.Builder, v any, indent string) {
	switch v := v.(type) {
	case entries:
		if len(v) == 0 {
			b.WriteString("{}")
			return
		}
		for i, pair := range v {
			b.WriteString([]string{"{\n", ",\n"}[min(i, 1)] + indent + "  ")
			jsonValue(b, pair.key, "")
			b.WriteString(": ")
			jsonValue(b, pair.value, indent+"  ")
		}
		b.WriteString("\n" + indent + "}")
	case list:
		b.WriteByte('[')
		for i, item := range v {
			b.WriteString([]string{"", ", "}[min(i, 1)])
			jsonValue(b, item, indent+"  ")
		}
		b.WriteByte(']')
	case string:
		w := yamlWriter{}
		b.WriteString(strings.ReplaceAll(w.doubleQuoted(v), `\x`, `\u00`))
	case nil:
		b.WriteString("null")
	default:
		b.WriteString(bare(v))
	}
}

func pick[T any](r *rand.Rand, all ...T) T { return all[r.IntN(len(all))] }
