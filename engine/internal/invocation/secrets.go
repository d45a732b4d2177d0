package invocation

import (
	"slices"
	"strings"

	"github.com/hieralint/hieralint/engine/interpolate"
	"github.com/hieralint/hieralint/engine/outcome"
	"github.com/hieralint/hieralint/engine/redact"
)

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

// withoutSecrets is a message without decrypted strings. Puppet itself would show them, in an error of convert_to for instance;
// but its command prints no such errors, and ours end up in logs.
func (r *Record) withoutSecrets(message string) string { return r.Secrets().Redact(message) }

// Secrets are the strings that were decrypted; nil for none.
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
