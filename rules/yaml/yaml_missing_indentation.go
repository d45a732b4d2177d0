package yaml

import (
	"bytes"
	"slices"
	"strings"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/lookupoptions"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/rule"
)

// YAMLMissingIndentation reports keys that belong to the hash above them, or to the key above that has no value.
var YAMLMissingIndentation = &rule.Rule{
	ID: "HL1016", Name: "yaml-missing-indentation", Family: family, Severity: diagnostic.Warning, Reach: rule.OtherValues,
	Selectors: []*rule.Selector{gaps, strays},
	CheckFile: func(p *rule.FilePass) {
		for _, hash := range p.Selected(gaps) {
			checkGaps(p, hash)
		}
		for _, hash := range p.Selected(strays) {
			reportMissingIndentation(p, beforeStray(hash), strayOf(hash))
		}
		root := p.Doc().Root
		if root == nil || root.Kind != data.Mapping || root.Style == data.Flow || p.Doc().Format != data.YAML || root.Position().Column > 1 {
			return
		}
		var above, owner *data.Node // the last entry that is not reported, and the last hash with its key
		var between []*data.Node    // the keys below that hash that may be part of it, too
		for key, value := range root.Entries() {
			if above != nil && isBelowGap(above, key, value) && !p.IsRead(key.Text()) {
				reportGap(p, above, key)
			}
			if n := len(between); n == maxBetween || n > 0 && (value.Kind == data.Mapping || !isOnNextLine(p, above, key)) {
				owner = nil
			}
			if owner != nil && isMisplaceable(p, key) && !p.IsRead(key.Text()) {
				if parent := parentMeant(p, owner, owner.Counterpart(), key, value); parent != nil {
					for _, other := range between {
						if !has(parent, other.Text()) {
							reportMissingIndentation(p, parent, other)
						}
					}
					reportMissingIndentation(p, parent, key)
					between = nil
					continue
				}
				if value.Kind != data.Mapping && isOnNextLine(p, above, key) {
					above, between = key, append(between, key)
					continue
				}
			}
			above, owner, between = key, nil, nil
			if value.Kind == data.Mapping && value.Style != data.Flow && key.Kind == data.Scalar {
				owner = key
			}
		}
	},
}

// gaps chooses the nested hashes in block style with a key that has no value.
var gaps = &rule.Selector{Parts: rule.Hashes, Choose: func(n *data.Node) bool {
	for key, value := range n.Entries() {
		if hasNoValue(key, value) {
			return true
		}
	}
	return false
}}

// hasNoValue reports whether a key in block style has no value, not even `~`.
func hasNoValue(key, value *data.Node) bool {
	return key.Kind == data.Scalar && key.Parent != nil && key.Parent.Style != data.Flow && value.Kind == data.Scalar &&
		value.Style == data.Plain && value.Tag == "" && value.Anchor == "" && value.Text() == "" && value.Doc.Format == data.YAML
}

// isBelowGap reports whether a root key without a namespace is on the line below a parameter without a value, and is a hash or
// has no value either.
func isBelowGap(gap, key, value *data.Node) bool {
	return hasNoValue(gap, gap.Counterpart()) && rule.IsParameterKey(gap.Text()) && gap.Position().Line+1 == key.Position().Line &&
		key.Kind == data.Scalar && key.Text() != lookupoptions.Key && !strings.Contains(key.Text(), ":") &&
		(hasNoValue(key, value) || value.Kind == data.Mapping && value.Style != data.Flow)
}

// isMisplaceable reports whether a root key is set only here and has no namespace.
func isMisplaceable(p *rule.FilePass, key *data.Node) bool {
	return key.Kind == data.Scalar && key.Tag == "" && !strings.Contains(key.Text(), ":") && len(p.Project.Definitions(key.Text())) == 1
}

// parentMeant returns the hash that an entry was meant for, or nil. above is the key of the hash above it.
func parentMeant(p *rule.FilePass, above, hash, key, value *data.Node) *data.Node {
	if value.Kind == data.Mapping {
		if (value.Style != data.Flow || continues(hash, key)) && isLikeEntryOf(hash, value) && !has(hash, key.Text()) {
			return hash
		}
		return nil
	}
	var path []string // of the last entry's hashes
	for at := lastHash(hash); at != nil && !has(at, key.Text()); at = lastHash(at) {
		if entriesHave(p, above.Text(), path, key.Text()) {
			return at
		}
		if len(path) == maxNested {
			break
		}
		path = append(path, at.Children[len(at.Children)-2].Text())
	}
	return nil
}

// maxNested limits the hashes in an entry of which one may lack the key.
const maxNested = 3

// lastHash returns the value of a hash's last entry if that is a hash in block style with entries.
func lastHash(hash *data.Node) *data.Node {
	if len(hash.Children) == 0 {
		return nil
	}
	if last := hash.Children[len(hash.Children)-1]; last.Kind == data.Mapping && last.Style != data.Flow && len(last.Children) > 0 {
		return last
	}
	return nil
}

