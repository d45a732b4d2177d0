package rich

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
