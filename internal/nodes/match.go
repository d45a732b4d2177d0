package nodes

import (
	"fmt"
	"path"
	"slices"
	"strings"
)

// Match returns a function that selects nodes by certname, with globs as patterns, or by the
// value of a variable: VARIABLE=VALUE.
func Match(patterns []string) (func(*Node) bool, error) {
	for _, pattern := range patterns {
		if _, err := path.Match(pattern, ""); err != nil {
			return nil, fmt.Errorf("invalid glob `%s`: %w", pattern, err)
		}
	}
	return func(n *Node) bool {
		return slices.ContainsFunc(patterns, func(pattern string) bool {
			if variable, value, ok := strings.Cut(pattern, "="); ok {
				found, known := n.Value(variable)
				return known && found == value
			}
			name := n.Name
			if name == "" {
				name, _ = n.Value("trusted.certname")
			}
			matches, err := path.Match(pattern, name)
			return matches && err == nil
		})
	}, nil
}
