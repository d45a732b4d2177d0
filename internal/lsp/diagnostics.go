package lsp

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/lsp/protocol"
	"github.com/hieralint/hieralint/internal/rooted"
	"github.com/hieralint/hieralint/internal/session"
	"github.com/hieralint/hieralint/internal/settings"
)

// findings is the result of checking a root.
type findings struct {
	view    *view
	report  *session.Report // nil if no configuration has been valid yet
	byPath  map[string][]diagnostic.Diagnostic
	invalid []*settings.Problem // the mistakes in an invalid configuration

	converted map[string]*published // by path, for documents that are not open; see root.convert
}

// published is what was sent, or can be requested, for a document.
type published struct {
	id          string // the same for equal findings
	text        []byte // the findings as JSON
	diagnostics []protocol.Diagnostic
	version     *int32 // of the document; nil if it is not open
}

// find checks the root. If the configuration is invalid, it reports that, and checks with the last
// valid one.
func (r *root) find(ctx context.Context, goal int, first bool) (*findings, error) {
	w, problems, err := r.usable(ctx)
	if err != nil {
		return nil, err
	}
	f := &findings{view: w, byPath: map[string][]diagnostic.Diagnostic{}, invalid: problems}
	if w.Workspace == nil { // there was no valid one
		return f, nil
	}
	request := session.Request{FindingsOnly: true}
	if request.Known, err = r.known(ctx, w); err != nil {
		return nil, err
	}
	if first {
		p := r.server.newProgress("Checking Hiera data")
		defer p.end()
		if p != nil {
			request.Progress = p
		}
	}
	request.Seen = func() { r.see(ctx, goal) }
	request.Early = func(files []*source.File, found []diagnostic.Diagnostic) {
		known := &findings{view: w, byPath: map[string][]diagnostic.Diagnostic{}, invalid: problems}
		known.add(found)
		r.show(ctx, goal, files, known)
	}
	if r.server.options.checking != nil {
		r.server.options.checking()
	}
	report, err := w.Check(ctx, request)
	if err != nil {
		return nil, err
	}
	f.report = report
	f.add(report.Shown())
	return f, nil
}

// add adds findings.
func (f *findings) add(found []diagnostic.Diagnostic) {
	for _, d := range found {
		path := d.File.Abs()
		if !f.view.isEarlier || !settings.IsConfiguration(path) {
			f.byPath[path] = append(f.byPath[path], d)
		}
	}
}

// early lists the documents whose findings are known before a check is done.
type early struct {
	goal      int // the number of changes they include
	documents map[protocol.DocumentURI]bool
}

// see allows answering questions that need no findings before the check of goal changes is done.
func (r *root) see(ctx context.Context, goal int) {
	r.mu.Lock()
	r.seen = goal
	r.announce()
	r.mu.Unlock()
	if r.server.options.seen != nil {
		r.server.options.seen(ctx)
	}
}

// show publishes what is wrong in some files before the check of goal changes is done.
func (r *root) show(ctx context.Context, goal int, files []*source.File, known *findings) {
	c := r.convert(known)
	r.mu.Lock()
	if ctx.Err() != nil || r.changes != goal {
		r.mu.Unlock()
		return
	}
	r.early = early{goal, map[protocol.DocumentURI]bool{}}
	next := maps.Clone(r.published)
	for _, file := range files {
		uri := c.uri(file.Abs())
		r.early.documents[uri] = true
		if delete(next, uri); c.all[uri] != nil {
			next[uri] = c.all[uri]
		}
	}
	c.all = next
	other := r.replace(c)
	r.announce()
	r.mu.Unlock()
	if !r.server.pulls() { // clients that pull are notified when the check is done
		r.publish(other)
	}
	if r.server.options.shown != nil {
		r.server.options.shown()
	}
}

// known returns the findings in the baseline. If that cannot be read, all findings are shown.
func (r *root) known(ctx context.Context, w *view) (*session.Known, error) {
	known, err := w.Compare(ctx, session.Comparison{})
	var usage *session.UsageError
	if errors.As(err, &usage) {
		r.warn("baseline", err)
		return nil, nil
	}
	if err == nil {
		r.warn("baseline", nil)
	}
	return known, err
}

