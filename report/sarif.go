package report

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/lazyregexp"
	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/sarif"
)

// SARIF writes a report for code scanning: one run with all rules that were checked, including
// those without findings. It contains no times and no absolute paths: equal findings give equal
// bytes.
func SARIF(w io.Writer, r *Report, o Options) error {
	if o.IncludeSuppressed {
		r = r.withSuppressed()
	}
	s := &sarifReport{Report: r, options: o, files: map[*source.File]*sarifFile{}, index: map[string]int{}, secrets: r.secrets()}
	run := sarif.Run{
		Tool: sarif.Tool{Driver: sarif.Driver{
			Name: "hieralint", InformationURI: "https://github.com/hieralint/hieralint", Rules: []sarif.Descriptor{},
		}},
		Invocations: []sarif.Invocation{{ExecutionSuccessful: true}},
		// Without an address: GitHub maps the name to its checkout, and a path of this machine
		// would not help.
		OriginalURIBaseIDs: map[string]sarif.ArtifactLocation{sourceRoot: {Description: &sarif.Message{Text: "The top directory of the repository."}}},
		ColumnKind:         sarif.UTF16CodeUnits,
		NewlineSequences:   []string{"\r\n", "\n", "\r"},
		Results:            make([]sarif.Result, len(r.Diagnostics)),
	}
	driver := &run.Tool.Driver
	driver.Version, driver.SemanticVersion = versions(o.Version)
	if o.Category != "" {
		run.AutomationDetails = &sarif.AutomationDetails{ID: o.Category}
	}
	if repository := o.Repository; repository != nil {
		run.VersionControlProvenance = []sarif.VersionControl{{
			RepositoryURI: repository.URI, RevisionID: repository.Revision, Branch: repository.Branch,
			MappedTo: &sarif.ArtifactLocation{URIBaseID: sourceRoot},
		}}
	}
	for _, rule := range r.Rules {
		s.index[rule.ID] = len(driver.Rules)
		driver.Rules = append(driver.Rules, describe(rule))
	}
	fingerprints := Fingerprints(r, o)
	for i := range r.Diagnostics {
		d := &r.Diagnostics[i]
		if _, known := s.index[d.Rule.ID]; !known {
			s.index[d.Rule.ID] = len(driver.Rules)
			driver.Rules = append(driver.Rules, describe(d.Rule))
		}
		run.Results[i] = s.result(d, fingerprints[i])
		if o.IncludeSuppressed {
			run.Results[i].Suppressions = s.suppressions(i)
		}
	}
	if s.secrets != nil && s.secrets.hid {
		run.RedactionTokens = []string{redacted}
	}
	for _, n := range r.Summary.NotSeen {
		run.Notify(sarif.Note, "Not seen: "+n.String()+".")
	}
	run.Limit()
	return sarif.New(run).Write(w)
}

// withSuppressed returns the report with the suppressed findings after the others.
func (r *Report) withSuppressed() *Report {
	all := *r
	all.Diagnostics = slices.Clone(r.Diagnostics)
	for _, s := range r.Suppressed {
		all.Diagnostics = append(all.Diagnostics, s.Diagnostic)
	}
	return &all
}

// suppressions returns those of the finding with an index in a report with suppressed ones.
func (r *Report) suppressions(i int) *[]sarif.Suppression {
	i -= len(r.Diagnostics) - len(r.Suppressed)
	if i < 0 {
		return &[]sarif.Suppression{}
	}
	kind := sarif.External
	if r.Suppressed[i].By == diagnostic.ByComment {
		kind = sarif.InSource
	}
	return &[]sarif.Suppression{{Kind: kind, Status: sarif.Accepted, Justification: r.Suppressed[i].Reason}}
}

const (
	// sourceRoot is the name of the directory that paths are relative to.
	sourceRoot = "%SRCROOT%"
	// ownFingerprint is the key of hieralint's own fingerprints. GitHub does not read it.
	ownFingerprint = "hieralint/v1"
)

var semanticVersion = lazyregexp.New(`^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?(\+[0-9A-Za-z.-]+)?$`)

// versions returns the version of hieralint, which must start with a number for validators, and the
// same again if it is a semantic version.
func versions(version string) (plain, semantic string) {
	version = strings.TrimPrefix(version, "v")
	if semanticVersion().MatchString(version) {
		return version, version
	}
	return "0.0.0-dev", "0.0.0-dev"
}

