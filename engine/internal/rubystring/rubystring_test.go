package rubystring

import (
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