// replace stores the result of a check, and returns the documents whose findings have changed, and
// those with findings that were opened or edited. The caller holds the lock.
func (r *root) replace(c *converter) []protocol.PublishDiagnosticsParams {
	now, before := c.all, r.published
	for uri, isOutdated := range c.outdated { // another check follows
		switch {
		case !isOutdated:
		case before[uri] != nil:
			now[uri] = before[uri]
		default:
			delete(now, uri)
		}
	}
	r.published = now
	var changed []protocol.DocumentURI
	for uri, is := range now {
		if was := before[uri]; was == nil || is.id != was.id || r.opened[uri] && !c.outdated[uri] || r.isEdited(was, is) {
			changed = append(changed, uri)
		}
	}
	for uri := range before {
		if now[uri] == nil {
			changed = append(changed, uri)
		}
	}
	slices.Sort(changed)
	var other []protocol.PublishDiagnosticsParams
	for _, uri := range changed {
		is := now[uri]
		p := protocol.PublishDiagnosticsParams{URI: uri, Diagnostics: []protocol.Diagnostic{}}
		if is != nil {
			p.Version, p.Diagnostics = is.version, is.diagnostics
		}
		other = append(other, p)
	}
	for uri := range r.opened {
		if !c.outdated[uri] {
			delete(r.opened, uri)
		}
	}
	return other
}

// isEdited reports whether a document was edited since its findings were published. They are then
// published again even if they are unchanged, because an editor may have misplaced them if they
// crossed the edit. Editors that pull do so after an edit.
func (r *root) isEdited(was, is *published) bool {
	return !r.server.pulls() && was.version != nil && is.version != nil && *was.version != *is.version
}

// publish sends changed findings to a client that does not pull them.
func (r *root) publish(other []protocol.PublishDiagnosticsParams) {
	switch s := r.server; {
	case len(other) == 0:
	case !s.pulls():
		for _, p := range other {
			s.notify("textDocument/publishDiagnostics", p)
		}
	case s.client.Workspace.Diagnostics.RefreshSupport:
		s.ask("workspace/diagnostic/refresh", nil)
	}
}

// convert converts findings to diagnostics of documents, except those of files in another root. For
// most files, the result of the last check is reused.
func (r *root) convert(f *findings) *converter {
	s := r.server
	before, _ := r.last()
	if before != nil && !maps.EqualFunc(before.view.documents, f.view.documents, func(a, b *document) bool { return a.uri == b.uri }) {
		before = nil // places may have other names
	}
	f.converted = make(map[string]*published, len(f.byPath))
	s.mu.Lock()
	roots := slices.Clone(s.roots)
	c := &converter{encoding: s.encoding, dir: r.dir, open: f.view.documents, all: make(map[protocol.DocumentURI]*published, len(f.byPath)), outdated: map[protocol.DocumentURI]bool{}}
	for uri, d := range s.documents {
		c.outdated[uri] = !c.open[d.path].isLike(d)
	}
	s.mu.Unlock()
	for path, found := range f.byPath {
		i := slices.IndexFunc(roots, func(other *root) bool { return rooted.IsBelow(path, other.dir) })
		if i >= 0 && roots[i] != r {
			continue
		}
		if known := before.knows(f, path); known != nil {
			c.all[c.uri(path)], f.converted[path] = known, known
			continue
		}
		for j := range found {
			c.add(path, c.diagnostic(&found[j]))
		}
		if f.mayKeep(path) {
			f.converted[path] = c.all[c.uri(path)]
		}
	}
	for _, problem := range f.invalid {
		c.add(problem.File.Abs(), c.problem(problem))
	}
	for _, p := range c.all {
		if p.id == "" {
			p.seal()
		}
	}
	return c
}

