package engine_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/hieralint/hieralint/engine"
	"github.com/hieralint/hieralint/engine/outcome"
	"github.com/hieralint/hieralint/engine/tagged"
	"github.com/hieralint/hieralint/engine/types"
	"github.com/hieralint/hieralint/internal/eyamltest"
)

// eyamlLevel creates eyaml keys, and returns a hiera.yaml that uses them and a function that encrypts with
// them.
func eyamlLevel(t testing.TB) (level string, encrypt func(text string) string) {
	t.Helper()
	dir := t.TempDir()
	encrypt = eyamltest.Keys(t, dir)
	level = "version: 5\nhierarchy:\n  - {name: Secrets, lookup_key: eyaml_lookup_key, path: common.yaml, options: {pkcs7_private_key: " +
		filepath.Join(dir, "private.pem") + ", pkcs7_public_key: " + filepath.Join(dir, "public.pem") + "}}\n"
	return level, encrypt
}

// TestSecretsAreNotInMessages checks that decrypted values are not in errors and warnings.
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
				t.Errorf("%s: got %q, which contains the secret", key, messages)
			}
		}
	}
	r, err := e.Lookup(context.Background(), scope, engine.LookupOptions{}, "plain")
	if err != nil || r.Value.Text() != "hunter2" {
		t.Errorf("plain: got %v, %v", r.Value, err)
	}
	if _, err = e.Lookup(context.Background(), scope, engine.LookupOptions{}, "number"); err == nil || !strings.Contains(err.Error(), "The string '[value redacted]' cannot be converted to Integer") {
		t.Errorf("number: got %v, want a redacted error", err)
	}
}

// TestSecretsInExplanations checks that explanations contain decrypted values only with ShowSecrets,
// including repeated lookups, whose values are cached.
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
					t.Errorf("%s, ShowSecrets %v:\n%s", key, show, text)
				}
			}
		}
	}
}

// TestPrivateKeys checks that Options.PrivateKeys is used if the private key in hiera.yaml is missing.
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
		{"right key", encrypt("hunter2"), []string{path}, false},
		{"missing key file", encrypt("hunter2"), []string{path + "x"}, true},
		{"wrong key", "ENC[PKCS7,MIH0BgkqhkiG9w0BBwOggeYwgeMCAQAxgZ8wgZwCAQAwBTAAAg]", []string{path}, true},
		{"no key", encrypt("hunter2"), nil, true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			e := open(t, engine.Options{Incomplete: true, PrivateKeys: tt.keys}, "hiera.yaml", elsewhere, "data/common.yaml", "plain: "+tt.text+"\n")
			r, err := e.Lookup(context.Background(), engine.NewScope(engine.ScopeData{}), engine.LookupOptions{}, "plain")
			if err != nil {
				t.Fatal(err)
			}
			if _, unknown := outcome.AsUnknown(r.Value); unknown != tt.unknown || !unknown && r.Value.Text() != "hunter2" {
				t.Errorf("got unknown %v", unknown)
			}
		})
	}
}

// TestFilesWithoutKeys checks that values are unknown if a file for a key contains none, as if git-crypt encrypts it, and
// that lookups fail as in Puppet if the tree is complete.
func TestFilesWithoutKeys(t *testing.T) {
	for _, name := range []string{"private.pem", "public.pem"} {
		for _, content := range []string{"\x00GITCRYPT\x00\xc6\x01", "$ANSIBLE_VAULT;1.1;AES256\n3362\n", ""} {
			level, encrypt := eyamlLevel(t)
			_, path, _ := strings.Cut(level, "pkcs7_private_key: ")
			path, _, _ = strings.Cut(path, "private.pem")
			if err := os.WriteFile(path+name, []byte(content), 0o600); err != nil {
				t.Fatal(err)
			}
			for _, incomplete := range []bool{true, false} {
				e := open(t, engine.Options{Incomplete: incomplete}, "hiera.yaml", level, "data/common.yaml", "plain: "+encrypt("hunter2")+"\n")
				r, err := e.Lookup(context.Background(), engine.NewScope(engine.ScopeData{}), engine.LookupOptions{}, "plain")
				if _, unknown := outcome.AsUnknown(r.Value); unknown != incomplete || (err == nil) != incomplete {
					t.Errorf("%q in %s, incomplete %v: got %v, %v", content, name, incomplete, r.Value, err)
				}
			}
		}
	}
}

// BenchmarkDecryptedLookup looks up one encrypted value on many nodes; it is decrypted only once.
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
