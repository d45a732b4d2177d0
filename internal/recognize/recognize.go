// Package recognize determines what a file is for, judging by its name and content: a hierarchy, data, an
// example, or a Puppetfile; and which names of directories suggest tests, data, or installed files.
package recognize

import (
	"slices"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/internal/lazyregexp"
	"github.com/hieralint/hieralint/internal/nearest"
)

// IsHierarchy reports whether a document with any name is a Hiera configuration by its content:
// version 5 or 4 with levels that are hashes, or with the keys of version 3.
func IsHierarchy(doc *data.Document) bool {
	root := doc.Value
	if doc.Err != nil || !root.Is(data.Hash) {
		return false
	}
	if symbols := SymbolKeys(root); slices.Contains(symbols, "hierarchy") || slices.Contains(symbols, "backends") {
		return true
	}
	if version, ok := root.Get("version"); ok && root.Len() == 1 {
		n, ok := version.Int()
		return ok && n == 5 // the levels are Puppet's default ones
	}
	hierarchy, ok := root.Get("hierarchy")
	if !ok {
		defaults, ok := root.Get("defaults")
		return ok && has(root, "version") && defaults.Kind() == data.Hash && (has(defaults, "datadir") || has(defaults, "data_hash"))
	}
	if hierarchy.Kind() != data.Array || hierarchy.Len() == 0 {
		return false
	}
	first := hierarchy.Items()[0]
	if first.Kind() == data.Hash {
		return has(first, "name") && (has(root, "version") || has(root, "defaults") || has(first, "path") || has(first, "paths") || has(first, "glob"))
	}
	return first.Kind() == data.String && has(root, "backends")
}

// SymbolKeys returns the keys of a hash that are written as symbols, as in version 3. They are
// strings in the document's value.
func SymbolKeys(hash *data.Value) []string {
	var names []string
	if n := hash.Node(); n != nil {
		for i := 0; i+1 < len(n.Children); i += 2 {
			if key := n.Children[i].Value; key != nil && key.Kind() == data.Symbol {
				names = append(names, key.Text())
			}
		}
	}
	return names
}

func has(hash *data.Value, key string) bool {
	_, ok := hash.Get(key)
	return ok
}

// configKeys lists the keys of a hiera.yaml of any version.
var configKeys = []string{"version", "defaults", "hierarchy", "default_hierarchy", "plan_hierarchy", "backends", "merge_behavior", "yaml", "eyaml", "datadir"}

// IsMeantAsConfig reports whether a hiera.yaml in a place where Puppet reads one is meant to be
// one, even if it is invalid: it cannot be parsed, is empty, or has a key that is almost right.
func IsMeantAsConfig(doc *data.Document) bool {
	root := doc.Value
	if doc.Err != nil || !root.Is(data.Hash) || root.Len() == 0 {
		return true
	}
	for _, e := range root.Entries() {
		if e.Key.Kind() != data.String {
			continue
		}
		if _, ok := nearest.Name(e.Key.Text(), configKeys); ok {
			return true
		}
	}
	return len(SymbolKeys(root)) > 0
}

var (
	templateExpression = lazyregexp.New(`(?s)<%=.*?%>`)
	templateCode       = lazyregexp.New(`(?s)<%.*?-?%>`)
	// leadingExpression matches a template's value at the start of the path of a directory on the
	// server.
	leadingExpression = lazyregexp.New(`(?ms)(["': ])<%=[^%]*%>/`)
)

// unquotedExpression matches a template's value at the start of an unquoted string, where a token
// is not allowed.
var unquotedExpression = lazyregexp.New(`(?m)([-:][ \t]+)<%=([^%\n]*)%>([^"'\n]*)$`)

// TemplateToken replaces a template's value.
const TemplateToken = "%{template}"

// WithoutTags replaces the tags of a template by unknown variables.
func WithoutTags(text []byte) []byte {
	text = leadingExpression().ReplaceAll(text, []byte("$1/"))
	text = unquotedExpression().ReplaceAll(text, []byte(`$1"`+TemplateToken+`$3"`))
	text = templateExpression().ReplaceAll(text, []byte(TemplateToken))
	return templateCode().ReplaceAll(text, nil)
}
