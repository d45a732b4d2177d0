package session

import (
	"cmp"
	"context"
	"fmt"
	"path/filepath"
	"runtime"
	"slices"
	"sync"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/internal/impact"
	"github.com/hieralint/hieralint/internal/nodes"
	"github.com/hieralint/hieralint/internal/revision"
	"github.com/hieralint/hieralint/internal/secret"
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
	all := nodes.New(p, nodes.Options{
		Puppet: s.settings.PuppetVersion, Nodes: s.nodes, Workers: runtime.GOMAXPROCS(0), PrivateKeys: s.settings.PrivateKeys, Trace: true,
	})
	if r.Node != nil {
		for _, fleet := range all.Fleets {
			fleet.Choose(r.Node)
		}
	}
	names := make([][]string, len(all.Fleets))
	for i, fleet := range all.Fleets {
		if slices.Contains(fleet.Names(), r.Key) {
			names[i] = []string{r.Key}
		}
	}
	text := func(text string) string { return text }
	shown := func(_ *data.Node, v *data.Value) *data.Value { return v }
	if !r.ShowSecrets {
		docs := documentsOf(p)
		redactor, sensitive := secret.NewRedactor(docs), secret.SensitiveIn(docs)
		text = redactor.Text
		shown = func(at *data.Node, v *data.Value) *data.Value { return impact.Shown(redactor, sensitive, r.Key, at, v) }
	}
	var mu sync.Mutex
	found := make([][]*views.Answer, len(all.Fleets))
	err = all.Keys(ctx, names, func(i int, k *nodes.Key) {
		mu.Lock()
		defer mu.Unlock()
		found[i] = views.Answers(k, r.Node, shown)
	})
	if err != nil {
		return nil, err
	}
	answers := append([]*views.Answer{}, slices.Concat(found...)...)
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
