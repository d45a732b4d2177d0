// Package eyaml reads encrypted values of hiera-eyaml: it finds ENC[…] blocks in strings,
// determines their recipients, and decrypts them with PKCS7 keys. It does not encrypt.
package eyaml

import (
	"encoding/base64"
	"strings"

	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/lazyregexp"
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

var (
	// marker is the pattern by which Puppet recognizes an encrypted value: a block on one line. A
	// block that a literal scalar (|) spreads over several lines is therefore not decrypted.
	marker = lazyregexp.New(`ENC\[[^\n]*?\]`)
	// block is the pattern that hiera-eyaml then decrypts anywhere in the string.
	block = lazyregexp.New(`ENC\[(?:(\w+),)?([a-zA-Z0-9+/ =\n]+?)\]`)
)

// IsEncrypted reports whether Puppet treats a string as encrypted.
func IsEncrypted(text string) bool {
	return strings.Contains(text, "ENC[") && marker().MatchString(text)
}

// Blocks returns all blocks in a string from left to right.
func Blocks(text string) []Block {
	var blocks []Block
	for _, m := range block().FindAllStringSubmatchIndex(text, -1) {
		b := Block{Span: source.Span{Start: m[0], End: m[1]}, Method: DefaultMethod, Cipher: withoutSpace(text[m[4]:m[5]])}
		if m[2] >= 0 {
			b.Method = text[m[2]:m[3]]
		}
		blocks = append(blocks, b)
	}
	return blocks
}

// withoutSpace removes the whitespace that folded scalars leave in a block.
func withoutSpace(s string) string {
	return strings.Map(func(r rune) rune {
		if r == ' ' || r == '\n' {
			return -1
		}
		return r
	}, s)
}

// Decode returns the encrypted bytes of a block. Like Ruby's decode64, it never fails: it stops at
// padding and skips characters that are not base64.
func (b Block) Decode() []byte {
	cipher, _, _ := strings.Cut(b.Cipher, "=")
	cipher = cipher[:len(cipher)-oddDigit(cipher)]
	decoded, err := base64.RawStdEncoding.DecodeString(cipher)
	if err != nil {
		return nil
	}
	return decoded
}

// oddDigit returns 1 if the last digit has too few bits for a byte.
func oddDigit(s string) int {
	if len(s)%4 == 1 {
		return 1
	}
	return 0
}

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
	return chomp(b.String()), nil
}

func chomp(s string) string {
	if t, ok := strings.CutSuffix(s, "\n"); ok {
		return strings.TrimSuffix(t, "\r")
	}
	return strings.TrimSuffix(s, "\r")
}
