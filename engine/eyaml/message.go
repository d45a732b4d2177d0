package eyaml

import (
	"bytes"
	"crypto/aes"
	"crypto/cipher"
	"crypto/des" //nolint:gosec // blocks that were encrypted with 3DES are still around
	"crypto/rsa"
	"crypto/x509/pkix"
	"encoding/asn1"
	"encoding/pem"
	"math/big"
	"slices"
)

// message is the EnvelopedData of PKCS7 (RFC 2315).
//
// It is parsed here rather than by a PKCS7 package because blocks in real data are often damaged,
// and the available Go package panics on some of them.
type message struct {
	Version    int
	Recipients []recipientInfo `asn1:"set"`
	Encrypted  struct {
		Type      asn1.ObjectIdentifier
		Algorithm pkix.AlgorithmIdentifier
		Content   asn1.RawValue `asn1:"tag:0,optional"`
	}
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

var (
	envelopedData = asn1.ObjectIdentifier{1, 2, 840, 113549, 1, 7, 3}
	rsaEncryption = asn1.ObjectIdentifier{1, 2, 840, 113549, 1, 1, 1}
)

// ciphers maps the object identifiers of the content ciphers.
var ciphers = map[string]func(key []byte) (cipher.Block, error){
	"1.2.840.113549.3.7":      des.NewTripleDESCipher,
	"2.16.840.1.101.3.4.1.2":  aes.NewCipher, // 128 bits
	"2.16.840.1.101.3.4.1.22": aes.NewCipher, // 192 bits
	"2.16.840.1.101.3.4.1.42": aes.NewCipher, // 256 bits, used by hiera-eyaml
}

// parseMessage parses encrypted bytes: DER or, like OpenSSL, PEM. The error is ErrNotPKCS7.
func parseMessage(encrypted []byte) (message, error) {
	if block, _ := pem.Decode(encrypted); block != nil {
		encrypted = block.Bytes
	}
	var content struct {
		Type    asn1.ObjectIdentifier
		Message asn1.RawValue // within an explicit tag
	}
	var m message
	if _, err := asn1.Unmarshal(encrypted, &content); err != nil {
		return m, ErrNotPKCS7
	}
	if !content.Type.Equal(envelopedData) {
		return m, ErrNotEncrypted
	}
	if _, err := asn1.Unmarshal(content.Message.Bytes, &m); err != nil {
		return m, ErrNotPKCS7
	}
	return m, nil
}

// decrypt decrypts the content with the private key of recipient r.
func (m *message) decrypt(private *rsa.PrivateKey, r *recipientInfo) ([]byte, error) {
	newCipher := ciphers[m.Encrypted.Algorithm.Algorithm.String()]
	if newCipher == nil || !r.Algorithm.Algorithm.Equal(rsaEncryption) {
		return nil, ErrUnsupported
	}
	var vector []byte
	if _, err := asn1.Unmarshal(m.Encrypted.Algorithm.Parameters.FullBytes, &vector); err != nil {
		return nil, ErrNotDecrypted
	}
	key, err := rsa.DecryptPKCS1v15(nil, private, r.Key)
	if err != nil {
		return nil, ErrNotDecrypted
	}
	block, err := newCipher(key)
	if err != nil || len(vector) != block.BlockSize() {
		return nil, ErrNotDecrypted
	}
	text := slices.Clone(m.Encrypted.Content.Bytes)
	if len(text) == 0 || len(text)%block.BlockSize() != 0 {
		return nil, ErrWrongLength
	}
	cipher.NewCBCDecrypter(block, vector).CryptBlocks(text, text)
	return unpadded(text, block.BlockSize())
}

// unpadded removes the padding, in which each byte is the length of the padding.
func unpadded(text []byte, size int) ([]byte, error) {
	n := int(text[len(text)-1])
	if n == 0 || n > size || !bytes.Equal(text[len(text)-n:], bytes.Repeat([]byte{byte(n)}, n)) {
		return nil, ErrNotDecrypted
	}
	return text[:len(text)-n], nil
}
