package secrets

import (
	"bytes"
	"slices"
	"strings"

	"github.com/hieralint/hieralint/engine/config"
	"github.com/hieralint/hieralint/engine/eyaml"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/project"
	"github.com/hieralint/hieralint/internal/rule"
)

// EyamlKeyMismatch reports encrypted values that the keys of their level cannot decrypt.
var EyamlKeyMismatch = &rule.Rule{
	ID: "HL6005", Name: "eyaml-key-mismatch", Family: family, Severity: diagnostic.Warning, Reach: rule.OtherValues,
	Selectors:   []*rule.Selector{rule.Blocks},
	CheckConfig: levelsWithoutKeys,
	CheckFile: func(p *rule.FilePass) {
		if len(p.Selected(rule.Blocks)) == 0 {
			return
		}
		keys := certificates(p)
		if len(keys) == 0 {
			return
		}
		for _, n := range p.Selected(rule.Blocks) {
			for _, o := range openings(n.Value.Text()) {
				if o.block == nil || !strings.EqualFold(o.block.Method, eyaml.DefaultMethod) || canBeForAny(keys, o.block) {
					continue
				}
				p.Report(diagnostic.Diagnostic{
					Span:    rule.FirstLineOf(p.Source(), n.SourceSpan(o.block.Span.Start, o.block.Span.End)),
					Key:     rule.KeyPath(n),
					Message: "value is encrypted with a certificate other than `" + keys[0].path + "`",
					Detail:  "Every lookup of the key fails unless the server has different keys",
					Help:    "encrypt it again with the certificate of level `" + rule.Shown(keys[0].level.Name) + "`",
				})
			}
		}
	},
}

// levelsWithoutKeys reports levels that read encrypted values but have no key.
func levelsWithoutKeys(p *rule.ConfigPass) {
	for _, level := range p.Config().AllLevels() {
		if !decrypts(level) || hasOption(level, "pkcs7_private_key") {
			continue
		}
		example := encryptedFiles(p.Site)[level]
		if example == nil {
			continue
		}
		missing, asked := "keys", "pkcs7_public_key"
		if hasOption(level, "pkcs7_public_key") {
			missing, asked = "private key", "pkcs7_private_key"
		}
		p.Report(diagnostic.Diagnostic{
			Span:    rule.PlaceOf(level),
			Message: "level `" + rule.Shown(level.Name) + "` names no " + missing + " for the encrypted values in `" + example.Path + "`",
			Detail:  "Every lookup of an encrypted value fails: `Error was " + asked + " is not defined`",
			Help:    "give the level the options `pkcs7_private_key` and `pkcs7_public_key`",
			Key:     rule.KeyPath(level.NameNode),

			IsPublic: true,
		})
	}
}

// encryptedFiles returns a file with PKCS7 blocks for each level that reads any. They are determined once.
func encryptedFiles(p *rule.Site) map[*config.Level]*project.File {
	type key struct{}
	return rule.Once(p, key{}, func() map[*config.Level]*project.File {
		found := map[*config.Level]*project.File{}
		for _, f := range p.Project.Files {
			if !bytes.Contains(f.Doc.File.Text, []byte("ENC[PKCS7,")) {
				continue
			}
			for i := range f.Matches {
				if level := f.Matches[i].Level; found[level] == nil {
					found[level] = f
				}
			}
		}
		return found
	})
}

// levelKey is the certificate of a level.
type levelKey struct {
	*eyaml.Certificate
	path  string
	level *config.Level
}

// certificates returns the certificates of the levels that decrypt the file, or nil unless all of them are known.
func certificates(p *rule.FilePass) []levelKey {
	var keys []levelKey
	for i := range p.File.Matches {
		m := &p.File.Matches[i]
		if !decrypts(m.Level) {
			continue
		}
		file := m.Root.PublicKeys[m.Level]
		if file == nil {
			return nil
		}
		certificate, err := eyaml.NewCertificate(file.Text)
		if err != nil {
			return nil
		}
		keys = append(keys, levelKey{certificate, file.Path, m.Level})
	}
	return keys
}

// canBeForAny reports whether a block may be encrypted for one of the certificates. It may if it cannot be parsed.
func canBeForAny(keys []levelKey, b *eyaml.Block) bool {
	return slices.ContainsFunc(keys, func(key levelKey) bool {
		ok, err := key.CanBeFor(b.Decode())
		return ok || err != nil
	})
}
