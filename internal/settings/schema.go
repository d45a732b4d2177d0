package settings

import (
	"bytes"
	"encoding/json"
)

// SchemaURL is the address of the JSON Schema of a configuration.
const SchemaURL = "https://raw.githubusercontent.com/hieralint/hieralint/main/docs/schemas/hieralint-config.schema.json"

// Schema returns the JSON Schema of a configuration for editors. It uses draft 7, which all of them
// support.
func Schema() []byte {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(schema()); err != nil {
		panic("settings: " + err.Error()) // it consists of plain values
	}
	return b.Bytes()
}

func schema() object {
	schema := schemaOf(table)
	schema["$schema"] = "http://json-schema.org/draft-07/schema#"
	schema["$id"] = SchemaURL
	schema["title"] = "hieralint configuration"
	schema["description"] = "The file " + Name + " in the directory that hieralint checks, or in one above it. All settings are optional."
	schema["definitions"] = object{"rules": rulesSchema()}
	return schema
}
