package nodes

import (
	"github.com/hieralint/hieralint/engine/facter"
	"github.com/hieralint/hieralint/internal/project"
)

// isDoubtful reports whether a value is probably not the name of a node, although the name of a file is, in place of a variable that
// names nodes: another variable of the same hierarchy may take the place, too, as in `%{environment}` beside `%{clientcert}`, and
// nodes are called otherwise, judging by code.
func (fleet *Fleet) isDoubtful(name, value string) bool {
	if fleet.options.IsNode == nil || !facter.IsUniquePerNode(name) || !fleet.hasTwin()[twin{name, value}] {
		return false
	}
	return !fleet.options.IsNode(fleet.Project, value)
}

// twin is a value of a variable that names nodes.
type twin struct{ name, value string }

// findTwins returns the values in the names of files that may as well be those of variables that do not name nodes.
func findTwins(files []*project.File) map[twin]bool {
	all := map[twin]bool{}
	for _, f := range files {
		for i := range f.Matches {
			a := &f.Matches[i]
			name, value, ok := onlyVariable(a)
			if !ok || !facter.IsUniquePerNode(name) {
				continue
			}
			for j := range f.Matches {
				b := &f.Matches[j]
				if other, same, ok := onlyVariable(b); ok && b.Root == a.Root && same == value && !facter.IsUniquePerNode(other) {
					all[twin{name, value}] = true
				}
			}
		}
	}
	return all
}

// onlyVariable returns the canonical name and the value of the variable of a match; ok is false unless there is exactly one.
func onlyVariable(m *project.Match) (name, value string, ok bool) {
	if len(m.Vars) != 1 || m.Vars[0].Text == "" {
		return "", "", false
	}
	return facter.Canonical(m.Vars[0].Name), m.Vars[0].Text, true
}
