package scope

import (
	_ "embed"
	"strings"
	"sync"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/source"
)

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
