package secret

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/eyaml"
	"github.com/hieralint/hieralint/engine/outcome"
	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/ascii"
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
	case data.Symbol:
		return ofText(named, v.Text())
	case data.Float:
		if named && !(-1 <= v.Float() && v.Float() < 1000) {
			return IsSecret
		}
	case data.Rich:
		if named && !v.IsUnknown() { // a URI or a regular expression, for example
			return IsSecret
		}
	case data.Integer:
		if i, ok := v.Int(); named && !(ok && -1 <= i && i < 1000) { // a limit or a length rather than a PIN
			return IsSecret
		}
	}
	return ""
}

// IsWritten reports whether reports withhold the value of a scalar: because of the keys that lead to it, or of its form.
func IsWritten(n *data.Node) bool {
	named := IsUnder(n)
	if key := n.Counterpart(); key != nil && key.Kind == data.Scalar {
		named = named || namesInMapping(n.Parent)(key.Text())
	}
	return n.Value != nil && WithheldAs(named, n.Value) != "" || n.Value == nil && ofText(named, n.Text()) != ""
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
var form = lazyregexp.New(`-----BEGIN [A-Z ]*PRIVATE |^\$(1|2[aby]?|5|6|7|y|apr1|argon2[a-z]*|gy)\$|^\{(SSHA|SHA|MD5|CRYPT|PBKDF2)|` + login + `|^(gh[oprsu]_|github_pat_|glpat-|xox[abprs]-|[sp]k[-_]|AKIA|eyJ)[-_A-Za-z0-9]{12}`)

// login matches the user and password in a URL, and what is before them: in `https://user:password@host`, but also in URLs
// with a mistake, such as `https//user:password@host` and `https:/user:password@host`. A password with a slash is told
// apart from a port with a path.
const login = `(?:[A-Za-z][0-9A-Za-z+.-]*//|:/{1,3})[^/\s:@]*:(?:[^/\s@]+|[0-9]*[^0-9/\s@][^\s@]*)@`

// credentials matches a password in a URL whose tokens were removed.
var credentials = lazyregexp.New(login)

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
	case slices.ContainsFunc(formStarts, startsLikeOne), strings.Contains(text, "-----BEGIN "), strings.Contains(text, "@") && (strings.Contains(text, "//") || strings.Contains(text, ":/")):
		if plain := withoutTokens(text); form().MatchString(plain) || plain != text && credentials().MatchString(token().ReplaceAllString(text, "")) {
			return true
		}
	}
	return mayHaveShape(text) && shape().MatchString(withoutTokens(text))
}

// withoutTokens replaces tokens by slashes, which passwords in URLs and command lines do not contain.
func withoutTokens(text string) string {
	if strings.Contains(text, "%{") {
		return token().ReplaceAllString(text, "/")
	}
	return text
}

// shape matches secrets within a text: the credentials of an HTTP header, the passwords on the command lines of common
// programs, password hashes after the name of a user, and tokens of well-known services, and private keys in Base64. Names of secrets with values are
// recognized in any command line; see assignment.
var shape = lazyregexp.New(`(?i:authorization["']?\s*[:=]\s*["']?(?:basic|bearer|token|digest|apikey)\s+[^\s"'/]\S{5,})|\b(?:[Bb]asic|[Bb]earer) [0-9A-Za-z+/=._~-]{16,}` +
	`|\b(?:curl|wget)\b[^\n|;]*\s(?:-u|-U|--user|--proxy-user)[ =]?["']?[^\s:"'/]+:[^\s"'/]+` +
	`|\bsshpass\b[^\n|;]*\s-p\s*[^\s"'/-]\S*|\bmysql(?:dump|admin)?\b[^\n|;]*\s-p[^\s"'/]+|\bldap[a-z]+\b[^\n|;]*\s-w\s*[^\s"'/-]\S*|\bredis-cli\b[^\n|;]*\s-a\s*[^\s"'/-]\S*|\s-pass(?:in|out)? pass:[^\s"'/]+` +
	`|(?:^|[^0-9A-Za-z$])\$(?:1|2[aby]?|5|6|7|y|apr1|argon2[a-z]*|gy)\$[./0-9A-Za-z$=,+-]{8,}|\{(?:SSHA|SHA|MD5|CRYPT|PBKDF2)[-0-9A-Z]*\}[0-9A-Za-z+/=$.]{8,}` +
	`|(?:^|[^0-9A-Za-z])(?:(?:gh[oprsu]_|github_pat_|glpat-|glsa_|xox[abeprs]-|xapp-|shpat_|[sr]k_live_)[-_A-Za-z0-9]{12,}|(?:AKIA|ASIA)[0-9A-Z]{16}|eyJ[-_A-Za-z0-9]{12,}|AIza[-_0-9A-Za-z]{30,}|SG\.[-_0-9A-Za-z]{20,}|hvs\.[-_0-9A-Za-z]{20,}|npm_[0-9A-Za-z]{36}|hf_[0-9A-Za-z]{30,}|dop_v1_[0-9a-f]{30,}|AGE-SECRET-KEY-[0-9A-Z]{20,}|` + privateKeyInBase64 + `)` +
	`|hooks\.slack\.com/services/[0-9A-Za-z/]{20,}`)

