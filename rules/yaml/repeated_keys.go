package yaml

import (
	"bytes"
	"strings"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/plural"
	"github.com/hieralint/hieralint/internal/rule"
)

// minRepeated is the number of keys that must repeat in the same order before they are probably a second hash rather than
// duplicates.
const minRepeated = 2

// repeatedKeys are keys of a nested hash that repeat in the same order with another value: probably those of further hashes,
// which lack their dash or their key.
type repeatedKeys struct {
	hash      *data.Node
	starts    []*data.Node // the first key of each repetition
	discarded []*data.Node // the first of the keys whose values are discarded
}

// inArray reports whether the hash is an element of an array.
func (r *repeatedKeys) inArray() bool { return r.hash.Parent.Kind == data.Sequence }

// repeated returns the repeated keys of each hash that has some. Keys below a gap are probably its entries.
func (k keyPlaces) repeated(doc *data.Document, gaps map[*data.Node]gap) map[*data.Node]*repeatedKeys {
	duplicates, differ, below := map[*data.Node]map[*data.Node]bool{}, map[*data.Node]bool{}, map[*data.Node]bool{}
	for _, problem := range doc.Problems {
		dropped := problem.Node
		if problem.Code != data.DuplicateKey || k.holdAnchors(dropped) {
			continue
		}
		again := k.repetition(dropped)
		if again == nil {
			continue
		}
		hash := dropped.Parent
		lists.PutIn(duplicates, hash, k.first(dropped), true)
		a, b := dropped.Counterpart().Value, again.Counterpart().Value
		differ[hash] = differ[hash] || a == nil || b == nil || !data.Eql(a, b)
		below[hash] = below[hash] || gaps[again].key != nil
	}
	all := map[*data.Node]*repeatedKeys{}
	for hash, keys := range duplicates {
		if hash.Parent == nil || len(keys) < minRepeated || !differ[hash] || below[hash] {
			continue
		}
		if r := k.repeatedIn(hash, keys); r != nil {
			all[hash] = r
		}
	}
	return all
}

// repeatedIn returns the repeated keys of a hash; nil if the duplicates are not in the same order.
func (k keyPlaces) repeatedIn(hash *data.Node, duplicates map[*data.Node]bool) *repeatedKeys {
	r := &repeatedKeys{hash: hash}
	place := map[*data.Node]int{} // the order of the keys
	var last, inPart int          // the place of the last key of this repetition, and the number of its keys
	var start *data.Node
	for key := range hash.Entries() {
		if key.Value == nil {
			continue
		}
		first := k.first(key)
		if !duplicates[first] {
			continue
		}
		at, isAgain := place[first]
		if !isAgain {
			at = len(place)
			place[first] = at
			r.discarded = append(r.discarded, key)
		}
		switch {
		case start == nil && !isAgain:
		case start == nil, first == start && inPart >= minRepeated:
			start, last, inPart = first, at, 1
			r.starts = append(r.starts, key)
		case at <= last:
			return nil
		default:
			last, inPart = at, inPart+1
		}
	}
	if inPart < minRepeated {
		return nil
	}
	return r
}

// first returns the first key of the same hash that equals a key.
func (k keyPlaces) first(key *data.Node) *data.Node {
	for _, other := range k.of(key.Parent)[key.Value.Hash()] {
		if data.Eql(other.Value, key.Value) {
			return other
		}
	}
	return key
}

// report reports the keys of an element of an array that lacks its dash.
func (r *repeatedKeys) report(p *rule.Pass) {
	names := lists.Map(r.discarded, func(key *data.Node) string { return rule.Shown(string(p.Source().Slice(key.Span))) })
	name := rule.Shown(string(p.Source().Slice(r.starts[0].Span)))
	d := diagnostic.Diagnostic{
		Span:    r.starts[0].Span,
		Message: "duplicate keys " + plural.And(plural.Code(names)),
		Detail:  "They repeat in the same order, so a dash is probably missing. Puppet reads a single hash, and silently discards the earlier values",
		Help:    "write `- " + name + ": …` to start another array element, or remove one entry of each pair",
		Key:     rule.KeyPath(r.starts[0]),
	}
	if len(names) > maxNamed {
		d.Message = "duplicate keys " + plural.More(plural.Code(names), maxNamed)
	}
	if r.hash.Style != data.Block {
		d.Detail = "They repeat in the same order, so braces are probably missing. Puppet reads a single hash, and silently discards the earlier values"
		d.Help = "write `}, {` before `" + name + "` to start another array element, or remove one entry of each pair"
	}
	for _, key := range r.discarded {
		d.Related = append(d.Related, diagnostic.Related{File: p.Source(), Span: key.Span, Message: "this value is discarded"})
	}
	if fix, ok := r.insertDashes(p.Source()); ok {
		d.Fixes = []diagnostic.Fix{fix}
	}
	p.Report(d)
}

// maxNamed is the maximum number of keys that a message lists.
const maxNamed = 5

// insertDashes returns the fix that starts an array element at each repetition. There is none unless the keys are at the start of
// their lines. Only the author knows whether a dash is missing, so the fix is unsafe.
func (r *repeatedKeys) insertDashes(file *source.File) (diagnostic.Fix, bool) {
	array := r.hash.Parent
	if r.hash.Style != data.Block || array.Style != data.Block || len(r.starts) > diagnostic.MaxEdits {
		return diagnostic.Fix{}, false
	}
	column := array.Position().Column - 1
	fix := diagnostic.Fix{Message: "start another array element at `" + rule.Shown(string(file.Slice(r.starts[0].Span))) + "`"}
	for _, key := range r.starts {
		lineStart := bytes.LastIndexByte(file.Text[:key.Span.Start], '\n') + 1
		before := string(file.Text[lineStart:key.Span.Start])
		if strings.Trim(before, " ") != "" || column >= len(before) {
			return diagnostic.Fix{}, false
		}
		at := lineStart + column
		fix.Edits = append(fix.Edits, diagnostic.TextEdit{File: file, Span: source.Span{Start: at, End: at + 1}, New: "-"})
	}
	return fix, true
}
