package engine_test

import (
	"context"
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"encoding/base64"
	"encoding/pem"
	"math/big"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/smallstep/pkcs7"

	"github.com/hieralint/hieralint/engine"
	"github.com/hieralint/hieralint/engine/outcome"
	"github.com/hieralint/hieralint/engine/tagged"
	"github.com/hieralint/hieralint/engine/types"
)

// eyamlLevel makes keys, and gives a level that uses them and what encrypts for them.
func eyamlLevel(t testing.TB) (level string, encrypt func(text string) string) {
	t.Helper()
	private, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{SerialNumber: big.NewInt(1), NotBefore: time.Now(), NotAfter: time.Now().Add(time.Hour)}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &private.PublicKey, private)
	if err != nil {
		t.Fatal(err)
	}
	certificate, err := x509.ParseCertificate(der)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for name, block := range map[string]*pem.Block{
		"private.pem": {Type: "RSA PRIVATE KEY", Bytes: x509.MarshalPKCS1PrivateKey(private)},
		"public.pem":  {Type: "CERTIFICATE", Bytes: der},
	} {
		if err := os.WriteFile(filepath.Join(dir, name), pem.EncodeToMemory(block), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	level = "version: 5\nhierarchy:\n  - {name: Secrets, lookup_key: eyaml_lookup_key, path: common.yaml, options: {pkcs7_private_key: " +
		filepath.Join(dir, "private.pem") + ", pkcs7_public_key: " + filepath.Join(dir, "public.pem") + "}}\n"
	return level, func(text string) string {
		pkcs7.ContentEncryptionAlgorithm = pkcs7.EncryptionAlgorithmAES256CBC
		encrypted, err := pkcs7.Encrypt([]byte(text), []*x509.Certificate{certificate})
		if err != nil {
			t.Fatal(err)
		}
		return "'ENC[PKCS7," + base64.StdEncoding.EncodeToString(encrypted) + "]'"
	}
}

// What was decrypted is a value, but is in no error and no warning.
func TestSecretsAreNotInMessages(t *testing.T) {
	level, encrypt := eyamlLevel(t)
	e := open(t, engine.Options{Puppet: 7}, "hiera.yaml", level, "data/common.yaml", strings.Join([]string{
		"lookup_options:",
		"  number: {convert_to: Integer}",
		"  sensitive: {convert_to: Sensitive}",
		"  pattern: {convert_to: \"Enum['a']\"}",
		"plain: " + encrypt("hunter2"),
		"number: " + encrypt("hunter2"),
		"short: " + encrypt("%{x..y}"),
		"variable: " + encrypt("%{hunter2}"),
		"sensitive: " + encrypt("hunter2"),
		"pattern: " + encrypt("hunter2"),
		"line: " + encrypt("%{hunter2 x}\n%{hunter2..y}"),
		"key: " + encrypt("%{lookup('hunter2..x')}"),
		"dig: \"%{lookup('plain.x')}\"",
	}, "\n")+"\n")
	scope := engine.NewScope(engine.ScopeData{})
	text, err := types.Parse("Integer")
	if err != nil {
		t.Fatal(err)
	}
	for _, key := range []string{"number", "short", "variable", "pattern", "line", "key", "dig", "sensitive", "plain"} {
		for _, o := range []engine.LookupOptions{{}, {Type: text}} {
			r, err := e.Lookup(context.Background(), scope, o, key)
			messages := strings.Join(r.Warnings, "\n")
			if err != nil {
				messages += err.Error()
			}
			if strings.Contains(messages, "hunter2") || strings.Contains(messages, "x..y") {
				t.Errorf("%s: the secret is in %q", key, messages)
			}
		}
	}
	r, err := e.Lookup(context.Background(), scope, engine.LookupOptions{}, "plain")
	if err != nil || r.Value.Text() != "hunter2" {
		t.Errorf("got %v, %v", r.Value, err)
	}
	if _, err = e.Lookup(context.Background(), scope, engine.LookupOptions{}, "number"); err == nil || !strings.Contains(err.Error(), "The string '[value redacted]' cannot be converted to Integer") {
		t.Errorf("got %v", err)
	}
}

// An explanation shows what was decrypted only to those who ask for it, the second time too, when the value is kept.
func TestSecretsInExplanations(t *testing.T) {
	level, encrypt := eyamlLevel(t)
	e := open(t, engine.Options{}, "hiera.yaml", level, "data/common.yaml", "plain: "+encrypt("hunter2")+"\nquoted: "+encrypt("a\"b\nhunter2")+"\nhash: {a: ["+encrypt("hunter2")+"]}\n")
	scope := engine.NewScope(engine.ScopeData{})
	for _, key := range []string{"plain", "plain", "quoted", "hash"} {
		for _, show := range []bool{false, true} {
			r, err := e.Lookup(context.Background(), scope, engine.LookupOptions{Explain: true, ShowSecrets: show}, key)
			if err != nil {
				t.Fatal(err)
			}
			for _, text := range []string{r.Explanation.Text(), string(tagged.Append(nil, r.Explanation.Tree())), string(tagged.Append(nil, r.Explanation.SymbolTree()))} {
				if strings.Contains(text, "hunter2") != show {
					t.Errorf("%s, show %v:\n%s", key, show, text)
				}
			}
		}
	}
}

// Keys that stand in for those of the real server decrypt what the hiera.yaml names other keys for.
func TestPrivateKeys(t *testing.T) {
	level, encrypt := eyamlLevel(t)
	_, path, _ := strings.Cut(level, "pkcs7_private_key: ")
	path, _, _ = strings.Cut(path, ",")
	elsewhere := "version: 5\nhierarchy:\n  - {name: Secrets, lookup_key: eyaml_lookup_key, path: common.yaml, options: {pkcs7_private_key: /nowhere/private.pem, pkcs7_public_key: /nowhere/public.pem}}\n"
	for _, tt := range []struct {
		name, text string
		keys       []string
		unknown    bool
	}{
		{"with the key", encrypt("hunter2"), []string{path}, false},
		{"with a file that is not there", encrypt("hunter2"), []string{path + "x"}, true},
		{"with another key", "ENC[PKCS7,MIH0BgkqhkiG9w0BBwOggeYwgeMCAQAxgZ8wgZwCAQAwBTAAAg]", []string{path}, true},
		{"without", encrypt("hunter2"), nil, true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			e := open(t, engine.Options{Incomplete: true, PrivateKeys: tt.keys}, "hiera.yaml", elsewhere, "data/common.yaml", "plain: "+tt.text+"\n")
			r, err := e.Lookup(context.Background(), engine.NewScope(engine.ScopeData{}), engine.LookupOptions{}, "plain")
			if err != nil {
				t.Fatal(err)
			}
			if _, unknown := outcome.AsUnknown(r.Value); unknown != tt.unknown || !unknown && r.Value.Text() != "hunter2" {
				t.Errorf("unknown: %v", unknown)
			}
		})
	}
}

// Each value is decrypted once for all nodes.
func BenchmarkDecryptedLookup(b *testing.B) {
	level, encrypt := eyamlLevel(b)
	e := open(b, engine.Options{}, "hiera.yaml", level, "data/common.yaml", "plain: "+encrypt("hunter2")+"\n")
	b.ReportAllocs()
	for b.Loop() {
		scope := engine.NewScope(engine.ScopeData{})
		if _, err := e.Lookup(context.Background(), scope, engine.LookupOptions{}, "plain"); err != nil {
			b.Fatal(err)
		}
	}
}
