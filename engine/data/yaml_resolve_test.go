package data

import (
	"fmt"
	"math/rand"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/reference"
)

// shown formats a value for test tables.
func shown(v *Value) string {
	if v == nil {
		return "refused"
	}
	switch v.Kind() {
	case Undef:
		return "null"
	case Boolean:
		return fmt.Sprint(v.Bool())
	case Integer:
		return v.BigInt().String()
	case Float:
		return fmt.Sprintf("float %v", v.Float())
	case String:
		if v.IsBinary() {
			return fmt.Sprintf("binary %q", v.Text())
		}
		return fmt.Sprintf("%q", v.Text())
	case Symbol:
		return ":" + v.Text()
	case Array:
		var items []string
		for _, item := range v.Items() {
			items = append(items, shown(item))
		}
		return "[" + strings.Join(items, ", ") + "]"
	case Hash:
		var entries []string
		for _, e := range v.Entries() {
			entries = append(entries, shown(e.Key)+": "+shown(e.Value))
		}
		return "{" + strings.Join(entries, ", ") + "}"
	}
	return v.Kind().String()
}

func parseText(text string) *Document { return Parse(source.New("f.yaml", []byte(text)), YAML) }

// scalars are values as written after `x: `, with the values or errors of Psych 4.0.3.
var scalars = []struct{ text, want string }{
	{"yes", "true"}, {"YES", "true"}, {"On", "true"}, {"off", "false"}, {"no", "false"}, {"tRUE", "true"}, {"false", "false"},
	{"y", `"y"`}, {"n", `"n"`}, {"Y", `"Y"`}, {"nULL", "null"}, {"~", "null"}, {"", "null"}, {"nil", `"nil"`}, {"none", `"none"`},
	{"ye\u017f", "true"}, {"o\ufb00", "false"},

	{"0", "0"}, {"-0", "0"}, {"+1", "1"}, {"01", "1"}, {"010", "8"}, {"0777", "511"}, {"08", `"08"`}, {"0o17", `"0o17"`},
	{"0x1F", "31"}, {"0X1f", `"0X1f"`}, {"-0x1F", "-31"}, {"0b101", "5"}, {"0B11", `"0B11"`}, {"0b2", `"0b2"`},
	{"1_000", "1000"}, {"1__000", `"1__000"`}, {"1_", `"1_"`}, {"_1", `"_1"`}, {"0_1", "1"}, {"0x_f", "15"}, {"0_", "0"},
	{"1,000", "1000"}, {"1,2,3", "123"}, {"1,", `"1,"`}, {"00", "0"}, {"20010101", "20010101"},
	{"9223372036854775807", "9223372036854775807"}, {"9223372036854775808", "9223372036854775808"}, {"-9223372036854775809", "-9223372036854775809"},
	{"123456789012345678901234567890", "123456789012345678901234567890"},
	{"0x_", `error invalid value for Integer(): "0x"`}, {"0b,", `error invalid value for Integer(): "0b"`},

	{"1.5", "float 1.5"}, {"1.", "float 1"}, {"0.", "float 0"}, {".5", "float 0.5"}, {"-.5", "float -0.5"}, {"1_0.5", "float 10.5"},
	{"1.5_0", `"1.5_0"`}, {"1,000.5", "float 1000.5"}, {"-0.0", "float -0"}, {"1e3", `"1e3"`}, {"1e+3", `"1e+3"`}, {"1.5e3", `"1.5e3"`},
	{"1.5e+3", "float 1500"}, {"1.e3", `"1.e3"`}, {"1.e+3", "float 1000"}, {"6.022e23", `"6.022e23"`}, {"1.2.3", `"1.2.3"`}, {".", `"."`}, {"..", `".."`}, {"+.", `"+."`},
	{".inf", "float +Inf"}, {"+.INF", "float +Inf"}, {"-.inf", "float -Inf"}, {".nan", "float NaN"}, {"-.nan", `"-.nan"`}, {"inf", `"inf"`},
	{"1.5e+400", "float +Inf"}, {".e+5", `error invalid value for Float(): "e+5"`},

	{"12:30", "45000"}, {"12:30:45", "45045"}, {"1:2", "3720"}, {"22:22", "80520"}, {"99:99", `"99:99"`}, {"1:60", `"1:60"`}, {"80:8080", `"80:8080"`},
	{"1:2:3:4", `"1:2:3:4"`}, {"-1:30", "-1800"}, {"190:20:30.15", "float 685230.15"}, {"12:30:45.5", "float 45045.5"}, {"1__0:30", "5400"},

	{"2001-01-01", "error Tried to load unspecified class: Date"}, {"2001-1-1", "error Tried to load unspecified class: Date"},
	{"2001-13-01", `"2001-13-01"`}, {"2001-02-30", "error Tried to load unspecified class: Date"}, {"9999-99-99", `"9999-99-99"`},
	{"2001-12-14T21:59:43Z", "error Tried to load unspecified class: Time"}, {"2001-12-14 21:59:43.10 -5", "error Tried to load unspecified class: Time"},
	{"2001-12-14 21:59:43 +05:30", "error Tried to load unspecified class: Time"}, {"2001-12-14 21:59:43 +053", "error Tried to load unspecified class: Time"},
	{"2001-12-14T21:59", `"2001-12-14T21:59"`}, {"2001-01", `"2001-01"`}, {"01-01-2001", `"01-01-2001"`}, {"2001-01-01x", `"2001-01-01x"`},

	{":foo", ":foo"}, {`:"foo bar" baz`, ":foo bar"}, {":'a'b'", ":a'b"}, {`:":x"`, ":x"}, {"::1", "::1"}, {":1", ":1"},
	{"foo:bar", `"foo:bar"`}, {"fe80::1", `"fe80::1"`}, {"=", `"="`}, {"<<", `"<<"`}, {"1.2.3.4", `"1.2.3.4"`}, {"+1 2", `"+1 2"`},
	{"a#b", `"a#b"`}, {"a #b", `"a"`}, {"---", `"---"`}, {"\u00a01", `"\u00a01"`}, {"ü", `"ü"`},

	{"'yes'", `"yes"`}, {`"1"`, `"1"`}, {"|\n  yes", `"yes"`}, {"no\n\n  no", "false"}, {`"\/"`, `"/"`}, {`"\L\P\N\_"`, `"\u2028\u2029\u0085\u00a0"`},
	{`"\U0001F600\x41\0"`, `"😀A\x00"`},

	{"!!str 1", `"1"`}, {"!str 1", `"1"`}, {"!!str", `""`}, {"!!int '1'", "1"}, {"!!int abc", `"abc"`}, {"!!int yes", "true"}, {"!!null x", `"x"`},
	{"!!bool foo", `"foo"`}, {"!foo '1'", "1"}, {"!vault 'yes'", "true"}, {"!foo |\n  1\n", `"1\n"`}, {"!foo |\n  no\n", "false"}, {"! '1'", "1"}, {"! yes", "true"}, {"!", "null"},
	{"!!float 1", "float 1"}, {"!!float 1e3", "float 1000"}, {"!!float 0x1F", "float 31"}, {"!!float '1_0.5e1_0'", "float 1.05e+11"},
	{"!!float abc", `error invalid value for Float(): "abc"`}, {"!!float yes", "error can't convert true into Float"}, {"!!float", "error can't convert nil into Float"},
	{"!!float :a", "error can't convert Symbol into Float"}, {`!!float "é#{"`, `error invalid value for Float(): "\xC3\xA9\#{"`},
	{"!!binary aGVsbG8=", `binary "hello"`}, {"!!binary /w==", `binary "\xff"`}, {"!binary |\n  aGVs\n  bG8", `binary "hello"`},
	{"!ruby/sym foo", ":foo"}, {"!ruby/symbol foo", ":foo"}, {"!ruby/string foo", `"foo"`}, {"!ruby/class", "null"},
	{"!ruby/class String", "error Tried to load unspecified class: String"}, {"!ruby/regexp /a/", "error Tried to load unspecified class: Regexp"},
	{"!ruby/range 1..2", "error Tried to load unspecified class: Range"}, {"!ruby/object:BigDecimal 1", "error Tried to load unspecified class: BigDecimal"},
	{"!str:Foo a", "error Tried to load unspecified class: Foo"},

	{"!!omap [a: 1, b: 2]", `{"a": 1, "b": 2}`}, {"!!omap {a: 1}", "error Tried to load unspecified class: Psych::Omap"},
	{"!!omap [a]", "error undefined method `first' for nil:NilClass"}, {"!!set {a}", "error Tried to load unspecified class: Psych::Set"},
	{"!!pairs [a: 1]", `[{"a": 1}]`}, {"!!str [a]", `["a"]`}, {"!!str {str: a}", `"a"`}, {"!!str {a: 1}", "error can't modify frozen NilClass: nil"},
	{"!!str {1: 1}", "error `@1' is not allowed as an instance variable name"}, {"!foo {a: 1}", `{"a": 1}`},
	{"!ruby/object {}", "error Tried to load unspecified class: Object"}, {"!ruby/object:Foo {}", "error Tried to load unspecified class: Foo"},
	{"!ruby/object:Hash {a: 1}", `{"a": 1}`}, {"!ruby/hash:Foo {}", "error Tried to load unspecified class: Foo"}, {"!ruby/struct:Foo {}", "error Tried to load unspecified class: Foo"},
	{"!ruby/struct {}", "error Tried to load unspecified class: Struct"}, {"!ruby/array:Foo [a]", "error Tried to load unspecified class: Foo"},
	{"!seq: [a]", "error undefined method `allocate' for nil:NilClass"}, {"!ruby/exception:E {}", "error Tried to load unspecified class: E"},
	{"!map:Foo {}", "error Tried to load unspecified class: Foo"}, {"!ruby/range {}", "error Tried to load unspecified class: Range"},
}

