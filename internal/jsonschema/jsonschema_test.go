package jsonschema_test

import (
	"encoding/json"
	"testing"

	"github.com/hieralint/hieralint/internal/jsonschema"
)

func TestCheck(t *testing.T) {
	for _, tt := range []struct {
		schema      string
		right       []string
		wrong       []string
		schemaWrong bool
	}{
		{schema: `{"type": "string", "minLength": 1, "pattern": "^a"}`, right: []string{`"a"`, `"ab"`}, wrong: []string{`""`, `"b"`, `1`}},
		{schema: `{"type": ["integer", "null"], "minimum": 2}`, right: []string{`2`, `null`, `3.0`}, wrong: []string{`1`, `2.5`, `"2"`}},
		{schema: `{"enum": [1, "a", true]}`, right: []string{`1`, `"a"`, `true`}, wrong: []string{`2`, `false`}},
		{schema: `{"const": 5}`, right: []string{`5`}, wrong: []string{`"5"`}},
		{schema: `{"type": "array", "items": {"type": "boolean"}, "minItems": 1, "maxItems": 2}`, right: []string{`[true]`, `[true, false]`}, wrong: []string{`[]`, `[1]`, `[true, true, true]`}},
		{schema: `{"type": "object", "properties": {"a": {"type": "string"}}, "patternProperties": {"^x": {"type": "number"}}, "additionalProperties": false, "required": ["a"]}`,
			right: []string{`{"a": "b"}`, `{"a": "b", "x1": 1}`}, wrong: []string{`{}`, `{"a": 1}`, `{"a": "b", "c": 1}`, `{"a": "b", "x": "1"}`}},
		{schema: `{"additionalProperties": {"type": "string"}, "propertyNames": {"pattern": "^[a-z]$"}}`, right: []string{`{"a": "b"}`, `1`}, wrong: []string{`{"a": 1}`, `{"A": "b"}`}},
		{schema: `{"anyOf": [{"type": "string"}, {"type": "null"}]}`, right: []string{`"a"`, `null`}, wrong: []string{`1`}},
		{schema: `{"oneOf": [{"required": ["a"]}, {"required": ["b"]}]}`, right: []string{`{"a": 1}`}, wrong: []string{`{}`, `{"a": 1, "b": 1}`}},
		{schema: `{"allOf": [{"required": ["a"]}, {"not": {"required": ["b"]}}]}`, right: []string{`{"a": 1}`}, wrong: []string{`{}`, `{"a": 1, "b": 1}`}},
		{schema: `{"if": {"required": ["a"]}, "then": {"required": ["b"]}, "else": {"required": ["c"]}}`, right: []string{`{"a": 1, "b": 1}`, `{"c": 1}`}, wrong: []string{`{"a": 1}`, `{}`}},
		{schema: `{"$ref": "#/definitions/x", "definitions": {"x": {"type": "string"}}}`, right: []string{`"a"`}, wrong: []string{`1`}},
		{schema: `{"format": "date"}`, right: []string{`"2027-01-31"`}, wrong: []string{`"2027-02-31"`}},
		{schema: `{"properties": {"a": false}}`, right: []string{`{}`}, wrong: []string{`{"a": 1}`}},
		{schema: `{"$ref": "#/definitions/none"}`, right: []string{`1`}, schemaWrong: true},
		{schema: `{"unevaluated": 1}`, right: []string{`1`}, schemaWrong: true},
	} {
		s, err := jsonschema.Parse([]byte(tt.schema))
		if err != nil {
			t.Fatal(err)
		}
		check := func(text string, want bool) {
			var document any
			if err := json.Unmarshal([]byte(text), &document); err != nil {
				t.Fatal(err)
			}
			problems, err := s.Check(document)
			if (err != nil) != tt.schemaWrong {
				t.Errorf("%s: %v", tt.schema, err)
			}
			if got := len(problems) == 0; got != want {
				t.Errorf("%s in %s: right is %t, want %t (%q)", text, tt.schema, got, want, problems)
			}
		}
		for _, text := range tt.right {
			check(text, true)
		}
		for _, text := range tt.wrong {
			check(text, false)
		}
	}
}
