package session

import (
	"cmp"
	"context"
	"fmt"
	"path/filepath"
	"slices"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/internal/nodes"
	"github.com/hieralint/hieralint/internal/revision"
	"github.com/hieralint/hieralint/internal/views"
)

// WhyRequest asks where the value of a key comes from.
type WhyRequest struct {
	// Key is a root key.
	Key string
	// Node chooses nodes; nil for all.
	Node func(*nodes.Node) bool
	// ShowSecrets asks for passwords, keys and the like.
	ShowSecrets bool
}

// Why explains what a key comes to: each distinct answer with the nodes that get it. There is none where no node has the key.
func (w *Workspace) Why(ctx context.Context, r WhyRequest) ([]*views.Answer, error) {
	s := w.snapshot()
	p, err := s.load(ctx)
	if err != nil {
		return nil, err
	}
	text := func(text string) string { return text }
	shown := func(_ *data.Node, v *data.Value) *data.Value { return v }
	if !r.ShowSecrets {
		w := newWithheld(p, r.Key)
		text, shown = w.text, w.value
	}
	answers := []*views.Answer{}
	for _, fleet := range s.inventory(p).Fleets {
		if !slices.Contains(fleet.Names(), r.Key) {
			continue
		}
		k, err := fleet.Ask(ctx, nodes.Question{Key: nodes.Quoted(r.Key), Chosen: r.Node})
		if err != nil {
			return nil, err
		}
		answers = append(answers, views.Answers(k, shown)...)
	}
	for _, a := range answers {
		a.Failure = text(a.Failure)
		for i := range a.Levels {
			if level := &a.Levels[i]; level.Wins {
				level.Change = s.lastChange(ctx, level.Place)
			}
		}
	}
	return answers, nil
}

// absolute is a path as findings name it, absolute.
func (s *snapshot) absolute(path string) string {
	path = filepath.FromSlash(path)
	if filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(cmp.Or(s.options.Dir, workingDirectory()), path)
}

// lastChange says which commit last changed a line; "" where that is not known.
func (s *snapshot) lastChange(ctx context.Context, at views.Place) string {
	c := revision.LastChange(ctx, s.absolute(at.Path), at.Line)
	switch {
	case c == nil:
		return ""
	case c.Commit == "":
		return "not committed yet"
	}
	return fmt.Sprintf("%s by %s on %s: %s", c.Commit[:10], c.Author, c.Time.Format("2006-01-02"), c.Subject)
}
