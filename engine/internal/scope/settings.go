package scope

import (
	_ "embed"
	"strings"
	"sync"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/source"
)

// settingsClass begins the names of variables that hold a setting.
const settingsClass = "settings::"

//go:embed settings.yaml
var settingsText []byte

// settingDefaults are the default values of settings by name, undef where it depends on the machine.
var settingDefaults = sync.OnceValue(func() *data.Value {
	return data.Parse(source.New("settings.yaml", settingsText), data.YAML).Value
})

// SettingVariable is the name of the variable that holds a setting.
func SettingVariable(setting string) string { return settingsClass + setting }

// IsSetting reports whether a variable belongs to the class that holds the settings.
func IsSetting(variable string) bool {
	return strings.HasPrefix(strings.TrimPrefix(variable, "::"), settingsClass)
}

// DefaultSetting is the name of the setting that a variable holds, and its default in Puppet of the given
// version: undef when it depends on the machine. ok is false when there is no such setting.
func DefaultSetting(variable string, puppet int) (name string, v *data.Value, ok bool) {
	name = strings.TrimPrefix(strings.TrimPrefix(variable, "::"), settingsClass)
	if name == "strict_variables" {
		return name, data.NewBoolean(puppet >= 8), true
	}
	v, ok = settingDefaults().Get(name)
	return name, v, ok
}