// mayKeep reports whether what is published for a file depends only on its findings and the names
// of documents.
func (f *findings) mayKeep(path string) bool {
	return f.view.documents[path] == nil && !slices.ContainsFunc(f.invalid, func(p *settings.Problem) bool { return p.File.Abs() == path })
}

// knows returns what was published for a file if its findings are the same now; otherwise nil.
func (f *findings) knows(now *findings, path string) *published {
	if f == nil || f.converted[path] == nil || !now.mayKeep(path) || !slices.EqualFunc(f.byPath[path], now.byPath[path], isShownLike) {
		return nil
	}
	return f.converted[path]
}

// isShownLike reports whether findings are the same for the client.
func isShownLike(a, b diagnostic.Diagnostic) bool {
	return a.Rule == b.Rule && a.Severity == b.Severity && a.File == b.File && a.Span == b.Span && a.Message == b.Message && a.Detail == b.Detail &&
		a.Help == b.Help && slices.Equal(a.Related, b.Related)
}

// converter converts findings to diagnostics.
type converter struct {
	encoding encoding
	dir      string               // the root, which paths in messages are relative to
	open     map[string]*document // by path
	all      map[protocol.DocumentURI]*published
	outdated map[protocol.DocumentURI]bool // documents that have been edited since
}

func (c *converter) add(path string, d protocol.Diagnostic) {
	uri := c.uri(path)
	p := c.all[uri]
	if p == nil {
		p = &published{}
		if open := c.open[path]; open != nil {
			p.version = &open.version
		}
		c.all[uri] = p
	}
	p.diagnostics = append(p.diagnostics, d)
}

// uri returns the URI of a path as used by the client.
func (c *converter) uri(path string) protocol.DocumentURI {
	if d := c.open[path]; d != nil {
		return d.uri
	}
	return uriOf(path)
}

// seal sets the id to a hash of the diagnostics.
func (p *published) seal() {
	slices.SortStableFunc(p.diagnostics, func(a, b protocol.Diagnostic) int {
		return comparePositions(a.Range.Start, b.Range.Start)
	})
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	_ = e.Encode(p.diagnostics) //nolint:errchkjson // strings and numbers can be written
	p.text = b.Bytes()
	h := fnv.New64a()
	h.Write(p.text)
	p.id = fmt.Sprintf("%016x", h.Sum64())
}

var severities = map[diagnostic.Severity]int{
	diagnostic.Error: protocol.SeverityError, diagnostic.Warning: protocol.SeverityWarning, diagnostic.Note: protocol.SeverityInformation,
}

var tags = map[diagnostic.Tag][]int{
	diagnostic.Unnecessary: {protocol.TagUnnecessary}, diagnostic.Deprecated: {protocol.TagDeprecated},
}

func (c *converter) diagnostic(d *diagnostic.Diagnostic) protocol.Diagnostic {
	out := protocol.Diagnostic{
		Range: c.encoding.rangeOf(d.File, d.Span), Severity: severities[d.Severity], Code: d.Rule.Name, Source: section,
		CodeDescription: &protocol.CodeDescription{Href: d.Rule.URL}, Message: c.relative(message(d)), Tags: tags[d.Rule.Tag],
	}
	for _, related := range d.Related {
		out.RelatedInformation = append(out.RelatedInformation, protocol.DiagnosticRelatedInformation{
			Location: protocol.Location{URI: c.uri(related.File.Abs()), Range: c.encoding.rangeOf(related.File, related.Span)},
			Message:  c.relative(related.Message),
		})
	}
	return out
}

// message returns what is wrong, what Puppet does, and what to write instead, on separate lines.
func message(d *diagnostic.Diagnostic) string {
	lines := []string{d.Message}
	for _, more := range []string{d.Detail, d.Help} {
		if more != "" {
			lines = append(lines, more)
		}
	}
	return strings.Join(lines, "\n")
}

// relative makes the paths in a text relative to the root.
func (c *converter) relative(text string) string {
	dir := strings.TrimSuffix(filepath.ToSlash(c.dir), "/")
	if dir == "" {
		return text
	}
	return strings.ReplaceAll(text, dir+"/", "")
}

