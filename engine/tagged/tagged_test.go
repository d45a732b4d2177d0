package tagged

import (
	"bytes"
	"encoding/json"
	"io"
	"reflect"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/hieralint/hieralint/engine/data"
)

func TestRoundTrip(t *testing.T) {
	for _, text := range []string{
		`null`, `true`, `false`, `0`, `-1`, `9223372036854775807`, `1.0`, `-0.5`, `1.0e+25`, `""`, `"a\nb\t\"\\ é 😀\u0001"`,
		`[]`, `[1,"a",[null]]`, `{}`, `{"b":1,"a":{"c":[]}}`,
		`{"__type":"Integer","value":"9223372036854775808"}`,
		`{"__type":"Float","value":"Infinity"}`, `{"__type":"Float","value":"-Infinity"}`, `{"__type":"Float","value":"NaN"}`,
		`{"__type":"Hash","entries":[[1,"one"],[["x"],{"__type":"Symbol","value":"y"}]]}`,
		`{"__type":"Symbol","value":"s"}`, `{"__type":"Default","value":null}`,
		`{"__type":"Sensitive","value":["secret"]}`, `{"__type":"Type","value":"Array[Integer[1, 2]]"}`,
		`{"__type":"String","encoding":"ASCII-8BIT","base64":"/w=="}`, `{"__type":"String","encoding":"UTF-8","base64":"/w=="}`,
		`{"__type":"Regexp","value":"^a+$"}`, `{"__type":"SemVer","value":"1.2.3"}`, `{"__type":"SemVerRange","value":">=1.2.3"}`,
		`{"__type":"Timespan","value":"0-01:00:00.0"}`, `{"__type":"Timestamp","value":"2020-01-02T03:04:05.000000000 UTC"}`,
		`{"__type":"URI","value":"https://example.com/"}`, `{"__type":"Binary","value":"AAEC"}`,
	} {
		v, err := Parse([]byte(text))
		if err != nil {
			t.Errorf("%s: got error %v", text, err)
			continue
		}
		if got := string(Append(nil, v)); got != text {
			t.Errorf("got %[2]s, want %[1]s", text, got)
		}
	}
}

func TestParse(t *testing.T) {
	tests := []struct{ text, want, err string }{
		{text: " \t\r\n{ \"a\" : [ 1 , 2 ] , \"b\" : { } } \n", want: `{"a":[1,2],"b":{}}`},
		{text: `{"a":1,"b":2,"a":3}`, want: `{"a":3,"b":2}`},
		{text: `"\u00e9\ud83d\ude00\/\b"`, want: `"é😀/\u0008"`},
		{text: `"\ud800x\udc00\ud800\ud800"`, want: "\"\uFFFDx\uFFFD\uFFFD\uFFFD\""},
		{text: "\"a\xffb\"", want: "\"a\uFFFDb\""},
		{text: `1E2`, want: `100.0`},
		{text: ``, err: "not JSON: it ends where a value should be"},
		{text: `{"a":1`, err: "not JSON: it ends where a comma or `}` should be"},
		{text: `[1,]`, err: "not JSON: ']' in column 4, where a value should be"},
		{text: `{"a":1,}`, err: "not JSON: '}' in column 8, where a name in quotes should be"},
		{text: `{a:1}`, err: "not JSON: 'a' in column 2, where a name in quotes should be"},
		{text: `{"é" 1}`, err: "not JSON: '1' in column 6, where a colon should be"},
		{text: `[1 2]`, err: "not JSON: '2' in column 4, where a comma or `]` should be"},
		{text: "[\n 1,\n  é]", err: "not JSON: 'é' in line 3, column 3, where a value should be"},
		{text: `1 2`, err: "not JSON: '2' in column 3, where the end should be"},
		{text: `01`, err: "not JSON: '1' in column 2, where the end should be"},
		{text: `1.`, err: "not JSON: it ends where a digit should be"},
		{text: `"a`, err: "not JSON: it ends where a closing quote should be"},
		{text: `"\q"`, err: "not JSON: 'q' in column 3, where an escaped character should be"},
		{text: `"\u12g4"`, err: "not JSON: 'g' in column 6, where a hexadecimal digit should be"},
		{text: "\"a\nb\"", err: "not JSON: '\\n' in column 3, where a character of a text should be"},
		{text: `1e400`, err: "the number 1e400 is too large"},
		{text: strings.Repeat("[", 20_000), err: "JSON that is nested deeper than 10000 is not read"},
		{text: `{"__type":"Hash"}`, err: "a Hash without entries"},
		{text: `{"__type":"Integer","value":"x"}`, err: "`x` is no Integer"},
		{text: `{"__type":"String"}`, err: "a String without base64"},
	}
	for _, tt := range tests {
		v, err := Parse([]byte(tt.text))
		switch {
		case err != nil && err.Error() != tt.err:
			t.Errorf("%.40q: got error `%s`, want `%s`", tt.text, err, tt.err)
		case err == nil && tt.err != "":
			t.Errorf("%.40q: got no error, want `%s`", tt.text, tt.err)
		case err == nil && string(Append(nil, v)) != tt.want:
			t.Errorf("%.40q: got %s, want %s", tt.text, Append(nil, v), tt.want)
		}
	}
}

// members returns the members of an object as JSON.
func members(text string, before map[string]string) (map[string]string, error) {
	got := map[string]string{}
	err := Members(text, func(name string) (string, bool) { return before[name], true }, func(m Member) { got[m.Name] = m.Text })
	return got, err
}

