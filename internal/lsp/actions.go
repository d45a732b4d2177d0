package lsp

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/sourcegraph/jsonrpc2"

	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/fix"
	"github.com/hieralint/hieralint/internal/inspect"
	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/lsp/protocol"
	"github.com/hieralint/hieralint/internal/session"
)

// kindFixAll is the kind of the action that applies all safe fixes to a file, for editors that do
// so on save.
const kindFixAll = protocol.KindFixAll + "." + section

// The commands.
const (
	commandFixFile       = "hieralint.fixFile"
	commandAddToBaseline = "hieralint.addToBaseline"
	commandNodes         = "hieralint.nodes"
	commandValueOnNode   = "hieralint.valueOnNode"
	commandImpact        = "hieralint.impact"
	commandShowImpact    = "hieralint.showImpact"
)

var commands = []string{commandFixFile, commandAddToBaseline, commandNodes, commandValueOnNode, commandImpact, commandShowImpact}

// fixFile selects findings of a document to fix. It is the argument of the command, and the data of
// actions that are resolved.
type fixFile struct {
	URI    protocol.DocumentURI `json:"uri"`
	Rule   string               `json:"rule,omitempty"`
	Unsafe bool                 `json:"unsafe,omitempty"`
}

// finding identifies a finding. It is the argument of the command that adds it to the baseline.
type finding struct {
	URI   protocol.DocumentURI `json:"uri"`
	Rule  string               `json:"rule"`
	Range protocol.Range       `json:"range"`
}

// resolvesEdits reports whether the client requests the edits of an action when it is chosen.
func (s *server) resolvesEdits() bool {
	return slices.Contains(s.client.TextDocument.CodeAction.ResolveSupport.Properties, "edit")
}

// codeAction offers actions for the findings in a range.
func (s *server) codeAction(p *protocol.CodeActionParams) (answer, error) {
	q, err := s.question(p.TextDocument.URI)
	if err != nil {
		return nil, err
	}
	return func(ctx context.Context) (any, error) {
		f, err := q.root.latest(ctx)
		if err != nil || f == nil || f.report == nil {
			return []protocol.CodeAction{}, err
		}
		path := q.path
		if !f.view.documents[path].isLike(q.doc) {
			return nil, errModified
		}
		o := &offer{server: s, findings: f, uri: p.TextDocument.URI, only: p.Context.Only, actions: []protocol.CodeAction{}}
		found := f.byPath[path]
		for i := range found {
			if d := &found[i]; meets(s.encoding.rangeOf(d.File, d.Span), p.Range) {
				o.about(d)
			}
		}
		o.about(nil)
		o.file(found)
		if err := o.merges(ctx, path, p.Range.Start); err != nil {
			return nil, err
		}
		return o.actions, nil
	}, nil
}

// meets reports whether two ranges overlap or touch.
func meets(a, b protocol.Range) bool {
	return comparePositions(a.Start, b.End) <= 0 && comparePositions(b.Start, a.End) <= 0
}

func comparePositions(a, b protocol.Position) int {
	return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Character, b.Character))
}

// offer collects code actions.
type offer struct {
	server   *server
	findings *findings
	uri      protocol.DocumentURI
	only     []string // the requested kinds; empty for all
	actions  []protocol.CodeAction
	later    []protocol.CodeAction           // those after the fixes
	rules    map[*diagnostic.Descriptor]bool // those with an action for all of their findings, if there are several
}

// wants reports whether actions of a kind are requested.
func (o *offer) wants(kind string) bool {
	return len(o.only) == 0 || slices.ContainsFunc(o.only, func(only string) bool {
		return kind == only || strings.HasPrefix(kind, only+".")
	})
}

// about offers actions for a finding: its fixes, the safe ones first, and after those of all
// findings, ways to suppress it. With nil, it adds the latter.
func (o *offer) about(d *diagnostic.Diagnostic) {
	if !o.wants(protocol.KindQuickFix) {
		return
	}
	if d == nil {
		o.actions = append(o.actions, o.later...)
		return
	}
	c := o.server.converter(o.findings.view)
	shown := []protocol.Diagnostic{c.diagnostic(d)}
	for i, f := range d.SafeFirst() {
		title := sentence(c.relative(f.Message))
		if !f.Safe {
			title += " (unsafe: may change the meaning of data)"
		}
		o.actions = append(o.actions, protocol.CodeAction{
			Title: title, Kind: protocol.KindQuickFix, Diagnostics: shown, IsPreferred: f.Safe && i == 0, Edit: o.edit(f.Edits),
		})
	}
	if !o.rules[d.Rule] {
		lists.Put(&o.rules, d.Rule, true)
		o.fixAllOf(d)
	}
	o.silence(d, shown)
}

