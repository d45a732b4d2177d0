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
	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/render"
	"github.com/hieralint/hieralint/internal/secret"
	"github.com/hieralint/hieralint/internal/session"
	"github.com/hieralint/hieralint/internal/settings"
)

// selection is what is kept of nodes.
type selection struct {
	values  [len(parts)]*wanted // in the order of parts
	classes map[string]bool     // nil for all
	// facts are the names of the facts and variables that are kept, sorted; nil for all.
	facts     []string
	sensitive settings.Patterns
	// withoutSecrets omits what is named like a password or key, too, since nothing says that it is needed.
	withoutSecrets bool
}

// parts are the members of a node's file, with the prefix of their variables. Names of facts have no prefix.
var parts = [...]struct{ key, prefix string }{{"facts", ""}, {"trusted", "trusted."}, {"vars", ""}}

// The indexes of parts, and the trusted facts that are derived from the certname and always kept.
const (
	inFacts = iota
	inTrusted
	inVars
)

var alwaysTrusted = []string{"authenticated", "certname", "domain", "hostname"}

// wanted is a tree of names.
type wanted struct {
	whole bool
	parts map[string]*wanted
}

func (w *wanted) add(segments []string) {
	for _, s := range segments {
		if w.parts[s] == nil {
			lists.Put(&w.parts, s, &wanted{})
		}
		w = w.parts[s]
	}
	w.whole = true
}

func newSelection(ctx context.Context, w *session.Workspace, o *Options) (*selection, error) {
	s := &selection{sensitive: w.Settings().SensitiveFacts, withoutSecrets: o.All}
	for i := range s.values {
		s.values[i] = &wanted{whole: o.All}
	}
	if o.All {
		return s, nil
	}
	asked, err := w.UsedNodeData(ctx)
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
		// The structured fact is equivalent, and is all that Puppet 8 agents send.
		s.want(facter.Canonical(name))
	}
	s.facts = lists.Distinct(s.facts)
	return s, nil
}

// want keeps a variable. Facts are also variables under their own names.
func (s *selection) want(name string) {
	segments := facts.Segments(name)
	switch {
	case len(segments) == 0, segments[0] == facter.Environment, segments[0] == "server_facts", strings.Contains(segments[0], "::"):
		return // they are in no file
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

// keyWrittenBy marks the files of this package, and writtenBy is its value.
const (
	keyWrittenBy = "written_by"
	writtenBy    = "hieralint nodes fetch"
)

// file returns the file of a node as JSON. It is deterministic.
func (s *selection) file(n *facts.Node) []byte {
	var b bytes.Buffer
	member := func(name string, v *data.Value, oneLine bool) {
		if b.Len() > 0 {
			b.WriteString(",\n  ")
		} else {
			b.WriteString("{\n  ")
		}
		b.WriteString(render.JSON(data.NewString(name)) + ": ")
		text := []byte(render.JSON(v))
		if oneLine {
			b.Write(text)
		} else if err := json.Indent(&b, text, "  ", "  "); err != nil {
			panic("fetch: " + err.Error()) // unreachable: the value is valid JSON
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
			omitted = append(omitted, data.NewEntry(parts[i].key, data.NewArray(c.omitted)))
		}
	}
	if len(omitted) > 0 {
		member("omitted", data.NewHash(omitted), true)
	}
	member(keyWrittenBy, data.NewString(writtenBy), true)
	b.WriteString("\n}\n")
	return b.Bytes()
}

// withoutTrusted returns facts without the trusted ones, which PuppetDB includes.
func withoutTrusted(v *data.Value) *data.Value {
	return data.NewHash(slices.DeleteFunc(slices.Clone(v.Entries()), func(e data.Entry) bool { return e.Key.Text() == "trusted" }))
}

// keptClasses returns the kept classes of a node, or nil if they are unknown. It omits `main` and `settings`, which
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

// choice selects what is kept of a hash.
type choice struct {
	*selection
	prefix  string
	omitted []*data.Value // the names of what is omitted
}

// choose returns what is kept of a hash, with sorted keys. path is its path.
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

// isTrustedList reports whether a hash is one of those in trusted facts that are kept even if empty. Without them,
// their content would be unknown.
func (c *choice) isTrustedList(path []string) bool {
	return c.prefix != "" && len(path) == 1 && (path[0] == "extensions" || path[0] == "external")
}

func (c *choice) omit(path []string) {
	// A part without a name cannot be requested.
	if name, ok := facts.Name(path); ok {
		c.omitted = append(c.omitted, data.NewString(name))
	}
}

// isSensitive reports whether the settings declare a value sensitive, or its name does.
func (c *choice) isSensitive(path []string) bool {
	if c.withoutSecrets && secret.IsNamed(path[len(path)-1]) {
		return true
	}
	name := c.prefix + strings.Join(path, ".")
	return c.sensitive.Match(name) || c.prefix == "" && c.sensitive.Match("facts."+name)
}

// hasSensitive reports whether a value contains a sensitive one.
func (c *choice) hasSensitive(v *data.Value, path []string) bool {
	if len(c.sensitive) == 0 && !c.withoutSecrets {
		return false
	}
	for i, item := range v.Items() {
		if at := append(slices.Clone(path), strconv.Itoa(i)); c.isSensitive(at) || c.hasSensitive(item, at) {
			return true
		}
	}
	return slices.ContainsFunc(v.Entries(), func(e data.Entry) bool {
		at := append(slices.Clone(path), e.Key.Text())
		return c.isSensitive(at) || c.hasSensitive(e.Value, at)
	})
}

// sorted returns a value with the keys of its hashes sorted.
func sorted(v *data.Value) *data.Value {
	switch v.Kind() {
	case data.Array:
		return data.NewArray(lists.Map(v.Items(), sorted))
	case data.Hash:
		entries := lists.Map(v.Entries(), func(e data.Entry) data.Entry { return data.Entry{Key: e.Key, Value: sorted(e.Value)} })
		slices.SortStableFunc(entries, func(a, b data.Entry) int { return strings.Compare(a.Key.Text(), b.Key.Text()) })
		return data.NewHash(entries)
	}
	return v
}
