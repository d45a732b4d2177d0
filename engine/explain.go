package engine

import (
	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/merge"
)

// Explanation is how a lookup came to its outcome: what `puppet lookup --explain` prints. Text is
// line by line that of Puppet, Tree is what --render-as json prints.
type Explanation struct{ root explainNode }

// explainKind is what a node of an explanation tells of.
type explainKind uint8

const (
	explainRoot explainKind = iota
	explainMeta             // the search for lookup_options
	explainData             // the search for a key
	explainInvalidKey
	explainMergeSource
	explainModule
	explainInterpolate
	explainMerge
	explainProvider // a layer, a level
	explainLocation
	explainSubKey
	explainSegment
	explainScope
)

// explainType is the name of a kind in the tree.
var explainTypes = [...]string{
	explainMeta: "meta", explainData: "data", explainInvalidKey: "invalid_key", explainMergeSource: "merge_source",
	explainModule: "module", explainInterpolate: "interpolate", explainMerge: "merge", explainProvider: "data_provider",
	explainSubKey: "sub_key", explainSegment: "segment", explainScope: "scope",
}

// explainEvent is what came out at a node.
type explainEvent uint8

const (
	noEvent explainEvent = iota
	eventFound
	eventFoundInOverrides
	eventFoundInDefaults
	eventResult
	eventNotFound
	eventLocationNotFound
	eventModuleNotFound
	eventModuleProviderNotFound
)

var eventNames = [...]string{
	eventFound: "found", eventFoundInOverrides: "found_in_overrides", eventFoundInDefaults: "found_in_defaults",
	eventResult: "result", eventNotFound: "not_found", eventLocationNotFound: "location_not_found",
	eventModuleNotFound: "module_not_found", eventModuleProviderNotFound: "module_provider_not_found",
}

type explainNode struct {
	kind     explainKind
	parent   *explainNode
	branches []*explainNode
	texts    []string

	// name is what the node is about: the name of a layer or level, of a module or scope, the
	// text that is interpolated, the sub key.
	name string
	// configPath and module are those of a layer; hasModule tells a module's layer.
	configPath, module string
	location           *location
	strategy           *merge.Strategy

	event  explainEvent
	key    string
	hasKey bool
	value  *data.Value
}

// explainer builds an Explanation. All its methods do nothing on a nil explainer, so that a
// lookup without explanation pays no more than a test for nil.
type explainer struct {
	root    *explainNode
	current *explainNode
}

func newExplainer() *explainer {
	root := &explainNode{kind: explainRoot}
	return &explainer{root: root, current: root}
}

func (x *explainer) push(node *explainNode) {
	node.parent = x.current
	x.current.branches = append(x.current.branches, node)
	x.current = node
}

func (x *explainer) pop() {
	if x.current.parent != nil {
		x.current = x.current.parent
	}
}

func (x *explainer) outcome(event explainEvent, key string, v *data.Value) {
	if x == nil {
		return
	}
	x.current.event, x.current.key, x.current.hasKey, x.current.value = event, key, true, v
}

func (x *explainer) found(key string, v *data.Value) { x.outcome(eventFound, key, v) }

func (x *explainer) notFound(key string) { x.outcome(eventNotFound, key, nil) }

func (x *explainer) result(v *data.Value) {
	if x != nil {
		x.current.event, x.current.value = eventResult, v
	}
}

func (x *explainer) locationNotFound() {
	if x != nil {
		x.current.event = eventLocationNotFound
	}
}

// text adds a line of its own to the current node.
func (x *explainer) text(line string) {
	if x != nil {
		x.current.texts = append(x.current.texts, line)
	}
}

// merges is told of each merge: Puppet prints the values that it merged as they are afterwards.
func (x *explainer) merges(strategy *merge.Strategy) func(higher, lower *data.Value) {
	if x == nil {
		return nil
	}
	return func(higher, lower *data.Value) {
		if left := strategy.Spent(higher, lower); left != higher {
			x.root.replace(higher, left)
		}
	}
}

func (n *explainNode) replace(old, v *data.Value) {
	if n.value == old {
		n.value = v
	}
	for _, b := range n.branches {
		b.replace(old, v)
	}
}

// leaf adds a node that nothing happens in.
func (x *explainer) leaf(node explainNode) {
	if x != nil {
		kept := node // so that only what is kept is allocated
		x.push(&kept)
		x.pop()
	}
}

func entryOf(key string, v *data.Value) data.Entry {
	return data.Entry{Key: data.NewString(key), Value: v}
}

func textEntry(key, text string) data.Entry { return entryOf(key, data.NewString(text)) }
