// Package eyaml reads encrypted values of hiera-eyaml: it finds ENC[…] blocks in strings,
// determines their recipients, and decrypts them with PKCS7 keys. It does not encrypt.
package eyaml

import (
	"strings"

	"github.com/hieralint/hieralint/engine/internal/rubystring"
	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/ascii"
)

// DefaultMethod is the method of a block that names none.
const DefaultMethod = "PKCS7"

// Block is an ENC[…] block in a string.
type Block struct {
	// Span is the position of the block, including the brackets.
	Span source.Span
	// Method is the encryption method as written: PKCS7, GPG, ….
	Method string
	// Cipher is the encrypted text in base64, without whitespace.
	Cipher string
}

// start is the start of a block.
const start = "ENC["

// IsEncrypted reports whether Puppet treats a string as encrypted: by `ENC\[.*?\]`, so that a block that a literal scalar
// (|) spreads over several lines is not decrypted.
func IsEncrypted(text string) bool {
	for {
		i := strings.Index(text, start)
		if i < 0 {
			return false
		}
		text = text[i+len(start):]
		end := strings.IndexAny(text, "]\n")
		if end < 0 || text[end] == ']' {
			return end >= 0
		}
		text = text[end:]
	}
}

// Blocks returns all blocks in a string from left to right, those that match `ENC\[(\w+,)?([a-zA-Z0-9+/ =\n]+?)\]`. Blocks
// may have megabytes, for which regular expressions take long.
func Blocks(text string) []Block {
	var blocks []Block
	for at := 0; ; {
		i := strings.Index(text[at:], start)
		if i < 0 {
			return blocks
		}
		b := Block{Span: source.Span{Start: at + i}, Method: DefaultMethod}
		at += i + len(start)
		cipher := at
		if n := countOf(text[at:], ascii.IsWord[byte]); n > 0 && strings.HasPrefix(text[at+n:], ",") {
			b.Method, cipher = text[at:at+n], at+n+1
		}
		n := countOf(text[cipher:], IsCipher[byte])
		if n == 0 || !strings.HasPrefix(text[cipher+n:], "]") {
			continue
		}
		at = cipher + n + 1
		b.Span.End, b.Cipher = at, withoutSpace(text[cipher:cipher+n])
		blocks = append(blocks, b)
	}
}

// countOf returns the number of bytes at the start of a string that are of a kind.
func countOf(text string, is func(c byte) bool) int {
	for i := range len(text) {
		if !is(text[i]) {
			return i
		}
	}
	return len(text)
}

// IsCipher reports whether a block may contain a character as part of what is encrypted.
func IsCipher[C byte | rune](c C) bool {
	return ascii.IsLetter(c) || ascii.IsDigit(c) || c == '+' || c == '/' || c == ' ' || c == '=' || c == '\n'
}

// withoutSpace removes the whitespace that folded scalars leave in a block.
func withoutSpace(s string) string {
	if !strings.ContainsAny(s, " \n") {
		return s
	}
	return strings.Map(func(r rune) rune {
		if r == ' ' || r == '\n' {
			return -1
		}
		return r
	}, s)
}

// Decode returns the encrypted bytes of a block.
func (b Block) Decode() []byte { return rubystring.UnpackBase64(b.Cipher) }

// Replace replaces each block by the result of decrypt. Like hiera-eyaml, it removes one trailing
// line break.
func Replace(text string, decrypt func(Block) (string, error)) (string, error) {
	var b strings.Builder
	end := 0
	for _, found := range Blocks(text) {
		plain, err := decrypt(found)
		if err != nil {
			return "", err
		}
		b.WriteString(text[end:found.Span.Start])
		b.WriteString(plain)
		end = found.Span.End
	}
	b.WriteString(text[end:])
	return strings.TrimSuffix(strings.TrimSuffix(b.String(), "\n"), "\r"), nil // Ruby's chomp
}
