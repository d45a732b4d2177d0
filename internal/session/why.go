package session

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"

	"github.com/sourcegraph/conc/pool"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/outcome"
	"github.com/hieralint/hieralint/internal/answers"
	"github.com/hieralint/hieralint/internal/nearest"
	"github.com/hieralint/hieralint/internal/nodes"
	"github.com/hieralint/hieralint/internal/place"
	"github.com/hieralint/hieralint/internal/revision"
	"github.com/hieralint/hieralint/internal/rooted"
)

// WhyRequest is a request to explain the value of a key.
type WhyRequest struct {
	// Key is a root key.
	Key string
	// Node selects the nodes; nil selects all.
	Node func(*nodes.Node) bool
	// ShowSecrets disables the redaction of secrets.
	ShowSecrets bool
}

// NoKeyError is the error for a key that no data defines.
type NoKeyError struct {
	Key string
	// Near is the key that was probably meant; may be empty.
	Near string
}

// noKey returns the error for a key that is not among the defined ones.
func noKey(key string, defined []string) *NoKeyError {
	near, _ := nearest.Name(key, defined)
	return &NoKeyError{key, near}
}

func (e *NoKeyError) Error() string {
	switch {
	case e.Near != "":
		return fmt.Sprintf("no data defines the key `%s`; %s", e.Key, nearest.Question(e.Near))
	case strings.Contains(e.Key, "."):
		return fmt.Sprintf("no data defines the key `%s`; leave out the subkeys", e.Key)
	}
	return fmt.Sprintf("no data defines the key `%s`", e.Key)
}

// ErrNoNode is the error for a pattern that no node matches.
var ErrNoNode = errors.New("no node matches")

// Why returns the distinct outcomes of a key, each with its nodes and the levels it comes from. The
// result is empty, without an error, if the nodes do not have the key.
func (w *Workspace) Why(ctx context.Context, r WhyRequest) ([]*answers.Provenance, error) {
	s := w.snapshot()
	p, err := s.load(ctx)
	if err != nil {
		return nil, err
	}
	text := func(text string) string { return text }
	shown := func(_ []outcome.Origin, v *data.Value) *data.Value { return v }
	option := func(v *data.Value) *data.Value { return v }
	if !r.ShowSecrets {
		w := newWithheld(p, r.Key)
		text, shown, option = w.text, w.value, withheldOption
	}
	found := []*answers.Provenance{}
	var names []string
	isKnown, isChosen := false, false
	for _, fleet := range s.inventory(p).Fleets {
		if !slices.Contains(fleet.Names(), r.Key) {
			names = append(names, fleet.Names()...)
			continue
		}
		isKnown = true
		k, err := fleet.Ask(ctx, nodes.Question{Key: nodes.Quoted(r.Key), Chosen: r.Node})
		if err != nil {
			return nil, err
		}
		isChosen = isChosen || k != nil
		found = append(found, answers.Provenances(k, shown, option)...)
		fleet.Release()
	}
	switch {
	case !isKnown:
		return found, noKey(r.Key, names)
	case !isChosen:
		return found, ErrNoNode
	}
	var winning []*answers.ProvenanceLevel
	for _, a := range found {
		a.Failure = text(a.Failure)
		for i := range a.Levels {
			if level := &a.Levels[i]; level.Wins {
				winning = append(winning, level)
			}
		}
	}
	s.addChanges(ctx, winning)
	for _, level := range winning {
		level.Change = text(level.Change)
	}
	return found, nil
}

// maxChanges is the number of lines whose last change is determined: Git takes milliseconds for each.
const maxChanges = 200

// addChanges sets the last changes of the values of levels.
func (s *snapshot) addChanges(ctx context.Context, levels []*answers.ProvenanceLevel) {
	var places []place.Place
	changes := map[place.Place]*string{}
	for _, level := range levels {
		if changes[level.Place] == nil && len(places) < maxChanges {
			places = append(places, level.Place)
			changes[level.Place] = new(string)
		}
	}
	var history revision.History
	work := pool.New().WithMaxGoroutines(runtime.GOMAXPROCS(0))
	for _, at := range places {
		change := changes[at]
		work.Go(func() { *change = s.lastChange(ctx, &history, at) })
	}
	work.Wait()
	for _, level := range levels {
		if change := changes[level.Place]; change != nil {
			level.Change = *change
		}
	}
}

// lastChange returns the commit that last changed a line, or "" if that is unknown.
func (s *snapshot) lastChange(ctx context.Context, history *revision.History, at place.Place) string {
	c := history.LastChange(ctx, rooted.Join(cmp.Or(s.options.Dir, workingDirectory()), at.Path), at.Line)
	switch {
	case c == nil:
		return ""
	case c.IsOlder:
		return "not in this shallow clone"
	case c.Commit == "":
		return "not committed yet"
	}
	return fmt.Sprintf("%s by %s on %s: %s", c.Commit[:10], c.Author, c.Time.Format("2006-01-02"), c.Subject)
}
