package rules

import (
	"bytes"
	"regexp"
	"strings"

	"github.com/hieralint/hieralint/engine/config"
	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/rubytext"
	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/manifest"
	"github.com/hieralint/hieralint/internal/nodes"
	"github.com/hieralint/hieralint/internal/project"
	"github.com/hieralint/hieralint/internal/rule"
)

// MissingMergeBehavior reports hashes and lists at several levels of which all but one are lost.
var MissingMergeBehavior = &rule.Rule{
	ID: "HL3009", Name: "missing-merge-behavior", Family: optionsFamily, Severity: diagnostic.Warning,
	CheckKey: func(p *rule.KeyPass) {
		k := p.Key
		plain, ok := isAskedPlainly(p)
		presence := k.Fleet.Presence(k.Name)
		if !ok || presence == project.Expected {
			return // the data of a module that is not here may ask for merges of its keys
		}
		seen := map[*data.Node]bool{}
		for _, c := range k.Cases {
			if c.Err != nil || c.Result.Value.IsUnknown() || c.Entry != nil && c.Entry.Merge != nil || len(c.Values) < 2 {
				continue
			}
			higher, lower := &c.Values[0], &c.Values[1]
			node := higher.Key.Node()
			if higher.Layer != lower.Layer || node == nil || seen[node] {
				continue
			}
			lost, additive := lost(higher.Value, lower.Value)
			if lost == "" || higher.Layer == config.Module && !additive {
				continue // the author of a module says for each system what it has
			}
			if isMisdirected(p.Site, k.Name) {
				return
			}
			seen[node] = true
			extent := k.Extent(func(o *nodes.Case) bool { return len(o.Values) > 1 && o.Values[0].Key.Node() == node })
			d := diagnostic.Diagnostic{
				File: node.Doc.File, Span: node.Span, Key: keyPath(node), Severity: diagnostic.Note,
				Message: "`" + shown(k.Name) + "` replaces " + kindOf(lower.Value) + " of a lower level; " + lost + " there is lost",
				Detail:  "Puppet takes the first value it finds, since no merge is asked for, on " + extent.Text + guess(extent),
				Help:    "set `merge` for the key in `lookup_options`, to `first` if it is to be replaced",
				Related: []diagnostic.Related{{File: lower.Key.Node().Doc.File, Span: lower.Key.Node().Span, Message: "this value is not used there"}},
			}
			if plain.use != nil {
				d.Related = append(d.Related, diagnostic.Related{File: plain.use.File, Span: plain.use.Span, Message: "it is looked up here"})
			}
			if isAddition(higher.Value, lower.Value) && extent.Certain && plain.known {
				d.Severity = diagnostic.Warning
			}
			d.OnRequest = d.Severity == diagnostic.Note
			if fix, ok := askForMerge(k.Name, c, additive); ok {
				d.Fixes = []diagnostic.Fix{fix}
			}
			p.Report(d)
		}
	},
}

// askForMerge is the fix that adds the key to the lookup_options of the file with its least important value.
func askForMerge(name string, c *nodes.Case, additive bool) (diagnostic.Fix, bool) {
	if c.Entry != nil {
		return diagnostic.Fix{}, false // which has other options of the key
	}
	lowest := c.Values[len(c.Values)-1].Key.Node()
	doc := lowest.Doc
	if doc.Format != data.YAML || bytes.IndexByte(doc.File.Text, '\r') >= 0 || doc.Root == nil || doc.Root.Style != data.Block || len(doc.Root.Children) == 0 {
		return diagnostic.Fix{}, false
	}
	merge := "unique"
	switch {
	case additive:
		merge = "hash"
	case c.Values[0].Value.Kind() == data.Hash:
		merge = "deep"
	}
	if !plainKey.MatchString(name) {
		name = "'" + strings.ReplaceAll(name, "'", "''") + "'"
	}
	entry, before := "  "+name+":\n    merge: "+merge+"\n", doc.Root.Children[0]
	if options := valueOfKey(doc.Root, rule.OptionsKey); options == nil {
		entry = rule.OptionsKey + ":\n" + entry
	} else {
		if options.Kind != data.Mapping || options.Style != data.Block || len(options.Children) == 0 {
			return diagnostic.Fix{}, false
		}
		before = options.Children[0]
		indent := strings.Repeat(" ", doc.File.Pos(before.Span.Start).Column-1)
		entry = indent + name + ":\n" + indent + "  merge: " + merge + "\n"
	}
	start := before.Span.Start - (doc.File.Pos(before.Span.Start).Column - 1)
	if start > 0 && doc.File.Text[start-1] != '\n' || strings.TrimSpace(string(doc.File.Text[start:before.Span.Start])) != "" {
		return diagnostic.Fix{}, false
	}
	return diagnostic.Fix{
		Message: "ask for the merge `" + merge + "` in `lookup_options`",
		Edits:   []diagnostic.TextEdit{{File: doc.File, Span: source.Span{Start: start, End: start}, New: entry}},
	}, true
}

