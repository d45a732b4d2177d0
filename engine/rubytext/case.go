package rubytext

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// longCase lists the letters whose uppercase form has more than one letter, each followed by its
// uppercase form and its form at the start of a word (SpecialCasing.txt, as in Ruby 3.1 and 3.2).
const longCase = "" +
	"ß SS Ss ŉ ʼN ʼN ǰ J̌ J̌ ΐ Ϊ́ Ϊ́ ΰ Ϋ́ Ϋ́ և ԵՒ Եւ ẖ H̱ H̱ ẗ T̈ T̈ ẘ W̊ W̊ ẙ Y̊ Y̊ ẚ Aʾ Aʾ ὐ Υ̓ Υ̓ ὒ Υ̓̀ Υ̓̀ " +
	"ὔ Υ̓́ Υ̓́ ὖ Υ̓͂ Υ̓͂ ᾀ ἈΙ ᾈ ᾁ ἉΙ ᾉ ᾂ ἊΙ ᾊ ᾃ ἋΙ ᾋ ᾄ ἌΙ ᾌ ᾅ ἍΙ ᾍ ᾆ ἎΙ ᾎ ᾇ ἏΙ ᾏ ᾈ ἈΙ ᾈ ᾉ ἉΙ ᾉ ᾊ ἊΙ ᾊ ᾋ ἋΙ ᾋ " +
	"ᾌ ἌΙ ᾌ ᾍ ἍΙ ᾍ ᾎ ἎΙ ᾎ ᾏ ἏΙ ᾏ ᾐ ἨΙ ᾘ ᾑ ἩΙ ᾙ ᾒ ἪΙ ᾚ ᾓ ἫΙ ᾛ ᾔ ἬΙ ᾜ ᾕ ἭΙ ᾝ ᾖ ἮΙ ᾞ ᾗ ἯΙ ᾟ ᾘ ἨΙ ᾘ ᾙ ἩΙ ᾙ ᾚ ἪΙ ᾚ " +
	"ᾛ ἫΙ ᾛ ᾜ ἬΙ ᾜ ᾝ ἭΙ ᾝ ᾞ ἮΙ ᾞ ᾟ ἯΙ ᾟ ᾠ ὨΙ ᾨ ᾡ ὩΙ ᾩ ᾢ ὪΙ ᾪ ᾣ ὫΙ ᾫ ᾤ ὬΙ ᾬ ᾥ ὭΙ ᾭ ᾦ ὮΙ ᾮ ᾧ ὯΙ ᾯ ᾨ ὨΙ ᾨ ᾩ ὩΙ ᾩ " +
	"ᾪ ὪΙ ᾪ ᾫ ὫΙ ᾫ ᾬ ὬΙ ᾬ ᾭ ὭΙ ᾭ ᾮ ὮΙ ᾮ ᾯ ὯΙ ᾯ ᾲ ᾺΙ Ὰͅ ᾳ ΑΙ ᾼ ᾴ ΆΙ Άͅ ᾶ Α͂ Α͂ ᾷ Α͂Ι ᾼ͂ ᾼ ΑΙ ᾼ ῂ ῊΙ Ὴͅ ῃ ΗΙ ῌ " +
	"ῄ ΉΙ Ήͅ ῆ Η͂ Η͂ ῇ Η͂Ι ῌ͂ ῌ ΗΙ ῌ ῒ Ϊ̀ Ϊ̀ ΐ Ϊ́ Ϊ́ ῖ Ι͂ Ι͂ ῗ Ϊ͂ Ϊ͂ ῢ Ϋ̀ Ϋ̀ ΰ Ϋ́ Ϋ́ ῤ Ρ̓ Ρ̓ ῦ Υ͂ Υ͂ " +
	"ῧ Ϋ͂ Ϋ͂ ῲ ῺΙ Ὼͅ ῳ ΩΙ ῼ ῴ ΏΙ Ώͅ ῶ Ω͂ Ω͂ ῷ Ω͂Ι ῼ͂ ῼ ΩΙ ῼ ﬀ FF Ff ﬁ FI Fi ﬂ FL Fl ﬃ FFI Ffi ﬄ FFL Ffl " +
	"ﬅ ST St ﬆ ST St ﬓ ՄՆ Մն ﬔ ՄԵ Մե ﬕ ՄԻ Մի ﬖ ՎՆ Վն ﬗ ՄԽ Մխ"

type capitals struct{ upper, title string }

var longCapitals = func() map[rune]capitals {
	fields := strings.Fields(longCase)
	m := make(map[rune]capitals, len(fields)/3)
	for i := 0; i+2 < len(fields); i += 3 {
		r, _ := utf8.DecodeRuneInString(fields[i])
		m[r] = capitals{fields[i+1], fields[i+2]}
	}
	return m
}()

// Upcase is Ruby's String#upcase. Unlike strings.ToUpper, it can map one letter to several.
func Upcase(s string) string {
	if !strings.ContainsFunc(s, func(r rune) bool { return longCapitals[r].upper != "" }) {
		return strings.ToUpper(s)
	}
	var b strings.Builder
	for _, r := range s {
		if c, ok := longCapitals[r]; ok {
			b.WriteString(c.upper)
		} else {
			b.WriteRune(unicode.ToUpper(r))
		}
	}
	return b.String()
}

// Downcase is Ruby's String#downcase, in which only the Turkish İ becomes two letters.
func Downcase(s string) string { return strings.ToLower(strings.ReplaceAll(s, "İ", "i̇")) }

// Capitalize is Ruby's String#capitalize: the first letter in upper case, the others in lower case.
func Capitalize(s string) string {
	r, size := utf8.DecodeRuneInString(s)
	if size == 0 {
		return s
	}
	if c, ok := longCapitals[r]; ok {
		return c.title + Downcase(s[size:])
	}
	return string(unicode.ToTitle(r)) + Downcase(s[size:])
}
