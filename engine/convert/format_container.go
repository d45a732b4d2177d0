package convert

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/types"
)

// indentation is the position of a value in arrays and hashes that are formatted on several lines.
type indentation struct {
	level     int
	first     bool // nothing precedes it on its level
	indenting bool
}

func (i indentation) with(indenting bool) indentation {
	i.indenting = indenting
	return i
}

func (i indentation) deeper(indenting bool) indentation {
	return indentation{level: i.level + 1, first: true, indenting: indenting}
}

func (i indentation) breaks() bool { return i.indenting && i.level > 0 && !i.first }

func (i indentation) padding() string { return strings.Repeat("  ", i.level) }

func isContainer(v *data.Value) bool { return v.Kind() == data.Array || v.Kind() == data.Hash }

// inside formats a value in an array or hash.
func (s *stringer) inside(v *data.Value, in indentation) (string, error) {
	if isContainer(v) {
		return s.text(v, in)
	}
	return formatQuoted.scalar(v)
}

// delimiters returns the delimiters of an array or hash.
func (f *stringFormat) delimiters(usual string) (open, end string) {
	pair := usual
	switch {
	case f.delimiter != 0:
		pair = map[byte]string{'[': "[]", '{': "{}", '(': "()", '<': "<>", '|': "||"}[f.delimiter]
	case f.space:
		return "", ""
	}
	return pair[:1], pair[1:]
}

func (s *stringer) list(items []*data.Value, in indentation) (string, error) {
	f := s.array
	if strings.IndexByte("asp", f.letter) < 0 {
		return "", f.illegal("Array", "asp")
	}
	in = in.with(f.alt || in.indenting)
	var out []byte
	if in.breaks() {
		out = append(out, "\n"+in.padding()...)
	}
	open, end := f.delimiters("[]")
	out = append(out, open...)

	texts := make([]string, len(items))
	child := in.deeper(f.alt)
	for i, item := range items {
		child.first = false
		text, err := s.inside(item, child)
		if err != nil {
			return "", err
		}
		texts[i] = text
	}
	tooWide := f.alt && f.width != noWidth && widest(items, texts) > f.width
	child = in.deeper(f.alt)
	for i, text := range texts {
		plain := !isContainer(items[i])
		switch {
		case i == 0:
			if tooWide && plain {
				out = append(out, ' ')
			}
		default:
			out = append(out, ", "...)
			if plain && (tooWide || f.alt && isContainer(items[i-1])) {
				out = append(bytes.TrimRight(out, blanks), "\n"+child.padding()...)
			}
		}
		if bytes.HasSuffix(out, []byte(" ")) && strings.HasPrefix(text, "\n") {
			out = bytes.TrimRight(out, blanks)
		}
		out = append(out, text...)
	}
	return string(append(out, end...)), nil
}

// blanks lists the characters that Ruby's rstrip removes.
const blanks = " \t\n\v\f\r\x00"

// widest returns the length of the longest sequence of elements between those on separate lines.
func widest(items []*data.Value, texts []string) int {
	most, run := 0, 0
	for i, item := range items {
		if isContainer(item) {
			run = 0
			continue
		}
		run += utf8.RuneCountInString(texts[i])
		most = max(most, run)
	}
	return most
}

func (s *stringer) hashText(v *data.Value, in indentation) (string, error) {
	f := s.hash
	switch {
	case f.letter == 'a':
		pairs, err := types.Elements(v)
		if err != nil {
			return "", err
		}
		return s.list(pairs, in)
	case strings.IndexByte("hsp", f.letter) < 0:
		return "", f.illegal("Hash", "hasp")
	}
	in = in.with(f.alt || in.indenting)
	var b strings.Builder
	if in.breaks() {
		b.WriteString("\n" + in.padding())
	}
	child := in.deeper(false)
	separator, padding := ", ", ""
	if f.alt {
		separator, padding = ",\n", child.padding()
	}
	open, end := f.delimiters("{}")
	b.WriteString(open)
	if f.alt {
		b.WriteByte('\n')
	}
	for i, e := range v.Entries() {
		if i > 0 {
			b.WriteString(separator)
		}
		key, err := s.inside(e.Key, child)
		if err != nil {
			return "", err
		}
		value, err := s.inside(e.Value, child)
		if err != nil {
			return "", err
		}
		b.WriteString(padding + key + " => " + value)
	}
	if f.alt {
		b.WriteString("\n" + in.padding())
	}
	b.WriteString(end)
	return b.String(), nil
}
