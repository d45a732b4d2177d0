package rules

// Pass is one call of a rule: what it may look at, and where it reports.
type Pass struct {
	rule   *Rule
	report func(Diagnostic)
}

// Report records a finding. Rule and, unless set, Severity are filled in.
func (p *Pass) Report(d Diagnostic) {
	d.Rule = p.rule
	p.report(d)
}
