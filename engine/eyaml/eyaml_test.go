package eyaml

import (
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/asn1"
	"encoding/base64"
	"encoding/pem"
	"errors"
	"math/big"
	mathrand "math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/smallstep/pkcs7"

	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/oracle"
)

// newKeys creates keys, and returns their certificate as PEM.
func newKeys(t testing.TB, serial int64, name string) (*Keys, []byte) {
	t.Helper()
	private, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(serial), Subject: pkix.Name{CommonName: name},
		NotBefore: time.Now(), NotAfter: time.Now().Add(time.Hour),
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &private.PublicKey, private)
	if err != nil {
		t.Fatal(err)
	}
	public := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der})
	certificate, err := ParseCertificate(public)
	if err != nil {
		t.Fatal(err)
	}
	return NewKeys(private, certificate), public
}

func (k *Keys) encrypt(t testing.TB, text string) []byte {
	t.Helper()
	pkcs7.ContentEncryptionAlgorithm = pkcs7.EncryptionAlgorithmAES256CBC
	encrypted, err := pkcs7.Encrypt([]byte(text), []*x509.Certificate{k.certificate})
	if err != nil {
		t.Fatal(err)
	}
	return encrypted
}

func TestBlocks(t *testing.T) {
	tests := []struct {
		text      string
		encrypted bool
		blocks    []string // method and cipher of each block
	}{
		{"ENC[PKCS7,abc=]", true, []string{"PKCS7 abc="}},
		{"ENC[abc=]", true, []string{"PKCS7 abc="}},
		{"ENC[GPG,abc=]", true, []string{"GPG abc="}},
		{"a ENC[PKCS7,abc] b ENC[GPG,def] c", true, []string{"PKCS7 abc", "GPG def"}},
		{"ENC[PKCS7,ab cd ef]", true, []string{"PKCS7 abcdef"}},
		{"ENC[PKCS7,ab\ncd]", false, []string{"PKCS7 abcd"}}, // Puppet requires a block on one line
		{"ENC[PKCS7,ab\ncd] ENC[ef]", true, []string{"PKCS7 abcd", "PKCS7 ef"}},
		{"ENC[PKCS7,ENC[PKCS7,ab]]", true, []string{"PKCS7 ab"}},
		{"ENC[]", true, nil},
		{"ENC[PKCS7,]", true, nil},
		{"ENC[PKCS7,a-b]", true, nil},
		{"ENC[PKCS7,abc", false, nil},
		{"DEC::PKCS7[abc]!", false, nil},
		{"enc[PKCS7,abc]", false, nil},
		{"text", false, nil},
	}
	for _, tt := range tests {
		if got := IsEncrypted(tt.text); got != tt.encrypted {
			t.Errorf("IsEncrypted(%q) = %v", tt.text, got)
		}
		var blocks []string
		for _, b := range Blocks(tt.text) {
			blocks = append(blocks, b.Method+" "+b.Cipher)
			if whole := tt.text[b.Span.Start:b.Span.End]; !strings.HasPrefix(whole, "ENC[") || !strings.HasSuffix(whole, "]") {
				t.Errorf("%q: span of a block contains %q", tt.text, whole)
			}
		}
		if !slices.Equal(blocks, tt.blocks) {
			t.Errorf("%q: got %q, want %q", tt.text, blocks, tt.blocks)
		}
	}
}

// TestPatterns compares with the regular expressions of Puppet and hiera-eyaml on random strings.
func TestPatterns(t *testing.T) {
	t.Parallel()
	marker := regexp.MustCompile(`ENC\[[^\n]*?\]`)
	block := regexp.MustCompile(`ENC\[(?:(\w+),)?([a-zA-Z0-9+/ =\n]+?)\]`)
	pieces := []string{"ENC[", "ENC[PKCS7,", "]", "\n", ",", "x", "_", "+/=", " ", "[", "E", "ENC", "é", "\xff", "GPG,MII", "]ENC["}
	random := mathrand.New(mathrand.NewPCG(1, 2))
	for range 20_000 {
		var b strings.Builder
		for range random.IntN(12) {
			b.WriteString(pieces[random.IntN(len(pieces))])
		}
		text := b.String()
		if got, want := IsEncrypted(text), marker.MatchString(text); got != want {
			t.Fatalf("IsEncrypted(%q) = %v", text, got)
		}
		var want []Block
		for _, m := range block.FindAllStringSubmatchIndex(text, -1) {
			b := Block{Span: source.Span{Start: m[0], End: m[1]}, Method: DefaultMethod, Cipher: withoutSpace(text[m[4]:m[5]])}
			if m[2] >= 0 {
				b.Method = text[m[2]:m[3]]
			}
			want = append(want, b)
		}
		if got := Blocks(text); !slices.Equal(got, want) {
			t.Fatalf("Blocks(%q) = %+v, want %+v", text, got, want)
		}
	}
}

