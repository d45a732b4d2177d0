package source

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"time"
)

// DefaultMaxFileSize is the size in bytes of the largest file that is read where the setting `max_file_size` says
// nothing else.
const DefaultMaxFileSize = 32 << 20

// MaxFileSizeSetting is the setting that says how large files may be.
const MaxFileSizeSetting = "max_file_size"

// ErrNotRegular is why a directory, a device, a pipe or a socket is not read: that may never end.
var ErrNotRegular = errors.New("not a regular file")

// TooLargeError reports that a file is larger than files may be.
type TooLargeError struct{ Max int64 }

func (e *TooLargeError) Error() string {
	return fmt.Sprintf("the file is larger than %s, the setting `%s`", bytesText(e.Max), MaxFileSizeSetting)
}

// bytesText is a number of bytes, in MiB if it is a whole number of them.
func bytesText(n int64) string {
	if n%(1<<20) == 0 {
		return fmt.Sprintf("%d MiB", n>>20)
	}
	return fmt.Sprintf("%d bytes", n)
}

// maxWait is how long a file without a size, such as those that the system makes up, may take.
const maxWait = time.Second

// ReadFile reads a regular file, following symbolic links. It never blocks, and it refuses files of more than maxSize
// bytes; 0 stands for DefaultMaxFileSize. Whoever reads a file of a tree reads it with this function.
func ReadFile(path string, maxSize int64) ([]byte, error) {
	if maxSize == 0 {
		maxSize = DefaultMaxFileSize
	}
	// Opening a device may do something, so it is looked at before, and again as it may be another one by then.
	info, err := os.Stat(path)
	if err == nil {
		err = check(info, maxSize)
	}
	if err != nil {
		return nil, inFile(path, err)
	}
	file, err := os.OpenFile(path, os.O_RDONLY|nonblocking, 0)
	if err != nil {
		return nil, err
	}
	text, err := readOpen(file, maxSize)
	if err := errors.Join(err, file.Close()); err != nil {
		return nil, inFile(path, err)
	}
	return text, nil
}

func readOpen(file *os.File, maxSize int64) ([]byte, error) {
	info, err := file.Stat()
	if err != nil {
		return nil, err
	}
	if err := check(info, maxSize); err != nil {
		return nil, err
	}
	if info.Size() == 0 {
		_ = file.SetReadDeadline(time.Now().Add(maxWait)) // files that cannot be waited for have none
	}
	return ReadAll(file, maxSize, info.Size())
}

// ReadAll reads a stream, as far as it is not larger than maxSize. size is how large it is thought to be.
func ReadAll(r io.Reader, maxSize, size int64) ([]byte, error) {
	if maxSize == 0 {
		maxSize = DefaultMaxFileSize
	}
	text := make([]byte, 0, min(size, maxSize)+512)
	limited := io.LimitReader(r, maxSize+1)
	for {
		n, err := limited.Read(text[len(text):cap(text)])
		text = text[:len(text)+n]
		switch {
		case int64(len(text)) > maxSize:
			return nil, &TooLargeError{maxSize}
		case err == io.EOF:
			return text, nil
		case err != nil:
			return nil, err
		case len(text) == cap(text):
			text = append(text, 0)[:len(text)]
		}
	}
}

// check refuses what is no file, or too large a file.
func check(info fs.FileInfo, maxSize int64) error {
	switch {
	case !info.Mode().IsRegular():
		return ErrNotRegular
	case info.Size() > maxSize:
		return &TooLargeError{maxSize}
	default:
		return nil
	}
}

// inFile is the error of an operation on a file, named once.
func inFile(path string, err error) error {
	if named := (*fs.PathError)(nil); errors.As(err, &named) {
		return err
	}
	return &fs.PathError{Op: "read", Path: path, Err: err}
}
