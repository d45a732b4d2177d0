package lsp

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"strconv"
	"strings"

	"github.com/sourcegraph/jsonrpc2"
)

// codec reads and writes messages with headers. Unlike that of the library, it skips a message that is not
// JSON-RPC, instead of ending the connection.
type codec struct {
	jsonrpc2.VSCodeObjectCodec

	skipped func(error) // called for each skipped message
}

// ReadObject reads a message into v.
func (c codec) ReadObject(stream *bufio.Reader, v any) error {
	for {
		body, err := readBody(stream)
		if err != nil {
			return err
		}
		if err = json.Unmarshal(body, v); err == nil {
			return nil
		}
		c.skipped(err)
		reflect.ValueOf(v).Elem().SetZero()
	}
}

// readBody reads the headers and the body of a message.
func readBody(stream *bufio.Reader) ([]byte, error) {
	text, err := readLength(stream)
	if err != nil {
		return nil, err
	}
	length, err := strconv.ParseUint(text, 10, 31)
	if err != nil {
		return nil, fmt.Errorf("message without a valid Content-Length: %w", err)
	}
	if length > maxBody {
		return nil, fmt.Errorf("message of more than %d MiB", maxBody>>20)
	}
	body := make([]byte, length)
	if _, err := io.ReadFull(stream, body); err != nil {
		return nil, err
	}
	if hasMoreValues(body, maxValues) {
		return nil, fmt.Errorf("message with more than %d values", maxValues)
	}
	return body, nil
}

// Limits of a message.
const (
	maxBody    = 64 << 20
	maxValues  = 1_000_000 // a value of two bytes may become one of 200
	maxHeaders = 100       // each is as long as the buffer of the stream, at most
)

// hasMoreValues reports whether the objects and arrays of a JSON text have more than n values.
func hasMoreValues(text []byte, n int) bool {
	inString := false
	for i := 0; i < len(text) && n >= 0; i++ {
		switch c := text[i]; {
		case c == '"':
			inString = !inString
		case inString && c == '\\':
			i++
		case c == ',' && !inString:
			n--
		}
	}
	return n < 0
}

// readLength reads the headers of a message, and returns the value of Content-Length; "" if it is missing.
func readLength(stream *bufio.Reader) (string, error) {
	length := ""
	for n := range maxHeaders {
		line, err := stream.ReadSlice('\n')
		switch {
		case errors.Is(err, io.EOF) && len(line) == 0 && n == 0:
			return "", err
		case errors.Is(err, io.EOF):
			return "", io.ErrUnexpectedEOF
		case err != nil:
			return "", err
		}
		header := string(bytes.TrimRight(line, "\r\n"))
		if header == "" {
			return length, nil
		}
		if name, value, _ := strings.Cut(header, ":"); strings.EqualFold(name, "Content-Length") {
			length = strings.TrimSpace(value)
		}
	}
	return "", errors.New("message with too many headers")
}
