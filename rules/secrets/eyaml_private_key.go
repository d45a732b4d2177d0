package secrets

import (
	"strings"

	"github.com/hieralint/hieralint/engine/config"
	"github.com/hieralint/hieralint/engine/eyaml"
	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/project"
	"github.com/hieralint/hieralint/internal/rule"
)

// EyamlPrivateKey reports private keys in the tree that decrypt the values of a level.
var EyamlPrivateKey = &rule.Rule{
	ID: "HL6006", Name: "eyaml-private-key", Family: family, Severity: diagnostic.Warning,
	CheckConfig: func(p *rule.ConfigPass) {
		if p.Root.Fallback {
			return // its keys are for tests
		}
		seen := map[*source.File]bool{}
		for _, level := range p.Config().AllLevels() {
			pair, ok := p.Root.PrivateKeys[level]
			if !ok || seen[pair.Private] {
				continue
			}
			example := encryptedFiles(p.Site)[level]
			if example == nil || !decryptsFirst(pair, example.Doc.File.Text) {
				continue
			}
			seen[pair.Private] = true
			p.Report(diagnostic.Diagnostic{
				Span:    placeOfPrivateKey(level),
				Key:     rule.KeyPath(level.NameNode),
				Message: "the private key of level `" + rule.Shown(level.Name) + "` is in the tree: `" + pair.Private.Path + "`",
				Detail:  "Anyone who can read the tree can decrypt the values, such as those in `" + example.Path + "`",
				Help:    "change the secrets, encrypt them with new keys, and keep the new private key elsewhere",

				IsPublic: true,
			})
		}
	},
}

// decryptsFirst reports whether keys decrypt the first block in a text.
func decryptsFirst(pair project.KeyPair, text []byte) bool {
	private, err := eyaml.ParsePrivate(pair.Private.Text)
	if err != nil {
		return false
	}
	certificate, err := eyaml.ParseCertificate(pair.Certificate.Text)
	if err != nil {
		return false
	}
	for _, b := range eyaml.Blocks(string(text)) {
		if strings.EqualFold(b.Method, eyaml.DefaultMethod) {
			_, err := eyaml.NewKeys(private, certificate).Decrypt(b.Decode())
			return err == nil
		}
	}
	return false
}

// placeOfPrivateKey returns the place of the option that names the private key of a level.
func placeOfPrivateKey(level *config.Level) source.Span {
	if option, ok := level.Options.Get("pkcs7_private_key"); ok && option.Node() != nil {
		return rule.FirstLine(option.Node())
	}
	return rule.PlaceOf(level)
}
