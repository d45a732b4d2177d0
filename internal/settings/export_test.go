package settings

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
)

// Schema returns the JSON Schema of the configuration, for editors. It uses draft 7, which all
// editors support.
func Schema() []byte {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(schema()); err != nil {
		panic("settings: " + err.Error()) // the schema has only plain values
	}
	return b.Bytes()
}

// Reference returns the documentation of all settings in Markdown.
func Reference() string {
	var b strings.Builder
	reference(&b, "", table)
	reference(&b, "environments[].", environmentTable)
	reference(&b, "overrides[].", overrideTable)
	reference(&b, "suppressions.", suppressionTable)
	reference(&b, "suppressions.ignore[].", ignoreTable)
	return b.String()
}

func reference[S any](b *strings.Builder, prefix string, fields []field[S]) {
	for _, f := range fields {
		fmt.Fprintf(b, "### `%s%s`\n\n%s\n\n%s.\n\n", prefix, f.name, f.doc, strings.ToUpper(f.words[:1])+f.words[1:])
		if prefix == "" {
			fmt.Fprintf(b, "```yaml\n%s:%s%s\n```\n\n", f.name, separator(f.example), f.example)
		}
	}
}
