//go:build !windows && (!unix || aix || solaris)

package main

// columnsOf is the width of a terminal; 0 where it is not known.
func columnsOf(uintptr) int { return 0 }
