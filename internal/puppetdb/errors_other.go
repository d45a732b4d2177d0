//go:build !windows

package puppetdb

import "syscall"

// Errors of connections.
const (
	errRefused = syscall.ECONNREFUSED
	errReset   = syscall.ECONNRESET
	errBroken  = syscall.EPIPE
)
