package views

import (
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/eyaml"
	"github.com/hieralint/hieralint/engine/rubytext"
)

// maxValue is how many characters of a value are shown.
const maxValue = 72

// shorten is a value in a line; named means that its key has the name of a secret. A secret is not
// shown; withheld then says what it is.
func shorten(named bool, v *data.Value) (text, withheld string) {
	if why := secret(named, v); why != "" {
		return "", why
	}
	w := &shortener{}
	w.value(named, v)
	return w.String(), ""
}

// shortener writes a value as a flow collection of YAML, as far as there is room. Texts are without
// quotes: this is for people to recognise a value, not for a parser.
type shortener struct {
	strings.Builder
	length int
	full   bool
}

// add writes text; false when there is no more room.
func (w *shortener) add(text string) bool {
	for _, c := range text {
		if w.full {
			return false
		}
		if w.length == maxValue-1 {
			w.WriteRune('…')
			w.full = true
			return false
		}
		if c == '\n' || c == '\r' || c == '\t' {
			c = ' '
		}
		w.WriteRune(c)
		w.length++
	}
	return !w.full
}

// value writes a value; named means that a key that leads to it has the name of a secret.
func (w *shortener) value(named bool, v *data.Value) {
	if why := secret(named, v); why != "" {
		w.add("[" + why + "]")
		return
	}
	switch v.Kind() {
	case data.Hash:
		w.add("{")
		for i, e := range v.Entries() {
			if i > 0 {
				w.add(", ")
			}
			w.value(false, e.Key)
			if !w.add(": ") {
				return
			}
			w.value(named || secretName.MatchString(e.Key.Text()), e.Value)
		}
		w.add("}")
	case data.Array:
		w.add("[")
		for i, item := range v.Items() {
			if i > 0 && !w.add(", ") {
				return
			}
			w.value(named, item)
		}
		w.add("]")
	case data.String:
		if v.Text() == "" {
			w.add("''")
		} else {
			w.add(strings.ToValidUTF8(v.Text(), "\uFFFD"))
		}
	case data.Undef:
		w.add("null")
	default:
		w.add(rubytext.ToS(v))
	}
}

// secretName is what keys of secrets are called. It withholds too much rather than too little: a
// picture loses nothing by it. What is inside of a list or a hash of that name is a secret as well.
var secretName = regexp.MustCompile(`(?i)passw|passphrase|passwd|pass$|pwd|secret|token|credential|cookie|psk|community|salt|bind_?pw|private|(api|access|auth|priv|ssl|tls|encryption|shared|signing|master|license|account|storage)[_-]?key|_pw$|htpasswd|dsn$|connection_?string`)

// secretText is what secrets look like: keys and certificates in PEM, hashes of passwords, passwords in
// URLs, tokens of well known services.
var secretText = regexp.MustCompile(`-----BEGIN |^\$(1|2[aby]?|5|6|7|y|apr1|argon2[a-z]*|gy)\$|^\{(SSHA|SHA|MD5|CRYPT|PBKDF2)|://[^/\s:@]*:[^/\s@]+@|^(ghp|gho|ghs|glpat|xox[abprs]|sk|pk|AKIA|eyJ)[-_A-Za-z0-9]{12}`)

// secret says what kind of secret a value is; "" when it looks like none. Lists and hashes are none: what
// is in them may be.
func secret(named bool, v *data.Value) string {
	switch v.Kind() {
	case data.Sensitive:
		return "secret"
	case data.String:
		switch text := v.Text(); {
		case eyaml.IsEncrypted(text):
			return "encrypted"
		case text == "" || onlyToken(text):
			return ""
		case named, secretText.MatchString(text), isRandom(text), v.IsBinary():
			return "secret"
		}
	case data.Integer:
		if named && !isSmall(v) {
			return "secret"
		}
	}
	return ""
}

// isSmall reports whether a number is a limit or a length rather than a PIN.
func isSmall(v *data.Value) bool {
	i, ok := v.Int()
	return ok && -1 <= i && i < 1000
}

// onlyToken reports whether a string only refers to another value.
func onlyToken(text string) bool {
	return strings.HasPrefix(text, "%{") && strings.IndexByte(text, '}') == len(text)-1
}

// isRandom reports whether a string looks like the output of a random generator: long, in one word, and
// with letters of both cases and digits mixed.
func isRandom(text string) bool {
	const long = 20
	if utf8.RuneCountInString(text) < long || strings.ContainsAny(text, " \t\n/.:%") {
		return false
	}
	var upper, lower, digit, changes int
	class := 0
	for _, c := range text {
		next := 0
		switch {
		case 'A' <= c && c <= 'Z':
			upper++
			next = 1
		case 'a' <= c && c <= 'z':
			lower++
			next = 2
		case '0' <= c && c <= '9':
			digit++
			next = 3
		}
		if next != class {
			changes++
		}
		class = next
	}
	hex := upper == 0 || lower == 0
	if hex && digit > 3 && isHex(text) {
		return true
	}
	return upper > 1 && lower > 1 && digit > 1 && changes > len(text)/4
}

func isHex(text string) bool {
	for _, c := range text {
		if !strings.ContainsRune("0123456789abcdefABCDEF", c) {
			return false
		}
	}
	return true
}
