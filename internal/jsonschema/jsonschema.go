// Package jsonschema validates documents against JSON Schemas. It is for tests only.
package jsonschema

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"gopkg.in/yaml.v3"

	"github.com/hieralint/hieralint/internal/reference"
)

// Schema is a JSON Schema.
type Schema struct{ compiled *jsonschema.Schema }

// Read reads a schema from a path relative to the repository.
func Read(t testing.TB, path string) Schema {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(reference.Root(t), filepath.FromSlash(path)))
	if err != nil {
		t.Fatal(err)
	}
	return Compile(t, text)
}

// Compile compiles a schema.
func Compile(t testing.TB, text []byte) Schema {
	t.Helper()
	document, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	compiler := jsonschema.NewCompiler()
	compiler.AssertFormat()
	if err := compiler.AddResource("schema.json", document); err != nil {
		t.Fatal(err)
	}
	compiled, err := compiler.Compile("schema.json")
	if err != nil {
		t.Fatal(err)
	}
	return Schema{compiled}
}

// CheckJSON returns an error that describes why a JSON document is invalid.
func (s Schema) CheckJSON(text []byte) error {
	document, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		return err
	}
	return s.compiled.Validate(document)
}

// CheckYAML returns an error that describes why a YAML document is invalid, as editors report it.
func (s Schema) CheckYAML(text []byte) error {
	var document any
	if err := yaml.Unmarshal(text, &document); err != nil {
		return err
	}
	asJSON, err := json.Marshal(document)
	if err != nil {
		return err // a hash with non-string keys
	}
	return s.CheckJSON(asJSON)
}
