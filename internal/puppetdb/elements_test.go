package puppetdb

import (
	"bytes"
	"io"
	"testing"
	"testing/iotest"
	"time"
)

// TestWhiteSpace reads an array with 2 MB of white space that arrives in single bytes.
func TestWhiteSpace(t *testing.T) {
	t.Parallel()
	text := bytes.Join([][]byte{[]byte("["), bytes.Repeat([]byte(" "), 2<<20), []byte("1]")}, nil)
	start := time.Now()
	elements, err := readElements(iotest.OneByteReader(bytes.NewReader(text)), 4<<20)
	if took := time.Since(start); err != nil || len(elements) != 1 || took > 20*time.Second {
		t.Errorf("%d elements, %v in %v", len(elements), err, took)
	}
	if _, err := readElements(io.LimitReader(bytes.NewReader(text), 1<<20), 4<<20); err != io.ErrUnexpectedEOF { //nolint:errorlint // it is returned as it is
		t.Errorf("an array without end: %v", err)
	}
}