// continues reports whether a key is on the line below a hash that ends with an entry in flow style.
func continues(hash, key *data.Node) bool {
	if len(hash.Children) == 0 {
		return false
	}
	last := hash.Children[len(hash.Children)-1]
	return last.Kind == data.Mapping && last.Style == data.Flow && last.Doc.File.Pos(last.Span.End).Line+1 == key.Position().Line
}

// maxBetween limits the keys that may be part of a hash above them because a key below them certainly is.
const maxBetween = 10

// isOnNextLine reports whether a key follows the value of the one above it without an empty line or a comment.
func isOnNextLine(p *rule.FilePass, above, key *data.Node) bool {
	gap := p.Source().Text[min(above.Counterpart().Span.End, key.Span.Start):key.Span.Start]
	return len(bytes.TrimSpace(gap)) == 0 && bytes.Count(gap, []byte{'\n'}) <= 1
}

// manyShared is the number of common keys from which two hashes are of the same kind, even if one of them has others.
const manyShared = 3

// isLikeEntryOf reports whether a hash has the keys of an entry of another hash.
func isLikeEntryOf(hash, value *data.Node) bool {
	keys := keysOf(value)
	return lists.Any(lists.Values(hash.Entries()), keys.areIn)
}

// hashKeys are the keys of a hash, which may occur several times.
type hashKeys struct {
	all    int
	number map[string]int
	// only is the key if there is a single one, and inner are those of its value if that is a hash.
	only  string
	inner *hashKeys
}

// keysOf returns the keys of a hash; nil for another value.
func keysOf(n *data.Node) *hashKeys {
	if n == nil || n.Kind != data.Mapping {
		return nil
	}
	keys := &hashKeys{number: map[string]int{}}
	for key, value := range n.Entries() {
		keys.all++
		keys.number[key.Text()]++
		if keys.all == 1 && len(n.Children) == 2 {
			keys.only, keys.inner = key.Text(), keysOf(value)
		}
	}
	return keys
}

// areIn reports whether an entry has the keys or, if there is a single one, those of its value.
func (k *hashKeys) areIn(entry *data.Node) bool {
	if k == nil || entry == nil {
		return false
	}
	if k.all == 1 {
		return k.inner.areIn(entry.Get(k.only))
	}
	shared, seen := 0, map[string]bool{}
	for key := range entry.Entries() {
		if name := key.Text(); k.number[name] > 0 && !seen[name] && key.Value.Is(data.String) {
			seen[name] = true
			shared += k.number[name]
		}
	}
	return shared >= 2 && shared == k.all || shared >= manyShared && 2*shared >= k.all
}

func has(hash *data.Node, name string) bool { return hash.Get(name) != nil }

// entriesHave reports whether the hashes at a path in the entries of a hash have a key, in any file.
func entriesHave(p *rule.FilePass, hash string, path []string, name string) bool {
	for _, at := range p.Project.Definitions(hash) {
		value := at.Key.Counterpart()
		for _, entry := range value.Entries() {
			for i := 0; i < len(path) && entry != nil; i++ {
				entry = entry.Get(path[i])
			}
			if entry != nil && has(entry, name) {
				return true
			}
		}
	}
	return false
}

// reportMissingIndentation reports a key that belongs to the hash above it.
func reportMissingIndentation(p *rule.FilePass, parent, key *data.Node) {
	path, name := rule.Shown(rule.KeyPath(parent).String()), rule.Shown(key.Text())
	d := diagnostic.Diagnostic{
		Span: key.Span, Message: "`" + name + "` is not indented, so it is not part of `" + path + "` above",
		Detail: "Puppet reads it as a separate key, which nothing looks up", Help: "indent it like the entries of `" + path + "`", Key: rule.KeyPath(key),
		Related: []diagnostic.Related{{File: p.Source(), Span: parent.Children[0].Span, Message: "an entry of `" + path + "`"}},
	}
	if key.Parent != p.Doc().Root {
		d.Message = "`" + name + "` is not indented far enough to be part of `" + path + "` above"
		d.Detail = "Puppet reads it as an entry of the hash around it"
	}
	text, value, column := p.Source().Text, key.Counterpart(), p.Source().Pos(parent.Children[0].Span.Start).Column-1
	indentation := strings.Repeat(" ", column-p.Source().Pos(key.Span.Start).Column+1)
	edits := []diagnostic.TextEdit{diagnostic.Insert(p.Source(), key.Span.Start, indentation)}
	if firstIndentation(text[key.Span.End:value.Span.End]) <= column {
		for at := key.Span.Start; len(edits) <= diagnostic.MaxEdits; {
			next := bytes.IndexByte(text[at:value.Span.End], '\n')
			if next < 0 {
				break
			}
			if at += next + 1; at < value.Span.End && text[at] != '\n' && text[at] != '\r' {
				edits = append(edits, diagnostic.Insert(p.Source(), at, indentation))
			}
		}
	}
	if len(edits) <= diagnostic.MaxEdits {
		d.Fixes = []diagnostic.Fix{{Message: "indent it", Edits: edits}}
	}
	p.Report(d)
}

