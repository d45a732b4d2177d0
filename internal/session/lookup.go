package session

import (
	"context"
	"fmt"

	"github.com/hieralint/hieralint/engine"
	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/key"
	"github.com/hieralint/hieralint/engine/outcome"
	"github.com/hieralint/hieralint/internal/answers"
	"github.com/hieralint/hieralint/internal/impact"
	"github.com/hieralint/hieralint/internal/nodes"
	"github.com/hieralint/hieralint/internal/project"
	"github.com/hieralint/hieralint/internal/secret"
	"github.com/hieralint/hieralint/internal/valuetext"
)

// LookupRequest describes a lookup on many nodes.
type LookupRequest struct {
	// Key is a lookup key, which may have subkeys.
	Key string
	// Node selects nodes; nil for all.
	Node func(*nodes.Node) bool
	// Options are the arguments of the lookup, except for Type, the name of a type.
	Options engine.LookupOptions
	Type    string
	// Explain enables an explanation of each answer, and Where distinguishes equal values that come
	// from different places.
	Explain, Where bool
	// ShowSecrets leaves passwords, keys, and the like in the answers.
	ShowSecrets bool
}

// Lookup looks up a key on nodes. It returns each distinct answer with its nodes; none if no node
// is selected.
func (w *Workspace) Lookup(ctx context.Context, r LookupRequest) ([]*answers.Answer, error) {
	r.Options.Explain, r.Options.ShowSecrets, r.Options.Origins = r.Explain, r.ShowSecrets, true
	if _, err := key.Parse(r.Key); err != nil {
		return nil, &UsageError{err}
	}
	s := w.snapshot()
	p, err := s.load(ctx)
	if err != nil {
		return nil, err
	}
	found := []*answers.Answer{}
	all := s.inventory(p)
	for _, fleet := range all.Fleets {
		if r.Type != "" {
			if r.Options.Type, err = fleet.ParseType(r.Type); err != nil {
				return nil, &UsageError{fmt.Errorf("--type: %w", err)}
			}
		}
		k, err := fleet.Ask(ctx, nodes.Question{Key: r.Key, Chosen: r.Node, Options: r.Options})
		if err != nil {
			return nil, err
		}
		name := ""
		if len(all.Fleets) > 1 {
			name = fleet.Name()
		}
		found = append(found, answers.Find(k, name, r.Where || r.Explain)...)
		fleet.Release()
	}
	if !r.ShowSecrets {
		w := newWithheld(p, r.Key)
		for _, f := range found {
			f.Withhold(w.value, w.ofKey, w.text)
		}
	}
	return found, nil
}

// inventory returns the nodes of a project, with the origins of values.
func (s *snapshot) inventory(p *project.Project) *nodes.Inventory {
	return nodes.New(p, nodes.Options{
		Puppet: s.settings.PuppetVersion, Nodes: s.nodes, PrivateKeys: s.settings.PrivateKeys, Origins: true,
	})
}

// withheld removes secrets from the values of one key.
type withheld struct {
	redactor  *secret.Redactor
	sensitive secret.Sensitive
	named     string // the part of the key that names a secret, otherwise its root
}

func newWithheld(p *project.Project, text string) *withheld {
	docs := documentsOf(p)
	w := &withheld{redactor: secret.NewRedactor(docs), sensitive: secret.SensitiveIn(docs), named: text}
	if k, err := key.Parse(text); err == nil {
		w.named = k.Root
		for _, sub := range k.Sub {
			if secret.IsNamed(sub.Text) && !w.sensitive.Has(k.Root) {
				w.named = sub.Text
			}
		}
	}
	return w
}

// value returns a value without the secrets in it, given the places that it comes from.
func (w *withheld) value(origins []outcome.Origin, v *data.Value) *data.Value {
	return impact.Shown(w.redactor, w.sensitive, w.named, origins, v)
}

// ofKey returns the value of any key without the secrets in it.
func (w *withheld) ofKey(key string, v *data.Value) *data.Value {
	return valuetext.Written(impact.Shown(w.redactor, w.sensitive, key, nil, v))
}

func (w *withheld) text(s string) string { return w.redactor.Message(s) }

// withheldOption returns a value in lookup_options without the secrets in it. Unlike the value of a key with the name of a secret,
// that of its options, such as the name of a type, is not a secret as a whole.
func withheldOption(v *data.Value) *data.Value {
	return impact.Shown(secret.NewRedactor(nil), nil, "", nil, v)
}
