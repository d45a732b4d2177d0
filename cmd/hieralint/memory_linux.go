package main

import (
	"syscall"
	"unsafe"
)

const (
	hugePage = 2 << 20 // the size of a transparent huge page
	spare    = 1 << 30 // what else a run may need
)

// preferHugePages asks the kernel to back the next size bytes of the heap with huge pages. Memory costs time when it
// is used for the first time, mostly for each page; with huge pages, a fraction.
//
// The memory is allocated, advised, and left to the garbage collector. Nothing happens where the address space or the
// memory is limited, or without huge pages.
func preferHugePages(size int) {
	if !available(size + spare) {
		return
	}
	heap := make([]byte, size)                                                // not touched: the kernel has provided no page yet
	start := int(-uintptr(unsafe.Pointer(unsafe.SliceData(heap))) % hugePage) //nolint:gosec // less than 2 MiB
	_ = syscall.Madvise(heap[start:start+(size-start)/hugePage*hugePage], syscall.MADV_HUGEPAGE)
}

// available reports whether size bytes can be allocated. If they could not, the Go runtime would end the program.
func available(size int) bool {
	memory, err := syscall.Mmap(-1, 0, size, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_ANON|syscall.MAP_PRIVATE)
	return err == nil && syscall.Munmap(memory) == nil
}
