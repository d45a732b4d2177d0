// Package lookupoptions reads the reserved key `lookup_options`: the keys that it names, literally
// or by patterns, and how their values are merged and converted.
//
// Compile serves lookups: it returns the options of a key, or the error with which Puppet fails.
// Check serves linting: it returns everything that is wrong with one lookup_options, with
// positions. Package engine collects lookup_options from the levels of all layers and merges them.
package lookupoptions

import (
	"fmt"
	"iter"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/merge"
	"github.com/hieralint/hieralint/engine/rubyregexp"
	"github.com/hieralint/hieralint/engine/rubytext"
	"github.com/hieralint/hieralint/internal/ascii"
	"github.com/hieralint/hieralint/internal/memo"
)

// Key is the reserved key.
const Key = "lookup_options"

// patternStart marks a key of lookup_options as a pattern.
const patternStart = "^"

// Options are the lookup_options that apply to the keys of a module, or to keys without a module.
// Options are immutable and safe for concurrent use. A nil *Options has no entries.
type Options struct {
	literals map[string]*Entry
	nulls    []string // keys without options, which hide those of lower levels
	patterns []*pattern
	// byStart maps the literal texts at the start of patterns to the positions of these patterns.
	byStart map[string][]int
	longest int // the length of the longest of these texts
	// repetitions is the number of those of all patterns; see maxRepetitions.
	repetitions int
	matched     memo.Map[string, *Entry] // by root key; nil if none applies: matching is slow
}

// worthKeeping is the number of patterns from which the memory for a result is worth the time to match them again.
const worthKeeping = 4

// maxForgetful limits the number of expensive patterns that are tried for one key.
const maxForgetful = 100

// maxRepetitions is the maximum number of repetitions in all patterns beyond the first few of each; see
// rubyregexp.Repetitions.
const maxRepetitions = 300

// Patterns caches compiled regular expressions, so that a pattern that appears in several
// lookup_options is compiled once. The zero value is ready to use; Patterns is safe for concurrent
// use.
type Patterns struct {
	compiled memo.Map[string, *rubyregexp.Regexp]
}

func (p *Patterns) compile(text string) (*rubyregexp.Regexp, error) {
	if re, ok := p.compiled.Load(text); ok {
		return re, nil
	}
	re, err := rubyregexp.Compile(text)
	if err != nil {
		return nil, err
	}
	return p.compiled.Store(text, re), nil
}

type pattern struct {
	regexp *rubyregexp.Regexp // nil if isStart or isWhole
	start  string             // literal text at the start of every match, as far as it can be determined
	entry  *Entry

	repetitions int // beyond the first few
	// isStart means that the pattern is only its start, and isWhole that it is its start and the end of a line.
	isStart, isWhole bool
}

// matchesPlainly reports whether the pattern matches a root key with one line that has its start. ok is false if this needs the regular
// expression.
func (p *pattern) matchesPlainly(root string) (matches, ok bool) {
	return p.isStart || len(root) == len(p.start), p.isStart || p.isWhole
}

// candidates returns the patterns that start with the literal text at the start of a root key, in
// their order: most do not. If the key has several lines, a match may start on any of them.
func (o *Options) candidates(root string) iter.Seq[*pattern] {
	if strings.Contains(root, "\n") {
		return slices.Values(o.patterns)
	}
	if len(o.patterns) < manyPatterns {
		return func(yield func(*pattern) bool) {
			for _, p := range o.patterns {
				if strings.HasPrefix(root, p.start) && !yield(p) {
					return
				}
			}
		}
	}
	var found [][]int
	for end := range min(len(root), o.longest) + 1 {
		if at := o.byStart[root[:end]]; len(at) > 0 {
			found = append(found, at)
		}
	}
	var inOrder []int
	if len(found) == 1 {
		inOrder = found[0]
	} else {
		inOrder = slices.Concat(found...)
		slices.Sort(inOrder)
	}
	return func(yield func(*pattern) bool) {
		for _, i := range inOrder {
			if !yield(o.patterns[i]) {
				return
			}
		}
	}
}

// manyPatterns is the number of patterns from which it is faster to look up all starts of a key.
const manyPatterns = 100

// PlainStart returns the literal text at the start of every match of a pattern, as far as it can be determined. In a
// root key with several lines, a match may start on any of them.
func PlainStart(pattern string) string {
	if strings.Contains(pattern, "|") {
		return ""
	}
	text := pattern[len(patternStart):]
	end := strings.IndexFunc(text, func(r rune) bool { return r != ':' && !ascii.IsWord(r) })
	switch {
	case end < 0:
		return text
	case end > 0 && strings.IndexByte("?*+{", text[end]) >= 0:
		return text[:end-1] // the last character is optional
	}
	return text[:end]
}

