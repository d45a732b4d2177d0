package yaml

import (
	"bytes"
	"cmp"
	"slices"
	"strings"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/rule"
	"github.com/hieralint/hieralint/rules/internal/edit"
)

// YAMLDuplicateKey reports duplicate keys in a hash.
var YAMLDuplicateKey = &rule.Rule{
	ID: "HL1002", Name: "yaml-duplicate-key", Family: family, Severity: diagnostic.Error,
	CheckFile:   func(p *rule.FilePass) { reportDuplicateKeys(p.Pass, p.Doc()) },
	CheckConfig: func(p *rule.ConfigPass) { reportDuplicateKeys(p.Pass, p.Config().Doc) },
}

// reportDuplicateKeys reports the keys of a document that a later key of the same hash overwrites.
func reportDuplicateKeys(p *rule.Pass, doc *data.Document) {
	keys := keyPlaces{}
	gaps := keys.gapsBefore(doc)
	repeated := keys.repeated(doc, gaps)
	for _, problem := range doc.Problems {
		if problem.Code == data.OverwrittenByMerge {
			p.ReportDocumentProblem(problem, diagnostic.Diagnostic{
				Severity: diagnostic.Warning,
				Detail:   "Puppet applies the merge key after this key, so its value is used",
				Related:  []diagnostic.Related{{File: p.Source(), Span: problem.Related, Message: "this merge key takes precedence"}},
			})
		}
		if problem.Code != data.DuplicateKey || keys.holdAnchors(problem.Node) {
			continue
		}
		span, again := problem.Related, keys.repetition(problem.Node)
		if again != nil {
			span = again.Span
		}
		gap := gaps[again]
		if gap.isReported {
			continue // at another duplicate
		}
		block := repeated[problem.Node.Parent]
		if block != nil && block.inArray() && again != nil {
			if problem.Node == block.discarded[0] {
				block.report(p)
			}
			continue
		}
		d := diagnostic.Diagnostic{
			Span:    span,
			Message: "duplicate key `" + rule.Shown(string(p.Source().Slice(span))) + "`",
			Detail:  "Puppet silently keeps the last value and discards the earlier one",
			Help:    "remove one of the two",
			Related: []diagnostic.Related{{File: p.Source(), Span: problem.Span, Message: "this value is discarded"}},
			Key:     rule.KeyPath(problem.Node),
		}
		if gap.key != nil {
			name := rule.Shown(gap.key.Text())
			d.Help = "indent the entries of `" + name + "`, which has no value"
			if above := gap.key.Parent.Counterpart(); above != nil && above.Kind == data.Scalar {
				// Its entries have the same keys as the hash that it is in, so it may as well be beside that hash.
				d.Help = "indent `" + name + "` like `" + rule.Shown(above.Text()) + "`, or " + d.Help
			}
			d.Related = append(d.Related, diagnostic.Related{File: p.Source(), Span: gap.key.Span, Message: "this key has no value"})
			p.Report(d)
			continue
		}
		if again != nil && mayBeTwoThings(problem.Node, again) {
			d.Help = "rename or remove one of the two"
		}
		if again != nil && areToCombine(problem.Node, again) {
			d.Help += ", or combine their values"
		}
		unneeded := problem.Node
		if again != nil && isAliasOf(again.Counterpart(), unneeded.Counterpart()) {
			d.Detail = "Puppet silently keeps the last value, which is an alias of the earlier one"
			d.Help = "remove this entry, not the earlier one, which defines the anchor"
			d.Related[0].Message = "the same value"
			unneeded = again
		}
		if fix, ok := edit.RemoveEntry(unneeded); ok {
			fix.Safe = fix.Safe && block == nil // equal values show where a key is missing
			d.Fixes = []diagnostic.Fix{fix}
		}
		p.Report(d)
	}
}

// areToCombine reports whether the values of two keys are different arrays, or different hashes.
func areToCombine(a, b *data.Node) bool {
	kind := a.Counterpart().Kind
	return kind == b.Counterpart().Kind && (kind == data.Sequence || kind == data.Mapping) && !edit.IsCopy(a, b)
}

