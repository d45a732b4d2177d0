package sarif

import (
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// UTF16Len returns the length of text in UTF-16 code units.
func UTF16Len(text []byte) int {
	n := 0
	for len(text) > 0 {
		if text[0] < utf8.RuneSelf {
			n++
			text = text[1:]
			continue
		}
		c, size := decode(text)
		n += utf16.RuneLen(c)
		text = text[size:]
	}
	return n
}

// Clip shortens text to at most limit UTF-16 code units, the last of which is an ellipsis.
func Clip(text string, limit int) string {
	if len(text) <= limit { // a code unit has at least one byte
		return text
	}
	units, keep := 0, 0
	for i, c := range text {
		if units <= limit-1 {
			keep = i
		}
		if units += utf16.RuneLen(c); units > limit {
			return strings.TrimRight(text[:keep], " \n") + "…"
		}
	}
	return text
}

// URI returns the relative URI of a slash-separated path. Colons are percent-encoded too, since they would turn the
// first segment into a scheme.
func URI(path string) string {
	const plain = "-._~/!$&'()*+,;=@"
	const hex = "0123456789ABCDEF"
	var b strings.Builder
	for i := range len(path) {
		switch c := path[i]; {
		case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9', strings.IndexByte(plain, c) >= 0:
			b.WriteByte(c)
		default:
			b.WriteString(string([]byte{'%', hex[c>>4], hex[c&15]}))
		}
	}
	return b.String()
}

// Locate returns the location of the file with a slash-separated path, relative to a base. Absolute Windows paths
// become file URIs without a base.
func Locate(path, base string) ArtifactLocation {
	switch {
	case strings.HasPrefix(path, "//"):
		return ArtifactLocation{URI: "file:" + URI(path)}
	case len(path) > 2 && path[1:3] == ":/" && (path[0]|0x20 >= 'a' && path[0]|0x20 <= 'z'):
		return ArtifactLocation{URI: "file:///" + path[:2] + URI(path[2:])}
	}
	return ArtifactLocation{URI: URI(path), URIBaseID: base}
}

// decode decodes a character like JavaScript and .NET: a malformed sequence is one U+FFFD, whereas Go returns one for
// each byte.
func decode(text []byte) (c rune, size int) {
	if text[0] < utf8.RuneSelf {
		return rune(text[0]), 1
	}
	c, size = utf8.DecodeRune(text)
	if c == utf8.RuneError && size == 1 {
		size = malformed(text)
	}
	return c, size
}

// malformed returns the length of the malformed sequence at the start of text: the longest prefix of a character, or
// one byte ("maximal subpart", Unicode Standard 3.9).
func malformed(text []byte) int {
	low, high := byte(0x80), byte(0xBF)
	var length int
	switch c := text[0]; {
	case c < 0xC2 || c > 0xF4:
		return 1
	case c < 0xE0:
		length = 2
	case c < 0xF0:
		length = 3
		if c == 0xE0 {
			low = 0xA0
		} else if c == 0xED {
			high = 0x9F
		}
	default:
		length = 4
		if c == 0xF0 {
			low = 0x90
		} else if c == 0xF4 {
			high = 0x8F
		}
	}
	n := 1
	for n < length && n < len(text) && low <= text[n] && text[n] <= high {
		low, high = 0x80, 0xBF
		n++
	}
	return n
}