// Entry holds the options of one key, or of all keys that a pattern matches.
type Entry struct {
	// Key is the key or pattern as written.
	Key string
	// KeyNode and Node are the nodes of the key and of its options; nil if they were computed.
	KeyNode, Node *data.Node

	// Merge is the merge option as given; nil if there is none. Strategy is its meaning, or, if it
	// is invalid, Err is the error with which each lookup of the key fails.
	Merge    *data.Value
	Strategy *merge.Strategy
	Err      error
	// ConvertTo is the convert_to option as given; nil if there is none.
	ConvertTo *data.Value
}

// Error is Puppet's error about an invalid lookup_options.
type Error struct {
	Message string
	// Crash is the class of Ruby's exception if Puppet crashes; otherwise "".
	Crash string
	// IsOwn reports that Puppet does not fail, but hieralint cannot determine the answer.
	IsOwn bool
	// Node is the node at fault, if any.
	Node *data.Node
}

const noMethod = "NoMethodError"

func (e *Error) Error() string { return e.Message }

// Validate applies Puppet's checks to the lookup_options of one layer: that of a module if module
// is not empty, otherwise the environment or global layer. The error is an *Error.
func Validate(value *data.Value, module string) error {
	if value == nil || value.IsUndef() {
		return nil
	}
	if value.Kind() != data.Hash {
		return &Error{Message: "value of lookup_options must be a hash", Node: value.Node()}
	}
	if module == "" {
		return nil
	}
	for _, e := range value.Entries() {
		if e.Key.Kind() != data.String {
			return keyNotAString(e.Key)
		}
		if message := outsideModule(e.Key.Text(), module); message != "" {
			return &Error{Message: message, Node: e.Key.Node()}
		}
	}
	return nil
}

// outsideModule returns Puppet's message if the data of module may not set options for key,
// otherwise "". Puppet compares strings: `^mod(::|x)` is rejected, whatever it matches.
func outsideModule(key, module string) string {
	switch {
	case strings.HasPrefix(key, patternStart):
		if !strings.HasPrefix(key, patternStart+module+"::") {
			return fmt.Sprintf("all lookup_options patterns must match a key starting with module name '%s'", module)
		}
	case !strings.HasPrefix(key, module+"::"):
		return fmt.Sprintf("all lookup_options keys must start with module name '%s'", module)
	}
	return ""
}

// keyNotAString returns the error with which Ruby fails for a key such as 1.
func keyNotAString(key *data.Value) *Error {
	return &Error{
		Message: fmt.Sprintf("undefined method `start_with?' for %s:%s", rubytext.Inspect(key), rubytext.Class(key)),
		Crash:   noMethod,
		Node:    key.Node(),
	}
}

// Compile compiles a merged lookup_options, after checking it like Validate. Patterns keep the
// order of the hash. An invalid pattern is an error for every lookup; an invalid merge or
// convert_to is an error only for the keys of that entry (Entry.Err).
func Compile(merged *data.Value, module string) (*Options, error) {
	return new(Patterns).Compile(merged, module)
}

// Compile is like the function Compile, with cached patterns.
func (p *Patterns) Compile(merged *data.Value, module string) (*Options, error) {
	if err := Validate(merged, module); err != nil {
		return nil, err
	}
	if merged == nil || merged.IsUndef() {
		return nil, nil
	}
	o := &Options{literals: make(map[string]*Entry, merged.Len()), byStart: map[string][]int{}}
	for _, e := range merged.Entries() {
		if e.Key.Kind() != data.String {
			return nil, keyNotAString(e.Key)
		}
		key := e.Key.Text()
		if !strings.HasPrefix(key, patternStart) {
			if !e.Value.IsUndef() {
				o.literals[key] = newEntry(e)
			} else {
				o.nulls = append(o.nulls, key)
			}
			continue
		}
		start := PlainStart(key)
		one := &pattern{start: start, entry: newEntry(e), isStart: key == patternStart+start, isWhole: key == patternStart+start+"$"}
		if !one.isStart && !one.isWhole {
			re, err := p.compile(key)
			if err != nil {
				return nil, &Error{Message: err.Error(), Crash: "RegexpError", Node: e.Key.Node()}
			}
			one.regexp, one.repetitions = re, rubyregexp.Repetitions(key)
		}
		o.byStart[one.start] = append(o.byStart[one.start], len(o.patterns))
		o.longest = max(o.longest, len(one.start))
		o.patterns, o.repetitions = append(o.patterns, one), o.repetitions+one.repetitions
	}
	return o, nil
}

