package interpolate

import (
	"encoding/json"
	"math/rand"
	"strings"
	"testing"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/key"
	"github.com/hieralint/hieralint/internal/filetree"
	"github.com/hieralint/hieralint/internal/oracle"
	"github.com/hieralint/hieralint/internal/reference"
)

// Keys and variables for TestAgainstPuppet; all values are strings.
var (
	worldKeys = map[string]string{"s": "value", "a.b": "dotted", " s": "spaced"}
	worldVars = map[string]string{"s": "fact", "x": "other"}
)

// TestAgainstPuppet interpolates the strings of TestParse and random strings, and compares values and errors
// with Puppet.
func TestAgainstPuppet(t *testing.T) {
	var texts []string
	for _, tt := range parseTests {
		texts = append(texts, tt.text)
	}
	pieces := []string{"lookup", "literal", "alias", "foo", "(", ")", "'", `"`, "('", "')", "s", ".", " ", "\n", "::", "%{", "}", "[", ","}
	random := rand.New(rand.NewSource(1))
	for range reference.Cases(3000) {
		var b strings.Builder
		b.WriteString(opening)
		for range 1 + random.Intn(7) {
			b.WriteString(pieces[random.Intn(len(pieces))])
		}
		b.WriteString("}")
		texts = append(texts, b.String())
	}
	keys, err := json.Marshal(worldKeys)
	if err != nil {
		t.Fatal(err)
	}
	env := filetree.Write(t, map[string]string{
		"hiera.yaml":       "version: 5\n",
		"data/common.yaml": string(keys),
	})
	facts := map[string]any{}
	for name, value := range worldVars {
		facts[name] = value
	}
	puppet := oracle.Start(t)
	for _, text := range texts {
		got, failure := interpolate(text)
		answer := puppet.Ask(oracle.Request{EnvDir: env, Facts: facts, Interpolate: text})
		if answer.Error != nil {
			if failure != answer.Error.Message {
				t.Errorf("%q: got %q, error %q; want error %q", text, got, failure, answer.Error.Message)
			}
			continue
		}
		var want string
		if err := json.Unmarshal(answer.Value, &want); err != nil {
			t.Fatal(err)
		}
		if failure != "" || got != want {
			t.Errorf("%q: got %q, error %q; want %q", text, got, failure, want)
		}
	}
}

// interpolate interpolates text with worldKeys and worldVars.
func interpolate(text string) (value, failure string) {
	template := Parse(text)
	if template == nil {
		return text, ""
	}
	value, err := expand(template, func(token *Token) (string, error) {
		if err := template.Err(token, true); err != nil {
			return "", err
		}
		switch {
		case token.Kind == Empty:
			return "", nil
		case token.Method == Literal:
			return token.Argument, nil
		case token.Method.TakesKey():
			return dig(token.Key, hash(worldKeys), token.Key.Root)
		default:
			facts := hash(worldVars)
			vars := data.NewHash(append([]data.Entry{{Key: data.NewString("facts"), Value: facts}}, facts.Entries()...))
			return dig(token.Key, vars, strings.TrimPrefix(token.Key.Root, "::"))
		}
	})
	if err != nil {
		return "", err.Error()
	}
	return value, ""
}

// dig looks up k in a hash, under the name root instead of its root key.
func dig(k key.Key, world *data.Value, root string) (string, error) {
	value, found := world.Get(root)
	if !found {
		return "", nil
	}
	value, found, err := k.Dig(value)
	if err != nil || !found {
		return "", err
	}
	return value.Text(), nil
}

func hash(texts map[string]string) *data.Value {
	var entries []data.Entry
	for k, v := range texts {
		entries = append(entries, data.Entry{Key: data.NewString(k), Value: data.NewString(v)})
	}
	return data.NewHash(entries)
}

// expand replaces tokens by their values, from left to right, and stops at the first error.
func expand(t *Template, value func(*Token) (string, error)) (string, error) {
	var b strings.Builder
	at := 0
	for i := range t.Tokens {
		token := &t.Tokens[i]
		text, err := value(token)
		if err != nil {
			return "", err
		}
		b.WriteString(t.Text[at:token.Span.Start])
		b.WriteString(text)
		at = token.Span.End
	}
	b.WriteString(t.Text[at:])
	return b.String(), nil
}
