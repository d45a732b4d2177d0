package engine_test

import (
	"context"
	"path/filepath"
	"strings"
	"testing"

	"github.com/hieralint/hieralint/engine"
	"github.com/hieralint/hieralint/engine/outcome"
	"github.com/hieralint/hieralint/engine/tagged"
	"github.com/hieralint/hieralint/engine/types"
	"github.com/hieralint/hieralint/internal/eyamltest"
)

// eyamlLevel makes keys, and gives a level that uses them and what encrypts for them.
func eyamlLevel(t testing.TB) (level string, encrypt func(text string) string) {
	t.Helper()
	dir := t.TempDir()
	encrypt = eyamltest.Keys(t, dir)
	level = "version: 5\nhierarchy:\n  - {name: Secrets, lookup_key: eyaml_lookup_key, path: common.yaml, options: {pkcs7_private_key: " +
		filepath.Join(dir, "private.pem") + ", pkcs7_public_key: " + filepath.Join(dir, "public.pem") + "}}\n"
	return level, encrypt
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
