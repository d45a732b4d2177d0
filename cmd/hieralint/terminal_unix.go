//go:build unix && !aix && !solaris

package main

import (
	"syscall"
	"unsafe"
)

// columnsOf returns the width of a terminal; 0 if unknown.
func columnsOf(terminal uintptr) int {
	var size struct{ rows, columns, width, height uint16 }
	if _, _, failed := syscall.Syscall(syscall.SYS_IOCTL, terminal, syscall.TIOCGWINSZ, uintptr(unsafe.Pointer(&size))); failed != 0 { //nolint:gosec // the kernel writes eight bytes
		return 0
	}
	return int(size.columns)
}
