package ascii

import (
	"regexp"
	"strconv"
	"testing"
)

func TestClasses(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		class  string
		ofByte func(byte) bool
		ofRune func(rune) bool
	}{
		{`[0-9]`, IsDigit[byte], IsDigit[rune]},
		{`[a-z]`, IsLower[byte], IsLower[rune]},
		{`[A-Z]`, IsUpper[byte], IsUpper[rune]},
		{`[a-zA-Z]`, IsLetter[byte], IsLetter[rune]},
		{`\w`, IsWord[byte], IsWord[rune]},
		{`[ \t\n\v\f\r]`, IsSpace[byte], IsSpace[rune]},
	} {
		is := regexp.MustCompile(`\A` + test.class + `\z`)
		for c := range rune(0x250) {
			want := is.MatchString(string(c))
			if got := test.ofRune(c); got != want {
				t.Errorf("%s: rune %q: %v", test.class, c, got)
			}
			if got := ToLower(c); got != c && !(IsUpper(c) && got == c+32) || got == c && IsUpper(c) {
				t.Errorf("%q in lower case is %q", c, got)
			}
			if got := test.ofByte(byte(c)); c < 0x100 && got != want {
				t.Errorf("%s: byte %q: %v", test.class, byte(c), got)
			}
		}
	}
}

func TestHexDigit(t *testing.T) {
	t.Parallel()
	for c := range 0x100 {
		want, err := strconv.ParseUint(string([]byte{byte(c)}), 16, 8)
		if got, ok := HexDigit(byte(c)); got != int(want) || ok != (err == nil) {
			t.Errorf("%q: %d, %v", byte(c), got, ok)
		}
	}
}

func TestStrings(t *testing.T) {
	t.Parallel()
	for text, want := range map[string][3]bool{
		"": {false, false, true}, "0": {true, true, true}, "2026": {true, true, true}, "1.0": {false, false, true}, "-1": {false, false, true},
		"a_B": {false, true, true}, "a b": {false, false, true}, "ä": {false, false, false}, "٣": {false, false, false},
	} {
		if got := [3]bool{IsNumber(text), IsName(text), Is(text)}; got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}