func TestMembers(t *testing.T) {
	got, err := members(` {"a" : {"x": [1, "}"]}, "\u0062":"y\"", "c":-1.5e3 } `, nil)
	want := map[string]string{"a": `{"x": [1, "}"]}`, "b": `"y\""`, "c": `-1.5e3`}
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("got %q, %v", got, err)
	}
	for _, text := range []string{``, `[]`, `{"a":1} x`, `{"a":[}`, `{"a":tru}`, `{"a":"\x"}`} {
		if _, err := members(text, nil); err == nil {
			t.Errorf("%q: got no error", text)
		}
	}
}

func TestMembersSeenBefore(t *testing.T) {
	before := map[string]string{"same": `{"x":["\"}"]}`, "longer": `{"x":1}`, "other": `{"x":1}`, "number": `1`}
	got, err := members(`{"same":{"x":["\"}"]}, "longer":{"x":1,"y":2},"other":[], "number":12}`, before)
	want := map[string]string{"same": before["same"], "longer": `{"x":1,"y":2}`, "other": `[]`, "number": `12`}
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("got %q, %v", got, err)
	}
}

func TestMembersAsValues(t *testing.T) {
	var got []string
	err := Members(`{"a":[1],"b":{"x":2}}`, func(name string) (string, bool) { return "", name == "b" }, func(m Member) {
		if m.Value != nil {
			m.Text = string(Append([]byte("value "), m.Value))
		}
		got = append(got, m.Name+": "+m.Text)
	})
	if want := []string{"a: value [1]", `b: {"x":2}`}; err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("got %q, %v", got, err)
	}
}

// FuzzParse compares with encoding/json.
func FuzzParse(f *testing.F) {
	for _, text := range []string{`{"a":[1,2.5,-0,"x\u00e9",null,true],"b":{}}`, `[1,]`, `"\ud800"`, `1e5`, `{"__type":"Sensitive","value":1}`, ` "a" `, `-`, `{"a":1,"a":2}`} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		v, err := Parse([]byte(text))
		if !utf8.ValidString(text) || strings.Contains(text, "__t") || strings.Contains(text, `\`) && strings.Contains(text, "_t") {
			return
		}
		if err != nil {
			if json.Valid([]byte(text)) && !strings.Contains(err.Error(), "too large") && !strings.Contains(err.Error(), "deeper") {
				t.Errorf("%q: got error %v", text, err)
			}
			return
		}
		written := Append(nil, v)
		if bigInteger(v) {
			return // big integers are tagged
		}
		var want, got any
		if err := json.Unmarshal([]byte(text), &want); err != nil {
			t.Fatalf("%q: got no error, but it is invalid JSON: %v", text, err)
		}
		if err := json.Unmarshal(written, &got); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%q: got %s, %v", text, written, err)
		}
		if v.Kind() != data.Hash {
			return
		}
		texts, err := members(text, nil)
		if err != nil || len(texts) != v.Len() {
			t.Errorf("%q: got %q, %v", text, texts, err)
		}
		for _, member := range texts {
			if !json.Valid([]byte(member)) {
				t.Errorf("%q: member %q is invalid JSON", text, member)
			}
		}
	})
}

func bigInteger(v *data.Value) bool {
	if _, fits := v.Int(); v.Kind() == data.Integer && !fits {
		return true
	}
	if slices.ContainsFunc(v.Items(), bigInteger) {
		return true
	}
	for _, e := range v.Entries() {
		if bigInteger(e.Value) {
			return true
		}
	}
	return false
}

// BenchmarkParse parses a request with this package and with encoding/json, which resolves no tags, and keeps
// the order of members only if it returns tokens.
func BenchmarkParse(b *testing.B) {
	text := []byte(`{"id":1,"node":"n.example.com","facts":{"os":{"family":"RedHat","release":{"major":"9"}},"list":["a","b"],"n":12},"key":"a::b"}`)
	decoder := func() *json.Decoder { return json.NewDecoder(bytes.NewReader(text)) }
	for _, way := range []struct {
		name string
		read func() error
	}{
		{"values", func() error {
			_, err := Parse(text)
			return err
		}},
		{"values with encoding-json", func() error {
			var v any
			return decoder().Decode(&v)
		}},
		{"tokens with encoding-json", func() error {
			d := decoder()
			for {
				if _, err := d.Token(); err == io.EOF {
					return nil
				} else if err != nil {
					return err
				}
			}
		}},
		{"members", func() error {
			return Members(string(text), func(string) (string, bool) { return "", true }, func(Member) {})
		}},
		{"members with encoding-json", func() error {
			var v map[string]json.RawMessage
			return decoder().Decode(&v)
		}},
	} {
		b.Run(way.name, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				if err := way.read(); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// TestStringPieces checks special characters at every position, because String copies eight unescaped bytes
// at a time.
func TestStringPieces(t *testing.T) {
	for _, special := range []string{"\"", "\\", "\n", "\x00", "\x1f", "\x7f", " ", "!", "é", "\xff", "\u2028", "€", "\U0001F600"} {
		for before := range 10 {
			for after := range 10 {
				text := strings.Repeat("a", before) + special + strings.Repeat("#", after)
				var got string
				if err := json.Unmarshal(String(nil, text), &got); err != nil || got != strings.ToValidUTF8(text, "\uFFFD") {
					t.Errorf("String(%q) = %s (%v)", text, String(nil, text), err)
				}
			}
		}
	}
}
