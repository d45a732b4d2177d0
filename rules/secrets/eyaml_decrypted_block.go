package secrets

import (
	"strings"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/lazyregexp"
	"github.com/hieralint/hieralint/internal/rule"
)

// EyamlDecryptedBlock reports decrypted blocks left behind by `eyaml edit`.
var EyamlDecryptedBlock = &rule.Rule{
	ID: "HL6002", Name: "eyaml-decrypted-block", Family: family, Severity: diagnostic.Error,
	Nodes: rule.Blocks,
	CheckNode: func(p *rule.FilePass, n *data.Node) {
		text := n.Value.Text()
		for _, m := range decryptedBlock().FindAllStringIndex(text, -1) {
			d := diagnostic.Diagnostic{
				Span:    rule.FirstLineOf(p.Source(), n.SourceSpan(m[0], m[1])),
				Key:     rule.KeyPath(n),
				Message: "plaintext secret in a decrypted block",
				Detail:  "The literal string becomes the value",
				Help:    "encrypt the file with `eyaml edit`, and replace the secret if it was ever committed",
			}
			if head, _, _ := strings.Cut(text[m[0]:m[1]], "["); !strings.Contains(head, "::") {
				d.Help = "write two colons after `DEC`, so that `eyaml edit` encrypts it, and replace the secret if it was ever committed"
			}
			p.Report(d)
		}
	},
}

// decryptedBlock matches a block as shown by `eyaml edit`. Without the !, it is not encrypted again when the editor
// exits. With a single colon, it never was.
var decryptedBlock = lazyregexp.New(`(?s)DEC(?:\(\d+\))?(?:::[A-Za-z][A-Za-z0-9_]*|:?(?:GPG|PKCS7))\[(?:.+?\]!|[^\]]*\]?)`)
