package rules_test

import (
	"testing"

	"github.com/hieralint/hieralint/rules"
)

func TestYAMLImplicitBoolean(t *testing.T) {
	run(t, rules.YAMLImplicitBoolean, map[string]string{
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
	run(t, rules.YAMLImplicitBoolean, map[string]string{
		"hiera.yaml":  "version: 5\nhierarchy: [{name: A, path: a.json, data_hash: json_data}]\n",
		"data/a.json": `{"a": true, "b": "yes"}`,
	})
}

// TestYAMLImplicitBooleanEvidence is about what says that a string is wanted, and what does not.
func TestYAMLImplicitBooleanEvidence(t *testing.T) {
	run(t, rules.YAMLImplicitBoolean, map[string]string{
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
  PermitRootLogin: no # want warning "the same hash has .yes. in quotes"
  UsePAM: 'yes'
other::level: off # want warning "other::level. is a string in .*Debian.yaml"
other::hash:
  deep: {tls: no, mode: yes} # want warning "other::hash.deep.mode. is a string"
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

// TestYAMLImplicitBooleanFix makes sure that a word that is a string is not made a boolean, and that none is without
// being asked for.
func TestYAMLImplicitBooleanFix(t *testing.T) {
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
			found := run(t, rules.YAMLImplicitBoolean, map[string]string{
				".hieralint.yaml":  "profile: strict\n",
				"data/common.yaml": marked(tt.text, tt.severity+` "boolean"`),
			})
			if len(found) != 1 || len(found[0].Fixes) != len(tt.fixes) {
				t.Fatalf("one finding with %d fixes was wanted: %v", len(tt.fixes), found)
			}
			for i, fix := range found[0].Fixes {
				if got := apply(fix); got != tt.fixes[i] {
					t.Errorf("fixed:\n%s\nwant:\n%s", got, tt.fixes[i])
				}
				if fix.Safe {
					t.Errorf("fix %d is safe", i)
				}
			}
		})
	}
}

func TestYAMLImplicitNumber(t *testing.T) {
	run(t, rules.YAMLImplicitNumber, map[string]string{"data/common.yaml": `---
lookup_options:
  a: {convert_to: [Integer, 010]}
right::plain: [0, 1, -1, +1, 80, 8080, 1.5, 0.0, -0.5, 3.0, .5, 20240102, 9223372036854775808]
right::explicit: [0x1F, 0b101, 1_000, 1_000_000, 1_000.5, 1.5e+3, .inf, -.inf, .nan]
right::text: [08, 0o9, 1e, e3, 1d3, -e5, 12-34e, 3e5f, 0x1e3, 1.2.3e4, 0.1.2, 00:11:22:33:44:55, 80:8080, 99:99, 1.2.3, 2024-13-01, 1__0, 0x, 10.0.0.1]
right::quoted: ['0644', "1.10", '22:22']
right::tagged: !!int 0644
right::block: >-
  0644
text::exponent: [1e3, 12E-03, .5e3, 1.5e3] # want note "is a text" note "is a text" note "is a text" note "is a text"
octal::mode: 0644 # want warning "is the number 420"
octal::ten: 010 # want warning "is the number 8"
octal::small: 07 # want note "is the number 7"
octal::zero: 00 # want note "is the number 0"
octal::list: [1, 05] # want note "is the number 5"
octal::mixed:
  - 07 # want warning "is the number 7"
  - 08
octal::negative: -0100 # want warning "is the number -64"
octal::new: 0o755 # want warning "is a text, not an octal number"
time::minutes: 12:30 # want warning "is the number 45000"
time::seconds: 12:30:45 # want warning "is the number 45045"
time::ports: [22:22, 80:80] # want warning "is the number 80520"
time::float: 190:20:30.15 # want warning "is the number 685230.15"
comma::thousand: 1,000 # want warning "is the number 1000"
comma::ports: 80,443 # want warning "is the number 80443"
comma::decimal: 1,5 # want warning "is the number 15"
underscore::name: 2024_1 # want warning "is the number 20241"
phone: +4930123456 # want warning "is the number 4930123456"
version::ten: 1.10 # want warning "is the number 1.1"
app::version: 0.10 # want warning "is the number 0.1"
app::versions:
  - 5.00 # want warning "is the number 5.0"
app::ratio: 0.50 # want note "is the number 0.5"
app::load: 1.50 # want note "is the number 1.5"
app::change: -1.10 # want note "is the number -1.1"
app::factor: 2.00 # want note "is the number 2.0"
app::release: 08.04 # want warning "is the number 8.04"
app::dot: 5. # want warning "is the number 5.0"
app::long: 0.12345678901234567890 # want warning "is the number 0.12345678901234568"
keys:
  0644: a # want warning "is the number 420"
  8080: b
`})
}

func TestYAMLImplicitNumberFix(t *testing.T) {
	found := run(t, rules.YAMLImplicitNumber, common("a: {mode: 0644} # want \"420\"\n"))
	if len(found) != 1 || len(found[0].Fixes) != 1 || found[0].Fixes[0].Safe {
		t.Fatalf("one finding with one unsafe fix was wanted: %v", found)
	}
	if got, want := apply(found[0].Fixes[0]), "a: {mode: \"0644\"}\n"; got != want {
		t.Errorf("fixed:\n%s\nwant:\n%s", got, want)
	}
	if got := underlined(found[0]); got != "0644" {
		t.Errorf("underlines %q", got)
	}
}

func TestHashKeyNotString(t *testing.T) {
	tests := []struct{ name, text, fixed string }{
		{"boolean", "a:\n  on: 1 # want error \"a boolean\"\n", "a:\n  \"on\": 1\n"},
		{"in a flow hash", "a: {b: [{no: 1}]} # want error \"a boolean\"\n", "a: {b: [{\"no\": 1}]}\n"},
		{"true", "a: {true: 1} # want error \"a boolean\"\n", "a: {\"true\": 1}\n"},
		{"null", "a: {null: 1} # want error \"is nothing\"\n", "a: {\"null\": 1}\n"},
		{"nothing", "a:\n  ? # want error \"is nothing\"\n  : 1\n", ""},
		{"list", "a:\n  ? [b] # want error \"is a list\"\n  : 1\n", ""},
		{"texts, numbers and symbols", "a: {b: 1, 'on': 2, 1: 3, 1.5: 4, y: 5}\nc:\n  :d: 1\n", ""},
		{"at the root", "a: 1\noff: 2 # want warning \"a boolean\"\n", "a: 1\n\"off\": 2\n"},
		{"number at the root", "a: 1\n8080: 2 # want warning \"a number\"\n", "a: 1\n\"8080\": 2\n"},
		{"symbol at the root", ":a: 1\n", ""},
		{"in options", "lookup_options:\n  a: {merge: {yes: x}} # want error \"a boolean\"\n", "lookup_options:\n  a: {merge: {\"yes\": x}}\n"},
		{"entry of options", "lookup_options:\n  yes: {}\n", ""}, // reported by lookup-options-reserved
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			found := run(t, rules.HashKeyNotString, common(tt.text))
			if tt.fixed == "" {
				return
			}
			if len(found) != 1 || len(found[0].Fixes) != 1 {
				t.Fatal("one finding with one fix was wanted")
			}
			if got := apply(found[0].Fixes[0]); got != tt.fixed {
				t.Errorf("fixed:\n%s\nwant:\n%s", got, tt.fixed)
			}
		})
	}
}

// TestHashKeyNotStringElsewhere is about data of modules, where Puppet crashes, and about files that
// it may not read at all.
func TestHashKeyNotStringElsewhere(t *testing.T) {
	run(t, rules.HashKeyNotString, map[string]string{
		"modules/m/hiera.yaml":       "version: 5\n",
		"modules/m/data/common.yaml": "m::a: 1\non: 2 # want error \"a boolean\"\n1: 3 # want error \"a number\"\n",
		"data/workflows/ci.yaml":     "on: push\njobs:\n  on: 1 # want warning \"a boolean\"\n",
	})
}
