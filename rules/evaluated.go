package rules

import (
	"strings"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/interpolate"
	"github.com/hieralint/hieralint/engine/key"
	"github.com/hieralint/hieralint/engine/outcome"
	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/nearest"
	"github.com/hieralint/hieralint/internal/nodes"
	"github.com/hieralint/hieralint/internal/rule"
)

// observed is something that the engine observed in a text of the key, and on which nodes.
type observed struct {
	*outcome.Observation
	extent nodes.Extent
}

// observations are those of a kind in the values of the key itself, each once. What the engine
// observes in the values of keys that it refers to is reported for those.
func observations(p *rule.KeyPass, kind outcome.ObservationKind) []observed {
	k := p.Key
	var found []observed
	type place struct {
		node  *data.Node
		token source.Span
	}
	seen := map[place]bool{}
	for _, c := range k.Cases {
		for _, o := range c.Result.Observations {
			at := place{o.Node, o.Token.Span}
			if o.Kind != kind || len(o.Hops) > 0 || seen[at] || o.Node.Doc == nil {
				continue
			}
			seen[at] = true
			found = append(found, observed{o, k.Extent(func(c *nodes.Case) bool {
				for _, other := range c.Result.Observations {
					if other.Kind == kind && other.Node == o.Node && other.Token.Span == o.Token.Span {
						return true
					}
				}
				return false
			})})
		}
	}
	return found
}

// failure is a lookup that fails, and on which nodes.
type failure struct {
	*outcome.Error
	// Case is the first in which it fails so.
	Case   *nodes.Case
	extent nodes.Extent
}

// failures are the different ways in which lookups of the key fail.
func failures(p *rule.KeyPass, cause ...outcome.Cause) []failure {
	k := p.Key
	var found []failure
	same := func(a, b *outcome.Error) bool {
		return b != nil && a.Cause == b.Cause && a.Node == b.Node && (a.Node != nil || a.Message == b.Message)
	}
	for _, c := range k.Cases {
		if c.Err == nil || !contains(cause, c.Err.Cause) {
			continue
		}
		known := false
		for _, f := range found {
			known = known || same(f.Error, c.Err)
		}
		if known {
			continue
		}
		found = append(found, failure{c.Err, c, k.Extent(func(other *nodes.Case) bool { return same(c.Err, other.Err) })})
	}
	return found
}

func contains[T comparable](list []T, v T) bool {
	for _, item := range list {
		if item == v {
			return true
		}
	}
	return false
}

// severityOf is how bad a failure is: what depends on a guess is a warning.
func severityOf(e nodes.Extent) diagnostic.Severity {
	if e.Certain {
		return diagnostic.Error
	}
	return diagnostic.Warning
}

// guess is what a message adds when it is not certain that there are such nodes.
func guess(e nodes.Extent) string {
	if e.Certain {
		return ""
	}
	return ", if there are any"
}

// hops are the references that led to a failure, as related places.
func hops(all []outcome.Hop) []diagnostic.Related {
	var related []diagnostic.Related
	for _, h := range all {
		if h.Node == nil {
			continue
		}
		related = append(related, diagnostic.Related{File: h.Node.Doc.File, Span: tokenOf(h), Message: "`" + shown(h.Key) + "` is asked for here"})
	}
	return related
}

// tokenOf is where the token of a hop stands in its text.
func tokenOf(h outcome.Hop) source.Span {
	if t := interpolate.Parse(h.Node.Value.Text()); t != nil {
		for _, token := range t.Tokens {
			if token.Kind == interpolate.Call && token.Argument == h.Key {
				return h.Node.SourceSpan(token.Span.Start, token.Span.End)
			}
		}
	}
	return firstLine(h.Node)
}

// meant is the name that was probably meant; "" when none is near.
func meant(name string, known []string) string {
	if !strings.Contains(name, "::") {
		near, _ := nearest.Name(name, known)
		return near
	}
	near, _ := nearest.Qualified(name, known)
	return near
}

// rootOf is the root of a lookup key.
func rootOf(name string) string {
	if k, err := key.Parse(name); err == nil {
		return k.Root
	}
	return name
}

// quotedError is the text of Puppet behind a colon, except where it may quote a secret.
func quotedError(e *outcome.Error) string {
	if e.Node != nil && strings.Contains(string(e.Node.Doc.File.Slice(e.Node.Span)), "ENC[") {
		return ""
	}
	return ": `" + quoted(e.Message) + "`"
}
