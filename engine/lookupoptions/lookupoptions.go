// Package lookupoptions reads the reserved key `lookup_options`: which keys it names, literally
// or by patterns, and how they are merged and converted.
//
// It has two faces for one set of rules. Compile is what a lookup needs: the options of a key, or
// the error with which Puppet fails. Check is what a person needs: all that is wrong with one
// lookup_options at once, with the places. Collecting lookup_options from the levels of all
// layers, and merging them, is the business of package engine.
package lookupoptions

import (
	"fmt"
	"strings"
	"sync"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/merge"
	"github.com/hieralint/hieralint/engine/rubyregexp"
	"github.com/hieralint/hieralint/engine/rubytext"
)

// Key is the reserved key.
const Key = "lookup_options"

// patternStart makes a key of lookup_options a pattern.
const patternStart = "^"

// Options are the lookup_options that apply to the keys of a module, or to those without one. It
// does not change and is safe for concurrent use. A nil *Options has no entries.
type Options struct {
	literals map[string]*Entry
	patterns []*pattern
	matched  sync.Map // root key -> *Entry, nil for none: patterns are slow
}

// maxForgetful is how many patterns that are costly to search for are tried for one key.
const maxForgetful = 100

// Patterns keeps the regular expressions of patterns, so that each is compiled once for all the
// lookup_options that it appears in. The zero value is ready; it is safe for concurrent use.
type Patterns struct{ compiled sync.Map }

func (p *Patterns) compile(text string) (*rubyregexp.Regexp, error) {
	if re, ok := p.compiled.Load(text); ok {
		return re.(*rubyregexp.Regexp), nil
	}
	re, err := rubyregexp.Compile(text)
	if err != nil {
		return nil, err
	}
	kept, _ := p.compiled.LoadOrStore(text, re)
	return kept.(*rubyregexp.Regexp), nil
}

type pattern struct {
	regexp *rubyregexp.Regexp
	start  string // of a line that it matches, as far as that is plain
	entry  *Entry
}

// mayMatch reports whether a root key begins as one that the pattern matches. Most begin in another way.
func (p *pattern) mayMatch(root string) bool {
	return strings.HasPrefix(root, p.start) || strings.IndexByte(root, '\n') >= 0
}