// sentence capitalizes a text.
func sentence(text string) string {
	if text == "" {
		return ""
	}
	return strings.ToUpper(text[:1]) + text[1:]
}

// fixAllOf offers to fix all findings of a rule in the file, if there are several.
func (o *offer) fixAllOf(d *diagnostic.Diagnostic) {
	safe, all := 0, 0
	for _, other := range o.findings.byPath[d.File.Abs()] {
		if other.Rule != d.Rule || len(other.Fixes) == 0 {
			continue
		}
		all++
		if other.HasSafeFix() {
			safe++
		}
	}
	title := "Fix all `" + d.Rule.Name + "` in this file"
	if safe > 1 {
		o.once(o.lazily(title, protocol.KindQuickFix, fixFile{URI: o.uri, Rule: d.Rule.Name}))
	}
	if all > 1 && all > safe {
		o.once(o.lazily(title+" (unsafe: may change the meaning of data)", protocol.KindQuickFix, fixFile{URI: o.uri, Rule: d.Rule.Name, Unsafe: true}))
	}
}

// once adds an action after the fixes, unless it is there already.
func (o *offer) once(a protocol.CodeAction) {
	if !slices.ContainsFunc(o.later, func(other protocol.CodeAction) bool { return other.Title == a.Title }) {
		o.later = append(o.later, a)
	}
}

// lazily returns an action whose edits are determined when it is chosen.
func (o *offer) lazily(title, kind string, f fixFile) protocol.CodeAction {
	a := protocol.CodeAction{Title: title, Kind: kind}
	if o.server.resolvesEdits() {
		a.Data = f
	} else {
		a.Command = &protocol.Command{Title: title, Command: commandFixFile, Arguments: []any{f}}
	}
	return a
}

// silence offers to suppress a finding, or to add it to the baseline.
func (o *offer) silence(d *diagnostic.Diagnostic, shown []protocol.Diagnostic) {
	for _, where := range []struct {
		title     string
		wholeFile bool
	}{{"Ignore `" + d.Rule.Name + "` here", false}, {"Ignore `" + d.Rule.Name + "` in this file", true}} {
		if edit, ok := o.findings.report.Suppression(d, where.wholeFile); ok {
			o.once(protocol.CodeAction{Title: where.title, Kind: protocol.KindQuickFix, Diagnostics: shown, Edit: o.edit([]diagnostic.TextEdit{edit})})
		}
	}
	if d.Rule.Gap == diagnostic.NoGap {
		title := "Add this `" + d.Rule.Name + "` to the baseline"
		o.once(protocol.CodeAction{
			Title: title, Kind: protocol.KindQuickFix, Diagnostics: shown,
			Command: &protocol.Command{Title: title, Command: commandAddToBaseline, Arguments: []any{finding{o.uri, d.Rule.Name, shown[0].Range}}},
		})
	}
}

// file offers to apply all safe fixes of the file.
func (o *offer) file(found []diagnostic.Diagnostic) {
	if o.wants(kindFixAll) && slices.ContainsFunc(found, func(d diagnostic.Diagnostic) bool { return d.HasSafeFix() }) {
		o.actions = append(o.actions, o.lazily("Apply all safe fixes to this file", kindFixAll, fixFile{URI: o.uri}))
	}
}

// merges offers to merge the values of the key at a place.
func (o *offer) merges(ctx context.Context, path string, at protocol.Position) error {
	x := o.findings.report.Inspector()
	file := x.File(path)
	if !o.wants(protocol.KindRewrite) || file == nil {
		return nil
	}
	subject := x.SubjectAt(path, o.server.encoding.offset(file, at))
	if subject == nil {
		return nil
	}
	all, err := x.Merges(ctx, subject)
	for _, m := range all {
		o.actions = append(o.actions, protocol.CodeAction{
			Title: "Merge `" + m.Key + "` of all levels: " + m.Strategy, Kind: protocol.KindRewrite, Edit: o.edit([]diagnostic.TextEdit{m.Edit}),
		})
	}
	return err
}

