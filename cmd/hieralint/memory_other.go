//go:build !linux

package main

// preferHugePages does nothing: only Linux takes such advice.
func preferHugePages(int) {}
