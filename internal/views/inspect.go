package views

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/hieralint/hieralint/engine/config"
	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/eyaml"
	"github.com/hieralint/hieralint/engine/facter"
	"github.com/hieralint/hieralint/engine/interpolate"
	"github.com/hieralint/hieralint/engine/lookupoptions"
	"github.com/hieralint/hieralint/engine/rubyregexp"
	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/nodes"
	"github.com/hieralint/hieralint/internal/project"
	"github.com/hieralint/hieralint/internal/secret"
	"github.com/hieralint/hieralint/internal/usage"
)

// Spot is a place in a file.
type Spot struct {
	File *source.File
	Span source.Span
}

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
	Class, Name string
	// Type and Default are as written, without secrets; empty if there is none. Text is the documentation.
	Type, Default, Text string
	Spot                Spot
}

// KeyOutcome is the result of looking up a key on some nodes.
type KeyOutcome struct {
	// Nodes describes the nodes.
	Nodes string
	// Value is the value on one line. It is empty if it is Withheld as "secret" or "encrypted", if
	// the lookup fails with Failure, and if NotFound is set. Unknown describes what is unknown
	// about it.
	Value, Withheld, Failure string
	NotFound                 bool
	Unknown                  []string
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
		facts := &KeyFacts{Environment: hierarchyOf(env), Parameter: x.parameter(env, name)}
		fleet := x.fleet(env)
		if fleet != nil && fleet.Defines(name) {
			var key *nodes.Key
			var mu sync.Mutex
			err := fleet.Keys(ctx, []string{name}, func(k *nodes.Key) { mu.Lock(); defer mu.Unlock(); key = k })
			if err != nil {
				return nil, err
			}
			if key != nil {
				x.evaluated(facts, key, sub)
			}
		}
		if facts.Parameter != nil || len(facts.Outcomes) > 0 {
			all = append(all, facts)
		}
	}
	return all, nil
}

func (x *Inspector) fleet(env *project.Environment) *nodes.Fleet {
	for _, fleet := range x.Inventory().Fleets {
		if fleet.Project == env {
			return fleet
		}
	}
	return nil
}

// parameter returns the parameter that a key sets.
func (x *Inspector) parameter(env *project.Environment, key string) *ParameterFacts {
	code := x.CodeOf[env]
	if code == nil {
		return nil
	}
	class, p := code.Parameter(key)
	if p == nil {
		return nil
	}
	written := p.Default()
	if strings.ContainsAny(written, `'"`) && strings.Trim(written, `'"`) != "" && x.isSecret(key, map[string]bool{}) {
		written = "(secret)"
	}
	return &ParameterFacts{
		Class: class.Name, Name: p.Name, Type: p.Type(), Default: written, Text: class.Documentation(p.Name), Spot: Spot{class.File, p.NameSpan},
	}
}

