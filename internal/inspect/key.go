package inspect

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/eyaml"
	"github.com/hieralint/hieralint/engine/interpolate"
	"github.com/hieralint/hieralint/engine/lookupoptions"
	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/nodes"
	"github.com/hieralint/hieralint/internal/project"
	"github.com/hieralint/hieralint/internal/secret"
	"github.com/hieralint/hieralint/internal/valuetext"
)

// KeyFacts is what is known about a key in an environment.
type KeyFacts struct {
	// Environment is its hiera.yaml.
	Environment string
	// Parameter is the parameter whose automatic parameter lookup reads the key; nil if there is
	// none.
	Parameter *ParameterFacts
	// Merge is the strategy in force, and ConvertTo the type that values are converted to; both may
	// be empty. Options is their entry in lookup_options.
	Merge, ConvertTo string
	Options          *Spot
	// Outcomes are the distinct values, with the nodes that have them.
	Outcomes []*KeyOutcome
}

// ParameterFacts is what code contains about a parameter.
type ParameterFacts struct {
	// Class is the name of the class, and Release the release that has it if its module is not in the tree. Its default is then not known.
	Class, Release string
	// Type and Default are as written; empty if there is none, or if Default is Withheld. Text is the documentation.
	Type, Default, Text string
	Withheld            secret.Withheld
	Spot                Spot
}

// KeyOutcome is the result of looking up a key on some nodes.
type KeyOutcome struct {
	// Nodes describes the nodes.
	Nodes string
	// Value is the value on one line. It is empty if it is Withheld, if the lookup fails with Failure,
	// and if NotFound is set. Unknown describes what is unknown about it.
	Value, Failure string
	Withheld       secret.Withheld
	NotFound       bool
	Unknown        []string
	// Sources are the files that the value comes from, highest priority first.
	Sources []*ValueSource
}

// ValueSource is the source of a value.
type ValueSource struct {
	// Level is the name of the level.
	Level string
	Spot  Spot
}

// Key returns what is known about a root key, or a place in its value, in each environment that has
// it.
func (x *Inspector) Key(ctx context.Context, name string, sub ...string) ([]*KeyFacts, error) {
	var all []*KeyFacts
	for _, env := range x.Project.Environments {
		facts := &KeyFacts{Environment: env.ConfigPath(), Parameter: x.parameter(env, name)}
		fleet := x.fleet(env)
		if fleet != nil && fleet.Defines(name) {
			var key *nodes.Key
			var mu sync.Mutex
			err := fleet.Keys(ctx, []string{name}, func(k *nodes.Key) { mu.Lock(); defer mu.Unlock(); key = k })
			if err != nil {
				return nil, err
			}
			if key != nil {
				x.addOutcomes(facts, key, sub)
			}
		}
		if facts.Parameter != nil || len(facts.Outcomes) > 0 {
			all = append(all, facts)
		}
	}
	return all, nil
}

func (x *Inspector) fleet(env *project.Environment) *nodes.Fleet {
	return lists.Find(x.Inventory().Fleets, func(fleet *nodes.Fleet) bool { return fleet.Project == env })
}

// parameter returns the parameter that a key sets.
func (x *Inspector) parameter(env *project.Environment, key string) *ParameterFacts {
	code := x.CodeOf[env]
	if code == nil {
		return nil
	}
	class, p := code.Parameter(key)
	if p == nil {
		if class, p = code.ReleasedParameter(key); p != nil {
			return &ParameterFacts{Class: class.Name, Release: class.Release, Type: p.Type()}
		}
		return nil
	}
	written, withheld := p.Default(), secret.Withheld("")
	if strings.ContainsAny(written, `'"`) && strings.Trim(written, `'"`) != "" && x.isSecret(key) {
		written, withheld = "", secret.IsSecret
	}
	return &ParameterFacts{
		Class: class.Name, Type: p.Type(), Default: written, Withheld: withheld, Text: class.Documentation(p.Name), Spot: Spot{class.File, p.NameSpan},
	}
}

// addOutcomes adds the results of evaluating a key, or a place in its value, combining equal
// outcomes.
func (x *Inspector) addOutcomes(facts *KeyFacts, key *nodes.Key, sub []string) {
	isSecret := x.isSecret(key.Name)
	byText := map[string]*KeyOutcome{}
	cases := map[*KeyOutcome]map[*nodes.Case]bool{}
	for _, c := range key.Cases {
		facts.addOptions(c.Entry)
		o := x.outcomeOf(c, sub, isSecret)
		id := fmt.Sprintf("%+v", *o)
		if known := byText[id]; known != nil {
			o = known
		} else {
			byText[id] = o
			o.Sources = sourcesOf(c, sub)
			cases[o] = map[*nodes.Case]bool{}
			facts.Outcomes = append(facts.Outcomes, o)
		}
		cases[o][c] = true
	}
	for _, o := range facts.Outcomes {
		o.Nodes = key.Extent(func(c *nodes.Case) bool { return cases[o][c] }).Text
	}
}