// plainKey is a key that needs no quotes.
var plainKey = regexp.MustCompile(`^[A-Za-z_]\w*(?:::\w+)*$`)

// valueOfKey is the value of a key of a mapping; nil when it has none.
func valueOfKey(mapping *data.Node, name string) *data.Node {
	for i := 0; i+1 < len(mapping.Children); i += 2 {
		if rule.IsKey(mapping.Children[i], name) {
			return mapping.Children[i+1]
		}
	}
	return nil
}

// plainly is how a key is asked for without a merge.
type plainly struct {
	// known tells that a class parameter or code in the tree does it. What is not in the tree may ask for a merge.
	known bool
	// use is the code that does it; nil for a class parameter.
	use *manifest.Use
}

// isAskedPlainly tells whether the key is looked up without a merge, by a class parameter or in code, as far as is known.
func isAskedPlainly(p *rule.KeyPass) (plain plainly, ok bool) {
	name := p.Key.Name
	qualified := strings.Contains(name, "::")
	code := p.Code()
	if code == nil {
		return plainly{}, qualified
	}
	for _, u := range code.Readers(name) {
		switch _, exact := u.Key.Text(); {
		case !exact && !isTelling(u):
		case !exact, !u.Plain, u.Merge != "":
			return plainly{}, false
		case !plain.known:
			plain = plainly{known: true, use: u}
		}
	}
	if _, parameter := code.Parameter(name); parameter != nil {
		plain = plainly{known: true}
	}
	return plain, plain.known || qualified
}

// isAddition tells whether the higher of two values looks as if it was written to be added to the lower one: both are
// hashes of the same kind of things without a key in common, and the lower one has a thing that the higher one does not
// have under another name. Things are hashes: single values, such as the addresses of servers, mostly replace each other.
func isAddition(higher, lower *data.Value) bool {
	if higher.Kind() != data.Hash || lower.Kind() != data.Hash {
		return false
	}
	details := detailsOf(higher, map[string]bool{})
	isNew := false
	for _, e := range lower.Entries() {
		if _, ok := higher.GetKey(e.Key); ok {
			return false
		}
		isNew = isNew || !isRestated(e.Value, details)
	}
	return isNew && areAlike(higher, lower)
}

// areAlike tells whether two hashes hold the same kind of things: hashes, with a key in common where they have any.
func areAlike(a, b *data.Value) bool {
	fields := map[string]bool{}
	for _, e := range a.Entries() {
		if e.Value.Kind() != data.Hash {
			return false
		}
		for _, field := range e.Value.Entries() {
			fields[field.Key.Text()] = true
		}
	}
	isEmpty, isShared := true, false
	for _, e := range b.Entries() {
		if e.Value.Kind() != data.Hash {
			return false
		}
		for _, field := range e.Value.Entries() {
			isEmpty, isShared = false, isShared || fields[field.Key.Text()]
		}
	}
	return isShared || isEmpty || len(fields) == 0
}

// isRestated tells whether all details of a value, of which it has some, are among others: `{dport: 8140}` is, where the
// others have a rule of another name for this port.
func isRestated(v *data.Value, others map[string]bool) bool {
	details := detailsOf(v, map[string]bool{})
	for detail := range details {
		if !others[detail] {
			return false
		}
	}
	return len(details) > 0
}

// detailsOf adds the single values in a value that mean something by themselves: numbers, paths, addresses, but no words
// such as `present`.
func detailsOf(v *data.Value, details map[string]bool) map[string]bool {
	switch v.Kind() {
	case data.Hash:
		for _, e := range v.Entries() {
			detailsOf(e.Value, details)
		}
	case data.Array:
		for _, item := range v.Items() {
			detailsOf(item, details)
		}
	default:
		if text := rubytext.ToS(v); strings.ContainsAny(text, "0123456789./@:") {
			details[text] = true
		}
	}
	return details
}

// lost names something that the lower of two values has and the higher has not; "" when there is
// nothing. additive tells that both are hashes of hashes without a name in common.
func lost(higher, lower *data.Value) (name string, additive bool) {
	switch {
	case higher.Kind() == data.Hash && lower.Kind() == data.Hash && higher.Len() > 0:
		additive = true
		for _, e := range lower.Entries() {
			if _, ok := higher.GetKey(e.Key); ok {
				additive = false
			} else if name == "" && e.Key.Kind() == data.String {
				name = "`" + shown(e.Key.Text()) + "`"
			}
			additive = additive && e.Value.Kind() == data.Hash
		}
		for _, e := range higher.Entries() {
			additive = additive && e.Value.Kind() == data.Hash
		}
		return name, additive
	case higher.Kind() == data.Array && lower.Kind() == data.Array && higher.Len() > 0:
		for _, item := range lower.Items() {
			if item.Kind() == data.String && !holds(higher, item) {
				return "`" + shown(item.Text()) + "`", false
			}
		}
	}
	return "", false
}

func holds(list, item *data.Value) bool {
	for _, other := range list.Items() {
		if data.Eql(other, item) {
			return true
		}
	}
	return false
}