func TestReplace(t *testing.T) {
	decrypt := func(b Block) (string, error) {
		if b.Cipher == "bad" {
			return "", errors.New("bad")
		}
		return "<" + b.Cipher + ">\n", nil
	}
	tests := []struct{ text, want string }{
		{"x ENC[a] y", "x <a>\n y"},
		{"ENC[a]", "<a>"}, // one trailing line break is removed
		{"ENC[a]\n", "<a>\n"},
		{"ENC[a]ENC[b]", "<a>\n<b>"},
		{"text\r\n", "text"},
		{"text", "text"},
	}
	for _, tt := range tests {
		if got, err := Replace(tt.text, decrypt); err != nil || got != tt.want {
			t.Errorf("%q: got %q, %v; want %q", tt.text, got, err, tt.want)
		}
	}
	if _, err := Replace("ENC[a] ENC[bad]", decrypt); err == nil {
		t.Error("got no error")
	}
}

// TestDecode checks that Decode is as lenient as Ruby's decode64.
func TestDecode(t *testing.T) {
	for cipher, want := range map[string]string{"YWJj": "abc", "YWI=": "ab", "YWI": "ab", "YQ==YWJj": "a", "Y": "", "": "", "====": ""} {
		if got := (Block{Cipher: cipher}).Decode(); string(got) != want {
			t.Errorf("%q: got %q, want %q", cipher, got, want)
		}
	}
}

func TestDecrypt(t *testing.T) {
	own, _ := newKeys(t, 1, "own")
	other, _ := newKeys(t, 2, "other")
	impostor, _ := newKeys(t, 1, "own")
	message := own.encrypt(t, "secret")
	damaged := slices.Clone(message)
	for i := range byte(16) { // one in 256 damaged messages has valid padding by chance
		copy(damaged[len(damaged)-8:], "damaged"+string('a'+rune(i)))
		if _, err := own.Decrypt(damaged); err != nil {
			break
		}
	}
	tests := []struct {
		name    string
		keys    *Keys
		message []byte
		want    string
		err     error
	}{
		{"own message", own, message, "secret", nil},
		{"empty plaintext", own, own.encrypt(t, ""), "", nil},
		{"long", own, own.encrypt(t, strings.Repeat("x", 10_000)), strings.Repeat("x", 10_000), nil},
		{"for another certificate", other, message, "", ErrNotForUs},
		{"for another key with the same issuer and serial number", impostor, message, "", ErrNotDecrypted},
		{"wrong private key", NewKeys(other.private, own.certificate), message, "", ErrOtherKey},
		{"damaged", own, damaged, "", ErrNotDecrypted},
		{"truncated", own, message[:100], "", ErrNotPKCS7},
		{"not PKCS7", own, []byte("text"), "", ErrNotPKCS7},
		{"empty", own, nil, "", ErrNotPKCS7},
		{"trailing data", own, append(slices.Clone(message), "more"...), "secret", nil},
		{"PEM", own, pem.EncodeToMemory(&pem.Block{Type: "PKCS7", Bytes: message}), "secret", nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := tt.keys.Decrypt(tt.message)
			if got != tt.want || !errors.Is(err, tt.err) {
				t.Errorf("got %.20q, %v; want %.20q, %v", got, err, tt.want, tt.err)
			}
		})
	}
}

func TestRecipients(t *testing.T) {
	own, _ := newKeys(t, 7, "own")
	recipients, err := Recipients(own.encrypt(t, "x"))
	if err != nil || len(recipients) != 1 || recipients[0].Issuer != "CN=own" || recipients[0].Serial.Int64() != 7 {
		t.Errorf("got %v, %v", recipients, err)
	}
	if r := own.Recipient(); r.Issuer != "CN=own" || r.Serial.Int64() != 7 {
		t.Errorf("got %v", r)
	}
	if _, err := Recipients([]byte("abc")); !errors.Is(err, ErrNotPKCS7) {
		t.Errorf("got %v", err)
	}
}

