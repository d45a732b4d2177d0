package binding

import (
	"iter"
	"slices"
	"strings"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/interpolate"
	"github.com/hieralint/hieralint/engine/outcome"
	"github.com/hieralint/hieralint/engine/types"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/impact"
	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/manifest"
	"github.com/hieralint/hieralint/internal/nodes"
	"github.com/hieralint/hieralint/internal/rule"
	"github.com/hieralint/hieralint/rules/internal/merging"
)

// maxEntries is the maximum number of entries that are checked for a key, in all its cases.
const maxEntries = 100_000

// checkParameters reports the entries that do not set the parameters of a defined type or class as it requires.
func (r *resources) checkParameters(p *rule.KeyPass, code *manifest.Index) {
	if r.defined == nil || r.creation.Mixed {
		return
	}
	parameters := r.parameters(p, code)
	r.set, r.effort, r.described = r.attributesSet(p), maxEffort, code.Described()
	checked := map[*data.Value]bool{}
	room := maxEntries
	for c := range casesOf(p, code, r.isParameter) {
		if c.Err != nil || c.Result == nil || c.Result.Value == nil {
			continue
		}
		hash := r.hashIn(c.Result.Value)
		if hash == nil {
			continue
		}
		for title, entry := range r.entries(p, hash) {
			if room--; room < 0 {
				return
			}
			if checked[entry] {
				continue
			}
			checked[entry] = true
			for _, m := range withoutVariants(types.CheckParameters(parameters, givenIn(entry, parameters), &r.described), entry) {
				r.checkParameter(p, title, entry, parameters, &m)
			}
		}
	}
}

// casesOf returns the outcomes of the lookups of the key: by the class whose parameter it is, and by code, with its merges.
func casesOf(p *rule.KeyPass, code *manifest.Index, isParameter bool) iter.Seq[*nodes.Case] {
	lookups := code.ExactLookupsOf(p.Key.Name)
	isPlain := isParameter || len(lookups) == 0
	return func(yield func(*nodes.Case) bool) {
		for _, c := range p.Key.Cases {
			seen := map[*nodes.Case]bool{nil: true}
			if isPlain {
				seen[c] = true
				if !yield(c) {
					return
				}
			}
			for _, u := range lookups {
				if of := merging.CaseOf(p.Key, c, u); !seen[of] {
					seen[of] = true
					if !yield(of) {
						return
					}
				}
			}
		}
	}
}

// entries returns the entries with attributes that are written in data, each with its key.
func (r *resources) entries(p *rule.KeyPass, hash *data.Value) iter.Seq2[*data.Node, *data.Value] {
	return func(yield func(*data.Node, *data.Value) bool) {
		if r.creation.Single {
			if isWritten(p, hash) && hash.Node().Counterpart() != nil {
				yield(hash.Node().Counterpart(), hash)
			}
			return
		}
		for _, e := range hash.Entries() {
			title := e.Key.Node()
			if title == nil || title.Doc == nil || e.Value.Kind() != data.Hash || !isWritten(p, e.Key) {
				continue
			}
			if !yield(title, e.Value) {
				return
			}
		}
	}
}

// parameters returns the parameters of the defined type. Those about which too little is known accept anything. None is
// required if the resources are only declared under a condition: other entries may be for other uses. Data may set those
// of classes.
func (r *resources) parameters(p *rule.KeyPass, code *manifest.Index) []types.ClassParameter {
	var parameters []types.ClassParameter
	for _, declared := range r.defined.Parameters {
		typ, err := checkedType(code, declared)
		if err != nil || !code.IsAffordable(typ, p.Key.Written()) {
			typ = types.Any
		}
		isGiven := r.creation.Conditional || r.creation.Type == "class" || slices.Contains(r.creation.Given, declared.Name) || slices.Contains(r.creation.Given, "*") || code.Adjusts(r.creation.Type)
		parameters = append(parameters, types.ClassParameter{Name: declared.Name, Type: typ, Required: !declared.HasDefault() && !isGiven && err == nil})
	}
	return parameters
}

// givenIn returns the attributes in an entry without undefined values of parameters that have a default: Puppet uses
// the default instead.
func givenIn(entry *data.Value, parameters []types.ClassParameter) *data.Value {
	var given []data.Entry
	for _, e := range entry.Entries() {
		isRequired := func(of types.ClassParameter) bool { return of.Required && of.Name == e.Key.Text() }
		if !e.Value.IsUndef() || slices.ContainsFunc(parameters, isRequired) {
			given = append(given, data.Entry{Key: e.Key, Value: asString(e.Value)})
		}
	}
	return data.NewHash(given).WithNode(entry.Node())
}

