package rubystring

import (
	"encoding/hex"
	"math"
	"testing"

	"github.com/hieralint/hieralint/internal/oracle"
)

// texts are the inputs of TestAgainstRuby.
var texts = []string{
	"", " ", "a", " a ", "\t\n\v\f\ra\r\f\v\n\t", "\x00a\x00", " \x00 a \x00 ", "\u00a0a\u00a0", "a b",
	"5", "+5", "-5", "- 5", " 5", "\n5", "05", "5x", "x5", ":5", "5_0", "5__0", "5_", "_5", "+_5", "5.9", "1e3",
	"0d12", "0D12", "0d", "0d_1", "0x1f", "0b1", "0_d1", "-0d7", "00d1", "a\n5", "5_0\n7",
	"99999999999999999999", "-99999999999999999999", "٣", "5\x00", "\x005",
}

// TestAgainstRuby compares Strip and ToI with Ruby's String#strip and String#to_i.
func TestAgainstRuby(t *testing.T) {
	var want [][2]string
	oracle.AskRuby(t, texts, &want, "-rjson", "-e", "puts JSON.generate(JSON.parse($stdin.read).map { |s| [s.strip, s.to_i.to_s] })")
	for i, s := range texts {
		start, end := Strip(s)
		if got := s[start:end]; got != want[i][0] {
			t.Errorf("Strip(%q) = %q, Ruby returns %q", s, got, want[i][0])
		}
		if got := ToI(s).String(); got != want[i][1] {
			t.Errorf("ToI(%q) = %s, Ruby returns %s", s, got, want[i][1])
		}
	}
}

func TestStrip(t *testing.T) {
	for s, want := range map[string]string{"": "", " ": "", " a b\n": "a b", "\x00a\x00": "a", "\u00a0a": "\u00a0a"} {
		start, end := Strip(s)
		if got := s[start:end]; got != want {
			t.Errorf("Strip(%q) = %q, want %q", s, got, want)
		}
	}
}

func TestToI(t *testing.T) {
	for s, want := range map[string]string{"": "0", "5": "5", "+5": "5", "-05": "-5", ":5": "0", "5_0x": "50", "5__0": "5", "abc": "0", "5.9": "5"} {
		if got := ToI(s).String(); got != want {
			t.Errorf("ToI(%q) = %s, want %s", s, got, want)
		}
	}
}

func TestParseInteger(t *testing.T) {
	tests := []struct {
		text string
		base int
		want string // empty if it is not an integer
	}{
		{"42", 0, "42"}, {"042", 0, "34"}, {"042", 10, "42"}, {"0x1f", 0, "31"}, {"0x1f", 16, "31"}, {"0x1f", 10, ""}, {"0b11", 0, "3"},
		{"0b1", 16, "177"}, {"0o17", 0, "15"}, {"0d12", 0, "12"}, {"08", 0, ""}, {" -5\n", 0, "-5"}, {"1_000", 0, "1000"}, {"1__0", 0, ""},
		{"_1", 0, ""}, {"", 0, ""}, {"+-1", 0, ""}, {"- 5", 0, ""}, {"0", 0, "0"}, {"0_7", 0, "7"}, {"9", 8, ""}, {"99999999999999999999", 0, "99999999999999999999"},
	}
	for _, tt := range tests {
		i, ok := ParseInteger(tt.text, tt.base)
		if ok != (tt.want != "") || ok && i.String() != tt.want {
			t.Errorf("ParseInteger(%q, %d) = %v, %v; want %q", tt.text, tt.base, i, ok, tt.want)
		}
	}
}

func TestParseFloat(t *testing.T) {
	for text, want := range map[string]float64{"1": 1, "017": 17, "1.5": 1.5, ".5": 0.5, " 1e3 ": 1000, "-0x1F": -31, "1_0.5": 10.5, "1e400": math.Inf(1)} {
		if got, ok := ParseFloat(text); !ok || got != want {
			t.Errorf("ParseFloat(%q) = %v, %v", text, got, ok)
		}
	}
	for _, text := range []string{"", "a", "1.", "1e", "1__0", "_1", "--1", "1_.5", "1._5", "0x_1", "1 2", "Infinity", "e5", "."} {
		if got, ok := ParseFloat(text); ok {
			t.Errorf("ParseFloat(%q) = %v, want no float", text, got)
		}
	}
}

func TestUnpackBase64(t *testing.T) {
	t.Parallel()
	texts := []string{"", "A", "QQ", "QQ==", "QUI=", "QUJD", "QUJDRA==QUJD", "Q U\nJ-D", "=QUJD", "Q=UJD", "QU=JD", "QUJ=D", "++//"}
	var want []string
	oracle.AskRuby(t, texts, &want, "-rjson", "-e", "puts JSON.generate(JSON.parse($stdin.read).map { |s| s.unpack1('m').unpack1('H*') })")
	for i, s := range texts {
		if got := hex.EncodeToString(UnpackBase64(s)); got != want[i] {
			t.Errorf("UnpackBase64(%q) = %s, Ruby returns %s", s, got, want[i])
		}
	}
}
