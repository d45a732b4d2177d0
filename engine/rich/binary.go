package rich

import "encoding/base64"

// Binary is a Binary value.
type Binary struct{ bytes string }

// NewBinary returns a Binary of bytes.
func NewBinary(bytes string) *Binary { return &Binary{bytes: bytes} }

// Bytes returns the bytes.
func (b *Binary) Bytes() string { return b.bytes }

// String returns the bytes in base64.
func (b *Binary) String() string { return base64.StdEncoding.EncodeToString([]byte(b.bytes)) }

// Eql reports whether o is a Binary with the same bytes.
func (b *Binary) Eql(o any) bool {
	other, ok := o.(*Binary)
	return ok && b.bytes == other.bytes
}
