package sarif

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/hieralint/hieralint/internal/jsonlist"
	"github.com/hieralint/hieralint/internal/visible"
)

// Write writes the log as JSON. Invalid UTF-8 becomes U+FFFD. If the log is too large for GitHub, its first run
// contains a notification.
func (l *Log) Write(w io.Writer) error {
	var m meter
	if err := l.encode(&m); err != nil {
		return err
	}
	size := m.close()
	if m.z == nil {
		_, err := w.Write(m.begun.Bytes())
		return err
	}
	if size > MaxCompressed && len(l.Runs) > 0 {
		l.Runs[0].Notify(Warning, fmt.Sprintf("This log has %.1f MB after gzip; GitHub refuses more than %d MB.", float64(size)/(1<<20), MaxCompressed>>20))
	}
	b := bufio.NewWriter(w)
	if err := l.encode(b); err != nil {
		return err
	}
	return b.Flush()
}

// noResults is the text for a run whose results are written separately. It occurs nowhere else, since strings contain
// no line breaks.
const noResults = "\n   \"results\": []"

// indent is the indentation of nested values.
const indent = " "

// encode writes the log, one result after the other: all of them together may need much memory.
func (l *Log) encode(w io.Writer) error {
	w = visible.JSON(w)
	frame := *l
	frame.Runs = slices.Clone(l.Runs)
	for i := range frame.Runs {
		if len(frame.Runs[i].Results) > 0 {
			frame.Runs[i].Results = []Result{}
		}
	}
	rest, err := jsonlist.Encode("", indent, frame)
	if err != nil {
		return err
	}
	for i := range l.Runs {
		results := l.Runs[i].Results
		if results == nil {
			continue
		}
		at := strings.Index(rest, noResults) + len(noResults) - 1
		if _, err := io.WriteString(w, rest[:at]); err != nil {
			return err
		}
		if rest = rest[at:]; len(results) == 0 {
			continue
		}
		if err := jsonlist.Elements(w, "   ", indent, len(results), func(i int) any { return results[i] }); err != nil {
			return err
		}
	}
	_, err = io.WriteString(w, rest+"\n")
	return err
}

// meter determines the size of a text after gzip, or a sufficient upper bound. It keeps a text that is small even
// without compression.
type meter struct {
	begun bytes.Buffer // the text; empty if z is set
	z     *gzip.Writer // nil if the text is small
	size  counter      // of what z has written
}

// Write never fails.
func (m *meter) Write(p []byte) (int, error) {
	switch {
	case m.z != nil:
		return m.z.Write(p)
	case m.begun.Len()+len(p) < MaxCompressed:
		return m.begun.Write(p)
	}
	m.z = gzip.NewWriter(&m.size)
	_, _ = m.z.Write(m.begun.Bytes())
	m.begun = bytes.Buffer{}
	return m.z.Write(p)
}

// close returns the size.
func (m *meter) close() int {
	if m.z == nil {
		return m.begun.Len()
	}
	_ = m.z.Close()
	return int(m.size)
}

type counter int

func (c *counter) Write(p []byte) (int, error) {
	*c += counter(len(p))
	return len(p), nil
}
