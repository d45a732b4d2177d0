package batch

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/hieralint/hieralint/internal/filetree"
)

// TestServe checks that requests that are served concurrently get the same answers as one by one, in order.
func TestServe(t *testing.T) {
	t.Parallel()
	var text strings.Builder
	var keys []string
	for i := range 3 * keysPerTask {
		fmt.Fprintf(&text, "k%d: \"%d of %%{facts.role}\"\n", i, i)
		keys = append(keys, fmt.Sprintf("%q", fmt.Sprint("k", i)))
	}
	dir := filetree.Write(t, map[string]string{"hiera.yaml": "version: 5\nhierarchy: [{name: A, path: '%{gone}.yaml'}, {name: B, path: b.yaml}]\n", "data/b.yaml": text.String()})
	all := strings.Join(keys, ",")
	var requests []string
	for i := range 300 {
		switch fields := fmt.Sprintf(`{"id": %d, "envdir": %q, "facts": {"role": "r%d"}`, i, dir, i/7); i % 6 {
		case 0:
			requests = append(requests, fields+`, "keys": [`+all+`]}`)
		case 1:
			requests = append(requests, fields+`, "keys": []}`)
		case 2:
			requests = append(requests, "no request")
		case 3:
			requests = append(requests, fields+`, "allkeys": true}`)
		case 4:
			requests = append(requests, fields+`, "keys": ["k0", "k1", "none"], "type": "Wrong["}`)
		default:
			requests = append(requests, fields+fmt.Sprintf(`, "key": "k%d"}`, i%len(keys)))
		}
	}
	var alone []string
	s := newServer(Options{})
	for _, r := range requests {
		alone = append(alone, string(s.answer(context.Background(), []byte(r))))
	}
	want := strings.Join(alone, "\n") + "\n"
	input := strings.Join(requests, "\n\n")
	for name, in := range map[string]*strings.Reader{"together": strings.NewReader(input), "a byte at a time": strings.NewReader(input)} {
		var out bytes.Buffer
		var err error
		if name == "together" {
			err = Serve(context.Background(), in, &out, Options{})
		} else {
			err = Serve(context.Background(), iotest.OneByteReader(in), &out, Options{})
		}
		if err != nil {
			t.Fatal(err)
		}
		if out.String() != want {
			t.Errorf("%s: the answers or their order differ from requests served one by one", name)
		}
	}
}

// zeros is a stream without an end, or a line.
type zeros struct{}

func (zeros) Read(p []byte) (int, error) {
	clear(p)
	return len(p), nil
}

// TestServeEndless checks that a request may not be of any length.
func TestServeEndless(t *testing.T) {
	t.Parallel()
	err := Serve(context.Background(), zeros{}, io.Discard, Options{})
	if err == nil || !strings.HasPrefix(err.Error(), "a request is longer than 64 MiB") {
		t.Error(err)
	}
}
