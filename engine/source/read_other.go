//go:build !unix

package source

// nonblocking is not needed where pipes are no files.
const nonblocking = 0