// problem converts a mistake in a configuration.
func (c *converter) problem(p *settings.Problem) protocol.Diagnostic {
	out := protocol.Diagnostic{Range: c.encoding.rangeOf(p.File, p.Span), Severity: protocol.SeverityError, Code: "configuration", Source: section, Message: c.relative(p.Message)}
	if p.Help != "" {
		out.Message += "\n" + p.Help
	}
	return out
}

// rootOf returns the root that a document belongs to.
func (s *server) rootOf(uri protocol.DocumentURI) (*root, string, error) {
	path, err := pathOf(uri)
	if err != nil {
		return nil, "", err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	r := s.ownerOf(path)
	if r == nil {
		return nil, "", fmt.Errorf("%s is not in any workspace folder", path)
	}
	return r, path, nil
}

// documentDiagnostic answers a request for the diagnostics of a document.
func (s *server) documentDiagnostic(p *protocol.DocumentDiagnosticParams) (answer, error) {
	r, _, err := s.rootOf(p.TextDocument.URI)
	if err != nil {
		return done(reportOf(nil, "")) // nothing is known about it
	}
	return func(ctx context.Context) (any, error) {
		return r.reportOf(ctx, p.TextDocument.URI, p.PreviousResultID)
	}, nil
}

// reportOf returns the diagnostics of a document after all changes so far. Early findings are
// sufficient for clients that can be asked to pull again.
func (r *root) reportOf(ctx context.Context, uri protocol.DocumentURI, previous string) (any, error) {
	isKnown := func(goal int) bool { return r.checked >= goal || r.early.goal >= goal && r.early.documents[uri] }
	if !r.server.client.Workspace.Diagnostics.RefreshSupport {
		isKnown = func(goal int) bool { return r.checked >= goal }
	}
	if err := r.await(ctx, isKnown); err != nil {
		return nil, err
	}
	defer r.mu.Unlock()
	return reportOf(r.published[uri], previous), nil
}

// noFindings is the id of an empty list.
const noFindings = "none"

// reportOf returns the diagnostics of a document; nil for none.
func reportOf(p *published, previous string) protocol.DocumentDiagnosticReport {
	if p == nil {
		p = &published{id: noFindings, diagnostics: []protocol.Diagnostic{}}
	}
	if p.id == previous {
		return protocol.DocumentDiagnosticReport{Kind: protocol.ReportUnchanged, ResultID: p.id}
	}
	return protocol.DocumentDiagnosticReport{Kind: protocol.ReportFull, ResultID: p.id, Items: &p.diagnostics}
}

// workspaceDiagnostic answers a request for the diagnostics of all documents that the client does
// not have yet.
func (s *server) workspaceDiagnostic(p *protocol.WorkspaceDiagnosticParams) (answer, error) {
	s.mu.Lock()
	roots := slices.Clone(s.roots)
	s.mu.Unlock()
	previous := map[protocol.DocumentURI]string{}
	for _, known := range p.PreviousResultIDs {
		previous[known.URI] = known.Value
	}
	return func(ctx context.Context) (any, error) {
		found := map[protocol.DocumentURI]*published{}
		for _, r := range roots {
			if _, err := r.latest(ctx); err != nil {
				return nil, err
			}
			r.mu.Lock()
			maps.Copy(found, r.published)
			r.mu.Unlock()
		}
		for uri := range previous {
			if found[uri] == nil {
				found[uri] = nil // the client must remove its diagnostics
			}
		}
		out := protocol.WorkspaceDiagnosticReport{Items: []protocol.WorkspaceDocumentDiagnosticReport{}}
		for _, uri := range slices.Sorted(maps.Keys(found)) {
			report := reportOf(found[uri], previous[uri])
			if report.Kind == protocol.ReportUnchanged {
				continue
			}
			item := protocol.WorkspaceDocumentDiagnosticReport{DocumentDiagnosticReport: report, URI: uri}
			if found[uri] != nil {
				item.Version = found[uri].version
			}
			out.Items = append(out.Items, item)
		}
		return out, nil
	}, nil
}