func newEntry(e data.Entry) *Entry {
	entry := &Entry{Key: e.Key.Text(), KeyNode: e.Key.Node(), Node: e.Value.Node()}
	switch e.Value.Kind() {
	case data.Hash:
		entry.Merge, entry.ConvertTo = option(e.Value, "merge"), option(e.Value, "convert_to")
	case data.String:
		// Ruby's "text"['merge'] is 'merge' if the string contains it, so `x: merge all` requests a
		// strategy called merge. Other strings are silently ignored.
		entry.Merge, entry.ConvertTo = substring(e.Value, "merge"), substring(e.Value, "convert_to")
	case data.Undef:
		// A pattern whose value is null ends the search and has no options.
	case data.Boolean:
		if e.Value.Bool() {
			entry.Err = &Error{Message: "undefined method `[]' for true:TrueClass", Crash: noMethod, Node: e.Value.Node()}
		}
	case data.Float:
		entry.Err = &Error{
			Message: fmt.Sprintf("undefined method `[]' for %s:Float", rubytext.ToS(e.Value)), Crash: noMethod, Node: e.Value.Node()}
	default:
		entry.Err = &Error{Message: "no implicit conversion of String into Integer", Crash: "TypeError", Node: e.Value.Node()}
	}
	if entry.Merge != nil && entry.Err == nil {
		entry.Strategy, entry.Err = merge.Parse(entry.Merge)
	}
	return entry
}

// option returns an option that is present and not null.
func option(options *data.Value, name string) *data.Value {
	if v, ok := options.Get(name); ok && !v.IsUndef() {
		return v
	}
	return nil
}

func substring(v *data.Value, name string) *data.Value {
	if strings.Contains(v.Text(), name) {
		return data.NewString(name)
	}
	return nil
}

// Patterns returns the number of patterns.
func (o *Options) Patterns() int { return len(o.patterns) }

// CannotMemoize reports whether a pattern has back-references, so that it may take very long to match.
func (o *Options) CannotMemoize() bool {
	return slices.ContainsFunc(o.patterns, func(p *pattern) bool { return !p.isStart && !p.isWhole && p.regexp.CannotMemoize() })
}

// For returns the options of a root key: those of the key itself, or else those of the first
// pattern that matches. The error is hieralint's own: a regular expression took too long, or there
// were too many expensive ones.
func (o *Options) For(root string) (entry *Entry, ok bool, err error) {
	if o == nil {
		return nil, false, nil
	}
	if entry, ok = o.literals[root]; ok {
		return entry, true, nil
	}
	if len(o.patterns) == 0 {
		return nil, false, nil
	}
	if entry, ok = o.matched.Load(root); ok {
		return entry, entry != nil, nil
	}
	tried, forgetful, isValid := 0, 0, utf8.ValidString(root)
	isPlain := isValid && !strings.Contains(root, "\n")
	for p := range o.candidates(root) {
		tried++
		if matches, ok := p.matchesPlainly(root); ok && isPlain {
			if matches {
				entry = p.entry
				break
			}
			continue
		}
		re := p.regexp
		if re == nil { // the key has several lines, or is invalid UTF-8
			if re, err = rubyregexp.Compile(p.entry.Key); err != nil {
				return nil, false, &Error{Message: err.Error(), IsOwn: true, Node: p.entry.KeyNode}
			}
		}
		if isValid && re.RequiresMore(root) {
			continue
		}
		if re.CannotMemoize() {
			forgetful++
		}
		if forgetful > maxForgetful {
			return nil, false, &Error{Message: fmt.Sprintf("lookup_options has more than %d patterns with back-references for the key, which hieralint does not follow", maxForgetful), IsOwn: true, Node: p.entry.KeyNode}
		}
		if p.repetitions > 0 && o.repetitions > maxRepetitions {
			return nil, false, &Error{Message: fmt.Sprintf("patterns of lookup_options have more than %d repetitions together, which hieralint does not follow", maxRepetitions), IsOwn: true, Node: p.entry.KeyNode}
		}
		matched, err := re.MatchString(root)
		if err != nil {
			return nil, false, &Error{Message: err.Error(), IsOwn: true, Node: p.entry.KeyNode}
		}
		if matched {
			entry = p.entry
			break
		}
	}
	if tried >= worthKeeping {
		o.matched.Store(root, entry)
	}
	return entry, entry != nil, nil
}

// Collect merges the lookup_options of several levels or layers, highest priority first, as Puppet
// does: an entry replaces one with the same name and a lower priority as a whole. Entries with the
// lowest priority come first.
func Collect(values []*data.Value) (*data.Value, error) {
	strategy, err := merge.Parse(data.NewString("hash"))
	if err != nil {
		return nil, err
	}
	merged, _, err := strategy.Fold(len(values), func(i int) (*data.Value, bool, error) { return values[i], true, nil })
	return merged, err
}
