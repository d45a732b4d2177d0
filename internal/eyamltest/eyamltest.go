// Package eyamltest creates keys of hiera-eyaml for tests.
package eyamltest

import (
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"encoding/base64"
	"encoding/pem"
	"math/big"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/smallstep/pkcs7"
)

// Keys writes private.pem and public.pem to a directory, and returns a function that encrypts a
// string for these keys, as a quoted YAML scalar.
func Keys(t testing.TB, dir string) (encrypt func(text string) string) {
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
	for name, block := range map[string]*pem.Block{
		"private.pem": {Type: "RSA PRIVATE KEY", Bytes: x509.MarshalPKCS1PrivateKey(private)},
		"public.pem":  {Type: "CERTIFICATE", Bytes: der},
	} {
		if err := os.WriteFile(filepath.Join(dir, name), pem.EncodeToMemory(block), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return func(text string) string {
		pkcs7.ContentEncryptionAlgorithm = pkcs7.EncryptionAlgorithmAES256CBC
		encrypted, err := pkcs7.Encrypt([]byte(text), []*x509.Certificate{certificate})
		if err != nil {
			t.Fatal(err)
		}
		return "'ENC[PKCS7," + base64.StdEncoding.EncodeToString(encrypted) + "]'"
	}
}