// addOptions adds the lookup_options of a key.
func (facts *KeyFacts) addOptions(e *lookupoptions.Entry) {
	if e == nil || facts.Options != nil {
		return
	}
	if e.Strategy != nil {
		facts.Merge = e.Strategy.Name()
	}
	if e.ConvertTo != nil {
		facts.ConvertTo, _ = valuetext.Short(false, e.ConvertTo)
	}
	if e.KeyNode != nil {
		facts.Options = &Spot{e.KeyNode.Doc.File, e.KeyNode.Span}
	}
}

// outcomeOf returns the outcome of a case without its nodes and sources.
func (x *Inspector) outcomeOf(c *nodes.Case, sub []string, isSecret bool) *KeyOutcome {
	o := &KeyOutcome{NotFound: c.NotFound}
	switch {
	case c.NotFound:
	case c.Err != nil:
		o.Failure = secret.Redact(x.documents.Failure(c.Err.Node, c.Err.Message))
		if isSecret {
			o.Failure = "the lookup fails"
		}
	default:
		value, leadsToSecret := within(c.Result.Value, sub)
		isSecret = isSecret || leadsToSecret
		if o.NotFound = value == nil; o.NotFound {
			return o
		}
		if o.Value, o.Withheld = valuetext.Short(isSecret, value); isSecret && o.Withheld == "" && value.Kind() == data.String {
			o.Value, o.Withheld = "", secret.IsSecret
		}
		if value.IsUnknown() {
			o.Value = ""
		}
		for _, u := range c.Result.Unknown {
			o.Unknown = append(o.Unknown, secret.Reason(u))
		}
	}
	return o
}

// within returns the value that keys and indexes lead to, and whether one of them leads to a secret; nil if they lead nowhere. Parts
// of an unknown value are unknown.
func within(v *data.Value, sub []string) (value *data.Value, isSecret bool) {
	for _, name := range sub {
		var next *data.Value
		switch {
		case v.IsUnknown():
			return v, isSecret
		case v.Kind() == data.Hash:
			for _, e := range v.Entries() {
				if e.Key.Text() == name {
					next = e.Value
				}
			}
			isSecret = isSecret || secret.NamesIn(v)(name)
		case v.Kind() == data.Array:
			if i, err := strconv.Atoi(name); err == nil && 0 <= i && i < len(v.Items()) {
				next = v.Items()[i]
				isSecret = isSecret || secret.InArray(v, i)
			}
		}
		if v = next; v == nil {
			return nil, false
		}
	}
	return v, isSecret
}

// sourcesOf returns the files that the value of a case comes from.
func sourcesOf(c *nodes.Case, sub []string) []*ValueSource {
	var all []*ValueSource
	isMerged := c.Entry != nil && c.Entry.Strategy != nil && !c.Entry.Strategy.First()
	for _, v := range c.Values {
		node := v.Key.Node()
		if node == nil {
			continue
		}
		if value, _ := within(v.Value, sub); isMerged && value == nil {
			continue
		}
		s := &ValueSource{Spot: Spot{node.Doc.File, node.Span}}
		if v.Level != nil {
			s.Level = v.Level.Name
		}
		if all = append(all, s); !isMerged {
			break
		}
	}
	return all
}

// isSecret reports whether the value of a key is a secret, because of its name, because it is
// encrypted somewhere, or because it references such a key.
func (x *Inspector) isSecret(key string) bool { return x.leadsToSecret(key, map[string]bool{}) }

// leadsToSecret does the same except for keys that were seen.
func (x *Inspector) leadsToSecret(key string, seen map[string]bool) bool {
	if seen[key] {
		return false
	}
	seen[key] = true
	return secret.IsNamed(key) ||
		slices.ContainsFunc(x.Project.Definitions(key), func(d project.Definition) bool { return x.containsSecret(d.Value, seen) })
}

// isAnchoredSecret reports whether an alias refers to a node, or to what it is a part of, as the value of a key with the name of a
// secret.
func (x *Inspector) isAnchoredSecret(n *data.Node) bool {
	for at := n; at != nil; at = at.Parent {
		if at.Anchor == "" {
			continue
		}
		return x.documents.IsSecret(n)
	}
	return false
}

// containsSecret reports whether a part of a value is a secret.
func (x *Inspector) containsSecret(v *data.Value, seen map[string]bool) bool {
	switch v.Kind() {
	case data.Sensitive:
		return true
	case data.String:
		if eyaml.IsEncrypted(v.Text()) || secret.IsUnder(v.Node()) || x.isAnchoredSecret(v.Node()) {
			return true
		}
		if t := interpolate.Parse(v.Text()); t != nil {
			return slices.ContainsFunc(t.Tokens, func(token interpolate.Token) bool {
				return token.Kind == interpolate.Call && token.Method.TakesKey() && x.leadsToSecret(token.Key.Root, seen)
			})
		}
	case data.Array:
		return slices.ContainsFunc(v.Items(), func(item *data.Value) bool { return x.containsSecret(item, seen) })
	case data.Hash:
		return slices.ContainsFunc(v.Entries(), func(e data.Entry) bool { return x.containsSecret(e.Value, seen) })
	}
	return false
}
