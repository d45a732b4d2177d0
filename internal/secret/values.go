package secret

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/eyaml"
	"github.com/hieralint/hieralint/internal/lazyregexp"
)

// WithheldAs returns whether reports withhold a value, as IsSecret or IsEncrypted. named reports that a key that
// leads to the value IsNamed. Arrays and hashes may be shown, but not everything in them.
func WithheldAs(named bool, v *data.Value) Withheld {
	switch v.Kind() {
	case data.Sensitive:
		return IsSecret
	case data.String:
		if v.IsBinary() && v.Text() != "" {
			return IsSecret
		}
		return ofText(named, v.Text())
	case data.Integer:
		if i, ok := v.Int(); named && !(ok && -1 <= i && i < 1000) { // a limit or a length rather than a PIN
			return IsSecret
		}
	}
	return ""
}

func ofText(named bool, text string) Withheld {
	switch {
	case eyaml.IsEncrypted(text):
		return IsEncrypted
	case text == "" || isToken(text):
		return ""
	case named && !isHarmless(text), hasSecretForm(text), isRandom(text):
		return IsSecret
	}
	return ""
}

// isToken reports whether a string only references another value, even if it is not written as a token should be.
func isToken(text string) bool {
	if strings.HasPrefix(text, "%{") {
		return strings.IndexByte(text, '}') == len(text)-1
	}
	return strings.Contains(text, "(") && call().MatchString(text)
}

// call matches a call that is not a token: without its percent sign or its opening brace, or in the syntax of Puppet.
var call = lazyregexp.New(`^[%$]?[{(]?\s*(?:lookup|hiera|alias)\(\s*(?:'[\w:.-]+'|"[\w:.-]+")\s*\)\s*\}?$`)

// isHarmless reports whether a string is not a secret regardless of its key: a word for on or off,
// a file mode, a small number, a path, or an IPv4 address.
func isHarmless(text string) bool {
	if strings.Contains(text, "%{") {
		text = token().ReplaceAllString(text, "x")
	}
	return harmless().MatchString(text)
}

var (
	harmless = lazyregexp.New(`^(?:true|false|yes|no|on|off|present|absent|undef|none|null|enabled|disabled|0[0-7]{3}|-?[0-9]{1,3}|(?:[0-9]{1,3}\.){3}[0-9]{1,3}(?:[:/][0-9]{1,5})?|(?:(?:file|puppet)://|~|\.{1,2})?(?:/[0-9A-Za-z_.@:-]+){2,}/?|(?:[0-9A-Za-z_.-]+/)+[0-9A-Za-z_.-]+\.(?:pem|key|crt|pub))$`)
	token    = lazyregexp.New(`%\{[^{}]*\}`)
)

// form matches what secrets look like: private keys in PEM, password hashes, passwords in URLs, and
// tokens of well-known services.
var form = lazyregexp.New(`-----BEGIN [A-Z ]*PRIVATE |^\$(1|2[aby]?|5|6|7|y|apr1|argon2[a-z]*|gy)\$|^\{(SSHA|SHA|MD5|CRYPT|PBKDF2)|://[^/\s:@]*:[^/\s@]+@|^(gh[oprsu]_|github_pat_|glpat-|xox[abprs]-|[sp]k[-_]|AKIA|eyJ)[-_A-Za-z0-9]{12}`)

// formStarts lists what strings that match form start with, except for keys in PEM and URLs.
var formStarts = []string{"$", "{", "gh", "glpat-", "xox", "sk-", "sk_", "pk-", "pk_", "AKIA", "eyJ"}

// hasSecretForm reports whether a string has the form of a secret. Most strings are excluded
// quickly.
func hasSecretForm(text string) bool {
	const shortest = 6
	startsLikeOne := func(start string) bool { return strings.HasPrefix(text, start) }
	switch {
	case len(text) < shortest:
		return false
	case slices.ContainsFunc(formStarts, startsLikeOne), strings.Contains(text, "-----BEGIN "), strings.Contains(text, "://") && strings.Contains(text, "@"):
	default:
		return false
	}
	if strings.Contains(text, "%{") {
		text = token().ReplaceAllString(text, "/") // which passwords in URLs do not contain
	}
	return form().MatchString(text)
}

// isRandom reports whether a string looks random: long, without spaces, and with mixed upper case,
// lower case, and digits.
func isRandom(text string) bool {
	const long = 20
	if len(text) < long || strings.ContainsAny(text, " \t\n/.:%") || utf8.RuneCountInString(text) < long {
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
	if (upper == 0 || lower == 0) && digit > 3 && strings.Trim(text, "0123456789abcdefABCDEF") == "" {
		return true
	}
	return upper > 1 && lower > 1 && digit > 1 && changes > len(text)/4
}
