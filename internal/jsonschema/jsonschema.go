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
		return []string{err.Error()}, nil
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
	wrong := func(format string, args ...any) []string { return []string{at + " " + fmt.Sprintf(format, args...)} }
	text, isText := value.(string)
	list, isList := value.([]any)
	object, isObject := value.(map[string]any)
	number, isNumber := value.(float64)
	switch keyword {
	case "type":
		kinds, ok := argument.([]any)
		if !ok {
			kinds = []any{argument}
		}
		if !slices.ContainsFunc(kinds, func(kind any) bool { return isOfType(value, kind) }) {
			return wrong("is not of type %v", argument)
		}
	case "const":
		if !reflect.DeepEqual(value, argument) {
			return wrong("is not %v", argument)
		}
	case "enum":
		if !slices.ContainsFunc(argument.([]any), func(one any) bool { return reflect.DeepEqual(value, one) }) {
			return wrong("is none of %v", argument)
		}
	case "pattern":
		if isText && !regexp.MustCompile(argument.(string)).MatchString(text) {
			return wrong("does not match %v", argument)
		}
	case "format":
		if _, err := time.Parse(time.DateOnly, text); isText && argument == "date" && err != nil {
			return wrong("is no date")
		}
	case "minLength":
		if isText && float64(utf8.RuneCountInString(text)) < argument.(float64) {
			return wrong("is too short")
		}
	case "minimum":
		if isNumber && number < argument.(float64) {
			return wrong("is too small")
		}
	case "minItems":
		if isList && float64(len(list)) < argument.(float64) {
			return wrong("has too few elements")
		}
	case "maxItems":
		if isList && float64(len(list)) > argument.(float64) {
			return wrong("has too many elements")
		}
	case "items":
		var problems []string
		for i, element := range list {
			problems = append(problems, c.check(fmt.Sprintf("%s[%d]", at, i), argument, element)...)
		}
		return problems
	case "required":
		for _, name := range argument.([]any) {
			if _, ok := object[name.(string)]; isObject && !ok {
				return wrong("lacks %v", name)
			}
		}
	case "minProperties":
		if isObject && float64(len(object)) < argument.(float64) {
			return wrong("has too few members")
		}
	case "propertyNames":
		var problems []string
		for _, name := range slices.Sorted(maps.Keys(object)) {
			problems = append(problems, c.check(at+": the name "+name, argument, name)...)
		}
		return problems
	case "properties", "patternProperties", "additionalProperties":
		return c.members(at, schema, keyword, object)
	case "allOf", "anyOf", "oneOf":
		return c.combined(at, keyword, argument.([]any), value)
	case "not":
		if len(c.check(at, argument, value)) == 0 {
			return wrong("must not be so")
		}
	case "if":
		branch := "then"
		if len(c.check(at, argument, value)) > 0 {
			branch = "else"
		}
		if chosen, ok := schema[branch]; ok {
			return c.check(at, chosen, value)
		}
	default:
		if !slices.Contains(annotations, keyword) {
			c.err = fmt.Errorf("the keyword %s is not known", keyword)
		}
	}
	return nil
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
