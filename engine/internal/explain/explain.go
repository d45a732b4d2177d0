// Package explain records the steps of a lookup, and prints them as `puppet lookup --explain` does:
// as text with Text, and as data with Tree.
package explain

import (
	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/merge"
)

// Kind is the kind of step that a Node describes.
type Kind uint8

// The kinds.
const (
	root        Kind = iota
	Meta             // the search for lookup_options
	Data             // the search for a key
	InvalidKey       // a key that cannot be looked up
	MergeSource      // the source of the merge strategy
	Module           // a module without data
	Interpolate      // the interpolation of a string
	Merge            // a merge of layers, levels, or locations
	Provider         // a layer or a level
	Location         // a path or URI of a level
	SubKey           // following the subkey
	Segment          // one segment of the subkey
	Scope            // the variables of the node, or a search within another
	omitted          // what exceeds maxText
)

// typeNames are the names of the kinds in the tree.
var typeNames = [...]string{
	Meta: "meta", Data: "data", InvalidKey: "invalid_key", MergeSource: "merge_source",
	Module: "module", Interpolate: "interpolate", Merge: "merge", Provider: "data_provider",
	SubKey: "sub_key", Segment: "segment", Scope: "scope", omitted: "omitted",
}

// Event is the result of a step.
type Event uint8

// The events.
const (
	noEvent Event = iota
	found
	foundInOverrides
	foundInDefaults
	result
	notFound
	locationNotFound
	ModuleNotFound
	ModuleProviderNotFound
)

var eventNames = [...]string{
	found: "found", foundInOverrides: "found_in_overrides", foundInDefaults: "found_in_defaults",
	result: "result", notFound: "not_found", locationNotFound: "location_not_found",
	ModuleNotFound: "module_not_found", ModuleProviderNotFound: "module_provider_not_found",
}

// Node is one step of a lookup, with the steps that it consists of.
type Node struct {
	Kind Kind
	// Name is the name of the layer, level, module, or scope, the interpolated string, or the
	// subkey.
	Name string
	// ConfigPath and Module are set for layers.
	ConfigPath, Module string
	// Text and Original are set for locations: interpolated, and as written in hiera.yaml. URI
	// distinguishes a URI from a path.
	Text, Original string
	URI            bool
	Strategy       *merge.Strategy

	Event  Event
	Key    string
	HasKey bool

	value    *data.Value
	texts    []string
	parent   *Node
	branches []*Node
}

// Recorder records the steps of a lookup as a tree. All methods of a nil Recorder do nothing,
// except Push and Pop, so that callers that check for nil need not allocate the Node.
type Recorder struct {
	root    *Node
	current *Node
	size    int // of the texts of the steps, approximately
}

// NewRecorder returns an empty Recorder.
func NewRecorder() *Recorder {
	root := &Node{Kind: root}
	return &Recorder{root: root, current: root}
}

// Root returns the recorded tree. Puppet prints values as they are at the end, with everything that
// merges have written into objects.
func (r *Recorder) Root(objects *merge.Objects) *Node {
	r.root.settle(objects)
	return r.root
}

func (n *Node) settle(objects *merge.Objects) {
	if n.value != nil {
		n.value = objects.Current(n.value)
	}
	for _, b := range n.branches {
		b.settle(objects)
	}
}

// smallStep is the typical size of a step in an explanation, without its names.
const smallStep = 100

// Push begins a step within the current one.
func (r *Recorder) Push(n *Node) {
	isFull := r.size > maxText
	r.size += smallStep + len(n.Name) + len(n.Key) + len(n.Text) + len(n.Original)
	n.parent = r.current
	switch {
	case isFull:
		r.current = n
		return
	case r.size > maxText:
		r.current.branches = append(r.current.branches, &Node{Kind: omitted, texts: []string{tooLong}})
		r.current = n
		return
	}
	r.current.branches = append(r.current.branches, n)
	r.current = n
}

// Pop ends the current step.
func (r *Recorder) Pop() {
	if r.current.parent != nil {
		r.current = r.current.parent
	}
}

// PushScope begins a search for a variable of the node.
func (r *Recorder) PushScope() {
	if r != nil {
		r.Push(&Node{Kind: Scope, Name: "Global Scope"})
	}
}

// PopScope ends a search for a variable.
func (r *Recorder) PopScope() {
	if r != nil {
		r.Pop()
	}
}

// Leaf records a step without substeps.
func (r *Recorder) Leaf(n Node) {
	if r != nil {
		kept := n // allocated only if it is kept
		r.Push(&kept)
		r.Pop()
	}
}

// Found records that the current step found v.
func (r *Recorder) Found(key string, v *data.Value) { r.end(found, key, v) }

// FoundInOverrides records that v was found in the overrides of the lookup.
func (r *Recorder) FoundInOverrides(key string, v *data.Value) { r.end(foundInOverrides, key, v) }

// FoundInDefaults records that v was found in the default values of the lookup.
func (r *Recorder) FoundInDefaults(key string, v *data.Value) { r.end(foundInDefaults, key, v) }

// NotFound records that the current step found nothing.
func (r *Recorder) NotFound(key string) { r.end(notFound, key, nil) }

func (r *Recorder) end(event Event, key string, v *data.Value) {
	if r != nil {
		r.current.Event, r.current.Key, r.current.HasKey, r.current.value = event, key, true, v
	}
}

// Result records the result of the current merge.
func (r *Recorder) Result(v *data.Value) {
	if r != nil {
		r.current.Event, r.current.value = result, v
	}
}

// LocationNotFound records that the current location does not exist.
func (r *Recorder) LocationNotFound() {
	if r != nil {
		r.current.Event = locationNotFound
	}
}

// Text adds a line to the current step.
func (r *Recorder) Text(line string) {
	if r != nil {
		r.current.texts = append(r.current.texts, line)
	}
}