// sarifReport holds what is computed once for all results.
type sarifReport struct {
	*Report
	options Options
	files   map[*source.File]*sarifFile
	index   map[string]int // of rules by id
	secrets *secrets
}

// sarifFile is what SARIF needs of a file.
type sarifFile struct {
	location sarif.ArtifactLocation
	hashes   []string // of lines; computed when needed
}

func (s *sarifReport) file(f *source.File) *sarifFile {
	file := lists.GetOrPut(s.files, f, func() *sarifFile {
		return &sarifFile{location: sarif.Locate(s.pathInRepository(f.Path, s.options), sourceRoot)}
	})
	return file
}

func (s *sarifReport) lineHash(f *source.File, offset int) string {
	file := s.file(f)
	if file.hashes == nil {
		file.hashes = sarif.LineHashes(f.Text)
	}
	return file.hashes[f.Pos(offset).Line-1]
}

func (s *sarifReport) result(d *diagnostic.Diagnostic, fingerprint string) sarif.Result {
	location := sarif.Location{PhysicalLocation: s.physical(d.File, d.Span)}
	if len(d.Key) > 0 {
		location.LogicalLocations = []sarif.LogicalLocation{{FullyQualifiedName: d.Key.String(), Kind: "property"}}
	}
	result := sarif.Result{
		RuleID: d.Rule.ID, RuleIndex: s.index[d.Rule.ID], Level: levels[d.Severity],
		Message:   message(d, s.secrets),
		Locations: []sarif.Location{location}, OccurrenceCount: d.Count,
		PartialFingerprints: map[string]string{
			sarif.PrimaryLocationLineHash: s.lineHash(d.File, d.Span.Start),
			ownFingerprint:                fingerprint,
		},
	}
	for i, related := range d.Related {
		result.RelatedLocations = append(result.RelatedLocations, sarif.Location{
			ID: i + 1, PhysicalLocation: s.physical(related.File, related.Span),
			Message: &sarif.Message{Text: sentence(related.Message)},
		})
	}
	for _, fix := range d.Fixes {
		if writable(fix) && len(fix.Edits) > 0 {
			result.Fixes = append(result.Fixes, s.fix(fix))
		}
	}
	return result
}

var levels = map[diagnostic.Severity]sarif.Level{diagnostic.Error: sarif.Error, diagnostic.Warning: sarif.Warning, diagnostic.Note: sarif.Note}

func (s *sarifReport) fix(fix diagnostic.Fix) sarif.Fix {
	out := sarif.Fix{Description: sarif.Message{Text: sentence(fix.Message)}, Properties: &sarif.FixProperties{Safe: fix.Safe}}
	changes := map[*source.File]int{}
	for _, edit := range fix.Edits {
		i, ok := changes[edit.File]
		if !ok {
			i = len(out.ArtifactChanges)
			changes[edit.File] = i
			out.ArtifactChanges = append(out.ArtifactChanges, sarif.ArtifactChange{ArtifactLocation: s.file(edit.File).location})
		}
		replacement := sarif.Replacement{DeletedRegion: region(edit.File, edit.Span)}
		if edit.New != "" {
			replacement.InsertedContent = &sarif.Content{Text: edit.New}
		}
		out.ArtifactChanges[i].Replacements = append(out.ArtifactChanges[i].Replacements, replacement)
	}
	return out
}

// region returns the position of a span in UTF-16 code units.
func region(f *source.File, span source.Span) sarif.Region {
	start, end := f.Pos(span.Start), f.Pos(span.End)
	return sarif.Region{
		StartLine: start.Line, StartColumn: utf16Column(f, start),
		EndLine: end.Line, EndColumn: utf16Column(f, end),
	}
}

// longLine is the number of bytes in a line from which columns are counted from marks.
const longLine = 4096

func utf16Column(f *source.File, at source.Pos) int {
	line := lineWithoutMark(f, at.Line)
	if at.Offset-line.Start > longLine { // only truncated characters are counted in another way
		return at.Column + f.Wide(at)
	}
	return 1 + sarif.UTF16Len(f.Text[min(line.Start, at.Offset):at.Offset])
}