func TestParseKeys(t *testing.T) {
	own, public := newKeys(t, 1, "own")
	pkcs1 := pem.EncodeToMemory(&pem.Block{Type: "RSA PRIVATE KEY", Bytes: x509.MarshalPKCS1PrivateKey(own.private)})
	der, err := x509.MarshalPKCS8PrivateKey(own.private)
	if err != nil {
		t.Fatal(err)
	}
	pkcs8 := pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: der})
	for name, text := range map[string][]byte{"PKCS1": pkcs1, "PKCS8": pkcs8, "behind another block": slices.Concat(public, pkcs1)} {
		if key, err := ParsePrivate(text); err != nil || !key.Equal(own.private) {
			t.Errorf("%s: %v", name, err)
		}
	}
	long := new(big.Int).SetBit(big.NewInt(1), 1<<20, 1)
	numbers, err := asn1.Marshal([]*big.Int{big.NewInt(0), new(big.Int).Mul(long, long), big.NewInt(65537), long, long, long, long, long, long})
	if err != nil {
		t.Fatal(err)
	}
	slow := pem.EncodeToMemory(&pem.Block{Type: "RSA PRIVATE KEY", Bytes: numbers})
	for name, text := range map[string]string{"nothing": "", "text": "text", "a certificate": string(public), "a key of two million bits": string(slow)} {
		if _, err := ParsePrivate([]byte(text)); !errors.Is(err, ErrNotPrivate) {
			t.Errorf("%s: %v", name, err)
		}
	}
	for name, text := range map[string]string{"nothing": "", "a key": string(pkcs1), "no certificate": "-----BEGIN CERTIFICATE-----\nYWJj\n-----END CERTIFICATE-----\n"} {
		if _, err := ParseCertificate([]byte(text)); !errors.Is(err, ErrNotPublic) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestAgainstHieraEyaml compares with hiera-eyaml on valid and damaged blocks, and on strings with and
// without blocks.
func TestAgainstHieraEyaml(t *testing.T) {
	var answers struct {
		Private, Public string
		Blocks          []struct {
			Name, Text, Error string
			Plain             []byte
		}
	}
	oracle.AskRuby(t, nil, &answers, "testdata/blocks.rb")
	private, err := ParsePrivate([]byte(answers.Private))
	if err != nil {
		t.Fatal(err)
	}
	certificate, err := ParseCertificate([]byte(answers.Public))
	if err != nil {
		t.Fatal(err)
	}
	keys := NewKeys(private, certificate)
	for _, b := range answers.Blocks {
		plain, err := Replace(b.Text, func(b Block) (string, error) { return keys.Decrypt(b.Decode()) })
		text := ""
		if err != nil {
			text = err.Error()
		}
		// With the wrong key, a block decrypts to random bytes, which only usually fail validation.
		if b.Name == "a damaged key" || b.Name == "for another of the same name" {
			if plain == "secret" || plain == "x" {
				t.Errorf("%s: decrypted with the wrong key", b.Name)
			}
			continue
		}
		if plain != string(b.Plain) || text != b.Error {
			t.Errorf("%s: got %.40q (%s), want %.40q (%s)", b.Name, plain, text, b.Plain, b.Error)
		}
	}
}

func FuzzBlocks(f *testing.F) {
	for _, text := range []string{"ENC[PKCS7,abc=]", "x ENC[a b]ENC[GPG,\n]", "ENC[ENC[a]]", "ENC["} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		end := 0
		for _, b := range Blocks(text) {
			if b.Span.Start < end || b.Span.End > len(text) {
				t.Fatalf("invalid span %v of a block in %q", b.Span, text)
			}
			end = b.Span.End
			b.Decode()
		}
		same, err := Replace(text, func(b Block) (string, error) { return text[b.Span.Start:b.Span.End], nil })
		if err != nil || !strings.HasPrefix(text, same) || len(text)-len(same) > 2 {
			t.Fatalf("%q: replacing blocks by themselves gives %q, %v", text, same, err)
		}
	})
}

func FuzzDecrypt(f *testing.F) {
	own, _ := newKeys(f, 1, "own")
	f.Add(own.encrypt(f, "secret"))
	f.Add(own.encrypt(f, ""))
	f.Add([]byte("-----BEGIN PKCS7-----\nYWJj\n-----END PKCS7-----\n"))
	decoded, err := base64.StdEncoding.DecodeString("MIIBeQYJKoZIhvcNAQcDoIIBajCCAWYCAQAxggEhMIIBHQIBADAFMAACAQEw")
	if err != nil {
		f.Fatal(err)
	}
	f.Add(decoded)
	f.Fuzz(func(_ *testing.T, message []byte) {
		_, _ = own.Decrypt(message)
		_, _ = Recipients(message)
	})
}

func BenchmarkDecrypt(b *testing.B) {
	own, _ := newKeys(b, 1, "own")
	message := own.encrypt(b, "secret")
	for b.Loop() {
		if _, err := own.Decrypt(message); err != nil {
			b.Fatal(err)
		}
	}
}
