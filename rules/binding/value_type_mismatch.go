package binding

import (
	"slices"
	"strconv"
	"strings"

	"github.com/hieralint/hieralint/engine/config"
	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/interpolate"
	"github.com/hieralint/hieralint/engine/outcome"
	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/engine/types"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/manifest"
	"github.com/hieralint/hieralint/internal/nodes"
	"github.com/hieralint/hieralint/internal/project"
	"github.com/hieralint/hieralint/internal/rule"
	"github.com/hieralint/hieralint/rules/internal/merging"
	"github.com/hieralint/hieralint/rules/internal/misread"
)

// ValueTypeMismatch reports values that do not match the types of class parameters.
var ValueTypeMismatch = &rule.Rule{
	ID: "HL5006", Name: "value-type-mismatch", Family: family, Severity: diagnostic.Error,
	NeedsPairs: func(p *rule.KeyPass) bool {
		target, ok := checkedTarget(p)
		return ok && !target.acceptsMerges(p.Key)
	},
	NeedsText: func(p *rule.KeyPass) bool {
		target, ok := checkedTarget(p)
		return ok && needsText(p, target.typ)
	},
	CheckKey: func(p *rule.KeyPass) {
		checkPassedOn(p)
		target, ok := checkedTarget(p)
		if !ok {
			return
		}
		k := p.Key
		found := make([][]misfit, len(k.Cases))
		for i, c := range k.Cases {
			if len(merging.Conflicts(c, merging.ByOptions(c))) == 0 { // which are reported instead
				found[i] = target.misfits(p, c)
			}
		}
		if lists.All(found, func(of []misfit) bool { return len(of) == 0 }) || merging.IsMisdirected(p.Site, target.key) {
			return
		}
		given := isGiven(p.Site, p.Code(), target.class.Name, target.parameter.Name)
		if given && !isIncluded(p.Site, p.Code(), target.class.Name) {
			return
		}
		in := map[misfitText][]*nodes.Case{}
		for i, c := range k.Cases {
			for _, m := range found[i] {
				this := misfitText{m.place, m.text}
				if of := in[this]; len(of) == 0 || of[len(of)-1] != c {
					in[this] = append(of, c)
				}
			}
		}
		above := &overrides{pass: p, class: target.class.Name, includes: map[*manifest.Definition]bool{}}
		target.uses = p.Code().LookupsOf(target.key)
		seen := map[misfitText]bool{}
		var last []*nodes.Case // of the extent, which is often that of the next mismatch
		var extent nodes.Extent
		for i, c := range k.Cases {
			if len(found[i]) == 0 || hidesValue(c) {
				continue
			}
			missing := missingOf(c)
			for _, m := range found[i] {
				this := misfitText{m.place, m.text}
				if seen[this] || missing.isIn(&m) {
					continue
				}
				seen[this] = true
				if last == nil || !slices.Equal(last, in[this]) {
					last, extent = in[this], k.ExtentOf(in[this]...)
				}
				reportMisfit(p, &target, c, &m, extent, given || above.areDoubtful(m.place, c, in[this]))
			}
		}
	},
}

// misfitText identifies a mismatch: its place and Puppet's message.
type misfitText struct {
	place *data.Node
	text  string
}

// acceptsMerges reports whether the parameter accepts the value in each file, and therefore any merge of them.
func (t *target) acceptsMerges(k *nodes.Key) bool {
	if !types.KeepsMerges(t.typ) {
		return false
	}
	return !lists.Any(k.Written(), func(v *data.Value) bool { return !types.Instance(t.typ, v) || interpolate.HasTokens(v) })
}

// needsText reports whether it depends on text that is inserted into the values of a key whether they match a type.
func needsText(p *rule.KeyPass, typ types.Type) bool {
	return !types.IgnoresText(typ) || p.InsertsIntoKeys()
}

