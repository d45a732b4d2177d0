package main

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os/exec"
	"path/filepath"
	"testing"
)

// TestUnaskedAnswer checks that nothing is printed of what a server sends after its answer.
func TestUnaskedAnswer(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		connection, _, err := w.(http.Hijacker).Hijack()
		if err != nil {
			t.Error(err)
			return
		}
		defer connection.Close()
		token := r.Header.Get("X-Authentication")
		_, _ = fmt.Fprintf(connection, "HTTP/1.1 400 Bad Request\r\nContent-Length: 4\r\n\r\noops%s", token)
		_, _ = io.Copy(io.Discard, connection) // until the client closes the connection
	}))
	defer server.Close()
	fetch := exec.Command("hieralint", "nodes", "fetch", "--puppetdb", server.URL, "--output", filepath.Join(t.TempDir(), "facts"), ".")
	fetch.Dir = t.TempDir()
	fetch.Env = append(fetch.Environ(), "HIERALINT_TOKEN=s3cr3t-t0k3n")
	out, err := fetch.CombinedOutput()
	if want := "hieralint: the server answers 400 Bad Request: oops\n"; err == nil || string(out) != want {
		t.Errorf("%v: %q, want %q", err, out, want)
	}
}
