// Package jsonschema checks documents against JSON Schemas (draft 7), as far as the schemas in docs
// go: a keyword that it does not know is an error. It is for tests only.
package jsonschema

import (
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"gopkg.in/yaml.v3"
)

// Schema is a JSON Schema.
type Schema struct{ root any }

// Parse reads a schema.
func Parse(text []byte) (*Schema, error) {
	s := &Schema{}
	return s, json.Unmarshal(text, &s.root)
}

// Check lists what is wrong with a document, which is made of the types that encoding/json gives.
func (s *Schema) Check(document any) ([]string, error) {
	c := &checker{schema: s}
	problems := c.check("document", s.root, document)
	return problems, c.err
}

// CheckYAML lists what is wrong with a YAML text, as editors do: that it is none, or what Check finds.
func (s *Schema) CheckYAML(text []byte) ([]string, error) {
	var document any
	if err := yaml.Unmarshal(text, &document); err != nil {
		return []string{err.Error()}, nil //nolint:nilerr // it is what is wrong with the document
	}
	return s.Check(asJSON(document))
}

// asJSON is a document that yaml.v3 read with the types that encoding/json gives.
func asJSON(v any) any {
	switch v := v.(type) {
	case map[string]any:
		out := map[string]any{}
		for name, value := range v {
			out[name] = asJSON(value)
		}
		return out
	case []any:
		out := make([]any, len(v))
		for i, value := range v {
			out[i] = asJSON(value)
		}
		return out
	case int:
		return float64(v)
	default:
		return v
	}
}

type checker struct {
	schema *Schema
	err    error // of the schema itself
}

// annotations say nothing about what is right.
var annotations = []string{"$schema", "$id", "$comment", "title", "description", "default", "examples", "definitions", "then", "else"}

func (c *checker) check(at string, schema, value any) []string {
	switch schema := schema.(type) {
	case bool:
		if schema {
			return nil
		}
		return []string{at + " must not be there"}
	case map[string]any:
		if reference, ok := schema["$ref"]; ok {
			return c.check(at, c.resolve(reference.(string)), value)
		}
		var problems []string
		for _, keyword := range slices.Sorted(maps.Keys(schema)) {
			problems = append(problems, c.keyword(at, schema, keyword, value)...)
		}
		return problems
	default:
		c.err = fmt.Errorf("%s: a schema is an object or a boolean, not %v", at, schema)
		return nil
	}
}

// resolve follows a reference within the schema.
func (c *checker) resolve(reference string) any {
	at := c.schema.root
	for _, name := range strings.Split(strings.TrimPrefix(reference, "#"), "/") {
		if name == "" {
			continue
		}
		members, _ := at.(map[string]any)
		var ok bool
		if at, ok = members[name]; !ok {
			c.err = fmt.Errorf("%s leads nowhere", reference)
			return true
		}
	}
	return at
}

func (c *checker) keyword(at string, schema map[string]any, keyword string, value any) []string {
	argument := schema[keyword]
	switch keyword {
	case "items":
		list, _ := value.([]any)
		var problems []string
		for i, element := range list {
			problems = append(problems, c.check(fmt.Sprintf("%s[%d]", at, i), argument, element)...)
		}
		return problems
	case "propertyNames":
		object, _ := value.(map[string]any)
		var problems []string
		for _, name := range slices.Sorted(maps.Keys(object)) {
			problems = append(problems, c.check(at+": the name "+name, argument, name)...)
		}
		return problems
	case "properties", "patternProperties", "additionalProperties":
		object, _ := value.(map[string]any)
		return c.members(at, schema, keyword, object)
	case "allOf", "anyOf", "oneOf":
		return c.combined(at, keyword, argument.([]any), value)
	case "not":
		if len(c.check(at, argument, value)) == 0 {
			return []string{at + " must not be so"}
		}
		return nil
	case "if":
		branch := "then"
		if len(c.check(at, argument, value)) > 0 {
			branch = "else"
		}
		if chosen, ok := schema[branch]; ok {
			return c.check(at, chosen, value)
		}
		return nil
	}
	assert, ok := assertions[keyword]
	if !ok && !slices.Contains(annotations, keyword) {
		c.err = fmt.Errorf("the keyword %s is not known", keyword)
	}
	if !ok {
		return nil
	}
	if wrong := assert(value, argument); wrong != "" {
		return []string{at + " " + wrong}
	}
	return nil
}

