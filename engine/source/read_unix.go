//go:build unix

package source

import "syscall"

// nonblocking opens a pipe without waiting for a writer.
const nonblocking = syscall.O_NONBLOCK
