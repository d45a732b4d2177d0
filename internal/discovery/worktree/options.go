package worktree

import "github.com/hieralint/hieralint/internal/project"

// Options are the options for loading a project.
type Options struct {
	// Workers is the number of files that are read concurrently; 0 means one per processor.
	Workers int
	// MaxFileSize is the maximum size of files in bytes; 0 means source.DefaultMaxFileSize.
	MaxFileSize int64
	// Exclude reports whether a file or directory, given its absolute path, is excluded from what
	// is reported; nil excludes nothing. Paths that were requested explicitly are reported anyway,
	// unless ForceExclude is set.
	Exclude      func(path string) bool
	ForceExclude bool
	// ListUnread enables Project.Unread.
	ListUnread bool
	// ReportInstalled includes modules that were installed in what is reported.
	ReportInstalled bool
	// Overlay holds the content of files that replace those on disk or do not exist on disk, such
	// as the buffers of an editor. The keys are paths as passed to Load.
	Overlay map[string][]byte
	// Hidden lists files on disk that are ignored.
	Hidden map[string]bool
	// Existed reports whether a file existed at the revision that the project is compared with, given
	// its absolute path: if it is missing, it is not kept elsewhere, but was removed. nil for no
	// revision.
	Existed func(path string) bool
	// Before is the project as it was loaded before; nil if it was not. Unchanged files are not
	// read again.
	Before *project.Project
	// Dir is the absolute directory that relative paths refer to; files are then shown to users by
	// absolute path. If empty, it is the working directory of the process, and files below it are
	// shown by their relative path.
	Dir string
	// Modulepath lists the directories of modules, overriding each environment.conf; nil for no
	// override.
	Modulepath []string
	// Environments overrides what is found in the directories of environments.
	Environments []EnvironmentOptions
}

// EnvironmentOptions provides what the tree does not reveal about an environment. Relative paths
// refer to the working directory.
type EnvironmentOptions struct {
	// Dir is the directory of the environment.
	Dir string
	// HieraConfig is the configuration that the server reads, in the global layer unless it is the
	// hiera.yaml in Dir; if empty, it is searched for.
	HieraConfig string
	// Datadirs maps data directories as written in the configuration, including tokens, to
	// directories in the tree.
	Datadirs map[string]string
	// Modulepath lists the directories of modules; if nil, they are searched for.
	Modulepath []string
}
