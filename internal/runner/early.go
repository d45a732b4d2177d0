package runner

import (
	"maps"
	"slices"

	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/project"
)

// EarlyFindings is what is known about edited files before keys are evaluated.
type EarlyFindings struct {
	Files []*source.File
	// Diagnostics are ordered by path and position. They contain the findings of rules about single
	// files and, of rules about evaluated keys, the findings before the edit at places that were
	// not edited. Findings about suppressions are not included.
	Diagnostics []diagnostic.Diagnostic
}

// checkEdited checks the edited files before the others, and reports the findings to Options.Early.
// It returns the subjects that it checked.
func (r *run) checkEdited(subjects []named, found []findings, inFiles []fileFindings) map[int]bool {
	if r.Early == nil || r.before == nil || !r.before.mayTakeLong(r.project, len(subjects)) {
		return nil
	}
	early, result := &EarlyFindings{}, &Result{}
	edited := map[int]bool{}
	var suppressions []*suppression
	for _, f := range r.before.changes.Files {
		if !f.IsEdit() {
			continue
		}
		early.Files = append(early.Files, f.After.Doc.File)
		suppressions = append(suppressions, commentsIn(f.After.Doc)...)
		if i := slices.IndexFunc(subjects, func(s named) bool { return s.data == f.After }); i >= 0 {
			edited[i] = true
			found[i], inFiles[i] = r.checkFile(subjects[i])
			result.Diagnostics = append(result.Diagnostics, found[i].diagnostics...)
		}
	}
	result.unite(r.before.inEdited())
	r.apply(append(suppressions, r.configured()...), result)
	r.compare(result)
	early.Diagnostics = result.Diagnostics
	r.Early(early)
	return edited
}

// fewSubjects is the number of files up to which a check after an edit is nearly as fast as the
// early findings, unless any key may depend on the edit.
const fewSubjects = 100

// fewDefinitions is the number of files up to which a key that all of them set is evaluated nearly
// as fast as the early findings.
const fewDefinitions = 50

// mayTakeLong reports whether the run may evaluate many keys, or one in many files.
func (r *recall) mayTakeLong(p *project.Project, subjects int) bool {
	if r.everything || r.changes.Options || r.changes.Broken || subjects > fewSubjects && (r.isByName || len(r.changes.StillBroken) > 0) {
		return true
	}
	return lists.Any(maps.Keys(r.changes.Keys), func(name string) bool {
		return subjects > fewSubjects && p.Refers(name) || len(p.Definitions(name)) > fewDefinitions
	})
}

// inEdited returns the findings about keys in the edited files at places that were not edited.
// There are none in a file that cannot be parsed.
func (r *recall) inEdited() []diagnostic.Diagnostic {
	parses := map[*source.File]bool{}
	for _, f := range r.changes.Files {
		if !f.IsEdit() {
			continue
		}
		parses[f.Before.Doc.File] = f.After.Doc.Value != nil
	}
	var all []diagnostic.Diagnostic
	for _, keys := range r.keys {
		for _, found := range keys.found {
			for _, d := range found.diagnostics {
				if parses[d.File] && r.moveDiagnostic(&d) {
					all = append(all, d)
				}
			}
		}
	}
	return distinct(all)
}
