package glob

import (
	"io/fs"
	"os"
)

// Tree is the file system that a glob is matched in. The errors are those of package os.
type Tree interface {
	// ReadDir lists a directory in byte order of the names, without `.` and `..`. The type of an
	// entry is its own, even for a symbolic link.
	ReadDir(dir string) ([]fs.DirEntry, error)
	// Stat follows symbolic links, Lstat does not.
	Stat(path string) (fs.FileInfo, error)
	Lstat(path string) (fs.FileInfo, error)
}

// Disk is the real file system.
var Disk Tree = disk{}

type disk struct{}

func (disk) ReadDir(dir string) ([]fs.DirEntry, error) { return os.ReadDir(dir) }
func (disk) Stat(path string) (fs.FileInfo, error)     { return os.Stat(path) }
func (disk) Lstat(path string) (fs.FileInfo, error)    { return os.Lstat(path) }
