package manifest

import (
	"slices"
	"strings"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/merge"
	"github.com/hieralint/hieralint/engine/pp"
	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/engine/types"
)

// ArgumentMistake is a kind of mistake in the arguments of a call of lookup.
type ArgumentMistake uint8

// The mistakes in arguments. Puppet rejects calls with all but the last two.
const (
	// ValueAsType is a value in the place of the data type.
	ValueAsType ArgumentMistake = iota
	// UnknownOption is an option that lookup does not have.
	UnknownOption
	// UnknownStrategy is a merge strategy that does not exist.
	UnknownStrategy
	// NoStrategy is a hash of merge options without a strategy.
	NoStrategy
	// UnknownMergeOption is an option that no merge strategy has.
	UnknownMergeOption
	// OptionOfOtherMerge is an option of deep for another merge strategy.
	OptionOfOtherMerge
	// BadMergeOption is the value of a merge option that has the wrong type.
	BadMergeOption
	// NoOptions is an empty hash of options.
	NoOptions
	// OptionsAsDefault is a hash of options in the place of the default.
	OptionsAsDefault
)

// WrongArgument is a literal argument of a call of lookup that Puppet rejects, or that does something else than it seems to.
type WrongArgument struct {
	Mistake ArgumentMistake
	Span    source.Span
	// Text is the name of the option or strategy, the string that stands for a type, or "". For the value of an option,
	// it is the name of the option.
	Text string
}

// LookupOptions are the options of lookup. The first is valid only if there are no other arguments.
var LookupOptions = []string{"name", "value_type", "default_value", "override", "default_values_hash", "merge"}

// wrongArguments returns the mistakes in the arguments of a call of lookup.
func wrongArguments(args []pp.Expression) []WrongArgument {
	const ofAll = 4 // name, type, merge, and default
	var found []WrongArgument
	if options, ok := args[0].(*pp.Hash); ok {
		return wrongOptions(options, LookupOptions)
	}
	if len(args) == 1 {
		return nil
	}
	options, isHash := args[1].(*pp.Hash)
	switch text, isValue := valueOf(args[1]); {
	case isHash && len(args) > 2, isValue && (text != "undef" || len(args) < ofAll):
		found = append(found, WrongArgument{ValueAsType, args[1].Span(), text})
	case isHash && len(options.Entries) == 0:
		found = append(found, WrongArgument{NoOptions, options.Span(), ""})
	case isHash:
		found = wrongOptions(options, LookupOptions[1:])
	}
	if len(args) > 2 {
		found = append(found, wrongStrategy(args[2])...)
	}
	if len(args) == ofAll {
		if given, ok := args[3].(*pp.Hash); ok && len(given.Entries) > 0 && !slices.ContainsFunc(given.Entries, isNoOption) {
			found = append(found, WrongArgument{OptionsAsDefault, given.Span(), ""})
		}
	}
	return found
}

// valueOf reports whether an expression is a literal that is no data type. text is a string without its quotes, "undef", or "".
func valueOf(e pp.Expression) (text string, isValue bool) {
	switch e := e.(type) {
	case *pp.String:
		return strings.Clone(e.Value), true
	case *pp.Name:
		return strings.Clone(e.Value), true
	case *pp.Undef:
		return "undef", true
	case *pp.Interpolated, *pp.Boolean, *pp.Integer, *pp.Float, *pp.Array:
		return "", true
	}
	return "", false
}

// maxWrong limits the wrong options of a call that are recorded.
const maxWrong = 10

// wrongOptions returns the mistakes in the options of a call.
func wrongOptions(options *pp.Hash, valid []string) []WrongArgument {
	var found []WrongArgument
	for _, e := range options.Entries {
		if name, ok := word(e.Key); ok && !slices.Contains(valid, name) && len(found) < maxWrong {
			found = append(found, WrongArgument{UnknownOption, e.Key.Span(), strings.Clone(name)})
		}
	}
	if strategy := option(options, "merge"); strategy != nil {
		found = append(found, wrongStrategy(strategy)...)
	}
	return found
}

func isNoOption(e *pp.Entry) bool {
	name, ok := word(e.Key)
	return !ok || !slices.Contains(LookupOptions, name)
}

// word returns a string, a bare word, or the keyword default.
func word(e pp.Expression) (string, bool) {
	switch e := e.(type) {
	case *pp.String:
		return e.Value, true
	case *pp.Name:
		return e.Value, true
	case *pp.Default:
		return "default", true
	}
	return "", false
}

// wrongStrategy returns the mistakes in a merge strategy and its options.
func wrongStrategy(e pp.Expression) []WrongArgument {
	options, ok := e.(*pp.Hash)
	if ok {
		if slices.ContainsFunc(options.Entries, func(e *pp.Entry) bool { _, ok := word(e.Key); return !ok }) {
			return nil
		}
		strategy := option(options, "strategy")
		if strategy == nil {
			return []WrongArgument{{NoStrategy, options.Span(), ""}}
		}
		e = strategy
	}
	name, known := word(e)
	switch {
	case known && !slices.Contains(merge.AllNames, name):
		return []WrongArgument{{UnknownStrategy, e.Span(), strings.Clone(name)}}
	case known && options != nil:
		return wrongMergeOptions(options, name)
	}
	return nil
}

// wrongMergeOptions returns the mistakes in the options of a merge strategy.
func wrongMergeOptions(options *pp.Hash, strategy string) []WrongArgument {
	var found []WrongArgument
	for _, e := range options.Entries {
		name, _ := word(e.Key)
		value := constant(e.Value)
		if value == nil {
			value = data.NewUndef() // which every option accepts
		}
		_, err := merge.Parse(data.NewHash([]data.Entry{data.NewEntry("strategy", data.NewString(strategy)), data.NewEntry(name, value)}))
		if err == nil || name == "strategy" || len(found) == maxWrong {
			continue
		}
		w := WrongArgument{UnknownMergeOption, e.Key.Span(), strings.Clone(name)}
		if slices.Contains(merge.DeepOptions, name) {
			w.Mistake = OptionOfOtherMerge
			if strategy == "deep" {
				w.Mistake, w.Span = BadMergeOption, e.Value.Span()
			}
		}
		found = append(found, w)
	}
	return found
}

// maxConstant is the maximum number of elements and entries of a collection that constant returns.
const maxConstant = 100

// constant returns the value of a literal; nil for other expressions, and for large collections.
func constant(e pp.Expression) *data.Value {
	switch e := e.(type) {
	case *pp.String:
		return data.NewString(strings.Clone(e.Value))
	case *pp.Name:
		return data.NewString(strings.Clone(e.Value))
	case *pp.Array:
		elements := make([]*data.Value, 0, min(len(e.Elements), maxConstant))
		for _, element := range e.Elements {
			v := constant(element)
			if v == nil || len(elements) == maxConstant {
				return nil
			}
			elements = append(elements, v)
		}
		return data.NewArray(elements)
	case *pp.Hash:
		var hash data.HashBuilder
		for i, entry := range e.Entries {
			key, value := constant(entry.Key), constant(entry.Value)
			if key == nil || value == nil || i == maxConstant {
				return nil
			}
			hash.Set(key, value)
		}
		return hash.Hash()
	}
	return types.Literal(e)
}
