//go:build !unix

package wholefile

import (
	"io/fs"
	"os"
)

// keepOwner does nothing: a file is owned by its directory here.
func keepOwner(*os.File, fs.FileInfo) {}
