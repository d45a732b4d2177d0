package declared

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/hieralint/hieralint/engine/pp"
	"github.com/hieralint/hieralint/engine/source"
)

// defaultDatadir is the datadir that the class writes if it is given none.
const defaultDatadir = "/etc/puppetlabs/code/environments/%{environment}/hieradata"

// render returns the hiera.yaml as YAML in the flow style: the hierarchy at the same offsets as in the manifest, and
// then what the class writes in addition. ok is false if the hierarchy is not literal.
func (d *declaration) render(manifest []byte) (text []byte, ok bool) {
	hierarchy := d.resolved(d.attributes["hierarchy"])
	if _, isArray := hierarchy.(*pp.Array); !isArray {
		return nil, false
	}
	r := &renderer{declaration: d, text: blank(manifest)}
	if !r.start("{hierarchy: ", hierarchy.Span().Start) || !r.value(hierarchy) {
		return nil, false
	}
	rest := d.restV3()
	if d.setting("hiera_version") == "5" {
		rest = d.restV5()
	}
	for _, name := range slices.Sorted(maps.Keys(rest)) {
		value, _ := json.Marshal(rest[name]) // JSON is also YAML
		r.text = append(r.text, ", "+name+": "+string(value)...)
	}
	return append(r.text, "}\n"...), true
}

// restV3 returns the settings of version 3 other than the hierarchy.
func (d *declaration) restV3() map[string]any {
	backends := d.texts("backends")
	if backends == nil {
		backends = []string{"yaml"}
	}
	if (d.isSet("eyaml") || d.isSet("eyaml_gpg")) && !slices.Contains(backends, "eyaml") {
		backends = append([]string{"eyaml"}, backends...)
	}
	rest := map[string]any{"version": 3, "backends": backends}
	datadir := d.directory("datadir", defaultDatadir)
	options, _ := d.resolved(d.attributes["backend_options"]).(*pp.Hash)
	for _, name := range backends {
		section := map[string]string{}
		switch name {
		case "yaml":
			section["datadir"] = datadir
		case "eyaml":
			section["datadir"] = d.directory("eyaml_datadir", datadir)
			if extension := d.setting("eyaml_extension"); extension != "" {
				section["extension"] = extension
			}
		}
		own, _ := d.entries(options)[name].(*pp.Hash)
		maps.Copy(section, d.settings(own))
		if len(section) > 0 {
			rest[name] = section
		}
	}
	if behavior := d.setting("merge_behavior"); behavior != "" {
		rest["merge_behavior"] = behavior
	}
	return rest
}

// directory returns the data directory of an attribute. If it is missing, it is the default; if it is unknown, it probably
// has the same name.
func (d *declaration) directory(attribute, byDefault string) string {
	if dir := d.setting(attribute); dir != "" && dir != unknown {
		return dir
	}
	return byDefault
}

// restV5 returns the settings of version 5 other than the hierarchy.
func (d *declaration) restV5() map[string]any {
	defaults := map[string]string{"datadir": "data", "data_hash": "yaml_data"}
	if hash, ok := d.resolved(d.attributes["hiera5_defaults"]).(*pp.Hash); ok {
		defaults = d.settings(hash)
	}
	return map[string]any{"version": 5, "defaults": defaults}
}

func decimal(i int64) string { return strconv.FormatInt(i, 10) }

// blank returns a text of the same length and with the same lines as another one, but empty.
func blank(text []byte) []byte {
	empty := make([]byte, len(text), len(text)+512)
	for i, c := range text {
		if empty[i] = ' '; c == '\n' {
			empty[i] = c
		}
	}
	return empty
}

// renderer writes YAML at the offsets of expressions of a manifest.
type renderer struct {
	*declaration
	text []byte
}

func (r *renderer) put(offset int, text string) { copy(r.text[offset:], text) }

// start writes a text into a line before an offset; false if all lines are too short.
func (r *renderer) start(text string, before int) bool {
	end := before
	for end >= len(text) {
		line := bytes.LastIndexByte(r.text[end-len(text):end], '\n')
		if line < 0 {
			r.put(end-len(text), text)
			return true
		}
		end += line - len(text)
	}
	return false
}

// value writes a literal; false if it is not one, or takes more space than in the manifest.
func (r *renderer) value(e pp.Expression) bool {
	span := e.Span()
	switch e := e.(type) {
	case *pp.String, *pp.Interpolated:
		text, ok := r.expression(e)
		return ok && r.string(span, text)
	case *pp.Name:
		return r.bare(span, e.Value)
	case *pp.Boolean:
		return r.bare(span, strconv.FormatBool(e.Value))
	case *pp.Integer:
		return r.bare(span, decimal(e.Value))
	case *pp.Array:
		r.put(span.Start, "[")
		r.put(span.End-1, "]")
		for i, element := range e.Elements {
			if i > 0 {
				r.put(e.Elements[i-1].Span().End, ",")
			}
			if !r.value(element) {
				return false
			}
		}
		return true
	case *pp.Hash:
		return e.Braces && r.hash(e)
	}
	return false
}

func (r *renderer) hash(e *pp.Hash) bool {
	r.put(e.Span().Start, "{")
	r.put(e.Span().End-1, "}")
	for i, entry := range e.Entries {
		if i > 0 {
			r.put(e.Entries[i-1].Value.Span().End, ",")
		}
		if !r.value(entry.Key) || !r.value(entry.Value) {
			return false
		}
		r.put(entry.Key.Span().End, ": ") // the arrow of a manifest is as long
	}
	return true
}

// expression returns the text of a string whose variables are known.
func (r *renderer) expression(e pp.Expression) (string, bool) {
	if i, ok := e.(*pp.Interpolated); ok {
		for _, part := range i.Parts {
			if _, known := r.declaration.text(part); !known {
				return "", false
			}
		}
	}
	return r.declaration.text(e)
}

// isPlain reports whether a text is the same in single quotes, apart from these.
func isPlain(text string) bool {
	return !strings.ContainsFunc(text, func(c rune) bool { return c < ' ' || c > '~' })
}

func (r *renderer) string(span source.Span, text string) bool {
	text = "'" + strings.ReplaceAll(text, "'", "''") + "'"
	if len(text) > span.Len() || !isPlain(text) {
		return false
	}
	r.put(span.Start, text)
	return true
}

// bare writes a word, number, or boolean.
func (r *renderer) bare(span source.Span, text string) bool {
	if len(text) > span.Len() {
		return false
	}
	r.put(span.Start, text)
	return true
}
