package rules

// NullHidesLowerValue reports keys without a value above others that have one.
var NullHidesLowerValue = &Rule{
	ID: "HL4009", Name: "null-hides-lower-value", Severity: Warning, Scope: Evaluation,
	Doc: Doc{
		Title: "A key without a value hides that of a lower level",
		What: "A key with nothing behind its colon, in a level above another one that has a value for it. A note where `~` or `null` is written, " +
			"which may be meant to bring back the default of a class, and where the two levels need not be read by the same nodes.",
		Why:    "An entry that was emptied, or lost what was below it when it was moved, takes the value away from some nodes.",
		Puppet: "Nothing is a value: the search ends there. A class parameter then gets its default, or the catalog fails where it has none. (Puppet 7.23 and 8.11)",
		Examples: []Example{{
			Avoid: map[string]string{
				"hiera.yaml":         roleLevels,
				"data/role/web.yaml": "site::port: # want\nsite::host: web.example.com\n",
				"data/common.yaml":   "site::port: 80\n",
			},
			Prefer: map[string]string{
				"hiera.yaml":         roleLevels,
				"data/role/web.yaml": "site::host: web.example.com\n",
				"data/common.yaml":   "site::port: 80\n",
			},
			Lookup: "site::port", Value: "null", PreferValue: "80",
		}},
	},
	Run: func(p *Pass) {
		k := p.Key()
		if k.Merged() {
			return
		}
		all := k.Definitions()
		for i, d := range all {
			if !d.Value.IsUndef() || d.Root.Installed {
				continue
			}
			for _, other := range all[i+1:] {
				if !d.IsAbove(other) || !d.Meets(other) || other.Value.IsUndef() {
					continue
				}
				node := d.Key.Node()
				diagnostic := Diagnostic{
					File: node.Doc.File, Span: node.Span, Key: keyPath(node),
					Message: "`" + shown(k.Name) + "` has no value here, which hides the one in " + other.File.Path,
					Detail:  "Puppet takes nothing for the value; a class parameter then gets its default",
					Help:    "remove the key, or write `~` if that is meant",
					Related: []Related{{File: other.Key.Node().Doc.File, Span: other.Key.Node().Span, Message: "this value is hidden"}},
				}
				if !other.IsReadWith(d) {
					diagnostic.Severity = Note // whether they meet depends on the node
					diagnostic.Message += " on nodes that read both"
				}
				if n := d.Value.Node(); n != nil && n.Span.Len() > 0 {
					diagnostic.Severity, diagnostic.Help = Note, "remove the key unless the default of a class is meant"
				}
				if fix, ok := removeEntry(node); ok {
					fix.Safe = false
					diagnostic.Fixes = []Fix{fix}
				}
				p.Report(diagnostic)
				break
			}
		}
	},
}
