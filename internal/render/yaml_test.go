package render

import (
	"encoding/json"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/hieralint/hieralint/engine/tagged"
	"github.com/hieralint/hieralint/internal/oracle"
)

// texts are strings that need each kind of YAML scalar: plain, quoted, escaped, folded, and
// literal.
var texts = []string{
	"hello", "a b", "", "null", "1", "1.0", "true", "yes", "y", "on", "~", "- a", "a: b", "a #b", "#x", "@x", "%x", "!x", "&x", "*x",
	"a\nb", "a\nb\n", "a\n", "\n", "\na", "  a", "a ", "a\tb", "\ta", "é", "\u0001", "\u001b[0m", strings.Repeat("x", 100),
	strings.Repeat("word ", 30), "- " + strings.Repeat("word ", 30), "a: " + strings.Repeat("word ", 30), strings.Repeat("word ", 30) + "end",
	"12:30", "2024-01-01", "0x1f", "0o17", "017", "08", "1e3", "1_000", ":sym", ":a b", "a:", "a:b", "{a", "[a", "a]", "a,b", "'x'", "\"x\"",
	"it's", "say \"hi\"", "?", "? a", "-", "--", "---", "--- a", "...", "|", ">", "=", "<<", "N", "Y", "n", "NO", "a\r\nb", "\u2028", "\U0001F600", "a\x00b",
	"  \n", "a \n b", "trailing \nspace", "x\n\n", "x\n\ny", "\"quoted\" then: x", "%{a}", "C:\\x", "\\", "back\\slash: x", "tab\tcolon: x",
	"multi\nline: x\n  indented\n", "  lead\nline", "1,000", ".5", "+1", "-1", ".inf", ".nan", "0b1", "1.", "null ", "Null", "NULL", "é: x", "日本語",
	"x\ny\n\n", "a  b", strings.Repeat("two  spaces ", 20) + ".", "- " + strings.Repeat("two  spaces ", 20) + ".", "it's: " + strings.Repeat("a 'b' ", 30) + ".",
	"0.5", "00.5", "1.2.3", "%{lookup('a')} and %{b}", "a\u00a0b", "\ufeffx", "a'b: c", "#", ":", "a :b", "ENC[PKCS7,abc=]",
}

// values are JSON values with nested hashes and arrays.
var values = []string{
	`{"a":1,"b":[1,[2,3],{"c":null}],"d":{},"e":[],"y":1,"":2,"a b":3,"a: b":4}`, `[]`, `{}`, `null`, `1`, `1.5`, `1e20`, `1e-5`, `true`, `[null]`,
	`[[[]]]`, `[{}]`, `[{"a":1,"b":2},{"c":[1]}]`, `{"a":{"b":{"c":1}}}`, `{"k":"a\nb\n"}`, `["a\nb"]`, `{"a\nb":1}`, `{"a":[{"b":"x\ny"}]}`,
	`{"__type":"Hash","entries":[[1,"x"],[true,2],[1.5,3],[[1],2],[{"a":1},2],[[],3]]}`, `{"__type":"Integer","value":"12345678901234567890"}`,
	`{"__type":"Float","value":"Infinity"}`, `-0.0`, `[[1,[2,[3]]],[{"a":[{"b":[1]}]}]]`, `{"a":[[1],[2]]}`,
}

const toYAML = `
require 'json'; require 'yaml'
$LOAD_PATH.unshift(ARGV[0]); require 'tagged'
puts JSON.generate(JSON.parse($stdin.read).map { |v| begin Tagged.decode(v).to_yaml; rescue ArgumentError; nil end })`

func againstRuby(t *testing.T, inputs []json.RawMessage) {
	t.Helper()
	var wanted []*string // null where Psych fails to dump the value, such as "0b"
	oracle.AskRuby(t, inputs, &wanted, "-e", toYAML, oracle.Dir(t))
	for i, input := range inputs {
		v, err := tagged.Parse(input)
		if err != nil {
			t.Fatal(err)
		}
		if got := YAML(v); wanted[i] != nil && got != *wanted[i] {
			t.Errorf("%s:\n got %q\nwant %q", input, got, *wanted[i])
		}
	}
}

func TestYAMLAgainstRuby(t *testing.T) {
	var inputs []json.RawMessage
	for _, text := range texts {
		quoted, err := json.Marshal(text)
		if err != nil {
			t.Fatal(err)
		}
		q := string(quoted)
		for _, form := range []string{q, `[` + q + `]`, `{"k":` + q + `}`, `{` + q + `:1}`, `{"k":[` + q + `,{"l":` + q + `}]}`} {
			inputs = append(inputs, json.RawMessage(form))
		}
	}
	for _, v := range values {
		inputs = append(inputs, json.RawMessage(v))
	}
	againstRuby(t, inputs)
}

func TestRandomYAMLAgainstRuby(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	letters := []string{"a", "b", "Z", "1", "0", ".", ":", " ", " ", "\n", "-", "#", "'", "\"", "%", "{", "}", "é", "_", ",", "e", "+", "\\", "\t", "word "}
	var inputs []json.RawMessage
	for range 3000 {
		var b strings.Builder
		for range r.IntN(12) {
			b.WriteString(letters[r.IntN(len(letters))])
		}
		quoted, err := json.Marshal(b.String())
		if err != nil {
			t.Fatal(err)
		}
		inputs = append(inputs, json.RawMessage(`{"k":[`+string(quoted)+`]}`), quoted)
	}
	againstRuby(t, inputs)
}
