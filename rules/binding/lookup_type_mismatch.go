package binding

import (
	"slices"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/types"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/manifest"
	"github.com/hieralint/hieralint/internal/nodes"
	"github.com/hieralint/hieralint/internal/project"
	"github.com/hieralint/hieralint/internal/rule"
	"github.com/hieralint/hieralint/internal/usage"
	"github.com/hieralint/hieralint/rules/internal/merging"
)

// LookupTypeMismatch reports values that do not match the type that a lookup in code requires.
var LookupTypeMismatch = &rule.Rule{
	ID: "HL5015", Name: "lookup-type-mismatch", Family: family, Severity: diagnostic.Warning, Require: merging.ByCode,
	NeedsPairs: rule.Never,
	NeedsText: func(p *rule.KeyPass) bool {
		code := p.Code()
		return code != nil && slices.ContainsFunc(code.LookupsOf(p.Key.Name), func(u *manifest.Lookup) bool {
			typ, ok := requiredType(p, code, u)
			return ok && needsText(p, typ)
		})
	},
	CheckKey: func(p *rule.KeyPass) {
		code := p.Code()
		if code == nil {
			return
		}
		if _, parameter := code.Parameter(p.Key.Name); parameter != nil {
			return // value-type-mismatch checks it
		}
		seen, checked, described := map[*data.Node]bool{}, map[string]bool{}, code.Described()
		for _, u := range code.LookupsOf(p.Key.Name) {
			if len(checked) == maxRequiredTypes {
				break
			}
			if typ, ok := requiredType(p, code, u); ok && !checked[u.Type()+u.Merge] {
				checked[u.Type()+u.Merge] = true
				checkType(p, u, typ, seen, &described)
			}
		}
	},
}

// maxRequiredTypes is the number of different types up to which the values of a key are compared with all of them.
const maxRequiredTypes = 20

// checkType reports the values that do not match the type that a lookup requires, unless they have been seen. described is the number
// of steps with which mismatches may still be described.
func checkType(p *rule.KeyPass, u *manifest.Lookup, typ types.Type, seen map[*data.Node]bool, described *int) {
	site := needsIn(p.Code(), p.Key.Fleet.Project)
	isEverywhere := u.In.Kind == manifest.Site && site.ofSite && site.module == "" && isCertain(u) && p.Code().IsAlone(u)
	isOnly := isNeeded(u) && lists.All(p.Code().ExactLookupsOf(p.Key.Name), func(other *manifest.Lookup) bool {
		return !isNeeded(other) || other.Type() == u.Type() && other.Merge == u.Merge
	}) // so nodes that need the key evaluate such a lookup
	found := mistypedIn(p, u, typ, seen, described)
	isFittingElsewhere := len(found.places) > 0 && slices.ContainsFunc(p.Project.Definitions(p.Key.Name), func(d project.Definition) bool {
		return len(usage.MatchesIn(p.Key.Fleet.Project, d)) == 0 && types.Instance(typ, d.Value)
	})
	for _, n := range found.places {
		seen[n] = true
		isEvaluated := isEverywhere || isOnly && slices.ContainsFunc(found.having[n], func(c *nodes.Case) bool { return c.Needed })
		if n.Value != nil && n.Value.IsUndef() && len(n.Path()) == 1 && !isEvaluated {
			continue // it may be meant for nodes without the lookup
		}
		d := typeMismatch(p, u, typ, n, found.mismatches[n], p.Key.ExtentOf(found.having[n]...))
		if option := wrongOption(typ, found.having[n][0]); option != "" && u.Merge == "" {
			d.Help = helpForOption(option)
		}
		if isFittingElsewhere || found.isFitting && !isEvaluated || found.partsOf[n.Doc] {
			d.Severity = diagnostic.Note // nodes, or this hierarchy, may not evaluate the lookup, or have other values as well
		}
		p.Report(d)
	}
}

// mistypedValues are written values that do not match a type, in the order in which they were found, with their first mismatches and
// the cases that have them.
type mistypedValues struct {
	places     []*data.Node
	mismatches map[*data.Node]*types.Mismatch
	having     map[*data.Node][]*nodes.Case
	isFitting  bool                    // values of other cases match
	partsOf    map[*data.Document]bool // the documents whose values are parts of them
}

