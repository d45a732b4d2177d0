package report

import (
	"io"
	"strings"

	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/jsonlist"
)

// GitLab writes a code quality report, which GitLab shows in merge requests. It is a list in the
// format of Code Climate. GitLab stops at the first element that its schema rejects (gitlabhq,
// lib/gitlab/ci/parsers/codequality/code_climate.rb), and shows only one of the elements with the
// same fingerprint.
//
// The description is the finding in one paragraph without markup.
func GitLab(w io.Writer, r *Report, o Options) error {
	fingerprints := Fingerprints(r, o)
	return jsonlist.Fill(w, []gitlabIssue{}, len(r.Diagnostics), func(i int) any {
		d := &r.Diagnostics[i]
		first, last := lines(d.File, d.Span)
		return gitlabIssue{
			Description: strings.Join(sentences(d), " "), CheckName: d.Rule.Name, Fingerprint: fingerprints[i], Severity: gitlabSeverities[d.Severity],
			Location: gitlabLocation{Path: r.pathInRepository(d.File.Path, o), Lines: gitlabLines{first, last}},
		}
	})
}

type gitlabIssue struct {
	Description string         `json:"description"`
	CheckName   string         `json:"check_name"`
	Fingerprint string         `json:"fingerprint"`
	Severity    string         `json:"severity"`
	Location    gitlabLocation `json:"location"`
}

type gitlabLocation struct {
	Path  string      `json:"path"`
	Lines gitlabLines `json:"lines"`
}

type gitlabLines struct {
	Begin int `json:"begin"`
	End   int `json:"end"`
}

// gitlabSeverities uses some of info, minor, major, critical, and blocker. Errors are critical,
// because Puppet fails or ignores data on some nodes.
var gitlabSeverities = map[diagnostic.Severity]string{diagnostic.Error: "critical", diagnostic.Warning: "major", diagnostic.Note: "info"}
