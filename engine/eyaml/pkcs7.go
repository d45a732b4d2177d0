package eyaml

import (
	"crypto/rsa"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/asn1"
	"encoding/pem"
	"errors"
	"math/big"
)

// Keys are the certificate and the private key that decrypt PKCS7 blocks.
type Keys struct {
	certificate *x509.Certificate
	private     *rsa.PrivateKey
}

// The errors of OpenSSL 3 that hiera-eyaml passes on.
var (
	ErrNotPKCS7   = errors.New("Could not parse the PKCS7: no start line")
	ErrNotPrivate = errors.New("Neither PUB key nor PRIV key: unsupported")
	ErrNotPublic  = errors.New("PEM_read_bio_X509: no start line")
	ErrOtherKey   = errors.New("private key does not match certificate")
	// ErrNotEncrypted means that a block is PKCS7, but not encrypted data.
	ErrNotEncrypted = errors.New("wrong content type")
	// ErrWrongLength means that part of a block is missing.
	ErrWrongLength = errors.New("wrong final block length")
	// ErrNotForUs means that a block is encrypted for other recipients, and ErrNotDecrypted that it
	// is for this certificate, but for another key.
	ErrNotForUs     = errors.New("decrypt error")
	ErrNotDecrypted = errors.New("bad decrypt")
)

// ErrUnsupported means that OpenSSL may be able to decrypt a block, but this package is not.
var ErrUnsupported = errors.New("unsupported encryption")

// NewKeys returns the keys with a private key and its certificate.
func NewKeys(private *rsa.PrivateKey, certificate *x509.Certificate) *Keys {
	return &Keys{certificate, private}
}

// maxKey is the maximum size of a private key in bytes. Parsing takes much longer the larger it is; OpenSSL supports
// keys of up to 16,384 bits, which have 9,300 bytes.
const maxKey = 16 << 10

// ParsePrivate parses a private key in PEM form. The error is ErrNotPrivate.
func ParsePrivate(text []byte) (*rsa.PrivateKey, error) {
	for rest := text; ; {
		var b *pem.Block
		if b, rest = pem.Decode(rest); b == nil {
			return nil, ErrNotPrivate
		}
		if len(b.Bytes) > maxKey {
			continue
		}
		if key, err := x509.ParsePKCS1PrivateKey(b.Bytes); err == nil {
			return key, nil
		}
		if key, err := x509.ParsePKCS8PrivateKey(b.Bytes); err == nil {
			if key, ok := key.(*rsa.PrivateKey); ok {
				return key, nil
			}
		}
	}
}

// ParseCertificate parses a certificate in PEM form. The error is ErrNotPublic.
func ParseCertificate(text []byte) (*x509.Certificate, error) {
	for rest := text; ; {
		var b *pem.Block
		if b, rest = pem.Decode(rest); b == nil {
			return nil, ErrNotPublic
		}
		if b.Type == "CERTIFICATE" {
			certificate, err := x509.ParseCertificate(b.Bytes)
			if err != nil {
				return nil, ErrNotPublic
			}
			return certificate, nil
		}
	}
}

// Recipient identifies a certificate that a block is encrypted for.
type Recipient struct {
	Issuer string // the distinguished name; empty for certificates created by hiera-eyaml
	Serial *big.Int
}

// Recipient returns the recipient that has the certificate of the keys.
func (k *Keys) Recipient() Recipient {
	return Recipient{k.certificate.Issuer.String(), k.certificate.SerialNumber}
}

// Recipients returns the recipients of encrypted bytes. The error is ErrNotPKCS7 or
// ErrNotEncrypted.
func Recipients(encrypted []byte) ([]Recipient, error) {
	m, err := parseMessage(encrypted)
	if err != nil {
		return nil, err
	}
	return m.recipients()
}

func (m *message) recipients() ([]Recipient, error) {
	recipients := make([]Recipient, len(m.Recipients))
	for i, r := range m.Recipients {
		var name pkix.RDNSequence
		if _, err := asn1.Unmarshal(r.Certificate.Issuer.FullBytes, &name); err != nil {
			return nil, ErrNotPKCS7
		}
		var issuer pkix.Name
		issuer.FillFromRDNSequence(&name)
		recipients[i] = Recipient{issuer.String(), r.Certificate.Serial}
	}
	return recipients, nil
}

// Decrypt returns the plaintext of encrypted bytes.
func (k *Keys) Decrypt(encrypted []byte) (string, error) {
	m, err := parseMessage(encrypted)
	if err != nil {
		return "", err
	}
	if public, ok := k.certificate.PublicKey.(*rsa.PublicKey); !ok || !k.private.PublicKey.Equal(public) {
		return "", ErrOtherKey
	}
	recipients, err := m.recipients()
	if err != nil {
		return "", err
	}
	own := k.Recipient()
	for i, r := range recipients {
		if r.Issuer == own.Issuer && r.Serial.Cmp(own.Serial) == 0 {
			plain, err := m.decrypt(k.private, &m.Recipients[i])
			return string(plain), err
		}
	}
	return "", ErrNotForUs
}
