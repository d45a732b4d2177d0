package scope

import (
	"testing"

	"github.com/hieralint/hieralint/engine/data"
)

func TestVariable(t *testing.T) {
	t.Parallel()
	s := &Scope{
		Vars:        map[string]*data.Value{"role": data.NewString("local"), "os": data.NewString("Debian")},
		Top:         map[string]*data.Value{"role": data.NewString("top")},
		Settings:    map[string]*data.Value{SettingVariable("strict"): data.NewString("error")},
		ServerFacts: data.NewString("server"),
	}
	for name, want := range map[string]string{
		"role": "local", "::role": "top", "os": "Debian", "::os": "Debian", "server_facts": "server", "::server_facts": "server",
		"settings::strict": "error", "::settings::strict": "error", "none": "", "::none": "",
	} {
		v, ok := s.Variable(name)
		if ok != (want != "") || ok && v.Text() != want {
			t.Errorf("%s = %v, %t; want %q", name, v, ok, want)
		}
	}
}

func TestIsAlwaysDefined(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]bool{
		"module_name": true, "caller_module_name": true, "0": true, "12": true,
		"": false, "01": false, "1a": false, "module": false, "::module_name": false,
	} {
		if got := IsAlwaysDefined(name); got != want {
			t.Errorf("IsAlwaysDefined(%q) = %t", name, got)
		}
	}
}

func TestDefaultSetting(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		variable string
		puppet   int
		value    *data.Value // nil if there is no such setting
	}{
		{"settings::strict_variables", 7, data.NewBoolean(false)},
		{"::settings::strict_variables", 8, data.NewBoolean(true)},
		{"settings::ca_port", 8, data.NewInteger(8140)},
		{"settings::certname", 8, data.NewUndef()},
		{"settings::no_such_setting", 8, nil},
	} {
		if !IsSetting(tt.variable) {
			t.Errorf("IsSetting(%q) = false", tt.variable)
		}
		_, v, ok := DefaultSetting(tt.variable, tt.puppet)
		if ok != (tt.value != nil) || ok && !data.Eql(v, tt.value) {
			t.Errorf("%s in Puppet %d = %v, %t", tt.variable, tt.puppet, v, ok)
		}
	}
	if IsSetting("certname") {
		t.Error(`IsSetting("certname") = true`)
	}
}