// evaluated adds the results of evaluating a key, or a place in its value, combining equal
// outcomes.
func (x *Inspector) evaluated(facts *KeyFacts, key *nodes.Key, sub []string) {
	isSecret := x.isSecret(key.Name, map[string]bool{}) || slices.ContainsFunc(sub, secret.IsNamed)
	byText := map[string]*KeyOutcome{}
	cases := map[*KeyOutcome]map[*nodes.Case]bool{}
	for _, c := range key.Cases {
		facts.options(c.Entry)
		o := outcomeOf(c, sub, isSecret)
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

// options adds the lookup_options of a key.
func (facts *KeyFacts) options(e *lookupoptions.Entry) {
	if e == nil || facts.Options != nil {
		return
	}
	if e.Strategy != nil {
		facts.Merge = e.Strategy.Name()
	}
	if e.ConvertTo != nil {
		facts.ConvertTo, _ = shorten(false, e.ConvertTo)
	}
	if e.KeyNode != nil {
		facts.Options = &Spot{e.KeyNode.Doc.File, e.KeyNode.Span}
	}
}

// outcomeOf returns the outcome of a case without its nodes and sources.
func outcomeOf(c *nodes.Case, sub []string, isSecret bool) *KeyOutcome {
	o := &KeyOutcome{NotFound: c.NotFound}
	switch {
	case c.NotFound:
	case c.Err != nil:
		o.Failure = c.Err.Message
		if isSecret {
			o.Failure = "the lookup fails"
		}
	default:
		value := within(c.Result.Value, sub)
		if o.NotFound = value == nil; o.NotFound {
			return o
		}
		if o.Value, o.Withheld = shorten(isSecret, value); isSecret && o.Withheld == "" && value.Kind() == data.String {
			o.Value, o.Withheld = "", "secret"
		}
		if value.IsUnknown() {
			o.Value = ""
		}
		for _, u := range c.Result.Unknown {
			o.Unknown = append(o.Unknown, u.String())
		}
	}
	return o
}

// within returns the value that keys and indexes lead to; nil if they lead nowhere. Parts of an
// unknown value are unknown.
func within(v *data.Value, sub []string) *data.Value {
	for _, name := range sub {
		var next *data.Value
		switch {
		case v.IsUnknown():
			return v
		case v.Kind() == data.Hash:
			for _, e := range v.Entries() {
				if e.Key.Text() == name {
					next = e.Value
				}
			}
		case v.Kind() == data.Array:
			if i, err := strconv.Atoi(name); err == nil && 0 <= i && i < len(v.Items()) {
				next = v.Items()[i]
			}
		}
		if v = next; v == nil {
			return nil
		}
	}
	return v
}

// sourcesOf returns the files that the value of a case comes from.
func sourcesOf(c *nodes.Case, sub []string) []*ValueSource {
	var all []*ValueSource
	isMerged := c.Entry != nil && c.Entry.Strategy != nil && !c.Entry.Strategy.First()
	for _, v := range c.Values {
		node := v.Key.Node()
		if node == nil || isMerged && within(v.Value, sub) == nil {
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
func (x *Inspector) isSecret(key string, seen map[string]bool) bool {
	if seen[key] {
		return false
	}
	seen[key] = true
	if secret.IsNamed(key) {
		return true
	}
	return slices.ContainsFunc(x.Project.Definitions(key), func(d project.Definition) bool { return x.hasSecret(d.Value, seen) })
}

func (x *Inspector) hasSecret(v *data.Value, seen map[string]bool) bool {
	switch v.Kind() {
	case data.Sensitive:
		return true
	case data.String:
		if eyaml.IsEncrypted(v.Text()) {
			return true
		}
		if t := interpolate.Parse(v.Text()); t != nil {
			return slices.ContainsFunc(t.Tokens, func(token interpolate.Token) bool {
				return token.Kind == interpolate.Call && token.Method.TakesKey() && x.isSecret(token.Key.Root, seen)
			})
		}
	case data.Array:
		return slices.ContainsFunc(v.Items(), func(item *data.Value) bool { return x.hasSecret(item, seen) })
	case data.Hash:
		return slices.ContainsFunc(v.Entries(), func(e data.Entry) bool { return x.hasSecret(e.Value, seen) })
	}
	return false
}

// Definitions returns the places at which data defines a key, in the order of environments,
// hierarchies, and levels.
func (x *Inspector) Definitions(key string) []Spot {
	type ranked struct {
		spot Spot
		rank int
	}
	var all []ranked
	for _, d := range x.Project.Definitions(key) {
		rank := len(d.File.Matches)
		for _, m := range d.File.Matches {
			if i := slices.Index(m.Root.Config.Hierarchy, m.Level); i >= 0 {
				rank = i
				break
			}
		}
		all = append(all, ranked{Spot{d.Key.Doc.File, d.Key.Span}, rank})
	}
	slices.SortStableFunc(all, func(a, b ranked) int { return cmp.Compare(a.rank, b.rank) })
	return lists.Map(all, func(r ranked) Spot { return r.spot })
}

// Target returns the places at which a subject is defined:
//
//   - for a key in data, the class parameter;
//   - for a parameter or a referenced key, the data;
//   - for a level, its files, and for a variable, the files of the location that contains it;
//   - for a pattern, the keys that it matches;
//   - for a class that data names, the class.
func (x *Inspector) Target(s *Subject) []Spot {
	switch s.Kind {
	case KeySubject:
		if spots := x.parameters(s.Name); len(spots) > 0 {
			return spots
		}
		return x.Definitions(s.Name)
	case ReferenceSubject, ParameterSubject:
		if spots := x.Definitions(s.Name); len(spots) > 0 {
			return spots
		}
		return x.parameters(s.Name)
	case PatternSubject:
		return lists.FlatMap(x.Matching(s.Name), x.Definitions)
	case LevelSubject, VariableSubject:
		return x.filesOf(s)
	case ClassSubject:
		return x.classes(s.Name)
	}
	return nil
}

// parameters returns the parameters that a key sets.
func (x *Inspector) parameters(key string) []Spot {
	var spots []Spot
	for _, env := range x.Project.Environments {
		if p := x.parameter(env, key); p != nil && !slices.Contains(spots, p.Spot) {
			spots = append(spots, p.Spot)
		}
	}
	return spots
}

func (x *Inspector) classes(name string) []Spot {
	var spots []Spot
	for _, env := range x.Project.Environments {
		if code := x.CodeOf[env]; code != nil {
			if class, _ := code.Class(name); class != nil {
				if spot := (Spot{class.File, class.NameSpan}); !slices.Contains(spots, spot) {
					spots = append(spots, spot)
				}
			}
		}
	}
	return spots
}

// filesOf returns the files that a level reads, or those at a location; several levels may share it
// through an alias.
func (x *Inspector) filesOf(s *Subject) []Spot {
	reads := func(m project.Match) bool {
		if s.Location != nil && m.Location < len(m.Level.Locations) {
			return m.Level.Locations[m.Location].Node == s.Location
		}
		return m.Level == s.Level
	}
	var spots []Spot
	for _, f := range x.Project.Files {
		if s.Level != nil && slices.ContainsFunc(f.Matches, func(m project.Match) bool { return m.Root == s.Root && reads(m) }) {
			spots = append(spots, Spot{f.Doc.File, source.Span{}})
		}
	}
	return spots
}

// Matching returns the keys in data that match a pattern of lookup_options, sorted; none if it is
// not a valid regular expression.
func (x *Inspector) Matching(pattern string) []string {
	r, err := rubyregexp.Compile(pattern)
	if err != nil {
		return nil
	}
	var names []string
	for _, name := range x.Project.Keys() {
		if ok, err := r.MatchString(name); err == nil && ok && name != lookupoptions.Key {
			names = append(names, name)
		}
	}
	return names
}

// References returns the places that read a key, the certain ones first, and with definitions, the
// places at which data defines it.
func (x *Inspector) References(key string, definitions bool) []Spot {
	var spots []Spot
	add := func(s Spot) {
		if s.File != nil && !slices.Contains(spots, s) {
			spots = append(spots, s)
		}
	}
	if definitions {
		for _, s := range x.Definitions(key) {
			add(s)
		}
	}
	for _, env := range x.Project.Environments {
		u := x.UsageOf[env]
		if u == nil {
			continue
		}
		for _, r := range u.Readers(key) {
			if r.Kind == usage.Parameter {
				if p := x.parameter(env, key); p != nil {
					add(p.Spot)
					continue
				}
			}
			add(Spot{r.File, r.Span})
		}
	}
	for _, e := range x.optionEntries(key) {
		add(e)
	}
	return spots
}

// optionEntries returns the entries of lookup_options that name a key.
func (x *Inspector) optionEntries(key string) []Spot {
	var spots []Spot
	for _, d := range x.Project.Definitions(lookupoptions.Key) {
		for _, e := range d.Value.Entries() {
			if n := e.Key.Node(); n != nil && e.Key.Text() == key {
				spots = append(spots, Spot{n.Doc.File, n.Span})
			}
		}
	}
	return spots
}

// VariableFacts is what is known about a variable.
type VariableFacts struct {
	// Origin describes where it comes from.
	Origin string
	// Values lists the values in files or facts, sorted.
	Values []string
	// Instead is the replacement of a legacy fact; empty for others.
	Instead string
}

// Variable returns what is known about a variable, given its name without leading colons.
func (x *Inspector) Variable(name string) *VariableFacts {
	v := &VariableFacts{}
	values := map[string]bool{}
	for _, fleet := range x.Inventory().Fleets {
		for _, value := range fleet.Values(name) {
			values[value] = true
		}
	}
	if !secret.IsNamed(name) {
		v.Values = slices.Sorted(maps.Keys(values))
	}
	root, rest, _ := strings.Cut(name, ".")
	path := strings.Split(name, ".")
	if root == "facts" {
		path = strings.Split(rest, ".")
	}
	replacement, isLegacy := facter.Legacy(path[0])
	switch {
	case isLegacy && len(path) == 1:
		v.Origin, v.Instead = "a legacy fact", replacement.Path
	case root == "trusted":
		v.Origin = "a trusted fact, from the node's certificate"
	case root == "server_facts":
		v.Origin = "a server fact"
	case facter.Core(path...) != nil:
		v.Origin = "a Facter fact"
	case x.isDefinedFact(path[0]):
		v.Origin = "a fact that code in the tree defines"
	case facter.IsVariable(root):
		v.Origin = "a variable that Puppet sets"
	}
	return v
}

func (x *Inspector) isDefinedFact(name string) bool {
	for _, code := range x.CodeOf {
		if code.Facts[name] {
			return true
		}
	}
	return false
}

// LevelFacts is what is known about a level of a hierarchy.
type LevelFacts struct {
	// Kind is the function that serves it: `data_hash yaml_data`.
	Kind string
	// Datadir is its data directory as written.
	Datadir string
	// Locations are as written, with the files that they lead to, as shown to users.
	Locations []LocationFacts
}

// LocationFacts is a location with the files that it leads to.
type LocationFacts struct {
	Text  string
	Files []string
}

// Level returns what is known about a level.
func (x *Inspector) Level(s *Subject) *LevelFacts {
	l := s.Level
	facts := &LevelFacts{Kind: strings.TrimSpace(l.Function.Kind.String() + " " + l.Function.Name), Datadir: l.Datadir.Text}
	for i, location := range l.Locations {
		at := LocationFacts{Text: location.Text}
		for _, f := range x.Project.Files {
			if slices.ContainsFunc(f.Matches, func(m project.Match) bool { return m.Root == s.Root && m.Level == l && m.Location == i }) {
				at.Files = append(at.Files, f.Path)
			}
		}
		facts.Locations = append(facts.Locations, at)
	}
	return facts
}

// levelsOf returns the levels of all hierarchies of a hiera.yaml.
func levelsOf(root *project.Root) []*config.Level {
	return slices.Concat(root.Config.Hierarchy, root.Config.DefaultHierarchy, root.Config.PlanHierarchy)
}

// ClassText returns the documentation of a class; empty if there is none.
func (x *Inspector) ClassText(name string) string {
	for _, env := range x.Project.Environments {
		if code := x.CodeOf[env]; code != nil {
			if class, _ := code.Class(name); class != nil {
				return class.Documentation("")
			}
		}
	}
	return ""
}
