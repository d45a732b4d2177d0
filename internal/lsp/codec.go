package lsp

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/textproto"
	"reflect"
	"strconv"

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
	header, err := textproto.NewReader(stream).ReadMIMEHeader()
	if err != nil {
		return nil, err
	}
	length, err := strconv.ParseUint(header.Get("Content-Length"), 10, 31)
	if err != nil {
		return nil, fmt.Errorf("message without a valid Content-Length: %w", err)
	}
	var body bytes.Buffer // grows as data arrives, whatever the header says
	if _, err := io.CopyN(&body, stream, int64(length)); err != nil {
		return nil, err
	}
	return body.Bytes(), nil
}
