package rules

import (
	"bytes"
	"strings"

	"github.com/hieralint/hieralint/engine/config"
	"github.com/hieralint/hieralint/engine/eyaml"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/project"
	"github.com/hieralint/hieralint/internal/rule"
)

// EyamlKeyMismatch reports encrypted values that the keys of their level cannot decrypt.
var EyamlKeyMismatch = &rule.Rule{
	ID: "HL6005", Name: "eyaml-key-mismatch", Family: secretsFamily, Severity: diagnostic.Warning,
	Doc: rule.Doc{
		Title: "An encrypted value is not for the keys of its level",
		What: "An `ENC[PKCS7,…]` block for another certificate than the one that `pkcs7_public_key` names, where that file, or one of the same name, is in the project: another issuer, serial or length of the key. And a level " +
			"with `eyaml_lookup_key` that names no keys at all, or no private key, but reads such blocks.",
		Why: "It comes from encrypting with an old key, or that of another environment, and is found only on the nodes that look the key up.",
		Puppet: "Every lookup of the key fails: `hiera-eyaml backend error decrypting …`. Without keys: `Error was pkcs7_public_key is not defined`. Certificates that `eyaml createkeys` makes all have the same issuer and serial, " +
			"so most of them can be told apart by their length only. (Puppet 7.23, hiera-eyaml 3.3)",
		Examples: []rule.Example{
			{
				Avoid: map[string]string{
					"hiera.yaml":        "version: 5\nhierarchy:\n  - name: Common # want\n    lookup_key: eyaml_lookup_key\n    path: common.eyaml\n",
					"data/common.eyaml": "db::password: >\n" + eyamlBlock,
				},
				Prefer: map[string]string{"hiera.yaml": eyamlLevel, "data/common.eyaml": "db::password: >\n" + eyamlBlock},
				Lookup: "db::password", Fails: "pkcs7_public_key is not defined",
			},
			{
				Avoid: map[string]string{
					"hiera.yaml":                eyamlLevel,
					"keys/public_key.pkcs7.pem": exampleCertificate,
					"data/common.eyaml":         "db::password: >\n" + strings.Replace(eyamlBlock, "\n", " # want\n", 1),
				},
				Prefer: map[string]string{
					"hiera.yaml":                eyamlLevel,
					"keys/public_key.pkcs7.pem": exampleCertificate,
					"data/common.eyaml":         "db::password: >\n" + exampleBlock,
				},
			},
		},
	},
	CheckConfig: levelsWithoutKeys,
	CheckFile: func(p *rule.FilePass) {
		if len(p.Blocks()) == 0 {
			return
		}
		keys := certificates(p)
		if len(keys) == 0 {
			return
		}
		for _, n := range p.Blocks() {
			for _, o := range openings(n.Value.Text()) {
				if o.block == nil || !strings.EqualFold(o.block.Method, eyaml.DefaultMethod) || canBeForAny(keys, o.block) {
					continue
				}
				p.Report(diagnostic.Diagnostic{
					Span:    firstLineOf(p.Source(), n.SourceSpan(o.block.Span.Start, o.block.Span.End)),
					Key:     keyPath(n),
					Message: "this value is encrypted for another certificate than `" + keys[0].path + "`",
					Detail:  "Puppet fails every lookup of the key unless the server has other keys than the project",
					Help:    "encrypt it again with the certificate of level `" + shown(keys[0].level.Name) + "`",
				})
			}
		}
	},
}

// levelsWithoutKeys reports levels that read encrypted values without a key.
func levelsWithoutKeys(p *rule.ConfigPass) {
	for level := range levels(p.Config()) {
		if level.Function.Builtin() != "eyaml_lookup_key" || hasOption(level, "pkcs7_private_key") {
			continue
		}
		example := encryptedFile(p.Site, level)
		if example == nil {
			continue
		}
		missing, asked := "keys", "pkcs7_public_key"
		if hasOption(level, "pkcs7_public_key") {
			missing, asked = "private key", "pkcs7_private_key"
		}
		p.Report(diagnostic.Diagnostic{
			Span:    placeOf(level),
			Message: "level `" + shown(level.Name) + "` names no " + missing + " for the encrypted values in `" + example.Path + "`",
			Detail:  "Puppet fails every lookup of an encrypted value: `Error was " + asked + " is not defined`",
			Help:    "give the level the options `pkcs7_private_key` and `pkcs7_public_key`",
			Key:     keyPathOf(level.NameNode),
		})
	}
}

