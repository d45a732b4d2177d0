package settings

// SchemaURL is the address of the JSON Schema of a configuration.
const SchemaURL = "https://raw.githubusercontent.com/hieralint/hieralint/main/docs/schemas/hieralint-config.schema.json"

// schema returns the JSON Schema of a configuration. It uses draft 7, which all editors support.
func schema() object {
	schema := schemaOf(table)
	schema["$schema"] = "http://json-schema.org/draft-07/schema#"
	schema["$id"] = SchemaURL
	schema["title"] = "hieralint configuration"
	schema["description"] = "The file " + Name + " in the directory that hieralint checks, or in one above it. All settings are optional."
	schema["definitions"] = object{"rules": rulesSchema()}
	return schema
}
