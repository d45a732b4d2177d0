package yaml_test

import (
	"testing"

	"github.com/hieralint/hieralint/internal/rule/ruletest"
	"github.com/hieralint/hieralint/rules/yaml"
)

func TestYAMLImplicitBoolean(t *testing.T) {
	t.Parallel()
	ruletest.Run(t, yaml.YAMLImplicitBoolean, map[string]string{
		".hieralint.yaml": "profile: strict\n",
		"data/common.yaml": `---
lookup_options:
  a: {merge: {strategy: deep, sort_merged_arrays: yes}}
right::true: true
right::capitals: [True, FALSE]
right::letters: [y, n, Y, N]
right::quoted: ['yes', "no"]
right::longer: yes please
right::null: ~
right::tagged: !!bool yes
right::block: |
  yes
right::nested:
  # a key has a rule of its own
  no: x
strict::yes: yes # want note "boolean true"
strict::capital: Off # want note "boolean false"
strict::odd: oFF # want note "boolean false"
strict::list:
  - on # want note "boolean true"
strict::nested:
  deeper: {flow: no} # want note "boolean false"
strict::anchored: &a no # want note "boolean false"
right::alias: *a
`})
	ruletest.Run(t, yaml.YAMLImplicitBoolean, map[string]string{
		"hiera.yaml":  "version: 5\nhierarchy: [{name: A, path: a.json, data_hash: json_data}]\n",
		"data/a.json": `{"a": true, "b": "yes"}`,
	})
}

// TestYAMLImplicitBooleanEvidence checks what counts as evidence that a string is intended.
func TestYAMLImplicitBooleanEvidence(t *testing.T) {
	t.Parallel()
	ruletest.Run(t, yaml.YAMLImplicitBoolean, map[string]string{
		"hiera.yaml": "version: 5\nhierarchy: [{name: OS, path: 'os/%{facts.os.family}.yaml'}, {name: Common, path: common.yaml}]\n",
		"modules/app/manifests/init.pp": `class app(
  $mode = 'no',
  $switch = true,
  Variant[Boolean, Enum['yes', 'no']] $either = 'yes',
  $none,
) { }
`,
		"data/common.yaml": `---
netplan::interfaces:
  eth0: {dhcp4: no, dhcp6: no, addresses: ['10.0.0.1/24']}
sshd::permit_root_login: no
sshd::options: {PermitRootLogin: no, X11Forwarding: yes, Port: '22', Banner: 'none', Strict: 'true'}
app::switch: on
app::either: no
app::none: no
flags: [yes, no, 1]
right::first: yes
right::second: 'yes'
service::ensure: "%{facts.role}"
empty::value: ''
region: no
app::mode: no # want warning "default of the parameter is a string"
home_country: no # want warning "abbreviation"
languages: [de, no, se] # want warning "other elements"
ssh::options:
  PermitRootLogin: no # want warning "the same hash has .yes. quoted"
  UsePAM: 'yes'
other::level: off # want warning "the same key is a string in .*Debian.yaml"
other::hash:
  deep: {tls: no, mode: yes} # want note "the same key is a string"
other::list: [{mode: yes}]
`,
		"data/os/Debian.yaml": `---
app::either: 'no'
other::level: 'on'
other::hash:
  deep: {tls: no, mode: strict}
other::list: [{mode: 'yes'}]
service::ensure: yes
empty::value: yes
`,
	})
}

// TestYAMLImplicitBooleanFix checks that a word that is probably a string has no fix to a boolean,
// and that no fix is safe.
func TestYAMLImplicitBooleanFix(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, text, severity string
		fixes                []string
	}{
		{"a switch", "app::ssl: on\n", "note", []string{"app::ssl: true\n", "app::ssl: \"on\"\n"}},
		{"a country", "app::home_country: no\n", "warning", []string{"app::home_country: \"no\"\n"}},
		{"among strings", "app::languages: [de, no, se]\n", "warning", []string{"app::languages: [de, \"no\", se]\n"}},
		{"among booleans", "app::flags: [no, true]\n", "note", []string{"app::flags: [false, true]\n", "app::flags: [\"no\", true]\n"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			found := ruletest.Run(t, yaml.YAMLImplicitBoolean, map[string]string{
				".hieralint.yaml":  "profile: strict\n",
				"data/common.yaml": ruletest.Marked(tt.text, tt.severity+` "boolean"`),
			})
			if len(found) != 1 || len(found[0].Fixes) != len(tt.fixes) {
				t.Fatalf("want one finding with %d fixes, got %v", len(tt.fixes), found)
			}
			for i, fix := range found[0].Fixes {
				if got := ruletest.Apply(fix); got != tt.fixes[i] {
					t.Errorf("fixed:\n%s\nwant:\n%s", got, tt.fixes[i])
				}
				if fix.Safe {
					t.Errorf("fix %d is safe", i)
				}
			}
		})
	}
}

// TestYAMLImplicitBooleanMisspelled checks that a misspelled boolean is no evidence that a string is intended.
func TestYAMLImplicitBooleanMisspelled(t *testing.T) {
	t.Parallel()
	ruletest.Run(t, yaml.YAMLImplicitBoolean, map[string]string{
		"hiera.yaml":         ruletest.RoleLevels,
		"data/common.yaml":   "eth0: {dhcp4: no, dhcp6: no} # want note \"the same key is a string\"\n",
		"data/role/web.yaml": "eth0: {dhcp4: nol, dhcp6: 'nol'}\n",
	})
}
