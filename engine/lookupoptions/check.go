package lookupoptions

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/hieralint/hieralint/engine/convert"
	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/interpolate"
	"github.com/hieralint/hieralint/engine/merge"
	"github.com/hieralint/hieralint/engine/rubyregexp"
	"github.com/hieralint/hieralint/engine/rubytext"
	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/engine/types"
)

// Code identifies the kind of a problem.
type Code uint8

// The problems of a lookup_options.
const (
	NotAHash             Code = iota // lookup_options is an array or a string
	KeyNotAString                    // a key such as 1, true, or null
	BadPattern                       // not a valid Ruby regular expression
	OutsideModule                    // a module sets options for keys outside its namespace
	EntryNotAHash                    // `key: deep` instead of `key: {merge: deep}`
	UnknownOption                    // an option other than merge and convert_to
	MisplacedMergeOption             // `knockout_prefix` next to `merge` instead of inside it
	UnknownStrategy                  // `merge: deeep`
	StrategyMissing                  // a merge hash without `strategy`
	UnknownMergeOption               // an option in the merge hash that no strategy has
	OptionOfOtherMerge               // an option of deep for another strategy
	BadMergeOption                   // an option of the wrong type, or an empty knockout_prefix
	NotAType                         // convert_to is not a type
	UnknownType                      // convert_to names a type that does not exist
	BadConvertTo                     // no value can be converted with these arguments
)

// Reach is the set of lookups that fail because of a problem.
type Reach uint8

// The reaches.
const (
	NoLookup    Reach = iota // Puppet silently ignores the problem
	KeyLookups               // lookups of the key, or of keys that match the pattern
	EveryLookup              // every lookup or, for module data, every lookup of the module's keys
)

// Problem is a mistake in a lookup_options.
type Problem struct {
	Code  Code
	Reach Reach
	// Message is Puppet's message; "" if there is none.
	Message string
	// Entry is the key or pattern; "" for the whole lookup_options.
	Entry string
	// Name is the invalid name, such as `deeep`, and Known lists the valid ones; nil if the problem
	// is not about a name.
	Name  string
	Known []string
	// Node is the part at fault: the key for a bad key and for an unknown or misplaced option,
	// otherwise the value. Owner is the value that it belongs to, where a fix applies. Both are nil
	// if they were not read from a file.
	Node, Owner *data.Node
	// Span is the part of Node's text at fault; zero means all of it.
	Span source.Span
}

// EntryOptions lists the options that Puppet reads from an entry.
var EntryOptions = []string{"merge", "convert_to"}

// withOptions lists the strategies that have options.
var withOptions = []string{"deep"}

// Check finds everything that is wrong with the lookup_options of one document. module is the
// module that the document belongs to; "" for the environment and the global layer. Strings with
// interpolation tokens are not checked where their value matters.
func Check(value *data.Value, module string) []Problem {
	switch {
	case value == nil || value.IsUndef():
		return nil
	case value.Kind() != data.Hash:
		return []Problem{{Code: NotAHash, Reach: EveryLookup, Message: "value of lookup_options must be a hash", Node: value.Node()}}
	}
	c := &checker{owner: value.Node()}
	for _, e := range value.Entries() {
		c.entry(e, module)
	}
	return c.problems
}

// checker collects problems. key and owner are those of the current entry.
type checker struct {
	problems []Problem
	key      string
	owner    *data.Node
}

func (c *checker) add(p Problem) {
	p.Entry = c.key
	p.Owner = cmp.Or(p.Owner, c.owner)
	c.problems = append(c.problems, p)
}

func (c *checker) entry(e data.Entry, module string) {
	if e.Key.Kind() != data.String {
		c.key = rubytext.ToS(e.Key)
		c.add(Problem{Code: KeyNotAString, Reach: EveryLookup, Message: keyNotAString(e.Key).Message, Name: c.key, Node: e.Key.Node()})
		return
	}
	c.key = e.Key.Text()
	if !hasToken(c.key) {
		c.name(e.Key, module)
	}
	c.options(e.Value)
}

func (c *checker) name(key *data.Value, module string) {
	if module != "" {
		if message := outsideModule(c.key, module); message != "" {
			c.add(Problem{Code: OutsideModule, Reach: EveryLookup, Message: message, Name: c.key, Node: key.Node()})
		}
	}
	if strings.HasPrefix(c.key, patternStart) {
		if _, err := rubyregexp.Compile(c.key); err != nil {
			c.add(Problem{Code: BadPattern, Reach: EveryLookup, Message: err.Error(), Name: c.key, Node: key.Node()})
		}
	}
}

