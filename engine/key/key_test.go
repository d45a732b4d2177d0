package key

import (
	"errors"
	"strings"
	"testing"

	"github.com/hieralint/hieralint/engine/source"
)

// show formats the segments of a key on one line, names in brackets.
func show(k Key) string {
	parts := []string{"[" + k.Root + "]"}
	for _, s := range k.Sub {
		if s.IsIndex() {
			parts = append(parts, s.String())
		} else {
			parts = append(parts, "["+s.String()+"]")
		}
	}
	return strings.Join(parts, " ")
}

// parseTests are keys with their segments in Puppet 7.23 (see the recorded cases keys/*); "" for invalid keys.
// TestAgainstPuppet compares the same keys with Puppet.
var parseTests = []struct{ key, want string }{
	// A key without quotes and dots is a single segment.
	{"s", "[s]"},
	{"", "[]"},
	{" s ", "[ s ]"},
	{"12", "[12]"},
	{"a::b", "[a::b]"},
	{"::lead", "[::lead]"},
	{"*", "[*]"},
	{"ü\nx", "[ü\nx]"},
	// Dots.
	{"a.b", "[a] [b]"},
	{"a.b.c.d", "[a] [b] [c] [d]"},
	{"a . b", "[a] [b]"},
	{" a.b ", "[a] [b]"},
	{" .a", "[] [a]"},
	{"a. ", "[a] []"},
	{"a. .b", "[a] [] [b]"},
	{"a.\u00a0b", "[a] [\u00a0b]"},
	{"a.\x00b\x00", "[a] [b]"},
	{".", ""},
	{"..", ""},
	{".a", ""},
	{"a.", ""},
	{"a..b", ""},
	// Quotes.
	{"'a.b'", "[a.b]"},
	{`"a.b"`, "[a.b]"},
	{"a.'c.d'", "[a] [c.d]"},
	{`a."c.d"`, "[a] [c.d]"},
	{"a . 'c.d' ", "[a] [c.d]"},
	{"a.' b '", "[a] [ b ]"},
	{`a."it's"`, "[a] [it's]"},
	{`'12'.x`, "[12] [x]"},
	{"a.\n'b'\n.c", "[a] [b] [c]"},
	{"a.'b\nc'", "[a] [b\nc]"},
	{"''", ""},
	{`""`, ""},
	{`a.""`, ""},
	{`a."b`, ""},
	{"a.'", ""},
	{"q'uote", ""},
	{"it's", ""},
	{`a"b"`, ""},
	{"a'b'", ""},
	{"'a''b'", ""},
	{"'a'b", ""},
	{"a.x 'b'", ""},
	{"a. 'b", ""},
	{"a.'b'.", ""},
	{"\x00'a'", ""},
	// Integers.
	{"a.0", "[a] 0"},
	{"a.01", "[a] 1"},
	{"a.+1", "[a] 1"},
	{"a.-1", "[a] -1"},
	{"a.:1", "[a] 0"},
	{"a.:+1", "[a] 0"},
	{"a. 1 ", "[a] 1"},
	{"a.'1'", "[a] [1]"},
	{"a.1x", "[a] [1x]"},
	{"a.1_0", "[a] [1_0]"},
	{"a.+", "[a] [+]"},
	{"a.:", "[a] [:]"},
	{"a.::1", "[a] [::1]"},
	{"a.99999999999999999999", "[a] 99999999999999999999"},
	// A segment is an Integer if any of its lines is one; its value is that of the first line.
	{"a.b\n5", "[a] 0"},
	{"a.5\nb", "[a] 5"},
	{"a.5_0\n7", "[a] 50"},
	// An integer as root key crashes Puppet, which is an error too. Syntax errors take precedence.
	{"1.5", ""},
	{"1.'", ""},
}

func TestParse(t *testing.T) {
	for _, tt := range parseTests {
		t.Run(tt.key, func(t *testing.T) {
			k, err := Parse(tt.key)
			if tt.want == "" {
				if err == nil {
					t.Fatalf("Parse = %s, want an error", show(k))
				}
				if got, want := err.Error(), "Syntax error in key: '"+tt.key+"'"; got != want {
					t.Errorf("error = %q, want %q", got, want)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if got := show(k); got != tt.want {
				t.Errorf("Parse = %q, want %q", got, tt.want)
			}
			if k.Text != tt.key {
				t.Errorf("Text = %q", k.Text)
			}
		})
	}
}

func TestSpans(t *testing.T) {
	text := ` a::b .'c.d' . 07`
	k, err := Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	spans := []source.Span{k.RootSpan}
	for _, s := range k.Sub {
		spans = append(spans, s.Span)
	}
	want := []string{"a::b", "'c.d'", "07"}
	for i, span := range spans {
		if got := text[span.Start:span.End]; got != want[i] {
			t.Errorf("span of segment %d contains %q, want %q", i, got, want[i])
		}
	}
}

func TestSyntaxError(t *testing.T) {
	tests := []struct {
		key    string
		number string
	}{
		{"a..b", ""},
		{".a", ""},
		{"a.", ""},
		{"a.'b", ""},
		{"a.''", ""},
		{"it's", ""},
		{"'a'b", ""},
		{" 1.x", "1"},
	}
	for _, tt := range tests {
		t.Run(tt.key, func(t *testing.T) {
			_, err := Parse(tt.key)
			var syntax *SyntaxError
			if !errors.As(err, &syntax) {
				t.Fatalf("error = %v", err)
			}
			if syntax.Number != tt.number {
				t.Errorf("got number %q, want %q", syntax.Number, tt.number)
			}
		})
	}
}

func TestModule(t *testing.T) {
	for text, want := range map[string]string{
		"x": "", "x.a::b": "", "m::x": "m", "m::n::x": "m", "m::": "m", "M::x": "M", "m::x.y": "m",
		"::x": "::x", "::m::x": "::m::x", "'m::x'.y": "m", "m:x": "",
	} {
		k, err := Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		if got := k.Module(); got != want {
			t.Errorf("module of %q = %q, want %q", text, got, want)
		}
		if k.Qualified() != (want != "") {
			t.Errorf("Qualified() of %q = %t", text, k.Qualified())
		}
	}
}

func TestPlainKeyAllocates(t *testing.T) {
	if n := testing.AllocsPerRun(100, func() { _, _ = Parse("profile::base::packages") }); n != 0 {
		t.Errorf("Parse of a plain key: got %v allocations, want 0", n)
	}
}

func BenchmarkParse(b *testing.B) {
	for name, text := range map[string]string{"plain": "profile::base::packages", "dotted": "facts.os.family", "quoted": `profile::x.'a.b'.0`} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for range b.N {
				if _, err := Parse(text); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