// physical returns a span with its text and the surrounding lines.
func (s *sarifReport) physical(f *source.File, span source.Span) sarif.PhysicalLocation {
	p := sarif.PhysicalLocation{ArtifactLocation: s.file(f).location, Region: region(f, span)}
	snippet := func(span source.Span) *sarif.Content {
		return &sarif.Content{Text: s.secrets.slice(f, span)}
	}
	if span.Len() > maxSnippet {
		return p
	}
	p.Region.Snippet = snippet(span)
	if around := surroundings(f, span); around != span {
		context := region(f, around)
		context.Snippet = snippet(around)
		p.ContextRegion = &context
	}
	return p
}

// maxSnippet is the maximum size of the source in a location in bytes. A file may be a single long
// line.
const maxSnippet = 4096

// surroundings returns the span with its lines and one more on each side; of very long lines, only
// the part near the span.
func surroundings(f *source.File, span source.Span) source.Span {
	const near = 200
	first, last := f.Pos(span.Start).Line, f.Pos(span.End).Line
	around := source.Span{Start: lineWithoutMark(f, max(first-1, 1)).Start, End: f.Line(min(last+1, f.Lines())).End}
	around.Start, around.End = min(around.Start, span.Start), max(around.End, span.End)
	if around.Len() > maxSnippet {
		around = source.Span{Start: max(span.Start-near, around.Start), End: min(span.End+near, around.End)}
		return wholeCharacters(f, around, span)
	}
	return around
}

// maxLinks is the maximum number of related places that a message links to.
const maxLinks = 5

// placeholder matches what readers of SARIF replace by an argument.
var placeholder = lazyregexp.New(`\{\d+\}`)

// message returns the finding in words, twice: as plain text, whose first sentence GitHub shows as
// a title, and as Markdown. Validators also require the id of a message string of the rule, and
// arguments for it; viewers that prefer those show the title of the rule and its subject.
//
// The standard (3.11.5) requires doubled braces in all these texts, so that {0} can represent an
// argument. GitHub and the viewers for VS Code and Visual Studio show texts as they are, and most
// of hieralint's texts contain a token such as %{x}, so braces are not doubled. A text that would
// be misinterpreted has no arguments.
func message(d *diagnostic.Diagnostic, secrets *secrets) sarif.Message {
	parts := sentences(d)
	m := sarif.Message{Text: strings.Join(parts, " "), Markdown: escapeMarkdown(strings.Join(parts, "\n\n"))}
	if len(d.Related) > 0 {
		text, markdown := "Related: ", "Related: "
		for i, related := range d.Related[:min(len(d.Related), maxLinks)] {
			if i > 0 {
				text += ", "
				markdown += ", "
			}
			text += fmt.Sprintf("[%s](%d)", linkText.Replace(related.Message), i+1)
			markdown += fmt.Sprintf("[%s](%d)", escapeMarkdown(related.Message), i+1)
		}
		if more := len(d.Related) - maxLinks; more > 0 {
			text += fmt.Sprintf(" and %d more places", more)
			markdown += fmt.Sprintf(" and %d more places", more)
		}
		m.Text += " " + text + "."
		m.Markdown += "\n\n" + markdown + "."
	}
	if !placeholder().MatchString(m.Text) {
		m.ID, m.Arguments = defaultMessage, []string{subject(d, secrets)}
	}
	return m
}

// linkText escapes what ends the text of a link in a plain text message (3.11.6).
var linkText = strings.NewReplacer(`\`, `\\`, `[`, `\[`, `]`, `\]`)

// subject returns the name of what a finding is about.
func subject(d *diagnostic.Diagnostic, secrets *secrets) string {
	const long = 80
	text := d.Key.String()
	if text == "" {
		text = strings.TrimSpace(secrets.slice(d.File, d.Span))
		text, _, _ = strings.Cut(text, "\n")
	}
	text = cmp.Or(text, d.File.Path)
	return sarif.Clip(strings.TrimSpace(text), long)
}

// escapeMarkdown escapes everything except code in backquotes for Markdown and HTML.
func escapeMarkdown(text string) string { return diagnostic.EscapeText(text, markdownMeta.Replace) }

var markdownMeta = strings.NewReplacer(`\`, `\\`, "`", "\\`", `*`, `\*`, `_`, `\_`, `[`, `\[`, `]`, `\]`, `<`, `\<`, `>`, `\>`, `#`, `\#`)