// mayBeTwoThings reports whether two entries with the same key were perhaps meant to be different ones, such as two users: their
// values are different hashes below the top level.
func mayBeTwoThings(a, b *data.Node) bool {
	first, second := a.Counterpart(), b.Counterpart()
	text := a.Doc.File
	return a.Parent != a.Doc.Root && first.Kind == data.Mapping && second.Kind == data.Mapping && !bytes.Equal(text.Slice(first.Span), text.Slice(second.Span))
}

// gap is a key without a value above duplicates, which were probably meant as its entries. They are reported only once.
type gap struct {
	key        *data.Node
	isReported bool
}

// gapsBefore returns the gaps above several duplicates, by duplicate.
func (k keyPlaces) gapsBefore(doc *data.Document) map[*data.Node]gap {
	below, empty := map[*data.Node][]*data.Node{}, map[*data.Node][]*data.Node{}
	for _, problem := range doc.Problems {
		if problem.Code != data.DuplicateKey {
			continue
		}
		again := k.repetition(problem.Node)
		if again == nil {
			continue
		}
		keys := lists.GetOrPut(empty, again.Parent, func() []*data.Node { return withoutValue(again.Parent) })
		if key := lastBetween(keys, problem.Node, again); key != nil {
			below[key] = append(below[key], again)
		}
	}
	gaps := map[*data.Node]gap{}
	for key, all := range below {
		if len(all) < minBelow {
			continue
		}
		first := slices.MinFunc(all, func(a, b *data.Node) int { return cmp.Compare(a.Span.Start, b.Span.Start) })
		for _, again := range all {
			gaps[again] = gap{key, again != first}
		}
	}
	return gaps
}

// lastBetween returns the last of some keys, in source order, between a key and its duplicate; nil if there is none.
func lastBetween(keys []*data.Node, dropped, again *data.Node) *data.Node {
	next, _ := slices.BinarySearchFunc(keys, again.Span.Start, func(key *data.Node, start int) int { return cmp.Compare(key.Span.Start, start) })
	if next == 0 || keys[next-1].Span.Start < dropped.Span.Start {
		return nil
	}
	return keys[next-1]
}

// withoutValue returns the keys of a hash without a value.
func withoutValue(hash *data.Node) []*data.Node {
	var keys []*data.Node
	for key, value := range hash.Entries() {
		if hasNoValue(key, value) {
			keys = append(keys, key)
		}
	}
	return keys
}

// keyPlaces maps each hash to its keys by hash code, in source order.
type keyPlaces map[*data.Node]map[uint64][]*data.Node

// isAliasOf reports whether a value is an alias of another.
func isAliasOf(alias, of *data.Node) bool {
	return alias != nil && alias.Kind == data.Alias && of != nil && alias.Target == of
}

// repetition returns the duplicate that follows a discarded key; nil if it is unknown.
func (k keyPlaces) repetition(dropped *data.Node) *data.Node {
	if dropped.Value == nil || dropped.Parent == nil {
		return nil
	}
	alike := k.of(dropped.Parent)[dropped.Value.Hash()]
	next, _ := slices.BinarySearchFunc(alike, dropped.Span.Start+1, func(key *data.Node, start int) int { return cmp.Compare(key.Span.Start, start) })
	return lists.Find(alike[next:], func(key *data.Node) bool { return data.Eql(key.Value, dropped.Value) })
}

// holdAnchors reports whether a discarded key and its duplicates serve only to define anchors, as in `_: &port 80`:
// the values have different anchors.
func (k keyPlaces) holdAnchors(dropped *data.Node) bool {
	if dropped.Value == nil || dropped.Parent == nil || strings.Contains(dropped.Value.Text(), "::") {
		return false
	}
	seen := map[string]bool{"": true}
	for _, key := range k.of(dropped.Parent)[dropped.Value.Hash()] {
		anchor := key.Counterpart().Anchor
		if data.Eql(key.Value, dropped.Value) && seen[anchor] {
			return false
		}
		seen[anchor] = true
	}
	return true
}

// of returns the keys of a hash.
func (k keyPlaces) of(hash *data.Node) map[uint64][]*data.Node {
	if places, ok := k[hash]; ok {
		return places
	}
	places := map[uint64][]*data.Node{}
	for key := range hash.Entries() {
		if key.Value != nil {
			places[key.Value.Hash()] = append(places[key.Value.Hash()], key)
		}
	}
	k[hash] = places
	return places
}
