package secrets

import (
	"regexp"
	"strings"

	"github.com/hieralint/hieralint/engine/eyaml"
	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/project"
	"github.com/hieralint/hieralint/internal/rule"
)

// opening is where somebody meant to write an encrypted block.
type opening struct {
	// start is the offset of ENC in the text, content that of what stands behind the bracket.
	start, content int
	// block is the block that hiera-eyaml finds there; nil when it finds none.
	block *eyaml.Block
	// method is how it is encrypted, as written; "" when nothing is written.
	method string
}

var (
	// blockStart is ENC[ as it is meant to be and as people write it.
	blockStart = regexp.MustCompile(`(?i)ENC ?\[`)
	// blockMethod is the method of a block, where it has one.
	blockMethod = regexp.MustCompile(`^\s*(?:(\w+)\s*[,:;.]|((?i:PKCS7|GPG)) )`)
)

// openings are the encrypted blocks that are meant in a text. Other programs have blocks that open
// with ENC[ too, such as SOPS with `ENC[AES256_GCM,data:…]`: those are none.
func openings(text string) []opening {
	blocks := eyaml.Blocks(text)
	var found []opening
	for _, m := range blockStart.FindAllStringIndex(text, -1) {
		o := opening{start: m[0], content: m[1]}
		for i := range blocks {
			if blocks[i].Span.Start == o.start {
				o.block = &blocks[i]
			}
		}
		if method := blockMethod.FindStringSubmatch(text[o.content:]); method != nil {
			o.method = method[1] + method[2]
		}
		if o.block != nil && o.method != "" || isMethod(o.method) || strings.HasPrefix(text[o.content:], pkcs7Start) {
			found = append(found, o)
		}
	}
	return found
}

// pkcs7Start is what the base64 text of each PKCS7 message opens with.
const pkcs7Start = "MI"

// methods are the encryption methods of hiera-eyaml and its plugins. Their names may be written in
// any letters.
var methods = []string{"PKCS7", "GPG", "KMS", "GKMS", "AWSKMS", "VAULT", "VAULT_RS", "AGE", "TWOFAC", "PLAINTEXT"}

func isMethod(name string) bool {
	for _, method := range methods {
		if strings.EqualFold(name, method) {
			return true
		}
	}
	return false
}

// span is where the opening stands: the block, or what stands in its place on the first line.
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

// decryption is what the levels that read a file do about encrypted values in it.
type decryption uint8

const (
	unknownDecryption decryption = iota // nobody reads it, or a function of which nothing is known
	decrypted                           // some level reads it with eyaml_lookup_key
	notDecrypted                        // all levels that read it take it as it stands
)

// decryptionOf tells what becomes of encrypted values in the file, and which level reads it as it
// stands.
func decryptionOf(p *rule.FilePass) (decryption, *project.Match) {
	f := p.File
	var plain *project.Match
	for i := range f.Matches {
		switch m := &f.Matches[i]; m.Level.Function.Builtin() {
		case "eyaml_lookup_key":
			return decrypted, nil
		case "yaml_data", "json_data":
			if plain == nil {
				plain = m
			}
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
