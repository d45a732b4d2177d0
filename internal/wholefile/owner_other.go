//go:build !unix

package wholefile

import (
	"io/fs"
	"os"
)

// keepOwner does nothing on this system, where the directory determines the owner.
func keepOwner(*os.File, fs.FileInfo) {}
