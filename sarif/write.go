package sarif

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"

	"github.com/hieralint/hieralint/internal/visible"
)

// Write writes the log as JSON. Invalid UTF-8 becomes U+FFFD. If the log is too large for GitHub, its first run
// contains a notification.
func (l *Log) Write(w io.Writer) error {
	text, err := l.encode()
	if err != nil {
		return err
	}
	if size := compressedSize(text); size > MaxCompressed && len(l.Runs) > 0 {
		l.Runs[0].Notify(Warning, fmt.Sprintf("This log has %.1f MB after gzip; GitHub refuses more than %d MB.", float64(size)/(1<<20), MaxCompressed>>20))
		if text, err = l.encode(); err != nil {
			return err
		}
	}
	_, err = w.Write(text)
	return err
}

func (l *Log) encode() ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(visible.JSON(&b))
	e.SetEscapeHTML(false)
	e.SetIndent("", " ")
	err := e.Encode(l)
	return b.Bytes(), err
}

// compressedSize returns the size of text after gzip, or a sufficient upper bound.
func compressedSize(text []byte) int {
	if len(text) < MaxCompressed {
		return len(text)
	}
	var size counter
	z := gzip.NewWriter(&size)
	_, _ = z.Write(text) // a counter never fails
	_ = z.Close()
	return int(size)
}

type counter int

func (c *counter) Write(p []byte) (int, error) {
	*c += counter(len(p))
	return len(p), nil
}
