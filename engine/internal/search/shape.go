package search

import (
	"encoding/binary"

	"github.com/hieralint/hieralint/engine/internal/backend"
	"github.com/hieralint/hieralint/engine/internal/hierarchy"
	"github.com/hieralint/hieralint/engine/internal/invocation"
)

// optionsShape describes the lookup_options in the levels of a hierarchy. Nodes with the same shape
// have the same lookup_options.
type optionsShape struct {
	// fixed reports that they do not depend on the node in any other way.
	fixed bool
	// levels lists the variants that may have lookup_options, in order.
	levels []*variant
}

// appendTo appends the shape of a hierarchy to b. It returns false if other nodes cannot share the
// lookup_options.
func (r *resolved) appendTo(b []byte) ([]byte, bool) {
	if r.err != nil || !r.optionsShape.fixed || !r.record.IsPlain() {
		return b, false
	}
	for _, of := range r.optionsShape.levels {
		switch of.level.LookupOptions() {
		case backend.NoOptions:
		case backend.FixedOptions:
			b = binary.LittleEndian.AppendUint32(b, of.id)
		case backend.VaryingOptions:
			return b, false
		}
	}
	end := byte(0)
	if r.record.HasUnknown {
		end = 1
	}
	return append(b, 0, 0, 0, 0, end), true
}

// sharedShape returns a string that is equal for nodes with the same lookup_options for the keys of
// a module. ok is false if these may depend on more than the levels that have any.
func (l *Lookup) sharedShape(inv *invocation.Invocation, key optionsKey) (shape string, ok bool) {
	if l.node.traced || inv.Explain != nil || key.globalOnly || inv.CollectingGlobal || inv.Hiera3.Scope {
		return "", false
	}
	layers := l.node.space.Layers
	var room [128]byte
	b := append(room[:0], key.module...)
	if key.hasModule {
		b = append(b, ':')
	}
	b = append(b, 0)
	asked := [...]*hierarchy.Layer{layers.Global(), layers.Environment(), nil}
	if l.node.space.NoGlobalLayer {
		asked[0] = nil
	}
	if key.hasModule {
		asked[2] = key.layer()
	}
	for _, layer := range asked {
		switch {
		case layer.IsAbsent():
			b = append(b, 0)
			continue
		case layer.Err != nil || layer.Config.Version == 3:
			return "", false
		}
		if b, ok = l.node.hierarchy(layer, false).appendTo(append(b, 1)); !ok {
			return "", false
		}
	}
	return string(b), true
}
