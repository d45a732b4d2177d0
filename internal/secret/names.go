// Package secret recognizes passwords, tokens, and keys in data, and keeps them out of reports.
package secret

import (
	"encoding/base64"
	"strings"
	"sync"

	"github.com/hieralint/hieralint/internal/ascii"
	"github.com/hieralint/hieralint/internal/lazyregexp"
)

// Kind is the kind of secret that a key names.
type Kind uint8

// The kinds of secrets.
const (
	None       Kind = iota
	Password        // any string
	Token           // a random string without spaces
	CipherKey       // a longer one
	PrivateKey      // in PEM
)

// endings lists how the names of keys with secrets end. A joined ending needs no separator before
// it: `rootpassword`.
var endings = []struct {
	ending string
	joined bool
	kind   Kind
}{
	{"password", true, Password}, {"passwd", true, Password}, {"passphrase", true, Password}, {"pass", false, Password}, {"pwd", false, Password}, {"pw", false, Password}, {"bindpw", true, Password}, {"rootpw", true, Password},
	{"secret", true, Token}, {"token", true, Token}, {"psk", false, Token}, {"api_key", false, Token}, {"apikey", true, Token}, {"shared_key", false, Token},
	{"secret_key", false, CipherKey}, {"secretkey", true, CipherKey}, {"secret_access_key", false, CipherKey}, {"encryption_key", false, CipherKey}, {"auth_key", false, CipherKey}, {"account_key", false, CipherKey},
	{"private_key", false, PrivateKey}, {"privatekey", true, PrivateKey},
}

// KindIn returns the kind of secret that a value may be: a private key under any name, otherwise
// according to its key's name. It is for findings, so it recognizes only the most common names; see
// IsNamed for what is withheld.
func KindIn(name, text string) Kind {
	if IsPrivateKey(text) {
		return PrivateKey
	}
	return kindOf(name)
}

// IsPrivateKey reports whether a string is a private key in PEM, or such a key in Base64, as in kubeconfig files.
func IsPrivateKey(text string) bool {
	if strings.HasPrefix(text, pemInBase64) {
		plain, err := base64.StdEncoding.WithPadding(base64.NoPadding).DecodeString(strings.TrimRight(strings.Join(strings.Fields(text), ""), "="))
		if err != nil {
			return false
		}
		text = string(plain)
	}
	return strings.HasPrefix(text, "-----BEGIN ") && privateKeyBlock().MatchString(text)
}

// pemInBase64 is what PEM in Base64 starts with: `-----BEGIN` and a space.
const pemInBase64 = "LS0tLS1CRUdJTi"

// privateKeyBlock matches a private key in PEM with at least one line of content and without a
// passphrase.
var privateKeyBlock = lazyregexp.New(`^-----BEGIN (?:[A-Z]+ )?PRIVATE KEY-----\s+[0-9A-Za-z+/=]{40,}\s`)

// kindOf returns the kind of secret that a key names. It is called for each key of each file.
func kindOf(name string) Kind {
	if name == "" {
		return None
	}
	switch name[len(name)-1] {
	case 'd', 'D', 'e', 'E', 's', 'S', 'w', 'W', 't', 'T', 'n', 'N', 'k', 'K', 'y', 'Y':
	default:
		return None
	}
	for i := range endings {
		ending := endings[i].ending
		at := len(name) - len(ending)
		if at < 0 || !isSameName(name[at:], ending) {
			continue
		}
		if endings[i].joined || at == 0 || strings.IndexByte("_-:.", name[at-1]) >= 0 {
			return endings[i].kind
		}
	}
	return None
}

// isSameName compares names of the same length, ignoring case and the difference between `-` and
// `_`.
func isSameName(name, known string) bool {
	for i := range len(name) {
		if fold(name[i]) != known[i] {
			return false
		}
	}
	return true
}

func fold(c byte) byte {
	if c == '-' {
		return '_'
	}
	return ascii.ToLower(c)
}

// parts lists what names of keys with secrets contain, by first letter. Underscores may be missing
// in the name.
var parts = func() (byFirst [256][]string) {
	for _, part := range []string{
		"passw", "passphrase", "htpasswd", "pwd", "secret", "token", "credential", "cookie", "psk", "community", "bind_pw", "connection_string",
		"api_key", "access_key", "auth_key", "priv_key", "private_key", "ssl_key", "tls_key", "encryption_key", "shared_key", "signing_key", "master_key", "license_key", "account_key", "storage_key",
	} {
		byFirst[part[0]] = append(byFirst[part[0]], part)
	}
	return byFirst
}()

