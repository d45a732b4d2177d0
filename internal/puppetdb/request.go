package puppetdb

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"net/http"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"
)

// attempts is the maximum number of attempts for a request with temporary errors. Queries change nothing, so repeating
// them is safe.
const attempts = 4

// maxWait is the maximum delay before the next attempt that a server may ask for.
const maxWait = 30 * time.Second

// ask sends a query, an expression or a string in PQL, and iterates over the elements of the response. The last element
// may be an error.
func (c *Client) ask(ctx context.Context, path string, query any) iter.Seq2[json.RawMessage, error] {
	return func(yield func(json.RawMessage, error) bool) {
		body, err := json.Marshal(map[string]any{"query": query})
		if err != nil {
			yield(nil, err)
			return
		}
		elements, err := c.retry(ctx, path, body)
		if err != nil {
			yield(nil, err)
			return
		}
		for _, element := range elements {
			if !yield(element, nil) {
				return
			}
		}
	}
}

// retry repeats a request until it succeeds, or fails with an error that is not temporary.
func (c *Client) retry(ctx context.Context, path string, body []byte) ([]json.RawMessage, error) {
	wait := c.backoff
	for attempt := 1; ; attempt++ {
		elements, err := c.request(ctx, path, body)
		var again *temporaryError
		switch {
		case err == nil:
			return elements, nil
		case ctx.Err() != nil:
			return nil, ctx.Err()
		case !errors.As(err, &again):
			return nil, err
		case attempt == attempts:
			return nil, fmt.Errorf("%w (after %d attempts)", again.err, attempts)
		}
		select {
		case <-time.After(min(max(wait, again.after), maxWait)):
		case <-ctx.Done():
			return nil, ctx.Err()
		}
		wait *= 2
	}
}

// temporaryError is an error that the next attempt may not have. after is the delay that the server asks for.
type temporaryError struct {
	err   error
	after time.Duration
}

func (e *temporaryError) Error() string { return e.err.Error() }

func (e *temporaryError) Unwrap() error { return e.err }

// errSilent is the cause of a request that is canceled because the server sent nothing.
var errSilent = errors.New("the server sent nothing")

// errEndless is the cause of a request that is canceled because the response did not end.
var errEndless = errors.New("the response does not end")

// silences is the maximum duration of a response, in multiples of the timeout.
const silences = 10

// request sends a request once.
func (c *Client) request(ctx context.Context, path string, body []byte) ([]json.RawMessage, error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	silence := time.AfterFunc(c.timeout, func() { cancel(errSilent) })
	defer silence.Stop()
	defer time.AfterFunc(c.longest, func() { cancel(errEndless) }).Stop()
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, c.base.JoinPath("/pdb/query/v4"+path).String(), bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Accept", "application/json")
	r.Header.Set("User-Agent", c.userAgent)
	if c.token != "" {
		r.Header.Set("X-Authentication", c.token)
	}
	answer, err := c.http.Do(r)
	if err != nil {
		return nil, c.failure(ctx, err)
	}
	defer func() { _ = answer.Body.Close() }() // everything has been read, or the error is reported already
	heard := &listener{r: answer.Body, heard: func() { silence.Reset(c.timeout) }}
	if answer.StatusCode != http.StatusOK {
		return nil, c.refusal(answer, heard)
	}
	elements, err := readElements(heard, c.limit)
	if err != nil {
		return nil, c.failure(ctx, err)
	}
	return elements, nil
}

// listener calls heard after each read.
type listener struct {
	r     io.Reader
	heard func()
}

func (l *listener) Read(p []byte) (int, error) {
	n, err := l.r.Read(p)
	if n > 0 {
		l.heard()
	}
	return n, err
}

// tooLargeError is the error of a response that exceeds the limit.
type tooLargeError struct{ limit int64 } // in bytes; 0 for that of elements

func (e *tooLargeError) Error() string {
	if e.limit == 0 {
		return fmt.Sprintf("the response has more than %d elements", maxElements)
	}
	return fmt.Sprintf("the response has more than %d MiB", e.limit>>20)
}

