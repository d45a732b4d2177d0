package binding

import (
	"slices"
	"strings"
	"sync"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/outcome"
	"github.com/hieralint/hieralint/engine/types"
	"github.com/hieralint/hieralint/internal/manifest"
	"github.com/hieralint/hieralint/internal/nodes"
	"github.com/hieralint/hieralint/internal/rule"
	"github.com/hieralint/hieralint/rules/internal/merging"
)

// target is the class parameter that a key sets.
type target struct {
	key       string
	class     *manifest.Definition
	parameter *manifest.Parameter
	typ       types.Type
	// check is the check of its value in the class; nil if the parameter has the type.
	check *manifest.Check
	fleet *nodes.Fleet
	// uses are the lookups of the key in code.
	uses []*manifest.Lookup
	// room is the number of bytes of Puppet's messages that may still be kept, and effort the number of values that may
	// still be visited for fixes.
	room, effort int
	// described is the number of steps with which mismatches may still be described.
	described int
}

// Limits for one key: a value may have very many mismatches, and each message names a type.
const (
	maxRoom   = 4 << 20
	maxEffort = 500_000
)

// boundTarget returns the parameter of a class in the tree that the key of the pass sets. ok is false if there is none, or if its
// type is unknown or too expensive to check.
func boundTarget(p *rule.KeyPass) (t target, ok bool) {
	code := p.Code()
	if code == nil {
		return t, false
	}
	class, parameter := code.Parameter(p.Key.Name)
	return targetOf(p, class, parameter)
}

func targetOf(p *rule.KeyPass, class *manifest.Definition, parameter *manifest.Parameter) (t target, ok bool) {
	t = target{key: p.Key.Name, class: class, parameter: parameter, fleet: p.Key.Fleet, room: maxRoom, effort: maxEffort, described: p.Code().Described()}
	if parameter == nil {
		return t, false
	}
	var err error
	if t.typ, err = p.Code().ParameterType(parameter); err != nil {
		return t, false
	}
	return t, p.Code().IsAffordable(t.typ, p.Key.Written())
}

// checkedTarget is like boundTarget, also for classes of known releases, and with the type that the class checks if the parameter has
// none.
func checkedTarget(p *rule.KeyPass) (t target, ok bool) {
	if p.Code() == nil {
		return t, false
	}
	if class, parameter := p.Code().ReleasedParameter(p.Key.Name); parameter != nil {
		return targetOf(p, class, parameter)
	}
	if t, ok = boundTarget(p); !ok || t.parameter.Check == nil {
		return t, ok
	}
	t.check, t.typ = t.parameter.Check, t.parameter.Check.Type
	return t, p.Code().IsAffordable(t.typ, p.Key.Written())
}

// resource returns the class as in Puppet's messages.
func (t *target) resource() string { return "Class[" + referenceName(t.class.Name) + "]" }

// referenceName returns the name of a class or resource type as in references.
func referenceName(name string) string {
	segments := strings.Split(name, "::")
	for i, s := range segments {
		if s != "" {
			segments[i] = strings.ToUpper(s[:1]) + s[1:]
		}
	}
	return strings.Join(segments, "::")
}

// misfit is a value that does not match the type of its parameter.
type misfit struct {
	// mismatch is nil if the value matches none of several types, each for a different reason.
	mismatch *types.Mismatch
	// text is Puppet's message, or "" if there is no room left for messages.
	text string
	// value is the value at fault, a part of whole. place is its node or, for a computed value, the node that produced
	// it; source is its node if it comes from another key.
	value, whole  *data.Value
	place, source *data.Node
	// size is the number of values in whole.
	size int
	// isCiphertext reports that value stands for an encrypted string that is not decrypted.
	isCiphertext bool
}

// misfits returns the mismatches in the value of a case, as far as the value is known.
func (t *target) misfits(p *rule.KeyPass, c *nodes.Case) []misfit {
	if c.Err != nil || c.Result == nil || c.Result.Value == nil {
		return nil
	}
	v := c.Result.Value
	if c.Entry == nil && t.isAnyText(v) {
		v = data.NewString(string(v.Node().Doc.File.Slice(v.Node().Span))).WithNode(v.Node())
	}
	standIn := t.forCiphertext(c)
	if standIn != nil {
		v = standIn
	}
	if v.IsUnknown() {
		return nil
	}
	partly := partlyKnown{}
	if v = partly.standIn(v, t.key); v == nil || v.IsUndef() && (t.parameter.HasDefault() || t.check != nil || passesUnseen(c)) || types.Instance(t.typ, v) {
		return nil
	}
	given := data.NewHash([]data.Entry{data.NewEntry(t.parameter.Name, v)})
	all := types.CheckParameters([]types.ClassParameter{{Name: t.parameter.Name, Type: t.typ}}, given, &t.described)
	size := 0
	for range v.All() {
		size++
	}
	misfitOf := func(value *data.Value, of ...types.Mismatch) misfit {
		m := misfit{value: value, whole: v, size: size, isCiphertext: standIn != nil || partly[value] == encryptedText}
		if t.room > 0 {
			m.text = types.ParametersText(t.resource(), of)
			t.room -= len(m.text)
		}
		t.locate(&m, c)
		return m
	}
	if merging.ByOptions(c) != "" || merging.MayHaveOptions(p, c) {
		all = withoutMissing(t.fleet, all)
	}
	found := make([]misfit, 0, len(all))
	for i := range all {
		switch m := &all[i]; {
		case m.Kind == types.UnknownType:
			return nil
		case !partly.isCertain(m):
		case isVariant(m):
			return []misfit{misfitOf(v, all...)} // no single part is at fault
		default:
			one := misfitOf(m.Value, *m)
			one.mismatch = m
			found = append(found, one)
		}
	}
	return found
}

