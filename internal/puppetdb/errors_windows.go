package puppetdb

import "syscall"

// Errors of connections, of which Windows has its own.
const (
	errRefused = syscall.Errno(10061) // WSAECONNREFUSED
	errReset   = syscall.WSAECONNRESET
	errBroken  = syscall.WSAECONNABORTED
)