// encryptedFile is a file with PKCS7 blocks that a level reads, nil when there is none.
func encryptedFile(p *rule.Site, level *config.Level) *project.File {
	for _, f := range p.Project.Files {
		for i := range f.Readers {
			if f.Readers[i].Level == level && bytes.Contains(f.Doc.File.Text, []byte("ENC[PKCS7,")) {
				return f
			}
		}
	}
	return nil
}

// levelKey is the certificate of a level.
type levelKey struct {
	*eyaml.Certificate
	path  string
	level *config.Level
}

// certificates are those of the levels that decrypt the file; none unless all of them are known.
func certificates(p *rule.FilePass) []levelKey {
	var keys []levelKey
	for i := range p.File.Readers {
		r := &p.File.Readers[i]
		if r.Level.Function.Builtin() != "eyaml_lookup_key" {
			continue
		}
		file := r.Root.PublicKey(r.Level)
		if file == nil {
			return nil
		}
		certificate, err := eyaml.NewCertificate(file.Text)
		if err != nil {
			return nil
		}
		keys = append(keys, levelKey{certificate, file.Path, r.Level})
	}
	return keys
}

// canBeForAny tells whether a block can be for one of the certificates, or cannot be read.
func canBeForAny(keys []levelKey, b *eyaml.Block) bool {
	for _, key := range keys {
		if ok, err := key.CanBeFor(b.Decode()); ok || err != nil {
			return true
		}
	}
	return false
}

const (
	// exampleCertificate is a certificate whose private key was not kept, exampleBlock a value that is
	// encrypted for it.
	exampleCertificate = `-----BEGIN CERTIFICATE-----
MIIB6zCCAVSgAwIBAgIBBzANBgkqhkiG9w0BAQsFADAQMQ4wDAYDVQQDDAVvdGhl
cjAgFw0yNjExMjEwMTM4NDRaGA8yMTI2MTAyODAxMzg0NFowEDEOMAwGA1UEAwwF
b3RoZXIwgZ8wDQYJKoZIhvcNAQEBBQADgY0AMIGJAoGBAMnKMqr1yQqBzbUhYtU9
rzoLZp69Aj37wxqp9ASKlQDOdkQr8pwv3RcmsXWKA0s+VP22iFZW86Cqap24FRCg
mSoDhe2YxAw3hfoRLyGxGU8WxZwiMm1ailPJxcRfDux3+Xe4658BJGWefekpOHzF
enesJRtNP3HGomNYqPLm2ZB9AgMBAAGjUzBRMB0GA1UdDgQWBBSG/Ba0U0IyMON6
KCtKa2YYRGenqzAfBgNVHSMEGDAWgBSG/Ba0U0IyMON6KCtKa2YYRGenqzAPBgNV
HRMBAf8EBTADAQH/MA0GCSqGSIb3DQEBCwUAA4GBALMbI5WIArsGQG+otGw4n7kY
QkB9y7mH0cmk/jVYENIkqH+DG1E7jSs73tE9prMhRGYdo99jb0fv4hINFPZL/KOC
hhtrywRozOVlE5BQBfyLQHO3CsKCduKuWBg3WVvIuW/Y7JPoO1JbRxN5MLyCXkNE
VM2rTx+z2Y9km8gPolvD
-----END CERTIFICATE-----
`
	exampleBlock = `  ENC[PKCS7,MIIBBAYJKoZIhvcNAQcDoIH2MIHzAgEAMYGvMIGsAgEAMBUwED
  EOMAwGA1UEAwwFb3RoZXICAQcwDQYJKoZIhvcNAQEBBQAEgYBlEoqXxKhAN6
  AWPcbeLKsSsfUa+afpKbb7vrjIiC+yGDmRAAx7KMkVKMVJ17L6Q4s4cbjN0l
  HIu2eMaujJhwQYqIk56BFrQDLXKUlvE9GdFORLQy6h3U5yxGAMjiX0PenT1V
  AUmQDDhGtf6cSORhVj2M1V+KZE4jQYg+Jll+XYYzA8BgkqhkiG9w0BBwEwHQ
  YJYIZIAWUDBAEqBBD5XpX9QQAZnepbDemM7GougBDi0y+kITecT0zg4PGL+J
  QP]
`
)
