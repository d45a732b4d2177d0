package lsp

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/sourcegraph/jsonrpc2"

	"github.com/hieralint/hieralint/internal/impact"
	"github.com/hieralint/hieralint/internal/impactreport"
	"github.com/hieralint/hieralint/internal/lsp/protocol"
	"github.com/hieralint/hieralint/internal/session"
)

// impactOf requests the effect of the edits of a document. It is the argument of the commands.
type impactOf struct {
	TextDocument protocol.TextDocumentIdentifier `json:"textDocument"`
	// Since is `commit` (the default) or `save`.
	Since string `json:"since,omitempty"`
	// Format is `markdown` (the default) or `text`.
	Format string `json:"format,omitempty"`
}

// state returns the state that the document is compared with.
func (of *impactOf) state() (session.State, error) {
	switch of.Since {
	case "", "commit":
		return session.Committed, nil
	case "save":
		return session.Saved, nil
	}
	return 0, &jsonrpc2.Error{Code: jsonrpc2.CodeInvalidParams, Message: "`since` is `commit` or `save`"}
}

const (
	// impactPause is the time without edits after which their effect is computed for a lens.
	impactPause = 300 * time.Millisecond
	// maxImpactTime limits the time to compute it. A lens for which that is not sufficient offers
	// the report instead.
	maxImpactTime = 3 * time.Second
)

// impactTitle is the title of a document's lens after some changes.
type impactTitle struct {
	path    string
	changes int
	text    string
}

// impactLens returns the lens of a document whose text differs from that of the last commit.
func (q *question) impactLens(ctx context.Context) ([]protocol.CodeLens, error) {
	isEdited, err := q.view.IsEdited(ctx, q.path, session.Committed)
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case err != nil:
		q.server.log("%s: %v", q.path, err)
	case isEdited:
		return []protocol.CodeLens{{Data: &protocol.LensData{URI: q.uri, Impact: true}}}, nil
	}
	return []protocol.CodeLens{}, nil
}

// resolveImpactLens sets the title to the number of values that the edits of a document change, and
// on which nodes. It is canceled by the next edit.
func (s *server) resolveImpactLens(lens *protocol.CodeLens) (answer, error) {
	q, err := s.question(lens.Data.URI)
	if err != nil {
		return done(lens)
	}
	return func(ctx context.Context) (any, error) {
		title, err := q.impactTitle(ctx)
		for errors.Is(err, errModified) && q.isCurrent() { // another file was changed, or this one was saved
			title, err = q.impactTitle(ctx)
		}
		if err != nil {
			return nil, err
		}
		argument := impactOf{TextDocument: protocol.TextDocumentIdentifier{URI: q.uri}, Since: "commit"}
		lens.Command = &protocol.Command{Title: title, Command: commandShowImpact, Arguments: []any{argument}}
		return lens, nil
	}, nil
}

// isCurrent reports whether the text of the document is still that of the request.
func (q *question) isCurrent() bool {
	q.server.mu.Lock()
	defer q.server.mu.Unlock()
	return q.server.documents[q.uri].isLike(q.doc)
}

// impactTitle returns the title of the lens, unless a file is changed in the meantime.
func (q *question) impactTitle(ctx context.Context) (string, error) {
	r := q.root
	r.mu.Lock()
	last, changes, edited := r.impact, r.changes, r.edited
	r.mu.Unlock()
	if last.path == q.path && last.changes == changes {
		return last.text, nil
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	select {
	case <-ctx.Done():
		return "", ctx.Err()
	case <-edited:
		return "", errModified
	case <-time.After(impactPause):
	}
	if ok, err := q.prepare(ctx); !ok {
		return "", err
	}
	limited, stop := context.WithTimeout(ctx, maxImpactTime)
	defer stop()
	q.server.start("the impact of edits", func() {
		select {
		case <-limited.Done():
		case <-edited:
			cancel()
		}
	})
	found, err := q.view.DiffFile(limited, q.path, session.Committed)
	text := "Show which values change since the last commit"
	switch {
	case isClosed(edited):
		return "", errModified
	case ctx.Err() != nil:
		return "", ctx.Err()
	case limited.Err() != nil: // it takes too long for a lens
	case err != nil:
		return "", err
	case found != nil:
		text = impactreport.Summary(found) + " since the last commit"
	}
	r.mu.Lock()
	r.impact = impactTitle{q.path, changes, text}
	r.mu.Unlock()
	return text, nil
}

func isClosed(c <-chan struct{}) bool {
	select {
	case <-c:
		return true
	default:
		return false
	}
}

// errInvalid is the error of a command that needs a configuration if none has been valid yet.
var errInvalid = &jsonrpc2.Error{Code: protocol.CodeRequestFailed, Message: "the configuration of hieralint is not valid"}

// impact returns a report about the effect of a document's edits.
func (s *server) impact(of *impactOf) (answer, error) {
	state, err := of.state()
	if err != nil {
		return nil, err
	}
	r, path, err := s.rootOf(of.TextDocument.URI)
	if err != nil {
		return nil, err
	}
	return func(ctx context.Context) (any, error) {
		w, _, err := r.usable(ctx)
		if err != nil {
			return nil, err
		}
		if w.Workspace == nil {
			return nil, errInvalid
		}
		p := s.newProgress("Looking up keys before and after the edit")
		defer p.end()
		found, err := w.DiffFile(ctx, path, state)
		if err != nil {
			return nil, err
		}
		if found == nil {
			return nil, &jsonrpc2.Error{Code: protocol.CodeRequestFailed, Message: "the file is not in a Git repository with a commit, or Git ignores it"}
		}
		return impactReport(found, of.Format)
	}, nil
}

// maxReport is the maximum size of a report in bytes.
const maxReport = 1 << 20

// impactReport returns the report in a format: `text` or, for anything else, Markdown.
func impactReport(found *impact.Impact, format string) (string, error) {
	var b strings.Builder
	if format == "text" {
		err := impactreport.WriteText(&b, found)
		return b.String(), err
	}
	err := impactreport.WriteMarkdown(&b, found, maxReport)
	return strings.TrimPrefix(b.String(), impactreport.CommentMark+"\n"), err
}

// showImpact makes the client show the report: as a document, or as a message if it does not show
// documents.
func (s *server) showImpact(of *impactOf) (answer, error) {
	showsDocuments := s.client.Window.ShowDocument.Support
	if of.Format = "text"; showsDocuments {
		of.Format = "markdown"
	}
	report, err := s.impact(of)
	if err != nil {
		return nil, err
	}
	return func(ctx context.Context) (any, error) {
		text, err := report(ctx)
		if err != nil {
			return nil, err
		}
		if !showsDocuments {
			s.notify("window/showMessage", protocol.ShowMessageParams{Type: protocol.MessageInfo, Message: strings.TrimSpace(text.(string))})
			return nil, nil
		}
		path, err := s.writeReport("impact.md", text.(string))
		if err != nil {
			return nil, err
		}
		var result json.RawMessage
		return nil, s.conn.Call(ctx, "window/showDocument", protocol.ShowDocumentParams{URI: uriOf(path), TakeFocus: true}, &result)
	}, nil
}

// writeReport writes a document to show to a directory that is removed when the connection ends.
func (s *server) writeReport(name, text string) (path string, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.reports == "" {
		if s.reports, err = os.MkdirTemp("", "hieralint-"); err != nil {
			return "", err
		}
	}
	path = filepath.Join(s.reports, name)
	return path, os.WriteFile(path, []byte(text), 0o600)
}