// asString returns a value whose text is unknown, but which is a string whatever variables it contains, as a string with its tokens;
// other values as they are.
func asString(v *data.Value) *data.Value {
	u := unknownString(v)
	if u == nil || u.Reason != outcome.UnknownVariable {
		return v
	}
	return data.NewString(u.Node.Value.Text()).WithNode(u.Node)
}

// checkParameter reports a mismatch in the entry with a title.
func (r *resources) checkParameter(p *rule.KeyPass, title *data.Node, entry *data.Value, parameters []types.ClassParameter, m *types.Mismatch) {
	check := r.checkOf(m)
	switch {
	case m.Kind == types.UnknownParameter, m.Kind == types.UnknownType, check != nil && m.Value.IsUndef():
	case m.Kind == types.MissingParameter:
		name := title.Text()
		if r.creation.Single {
			name = ""
		}
		if !r.set.mayHave(name, m.Key) {
			r.reportParameter(p, title, title, m, diagnostic.Diagnostic{
				Message: "`" + rule.Shown(title.Text()) + "` lacks parameter `" + rule.Shown(m.Key) + "` of " + r.kind,
				Help:    "add it, or give the parameter a default",
			})
		}
	case isWritten(p, m.Value) && len(outcome.UnknownParts(m.Value)) == 0 && !isComputed(m.Value), isStringInstead(p, m):
		n := m.Value.Node()
		if name := n.Counterpart(); n.Span.Len() == 0 && name != nil {
			n = name
		}
		parameter := "parameter `" + rule.Shown(m.Path[0].Name) + "` of " + r.kind + " "
		d := diagnostic.Diagnostic{Message: parameter + below(m), Instead: misspellings}
		r.correct(p, &d, entry, parameters, m)
		if check != nil {
			d.Related = append(d.Related, checkOf(r.defined, check))
		}
		if isVariant(m) {
			d.Message = parameter + "does not accept this value"
			r.report(p, n, d, title.Text())
			return
		}
		r.reportParameter(p, title, n, m, d)
	}
}

// checkOf returns the check that the value of a mismatch fails; nil if it does not have the type of a parameter.
func (r *resources) checkOf(m *types.Mismatch) *manifest.Check {
	if len(m.Path) == 0 {
		return nil
	}
	parameter := r.defined.Parameter(m.Path[0].Name)
	if parameter == nil {
		return nil
	}
	return parameter.Check
}

// isStringInstead reports whether a value is a string with tokens in the data of the key, which no other kind of value can become, for a parameter
// that accepts no string.
func isStringInstead(p *rule.KeyPass, m *types.Mismatch) bool {
	n := m.Value.Node()
	if m.Value.Kind() != data.String || n == nil || n.Doc == nil || !n.Value.Is(data.String) || m.Kind != types.WrongType || !m.ExcludesStrings() || isVariant(m) {
		return false
	}
	template := interpolate.Parse(n.Value.Text())
	isAlias := func(t interpolate.Token) bool { return t.Method == interpolate.Alias }
	path := n.Path()
	return template != nil && !isCiphertext(n.Value) && !slices.ContainsFunc(template.Tokens, isAlias) && len(path) > 0 && path[0] == p.Key.Name
}

// correct adds how to correct a value that does not match the type of its parameter.
func (r *resources) correct(p *rule.KeyPass, d *diagnostic.Diagnostic, entry *data.Value, parameters []types.ClassParameter, m *types.Mismatch) {
	name := m.Path[0].Name
	i := slices.IndexFunc(parameters, func(of types.ClassParameter) bool { return of.Name == name })
	whole, ok := entry.Get(name)
	if i < 0 || !ok {
		return
	}
	t := target{typ: parameters[i].Type, parameter: r.defined.Parameter(name), effort: r.effort, described: r.described}
	at := misfit{mismatch: m, value: m.Value, whole: whole, place: m.Value.Node()}
	if isVariant(m) {
		at.mismatch = nil
	}
	for range whole.All() {
		at.size++
	}
	d.Help = "use a value of type `" + cut(t.parameter.Type()) + "`"
	if t.parameter.Check != nil {
		d.Help = "use a value of type `" + cut(t.typ.String()) + "`"
	}
	if m.Kind == types.MissingKey || m.Kind == types.UnrecognizedKey {
		d.Help = helpForKey(m)
	}
	better := t.correct(p.Project, &at, d.Help)
	d.Help, d.Meant, d.Fixes = better.help, better.meant, better.fixes
	if better.isMisread && !isVariant(m) {
		explainMisread(d, m.Value)
	}
	r.effort, r.described = t.effort, t.described
}

