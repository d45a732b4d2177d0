// Package rich has the values of Puppet's rich data that are neither scalars nor collections:
// regular expressions, versions and version ranges, times and durations, URIs, and binary data. It
// parses and formats them as Puppet and Ruby do, with their error messages.
package rich

import "encoding/base64"

// RubyClass returns the name of the Ruby class.
func (b *Binary) RubyClass() string { return "Puppet::Pops::Types::PBinaryType::Binary" }

// RubyClass returns the name of the Ruby class.
func (v *SemVer) RubyClass() string { return "SemanticPuppet::Version" }

// RubyClass returns the name of the Ruby class.
func (r *SemVerRange) RubyClass() string { return "SemanticPuppet::VersionRange" }

// RubyClass returns the name of the Ruby class.
func (t *Timespan) RubyClass() string { return "Puppet::Pops::Time::Timespan" }

// RubyClass returns the name of the Ruby class.
func (t *Timestamp) RubyClass() string { return "Puppet::Pops::Time::Timestamp" }

// uriClasses holds the classes of the schemes that have one in Ruby 3.1, where wss has none.
var uriClasses = map[string]string{
	"http": "HTTP", "https": "HTTPS", "ftp": "FTP", "mailto": "MailTo", "ldap": "LDAP", "ldaps": "LDAPS", "file": "File", "ws": "WS",
}

// RubyClass returns the name of the Ruby class, which depends on the scheme.
func (u *URI) RubyClass() string {
	if u.scheme != nil {
		if class, ok := uriClasses[*u.scheme]; ok {
			return "URI::" + class
		}
	}
	return "URI::Generic"
}

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
