package invocation

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/interpolate"
	"github.com/hieralint/hieralint/engine/outcome"
	"github.com/hieralint/hieralint/engine/rubytext"
)

// withheld replaces a decrypted string in messages, as Puppet does for Sensitive values. Puppet itself would
// show the string, in an error of convert_to for instance; but its command prints no such errors, and ours
// end up in logs.
const withheld = "[value redacted]"

// AddSecret adds a string that was decrypted. The tokens in it are part of it: what they ask for is what
// messages name.
func (r *Record) AddSecret(plain string) {
	r.secrets = append(r.secrets, plain)
	if !strings.Contains(plain, "%{") {
		return
	}
	if t := interpolate.Parse(plain); t != nil {
		for _, token := range t.Tokens {
			inner := strings.TrimSpace(strings.Trim(plain[token.Span.Start:token.Span.End], "%{}"))
			r.secrets = append(r.secrets, inner, token.Argument, token.Key.Root)
		}
	}
}

// Withhold is err without decrypted strings.
func (r *Record) Withhold(err *outcome.Error) *outcome.Error {
	text := r.withoutSecrets(err.Message)
	if text == err.Message {
		return err
	}
	e := *err
	e.Message = text
	return &e
}

// WithholdWarnings removes decrypted strings from the warnings.
func (r *Record) WithholdWarnings() {
	if len(r.secrets) == 0 || len(r.Warnings) == 0 {
		return
	}
	r.Warnings = slices.Clone(r.Warnings)
	for i, w := range r.Warnings {
		r.Warnings[i] = r.withoutSecrets(w)
	}
}

// withoutSecrets replaces decrypted strings in a message, as they are and as Ruby quotes them.
func (r *Record) withoutSecrets(message string) string {
	if len(r.secrets) == 0 {
		return message
	}
	longestFirst := slices.SortedFunc(slices.Values(r.secrets), func(a, b string) int { return len(b) - len(a) })
	for _, secret := range longestFirst {
		if strings.TrimSpace(secret) == "" {
			continue
		}
		message = withoutWord(message, secret)
		if quoted := strings.Trim(rubytext.Inspect(data.NewString(secret)), `"`); quoted != secret {
			message = withoutWord(message, quoted)
		}
		if line := strings.TrimSuffix(secret, "\n"); line != secret {
			message = withoutWord(message, line)
		}
	}
	return message
}

// longSecret is the length from which a string is removed from longer words, too.
const longSecret = 8

// withoutWord replaces word in text, but not where a short one is a part of another word.
func withoutWord(text, word string) string {
	var b strings.Builder
	for {
		i := strings.Index(text, word)
		if i < 0 {
			b.WriteString(text)
			return b.String()
		}
		before, after := text[:i], text[i+len(word):]
		b.WriteString(before)
		if len(word) < longSecret && (endsInWord(before) && startsWord(word) || startsWord(after) && endsInWord(word)) {
			b.WriteString(word)
		} else {
			b.WriteString(withheld)
		}
		text = after
	}
}

func startsWord(s string) bool {
	r, _ := utf8.DecodeRuneInString(s)
	return isWordRune(r)
}

func endsInWord(s string) bool {
	r, _ := utf8.DecodeLastRuneInString(s)
	return isWordRune(r)
}

func isWordRune(r rune) bool {
	return r == '_' || r != utf8.RuneError && (unicode.IsLetter(r) || unicode.IsDigit(r))
}
