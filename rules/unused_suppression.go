package rules

import "github.com/hieralint/hieralint/engine/source"

// UnusedSuppression reports comments for hieralint that do nothing.
var UnusedSuppression = &Rule{
	ID: "HL9001", Name: "unused-suppression", Severity: Warning, Scope: Hygiene,
	Doc: Doc{
		Title: "A suppression has no effect",
		What: "A comment `# hieralint:ignore …`, or an entry of `suppressions` in the configuration, that keeps nothing from being reported: there is no such " +
			"finding (any more), no such rule, its last day is over, it is malformed, or the configuration does not accept it.",
		Why: "What was ignored once hides the next finding at the same place. A misspelt suppression does not do what its author believes.",
		Puppet: "Puppet does not read comments. Whether a rule that looks at the whole tree finds something can depend on the facts that a run is given; " +
			"such suppressions are removed by `--unsafe-fixes` only.",
		Examples: []Example{
			{
				Avoid:  map[string]string{"data/common.yaml": "db::port: 5432 # hieralint:ignore yaml-duplicate-key -- being moved # want\n"},
				Prefer: map[string]string{"data/common.yaml": "db::port: 5432\n"},
			},
			{
				Avoid:  map[string]string{"data/common.yaml": "# hieralint:ignore yaml-duplicat-key # want\ndb::port: 5432\n"},
				Prefer: map[string]string{"data/common.yaml": "db::port: 5432\n# hieralint:ignore yaml-duplicate-key -- for the tests\ndb::port: 5433\n"},
			},
			{
				Avoid:  map[string]string{"data/common.yaml": "# hieralint:ignore # want\ndb::port: 5432\n"},
				Prefer: map[string]string{"data/common.yaml": "db::port: 5432\n"},
			},
		},
	},
	Run: func(p *Pass) {
		for _, s := range p.Housekeeping().Suppressions {
			p.checkSuppression(s)
		}
	},
}

func (p *Pass) checkSuppression(s *Suppression) {
	switch {
	case s.Mistake != nil:
		p.Report(Diagnostic{
			File: s.File, Span: s.Mistake.Span, Message: s.Mistake.Message, Help: s.Mistake.Help,
			Detail: "It suppresses nothing",
		})
		return
	case s.Expired:
		p.Report(Diagnostic{
			File: s.File, Span: s.Span, Message: "this suppression ended on " + s.Until,
			Detail: "What it was about is reported again",
			Help:   "mend what it is about and remove it, or give it a new date",
			Fixes:  s.remove(false),
		})
		return
	}
	if s.isUnused() {
		p.Report(Diagnostic{
			File: s.File, Span: s.Span, Message: "this suppression is not needed: there is nothing here for it to suppress",
			Help:  "remove it",
			Fixes: s.remove(s.isLocal()),
		})
		return
	}
	for _, r := range s.Rules {
		p.checkSuppressedRule(s, r)
	}
}

func (p *Pass) checkSuppressedRule(s *Suppression, r *SuppressedRule) {
	d := Diagnostic{File: r.File, Span: r.Span}
	name := shown(r.Name)
	switch {
	case r.Rule == nil && s.Removal.Len() == 0: // unknown-rule-in-config says so
		return
	case r.Rule == nil:
		// The name may be that of a rule of another version: removing it is for the author to decide.
		d.Message = "there is no rule `" + name + "`"
		d.Help = "remove the name, or see `hieralint rules` for the right one"
		d.Fixes = s.removeName(r, false)
		if r.Near != "" {
			d.Help = "did you mean `" + r.Near + "`?"
			d.Fixes = []Fix{{
				Message: "write `" + r.Near + "`", Safe: r.Meant,
				Edits: []TextEdit{{File: r.File, Span: r.Span, New: r.Near}},
			}}
		}
	case r.Use == Refused:
		d.Message = "`" + name + "` cannot be suppressed"
		d.Detail = "The configuration protects rules about secrets: `protect_secrets`"
		d.Help = "mend what it is about"
		if r.Rule.Scope == Hygiene {
			d.Detail = "It is about suppressions and the configuration"
			d.Help = "mend what it is about, or turn the rule off in the configuration"
		}
		d.Fixes = s.removeName(r, false)
	case r.Use == Unused:
		d.Message = "there is nothing here that `" + name + "` would report"
		d.Help = "remove the name"
		d.Fixes = s.removeName(r, r.Rule.isLocal())
	default:
		return
	}
	p.Report(d)
}

// isUnused tells whether no name in it is good for anything, for the plainest of reasons.
func (s *Suppression) isUnused() bool {
	for _, r := range s.Rules {
		if r.Use != Unused || r.Rule == nil {
			return false
		}
	}
	return true
}

// isLocal tells whether all rules in it are.
func (s *Suppression) isLocal() bool {
	for _, r := range s.Rules {
		if !r.Rule.isLocal() {
			return false
		}
	}
	return true
}

// isLocal tells whether the rule looks at one file at a time, so that what it finds depends on no
// facts.
func (r *Rule) isLocal() bool { return r.Scope&^(DataFile|ConfigFile) == 0 }

func (s *Suppression) remove(safe bool) []Fix {
	if s.Removal.Len() == 0 {
		return nil
	}
	return []Fix{{Message: "remove the comment", Safe: safe, Edits: []TextEdit{{File: s.File, Span: s.Removal}}}}
}

// removeName removes one name, and with the last one the whole comment.
func (s *Suppression) removeName(r *SuppressedRule, safe bool) []Fix {
	if len(s.Rules) == 1 {
		return s.remove(safe)
	}
	if r.Removal == (source.Span{}) {
		return nil
	}
	return []Fix{{Message: "remove the name", Safe: safe, Edits: []TextEdit{{File: r.File, Span: r.Removal}}}}
}
