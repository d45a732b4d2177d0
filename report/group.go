package report

import "github.com/hieralint/hieralint/internal/diagnostic"

// fileGroup holds the findings in one file.
type fileGroup struct {
	path        string
	diagnostics []*diagnostic.Diagnostic
}

// byFile groups the findings of r by file, keeping their order.
func byFile(r *Report) []*fileGroup {
	var groups []*fileGroup
	index := map[string]*fileGroup{}
	for i := range r.Diagnostics {
		d := &r.Diagnostics[i]
		group := index[d.File.Path]
		if group == nil {
			group = &fileGroup{path: d.File.Path}
			index[d.File.Path] = group
			groups = append(groups, group)
		}
		group.diagnostics = append(group.diagnostics, d)
	}
	return groups
}