func (c *checker) options(v *data.Value) {
	switch {
	case v.IsUndef():
		return
	case v.Kind() == data.String && hasToken(v.Text()):
		return
	case v.Kind() != data.Hash:
		p := Problem{Code: EntryNotAHash, Node: v.Node(), Name: rubytext.ToS(v)}
		if entry := newEntry(data.NewEntry(c.key, v)); entry.Err != nil {
			p.Reach, p.Message = KeyLookups, entry.Err.Error()
		}
		if v.Kind() == data.String {
			p.Known = merge.Names
		}
		c.add(p)
		return
	}
	for _, e := range v.Entries() {
		switch name := keyText(e.Key); {
		case name == "merge":
			c.merge(e.Value)
		case name == "convert_to":
			c.convertTo(e.Value)
		case hasToken(name):
		case slices.Contains(merge.DeepOptions, name):
			c.add(Problem{Code: MisplacedMergeOption, Name: name, Node: e.Key.Node(), Owner: v.Node()})
		default:
			c.add(Problem{Code: UnknownOption, Name: name, Known: EntryOptions, Node: e.Key.Node(), Owner: v.Node()})
		}
	}
}

func (c *checker) merge(v *data.Value) {
	_, err := merge.Parse(v)
	if err == nil {
		c.emptyPrefix(v)
		return
	}
	if v.Kind() != data.Hash {
		c.strategy(v, err)
		return
	}
	name, given := v.Get("strategy")
	switch {
	case !given || name.IsUndef():
		p := Problem{Code: StrategyMissing, Reach: KeyLookups, Message: err.Error(), Node: v.Node(), Owner: v.Node()}
		for _, e := range v.Entries() {
			if slices.Contains(merge.DeepOptions, keyText(e.Key)) {
				p.Known = withOptions
			}
		}
		c.add(p)
	case name.Kind() != data.String || !slices.Contains(merge.AllNames, name.Text()):
		c.strategy(name, err)
	default:
		c.mergeOptions(v, name.Text())
	}
}

func (c *checker) strategy(v *data.Value, err error) {
	if v.Kind() == data.String && hasToken(v.Text()) {
		return
	}
	name := rubytext.ToS(v)
	c.add(Problem{Code: UnknownStrategy, Reach: KeyLookups, Message: err.Error(), Name: name, Known: merge.Names, Node: v.Node()})
}

// mergeOptions reports each invalid option separately. Puppet reports all of them together.
func (c *checker) mergeOptions(v *data.Value, strategy string) {
	for _, e := range v.Entries() {
		name := keyText(e.Key)
		if name == "strategy" || hasToken(name) || e.Value.Kind() == data.String && hasToken(e.Value.Text()) {
			continue
		}
		_, err := merge.Parse(data.NewHash([]data.Entry{
			data.NewEntry("strategy", data.NewString(strategy)), e,
		}))
		if err == nil {
			continue
		}
		p := Problem{Reach: KeyLookups, Message: err.Error(), Name: name, Node: e.Key.Node(), Owner: v.Node()}
		known := slices.Contains(merge.DeepOptions, name)
		switch {
		case known && strategy == "deep":
			p.Code, p.Node = BadMergeOption, e.Value.Node()
		case known:
			p.Code, p.Known = OptionOfOtherMerge, withOptions
		default:
			p.Code, p.Known = UnknownMergeOption, merge.DeepOptions
		}
		c.add(p)
	}
	c.emptyPrefix(v)
}

// emptyPrefix finds an empty knockout_prefix, which passes the check of the options but fails when
// two values are merged.
func (c *checker) emptyPrefix(v *data.Value) {
	if v.Kind() != data.Hash {
		return
	}
	if prefix, ok := v.Get("knockout_prefix"); ok && prefix.Kind() == data.String && prefix.Text() == "" {
		c.add(Problem{
			Code: BadMergeOption, Reach: KeyLookups, Name: "knockout_prefix",
			Message: merge.EmptyPrefixMessage, Node: prefix.Node(), Owner: v.Node(),
		})
	}
}

// keyText returns the name of an option, or the text of a key that is not a string.
func keyText(key *data.Value) string {
	if key.Kind() == data.String {
		return key.Text()
	}
	return rubytext.ToS(key)
}

// hasToken reports whether the string contains an interpolation token.
func hasToken(text string) bool { return strings.Contains(text, "%{") }

// convertTo checks a convert_to without a value: whether it is a type, and whether values can be
// converted to that type with the given arguments. A type that only checks values is valid. Since
// the types of modules are not known here, unknown qualified names are left to callers that know
// the modules.
func (c *checker) convertTo(v *data.Value) {
	if interpolate.HasTokens(v) {
		return
	}
	for _, found := range convert.CheckSpec(v, nil) {
		p := Problem{
			Code: BadConvertTo, Reach: KeyLookups, Name: found.Name,
			Message: fmt.Sprintf("The convert_to lookup_option for key '%s' raised error: %s", c.key, found.Text),
			Node:    found.Value.Node(), Span: found.Span, Owner: v.Node(),
		}
		switch found.Code {
		case convert.SpecAssertsOnly:
			continue
		case convert.SpecUnknownType:
			if strings.Contains(found.Name, "::") {
				continue
			}
			p.Code, p.Known = UnknownType, types.TypeNames
		case convert.SpecNotText:
			p.Code = NotAType
		case convert.SpecNotAType:
			p.Code = NotAType
			p.Message = fmt.Sprintf("Invalid data type in lookup_options for key '%s' could not parse '%s', error: '%s",
				c.key, found.Value.Text(), found.Text)
		default: // reported by the conversion
		}
		if p.Node == nil {
			p.Node = v.Node()
		}
		c.add(p)
	}
}
