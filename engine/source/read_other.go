//go:build !unix

package source

// nonblocking is not needed on systems where pipes are not files.
const nonblocking = 0
