//go:build !unix

package source

// nonblocking is not needed on systems where pipes are not files.
const nonblocking = 0

// readSized reads a regular file.
func readSized(path string, _, maxSize int64) ([]byte, error) { return openFile(path, maxSize) }