// privateKeyInBase64 matches a line of a private key in PEM that is in Base64. After `-----BEGIN`, the word PRIVATE has one of three
// forms, depending on its offset.
const privateKeyInBase64 = pemInBase64 + `[0-9A-Za-z+/]{0,30}(?:FBSSVZBVE|BQUklWQVRF|UFJJVkFUR)[0-9A-Za-z+/]*=*`

// shapeWords lists what every text that matches shape contains, by the first two bytes.
var shapeWords = func() map[[2]byte][]string {
	byStart := map[[2]byte][]string{}
	for _, word := range []string{
		"uthorization", "UTHORIZATION", "asic ", "earer ", "curl", "wget", "sshpass", "mysql", "ldap", "redis-cli", " -pass",
		"$1$", "$2", "$5$", "$6$", "$7$", "$y$", "$apr1$", "$argon2", "$gy$", "{SSHA", "{SHA", "{MD5", "{CRYPT", "{PBKDF2",
		"gho_", "ghp_", "ghr_", "ghs_", "ghu_", "github_pat_", "glpat-", "glsa_", "xox", "xapp-", "shpat_", "k_live_", "AKIA", "ASIA", "eyJ",
		"AIza", "SG.", "hvs.", "npm_", "hf_", "dop_v1_", "AGE-SECRET-KEY-", "hooks.slack.com", pemInBase64,
	} {
		start := [2]byte{word[0], word[1]}
		byStart[start] = append(byStart[start], word)
	}
	return byStart
}()

// shapeStarts are the first two bytes of shapeWords, as bits.
var shapeStarts = func() (starts [1 << 16 / 64]uint64) {
	for start := range shapeWords {
		at := uint(start[0])<<8 | uint(start[1])
		starts[at/64] |= 1 << (at % 64)
	}
	return starts
}()

// mayHaveShape reports whether a text may match shape: it is not short, and contains one of shapeWords. It is called for
// every value.
func mayHaveShape(text string) bool {
	const shortest = 12
	if len(text) < shortest {
		return false
	}
	for i := range len(text) - 1 {
		at := uint(text[i])<<8 | uint(text[i+1])
		if shapeStarts[at/64]&(1<<(at%64)) == 0 {
			continue
		}
		for _, word := range shapeWords[[2]byte{text[i], text[i+1]}] {
			if strings.HasPrefix(text[i:], word) {
				return true
			}
		}
	}
	return false
}

// shapesIn returns the secrets with a known shape in a line.
func shapesIn(line string) []source.Span {
	var spans []source.Span
	if mayHaveShape(line) {
		for _, m := range shape().FindAllStringIndex(line, -1) {
			if !strings.Contains(line[m[0]:m[1]], "%{") {
				spans = append(spans, source.Span{Start: m[0], End: m[1]})
			}
		}
	}
	return spans
}

// isRandom reports whether a string looks random: long, without spaces, and with mixed upper case,
// lower case, and digits. With slashes, it must look like Base64 rather than like a path.
func isRandom(text string) bool {
	if strings.ContainsAny(text, " \t\n.:%") {
		return false
	}
	if strings.Contains(text, "/") {
		return isBase64(text)
	}
	m := mixtureOf(text)
	return m.isHex(text) || m.isMixed() && m.changes > len(text)/4
}

