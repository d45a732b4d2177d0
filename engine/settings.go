package engine

import (
	_ "embed"
	"path/filepath"
	"strings"
	"sync"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/outcome"
	"github.com/hieralint/hieralint/engine/source"
)

// settingsPrefix opens the names of variables that hold a setting.
const settingsPrefix = "settings::"

//go:embed settings.yaml
var settingsText []byte

// settingDefaults are the values of settings that nobody changed, by name; undef for those that
// depend on the machine.
var settingDefaults = sync.OnceValue(func() *data.Value {
	return data.Parse(source.New("settings.yaml", settingsText), data.YAML).Value
})

var strictNames = [...]string{Off: "off", Warning: "warning", Strict: "error"}

// settingVariables are the variables that Puppet sets from its settings, as far as they are known
// here.
func settingVariables(o *Options) map[string]*data.Value {
	m := map[string]*data.Value{}
	set := func(name string, v *data.Value) { m[settingsPrefix+name] = v }
	text := data.NewString
	environment := text(o.Environment.Name)
	m["environment"] = environment
	set("environment", environment)
	set("strict", text(strictNames[o.Strict]))
	set("data_binding_terminus", text("hiera"))
	// Variables of the class that holds the settings: its own.
	set("title", text("settings"))
	set("name", text("settings"))
	if o.NoGlobalLayer {
		set("data_binding_terminus", text("none"))
	}
	if o.Codedir != "" {
		set("codedir", text(o.Codedir))
	}
	if o.GlobalConfig != "" {
		set("hiera_config", text(o.GlobalConfig))
	}
	if o.Environment.Dir != "" {
		set("modulepath", text(strings.Join(o.Environment.ModulePath, string(filepath.ListSeparator))))
		if o.Environment.Conf.Get("manifest") == nil {
			set("manifest", text(filepath.Join(o.Environment.Dir, "manifests")))
		}
	}
	return m
}

// setting is the value of a variable called settings::name that is not among the ones known for
// certain. It is Unknown when it depends on the server, or when this engine cannot know what its
// puppet.conf says; ok is false when there is no such setting.
func (inv *invocation) setting(variable string, from *data.Node) (v *data.Value, ok bool) {
	o := &inv.node.engine.options
	name := strings.TrimPrefix(strings.TrimPrefix(variable, "::"), settingsPrefix)
	if name == "strict_variables" {
		v, ok = data.NewBoolean(o.Puppet >= 8), true
	} else {
		v, ok = settingDefaults().Get(name)
	}
	if ok && (v.IsUndef() || o.Incomplete) {
		v = inv.unknown(outcome.UnknownSetting, name, from)
	}
	return v, ok
}

// isSetting tells whether a variable belongs to the class that holds the settings.
func isSetting(variable string) bool {
	return strings.HasPrefix(strings.TrimPrefix(variable, "::"), settingsPrefix)
}
