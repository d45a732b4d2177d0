// Package redact removes secrets from messages.
package redact

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/rubytext"
	"github.com/hieralint/hieralint/internal/lists"
)

// Redacted replaces a secret. Puppet prints Sensitive values in the same form.
const Redacted = "[value redacted]"

// Secrets are strings that no message may show. A nil *Secrets and the zero value are empty.
type Secrets struct {
	starts   [1 << 16 / 64]uint64 // the first two bytes of the keys of byPrefix
	byPrefix map[[prefix]byte]*alike
	short    []string // strings shorter than a prefix, longest first
}

// alike is a group of strings with the same prefix.
type alike struct {
	texts   map[string]bool
	lengths []int // their lengths, longest first
}

const prefix = 4

// Add adds a string, both as it is and as Ruby quotes it. Blank strings are ignored.
func (s *Secrets) Add(text string) {
	if strings.TrimSpace(text) == "" {
		return
	}
	s.add(text)
	s.add(strings.TrimSuffix(text, "\n"))
	if strings.ContainsAny(text, "\\\"#") || strings.ContainsFunc(text, unicode.IsControl) {
		s.add(strings.Trim(rubytext.Inspect(data.NewString(text)), `"`))
	}
}

func (s *Secrets) add(text string) {
	longerFirst := func(a, b string) int { return len(b) - len(a) }
	if len(text) < prefix {
		if at, found := slices.BinarySearchFunc(s.short, text, longerFirst); !found || !slices.Contains(s.short, text) {
			s.short = slices.Insert(s.short, at, text)
		}
		return
	}
	if s.byPrefix == nil {
		s.byPrefix = map[[prefix]byte]*alike{}
	}
	key := [prefix]byte([]byte(text[:prefix]))
	known := lists.GetOrPut(s.byPrefix, key, func() *alike { return &alike{texts: map[string]bool{}} })
	known.texts[text] = true
	if at, found := slices.BinarySearchFunc(known.lengths, len(text), func(a, b int) int { return b - a }); !found {
		known.lengths = slices.Insert(known.lengths, at, len(text))
	}
	start := uint(text[0])<<8 | uint(text[1])
	s.starts[start/64] |= 1 << (start % 64)
}

// Redact replaces the secrets in a message.
func (s *Secrets) Redact(message string) string {
	if s == nil {
		return message
	}
	if len(s.byPrefix) > 0 {
		message = s.redactLong(message)
	}
	for _, text := range s.short {
		message = redactShort(message, text)
	}
	return message
}

// RedactValue replaces the secrets in all strings of a value.
func (s *Secrets) RedactValue(v *data.Value) *data.Value {
	if s == nil {
		return v
	}
	if v.Kind() == data.String {
		if text := s.Redact(v.Text()); text != v.Text() {
			return data.NewString(text)
		}
	}
	return v.Map(s.RedactValue)
}

func (s *Secrets) redactLong(message string) string {
	return replaced(message, func(from int) (start, end int) {
		for i := from; i+prefix <= len(message); i++ {
			if start := uint(message[i])<<8 | uint(message[i+1]); s.starts[start/64]&(1<<(start%64)) == 0 {
				continue
			}
			if n := s.at(message, i); n > 0 {
				return i, i + n
			}
		}
		return 0, 0
	})
}

// replaced returns a message with Redacted in place of the parts that find returns; an end of 0 means that there are no
// more.
func replaced(message string, find func(from int) (start, end int)) string {
	var b strings.Builder
	done := 0
	for {
		start, end := find(done)
		switch {
		case end == 0 && done == 0:
			return message
		case end == 0:
			return b.String() + message[done:]
		}
		b.WriteString(message[done:start] + Redacted)
		done = end
	}
}

// at returns the length of the longest secret at a position of the message; 0 if there is none.
func (s *Secrets) at(message string, i int) int {
	known := s.byPrefix[[prefix]byte([]byte(message[i:i+prefix]))]
	if known == nil {
		return 0
	}
	rest := message[i:]
	for _, n := range known.lengths {
		if n <= len(rest) && known.texts[rest[:n]] && standsAlone(message[:i], rest[:n], rest[n:]) {
			return n
		}
	}
	return known.shortened(rest)
}

// ellipsis ends a text that was shortened.
const ellipsis = "…"

// manyAlike is the number of secrets with the same prefix that are not compared with each shortened text.
const manyAlike = 1000

// shortened returns the length of the start of a secret that an ellipsis ends, at the start of a message; 0 if there is
// none.
func (a *alike) shortened(message string) int {
	longest := a.lengths[0]
	n := strings.Index(message[:min(len(message), longest+len(ellipsis))], ellipsis)
	if n < long {
		return 0
	}
	if len(a.texts) > manyAlike {
		return n // probably
	}
	for text := range a.texts {
		if len(text) > n && text[:n] == message[:n] {
			return n
		}
	}
	return 0
}

func redactShort(message, text string) string {
	return replaced(message, func(from int) (start, end int) {
		for i := from; i < len(message); {
			n := strings.Index(message[i:], text)
			if n < 0 {
				break
			}
			i += n
			if standsAlone(message[:i], text, message[i+len(text):]) {
				return i, i + len(text)
			}
			_, size := utf8.DecodeRuneInString(message[i:])
			i += size
		}
		return 0, 0
	})
}

// long is the length from which secrets are also replaced inside longer words.
const long = 8

// standsAlone reports whether a string is not part of a longer word.
func standsAlone(before, text, after string) bool {
	return len(text) >= long || !(endsInWord(before) && startsWord(text) || startsWord(after) && endsInWord(text))
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
