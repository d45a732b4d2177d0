package yaml_test

import (
	"testing"

	"github.com/hieralint/hieralint/internal/rule/ruletest"
	"github.com/hieralint/hieralint/rules/yaml"
)

func TestYAMLImplicitNumber(t *testing.T) {
	t.Parallel()
	ruletest.Run(t, yaml.YAMLImplicitNumber, map[string]string{"data/common.yaml": `---
lookup_options:
  a: {convert_to: [Integer, 010]}
right::plain: [0, 1, -1, +1, 80, 8080, 1.5, 0.0, -0.5, 3.0, .5, 20240102, 9223372036854775808]
right::explicit: [0x1F, 0xFFFFFFFF, 0b101, 1_000, 1_000_000, 1_000.5, 1.5e+3, .inf, -.inf, .nan]
right::text: [08, 0o9, 1e, e3, 1d3, -e5, 12-34e, 3e5f, 0x1e3, 1.2.3e4, 0.1.2, 00:11:22:33:44:55, 80:8080, 99:99, 1.2.3, 2024-13-01, 1__0, 0x, 10.0.0.1]
right::quoted: ['0644', "1.10", '22:22']
right::tagged: !!int 0644
right::block: >-
  0644
text::exponent: [1e3, 12E-03, .5e3, 1.5e3] # want note "is a string" note "is a string" note "is a string" note "is a string"
octal::mode: 0644 # want warning "is the number 420"
octal::ten: 010 # want warning "is the number 8"
octal::small: 07 # want note "is the number 7"
octal::zero: 00 # want note "is the number 0"
octal::list: [1, 05] # want note "is the number 5"
octal::mixed:
  - 07 # want warning "is the number 7"
  - 08
octal::negative: -0100 # want warning "is the number -64"
octal::new: 0o755 # want warning "is a string, not an octal number"
time::minutes: 12:30 # want warning "is the number 45000"
time::seconds: 12:30:45 # want warning "is the number 45045"
time::ports: [22:22, 80:80] # want warning "is the number 80520"
time::float: 190:20:30.15 # want warning "is the number 685230.15"
hex::key: 0x98FF3EF9C9B912D5 # want warning "is the number 11024599655378391765"
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
	t.Parallel()
	ruletest.Fixes(t, yaml.YAMLImplicitNumber, false, map[string]string{"a: {mode: 0644} # want \"420\"\n": "a: {mode: \"0644\"}\n"})
}