// maxElements is the maximum number of elements of a response, since each takes memory, even if it is empty.
const maxElements = 2_000_000

// invalidError is the error of a response that is not a JSON array.
type invalidError struct{ err error }

func (e *invalidError) Error() string {
	return "the response is not from PuppetDB: " + e.err.Error()
}

// readElements reads the elements of a JSON array of at most limit bytes. The error is a tooLargeError, an
// invalidError, or that of the reader.
func readElements(r io.Reader, limit int64) ([]json.RawMessage, error) {
	text, err := io.ReadAll(io.LimitReader(r, limit+1))
	switch {
	case int64(len(text)) > limit:
		return nil, &tooLargeError{limit}
	case err != nil:
		return nil, err
	}
	// For white space that arrives in pieces, a decoder takes time in proportion to the square of its length.
	elements, err := decodeElements(json.NewDecoder(bytes.NewReader(text)))
	var large *tooLargeError
	switch {
	case errors.As(err, &large):
		return nil, err
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return nil, io.ErrUnexpectedEOF
	case err != nil:
		return nil, &invalidError{err}
	}
	return elements, nil
}

func decodeElements(d *json.Decoder) ([]json.RawMessage, error) {
	start, err := d.Token()
	if err != nil {
		return nil, err
	}
	if start != json.Delim('[') {
		return nil, errors.New("it is not an array")
	}
	elements := []json.RawMessage{}
	for d.More() {
		var element json.RawMessage
		if err := d.Decode(&element); err != nil {
			return nil, err
		}
		if len(elements) == maxElements {
			return nil, &tooLargeError{}
		}
		elements = append(elements, element)
	}
	if _, err := d.Token(); err != nil {
		return nil, err
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return nil, errors.New("there is more after the array")
	}
	return elements, nil
}

// withoutToken removes the token from a text of the server, which has received it.
func (c *Client) withoutToken(text string) string {
	if c.token == "" {
		return text
	}
	quoted, _ := json.Marshal(c.token) //nolint:errchkjson // a string
	inJSON := string(quoted[1 : len(quoted)-1])
	return strings.NewReplacer(c.token, "…", inJSON, "…", strings.ReplaceAll(inJSON, "/", `\/`), "…").Replace(text)
}

// excerpt is the number of bytes of a server's error message that are shown.
const excerpt = 1000

// escaped is the maximum number of bytes of a character of a token in JSON.
const escaped = 6

// refusal returns the error for a response with a status other than 200.
func (c *Client) refusal(answer *http.Response, body io.Reader) error {
	said, _ := io.ReadAll(io.LimitReader(body, excerpt+escaped*int64(len(c.token)))) // a partial message is sufficient
	status := strconv.Itoa(answer.StatusCode) + " " + http.StatusText(answer.StatusCode)
	text := c.withoutToken(string(said))
	text = strings.TrimSpace(strings.ToValidUTF8(text[:min(len(text), excerpt)], string(utf8.RuneError)))
	if isMarkup := strings.HasPrefix(text, "<"); isMarkup {
		text = ""
	}
	describe := func(help string) error {
		full := "the server answers " + status
		for _, more := range []string{text, help} {
			if more != "" {
				full += ": " + more
			}
		}
		return errors.New(full)
	}
	switch code := answer.StatusCode; {
	case code == http.StatusUnauthorized:
		return describe(c.identity.credentials(c.token) + " not accepted")
	case code == http.StatusForbidden:
		return describe(c.identity.credentials(c.token) + " not allowed to query; see PuppetDB's certificate-allowlist and auth.conf, or the permissions of the user")
	case code == http.StatusNotFound, code/100 == 3:
		return describe("is the URL that of PuppetDB?")
	case code == http.StatusTooManyRequests, code >= http.StatusInternalServerError:
		after, _ := strconv.Atoi(answer.Header.Get("Retry-After"))
		return &temporaryError{describe(""), time.Duration(min(max(after, 0), int(maxWait/time.Second))) * time.Second}
	}
	return describe("")
}
