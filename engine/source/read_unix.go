//go:build unix

package source

import (
	"errors"
	"os"
	"syscall"
)

// nonblocking opens a pipe without waiting for a writer.
const nonblocking = syscall.O_NONBLOCK

// readSized reads a regular file whose size the system knows with as few system calls as possible, as there may be thousands of them:
// package os would also ask whether it can wait for the file. Other files it leaves to openFile.
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

// readAll reads a file that has so many bytes. It is nil where the file turns out to have more.
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
