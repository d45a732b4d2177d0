package backend

import (
	"fmt"

	"github.com/hieralint/hieralint/engine/config"
	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/internal/invocation"
	"github.com/hieralint/hieralint/engine/outcome"
)

// dataHashBackend is a function that reads a whole file: yaml_data, json_data, or hocon_data. Its
// values are interpolated in each lookup.
type dataHashBackend struct {
	of     *Backends
	name   string
	format data.Format
}

func (b *dataHashBackend) traits() traits {
	return traits{format: b.format}
}

func (b *dataHashBackend) lookup(inv *invocation.Invocation, l *Level, at *Location, k *Key) (*data.Value, bool, *outcome.Error) {
	// These functions accept no option except path. Puppet's message gives a wrong reason.
	if at == nil || at.URI || l.Options != nil && l.Options.Len() > 0 {
		return nil, false, (&outcome.Error{Class: outcome.ClassArgument, Message: config.NoLocationText(b.name)}).WithNode(l.Config.Node)
	}
	doc := b.document(l, at)
	inv.Record.WarnAll(doc.warnings)
	if doc.err != nil {
		return nil, false, doc.err
	}
	if doc.unknown != nil {
		return inv.CannotAsk(k.Key, doc.unknown)
	}
	entry := doc.entry(k.root)
	if entry == nil {
		inv.Explain.NotFound(k.Root)
		return nil, false, nil
	}
	if problem := entry.problem(); problem != "" {
		return nil, false, typeError(
			fmt.Sprintf("Value for key '%s', in hash returned from %s", k.Root, doc.key.function()), problem).WithNode(entry.value.Node())
	}
	inv.AddOrigin(k.Root, entry.value.Node())
	v := entry.value
	if entry.unknown {
		if u, whole := outcome.AsUnknown(v); whole {
			return inv.CannotAsk(k.Key, u)
		}
		inv.Record.HasUnknown = true
	}
	if entry.tokens || inv.Explain != nil {
		var err *outcome.Error
		if v, err = entry.interpolated(inv); err != nil {
			return nil, false, err
		}
	}
	inv.Explain.Found(k.Root, v)
	return v, true, nil
}

// document returns the file at a location.
func (b *dataHashBackend) document(l *Level, at *Location) *document {
	at.cache.once.Do(func() {
		at.cache.document = b.of.document(documentKey{at.Text, b.format, l.Layer.Module, functionKind(l)})
	})
	return at.cache.document
}

// dataHash is the name in messages of a function that reads a whole file.
const dataHash = "data_hash"

// functionKind returns Puppet's name for the kind of a function that reads files of the level.
func functionKind(l *Level) string {
	if l.IsHiera3() {
		return "v3_data_hash"
	}
	return dataHash
}
