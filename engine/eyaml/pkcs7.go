package eyaml

import (
	"crypto"
	"crypto/rsa"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/asn1"
	"encoding/pem"
	"errors"
	"math/big"

	"github.com/smallstep/pkcs7"
)

// Keys are the certificate and the private key that PKCS7 blocks are decrypted with.
type Keys struct {
	certificate *x509.Certificate
	private     *rsa.PrivateKey
}

// The errors of OpenSSL that hiera-eyaml passes on.
var (
	ErrNotPKCS7     = errors.New("Could not parse the PKCS7: no start line")
	ErrNotPrivate   = errors.New("Neither PUB key nor PRIV key")
	ErrNotPublic    = errors.New("PEM_read_bio_X509: no start line")
	ErrNotForUs     = errors.New("no recipient matches certificate")
	ErrNotDecrypted = errors.New("decrypt error")
)

// NewKeys reads a private key and a certificate, both in PEM.
func NewKeys(private, public []byte) (*Keys, error) {
	key, err := readPrivate(private)
	if err != nil {
		return nil, err
	}
	certificate, err := readCertificate(public)
	if err != nil {
		return nil, err
	}
	return &Keys{certificate, key}, nil
}

func readPrivate(text []byte) (*rsa.PrivateKey, error) {
	for rest := text; ; {
		var b *pem.Block
		if b, rest = pem.Decode(rest); b == nil {
			return nil, ErrNotPrivate
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

func readCertificate(text []byte) (*x509.Certificate, error) {
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

// Recipient is the certificate that a block is encrypted for, as the block names it.
type Recipient struct {
	Issuer string // the distinguished name; hiera-eyaml's own certificates have an empty one
	Serial *big.Int
}

// Recipient is that of the keys' certificate.
func (k *Keys) Recipient() Recipient {
	return Recipient{k.certificate.Issuer.String(), k.certificate.SerialNumber}
}

// Recipients reads whom encrypted bytes are for. The error is ErrNotPKCS7.
func Recipients(encrypted []byte) ([]Recipient, error) {
	var content struct {
		Type    asn1.ObjectIdentifier
		Content struct {
			Version    int
			Recipients []recipientInfo `asn1:"set"`
			Encrypted  asn1.RawValue
		} `asn1:"explicit,tag:0"`
	}
	if _, err := asn1.Unmarshal(encrypted, &content); err != nil {
		return nil, ErrNotPKCS7
	}
	recipients := make([]Recipient, len(content.Content.Recipients))
	for i, r := range content.Content.Recipients {
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

type recipientInfo struct {
	Version     int
	Certificate struct {
		Issuer asn1.RawValue
		Serial *big.Int
	}
	Algorithm pkix.AlgorithmIdentifier
	Key       []byte
}

// Decrypt is the plain text of encrypted bytes.
func (k *Keys) Decrypt(encrypted []byte) (string, error) {
	recipients, err := Recipients(encrypted)
	if err != nil {
		return "", err
	}
	message, err := pkcs7.Parse(encrypted)
	if err != nil {
		return "", ErrNotPKCS7
	}
	plain, err := message.Decrypt(k.certificate, crypto.PrivateKey(k.private))
	if err == nil {
		return string(plain), nil
	}
	own := k.Recipient()
	for _, r := range recipients {
		if r.Issuer == own.Issuer && r.Serial.Cmp(own.Serial) == 0 {
			return "", ErrNotDecrypted
		}
	}
	return "", ErrNotForUs
}