// reportParameter reports a mismatch at a node in the entry with a title.
func (r *resources) reportParameter(p *rule.KeyPass, title, n *data.Node, m *types.Mismatch, d diagnostic.Diagnostic) {
	if check := r.checkOf(m); check != nil {
		d.Detail = "Catalogs that declare the resource fail to compile: " + rejection(check)
	} else if of := r.title(title.Text()); of != "" && r.creation.Type != "class" {
		text := types.ParametersText(r.titled(of), []types.Mismatch{*m})
		d.Detail = "Catalogs that declare the resource fail to compile: `" + cut(text) + "`"
	}
	r.report(p, n, d, title.Text())
}

// withoutVariants returns the mismatches with the parameters. Of those of one parameter with several types, it keeps the
// first, for the whole value, since no single part of it is at fault.
func withoutVariants(found []types.Mismatch, entry *data.Value) []types.Mismatch {
	seen := map[string]bool{}
	var kept []types.Mismatch
	for _, m := range found {
		if isVariant(&m) {
			name := m.Path[0].Name
			if seen[name] {
				continue
			}
			seen[name] = true
			m.Value, _ = entry.Get(name)
		}
		kept = append(kept, m)
	}
	return kept
}

// isVariant reports whether a mismatch is with one of several types.
func isVariant(m *types.Mismatch) bool {
	return slices.ContainsFunc(m.Path, func(step types.Step) bool { return step.Kind == types.VariantStep })
}

// titled returns a resource as in Puppet's messages.
func (r *resources) titled(title string) string {
	class := (&target{class: r.defined}).resource()
	return strings.TrimSuffix(strings.TrimPrefix(class, "Class["), "]") + "[" + title + "]"
}

// isWritten reports whether a value is in a data file under the key of the pass, exactly as it is used.
func isWritten(p *rule.KeyPass, v *data.Value) bool {
	n := v.Node()
	if n == nil || n.Doc == nil || n.Value != v && !impact.Equal(n.Value, v) { // eyaml levels have copies
		return false
	}
	path := n.Path()
	return len(path) > 0 && path[0] == p.Key.Name
}

// isComputed reports whether a value contains tokens or encrypted strings.
func isComputed(v *data.Value) bool {
	return lists.Any(v.Strings(), isInterpolated)
}

// attribute is an attribute of the resource with a title.
type attribute struct{ title, name string }

// attributes are those that any data sets, which a merge may use; all if data that is not in the tree may be merged.
type attributes struct {
	known map[attribute]bool
	// computed are the titles of entries that are the values of tokens; all are if the value of a definition is one.
	computed map[string]bool
	all      bool
}

func (a *attributes) mayHave(title, name string) bool {
	return a.all || a.computed[title] || a.known[attribute{title, name}]
}

// attributesSet returns the attributes that any definition of the key sets.
func (r *resources) attributesSet(p *rule.KeyPass) *attributes {
	set := &attributes{known: map[attribute]bool{}, computed: map[string]bool{}, all: p.Key.Fleet.IsPartial() && merging.MayBeDeep(p)}
	for _, d := range p.Project.Definitions(p.Key.Name) {
		hash := r.hashIn(d.Value)
		if hash == nil {
			set.all = set.all || isComputed(d.Value)
			continue
		}
		entries := hash.Entries()
		if r.creation.Single {
			entries = []data.Entry{data.NewEntry("", hash)}
		}
		for _, entry := range entries {
			title := entry.Key.Text()
			if entry.Value.Kind() != data.Hash {
				set.computed[title] = set.computed[title] || isInterpolated(entry.Value)
				continue
			}
			for _, e := range entry.Value.Entries() {
				if !e.Value.IsUndef() {
					set.known[attribute{title, e.Key.Text()}] = true
				}
			}
		}
	}
	return set
}
