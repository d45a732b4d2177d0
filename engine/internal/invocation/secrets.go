package invocation

import (
	"slices"
	"strings"

	"github.com/hieralint/hieralint/engine/interpolate"
	"github.com/hieralint/hieralint/engine/outcome"
	"github.com/hieralint/hieralint/engine/redact"
)

// longPart is the length from which a part of a decrypted string is withheld on its own.
const longPart = 4

// AddSecret adds a decrypted string. Its tokens are part of it, but messages may contain the keys
// that they reference, and the strings between them.
func (r *Record) AddSecret(plain string) {
	r.secrets = append(r.secrets, plain)
	if !strings.Contains(plain, "%{") {
		return
	}
	t := interpolate.Parse(plain)
	if t == nil {
		return
	}
	end := 0
	part := func(text string) {
		if len(text) >= longPart {
			r.secrets = append(r.secrets, text)
		}
	}
	for _, token := range t.Tokens {
		inner := strings.TrimSpace(strings.Trim(plain[token.Span.Start:token.Span.End], "%{}"))
		r.secrets = append(r.secrets, inner, token.Argument, token.Key.Text, token.Key.Root)
		for _, s := range token.Key.Sub {
			part(s.Text)
		}
		part(plain[end:token.Span.Start])
		end = token.Span.End
	}
	part(plain[end:])
}

// Withhold removes decrypted strings from err.
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

// withoutSecrets removes decrypted strings from a message. Puppet would show them, for example in
// an error of convert_to, but the puppet command does not print such errors, and the output of
// hieralint is logged.
func (r *Record) withoutSecrets(message string) string { return r.Secrets().Redact(message) }

// Secrets returns the decrypted strings; nil if there are none.
func (r *Record) Secrets() *redact.Secrets {
	if len(r.secrets) == 0 {
		return nil
	}
	all := &redact.Secrets{}
	for _, text := range r.secrets {
		all.Add(text)
	}
	return all
}
