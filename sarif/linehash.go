package sarif

import (
	"fmt"
	"unicode/utf16"
)

// PrimaryLocationLineHash is the key in PartialFingerprints under which GitHub looks for the hash
// of the line that a result starts on.
const PrimaryLocationLineHash = "primaryLocationLineHash"

// window is how many UTF-16 code units go into the hash of a line, and base the base of the
// polynomial.
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

// LineHashes computes the primaryLocationLineHash of every line of a file, in order. The upload
// action computes them too (github/codeql-action, src/fingerprints.ts) and warns where a log has
// others, so every oddity is kept: a rolling hash over the whole file without spaces and tabs,
// in which the value of a line is what the window holds when it starts with the first unit of that
// line, and a counter that tells equal values apart.
//
// Lines end at LF, CRLF and a lone CR. A byte order mark stays, as in Node.js.
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

// endOfFile is the unit that codeql-action adds behind the text, so that a last line without
// characters has a hash too.
const endOfFile = 65535

// roller is the state of LineHashes.
type roller struct {
	hash   uint64
	units  [window]uint64 // the last units, a ring
	starts [window]bool   // whether the unit opened a line
	at     int            // where the oldest unit stands
	seen   map[uint64]int // how often a value came up
	hashes []string

	lineStart bool // the next unit opens a line
	afterCR   bool
}

// unit takes one code unit of the file.
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

// push moves the window on by one unit. When the unit that falls out opened a line, the window
// held all that counts for that line.
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