// assertions are the keywords that look at a value alone. They say what is wrong with it; "" is nothing.
var assertions = map[string]func(value, argument any) string{
	"type": func(value, argument any) string {
		kinds, ok := argument.([]any)
		if !ok {
			kinds = []any{argument}
		}
		isOne := slices.ContainsFunc(kinds, func(kind any) bool { return isOfType(value, kind) })
		return unless(isOne, "is not of type %v", argument)
	},
	"const": func(value, argument any) string {
		return unless(reflect.DeepEqual(value, argument), "is not %v", argument)
	},
	"enum": func(value, argument any) string {
		isOne := slices.ContainsFunc(argument.([]any), func(one any) bool { return reflect.DeepEqual(value, one) })
		return unless(isOne, "is none of %v", argument)
	},
	"pattern": func(value, argument any) string {
		text, ok := value.(string)
		return unless(!ok || regexp.MustCompile(argument.(string)).MatchString(text), "does not match %v", argument)
	},
	"format": func(value, argument any) string {
		text, ok := value.(string)
		_, err := time.Parse(time.DateOnly, text)
		return unless(!ok || argument != "date" || err == nil, "is no date")
	},
	"minLength": func(value, argument any) string {
		text, ok := value.(string)
		return unless(!ok || float64(utf8.RuneCountInString(text)) >= argument.(float64), "is too short")
	},
	"minimum": func(value, argument any) string {
		number, ok := value.(float64)
		return unless(!ok || number >= argument.(float64), "is too small")
	},
	"minItems": func(value, argument any) string {
		list, ok := value.([]any)
		return unless(!ok || float64(len(list)) >= argument.(float64), "has too few elements")
	},
	"maxItems": func(value, argument any) string {
		list, ok := value.([]any)
		return unless(!ok || float64(len(list)) <= argument.(float64), "has too many elements")
	},
	"minProperties": func(value, argument any) string {
		object, ok := value.(map[string]any)
		return unless(!ok || float64(len(object)) >= argument.(float64), "has too few members")
	},
	"required": func(value, argument any) string {
		object, ok := value.(map[string]any)
		for _, name := range argument.([]any) {
			if _, there := object[name.(string)]; ok && !there {
				return fmt.Sprintf("lacks %v", name)
			}
		}
		return ""
	},
}

// unless is a text where something does not hold.
func unless(holds bool, format string, args ...any) string {
	if holds {
		return ""
	}
	return fmt.Sprintf(format, args...)
}

// members checks the members of an object that a keyword is about.
func (c *checker) members(at string, schema map[string]any, keyword string, object map[string]any) []string {
	properties, _ := schema["properties"].(map[string]any)
	patterns, _ := schema["patternProperties"].(map[string]any)
	var problems []string
	for _, name := range slices.Sorted(maps.Keys(object)) {
		own, known := properties[name]
		if known && keyword == "properties" {
			problems = append(problems, c.check(at+"."+name, own, object[name])...)
		}
		for pattern, one := range patterns {
			if !regexp.MustCompile(pattern).MatchString(name) {
				continue
			}
			known = true
			if keyword == "patternProperties" {
				problems = append(problems, c.check(at+"."+name, one, object[name])...)
			}
		}
		if !known && keyword == "additionalProperties" {
			problems = append(problems, c.check(at+"."+name, schema[keyword], object[name])...)
		}
	}
	return problems
}

func (c *checker) combined(at, keyword string, all []any, value any) []string {
	var problems []string
	right := 0
	for _, one := range all {
		found := c.check(at, one, value)
		if len(found) == 0 {
			right++
		}
		problems = append(problems, found...)
	}
	switch {
	case keyword == "allOf", keyword == "anyOf" && right == 0, keyword == "oneOf" && right == 0:
		return problems
	case keyword == "oneOf" && right > 1:
		return []string{at + " is right in several ways"}
	}
	return nil
}

func isOfType(value, kind any) bool {
	switch v := value.(type) {
	case nil:
		return kind == "null"
	case string:
		return kind == "string"
	case bool:
		return kind == "boolean"
	case float64:
		return kind == "number" || kind == "integer" && v == math.Trunc(v)
	case []any:
		return kind == "array"
	case map[string]any:
		return kind == "object"
	}
	return false
}
