package runner

import (
	"cmp"
	"slices"
	"time"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/rule"
	"github.com/hieralint/hieralint/internal/settings"
	"github.com/hieralint/hieralint/rules"
)

// suppression is a comment or configuration entry, with what it applies to.
type suppression struct {
	*rule.Suppression
	by      diagnostic.Suppressor
	extent  source.Span      // what a comment applies to
	entry   *settings.Ignore // nil for a comment
	decided bool             // everything it may apply to was checked
	order   int              // among all
}

// suppress removes suppressed findings from the result, and passes the suppressions to the rules
// about them.
func (r *run) suppress(all *Result) {
	found := append(r.comments(), r.configured()...)
	r.apply(found, all)
	h := &rule.Housekeeping{}
	for _, s := range found {
		if s.by == diagnostic.ByComment || !r.SingleFiles {
			h.Suppressions = append(h.Suppressions, s.Suppression)
		}
	}
	if !r.SingleFiles {
		h.UnknownRules = r.Settings.UnknownRules
	}
	if len(h.Suppressions)+len(h.UnknownRules) == 0 {
		return
	}
	housekeeping := r.check(r.Rules, named{path: "the comments for hieralint", subject: rule.HygieneSubject(r.site, h)})
	all.Diagnostics = append(all.Diagnostics, housekeeping.diagnostics...)
	all.Crashes = append(all.Crashes, housekeeping.crashes...)
}

// comments returns the suppressions in the files that are reported on.
func (r *run) comments() []*suppression {
	var found []*suppression
	seen := map[*source.File]bool{}
	for path, doc := range r.project.Documents() {
		if r.project.Selected(path) && !seen[doc.File] && mayHaveDirectives(doc.File.Text) {
			seen[doc.File] = true
			found = append(found, commentsIn(doc)...)
		}
	}
	slices.SortStableFunc(found, func(a, b *suppression) int {
		return cmp.Or(cmp.Compare(a.File.Path, b.File.Path), cmp.Compare(a.Span.Start, b.Span.Start))
	})
	return found
}

func commentsIn(doc *data.Document) []*suppression {
	var found []*suppression
	places := cover{doc: doc}
	for _, comment := range commentsOf(doc) {
		d := parseDirective(doc.File, comment)
		if d == nil {
			continue
		}
		s := &suppression{Suppression: &d.Suppression, by: diagnostic.ByComment, decided: true}
		extent := places.of(comment)
		if d.file {
			extent = source.Span{Start: 0, End: len(doc.File.Text)}
			if doc.Root != nil && doc.Root.Span.Start < comment.Start {
				d.mistake(d.Span, "`"+ignoreFileWord+"` is below the first key", "move it to the top of the file")
			}
		}
		s.extent = extent
		found = append(found, s)
	}
	return found
}

// configured returns the suppressions in the configuration. Whether they have an effect is only
// known if everything they apply to was requested.
func (r *run) configured() []*suppression {
	var found []*suppression
	for _, entry := range r.Settings.Suppressions.Ignore {
		s := &suppression{
			Suppression: &rule.Suppression{File: r.Settings.File, Span: entry.Span, Reason: entry.Reason, Until: entry.Until},
			by:          diagnostic.ByConfiguration,
			entry:       entry,
			decided:     r.project.Selected(r.Settings.File.Path),
		}
		for _, name := range entry.Rules {
			s.Rules = append(s.Rules, &rule.SuppressedRule{Mention: name, Rule: rules.Find(name.Name)})
		}
		found = append(found, s)
	}
	return found
}

// apply removes the findings to which the suppressions apply, and records which suppressions are
// used.
func (o *Options) apply(found []*suppression, all *Result) {
	if len(found) == 0 {
		return
	}
	active := map[*diagnostic.Descriptor]*coverage{}
	misspelled := map[string]*coverage{} // by the name that is probably meant
	for i, s := range found {
		s.order = i
		o.judge(s)
		for _, r := range s.Rules {
			switch {
			case r.Rule == nil && r.Near != "":
				addTo(misspelled, r.Near, s)
			case r.Rule != nil && r.Use != rule.Refused && s.Mistake == nil && !s.Expired:
				addTo(active, r.Rule.Descriptor(), s)
			}
		}
	}
	kept := make([]diagnostic.Diagnostic, 0, len(all.Diagnostics))
	for i := range all.Diagnostics {
		d := &all.Diagnostics[i]
		if by := active[d.Rule].use(o, d); by != nil {
			all.Suppressed = append(all.Suppressed, diagnostic.Suppressed{Diagnostic: *d, By: by.by, Reason: by.Reason})
			continue
		}
		misspelled[d.Rule.Name].use(o, d)
		kept = append(kept, *d)
	}
	used, meant := map[use]bool{}, map[use]bool{}
	for of, c := range active {
		for _, s := range c.used() {
			used[use{s, of.Name}] = true
		}
	}
	for name, c := range misspelled {
		for _, s := range c.used() {
			meant[use{s, name}] = true
		}
	}
	for _, s := range found {
		for _, r := range s.Rules {
			switch {
			case r.Use == rule.Refused || r.Rule != nil && used[use{s, r.Rule.Name}]:
			case r.Rule == nil:
				r.Meant = r.Near != "" && meant[use{s, r.Near}]
			case s.decided && o.looked(r.Rule, s, all):
				r.Use = rule.Unused
			default:
				r.Use = rule.Undecided
			}
		}
	}
	all.Diagnostics = kept
}

// use is a suppression of a rule.
type use struct {
	*suppression
	rule string
}

func addTo[K comparable](all map[K]*coverage, of K, s *suppression) {
	c := lists.GetOrPut(all, of, func() *coverage { return &coverage{} })
	c.add(s)
}

// judge determines whether a suppression is valid before it is applied.
func (o *Options) judge(s *suppression) {
	policy := &o.Settings.Suppressions
	s.Expired = s.Until != "" && !o.Today.IsZero() && s.Until < o.Today.Format(time.DateOnly)
	if s.Mistake == nil && policy.RequireReason && s.Reason == "" {
		s.Mistake = &rule.SuppressionMistake{
			Span: s.Span, Message: "suppression without a reason", Help: "add the reason after ` -- `; the configuration sets `require_reason`",
		}
		if s.by == diagnostic.ByConfiguration {
			s.Mistake.Help = "add `reason`"
		}
	}
	for _, r := range s.Rules {
		if r.Rule != nil && (r.Rule.Scope() == rule.Hygiene || policy.ProtectSecrets && r.Rule.Family.GuardsSecrets) {
			r.Use = rule.Refused
		}
	}
}

// looked reports whether a rule has checked everything that a suppression may apply to.
func (o *Options) looked(r *rule.Rule, s *suppression, all *Result) bool {
	if !slices.Contains(o.Rules, r) || slices.ContainsFunc(all.Crashes, func(c *CrashError) bool { return c.Rule == r }) {
		return false
	}
	// Findings below the minimum severity were not looked for.
	return s.by == diagnostic.ByConfiguration || o.Settings.At(s.File.Path).Severity(r, diagnostic.Note) != 0
}
