package options

import (
	"bytes"
	"iter"
	"strings"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/interpolate"
	"github.com/hieralint/hieralint/engine/lookupoptions"
	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/nearest"
	"github.com/hieralint/hieralint/internal/project"
	"github.com/hieralint/hieralint/internal/rule"
	"github.com/hieralint/hieralint/rules/internal/edit"
)

// LookupOptionsReserved reports wrong uses of the reserved key lookup_options.
var LookupOptionsReserved = &rule.Rule{
	ID: "HL3004", Name: "lookup-options-reserved", Family: family, Severity: diagnostic.Error, Reach: rule.OtherKeys,
	CheckConfig: checkConfigOptions,
	CheckFile: func(p *rule.FilePass) {
		reportOptions(p, func(problem lookupoptions.Problem) (diagnostic.Diagnostic, bool) { return misusedOptions(p, problem) })
		for text, token := range p.Tokens() {
			checkReservedToken(p, text, token)
		}
		unindentedOptions(p)
		nestedOptions(p)
		emptyOptions(p)
		misspelledOptions(p)
	},
}

func misusedOptions(p *rule.FilePass, problem lookupoptions.Problem) (diagnostic.Diagnostic, bool) {
	switch problem.Code {
	case lookupoptions.NotAHash:
		return diagnostic.Diagnostic{
			Message: "`lookup_options` must be a hash, not " + rule.KindOf(problem.Node.Value),
			Detail:  p.EveryLookupFails() + ": `" + problem.Message + "`",
			Help:    "map each key to its options: `lookup_options: {profile::list: {merge: unique}}`",
		}, true
	case lookupoptions.KeyNotAString:
		return diagnostic.Diagnostic{
			Message: "the name of a `lookup_options` entry must be a string, not " + rule.KindOf(problem.Node.Value),
			Detail:  p.EveryLookupFails(),
			Help:    "use a key name, or a pattern that starts with `^`",
		}, true
	case lookupoptions.EntryNotAHash:
		if keyMeant(problem.Node.Counterpart()) != nil {
			return diagnostic.Diagnostic{}, false // see unindentedOptions
		}
		d := diagnostic.Diagnostic{
			Message: "options of `" + rule.Shown(problem.Entry) + "` must be a hash, not " + rule.KindOf(problem.Node.Value),
			Detail:  "Puppet silently ignores them",
			Help:    "write a hash such as `{merge: deep}`",
		}
		if problem.Reach != lookupoptions.NoLookup {
			d.Detail = "Every lookup of this key fails"
		}
		if meant := optionMeant(problem); meant != "" {
			d.Help = "write `{merge: " + meant + "}`"
			d.Fixes = []diagnostic.Fix{edit.Write(p.Source(), problem.Node.Span, "{merge: "+meant+"}")}
		}
		return d, true
	}
	return diagnostic.Diagnostic{}, false
}

// checkReservedToken reports tokens that look up lookup_options, and tokens with lookups inside it.
func checkReservedToken(p *rule.FilePass, text *rule.Text, token *interpolate.Token) {
	if token.Kind != interpolate.Call {
		return
	}
	switch token.Method {
	case interpolate.Lookup, interpolate.Hiera, interpolate.Alias:
	default:
		return
	}
	d := diagnostic.Diagnostic{Span: text.Span(token.Span)}
	switch {
	case text.InOptions:
		d.Message = "lookup inside `lookup_options`"
		d.Detail = p.EveryLookupFails() + ": `Recursive lookup detected in [lookup_options]`"
		d.Help = "write the value directly, or use a variable such as `%{facts.role}`"
	case token.Argument == lookupoptions.Key || strings.HasPrefix(token.Argument, lookupoptions.Key+"."):
		d.Span = text.Span(token.ArgumentSpan)
		d.Message = "`lookup_options` is reserved and cannot be looked up"
		d.Detail = "Puppet treats it as not found, so the result is empty"
		d.Help = "look up another key"
	default:
		return // as for nearly all
	}
	d.Key = rule.KeyPath(text.Node)
	p.Report(d)
}

// unindentedOptions reports options that are on the level of the key that they are meant for.
func unindentedOptions(p *rule.FilePass) {
	options := p.Options()
	for key, value := range options.Entries() {
		meant := keyMeant(key)
		if meant == nil {
			continue
		}
		name, of := rule.Shown(key.Text()), rule.Shown(meant.Text())
		fix := diagnostic.Fix{Message: "indent it"}
		for at := key.Span.Start; at < max(value.Span.End, key.Span.End); {
			if text := p.Source().Text[at:]; text[0] != '\n' && text[0] != '\r' {
				fix.Edits = append(fix.Edits, diagnostic.Insert(p.Source(), at, "  "))
			}
			next := bytes.IndexByte(p.Source().Text[at:], '\n')
			if next < 0 {
				break
			}
			at += next + 1
		}
		p.Report(diagnostic.Diagnostic{
			Span:    key.Span,
			Message: "`" + name + "` is not indented further than `" + of + "`, so it is not one of its options",
			Detail:  "Puppet treats it as the name of a key, and `" + of + "` has no options",
			Help:    "indent it",
			Related: []diagnostic.Related{{File: p.Source(), Span: meant.Span, Message: "this key has no options"}},
			Fixes:   []diagnostic.Fix{fix},
			Key:     rule.KeyPath(key),
		})
	}
}

