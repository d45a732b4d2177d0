//go:build unix

package source

import (
	"errors"
	"net"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/hieralint/hieralint/internal/filetree"
)

// TestReadFileRefuses checks that ReadFile fails without blocking if the path is not a regular file.
func TestReadFileRefuses(t *testing.T) {
	t.Parallel()
	dir, err := os.MkdirTemp("", "read") // the name of a socket must be short
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	at := func(name string) string { return filepath.Join(dir, name) }
	if err := syscall.Mkfifo(at("pipe"), 0o600); err != nil {
		t.Fatal(err)
	}
	socket, err := net.Listen("unix", at("socket"))
	if err != nil {
		t.Fatal(err)
	}
	defer socket.Close()
	for _, link := range [...][2]string{{"pipe", "to-pipe"}, {"/dev/zero", "to-device"}, {"loop", "loop"}, {"missing", "dangling"}} {
		filetree.Symlink(t, link[0], at(link[1]))
	}
	for _, path := range []string{dir, at("pipe"), at("socket"), "/dev/zero", at("to-pipe"), at("to-device")} {
		if _, err := ReadFile(path, 0); !errors.Is(err, ErrNotRegular) {
			t.Errorf("%s: got %v, want ErrNotRegular", path, err)
		}
	}
	for _, path := range []string{at("loop"), at("dangling"), at("missing"), at("pipe/x")} {
		if text, err := ReadFile(path, 0); err == nil {
			t.Errorf("%s: got %q, want an error", path, text)
		}
	}
}

func TestReadFileLimit(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(path, []byte("12345678"), 0o600); err != nil {
		t.Fatal(err)
	}
	if text, err := ReadFile(path, 8); string(text) != "12345678" || err != nil {
		t.Errorf("got %q, %v", text, err)
	}
	_, err := ReadFile(path, 7)
	if large := (*TooLargeError)(nil); !errors.As(err, &large) || !strings.Contains(err.Error(), "larger than 7 bytes (`max_file_size`)") {
		t.Errorf("got %v, want a *TooLargeError", err)
	}
	if _, err := ReadAll(strings.NewReader("12345678"), 7, 0); err == nil {
		t.Error("ReadAll of a stream that is too large: got no error")
	}
	if text, err := ReadAll(strings.NewReader(strings.Repeat("x", 5000)), 5000, 1); len(text) != 5000 || err != nil {
		t.Errorf("got %d bytes, %v", len(text), err)
	}
}