// withoutMissing removes the mismatches of a merged value for which data that is not in the tree may have what is missing.
func withoutMissing(fleet *nodes.Fleet, all []types.Mismatch) []types.Mismatch {
	if !fleet.IsPartial() {
		return all
	}
	isMissing := func(m types.Mismatch) bool { return m.Kind == types.MissingKey || m.Kind == types.WrongSize }
	if len(all) > 0 && isVariant(&all[0]) && slices.ContainsFunc(all, isMissing) {
		return nil
	}
	return slices.DeleteFunc(all, isMissing)
}

// passesUnseen reports whether a level that could not be read may provide another value.
func passesUnseen(c *nodes.Case) bool {
	return slices.ContainsFunc(c.Result.Unknown, func(u *outcome.Unknown) bool {
		return u.Reason != outcome.UnknownVariable && u.Reason != outcome.EncryptedValue
	})
}

// isAnyText reports whether a value is a string with unknown content, such as that of a fact, for a parameter that
// accepts no string. Puppet does not convert strings to numbers, so the value never matches.
func (t *target) isAnyText(v *data.Value) bool {
	if certainOf(v, t.key) != insertedText || len(v.Node().Path()) != 1 {
		return false
	}
	return !types.Assignable(t.typ, types.String) && rejectsStrings(types.Mismatches(t.typ, data.NewString("")))
}

// forCiphertext returns a value that stands for that of a case if it is an encrypted string, or a Sensitive with one, whose key is
// missing, and the parameter accepts none, whatever its content; otherwise nil. The content is assumed not to be an alias for a value
// other than a string.
func (t *target) forCiphertext(c *nodes.Case) *data.Value {
	v := c.Result.Value
	if !t.isCiphertext(v) || merging.ByOptions(c) != "" {
		return nil
	}
	standIn := data.NewString("decrypted")
	switch {
	case c.Entry == nil || c.Entry.ConvertTo == nil:
		if !types.ExcludesAllStrings(t.typ) {
			return nil
		}
	case c.Entry.ConvertTo.Is(data.String) && c.Entry.ConvertTo.Text() == "Sensitive":
		if !types.ExcludesSensitiveStrings(t.typ) {
			return nil
		}
		standIn = data.NewSensitive(standIn)
	default:
		return nil
	}
	return standIn.WithNode(v.Node())
}

// isCiphertext reports whether a value is unknown because it is an encrypted string that the file contains for the key.
func (t *target) isCiphertext(v *data.Value) bool {
	return certainOf(v, t.key) == encryptedText && len(v.Node().Path()) == 1
}

// rejectsStrings reports whether the mismatches of the empty string show that a type accepts no string at all.
func rejectsStrings(all []types.Mismatch) bool {
	return len(all) == 1 && all[0].Kind == types.WrongType && all[0].ExcludesStrings()
}

// locate finds the node of the value at fault.
func (t *target) locate(m *misfit, c *nodes.Case) {
	for _, v := range []*data.Value{m.value, m.whole} {
		n := v.Node()
		if n == nil || n.Doc == nil {
			continue
		}
		if path := n.Path(); len(path) > 0 && path[0] == t.key {
			m.place = n
			return
		}
		if m.source == nil {
			m.source = n // reached through an alias
		}
	}
	if len(c.Values) > 0 {
		m.place = c.Values[0].Value.Node()
		if m.place == nil {
			m.place = c.Values[0].Key.Node()
		}
	} else {
		m.place, m.source = m.source, nil
	}
}

// eachMisfit calls report for each place of a value at fault, once. isWrong selects the cases with such a value.
func (t *target) eachMisfit(p *rule.KeyPass, isWrong func(*nodes.Case) bool, report func(m *misfit, extent nodes.Extent)) {
	seen := map[*data.Node]bool{}
	extent := sync.OnceValue(func() nodes.Extent { return p.Key.Extent(isWrong) })
	for _, c := range p.Key.Cases {
		if c.Err != nil || !isWrong(c) {
			continue
		}
		m := misfit{value: c.Result.Value, whole: c.Result.Value}
		t.locate(&m, c)
		if m.place != nil && !seen[m.place] {
			seen[m.place] = true
			report(&m, extent())
		}
	}
}

// isIncluded reports whether code includes a class without setting any of its parameters.
func isIncluded(p *rule.Site, code *manifest.Index, class string) bool {
	module, _, _ := strings.Cut(class, "::")
	return slices.ContainsFunc(inclusionsOf(p, code).byModule[module], func(i *manifest.Inclusion) bool {
		name, known := i.Class.Text()
		return known && name == class && len(i.Given) == 0
	})
}

// isGiven reports whether a resource-like declaration of a class sets a parameter.
func isGiven(p *rule.Site, code *manifest.Index, class, parameter string) bool {
	return slices.ContainsFunc(inclusionsOf(p, code).giving, func(i *manifest.Inclusion) bool {
		return i.Class.Matches(class) && (slices.Contains(i.Given, parameter) || slices.Contains(i.Given, "*"))
	})
}
