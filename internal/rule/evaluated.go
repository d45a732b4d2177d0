package rule

import (
	"iter"
	"slices"
	"strings"
	"sync"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/interpolate"
	"github.com/hieralint/hieralint/engine/key"
	"github.com/hieralint/hieralint/engine/outcome"
	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/nodes"
)

// Observed is an observation of the engine in a string of the key, with the nodes on which it was
// made.
type Observed struct {
	*outcome.Observation
	// Cases returns those with the observation, and Extent the nodes. Both are determined once: that takes time where
	// there are many.
	Cases  func() []*nodes.Case
	Extent func() nodes.Extent
}

// CasesBy returns a function that groups the cases of a key by what of returns for them, in order, when it is first called. A case
// may be in several groups.
func CasesBy[K comparable](k *nodes.Key, of func(*nodes.Case) iter.Seq[K]) func() map[K][]*nodes.Case {
	return sync.OnceValue(func() map[K][]*nodes.Case {
		groups := map[K][]*nodes.Case{}
		for _, c := range k.Cases {
			for id := range of(c) {
				if group := groups[id]; len(group) == 0 || group[len(group)-1] != c {
					groups[id] = append(group, c)
				}
			}
		}
		return groups
	})
}

// Conceal replaces what a finding says if it is about a decrypted string: nothing of that may be shown, and its tokens
// have no positions.
func (o *Observed) Conceal(d *diagnostic.Diagnostic, message string) {
	if o.IsDecrypted() {
		*d = diagnostic.Diagnostic{File: d.File, Span: o.Node.Span, Key: d.Key, Severity: d.Severity, Message: message + " in the decrypted value"}
	}
}

// Observations returns the observations of a kind in the values of the key itself, without
// repetitions. Observations in the values of referenced keys are reported for those keys.
func (p *KeyPass) Observations(kind outcome.ObservationKind) []Observed {
	k := p.Key
	isFound := func(o *outcome.Observation) bool { return o.Kind == kind && len(o.Hops) == 0 && o.Node.Doc != nil }
	if !slices.ContainsFunc(k.Cases, func(c *nodes.Case) bool { return slices.ContainsFunc(c.Result.Observations, isFound) }) {
		return nil // as nearly always
	}
	type place struct {
		node         *data.Node
		token        source.Span
		replaced, by *data.Node
	}
	placeOf := func(o *outcome.Observation) place { return place{o.Node, o.Token.Span, o.Replaced, o.By} }
	var found []Observed
	at := map[place]int{} // the indexes in found
	for _, c := range k.Cases {
		for _, o := range c.Result.Observations {
			if !isFound(o) {
				continue
			}
			of := placeOf(o)
			if _, known := at[of]; !known {
				at[of] = len(found)
				found = append(found, Observed{Observation: o})
			}
		}
	}
	in := CasesBy(k, func(c *nodes.Case) iter.Seq[int] {
		return func(yield func(int) bool) {
			for _, o := range c.Result.Observations {
				if o.Kind != kind {
					continue
				}
				if i, ok := at[placeOf(o)]; ok && !yield(i) {
					return
				}
			}
		}
	})
	for i := range found {
		found[i].Cases = func() []*nodes.Case { return in()[i] }
		found[i].Extent = sync.OnceValue(func() nodes.Extent { return k.ExtentOf(found[i].Cases()...) })
	}
	return found
}

// Failure is a lookup that fails, with the nodes on which it does.
type Failure struct {
	*outcome.Error
	// Case is the first case with this failure.
	Case   *nodes.Case
	Extent nodes.Extent
}

// Failures returns the different failures of lookups of the key.
func (p *KeyPass) Failures(cause ...outcome.Cause) []Failure {
	k := p.Key
	fails := func(c *nodes.Case) bool { return c.Err != nil && slices.Contains(cause, c.Err.Cause) }
	if !slices.ContainsFunc(k.Cases, fails) {
		return nil // as nearly always
	}
	type failure struct {
		cause   outcome.Cause
		node    *data.Node
		message string
	}
	identify := func(e *outcome.Error) failure {
		if e.Node != nil {
			return failure{cause: e.Cause, node: e.Node}
		}
		return failure{cause: e.Cause, message: e.Message}
	}
	in := CasesBy(k, func(c *nodes.Case) iter.Seq[failure] {
		return func(yield func(failure) bool) {
			if fails(c) {
				yield(identify(c.Err))
			}
		}
	})
	var found []Failure
	for _, c := range k.Cases {
		if c.Err == nil {
			continue
		}
		if all := in()[identify(c.Err)]; len(all) > 0 && all[0] == c {
			found = append(found, Failure{c.Err, c, k.ExtentOf(all...)})
		}
	}
	return found
}

