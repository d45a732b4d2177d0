package interpolate

import (
	"bytes"
	"encoding/json"
	"math/rand"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/key"
	"github.com/hieralint/hieralint/internal/reference"
)

// The world in which TestAgainstPuppet interpolates: keys and variables, all texts.
var (
	worldKeys = map[string]string{"s": "value", "a.b": "dotted", " s": "spaced"}
	worldVars = map[string]string{"s": "fact", "x": "other"}
)

// TestAgainstPuppet has Puppet interpolate the table of TestParse and strings of pieces put
// together at random, and compares with what the tokens say.
func TestAgainstPuppet(t *testing.T) {
	var texts []string
	for _, tt := range parseTests {
		texts = append(texts, tt.text)
	}
	pieces := []string{"lookup", "literal", "alias", "foo", "(", ")", "'", `"`, "('", "')", "s", ".", " ", "\n", "::", "%{", "}", "[", ","}
	random := rand.New(rand.NewSource(1))
	for range 6000 {
		var b strings.Builder
		b.WriteString(opening)
		for range 1 + random.Intn(7) {
			b.WriteString(pieces[random.Intn(len(pieces))])
		}
		b.WriteString("}")
		texts = append(texts, b.String())
	}
	answers := askPuppet(t, texts)
	for i, text := range texts {
		value, err := interpolate(text)
		switch {
		case answers[i].Error != nil && err == "":
			t.Errorf("%q is %q, Puppet fails with %q", text, value, answers[i].Error.Message)
		case answers[i].Error != nil && err != answers[i].Error.Message:
			t.Errorf("%q fails with %q, Puppet with %q", text, err, answers[i].Error.Message)
		case answers[i].Error == nil && (err != "" || value != answers[i].Value):
			t.Errorf("%q is %q (%s), Puppet has %q", text, value, err, answers[i].Value)
		}
	}
}

// interpolate evaluates text in the world.
func interpolate(text string) (value, failure string) {
	template := Parse(text)
	if template == nil {
		return text, ""
	}
	value, err := template.Expand(func(token *Token) (string, error) {
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

// dig looks up k, whose root goes by the given name, in a hash.
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

type answer struct {
	Value string
	Error *struct{ Message string }
}

// askPuppet interpolates each text with the real Puppet.
func askPuppet(t *testing.T, texts []string) []answer {
	oracle := filepath.Join(reference.Dir(t), "oracle", "oracle.rb")
	ruby := reference.Ruby(t)
	env := t.TempDir()
	write := func(name string, content any) {
		text, err := json.Marshal(content)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(env, name), text, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("hiera.yaml", map[string]any{"version": 5, "hierarchy": []any{map[string]any{"name": "A", "path": "common.yaml", "datadir": "."}}})
	write("common.yaml", worldKeys)
	var requests bytes.Buffer
	encoder := json.NewEncoder(&requests)
	for _, text := range texts {
		if err := encoder.Encode(map[string]any{"envdir": env, "facts": worldVars, "interpolate": text}); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.Command(ruby, oracle)
	cmd.Stdin = &requests
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	answers := make([]answer, len(texts))
	decoder := json.NewDecoder(bytes.NewReader(out))
	for i := range answers {
		if err := decoder.Decode(&answers[i]); err != nil {
			t.Fatalf("answer to %q: %v", texts[i], err)
		}
	}
	return answers
}
