package discovery

import "github.com/hieralint/hieralint/internal/discovery/worktree"

// Options are the options for loading a project.
type Options = worktree.Options

// EnvironmentOptions provides what the tree does not reveal about an environment.
type EnvironmentOptions = worktree.EnvironmentOptions
