package glob

import (
	"io/fs"
	"os"
)

// Tree is what a glob is looked up in. The errors are those of package os.
type Tree interface {
	// ReadDir lists a directory in byte order of the names, without `.` and `..`. The type of an
	// entry is that of the entry itself, also when it is a symbolic link.
	ReadDir(dir string) ([]fs.DirEntry, error)
	// Stat follows symbolic links, Lstat does not.
	Stat(path string) (fs.FileInfo, error)
	Lstat(path string) (fs.FileInfo, error)
}

// Disk is the file system.
var Disk Tree = disk{}

type disk struct{}

func (disk) ReadDir(dir string) ([]fs.DirEntry, error) { return os.ReadDir(dir) }
func (disk) Stat(path string) (fs.FileInfo, error)     { return os.Stat(path) }
func (disk) Lstat(path string) (fs.FileInfo, error)    { return os.Lstat(path) }
