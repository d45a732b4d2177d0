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
// may be thousands of files; package os would also try to add it to the poller. Other files, and what
// turns out to have another size, are read by openFile.
func readSized(path string, size, maxSize int64) ([]byte, error) {
	if size <= 0 {
		return openFile(path, maxSize)
	}
	fd, err := uninterrupted(func() (int, error) { return syscall.Open(path, syscall.O_RDONLY|syscall.O_CLOEXEC|nonblocking, 0) })
	if err != nil {
		return nil, &os.PathError{Op: "open", Path: path, Err: err}
	}
	text := make([]byte, size+1)
	n, err := uninterrupted(func() (int, error) { return syscall.Read(fd, text) })
	if err := errors.Join(err, syscall.Close(fd)); err != nil || n != int(size) {
		return openFile(path, maxSize)
	}
	return text[:n:n], nil
}

// uninterrupted repeats a system call that a signal interrupted.
func uninterrupted(call func() (int, error)) (int, error) {
	for {
		if n, err := call(); !errors.Is(err, syscall.EINTR) {
			return n, err
		}
	}
}