// mistypedIn returns the written values, except those that have been seen, that do not match the type that a lookup requires.
func mistypedIn(p *rule.KeyPass, u *manifest.Lookup, typ types.Type, seen map[*data.Node]bool, described *int) *mistypedValues {
	found := &mistypedValues{}
	for _, c := range p.Key.Cases {
		asked := merging.CaseOf(p.Key, c, u)
		if asked == nil || asked.Err != nil || asked.NotFound || asked.Result == nil || asked.Result.Value == nil {
			continue
		}
		isMerged := asked != c || merging.ByOptions(c) != ""
		if types.Instance(typ, asked.Result.Value) {
			found.addFitting(c, isMerged)
			continue
		}
		n, m := mistyped(p, typ, asked, isMerged || merging.MayHaveOptions(p, asked), described)
		if n != nil && !seen[n] {
			found.add(n, m, c)
		}
	}
	return found
}

func (v *mistypedValues) addFitting(c *nodes.Case, isMerged bool) {
	v.isFitting = true
	for _, value := range c.Values {
		if isMerged && value.File != nil {
			lists.Put(&v.partsOf, value.File.Doc, true)
		}
	}
}

func (v *mistypedValues) add(n *data.Node, m *types.Mismatch, c *nodes.Case) {
	if v.having[n] == nil {
		v.places = append(v.places, n)
		lists.Put(&v.mismatches, n, m)
	}
	lists.Put(&v.having, n, append(v.having[n], c))
}

// requiredType returns the type that a lookup requires of the value of the key itself. ok is false if it requires none.
func requiredType(p *rule.KeyPass, code *manifest.Index, u *manifest.Lookup) (typ types.Type, ok bool) {
	path, isExact := u.Path.Text()
	if !isExact || path != p.Key.Name || !u.Plain || u.Type() == "" {
		return nil, false
	}
	typ, err := code.LookupType(u)
	return typ, err == nil && code.IsAffordable(typ, p.Key.Written())
}

// mistyped returns the written value that does not match a type, that of a case or a part of it, and the first mismatch; nil if
// there is none. If values are merged or converted, or contain tokens, it is that of the highest level.
func mistyped(p *rule.KeyPass, typ types.Type, c *nodes.Case, isMerged bool, described *int) (*data.Node, *types.Mismatch) {
	partly := partlyKnown{}
	v := partly.standIn(c.Result.Value, p.Key.Name)
	if v == nil || c.Result.Value.IsUnknown() || isComputed(v) {
		return nil, nil
	}
	all := slices.DeleteFunc(types.MismatchesWithin(typ, v, described), func(m types.Mismatch) bool { return !partly.isCertain(&m) })
	if isMerged {
		all = withoutMissing(p.Key.Fleet, all)
	}
	if len(all) == 0 || all[0].Kind == types.UnknownType {
		return nil, nil
	}
	for _, part := range []*data.Value{all[0].Value, v} {
		if isWritten(p, part) && (part == v || !isVariant(&all[0])) {
			return part.Node(), &all[0]
		}
	}
	missing := missingOf(c)
	isCertain := len(missing.at) == 0 && (len(p.Key.Fleet.Real) > 0 || types.IgnoresText(typ)) // text that is inserted may be assumed
	if isCertain && len(c.Values) > 0 && isWritten(p, c.Values[0].Value) {
		return c.Values[0].Value.Node(), &all[0]
	}
	return nil, nil
}

// typeMismatch returns the finding for the value at a node, which the nodes of an extent have.
func typeMismatch(p *rule.KeyPass, u *manifest.Lookup, typ types.Type, n *data.Node, m *types.Mismatch, extent nodes.Extent) diagnostic.Diagnostic {
	name := rule.Shown(p.Key.Name)
	where, who, failure := "in code", "code", ": `Found value has wrong type`"
	if u.Parameter != "" {
		where, who, failure = "for `$"+rule.Shown(u.Parameter)+"`", "`$"+rule.Shown(u.Parameter)+"`", ""
	}
	fails := "Every catalog that evaluates the lookup fails to compile " + rule.On(extent)
	if mayBeOverridden(p, n) {
		fails += ", unless a level outside the tree has another value"
	}
	if len(m.Path) > 0 {
		where += ":" // a part of the value follows
	}
	message := "lookup of `" + name + "` " + where + " " + cut(m.Text())
	if isVariant(m) {
		message = "`" + name + "` does not match the type `" + cut(typ.String()) + "` that " + who + " requires"
	}
	return diagnostic.Diagnostic{
		File: n.Doc.File, Span: valueSpan(n), Key: rule.KeyPath(n),
		Message: message,
		Detail:  fails + failure,
		Help:    "use a value of type `" + cut(u.Type()) + "`",
		Related: []diagnostic.Related{{File: u.File, Span: rule.FirstLineOf(u.File, u.Span), Message: "the lookup is here"}},
	}
}
