package main

import (
	"os"
	"strconv"
	"strings"
	"testing"
)

func TestHugePages(t *testing.T) {
	if _, err := os.Stat("/sys/kernel/mm/transparent_hugepage"); err != nil {
		t.Skip("the kernel has no transparent huge pages:", err)
	}
	preferHugePages(64 << 20)
	maps, err := os.ReadFile("/proc/self/smaps")
	if err != nil {
		t.Skip(err)
	}
	size, advised := 0, 0 // KB
	for line := range strings.Lines(string(maps)) {
		name, value, _ := strings.Cut(strings.TrimSpace(line), ":")
		switch {
		case name == "Size":
			size, _ = strconv.Atoi(strings.TrimSuffix(strings.TrimSpace(value), " kB"))
		case name == "VmFlags" && strings.Contains(value+" ", " hg "):
			advised += size
		}
	}
	if advised < 60<<10 {
		t.Errorf("%d KB are advised to use huge pages, want 64 MB or a little less", advised)
	}
}

func TestHugePagesWithoutAddressSpace(*testing.T) {
	preferHugePages(1 << 50) // the runtime would end the program
}
