package sarif

import (
	"fmt"
	"unicode/utf16"
)

// PrimaryLocationLineHash is the key in PartialFingerprints for the hash of the line that a result starts on.
const PrimaryLocationLineHash = "primaryLocationLineHash"

// window is the number of UTF-16 code units in the hash of a line, and base the base of the polynomial.
const (
	window = 100
	base   = 37
)

// baseToWindow is base to the power of window, modulo 2^64.
var baseToWindow = func() uint64 {
	power := uint64(1)
	for range window {
		power *= base
	}
	return power
}()

// LineHashes returns the primaryLocationLineHash of every line of a file, in order. GitHub's upload action also
// computes them (github/codeql-action, src/fingerprints.ts) and warns if those in a log differ. The algorithm is
// therefore the same in every detail: a rolling hash over the whole file without spaces and tabs, in which the value of
// a line is that of the window when it starts with the first unit of the line, and a counter that distinguishes equal
// values.
//
// Lines end at LF, CRLF, and a lone CR. A byte order mark is kept, as in Node.js.
func LineHashes(text []byte) []string {
	r := roller{seen: map[uint64]int{}, lineStart: true}
	for len(text) > 0 {
		c, size := decode(text)
		text = text[size:]
		if c <= 0xFFFF {
			r.unit(uint64(c))
		} else {
			high, low := utf16.EncodeRune(c)
			r.unit(uint64(high))
			r.unit(uint64(low))
		}
	}
	r.unit(endOfFile)
	for range window {
		r.push(0)
	}
	return r.hashes
}

// endOfFile is the unit that codeql-action appends to the text, so that an empty last line also has a hash.
const endOfFile = 65535

// roller is the state of LineHashes.
type roller struct {
	hash   uint64
	units  [window]uint64 // the last units, a ring buffer
	starts [window]bool   // whether the unit starts a line
	at     int            // index of the oldest unit
	seen   map[uint64]int // number of occurrences of each value
	hashes []string

	lineStart bool // the next unit starts a line
	afterCR   bool
}

// unit processes a code unit of the file.
func (r *roller) unit(c uint64) {
	if c == ' ' || c == '\t' || r.afterCR && c == '\n' {
		r.afterCR = false
		return
	}
	r.afterCR = c == '\r'
	if r.afterCR {
		c = '\n'
	}
	opens := r.lineStart
	r.lineStart = c == '\n'
	r.push(c)
	r.starts[(r.at+window-1)%window] = opens
}

// push moves the window by one unit. If the unit that leaves it started a line, the hash of that line is complete.
func (r *roller) push(c uint64) {
	if r.starts[r.at] {
		r.seen[r.hash]++
		r.hashes = append(r.hashes, fmt.Sprintf("%x:%d", r.hash, r.seen[r.hash]))
		r.starts[r.at] = false
	}
	r.hash = base*r.hash + c - baseToWindow*r.units[r.at]
	r.units[r.at] = c
	r.at = (r.at + 1) % window
}
