//go:build unix

package source

import (
	"errors"
	"os"
	"syscall"
)

// nonblocking opens a pipe without waiting for a writer.
const nonblocking = syscall.O_NONBLOCK

// readSized reads a regular file of known size with as few system calls as possible, since there
// may be thousands of files; package os would also try to add it to the poller. Other files are
// read by openFile.
func readSized(path string, maxSize int64) ([]byte, error) {
	fd, err := uninterrupted(func() (int, error) { return syscall.Open(path, syscall.O_RDONLY|syscall.O_CLOEXEC|nonblocking, 0) })
	if err != nil {
		return nil, &os.PathError{Op: "open", Path: path, Err: err}
	}
	var info syscall.Stat_t
	_, err = uninterrupted(func() (int, error) { return 0, syscall.Fstat(fd, &info) })
	if err != nil || info.Mode&syscall.S_IFMT != syscall.S_IFREG || info.Size <= 0 || info.Size > maxSize {
		_ = syscall.Close(fd)
		return openFile(path, maxSize)
	}
	text, err := readAll(fd, int(info.Size))
	if err := errors.Join(err, syscall.Close(fd)); err != nil {
		return nil, err
	}
	if text == nil {
		return openFile(path, maxSize)
	}
	return text, nil
}

// readAll reads a file of the given size. It returns nil if the file is longer.
func readAll(fd, size int) ([]byte, error) {
	text := make([]byte, size+1)
	for n := 0; ; {
		read, err := uninterrupted(func() (int, error) { return syscall.Read(fd, text[n:]) })
		switch n += read; {
		case err != nil:
			return nil, err
		case n > size:
			return nil, nil
		case read == 0, n == size:
			return text[:n:n], nil
		}
	}
}

// uninterrupted repeats a system call that a signal interrupted.
func uninterrupted(call func() (int, error)) (int, error) {
	for {
		if n, err := call(); !errors.Is(err, syscall.EINTR) {
			return n, err
		}
	}
}
