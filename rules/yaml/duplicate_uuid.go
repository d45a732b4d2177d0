package yaml

import (
	"iter"
	"strings"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/rule"
)

// DuplicateUUID reports NetworkManager connections with the UUID of another one.
var DuplicateUUID = &rule.Rule{
	ID: "HL1036", Name: "duplicate-uuid", Family: family, Severity: diagnostic.Warning,
	Selectors: []*rule.Selector{uuids},
	CheckFile: func(p *rule.FilePass) {
		type places struct{ used, unused *data.Node }
		first := map[string]places{}
		for value, isUnused := range connectionUUIDs(p) {
			id := strings.ToLower(value.Value.Text())
			before := first[id]
			switch {
			case before.used != nil:
				reportUUID(p, value, before.used)
			case !isUnused && before.unused != nil:
				reportUUID(p, value, before.unused)
			}
			if isUnused && before.unused == nil {
				before.unused = value
			} else if !isUnused && before.used == nil {
				before.used = value
			}
			first[id] = before
		}
	},
}

func reportUUID(p *rule.FilePass, value, other *data.Node) {
	p.Report(diagnostic.Diagnostic{
		Span: rule.FirstLine(value), Key: rule.KeyPath(value),
		Message: "duplicate UUID: another connection has the same one",
		Detail:  "Puppet passes the connections on unchanged, but NetworkManager identifies them by their UUIDs, and uses only one of them",
		Help:    "write another UUID, such as one that `uuidgen` prints",
		Related: []diagnostic.Related{{File: p.Source(), Span: rule.FirstLine(other), Message: "the other connection"}},
	})
}

// connectionUUIDs iterates over the UUIDs of NetworkManager connections, with whether these are never activated.
func connectionUUIDs(p *rule.FilePass) iter.Seq2[*data.Node, bool] {
	return func(yield func(*data.Node, bool) bool) {
		var hash *data.Node
		var isConnection, isUnused bool
		for _, key := range p.Selected(uuids) {
			if hash != key.Parent { // there may be many duplicates of the key
				hash = key.Parent
				isConnection = has(hash, "type") && (has(hash, "id") || has(hash, "interface-name"))
				auto := hash.Get("autoconnect")
				isUnused = auto != nil && auto.Kind == data.Scalar && strings.EqualFold(auto.Text(), "false")
			}
			if isConnection && !yield(key.Counterpart(), isUnused) {
				return
			}
		}
	}
}

// uuids chooses the keys of nested hashes whose value is a UUID.
var uuids = &rule.Selector{Parts: rule.NestedKeys, NotOptions: true, Choose: func(key *data.Node) bool {
	value := key.Counterpart().Value
	return key.Text() == "uuid" && value.Is(data.String) && isUUID(value.Text())
}}

func isUUID(text string) bool {
	groups := strings.Split(text, uuid.separator)
	if len(groups) != len(uuid.sizes) {
		return false
	}
	for i, group := range groups {
		if len(group) != uuid.sizes[i] || strings.Trim(group, "0123456789abcdefABCDEF") != "" {
			return false
		}
	}
	return true
}
