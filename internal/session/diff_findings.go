package session

import (
	"path/filepath"
	"strings"

	"github.com/hieralint/hieralint/engine/lookupoptions"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/impact"
	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/place"
	"github.com/hieralint/hieralint/internal/runner"
)

// findings compares findings.
func (d *diff) findings() {
	if d.request.Versions != [2]int{} {
		d.versionFindings()
		return
	}
	baseline := func(of *side, renamed map[string]string) *runner.Baseline {
		b := runner.NewBaseline(of.root, of.report.Findings)
		b.Rename(renamed)
		return b
	}
	known, left := baseline(&d.before, d.renamed), baseline(&d.after, d.original)
	known.Dir, left.Dir = d.after.root, d.before.root
	d.found.New = d.after.named(d.wanted(known.New(d.after.report.Shown())))
	d.found.Fixed = d.before.named(d.wanted(left.New(d.before.report.Shown())))
}

// wanted returns the findings at the requested keys, or in their lookup_options.
func (d *diff) wanted(found []diagnostic.Diagnostic) []diagnostic.Diagnostic {
	if d.request.Key == nil {
		return found
	}
	return lists.Filter(found, func(f diagnostic.Diagnostic) bool {
		path := f.Key
		if len(path) > 1 && path[0].Name == lookupoptions.Key {
			path = path[1:]
		}
		return len(path) > 0 && d.request.Key(path[0].Name)
	})
}

// versionFindings compares the findings of two versions of Puppet in the same tree.
func (d *diff) versionFindings() {
	before, after := d.before.severities(), d.after.severities()
	only := func(s *side, other map[identity]diagnostic.Severity) []impact.Finding {
		return s.named(lists.Filter(d.wanted(s.report.Shown()), func(d diagnostic.Diagnostic) bool { return other[identify(&d)] == 0 }))
	}
	d.found.New, d.found.Fixed = only(&d.after, before), only(&d.before, after)
	for _, f := range d.wanted(d.after.report.Shown()) {
		if was := before[identify(&f)]; was != 0 && was != f.Severity {
			for _, changed := range d.after.named([]diagnostic.Diagnostic{f}) {
				changed.Was = was
				d.found.Changed = append(d.found.Changed, changed)
			}
		}
	}
}

// identity identifies a finding on two sides of the same tree.
type identity struct {
	rule          *diagnostic.Descriptor
	path, message string
	start         int
}

func identify(d *diagnostic.Diagnostic) identity {
	return identity{d.Rule, d.File.Path, d.Message, d.Span.Start}
}

// severities returns the findings of a side with their severities.
func (s *side) severities() map[identity]diagnostic.Severity {
	found := map[identity]diagnostic.Severity{}
	for _, d := range s.report.Shown() {
		found[identify(&d)] = d.Severity
	}
	return found
}

// named returns findings with their places on both sides.
func (s *side) named(found []diagnostic.Diagnostic) []impact.Finding {
	var all []impact.Finding
	for i := range found {
		if d := &found[i]; runner.CanBeInBaseline(d) {
			all = append(all, impact.Finding{
				Rule: d.Rule, Severity: d.Severity, Message: strings.ReplaceAll(d.Message, filepath.ToSlash(s.root)+"/", ""),
				Key:   d.Key.String(),
				Place: place.Place{Path: s.name(d.File.Path), Line: d.File.Pos(d.Span.Start).Line},
			})
		}
	}
	return all
}
