package hierarchy

import (
	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/types"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/nodes"
	"github.com/hieralint/hieralint/internal/rule"
	"github.com/hieralint/hieralint/rules/internal/edit"
)

// NullHidesLowerValue reports null values that hide values of lower levels.
var NullHidesLowerValue = &rule.Rule{
	ID: "HL4009", Name: "null-hides-lower-value", Family: family, Severity: diagnostic.Warning,
	NeedsPairs: rule.Never,
	CheckKey: func(p *rule.KeyPass) {
		k := p.Key
		if k.Merged() {
			return
		}
		all := k.Definitions()
		hiding := lists.Filter(all, func(d *nodes.Definition) bool { return d.Value.IsUndef() && !d.Root.Installed })
		if len(hiding) == 0 {
			return
		}
		needed, known := needsValue(p)
		for _, d := range hiding {
			for _, other := range all.Below(d) {
				if other.Value.IsUndef() || !d.Meets(other) {
					continue
				}
				n := d.Value.Node()
				isWritten := n != nil && n.Span.Len() > 0
				if isWritten && known && !needed {
					break // null restores the default
				}
				node := d.Key.Node()
				found := diagnostic.Diagnostic{
					File: node.Doc.File, Span: node.Span, Key: rule.KeyPath(node),
					Message: "`" + rule.Shown(k.Name) + "` is empty here, which hides the value in `" + other.File.Path + "`",
					Detail:  "Puppet uses the empty value; a class parameter then gets its default",
					Help:    "remove the key, or write `~` if this is intended",
					Related: []diagnostic.Related{{File: other.Key.Node().Doc.File, Span: other.Key.Node().Span, Message: "this value is hidden"}},
				}
				if !other.IsReadWith(d) {
					found.Severity = diagnostic.Note // whether a node reads both files is uncertain
					found.Message += " on nodes that read both"
				}
				if isWritten {
					found.Severity, found.Help = diagnostic.Note, "remove the key unless it is meant to restore a class's default"
				}
				if needed {
					found.Severity = rule.SeverityOf(nodes.Extent{Certain: other.IsReadWith(d)})
					found.Detail = "Puppet uses the empty value, and every catalog with the class fails, since its parameter has no default"
					found.Help = "remove the key, or set a value"
				}
				found.OnRequest = !needed
				if fix, ok := edit.RemoveEntry(node); ok {
					fix.Safe = false
					found.Fixes = []diagnostic.Fix{fix}
				}
				p.Report(found)
				break
			}
		}
	},
}

// needsValue reports whether the class parameter with this name is required: it has no default, and its type does not
// accept undef. known is false if no class in the tree has the parameter.
func needsValue(p *rule.KeyPass) (needed, known bool) {
	code := p.Code()
	if code == nil {
		return false, false
	}
	_, parameter := code.Parameter(p.Key.Name)
	if parameter == nil || parameter.HasDefault() {
		return false, parameter != nil
	}
	typ, err := code.ParameterType(parameter)
	return err == nil && !types.Instance(typ, data.NewUndef()), err == nil
}
