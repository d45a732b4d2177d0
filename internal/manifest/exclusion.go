package manifest

import (
	"slices"
	"strings"

	"github.com/hieralint/hieralint/engine/pp"
	"github.com/hieralint/hieralint/internal/lists"
)

// branch is a branch of a condition, or one of the options of a `case` or selector.
type branch struct {
	of      pp.Expression     // the condition, or what is compared with options
	options [][]pp.Expression // the values of each; nil for a condition
	option  int
	not     bool // evaluated unless the condition holds or the option applies

	isRead bool
	when   []*guard // of parameterGuards if isRead
}

// valuesOf returns the values of the options of a `case`.
func valuesOf(n *pp.Case) [][]pp.Expression {
	return lists.Map(n.Options, func(o *pp.CaseOption) []pp.Expression { return o.Values })
}

// matchesOf returns the values of the options of a selector.
func matchesOf(n *pp.Selector) [][]pp.Expression {
	return lists.Map(n.Options, func(o *pp.SelectorOption) []pp.Expression { return []pp.Expression{o.Match} })
}

// branchesOf returns the branches for options with values.
func branchesOf(of pp.Expression, options [][]pp.Expression) []branch {
	branches := make([]branch, len(options))
	for i := range options {
		branches[i] = branch{of: of, options: options, option: i}
	}
	return branches
}

// guard returns a branch as a guard.
func (r *guardReader) guard(b branch) *guard {
	var g *guard
	if b.options == nil {
		g = r.guardOf(b.of)
	} else if g = r.optionGuards(b.of, b.options)[b.option]; g == nil {
		g = r.other(append(slices.Concat(b.options...), b.of)...)
	}
	if b.not {
		return g.not()
	}
	return g
}

// exclusion tests which strings in the value of a key cannot occur, as far as they are not the names of classes.
type exclusion struct {
	test func(text string) bool
	size int
}

// everything excludes all strings.
var everything = &exclusion{func(string) bool { return true }, 1}

// or returns what either excludes; both may be nil.
func (x *exclusion) or(other *exclusion) *exclusion {
	switch {
	case x == nil:
		return other
	case other == nil:
		return x
	case x.size+other.size > maxGuards:
		return everything
	}
	return &exclusion{func(text string) bool { return x.test(text) || other.test(text) }, x.size + other.size}
}

// maxBranchEffort is the number of expressions in branches that are read for a file.
const maxBranchEffort = 20_000

// excluded returns what the enclosing code excludes among the strings in the value of a key; nil if nothing.
func (c *collector) excluded(path Pattern) *exclusion {
	switch all := len(c.branches) + len(c.left); {
	case path.IsZero() || all == 0:
		return nil
	case all > maxGuards:
		return everything
	}
	return c.excludedBy(path, slices.Concat(c.branches, c.left)...)
}

// excludedBy returns what branches exclude among the strings in the value of a key; nil if nothing. If a condition cannot be
// understood, they exclude the literals in it.
func (c *collector) excludedBy(path Pattern, branches ...branch) *exclusion {
	if path.IsZero() {
		return nil
	}
	mentioned, isTested := map[string]bool{}, false
	const variable = "value"
	isValue := func(e pp.Expression) bool {
		c.effort--
		switch e := onlyPart(e).(type) {
		case *pp.Variable, *pp.Call, *pp.MethodCall:
			is := slices.ContainsFunc(c.values(e), func(v value) bool { return !v.key.IsZero() && !v.ofHash && slices.Equal(v.path.parts, path.parts) })
			isTested = isTested || is
			return is
		}
		return false
	}
	isName := func(e pp.Expression) bool {
		return isValue(e) || slices.ContainsFunc(c.values(e), func(v value) bool { return v.inserted != nil && slices.Equal(v.inserted.Path.parts, path.parts) })
	}
	r := guardReader{variableOf: func(e pp.Expression) string {
		if isValue(e) {
			return variable
		}
		return ""
	}}
	r.other = func(all ...pp.Expression) *guard {
		is := unclear
		for _, e := range all {
			if isDefined(e, isName) {
				is = fails
			}
			pp.Walk(e, func(n pp.Node) bool {
				switch n := n.(type) {
				case *pp.String:
					mentioned[bare(n.Value)] = true
				case *pp.Name:
					mentioned[bare(n.Value)] = true
				}
				c.effort--
				return c.effort >= 0
			})
		}
		return &guard{variable, func(string) outcome { return is }, 1}
	}
	var tests []guardTest
	for _, b := range branches {
		if c.effort -= len(b.options); c.effort >= 0 {
			tests = append(tests, r.guard(b).test)
		}
	}
	if c.effort < 0 {
		return everything
	}
	if !isTested && len(mentioned) == 0 {
		return nil
	}
	return &exclusion{func(text string) bool {
		is := allOf(tests, text)
		return is == fails || is == unclear && mentioned[bare(text)]
	}, len(tests)}
}

// bare returns a literal in lower case and without leading colons.
func bare(text string) string { return strings.Clone(lower(strings.TrimPrefix(text, "::"))) }

// isDefined reports whether a condition is that a class or type with a name is defined, which fails for what is not the name of a
// class.
func isDefined(condition pp.Expression, isName func(pp.Expression) bool) bool {
	call, ok := condition.(*pp.Call)
	if !ok {
		return false
	}
	name, ok := call.Function.(*pp.Name)
	return ok && strings.TrimPrefix(name.Value, "::") == "defined" && slices.ContainsFunc(call.Arguments, func(e pp.Expression) bool {
		if access, ok := e.(*pp.Access); ok && len(access.Keys) == 1 {
			e = access.Keys[0]
		}
		return isName(e)
	})
}

// either returns the values of expressions of which the branches evaluate one each.
func (c *collector) either(branches []branch, list ...pp.Expression) []value {
	values := []value{}
	for i, e := range list {
		for _, v := range c.values(e) {
			v.excluded = v.excluded.or(c.excludedBy(v.path, branches[i]))
			values = append(values, v)
		}
		if len(values) > maxValues {
			return unknown
		}
	}
	return values
}

// some returns the values of the first argument of a function that returns only some of them, such as filter.
func (c *collector) some(function string, args []pp.Expression, block *pp.Lambda) []value {
	values := c.values(args[0])
	switch {
	case function == "filter" && block != nil && len(block.Body.Statements) > 0:
		c.inBlock(block, values, func() {
			last := branch{of: block.Body.Statements[len(block.Body.Statements)-1]}
			values = lists.Map(values, func(v value) value {
				v.excluded = v.excluded.or(c.excludedBy(v.path, last))
				return v
			})
		})
	case (function == "delete" || function == "difference") && len(args) > 1:
		return c.without(values, args[1])
	}
	return values
}

// without returns values without the literals in an expression.
func (c *collector) without(values []value, removed pp.Expression) []value {
	texts := map[string]bool{}
	for _, v := range c.values(removed) {
		if text, known := v.text.Text(); known {
			texts[strings.Clone(text)] = true
		}
	}
	if len(texts) == 0 {
		return values
	}
	x := &exclusion{func(text string) bool { return texts[text] }, 1}
	return lists.Map(values, func(v value) value {
		v.excluded = v.excluded.or(x)
		return v
	})
}
