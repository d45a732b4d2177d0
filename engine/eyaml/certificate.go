package eyaml

import (
	"crypto/rsa"
	"crypto/x509"
)

// Certificate is a certificate that values are encrypted for. Determining whether a block is for a
// certificate does not require the private key.
type Certificate struct {
	certificate *x509.Certificate
}

// NewCertificate parses a certificate in PEM form. The error is ErrNotPublic.
func NewCertificate(public []byte) (*Certificate, error) {
	certificate, err := ParseCertificate(public)
	if err != nil {
		return nil, err
	}
	return &Certificate{certificate}, nil
}

// CanBeFor reports whether encrypted bytes may be for the certificate: whether a recipient has its
// issuer, serial, and key length. Since all certificates created by hiera-eyaml have the same
// issuer and serial, only false is certain. The error is ErrNotPKCS7.
func (c *Certificate) CanBeFor(encrypted []byte) (bool, error) {
	m, err := parseMessage(encrypted)
	if err != nil {
		return false, err
	}
	recipients, err := m.recipients()
	if err != nil {
		return false, err
	}
	own := (&Keys{certificate: c.certificate}).Recipient()
	key, isRSA := c.certificate.PublicKey.(*rsa.PublicKey)
	for i, r := range recipients {
		if r.Issuer == own.Issuer && r.Serial.Cmp(own.Serial) == 0 && (!isRSA || len(m.Recipients[i].Key) == key.Size()) {
			return true, nil
		}
	}
	return false, nil
}