// moreEndings lists endings of names of keys whose values are sometimes secrets.
var moreEndings = []string{"pass", "_pw", "_priv", "dsn"}

// words lists what every name contains for which IsNamed returns true, by first letter.
var words = func() (byFirst [256][]string) {
	byFirst = parts
	add := func(word string) { byFirst[word[0]] = append(byFirst[word[0]], word) }
	for i := range endings {
		add(endings[i].ending)
	}
	for _, ending := range moreEndings {
		add(ending)
	}
	add(salt)
	return byFirst
}()

// salt is the name of a secret as the last word of a name only: SaltStack has other names with it.
const salt = "salt"

// endsInSalt reports whether the last word of a name is salt or its plural.
func endsInSalt(name string) bool {
	if strings.HasSuffix(name, "s") || strings.HasSuffix(name, "S") {
		name = name[:len(name)-1]
	}
	at := len(name) - len(salt)
	return at >= 0 && isSameName(name[at:], salt) && startsNameWord(name, at)
}

// startsNameWord reports whether a word of a name starts at an offset: after something other than a letter, or with a
// capital letter after a small one.
func startsNameWord(name string, at int) bool {
	return at == 0 || !ascii.IsLetter(name[at-1]) || ascii.IsUpper(name[at]) && 'a' <= name[at-1]
}

// misspelled returns the common misspellings of the words that most names of secrets contain: with a letter missing or
// doubled, or with two letters swapped. The first letter is right.
var misspelled = sync.OnceValue(func() map[string]bool {
	all := map[string]bool{}
	for _, word := range []string{"password", "passwords", "passwd", "passphrase", "secret", "secrets", "token", "tokens", "credential", "credentials"} {
		for i := 1; i < len(word); i++ {
			all[word[:i]+word[i+1:]] = true
			all[word[:i]+word[i:i+1]+word[i:]] = true
			if i+1 < len(word) {
				all[word[:i]+word[i+1:i+2]+word[i:i+1]+word[i+2:]] = true
			}
		}
	}
	return all
})

// The length of the words in misspelled.
const (
	shortestMisspelled = len("token") - 1
	longestMisspelled  = len("credentials") + 1
)

// isMisspelled reports whether a text contains a misspelled word for a secret.
func isMisspelled(text string) bool {
	for start := range len(text) {
		switch fold(text[start]) {
		case 'p', 's', 't', 'c':
		default:
			continue
		}
		if !startsNameWord(text, start) {
			continue
		}
		end := start + 1
		for end < len(text) && ascii.IsLetter(text[end]) && !startsNameWord(text, end) {
			end++
		}
		if n := end - start; n >= shortestMisspelled && n <= longestMisspelled && misspelled()[strings.ToLower(text[start:end])] {
			return true
		}
	}
	return false
}

// beginnings holds the first two letters of words: for each first one, the second ones as bits.
var beginnings = func() (seconds [256]uint32) {
	for first := range words {
		for _, word := range words[first] {
			seconds[first] |= letterBit(word[1])
		}
	}
	return seconds
}()

// letterBit returns the bit of a lower-case letter, or 0 for other characters.
func letterBit(c byte) uint32 { return 1 << (c - 'a') }

// mayHaveName reports whether a text may contain the name of a secret.
func mayHaveName(text string) bool {
	for i := range len(text) - 1 {
		first := fold(text[i])
		if beginnings[first]&letterBit(fold(text[i+1])) == 0 {
			continue
		}
		for _, word := range words[first] {
			if hasPart(text[i:], word) {
				return true
			}
		}
	}
	return isMisspelled(text)
}

// IsNamed reports whether the name of a key indicates that its value, or something in it, is a
// secret. It determines what reports show, so it errs on the side of withholding.
func IsNamed(name string) bool {
	if kindOf(name) != None {
		return true
	}
	for i := range len(name) {
		for _, part := range parts[fold(name[i])] {
			if hasPart(name[i:], part) {
				return true
			}
		}
	}
	for _, ending := range moreEndings {
		if at := len(name) - len(ending); at >= 0 && isSameName(name[at:], ending) {
			return true
		}
	}
	return endsInSalt(name) || isMisspelled(name)
}

// hasPart reports whether a name starts with a part, with or without its underscore.
func hasPart(name, part string) bool {
	at := 0
	for i := range len(part) {
		switch {
		case at < len(name) && fold(name[at]) == part[i]:
			at++
		case part[i] != '_':
			return false
		}
	}
	return true
}
