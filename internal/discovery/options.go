package discovery

import "github.com/hieralint/hieralint/internal/discovery/request"

// Options are the options for loading a project.
type Options = request.Options

// EnvironmentOptions provides what the tree does not reveal about an environment.
type EnvironmentOptions = request.EnvironmentOptions
