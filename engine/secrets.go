package engine

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/outcome"
	"github.com/hieralint/hieralint/engine/rubytext"
)

// withheld stands in messages in the place of a decrypted text, as Puppet has it for Sensitive values.
// Puppet itself would show the text, in an error of convert_to for instance; but its command prints
// no such errors, and ours end up in logs.
const withheld = "[value redacted]"

// keepSecret notes a text that was decrypted. The tokens in it are part of it: what they ask for is what
// messages name.
func (inv *invocation) keepSecret(plain string) {
	inv.out.secrets = append(inv.out.secrets, plain)
	if !strings.Contains(plain, "%{") {
		return
	}
	if t := inv.node.engine.template(plain); t != nil {
		for _, token := range t.Tokens {
			inner := strings.TrimSpace(strings.Trim(plain[token.Span.Start:token.Span.End], "%{}"))
			inv.out.secrets = append(inv.out.secrets, inner, token.Argument, token.Key.Root)
		}
	}
}

// withhold is err without decrypted texts.
func (o *record) withhold(err *outcome.Error) *outcome.Error {
	text := o.withoutSecrets(err.Message)
	if text == err.Message {
		return err
	}
	e := *err
	e.Message = text
	return &e
}

func (o *record) withholdWarnings() {
	if len(o.secrets) == 0 || len(o.warnings) == 0 {
		return
	}
	o.warnings = slices.Clone(o.warnings)
	for i, w := range o.warnings {
		o.warnings[i] = o.withoutSecrets(w)
	}
}

// withoutSecrets replaces decrypted texts in a message, as they are and as Ruby quotes them.
func (o *record) withoutSecrets(message string) string {
	if len(o.secrets) == 0 {
		return message
	}
	longestFirst := slices.SortedFunc(slices.Values(o.secrets), func(a, b string) int { return len(b) - len(a) })
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

// longSecret is the length from which a text is taken out of longer words, too.
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