// reportMisfit reports a mismatch on the nodes of an extent. isDoubtful means that other nodes have another value
// instead, and that the nodes of this one may not include the class.
func reportMisfit(p *rule.KeyPass, t *target, c *nodes.Case, m *misfit, extent nodes.Extent, isDoubtful bool) {
	if m.place == nil || m.value.IsUndef() && extent.Hypothetical || m.value.Kind() == data.Symbol || isCiphertext(m.value) || isUndefText(p.Site, m.value, *t) {
		return
	}
	if m.value.Kind() == data.String && !slices.ContainsFunc(c.Nodes, func(n *nodes.Node) bool { return !n.HasPath(m.value.Text()) }) {
		return
	}
	if isLeftToSite(m) && (isDoubtful || isOwnModuleData(p.Site, m.place)) {
		return // reported instead, or not a mistake
	}
	n := m.place
	d := diagnostic.Diagnostic{
		File: n.Doc.File, Span: valueSpan(n), Key: rule.KeyPath(n), Severity: diagnostic.Warning, Instead: misspellings,
		Message: "value of `" + rule.Shown(t.key) + "` does not match the parameter's type",
		Help:    t.helpFor(c, m),
	}
	class := "the class" + ofRelease(t.class)
	if t.class.Release == "" {
		d.Related = []diagnostic.Related{{
			File: t.class.File, Span: source.Span{Start: min(t.parameter.NameSpan.Start, typeStart(t.parameter)), End: t.parameter.NameSpan.End},
			Message: "the parameter is defined here",
		}}
	}
	if m.mismatch != nil && m.text != "" {
		d.Message = "`" + rule.Shown(t.key) + "` " + below(m.mismatch) // the message repeats neither resource nor parameter
	}
	text := ""
	if t.check != nil {
		text = ": " + rejection(t.check)
		d.Related = append(d.Related, checkOf(t.class, t.check))
	} else if m.text != "" {
		text = ": `" + rule.Quoted(m.text) + "`"
	}
	if !m.isCiphertext && isEncrypted(n) || m.source != nil && isEncrypted(m.source) {
		d.Message, text = "value of `"+rule.Shown(t.key)+"` does not match the parameter's type", ""
	}
	switch {
	case merging.MayHaveOptions(p, c):
		d.Detail = "Catalogs with " + class + " fail to compile " + rule.On(extent) + ", unless `lookup_options` from a custom function convert the value" + text
	case passesUnseen(c), mayBeOverridden(p, n):
		d.Detail = "Catalogs with " + class + " fail to compile " + rule.On(extent) + ", unless a level outside the tree has another value" + text
	case isDoubtful, len(t.uses) > 0 && !t.uses[0].Key.IsAny():
		d.Detail = "Catalogs with " + class + " fail to compile " + rule.On(extent) + ", unless its declaration sets the parameter" + text
	default:
		d.Detail = "Every catalog with " + class + " fails to compile " + rule.On(extent) + text
		d.Severity = rule.SeverityOf(extent)
	}
	if m.source != nil {
		d.Related = append(d.Related, diagnostic.Related{File: m.source.Doc.File, Span: rule.FirstLine(m.source), Message: "this is the value"})
	} else {
		better := t.correct(p.Project, m, d.Help)
		d.Help, d.Meant, d.Fixes = better.help, better.meant, better.fixes
		if better.isMisread {
			explainMisread(&d, m.value)
		}
	}
	p.Report(d)
}

// explainMisread explains how YAML reads an unquoted scalar. The rules about such scalars then do not report it.
func explainMisread(d *diagnostic.Diagnostic, v *data.Value) {
	n := v.Node()
	if v.Kind() == data.Boolean {
		if misread.IsImplicitBoolean(n) {
			d.Message += ": unquoted `" + n.Text() + "` is the boolean " + strconv.FormatBool(v.Bool())
			d.Instead = []string{"yaml-implicit-boolean"}
		}
		return
	}
	if m, ok := misread.Of(n); ok {
		d.Message += ": " + m.Message
		d.Instead = []string{"yaml-implicit-number"}
	}
}

// hidesValue reports whether a case has no value although lower levels have one, which null-hides-lower-value reports.
func hidesValue(c *nodes.Case) bool {
	return c.Result.Value.IsUndef() && slices.ContainsFunc(c.Values, func(v nodes.Value) bool { return !v.Value.IsUndef() })
}

// isLeftToSite reports whether the value is undef. In module data, this forces every site to set a value.
func isLeftToSite(m *misfit) bool { return m.value == m.whole && m.value.IsUndef() }

// valuesOn returns the values that a variable may have on the nodes of a case: its own if the case depends on it, and
// otherwise all known values except those of the other cases.
func valuesOn(p *rule.KeyPass, c *nodes.Case, others []*nodes.Case, variable string) []string {
	var values []string
	taken := map[string]bool{}
	for _, n := range c.Nodes {
		if value, known := n.Value(variable); known {
			values = append(values, value)
		}
	}
	if values != nil {
		return values
	}
	for _, other := range others {
		for _, n := range other.Nodes {
			value, _ := n.Value(variable)
			taken[value] = true
		}
	}
	return slices.DeleteFunc(p.Key.Fleet.Values(variable), func(value string) bool { return taken[value] })
}

// mayBeOverridden reports whether a level outside the tree may have another value for the key.
func mayBeOverridden(p *rule.KeyPass, n *data.Node) bool {
	return p.Key.Fleet.LacksData() && !isOwnModuleData(p.Site, n) && p.Key.Fleet.Settled(n.Doc, p.Key.Name) == nil
}

// isOwnModuleData reports whether the file of a value is read only as module data.
func isOwnModuleData(p *rule.Site, n *data.Node) bool {
	matches := p.Project.MatchesOf(n.Doc.File.Path)
	return len(matches) > 0 && !slices.ContainsFunc(matches, func(m project.Match) bool { return m.Root.Layer != config.Module })
}

// missing contains the nodes with references to missing keys or undefined variables, and the nodes around them. Other
// rules report the references.
type missing struct{ at, around map[*data.Node]bool }

