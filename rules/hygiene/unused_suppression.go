package hygiene

import (
	"slices"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/project"
	"github.com/hieralint/hieralint/internal/rule"
	"github.com/hieralint/hieralint/rules/internal/edit"
)

// UnusedSuppression reports directives that suppress nothing.
var UnusedSuppression = &rule.Rule{
	ID: "HL9001", Name: "unused-suppression", Family: family, Severity: diagnostic.Warning, Tag: diagnostic.Unnecessary,
	CheckHygiene: func(p *rule.HygienePass) {
		for _, s := range p.Suppressions {
			checkSuppression(p.Pass, s)
		}
	},
}

func checkSuppression(p *rule.Pass, s *rule.Suppression) {
	switch {
	case s.Mistake != nil:
		p.Report(diagnostic.Diagnostic{
			File: s.File, Span: s.Mistake.Span, Message: s.Mistake.Message, Help: s.Mistake.Help,
			Detail: "It has no effect",
		})
		return
	case s.Expired:
		p.Report(diagnostic.Diagnostic{
			File: s.File, Span: s.Span, Message: "this suppression expired on " + s.Until,
			Detail: "Its findings are reported again",
			Help:   "fix the finding and remove the suppression, or set a new date",
			Fixes:  removeSuppression(p, s, false),
		})
		return
	}
	if isUnusedSuppression(s) {
		p.Report(diagnostic.Diagnostic{
			File: s.File, Span: s.Span, Message: "unused suppression",
			Help:  "remove it",
			Fixes: removeSuppression(p, s, isLocalSuppression(s)),
		})
		return
	}
	for _, r := range s.Rules {
		checkSuppressedRule(p, s, r)
	}
}

func checkSuppressedRule(p *rule.Pass, s *rule.Suppression, r *rule.SuppressedRule) {
	d := diagnostic.Diagnostic{File: r.File, Span: r.Span}
	name := rule.Shown(r.Name)
	switch {
	case r.Rule == nil && s.Removal.Len() == 0: // unknown-rule-in-config reports it
		return
	case r.Rule == nil:
		// The rule may exist in another version, so the author decides whether to remove the directive.
		d.Message = "unknown rule `" + name + "`"
		d.Help = "remove the name, or run `hieralint rules` for a list of names"
		d.Fixes = removeSuppressedRule(p, s, r, false)
		if r.Near != "" {
			d.Meant = r.Near
			fix := edit.Write(r.File, r.Span, r.Near)
			fix.Safe = r.Meant
			d.Fixes = []diagnostic.Fix{fix}
		}
	case r.Use == rule.Refused:
		d.Message = "`" + name + "` cannot be suppressed"
		d.Detail = "The setting `protect_secrets` does not allow suppressing rules about secrets"
		d.Help = "fix the finding"
		if r.Rule.Scope() == rule.Hygiene {
			d.Detail = "The rule checks suppressions and the configuration themselves"
			d.Help = "fix the finding, or turn the rule off in the configuration"
		}
		d.Fixes = removeSuppressedRule(p, s, r, false)
	case r.Use == rule.Unused:
		d.Message = "unused suppression of `" + name + "`"
		d.Help = "remove the name"
		d.Fixes = removeSuppressedRule(p, s, r, isLocalRule(r.Rule))
	default:
		return
	}
	p.Report(d)
}

// isUnusedSuppression reports whether none of the directive's rules has a finding there.
func isUnusedSuppression(s *rule.Suppression) bool {
	return !slices.ContainsFunc(s.Rules, func(r *rule.SuppressedRule) bool { return r.Use != rule.Unused || r.Rule == nil })
}

// isLocalSuppression reports whether all rules of the directive are local.
func isLocalSuppression(s *rule.Suppression) bool {
	return lists.All(s.Rules, func(r *rule.SuppressedRule) bool { return isLocalRule(r.Rule) })
}

// isLocalRule reports whether the rule checks one file at a time, so that its findings do not depend on facts.
func isLocalRule(r *rule.Rule) bool { return r.Scope()&^(rule.DataFile|rule.ConfigFile) == 0 }

func removeSuppression(p *rule.Pass, s *rule.Suppression, safe bool) []diagnostic.Fix {
	if s.Removal.Len() == 0 || endsScalar(p, s) {
		return nil
	}
	return []diagnostic.Fix{{Message: "remove the comment", Safe: safe, Edits: []diagnostic.TextEdit{{File: s.File, Span: s.Removal}}}}
}

// endsScalar reports whether the comment may end a plain scalar that is the whole document. Without the comment, the
// scalar would continue on the next line.
func endsScalar(p *rule.Pass, s *rule.Suppression) bool {
	return slices.ContainsFunc(p.Project.Files, func(f *project.File) bool {
		root := f.Doc.Root
		return f.Doc.File == s.File && root != nil && root.Kind == data.Scalar && root.Style == data.Plain
	})
}

// removeSuppressedRule removes one rule from a directive, or the whole comment if it is the only one.
func removeSuppressedRule(p *rule.Pass, s *rule.Suppression, r *rule.SuppressedRule, safe bool) []diagnostic.Fix {
	if len(s.Rules) == 1 {
		return removeSuppression(p, s, safe)
	}
	if r.Removal == (source.Span{}) {
		return nil
	}
	return []diagnostic.Fix{{Message: "remove the name", Safe: safe, Edits: []diagnostic.TextEdit{{File: r.File, Span: r.Removal}}}}
}
