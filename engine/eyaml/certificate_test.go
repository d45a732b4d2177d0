package eyaml_test

import (
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"errors"
	"math/big"
	"testing"
	"time"

	"github.com/smallstep/pkcs7"

	"github.com/hieralint/hieralint/engine/eyaml"
)

// certificate creates a certificate like `eyaml createkeys`, and also returns it as PEM.
func certificate(t *testing.T, bits int, issuer string, serial int64) (*x509.Certificate, []byte) {
	t.Helper()
	key, err := rsa.GenerateKey(rand.Reader, bits)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{SerialNumber: big.NewInt(serial), Subject: pkix.Name{CommonName: issuer}, NotAfter: time.Now().Add(time.Hour)}
	der, err := x509.CreateCertificate(rand.Reader, template, template, key.Public(), key)
	if err != nil {
		t.Fatal(err)
	}
	parsed, err := x509.ParseCertificate(der)
	if err != nil {
		t.Fatal(err)
	}
	return parsed, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der})
}

func TestCanBeFor(t *testing.T) {
	own, text := certificate(t, 1024, "", 1)
	twin, _ := certificate(t, 1024, "", 1)
	longer, _ := certificate(t, 1536, "", 1)
	renewed, _ := certificate(t, 1024, "", 2)
	other, _ := certificate(t, 1024, "other", 1)
	c, err := eyaml.NewCertificate(text)
	if err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		name string
		to   []*x509.Certificate
		want bool
	}{
		{"own certificate", []*x509.Certificate{own}, true},
		{"another key, same issuer and serial number", []*x509.Certificate{twin}, true},
		{"a longer key", []*x509.Certificate{longer}, false},
		{"another serial number", []*x509.Certificate{renewed}, false},
		{"another issuer", []*x509.Certificate{other}, false},
		{"several", []*x509.Certificate{other, own}, true},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			encrypted, err := pkcs7.Encrypt([]byte("secret"), test.to)
			if err != nil {
				t.Fatal(err)
			}
			if got, err := c.CanBeFor(encrypted); err != nil || got != test.want {
				t.Errorf("CanBeFor() = %t, %v", got, err)
			}
		})
	}
	if _, err := c.CanBeFor([]byte("no message")); !errors.Is(err, eyaml.ErrNotPKCS7) {
		t.Errorf("got %v, want ErrNotPKCS7", err)
	}
	if _, err := eyaml.NewCertificate([]byte("no certificate")); !errors.Is(err, eyaml.ErrNotPublic) {
		t.Errorf("got %v, want ErrNotPublic", err)
	}
}
