package rule

import (
	"regexp"
	"strings"
)

// SecretKind is what sort of secret a key is called like.
type SecretKind uint8

// The kinds of secrets.
const (
	noSecret   SecretKind = iota
	Password              // any text
	Token                 // a text without spaces that no person thought of
	CipherKey             // the same, longer
	PrivateKey            // in PEM
)

// secretNames are how the names of keys with secrets end. Where anything may stand in front of it a
// name needs no separator: `rootpassword`.
var secretNames = []struct {
	ending string
	joined bool
	kind   SecretKind
}{
	{"password", true, Password}, {"passwd", true, Password}, {"passphrase", true, Password}, {"pass", false, Password}, {"pwd", false, Password}, {"pw", false, Password}, {"bindpw", true, Password}, {"rootpw", true, Password},
	{"secret", true, Token}, {"token", true, Token}, {"psk", false, Token}, {"api_key", false, Token}, {"apikey", true, Token}, {"shared_key", false, Token},
	{"secret_key", false, CipherKey}, {"secretkey", true, CipherKey}, {"secret_access_key", false, CipherKey}, {"encryption_key", false, CipherKey}, {"auth_key", false, CipherKey},
	{"private_key", false, PrivateKey}, {"privatekey", true, PrivateKey},
}

// SecretKindIn tells what sort of secret a value may be, by the name of its key or since it is a
// private key under any name.
func SecretKindIn(name, text string) SecretKind {
	if IsPrivateKey(text) {
		return PrivateKey
	}
	return secretKindOf(name)
}

// IsPrivateKey reports whether a string is a private key in PEM.
func IsPrivateKey(text string) bool {
	return strings.HasPrefix(text, "-----BEGIN ") && privateKeyBlock.MatchString(text)
}

// privateKeyBlock is a private key in PEM with at least a line of it, and without a passphrase.
var privateKeyBlock = regexp.MustCompile(`^-----BEGIN (?:[A-Z]+ )?PRIVATE KEY-----\s+[0-9A-Za-z+/=]{40,}\s`)

// secretKindOf tells what sort of secret a key is called like. It is asked for each key of each file.
func secretKindOf(name string) SecretKind {
	if name == "" {
		return noSecret
	}
	switch name[len(name)-1] {
	case 'd', 'D', 'e', 'E', 's', 'S', 'w', 'W', 't', 'T', 'n', 'N', 'k', 'K', 'y', 'Y':
	default:
		return noSecret
	}
	for i := range secretNames {
		ending := secretNames[i].ending
		at := len(name) - len(ending)
		if at < 0 || !isSameName(name[at:], ending) {
			continue
		}
		if secretNames[i].joined || at == 0 || strings.IndexByte("_-:.", name[at-1]) >= 0 {
			return secretNames[i].kind
		}
	}
	return noSecret
}

// isSameName compares names of the same length: whether letters are large or small, and which separator
// stands between words, makes no difference.
func isSameName(name, known string) bool {
	for i := range len(name) {
		c := name[i]
		switch {
		case c >= 'A' && c <= 'Z':
			c += 'a' - 'A'
		case c == '-':
			c = '_'
		}
		if c != known[i] {
			return false
		}
	}
	return true
}
