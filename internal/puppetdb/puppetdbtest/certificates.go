package puppetdbtest

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// Authority is a certificate authority for tests.
type Authority struct {
	// Cert is its own certificate.
	Cert *x509.Certificate
	dir  string
	key  *ecdsa.PrivateKey
}

// NewAuthority returns an authority with its certificate in ca.pem in a new directory.
func NewAuthority(t testing.TB) *Authority {
	t.Helper()
	a := &Authority{dir: t.TempDir(), key: newKey(t)}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "Puppet CA: test"}, NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour),
		IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageCertSign | x509.KeyUsageCRLSign | x509.KeyUsageDigitalSignature,
	}
	a.Cert = a.sign(t, "ca", template, template, a.key, a.key)
	return a
}

// Issue creates a certificate in NAME.pem and its private key in NAME.key. Without names, it is
// also valid for 127.0.0.1.
func (a *Authority) Issue(t testing.TB, name string, notAfter time.Time, names ...string) (cert, key string) {
	t.Helper()
	template := &x509.Certificate{
		SerialNumber: big.NewInt(time.Now().UnixNano()), Subject: pkix.Name{CommonName: name}, NotBefore: notAfter.Add(-2 * time.Hour), NotAfter: notAfter,
		DNSNames: names, KeyUsage: x509.KeyUsageDigitalSignature | x509.KeyUsageKeyEncipherment,
		ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageClientAuth, x509.ExtKeyUsageServerAuth},
	}
	if len(names) == 0 {
		template.DNSNames, template.IPAddresses = []string{"localhost"}, []net.IP{net.IPv4(127, 0, 0, 1)}
	}
	a.sign(t, name, template, a.Cert, newKey(t), a.key)
	return filepath.Join(a.dir, name+".pem"), filepath.Join(a.dir, name+".key")
}

// CA returns the file with the certificate of the authority.
func (a *Authority) CA() string { return filepath.Join(a.dir, "ca.pem") }

func (a *Authority) sign(t testing.TB, name string, template, parent *x509.Certificate, key, by *ecdsa.PrivateKey) *x509.Certificate {
	t.Helper()
	der, err := x509.CreateCertificate(rand.Reader, template, parent, &key.PublicKey, by)
	if err != nil {
		t.Fatal(err)
	}
	private, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	writePEM(t, filepath.Join(a.dir, name+".pem"), "CERTIFICATE", der)
	writePEM(t, filepath.Join(a.dir, name+".key"), "PRIVATE KEY", private)
	cert, err := x509.ParseCertificate(der)
	if err != nil {
		t.Fatal(err)
	}
	return cert
}

func newKey(t testing.TB) *ecdsa.PrivateKey {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	return key
}

func writePEM(t testing.TB, path, kind string, der []byte) {
	t.Helper()
	if err := os.WriteFile(path, pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: der}), 0o600); err != nil {
		t.Fatal(err)
	}
}