// converter returns a converter for findings and edits of a view.
func (s *server) converter(v *view) *converter {
	return &converter{encoding: s.encoding, dir: v.dir, open: v.documents}
}

func (o *offer) edit(edits []diagnostic.TextEdit) *protocol.WorkspaceEdit {
	return o.server.workspaceEdit(o.findings.view, edits, "")
}

// workspaceEdit converts edits of a view, for the versions of its documents. An annotation is the
// name of a preview; if empty, there is none.
func (s *server) workspaceEdit(v *view, edits []diagnostic.TextEdit, annotation string) *protocol.WorkspaceEdit {
	c := s.converter(v)
	out := &protocol.WorkspaceEdit{}
	var order []protocol.DocumentURI
	byURI := map[protocol.DocumentURI][]protocol.TextEdit{}
	versions := map[protocol.DocumentURI]*int32{}
	for _, e := range edits {
		path := e.File.Abs()
		uri := c.uri(path)
		if byURI[uri] == nil {
			order = append(order, uri)
			if d := c.open[path]; d != nil {
				versions[uri] = &d.version
			}
		}
		byURI[uri] = append(byURI[uri], protocol.TextEdit{Range: s.encoding.rangeOf(e.File, e.Span), NewText: e.New})
	}
	if !s.client.Workspace.WorkspaceEdit.DocumentChanges {
		out.Changes = byURI
		return out
	}
	isAnnotated := annotation != "" && s.client.Workspace.WorkspaceEdit.ChangeAnnotationSupport != nil
	if isAnnotated {
		out.ChangeAnnotations = map[string]protocol.ChangeAnnotation{annotation: {Label: annotation, NeedsConfirmation: true}}
	}
	for _, uri := range order {
		if isAnnotated {
			for i := range byURI[uri] {
				byURI[uri][i].AnnotationID = annotation
			}
		}
		out.DocumentChanges = append(out.DocumentChanges, protocol.TextDocumentEdit{
			TextDocument: protocol.VersionedTextDocumentIdentifier{URI: uri, Version: versions[uri]}, Edits: byURI[uri],
		})
	}
	return out
}

// resolveCodeAction determines the edits of a chosen action.
func (s *server) resolveCodeAction(a *protocol.CodeAction) (answer, error) {
	if a.Data == nil {
		return done(a)
	}
	text, err := json.Marshal(a.Data)
	if err != nil {
		return nil, err
	}
	f, err := decode[fixFile](text)
	if err != nil {
		return nil, err
	}
	return func(ctx context.Context) (any, error) {
		edit, err := s.fix(ctx, f)
		a.Edit = edit
		return a, err
	}, nil
}

// fix determines the edits that fix findings in a document.
func (s *server) fix(ctx context.Context, f *fixFile) (*protocol.WorkspaceEdit, error) {
	r, path, err := s.rootOf(f.URI)
	if err != nil {
		return nil, err
	}
	found, err := r.latest(ctx) // fails if nothing can be checked
	if err != nil || found == nil || found.report == nil {
		return nil, err
	}
	w, _, err := r.usable(ctx)
	if err != nil {
		return nil, err
	}
	known, err := r.known(ctx, w)
	if err != nil {
		return nil, err
	}
	fixes, err := w.FixFile(ctx, session.Request{Known: known}, session.FileFixes{Path: path, Rule: f.Rule, Unsafe: f.Unsafe})
	if err != nil {
		return nil, err
	}
	return s.workspaceEdit(w, lists.Map(fixes.Changes, difference), ""), nil
}

// difference converts a change of a file to one edit of the lines that differ.
func difference(change *fix.Change) diagnostic.TextEdit {
	before, after := change.File.Text, change.New
	begin := bytes.LastIndexByte(before[:lists.CommonStart(before, after)], '\n') + 1
	end := 0
	for end < min(len(before), len(after))-begin && before[len(before)-1-end] == after[len(after)-1-end] {
		end++
	}
	if i := bytes.IndexByte(before[len(before)-end:], '\n'); i >= 0 {
		end -= i + 1
	} else {
		end = 0
	}
	return diagnostic.TextEdit{File: change.File, Span: source.Span{Start: begin, End: len(before) - end}, New: string(after[begin : len(after)-end])}
}