// strays chooses the nested hashes of hashes with one other entry, which belongs to the hash above it: that lacks the key, but
// several of the others have it.
var strays = &rule.Selector{Parts: rule.Hashes, NotOptions: true, Choose: func(n *data.Node) bool {
	stray := strayOf(n)
	if stray == nil {
		return false
	}
	above := beforeStray(n)
	if above == nil || above.Kind != data.Mapping || above.Style == data.Flow || len(above.Children) == 0 || has(above, stray.Text()) {
		return false
	}
	with := 0
	for key, value := range n.Entries() {
		if key != stray && has(value, stray.Text()) {
			with++
		}
	}
	return with >= minWith
}}

// minWith is the number of entries with a key from which another entry is meant to have it, too.
const minWith = 2

// strayOf returns the key of the only entry of a hash in block style that is not a hash itself; nil if there is none, or several.
func strayOf(hash *data.Node) *data.Node {
	if hash.Kind != data.Mapping || hash.Style == data.Flow || hash.Doc.Format != data.YAML {
		return nil
	}
	var stray *data.Node
	for key, value := range hash.Entries() {
		if value.Kind == data.Mapping {
			continue
		}
		if stray != nil || key.Kind != data.Scalar || value.Kind == data.Alias {
			return nil
		}
		stray = key
	}
	return stray
}

// beforeStray returns the value of the entry above strayOf; nil if there is none.
func beforeStray(hash *data.Node) *data.Node {
	stray := strayOf(hash)
	var above *data.Node
	for key, value := range hash.Entries() {
		if key == stray {
			break
		}
		above = value
	}
	return above
}

// firstIndentation returns the number of spaces before the first text below the line of a key.
func firstIndentation(text []byte) int {
	for line := range bytes.Lines(text[max(bytes.IndexByte(text, '\n'), 0):]) {
		if content := bytes.TrimLeft(line, " "); len(bytes.TrimSpace(content)) > 0 {
			return len(line) - len(content)
		}
	}
	return 0
}

// minBelow is the number of keys below a key without a value from which they are taken for its entries.
const minBelow = 2

// checkGaps reports keys of a hash of hashes that are below a key without a value if another entry has the same keys.
func checkGaps(p *rule.FilePass, hash *data.Node) {
	var gap *data.Node
	var below, others []*data.Node
	for key, value := range hash.Entries() {
		switch {
		case hasNoValue(key, value):
			if len(below) > 0 {
				return
			}
			gap = key
		case value.Kind == data.Mapping:
			others = append(others, value)
			if len(below) == 0 {
				gap = nil
			}
		case gap != nil && (len(below) == 0 || len(others) == 0 || others[len(others)-1].Span.Start < below[0].Span.Start):
			below = append(below, key)
		default:
			return // an entry that is not a hash
		}
	}
	if len(below) < minBelow || !slices.ContainsFunc(append(others, cousins(p, hash)...), func(other *data.Node) bool { return isLike(other, below) }) {
		return
	}
	reportGap(p, gap, below[0])
}

// maxSteps limits the number of entries that cousins visits.
const maxSteps = 1000

// cousins returns the entries of hashes with the same key as this one: in the entries beside the one that it is in, or in other
// files if it is a root key.
func cousins(p *rule.FilePass, hash *data.Node) []*data.Node {
	key := hash.Counterpart()
	if key == nil || key.Kind != data.Scalar {
		return nil
	}
	var all []*data.Node
	steps := 0
	if hash.Parent == p.Doc().Root {
		for _, at := range p.Project.Definitions(key.Text()) {
			for _, entry := range at.Key.Counterpart().Entries() {
				if steps++; steps > maxSteps {
					return all
				}
				if entry.Kind == data.Mapping {
					all = append(all, entry)
				}
			}
			if steps++; steps > maxSteps {
				return all
			}
		}
		return all
	}
	for _, beside := range hash.Parent.Parent.Entries() {
		for name, same := range beside.Entries() {
			for _, entry := range same.Entries() {
				if steps++; steps > maxSteps {
					return all
				}
				if name.Kind == data.Scalar && name.Text() == key.Text() && entry.Kind == data.Mapping {
					all = append(all, entry)
				}
			}
			steps++
		}
		if steps++; steps > maxSteps {
			return all
		}
	}
	return all
}

// reportGap reports the first key below a key without a value.
func reportGap(p *rule.FilePass, gap, first *data.Node) {
	name := rule.Shown(gap.Text())
	p.Report(diagnostic.Diagnostic{
		Span: first.Span, Message: "`" + rule.Shown(first.Text()) + "` is not indented further than `" + name + "`, so `" + name + "` has no value",
		Detail: "Puppet reads both as entries of the same hash", Help: "indent the entries of `" + name + "`", Key: rule.KeyPath(first),
		Related: []diagnostic.Related{{File: p.Source(), Span: gap.Span, Message: "this key has no value"}},
	})
}

// isLike reports whether a hash has all the keys, and not many others.
func isLike(hash *data.Node, keys []*data.Node) bool {
	return 2*len(keys) >= len(hash.Children)/2 && !slices.ContainsFunc(keys, func(key *data.Node) bool { return key.Kind != data.Scalar || !has(hash, key.Text()) })
}
