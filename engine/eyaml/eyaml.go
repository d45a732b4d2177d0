// Package eyaml reads the encrypted values of hiera-eyaml: it finds ENC[…] blocks in texts, tells
// whom they are encrypted for, and decrypts them with PKCS7 keys.
//
// It knows neither files of data nor lookups, and it encrypts nothing.
package eyaml

import (
	"encoding/base64"
	"strings"

	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/lazyregexp"
)

// DefaultMethod is the method of a block that names none.
const DefaultMethod = "PKCS7"

// Block is one ENC[…] in a text.
type Block struct {
	// Span is where the block stands in the text, brackets included.
	Span source.Span
	// Method is how it is encrypted: PKCS7, GPG, …, as written.
	Method string
	// Cipher is the encrypted text in base64, without white space.
	Cipher string
}

var (
	// marker is how Puppet recognizes that a value is encrypted: a block on one line. So a block
	// that a literal scalar (|) spreads over lines stays as it is.
	marker = lazyregexp.New(`ENC\[[^\n]*?\]`)
	// block is what hiera-eyaml then decrypts, anywhere in the text.
	block = lazyregexp.New(`ENC\[(?:(\w+),)?([a-zA-Z0-9+/ =\n]+?)\]`)
)

// IsEncrypted reports whether Puppet treats a string as encrypted.
func IsEncrypted(text string) bool {
	return strings.Contains(text, "ENC[") && marker.MatchString(text)
}

// Blocks are all blocks in a text, from left to right.
func Blocks(text string) []Block {
	var blocks []Block
	for _, m := range block.FindAllStringSubmatchIndex(text, -1) {
		b := Block{Span: source.Span{Start: m[0], End: m[1]}, Method: DefaultMethod, Cipher: withoutSpace(text[m[4]:m[5]])}
		if m[2] >= 0 {
			b.Method = text[m[2]:m[3]]
		}
		blocks = append(blocks, b)
	}
	return blocks
}

// withoutSpace removes what folded scalars leave in a block.
func withoutSpace(s string) string {
	return strings.Map(func(r rune) rune {
		if r == ' ' || r == '\n' {
			return -1
		}
		return r
	}, s)
}

// Decode is the encrypted bytes of a block. Like Ruby's decode64 it never fails: it stops at
// padding and passes over what is no base64.
func (b Block) Decode() []byte {
	cipher, _, _ := strings.Cut(b.Cipher, "=")
	cipher = cipher[:len(cipher)-oddDigit(cipher)]
	decoded, err := base64.RawStdEncoding.DecodeString(cipher)
	if err != nil {
		return nil
	}
	return decoded
}

// oddDigit is 1 when a last digit is too few bits for a byte.
func oddDigit(s string) int {
	if len(s)%4 == 1 {
		return 1
	}
	return 0
}

// Replace puts what decrypt makes of each block in its place. Like hiera-eyaml it removes one
// line break at the end of the whole.
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
	return chomp(b.String()), nil
}

func chomp(s string) string {
	if t, ok := strings.CutSuffix(s, "\n"); ok {
		return strings.TrimSuffix(t, "\r")
	}
	return strings.TrimSuffix(s, "\r")
}
