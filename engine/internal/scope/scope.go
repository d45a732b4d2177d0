// Package scope holds the variables of one node as the lookups in one environment see them.
package scope

import (
	_ "embed"
	"strings"
	"sync"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/ascii"
)

// Scope holds the variables of one node. It must not be changed once it is in use.
type Scope struct {
	// Vars holds the variables by name, without leading `::`.
	Vars map[string]*data.Value
	// Top holds the values of %{::x} that differ from those of %{x}.
	Top map[string]*data.Value
	// ServerFacts is the variable server_facts.
	ServerFacts *data.Value
	// Settings holds the variables that contain settings.
	Settings map[string]*data.Value

	// Partial reports that the node is only partially known: variables and parts of facts may be
	// missing.
	Partial bool
	// Manifests reports that variables set by manifests may be missing.
	Manifests bool
	// NoFileForUnknown reports that unknown variables lead to no file.
	NoFileForUnknown bool
	// Late returns the variables of a scope that has none of its own; it is called when the first
	// one is needed.
	Late func() *Scope
}

// Variable returns the value of a variable, including those that contain settings. A leading `::`
// selects the top scope, which contains all variables that are visible to Hiera.
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

// MayBeUnset reports whether a variable that is missing here may exist on the real node.
func (s *Scope) MayBeUnset() bool { return s.Partial || s.Manifests }

// IsAlwaysDefined reports whether a variable is never undefined: module_name, caller_module_name,
// and the match variables ($0, $1, …).
func IsAlwaysDefined(name string) bool {
	if name == "module_name" || name == "caller_module_name" {
		return true
	}
	return ascii.IsNumber(name) && (name == "0" || name[0] != '0')
}

// settingsClass is the prefix of variables that contain settings.
const settingsClass = "settings::"

//go:embed settings.yaml
var settingsText []byte

// settingDefaults holds the default values of settings; undef if they depend on the machine.
var settingDefaults = sync.OnceValue(func() *data.Value {
	return data.Parse(source.New("settings.yaml", settingsText), data.YAML).Value
})

// SettingVariable returns the name of the variable that contains the setting.
func SettingVariable(setting string) string { return settingsClass + setting }

// IsSetting reports whether a variable belongs to the settings class.
func IsSetting(variable string) bool {
	return strings.HasPrefix(strings.TrimPrefix(variable, "::"), settingsClass)
}

// DefaultSetting returns the name of the setting that a variable contains, and its default in the
// given version of Puppet; undef if that depends on the machine. ok is false if there is no such
// setting.
func DefaultSetting(variable string, puppet int) (name string, v *data.Value, ok bool) {
	name = strings.TrimPrefix(strings.TrimPrefix(variable, "::"), settingsClass)
	if name == "strict_variables" {
		return name, data.NewBoolean(puppet >= 8), true
	}
	v, ok = settingDefaults().Get(name)
	return name, v, ok
}