// plainStart is the text that must follow patternStart where a pattern matches.
func plainStart(pattern string) string {
	if strings.Contains(pattern, "|") {
		return ""
	}
	text := pattern[len(patternStart):]
	end := strings.IndexFunc(text, func(r rune) bool {
		return !(r == ':' || r == '_' || r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z')
	})
	switch {
	case end < 0:
		return text
	case end > 0 && strings.IndexByte("?*+{", text[end]) >= 0:
		return text[:end-1] // the last character need not be there
	default:
		return text[:end]
	}
}

// Entry are the options of one key, or of all that a pattern matches.
type Entry struct {
	// Key is the key or the pattern as written; Pattern reports which.
	Key     string
	Pattern bool
	// KeyNode and Node are where the key and its options were written; nil when they were
	// computed.
	KeyNode, Node *data.Node

	// Merge is the merge option as given; nil when there is none. Strategy is what it means, and
	// Err the error with which each lookup of the key fails when it means nothing.
	Merge    *data.Value
	Strategy *merge.Strategy
	Err      error
	// ConvertTo is the convert_to option as given; nil when there is none.
	ConvertTo *data.Value
}

// Error is the text of Puppet about a lookup_options that it refuses.
type Error struct {
	Message string
	// Crash is the class of the exception where Puppet has no text of its own, but Ruby fails; else "".
	Crash string
	// IsOwn means that Puppet does not fail: it is hieralint that does not come to an answer.
	IsOwn bool
	// Node is the place, if there is one.
	Node *data.Node
}

const noMethod = "NoMethodError"

func (e *Error) Error() string { return e.Message }

// Validate is what Puppet asks of the lookup_options of one layer: that of a module when module
// is not empty, else that of the environment or the global layer. The error is an *Error.
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

// outsideModule is the text of Puppet when the data of module may not set options for key.
// Puppet compares text: `^mod(::|x)` is refused, whatever it matches.
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

// keyNotAString is how Ruby fails on a key such as 1.
func keyNotAString(key *data.Value) *Error {
	return &Error{
		Message: fmt.Sprintf("undefined method `start_with?' for %s:%s", rubytext.Inspect(key), rubytext.Class(key)),
		Crash:   noMethod,
		Node:    key.Node(),
	}
}

// Compile makes the options of a merged lookup_options, checking first what Validate does. The
// patterns keep the order of the hash. One pattern that Ruby cannot read is an error for every
// lookup; a bad merge or convert_to is one for the keys concerned only (Entry.Err).
func Compile(merged *data.Value, module string) (*Options, error) {
	return new(Patterns).Compile(merged, module)
}

// Compile is the function Compile with patterns that are kept.
func (p *Patterns) Compile(merged *data.Value, module string) (*Options, error) {
	if err := Validate(merged, module); err != nil {
		return nil, err
	}
	if merged == nil || merged.IsUndef() {
		return nil, nil
	}
	o := &Options{literals: make(map[string]*Entry, merged.Len())}
	for _, e := range merged.Entries() {
		if e.Key.Kind() != data.String {
			return nil, keyNotAString(e.Key)
		}
		key := e.Key.Text()
		if !strings.HasPrefix(key, patternStart) {
			if !e.Value.IsUndef() {
				o.literals[key] = newEntry(e)
			}
			continue
		}
		re, err := p.compile(key)
		if err != nil {
			return nil, &Error{Message: err.Error(), Crash: "RegexpError", Node: e.Key.Node()}
		}
		entry := newEntry(e)
		entry.Pattern = true
		o.patterns = append(o.patterns, &pattern{re, plainStart(key), entry})
	}
	return o, nil
}

func newEntry(e data.Entry) *Entry {
	entry := &Entry{Key: e.Key.Text(), KeyNode: e.Key.Node(), Node: e.Value.Node()}
	switch e.Value.Kind() {
	case data.Hash:
		entry.Merge, entry.ConvertTo = option(e.Value, "merge"), option(e.Value, "convert_to")
	case data.String:
		// Ruby's "text"['merge'] is 'merge' where the text contains it, so `x: merge all` asks
		// for a strategy called merge. Any other text is silently nothing.
		entry.Merge, entry.ConvertTo = substring(e.Value, "merge"), substring(e.Value, "convert_to")
	case data.Undef:
		// A pattern with null stops the search and asks for nothing.
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

// option is an option that is given and not null.
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

// For finds the options of a root key: those of the key itself, else those of the first pattern
// that matches it. The error is hieralint's own: a regular expression did not come to an end, or too many may not.
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
	if known, ok := o.matched.Load(root); ok {
		entry = known.(*Entry)
		return entry, entry != nil, nil
	}
	tried, forgetful := false, 0
	for _, p := range o.patterns {
		if !p.mayMatch(root) {
			continue
		}
		tried = true
		if p.regexp.IsForgetful() {
			forgetful++
		}
		if forgetful > maxForgetful {
			return nil, false, &Error{Message: fmt.Sprintf("lookup_options has more than %d patterns with back-references for the key, which hieralint does not follow", maxForgetful), IsOwn: true, Node: p.entry.KeyNode}
		}
		matched, err := p.regexp.MatchString(root)
		if err != nil {
			return nil, false, &Error{Message: err.Error(), IsOwn: true, Node: p.entry.KeyNode}
		}
		if matched {
			entry = p.entry
			break
		}
	}
	if tried {
		o.matched.Store(root, entry)
	}
	return entry, entry != nil, nil
}

// Collect merges the lookup_options of several levels or layers, the most important first, as
// Puppet does: an entry of a higher one replaces that of a lower one as a whole, and the entries of
// the lowest come first.
func Collect(values []*data.Value) (*data.Value, error) {
	strategy, err := merge.Parse(data.NewString("hash"))
	if err != nil {
		return nil, err
	}
	merged, _, err := strategy.Fold(len(values), func(i int) (*data.Value, bool, error) { return values[i], true, nil })
	return merged, err
}
