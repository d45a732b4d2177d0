package main

import (
	"syscall"
	"unsafe"
)

var getConsoleScreenBufferInfo = syscall.NewLazyDLL("kernel32.dll").NewProc("GetConsoleScreenBufferInfo")

// columnsOf returns the width of a terminal; 0 if unknown.
func columnsOf(terminal uintptr) int {
	var info struct { // CONSOLE_SCREEN_BUFFER_INFO
		width, height, x, y      int16
		attributes               uint16
		left, top, right, bottom int16
		maxWidth, maxHeight      int16
	}
	if ok, _, _ := getConsoleScreenBufferInfo.Call(terminal, uintptr(unsafe.Pointer(&info))); ok == 0 { //nolint:gosec // Windows writes the structure
		return 0
	}
	return int(info.right-info.left) + 1
}
