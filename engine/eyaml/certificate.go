package eyaml

import (
	"crypto/rsa"
	"crypto/x509"
)

// Certificate is a certificate that values are encrypted for. No private key is needed to tell
// whether a block is for it.
type Certificate struct {
	certificate *x509.Certificate
}

// NewCertificate reads a certificate in PEM. The error is ErrNotPublic.
func NewCertificate(public []byte) (*Certificate, error) {
	certificate, err := ParseCertificate(public)
	if err != nil {
		return nil, err
	}
	return &Certificate{certificate}, nil
}

// CanBeFor reports whether encrypted bytes can be for the certificate: a recipient has its issuer and
// serial, and a key of its length. Certificates that hiera-eyaml makes all have the same issuer and
// serial, so it says no for certain only. The error is ErrNotPKCS7.
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