// SeverityOf returns the severity of a failure: warning if it is uncertain whether such nodes
// exist.
func SeverityOf(e nodes.Extent) diagnostic.Severity {
	if e.Certain {
		return diagnostic.Error
	}
	return diagnostic.Warning
}

// On describes the nodes concerned: "on any node with …" if it is uncertain whether such nodes
// exist.
func On(e nodes.Extent) string {
	if e.Which != "" && !e.Certain {
		return "on any node " + e.Which
	}
	return "on " + e.Text
}

// Hops returns the references that led to a failure as related places.
func Hops(all []outcome.Hop) []diagnostic.Related {
	var related []diagnostic.Related
	for _, h := range all {
		if h.Node == nil {
			continue
		}
		related = append(related, diagnostic.Related{File: h.Node.Doc.File, Span: TokenOf(h), Message: "`" + Shown(h.Key) + "` is looked up here"})
	}
	return related
}

// TokenOf returns the span of the token of a hop.
func TokenOf(h outcome.Hop) source.Span {
	if h.Token == (source.Span{}) {
		return FirstLine(h.Node)
	}
	return h.Node.SourceSpan(h.Token.Start, h.Token.End)
}

// RootOf returns the root of a lookup key.
func RootOf(name string) string {
	if k, err := key.Parse(name); err == nil {
		return k.Root
	}
	return name
}

// QuotedError returns a colon and Puppet's message; "" if the message may contain a secret.
func QuotedError(e *outcome.Error) string {
	if e.Node != nil && strings.Contains(string(e.Node.Doc.File.Slice(e.Node.Span)), "ENC[") {
		return ""
	}
	return ": `" + Quoted(e.Message) + "`"
}

// PlaceFailure sets the position of a finding to the value that made a lookup fail: the last
// reference on the way, otherwise the value, otherwise the value of the highest priority.
func PlaceFailure(d *diagnostic.Diagnostic, f Failure) bool {
	switch {
	case len(f.Hops) > 0 && f.Hops[len(f.Hops)-1].Node != nil:
		last := f.Hops[len(f.Hops)-1]
		d.File, d.Span, d.Key = last.Node.Doc.File, TokenOf(last), KeyPath(last.Node)
		d.Related = Hops(f.Hops[:len(f.Hops)-1])
		if f.Node != nil && f.Node != last.Node {
			d.Related = append(d.Related, diagnostic.Related{File: f.Node.Doc.File, Span: FirstLine(f.Node), Message: "the value"})
		}
	case f.Node != nil:
		d.File, d.Span, d.Key = f.Node.Doc.File, FirstLine(f.Node), KeyPath(f.Node)
	case len(f.Case.Values) > 0:
		key := f.Case.Values[0].Key.Node()
		d.File, d.Span, d.Key = key.Doc.File, key.Span, KeyPath(key)
	default:
		return false
	}
	return d.Span != source.Span{} || d.File != nil
}

// Never is the NeedsPairs of rules that do not depend on merged values, and the NeedsText of those that depend only on
// the kinds of values.
func Never(*KeyPass) bool { return false }

// AnyNeedsPairs reports whether one of the rules may report more for the key on nodes that read two
// files that define it.
func AnyNeedsPairs(s *Site, rules []*Rule, k *nodes.Key) bool {
	return anyNeeds(s, rules, k, func(r *Rule) func(*KeyPass) bool { return r.NeedsPairs })
}

// AnyNeedsText reports whether one of the rules may report more for the key if other text is inserted into its values.
func AnyNeedsText(s *Site, rules []*Rule, k *nodes.Key) bool {
	return anyNeeds(s, rules, k, func(r *Rule) func(*KeyPass) bool {
		if r.NeedsText != nil {
			return r.NeedsText
		}
		return r.NeedsPairs
	})
}

// InsertsIntoKeys reports whether text is inserted into a key of a hash in one of the values.
func (p *KeyPass) InsertsIntoKeys() bool {
	return lists.Any(p.Key.Written(), interpolate.HasTokensInKeys)
}

func anyNeeds(s *Site, rules []*Rule, k *nodes.Key, by func(*Rule) func(*KeyPass) bool) bool {
	pass := &KeyPass{&Pass{Site: s}, k}
	for _, r := range rules {
		pass.rule = r
		if needs := by(r); r.CheckKey != nil && (needs == nil || needs(pass)) {
			return true
		}
	}
	return false
}
