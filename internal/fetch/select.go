package fetch

import (
	"bytes"
	"context"
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/facter"
	"github.com/hieralint/hieralint/engine/facts"
	"github.com/hieralint/hieralint/internal/lookup"
	"github.com/hieralint/hieralint/internal/session"
	"github.com/hieralint/hieralint/internal/settings"
)

// selection is what of nodes is kept.
type selection struct {
	values  [len(parts)]*wanted // in the order of parts
	classes map[string]bool     // nil for all
	// facts are the names of the facts and variables that are kept, in order; nil for all.
	facts     []string
	sensitive settings.Patterns
}

// parts are what the variables of a node are in its file. Names of facts have no prefix.
var parts = [...]struct{ key, prefix string }{{"facts", ""}, {"trusted", "trusted."}, {"vars", ""}}

// The parts, and what of trusted facts follows from the certname and is always kept.
const (
	inFacts = iota
	inTrusted
	inVars
)

var alwaysTrusted = []string{"authenticated", "certname", "domain", "hostname"}

// wanted is a tree of the names that are wanted.
type wanted struct {
	whole bool
	parts map[string]*wanted
}

func (w *wanted) add(segments []string) {
	for _, s := range segments {
		if w.parts == nil {
			w.parts = map[string]*wanted{}
		}
		if w.parts[s] == nil {
			w.parts[s] = &wanted{}
		}
		w = w.parts[s]
	}
	w.whole = true
}

func newSelection(ctx context.Context, w *session.Workspace, o *Options) (*selection, error) {
	s := &selection{sensitive: w.Settings().SensitiveFacts}
	for i := range s.values {
		s.values[i] = &wanted{whole: o.All}
	}
	if o.All {
		return s, nil
	}
	asked, err := w.Asked(ctx)
	if err != nil {
		return nil, err
	}
	s.classes = asked.Classes
	for _, name := range alwaysTrusted {
		s.values[inTrusted].add([]string{name})
	}
	s.facts = []string{}
	for _, name := range slices.Concat(asked.Variables, o.Facts) {
		s.want(name)
		// The structured fact says the same, and is all that agents of Puppet 8 send.
		s.want(facter.Canonical(name))
	}
	slices.Sort(s.facts)
	s.facts = slices.Compact(s.facts)
	return s, nil
}

// want keeps a variable. Facts are variables under their own names, too.
func (s *selection) want(name string) {
	segments := facts.Segments(name)
	switch {
	case len(segments) == 0, segments[0] == facter.Environment, segments[0] == "server_facts", strings.Contains(segments[0], "::"):
		return // no file has them
	case segments[0] == "trusted":
		s.values[inTrusted].add(segments[1:])
	case segments[0] == "facts":
		s.values[inFacts].add(segments[1:])
	default:
		s.values[inFacts].add(segments)
		s.values[inVars].add(segments)
	}
	s.facts = append(s.facts, strings.TrimPrefix(strings.TrimPrefix(name, "::"), "facts."))
}

// keyWrittenBy marks the files of this package, writtenBy is its value.
const (
	keyWrittenBy = "written_by"
	writtenBy    = "hieralint nodes fetch"
)

// file is the file of a node: JSON, the same for the same node.
func (s *selection) file(n *facts.Node) []byte {
	var b bytes.Buffer
	member := func(name string, v *data.Value, oneLine bool) {
		if b.Len() > 0 {
			b.WriteString(",\n  ")
		} else {
			b.WriteString("{\n  ")
		}
		b.WriteString(lookup.JSON(data.NewString(name)) + ": ")
		text := []byte(lookup.JSON(v))
		if oneLine {
			b.Write(text)
		} else if err := json.Indent(&b, text, "  ", "  "); err != nil {
			panic("fetch: " + err.Error()) // it is JSON
		}
	}
	member("certname", data.NewString(n.Certname), true)
	if n.Environment != "" {
		member("environment", data.NewString(n.Environment), true)
	}
	if classes := s.keptClasses(n); classes != nil {
		member("classes", classes, false)
	}
	var omitted []data.Entry
	for i, v := range []*data.Value{withoutTrusted(n.Facts), n.Trusted, n.Vars} {
		if v == nil {
			continue
		}
		c := choice{selection: s, prefix: parts[i].prefix}
		member(parts[i].key, c.choose(v, s.values[i], nil), false)
		if len(c.omitted) > 0 {
			slices.SortFunc(c.omitted, func(a, b *data.Value) int { return strings.Compare(a.Text(), b.Text()) })
			omitted = append(omitted, data.Entry{Key: data.NewString(parts[i].key), Value: data.NewArray(c.omitted)})
		}
	}
	if len(omitted) > 0 {
		member("omitted", data.NewHash(omitted), true)
	}
	member(keyWrittenBy, data.NewString(writtenBy), true)
	b.WriteString("\n}\n")
	return b.Bytes()
}

