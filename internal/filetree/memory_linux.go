package filetree

import (
	"os"
	"syscall"
)

// init moves the temporary directories of tests to memory unless TMPDIR is set: tests create and
// remove tens of thousands of small files, which takes longer than the tests themselves on some
// file systems. Containers may have too little memory for that, or not permit programs to run from
// there.
func init() {
	const memory, enough = "/dev/shm", 1 << 30
	var s syscall.Statfs_t
	if os.Getenv("TMPDIR") != "" || syscall.Statfs(memory, &s) != nil || s.Flags&syscall.MS_NOEXEC != 0 || s.Bavail*uint64(s.Bsize) < enough {
		return
	}
	// The directory may not be writable.
	if dir, err := os.MkdirTemp(memory, "hieralint"); err == nil && os.Remove(dir) == nil {
		_ = os.Setenv("TMPDIR", memory)
	}
}
