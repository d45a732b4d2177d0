package main

import (
	"os"
	"path/filepath"

	"github.com/hieralint/hieralint/report"
)

// repositoryRoot is the top folder of the Git repository around the working directory; "" when
// there is none.
func repositoryRoot() string {
	for dir := workingDirectory(); dir != ""; {
		if _, err := os.Stat(filepath.Join(dir, ".git")); err == nil {
			return dir
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			break
		}
		dir = parent
	}
	return ""
}

// checkedOut says which repository and revision is checked, as far as GitHub Actions tells; nil
// elsewhere.
func checkedOut() *report.Repository {
	server, name, commit := os.Getenv("GITHUB_SERVER_URL"), os.Getenv("GITHUB_REPOSITORY"), os.Getenv("GITHUB_SHA")
	if server == "" || name == "" || commit == "" {
		return nil
	}
	return &report.Repository{URI: server + "/" + name, Revision: commit, Branch: os.Getenv("GITHUB_REF_NAME")}
}