// withoutTrusted are facts without the trusted ones, which PuppetDB has among them, too.
func withoutTrusted(v *data.Value) *data.Value {
	return data.NewHash(slices.DeleteFunc(slices.Clone(v.Entries()), func(e data.Entry) bool { return e.Key.Text() == "trusted" }))
}

// keptClasses are the classes of a node that count; nil when nothing is known of them. `main` and `settings` are those that
// Puppet adds to every catalog.
func (s *selection) keptClasses(n *facts.Node) *data.Value {
	if n.Classes == nil {
		return nil
	}
	kept := []*data.Value{}
	for _, name := range n.Classes {
		if s.classes[name] || s.classes == nil && name != "main" && name != "settings" {
			kept = append(kept, data.NewString(name))
		}
	}
	return data.NewArray(kept)
}

// choice chooses what of a hash is kept.
type choice struct {
	*selection
	prefix  string
	omitted []*data.Value // the names of what is left out
}

// choose is what of a hash is kept, with its keys in order. path is where it is.
func (c *choice) choose(v *data.Value, w *wanted, path []string) *data.Value {
	entries := map[string]data.Entry{}
	for _, e := range v.Entries() {
		if e.Key.Kind() == data.String {
			entries[e.Key.Text()] = e
		}
	}
	kept := []data.Entry{}
	for _, key := range slices.Sorted(maps.Keys(entries)) {
		e, at := entries[key], append(slices.Clone(path), key)
		part, isHash := w.parts[key], e.Value.Kind() == data.Hash
		switch {
		case !w.whole && part == nil && !c.isTrustedList(at), e.Value.IsUnknown(), c.isSensitive(at), !isHash && c.hasSensitive(e.Value, at):
			c.omit(at)
			continue
		case part == nil && w.whole:
			part = w
		case part == nil:
			part = &wanted{}
		case w.whole:
			part = &wanted{whole: true}
		}
		if isHash {
			e.Value = c.choose(e.Value, part, at)
		} else {
			e.Value = sorted(e.Value)
		}
		kept = append(kept, e)
	}
	return data.NewHash(kept)
}

// isTrustedList reports whether a hash is one of those in trusted facts that stay, if empty: without them, it would not be known
// what they say.
func (c *choice) isTrustedList(path []string) bool {
	return c.prefix != "" && len(path) == 1 && (path[0] == "extensions" || path[0] == "external")
}

func (c *choice) omit(path []string) {
	// A part that has no name cannot be asked for.
	if name, ok := facts.Name(path); ok {
		c.omitted = append(c.omitted, data.NewString(name))
	}
}

// isSensitive reports whether the settings name a value as sensitive.
func (c *choice) isSensitive(path []string) bool {
	name := c.prefix + strings.Join(path, ".")
	return c.sensitive.Match(name) || c.prefix == "" && c.sensitive.Match("facts."+name)
}

// hasSensitive reports whether a part of a value is sensitive.
func (c *choice) hasSensitive(v *data.Value, path []string) bool {
	if len(c.sensitive) == 0 {
		return false
	}
	for i, item := range v.Items() {
		if at := append(slices.Clone(path), strconv.Itoa(i)); c.isSensitive(at) || c.hasSensitive(item, at) {
			return true
		}
	}
	for _, e := range v.Entries() {
		if at := append(slices.Clone(path), e.Key.Text()); c.isSensitive(at) || c.hasSensitive(e.Value, at) {
			return true
		}
	}
	return false
}

// sorted is a value with the keys of hashes in order.
func sorted(v *data.Value) *data.Value {
	switch v.Kind() {
	case data.Array:
		items := make([]*data.Value, v.Len())
		for i, item := range v.Items() {
			items[i] = sorted(item)
		}
		return data.NewArray(items)
	case data.Hash:
		entries := make([]data.Entry, v.Len())
		for i, e := range v.Entries() {
			entries[i] = data.Entry{Key: e.Key, Value: sorted(e.Value)}
		}
		slices.SortStableFunc(entries, func(a, b data.Entry) int { return strings.Compare(a.Key.Text(), b.Key.Text()) })
		return data.NewHash(entries)
	default:
		return v
	}
}
