package secrets

import (
	"bytes"
	"cmp"
	"encoding/base64"
	"slices"
	"strings"

	"github.com/hieralint/hieralint/engine/config"
	"github.com/hieralint/hieralint/engine/eyaml"
	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/lazyregexp"
	"github.com/hieralint/hieralint/internal/project"
	"github.com/hieralint/hieralint/internal/rule"
)

// opening is the start of an encrypted block, valid or not.
type opening struct {
	// start is the offset of ENC in the string, and content that of the text after the bracket.
	start, content int
	// block is the block that hiera-eyaml recognizes there, or nil.
	block *eyaml.Block
	// method is the encryption method as written, or "".
	method string
}

// blockMethod matches the method of a block.
var blockMethod = lazyregexp.New(`^\s*(?:(\w+)\s*[,:;.]|((?i:PKCS7|GPG)) )`)

// starts returns the spans of ENC[ and common misspellings of it: in lower case, and with a space.
func starts(text string) []source.Span {
	const name = "ENC"
	var all []source.Span
	for at := 0; ; {
		i := strings.IndexByte(text[at:], '[')
		if i < 0 {
			return all
		}
		end := at + i
		at = end + 1
		start := len(strings.TrimSuffix(text[:end], " ")) - len(name)
		if start >= 0 && strings.EqualFold(text[start:start+len(name)], name) {
			all = append(all, source.Span{Start: start, End: at})
		}
	}
}

// openings returns the encrypted blocks in a string, except those of other programs, such as `ENC[AES256_GCM,data:…]`
// of SOPS.
func openings(text string) []opening {
	blocks := eyaml.Blocks(text)
	var found []opening
	for _, s := range starts(text) {
		o := opening{start: s.Start, content: s.End}
		for len(blocks) > 0 && blocks[0].Span.Start < o.start {
			blocks = blocks[1:]
		}
		if len(blocks) > 0 && blocks[0].Span.Start == o.start {
			o.block = &blocks[0]
		}
		if method := blockMethod().FindStringSubmatch(text[o.content:]); method != nil {
			o.method = method[1] + method[2]
		}
		if o.block != nil && o.method != "" || isMethod(o.method) || startsPKCS7(text[o.content:]) {
			found = append(found, o)
		}
	}
	return found
}

// pkcs7 is the start of the object identifiers of PKCS7, with which each message starts after its length.
var pkcs7 = []byte{6, 9, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 1, 7}

// startsPKCS7 reports whether a text starts with a PKCS7 message in Base64. Programs other than hiera-eyaml also write `ENC[…]`, with
// random bytes.
func startsPKCS7(text string) bool {
	const enough = 24
	start := make([]byte, base64.StdEncoding.DecodedLen(enough))
	text = strings.Join(strings.Fields(text[:min(len(text), 2*enough)]), "")
	n, _ := base64.StdEncoding.Decode(start, []byte(text[:min(len(text), enough)]))
	return bytes.Contains(start[:n], pkcs7)
}

// methods are the encryption methods of hiera-eyaml and its plugins. Their names are not case-sensitive.
var methods = []string{"PKCS7", "GPG", "KMS", "GKMS", "AWSKMS", "VAULT", "VAULT_RS", "AGE", "TWOFAC", "PLAINTEXT"}

func isMethod(name string) bool {
	return slices.ContainsFunc(methods, func(method string) bool { return strings.EqualFold(name, method) })
}

// span returns the span of the block, or of its first line if it is invalid.
func (o *opening) span(text string) source.Span {
	if o.block != nil {
		return o.block.Span
	}
	end := len(text)
	if i := strings.IndexAny(text[o.start:], "]\n"); i >= 0 {
		end = o.start + i
		if text[end] == ']' {
			end++
		}
	}
	return source.Span{Start: o.start, End: end}
}

// decryption says whether the levels that read a file decrypt its values.
type decryption uint8

const (
	unknownDecryption decryption = iota // nothing reads it, or only a function whose behavior is unknown
	decrypted                           // some level reads it with eyaml_lookup_key
	notDecrypted                        // all levels that read it return the ciphertext
)

// decryptionOf reports whether encrypted values in the file are decrypted, and which level returns the ciphertext.
func decryptionOf(p *rule.FilePass) (decryption, *project.Match) {
	f := p.File
	var plain *project.Match
	for i := range f.Matches {
		switch m := &f.Matches[i]; m.Level.Function.Builtin() {
		case "eyaml_lookup_key":
			return decrypted, nil
		case "yaml_data", "json_data":
			plain = cmp.Or(plain, m)
		default:
			return unknownDecryption, nil
		}
	}
	switch {
	case plain != nil:
		return notDecrypted, plain
	case strings.HasSuffix(f.Path, ".eyaml") && f.Stray != project.Orphan && !rule.IsExample(rule.BelowRoot(f)):
		return decrypted, nil
	}
	return unknownDecryption, nil
}

// decrypts reports whether a level is read with eyaml_lookup_key.
func decrypts(l *config.Level) bool { return l.Function.Builtin() == "eyaml_lookup_key" }