func TestScalars(t *testing.T) {
	for _, tt := range scalars {
		t.Run(tt.text, func(t *testing.T) {
			doc := parseText("x: " + tt.text)
			var got string
			if doc.Err != nil {
				got = "error " + doc.Err.Message
			} else {
				v, _ := doc.Value.Get("x")
				got = shown(v)
			}
			if got != tt.want {
				t.Errorf("got %s, want %s", got, tt.want)
			}
		})
	}
}

// TestScalarsPsych compares the scalars above with Puppet.
func TestScalarsPsych(t *testing.T) {
	var texts []string
	for _, tt := range scalars {
		texts = append(texts, "x: "+tt.text)
	}
	compare(t, YAML, texts)
}

// TestScalarsGenerated compares with Puppet on mutated scalars, such as strings that are almost numbers or
// dates.
func TestScalarsGenerated(t *testing.T) {
	r := rand.New(rand.NewSource(4))
	const letters = "0123456789_,.:-+eExXbBoOtTzZ yesnofalutr~'\"#{\n@\u00e9\u017f\ufb00"
	alphabet := []rune(letters)
	texts := make([]string, rounds(10000))
	for i := range texts {
		text := []rune(scalars[r.Intn(len(scalars))].text)
		for n := r.Intn(4); n > 0; n-- {
			at := r.Intn(len(text) + 1)
			letter := alphabet[r.Intn(len(alphabet))]
			switch {
			case at == len(text) || r.Intn(2) == 0:
				text = append(text[:at:at], append([]rune{letter}, text[at:]...)...)
			default:
				text[at] = letter
			}
		}
		// With a tag, Psych resolves a quoted scalar like a plain one.
		texts[i] = "x: " + []string{"! ", "!foo ", "!!float ", "!!binary ", "!ruby/sym "}[r.Intn(100)/60*(1+r.Intn(4))] + yamlQuote(string(text))
	}
	compare(t, YAML, texts)
}

// yamlQuote returns text as a double-quoted scalar.
func yamlQuote(text string) string {
	text = strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`).Replace(text)
	return `"` + text + `"`
}

// TestReferenceTables compares all inputs of the reference tables with Puppet.
func TestReferenceTables(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(reference.Dir(t), "reference", "yaml-psych.md"))
	if err != nil {
		t.Fatal(err)
	}
	row := regexp.MustCompile("(?m)^\\| `(.*?[^\\\\`])` \\|")
	char := regexp.MustCompile(`<U\+([0-9A-F]{4,6})>`)
	var texts []string
	for _, match := range row.FindAllStringSubmatch(string(text), -1) {
		cell := strings.NewReplacer("⏎", "\n", `\|`, "|").Replace(match[1])
		cell = char.ReplaceAllStringFunc(cell, func(s string) string {
			n, _ := strconv.ParseUint(s[3:len(s)-1], 16, 32)
			return string(rune(n))
		})
		texts = append(texts, cell, "x: "+cell)
	}
	if len(texts) < 400 {
		t.Fatalf("got %d inputs from the tables, want at least 400", len(texts))
	}
	compare(t, YAML, texts)
}