// nestedOptions reports nested hashes with the name and structure of lookup_options.
func nestedOptions(p *rule.FilePass) {
	for key := range keysIn(p.Doc().Root) {
		if key.Parent != p.Doc().Root && rule.IsKey(key, lookupoptions.Key) && hasOptions(key.Counterpart()) {
			p.Report(diagnostic.Diagnostic{
				Span:    key.Span,
				Message: "`lookup_options` has an effect only at the top level of a data file",
				Detail:  "Puppet treats it as part of the value of " + rule.LookupName(key),
				Help:    "move it to the top level",
				Key:     rule.KeyPath(key),
			})
		}
	}
}

// keysIn iterates over the keys of a mapping, which may be nil, and of the mappings in its values.
func keysIn(root *data.Node) iter.Seq[*data.Node] {
	return func(yield func(*data.Node) bool) {
		var visit func(n *data.Node) bool
		visit = func(n *data.Node) bool {
			if n.IsKey() {
				return yield(n)
			}
			return lists.All(n.Children, visit)
		}
		if root != nil {
			visit(root)
		}
	}
}

// emptyOptions reports a lookup_options that is null if a node can read another one in the same layer: both are merged
// as hashes, and null is not a hash.
func emptyOptions(p *rule.FilePass) {
	options := p.Options()
	if options == nil || options.Value == nil || !options.Value.IsUndef() {
		return
	}
	type allOptions struct{}
	all := rule.Once(p.Site, allOptions{}, func() []project.Definition {
		return lists.Filter(p.Project.Definitions(lookupoptions.Key), func(d project.Definition) bool { return !d.Value.IsUndef() && d.Value.Node() != nil })
	})
	for _, other := range all {
		if other.File == p.File || !p.File.Meets(other.File) {
			continue
		}
		key := options.Counterpart()
		p.Report(diagnostic.Diagnostic{
			Span:    key.Span,
			Message: "`lookup_options` is empty here, but not in another file that the same node can read",
			Detail:  "Puppet cannot merge the two: every lookup fails on nodes that read both files",
			Help:    "remove the key, or write `{}`",
			Related: []diagnostic.Related{{File: other.File.Doc.File, Span: rule.FirstLine(other.Value.Node()), Message: "the other options"}},
			Fixes: []diagnostic.Fix{{
				Message: "write `{}`", Safe: true,
				Edits: []diagnostic.TextEdit{{File: p.Source(), Span: source.Span{Start: key.Span.End, End: max(options.Span.End, key.Span.End+1)}, New: ": {}"}},
			}},
			Key: diagnostic.RootKey(lookupoptions.Key),
		})
		return
	}
}

// misspelledOptions reports root keys with a similar name and the structure of lookup_options.
func misspelledOptions(p *rule.FilePass) {
	root := p.Doc().Root
	if root == nil || root.Kind != data.Mapping {
		return
	}
	for key, value := range root.Entries() {
		if rule.IsKey(key, lookupoptions.Key) || !hasOptions(value) || !isLikeOptionsKey(key) {
			continue
		}
		d := diagnostic.Diagnostic{
			Span:    key.Span,
			Message: "`" + rule.Shown(key.Value.Text()) + "` is not the reserved key `lookup_options`",
			Detail:  "Puppet silently ignores the options in it",
			Meant:   lookupoptions.Key,
			Key:     rule.KeyPath(key),
			Instead: []string{"unused-key"},
		}
		if edit.RemoveTaken(&d, key, lookupoptions.Key) {
			d.Help = "move its entries to `lookup_options`"
		} else {
			d.Fixes = []diagnostic.Fix{edit.Write(p.Source(), key.Span, lookupoptions.Key)}
		}
		p.Report(d)
	}
}

// isLikeOptionsKey reports whether the name of a key differs from lookup_options in a few letters.
func isLikeOptionsKey(key *data.Node) bool {
	if key.Kind != data.Scalar || !key.Value.Is(data.String) && !key.Value.Is(data.Symbol) {
		return false
	}
	_, isNear := nearest.Name(lettersOf(key.Value.Text()), []string{lettersOf(lookupoptions.Key)})
	return isNear
}

// lettersOf returns a name in lower case, without what separates its words.
func lettersOf(name string) string {
	return strings.Join(strings.FieldsFunc(strings.ToLower(name), func(r rune) bool { return strings.ContainsRune("_-: ", r) }), "")
}

// hasOptions reports whether a hash has an entry with merge or convert_to.
func hasOptions(n *data.Node) bool {
	return lists.Any(lists.Values(n.Entries()), isOptionsHash)
}

// checkConfigOptions reports lookup_options in a hiera.yaml. It is data, and belongs in a data file.
func checkConfigOptions(p *rule.ConfigPass) {
	doc := p.Config().Doc
	if doc == nil {
		return
	}
	for key := range keysIn(doc.Root) {
		if rule.IsKey(key, lookupoptions.Key) || rule.IsKey(key, ":"+lookupoptions.Key) {
			p.Report(diagnostic.Diagnostic{
				Span:    key.Span,
				Message: "`lookup_options` belongs in data files, not in hiera.yaml",
				Detail:  "Every lookup that reaches this layer fails",
				Help:    "move it to the top level of a data file, such as the one that all nodes read",
				Key:     rule.KeyPath(key),
			})
		}
	}
}
