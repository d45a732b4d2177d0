package secret

import (
	"strings"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/redact"
	"github.com/hieralint/hieralint/internal/lazyregexp"
)

// Elements finds secrets that depend on earlier elements of an array: the lines of a private key, and the value after an
// option with the name of a secret, as in `['--token', 'hunter2']`.
type Elements struct{ inKey, afterOption bool }

// Next reports whether the next element is or leads to such a secret.
func (e *Elements) Next(v *data.Value) bool {
	if v == nil || v.Kind() != data.String {
		return e.next("")
	}
	return e.next(v.Text())
}

// InArray reports whether Elements finds such a secret at an index of an array.
func InArray(v *data.Value, index int) (isSecret bool) {
	var elements Elements
	for _, item := range v.Items()[:index+1] {
		isSecret = elements.Next(item)
	}
	return isSecret
}

// nextNode is Next for an element as written.
func (e *Elements) nextNode(n *data.Node) bool {
	if n.Kind != data.Scalar {
		return e.next("")
	}
	return e.next(n.Text())
}

func (e *Elements) next(text string) bool {
	isSecret := e.inKey || e.afterOption && !strings.HasPrefix(text, "-")
	e.afterOption = isOption(text)
	switch {
	case e.inKey && strings.Contains(text, "-----END "):
		e.inKey = false
	case strings.Contains(text, "-----BEGIN "):
		e.inKey = e.inKey || startsKey().MatchString(text)
	}
	return isSecret
}

// startsKey matches a text that ends within a private key in PEM.
var startsKey = lazyregexp.New(`-----BEGIN [A-Z ]*PRIVATE KEY[^-]*-----[0-9A-Za-z+/=\s]*$`)

// isOption reports whether a text is only an option of a command with the name of a secret.
func isOption(text string) bool {
	name, isOption := strings.CutPrefix(text, "-")
	name = strings.TrimPrefix(name, "-")
	return isOption && name != "" && IsNamed(name) && strings.Trim(name, alphanumeric+"_-") == ""
}

// Name returns the name of a key as reports show it: it may be a private key or a URL with a password, for example.
func Name(key string) string {
	if hasSecretForm(key) {
		return redact.Redacted
	}
	return key
}
