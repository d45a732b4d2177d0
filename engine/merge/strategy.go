package merge

import (
	"fmt"
	"sync"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/rubytext"
	"github.com/hieralint/hieralint/engine/types"
	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/memo"
)

// kind is a way to combine values. Several names can have the same kind.
type kind uint8

const (
	first kind = iota
	unique
	hash
	deep
	reverseDeep
)

// Strategy is a merge strategy with its options. It is immutable and safe for concurrent use.
type Strategy struct {
	name    string
	kind    kind
	options *data.Value // as given, with `strategy`; nil if none are given
	deep    *deepMerge
}

// Names lists the strategies that Puppet documents.
var Names = []string{"first", "unique", "hash", "deep"}

// AllNames lists all strategies that Puppet accepts. The last three are internal, but also work in
// lookup_options and lookup().
var AllNames = []string{"first", "unique", "hash", "deep", "default", "unconstrained_deep", "reverse_deep"}

// DeepOptions lists the options of deep.
var DeepOptions = []string{"knockout_prefix", "sort_merged_arrays", "merge_hash_arrays", "merge_debug"}

// definition is the kind of a strategy and the type of its options.
type definition struct {
	kind    kind
	options string
}

var definitions = map[string]definition{
	"default": {first, "Struct[{strategy => Optional[Pattern[/default/]]}]"},
	"first":   {first, "Struct[{strategy => Optional[Pattern[/first/]]}]"},
	"unique":  {unique, "Struct[{strategy => Optional[Pattern[/unique/]]}]"},
	"hash":    {hash, "Struct[{strategy => Optional[Pattern[/hash/]]}]"},
	"deep": {deep, "Struct[{strategy => Optional[Pattern[/deep/]], knockout_prefix => Optional[String], " +
		"merge_debug => Optional[Boolean], merge_hash_arrays => Optional[Boolean], sort_merged_arrays => Optional[Boolean]}]"},
	"unconstrained_deep": {deep, "Hash[String[1], Any]"},
	"reverse_deep":       {reverseDeep, "Hash[String[1], Any]"},
}

// plain holds the strategies without options.
var plain = sync.OnceValue(func() map[string]*Strategy {
	m := make(map[string]*Strategy, len(definitions))
	for name, def := range definitions {
		m[name] = &Strategy{name: name, kind: def.kind, deep: &deepMerge{}}
	}
	// Without options, Ruby finds the instance of the parent class, so the explanation says `deep`.
	m["unconstrained_deep"] = m["deep"]
	return m
})

// Default returns the strategy that applies if none is given: the first value found.
func Default() *Strategy { return defaultStrategy() }

var defaultStrategy = sync.OnceValue(func() *Strategy { return plain()["default"] })

// Hash returns the strategy that combines lookup_options.
func Hash() *Strategy { return plain()["hash"] }

// Parse reads a merge argument: the name of a strategy, or a hash with the name as `strategy` and
// its options. Nil, undef, and false are the default strategy. The error is an *Error with Puppet's
// message.
func Parse(merge *data.Value) (*Strategy, error) {
	if merge == nil || merge.IsFalsy() {
		return Default(), nil
	}
	name, options := merge, (*data.Value)(nil)
	if merge.Kind() == data.Hash {
		var given bool
		if name, given = merge.Get("strategy"); !given || name.IsUndef() {
			return nil, argumentError("The hash given as 'merge' must contain the name of a strategy in string form for the key 'strategy'")
		}
		if merge.Len() > 1 {
			options = merge
		}
	}
	text := rubytext.ToS(name)
	def, known := definitions[text]
	if !known || name.Kind() != data.String && name.Kind() != data.Symbol {
		return nil, argumentError(fmt.Sprintf("Unknown merge strategy: '%s'", text))
	}
	if options == nil {
		return plain()[text], nil
	}
	optionsType := optionTypes.Of(def.options, func() types.Type { return types.MustParse(def.options) })
	if err := types.AssertInstance("The merge options", optionsType, options); err != nil {
		return nil, &Error{Class: TypeAssertionError, Message: err.Error()}
	}
	return &Strategy{name: text, kind: def.kind, options: options, deep: newDeepMerge(options)}, nil
}

var optionTypes memo.Map[string, types.Type]

// newDeepMerge reads options that have been checked. Where option names are not checked, their
// types are not either, and Ruby's truthiness decides.
func newDeepMerge(options *data.Value) *deepMerge {
	is := func(name string) bool {
		v, ok := options.Get(name)
		return ok && !v.IsFalsy()
	}
	d := &deepMerge{
		sortArrays:      is("sort_merged_arrays"),
		mergeHashArrays: is("merge_hash_arrays"),
		preserve:        is("preserve_unmergeables"),
		overwrite:       is("overwrite_arrays"),
		extend:          is("extend_existing_arrays"),
		unpackArrays:    is("unpack_arrays"),
	}
	if d.unpackArrays {
		separator, _ := options.Get("unpack_arrays")
		d.unpack = rubytext.ToS(separator)
	}
	if is("knockout_prefix") {
		prefix, _ := options.Get("knockout_prefix")
		if prefix.Kind() == data.String && prefix.Text() == "" {
			d.emptyPrefix = true
		} else {
			d.knockout = newKnockout(rubytext.ToS(prefix))
		}
	}
	return d
}

// Name returns the name of the strategy; "default" if none was given.
func (s *Strategy) Name() string { return s.name }

// First reports whether only the first value is used.
func (s *Strategy) First() bool { return s.kind == first }

// Options returns the options as given, without `strategy`; nil if there are none.
func (s *Strategy) Options() *data.Value {
	if s.options == nil {
		return nil
	}
	return data.NewHash(lists.Filter(s.options.Entries(), func(e data.Entry) bool {
		return e.Key.Kind() != data.String || e.Key.Text() != "strategy"
	}))
}

// ErrorClass is the class of Ruby's exception, which decides how Puppet passes an error on.
type ErrorClass string

// The classes.
const (
	ArgumentError      ErrorClass = "ArgumentError"
	TypeAssertionError ErrorClass = "Puppet::Pops::Types::TypeAssertionError"
	InvalidParameter   ErrorClass = "DeepMerge::InvalidParameter"
	RegexpError        ErrorClass = "RegexpError"
)

// Error is a strategy that does not exist or two values that cannot be merged; Message is the
// text of Puppet.
type Error struct {
	Class   ErrorClass
	Message string
}

func (e *Error) Error() string { return e.Message }

func argumentError(message string) error { return &Error{Class: ArgumentError, Message: message} }
