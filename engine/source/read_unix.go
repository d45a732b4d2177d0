//go:build unix

package source

import "syscall"

// nonblocking opens a pipe without waiting for somebody who writes to it.
const nonblocking = syscall.O_NONBLOCK