func missingOf(c *nodes.Case) missing {
	found := missing{map[*data.Node]bool{}, map[*data.Node]bool{}}
	for _, o := range c.Result.Observations {
		if o.Kind != outcome.MissingKey && o.Kind != outcome.MissingVariable {
			continue
		}
		found.at[o.Node] = true
		for n := o.Node; n != nil && !found.around[n]; n = n.Parent {
			found.around[n] = true
		}
	}
	return found
}

// isIn reports whether a part of the value at fault is missing.
func (s *missing) isIn(m *misfit) bool {
	n := m.value.Node()
	return s.at[n] || s.at[m.place] || n == nil && s.around[m.place]
}

// misspellings are the rules that report misspelled values without knowing the type.
var misspellings = []string{"misspelled-boolean", "misspelled-word"}

// below returns what is wrong with the value of a parameter, as the rest of a sentence that names the parameter.
func below(m *types.Mismatch) string {
	text := m.TextBelow(1)
	puppets := "unrecognized key '" + m.Key + "'"
	if before, ok := strings.CutSuffix(text, puppets); ok {
		text = before + "has an " + puppets
	}
	return cut(withoutExpansion(text))
}

// withoutExpansion removes what an alias stands for from Puppet's message about a mismatch if the message would be cut there.
func withoutExpansion(text string) string {
	alias, expansion, ok := strings.Cut(text, " = ")
	if !ok || len(text) <= maxCharacters {
		return text
	}
	for _, end := range []string{" value, got ", ", got "} {
		if at := strings.LastIndex(expansion, end); at >= 0 {
			return alias + expansion[at:]
		}
	}
	return text
}

// cut shortens Puppet's message, which may contain long types.
func cut(text string) string {
	text = rule.Quoted(text[:min(len(text), maxCut)])
	if runes := []rune(text); len(runes) > maxCharacters {
		return string(runes[:maxCharacters]) + "…"
	}
	return text
}

const (
	// maxCharacters is the number of characters of a message after which cut shortens it.
	maxCharacters = 120
	// maxCut is the number of bytes of a message that cut looks at.
	maxCut = 10 * maxCharacters
)

// isCiphertext reports whether a value was not decrypted, which eyaml-in-plain-level and lookup-fails report.
func isCiphertext(v *data.Value) bool {
	return v.Kind() == data.String && strings.Contains(v.Text(), "ENC[")
}

// isEncrypted reports whether a value is encrypted in its file, so that Puppet's message may contain a secret.
func isEncrypted(n *data.Node) bool {
	return strings.Contains(string(n.Doc.File.Slice(n.Span)), "ENC[")
}

func typeStart(p *manifest.Parameter) int {
	if p.TypeSpan.Len() == 0 {
		return p.NameSpan.Start
	}
	return p.TypeSpan.Start
}

// valueSpan returns the span of a value, or of its key if the value is empty or spans several lines.
func valueSpan(n *data.Node) source.Span {
	if key := n.Counterpart(); key != nil && !n.IsKey() && (n.Span.Len() == 0 || n.Style == data.Block || rule.FirstLine(n) != n.Span) {
		return rule.FirstLine(key)
	}
	return rule.FirstLine(n)
}

// helpFor returns the help for a mismatch, or "" if there are several alternatives.
func (t *target) helpFor(c *nodes.Case, m *misfit) string {
	if m.mismatch != nil && (m.mismatch.Kind == types.MissingKey || m.mismatch.Kind == types.UnrecognizedKey) {
		return helpForKey(m.mismatch)
	}
	if c.Entry != nil && c.Entry.ConvertTo != nil && m.place != nil && m.place.Value != nil && m.place.Value.IsUndef() {
		return "remove the key, or its `convert_to`, which converts an empty value as well"
	}
	if option := wrongOption(t.typ, c); option != "" {
		return helpForOption(option)
	}
	if name := t.conversion(c, m); name != "" {
		return "set `convert_to: " + name + "` for the key in `lookup_options`"
	}
	if t.check != nil {
		return "use a value of type `" + cut(t.typ.String()) + "`"
	}
	return "use a value of type `" + cut(t.parameter.Type()) + "`"
}

// wrongOption returns the option of the key's lookup_options without which the value matches the type, or "".
func wrongOption(typ types.Type, c *nodes.Case) string {
	if c.Entry == nil || len(c.Values) == 0 || interpolate.HasTokens(c.Values[0].Value) || !types.Instance(typ, c.Values[0].Value) {
		return ""
	}
	merge := merging.ByOptions(c)
	switch {
	case c.Entry.ConvertTo == nil && merge != "":
		return "merge: " + merge
	case c.Entry.ConvertTo.Is(data.String) && merge == "":
		return "convert_to: " + c.Entry.ConvertTo.Text()
	case c.Entry.ConvertTo != nil && merge == "":
		return "convert_to"
	}
	return ""
}

func helpForOption(option string) string {
	return "remove `" + rule.Shown(option) + "` from the key's `lookup_options`: the value without it matches"
}

// helpForKey returns the help for a key of a Struct that is missing or not allowed.
func helpForKey(m *types.Mismatch) string {
	if m.Kind == types.MissingKey {
		return "add the key `" + rule.Shown(m.Key) + "`"
	}
	return "correct the key, or remove it"
}
