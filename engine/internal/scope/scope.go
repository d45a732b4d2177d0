// Package scope has the variables of one node, as the lookups in one environment see them.
package scope

import (
	"slices"
	"strings"

	"github.com/hieralint/hieralint/engine/data"
)

// Scope holds the variables of one node. It is not changed once it is in use.
type Scope struct {
	// Vars are the variables by name, without leading `::`.
	Vars map[string]*data.Value
	// Top are the values that %{::x} has where they differ from that of %{x}.
	Top map[string]*data.Value
	// ServerFacts is the variable server_facts.
	ServerFacts *data.Value
	// Settings are variables that hold settings.
	Settings map[string]*data.Value

	// Partial reports that the node is only known in part: variables may be missing, and parts of facts.
	Partial bool
	// Manifests reports that variables may be missing that manifests set.
	Manifests bool
	// Elsewhere reports that unknown variables lead to no file.
	Elsewhere bool
	// Late are the variables of a scope that has none of its own: they are made when the first is asked for.
	Late func() *Scope
}

// Variable is the value of a variable, or of one that holds a setting. A leading `::` is the top scope,
// where all variables are that Hiera data can see.
func (s *Scope) Variable(name string) (*data.Value, bool) {
	if s.Late != nil {
		return s.Late().Variable(name)
	}
	bare, top := strings.CutPrefix(name, "::")
	if bare == "server_facts" {
		return s.ServerFacts, true
	}
	if top {
		if v, ok := s.Top[bare]; ok {
			return v, true
		}
	}
	v, ok := s.Vars[bare]
	if !ok {
		v, ok = s.Settings[bare]
	}
	return v, ok
}

// MayBeUnset reports whether a variable that is not here may have a value on the real node.
func (s *Scope) MayBeUnset() bool { return s.Partial || s.Manifests }

// IsAlwaysDefined reports whether a variable never is undefined: module_name and caller_module_name, and
// the groups of a regular expression ($0, $1, …).
func IsAlwaysDefined(name string) bool {
	if name == "module_name" || name == "caller_module_name" {
		return true
	}
	if name == "" || name != "0" && name[0] == '0' {
		return false
	}
	return !slices.ContainsFunc([]byte(name), func(r byte) bool { return r < '0' || r > '9' })
}