// executeCommand runs a command.
func (s *server) executeCommand(p *protocol.ExecuteCommandParams) (answer, error) {
	if len(p.Arguments) != 1 {
		return nil, &jsonrpc2.Error{Code: jsonrpc2.CodeInvalidParams, Message: "the command takes one argument"}
	}
	var execute func(*server, json.RawMessage) (answer, error)
	switch p.Command {
	case commandFixFile:
		execute = request(toDo((*server).applyFix))
	case commandAddToBaseline:
		execute = request(toDo((*server).addToBaseline))
	case commandNodes:
		execute = request((*server).nodes)
	case commandValueOnNode:
		execute = request((*server).valueOnNode)
	case commandImpact:
		execute = request((*server).impact)
	case commandShowImpact:
		execute = request((*server).showImpact)
	default:
		return nil, &jsonrpc2.Error{Code: jsonrpc2.CodeInvalidParams, Message: "unknown command " + p.Command}
	}
	return execute(s, p.Arguments[0])
}

// toDo prepares the answer to a request that only does something.
func toDo[P any](do func(*server, context.Context, *P) error) func(*server, *P) (answer, error) {
	return func(s *server, p *P) (answer, error) {
		return func(ctx context.Context) (any, error) { return nil, do(s, ctx, p) }, nil
	}
}

// applyFix makes the client fix findings in a document.
func (s *server) applyFix(ctx context.Context, f *fixFile) error {
	edit, err := s.fix(ctx, f)
	if err != nil || edit == nil {
		return err
	}
	var result json.RawMessage
	return s.conn.Call(ctx, "workspace/applyEdit", protocol.ApplyWorkspaceEditParams{Label: "Apply hieralint fixes", Edit: *edit}, &result)
}

// addToBaseline adds a finding to the baseline.
func (s *server) addToBaseline(ctx context.Context, f *finding) error {
	r, path, err := s.rootOf(f.URI)
	if err != nil {
		return err
	}
	latest, err := r.latest(ctx)
	if err != nil || latest == nil || latest.report == nil {
		return err
	}
	found := lists.Filter(latest.report.Findings, func(d diagnostic.Diagnostic) bool {
		return d.Rule.Name == f.Rule && d.File.Abs() == path && s.encoding.rangeOf(d.File, d.Span) == f.Range
	})
	if len(found) == 0 {
		return fmt.Errorf("there is no longer a finding of `%s`", f.Rule)
	}
	w, err := r.current(ctx)
	if err != nil {
		return err
	}
	if _, err = w.AddToBaseline(found); err == nil {
		r.reopen() // the first baseline is found when the configuration is read
	}
	return err
}

// refused returns the error of a request that cannot be fulfilled, with the reason.
func refused(err error) error {
	if err == nil {
		return nil
	}
	return &jsonrpc2.Error{Code: protocol.CodeRequestFailed, Message: err.Error()}
}

// prepareRename returns what would be renamed at a place.
func (s *server) prepareRename(p *protocol.TextDocumentPositionParams) (answer, error) {
	return s.about(p, func(_ context.Context, q *question, subject *inspect.Subject) (any, error) {
		if err := q.CanRename(subject); err != nil {
			return nil, refused(err)
		}
		return protocol.PrepareRename{Range: s.encoding.rangeOf(q.file, subject.NameSpan()), Placeholder: subject.Name}, nil
	})
}

// rename renames a key, with a preview if the client supports it.
func (s *server) rename(p *protocol.RenameParams) (answer, error) {
	return s.about(&p.TextDocumentPositionParams, func(_ context.Context, q *question, subject *inspect.Subject) (any, error) {
		edits, err := q.Rename(subject, p.NewName)
		if err != nil {
			return nil, refused(err)
		}
		return s.workspaceEdit(q.view, edits, "Rename `"+subject.Name+"` to `"+p.NewName+"`"), nil
	})
}