// isBase64 reports whether a string looks like random bytes in Base64: their kinds of letters change more often than
// those of words. Public keys of SSH are no secrets.
func isBase64(text string) bool {
	if strings.HasPrefix(text, "AAAA") || strings.Trim(text, alphanumeric+"+/=_-") != "" {
		return false
	}
	m := mixtureOf(text)
	return m.isMixed() && 2*m.changes >= len(text)
}

const alphanumeric = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

// shortestRandom is the minimum length of a string that looks random.
const shortestRandom = 20

// mixture holds the numbers of letters of each kind in a string that is long enough, and how often the kind changes.
type mixture struct{ upper, lower, digit, changes int }

func mixtureOf(text string) (m mixture) {
	if len(text) < shortestRandom || utf8.RuneCountInString(text) < shortestRandom {
		return m
	}
	class := 0
	for _, c := range text {
		next := 0
		switch {
		case ascii.IsUpper(c):
			m.upper++
			next = 1
		case ascii.IsLower(c):
			m.lower++
			next = 2
		case ascii.IsDigit(c):
			m.digit++
			next = 3
		}
		if next != class {
			m.changes++
		}
		class = next
	}
	return m
}

func (m *mixture) isMixed() bool { return m.upper > 1 && m.lower > 1 && m.digit > 1 }

// isHex reports whether the string is hexadecimal.
func (m *mixture) isHex(text string) bool {
	return (m.upper == 0 || m.lower == 0) && m.digit > 3 && strings.Trim(text, "0123456789abcdefABCDEF") == ""
}

// randomIn returns the words in a line that look random: in its comment if the rest was parsed, and otherwise also in
// the rest, if they look like Base64 or are hexadecimal.
func randomIn(line string, parsed bool) []source.Span {
	var spans []source.Span
	comment := strings.Index(line, "#")
	for comment > 0 && line[comment-1] != ' ' && line[comment-1] != '\t' {
		next := strings.Index(line[comment+1:], "#")
		if next < 0 {
			comment = -1
			break
		}
		comment += 1 + next
	}
	if comment < 0 {
		comment = len(line)
	}
	isPart := func(c byte) bool {
		return ascii.IsWord(c) || c == '+' || c == '/' || c == '=' || c == '-'
	}
	from := 0
	if parsed {
		from = comment
	}
	for at := from; at < len(line); at++ {
		start := at
		for at < len(line) && isPart(line[at]) {
			at++
		}
		if at-start < shortestRandom {
			continue
		}
		// A name and an equals sign may precede the string.
		word := line[start:at]
		if i := strings.IndexByte(strings.TrimRight(word, "="), '='); i >= 0 {
			start, word = start+i+1, word[i+1:]
		}
		m := mixtureOf(word)
		if isBase64(word) || m.isHex(word) || start >= comment && isRandom(word) {
			spans = append(spans, source.Span{Start: start, End: at})
		}
	}
	return spans
}

// Withheld is the reason why reports do not show a value; "" if they do. It is the payload of the value
// that stands for the withheld one, which is unknown to the reader.
type Withheld string

// The reasons.
const (
	IsSecret    Withheld = "secret"
	IsEncrypted Withheld = "encrypted"
	IsDecrypted Withheld = "decrypted" // it may contain decrypted text
	IsTooLarge  Withheld = "too large"
)

// Value returns a value that stands for the withheld one.
func (w Withheld) Value() *data.Value { return data.NewRich(w) }

// String returns the text that reports show instead of the value.
func (w Withheld) String() string { return "(" + string(w) + ")" }

// UnknownReason makes Withheld implement data.Unknown.
func (w Withheld) UnknownReason() string { return string(w) }

// AsWithheld returns the reason if v stands for a withheld value.
func AsWithheld(v *data.Value) (Withheld, bool) {
	if v == nil || v.Kind() != data.Rich {
		return "", false
	}
	w, ok := v.Payload().(Withheld)
	return w, ok
}

// Reason describes what is unknown about a value, without a part of a decrypted one.
func Reason(u *outcome.Unknown) string {
	if u.Reason == outcome.UnknownVariable && u.Node != nil && u.Node.Value != nil && eyaml.IsEncrypted(u.Node.Value.Text()) {
		return "a variable in a decrypted value is unknown for this node"
	}
	return u.String()
}
