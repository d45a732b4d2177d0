package runner

import (
	"slices"

	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/nodes"
	"github.com/hieralint/hieralint/internal/project"
	"github.com/hieralint/hieralint/internal/rule"
	"github.com/hieralint/hieralint/internal/usage"
)

// Memory holds the results of a run for a run after an edit of the project, which repeats only what
// the edit may have changed. It is immutable.
type Memory struct {
	options Options
	project *project.Project
	site    *rule.Site
	// references are the references in the data.
	references *usage.References
	// files holds the findings in data files.
	files map[*project.File]fileFindings
	// keys holds the findings about keys, by environment.
	keys []keysFindings
	// inventory holds the nodes; nil if no key was evaluated.
	inventory *nodes.Inventory
	// sound holds the results before a file became invalid, many of which are valid again once the
	// file is corrected; otherwise nil.
	sound *Memory
}

// fileFindings holds the findings of the rules of each width in a data file.
type fileFindings struct {
	subject *rule.Subject
	found   [rule.Reaches][]diagnostic.Diagnostic
}

func (f *fileFindings) all() []diagnostic.Diagnostic { return slices.Concat(f.found[:]...) }

// keysFindings holds the findings about the keys of an environment.
type keysFindings struct {
	names []string // all keys, sorted
	// found is by key. Keys without findings are omitted.
	found map[string]*keyFindings
}

// keyFindings holds the findings about a key.
type keyFindings struct {
	diagnostics []diagnostic.Diagnostic
	unseen      keyUnseen
	// answers are the known values of variables that the findings depend on.
	answers nodes.Answers
}

func (f *keyFindings) isNothing() bool {
	return len(f.diagnostics)+len(f.answers)+len(f.unseen.encrypted)+len(f.unseen.types)+len(f.unseen.keys) == 0 && !f.unseen.expensive && !f.unseen.unchecked
}

// remember returns the results for a run after an edit of the project.
func (r *run) remember(ofKeys *evaluation, subjects []named, inFiles []fileFindings) *Memory {
	m := &Memory{
		options: *r.Options, project: r.project, site: r.site, references: r.references,
		files: make(map[*project.File]fileFindings, len(subjects)), keys: ofKeys.keys, inventory: ofKeys.inventory,
	}
	m.options.Progress, m.options.Early = nil, nil
	switch {
	case r.before != nil && r.before.sound != nil: // it could not be used: the file is still invalid
		m.sound = r.before.sound
	case r.before != nil && r.before.changes.Broken:
		m.sound = r.before.Memory
	}
	for i, s := range subjects {
		if s.data != nil {
			inFiles[i].subject = s.subject
			m.files[s.data] = inFiles[i]
		}
	}
	return m
}
