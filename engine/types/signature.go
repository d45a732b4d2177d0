package types

import (
	"errors"
	"strings"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/source"
)

// constructor is the function behind new for a type: several ways to be called, of which the first
// that fits is taken. name is how messages call it.
type constructor struct {
	name string
	ways []way
}

// way is one way to call a constructor.
type way struct {
	params   []parameter
	required int  // how many of params must be given
	rest     bool // the last of params takes all arguments that are left
	call     func(args []*data.Value) (*data.Value, error)
	// refuse, where there is one, explains in place of call why args will not do. Puppet does not
	// count such a way among those that it expects.
	refuse func(args []*data.Value) error
	// check, where there is one, tells whether the arguments behind the value can be used at all.
	check func(args []*data.Value) error
}

type parameter struct {
	name string
	typ  Type
}

func required(name string, t Type) parameter { return parameter{name: name, typ: t} }

// accepts tells whether args can be given.
func (w *way) accepts(args []*data.Value) bool {
	if len(args) < w.required || len(args) > len(w.params) && !w.rest {
		return false
	}
	for i, a := range args {
		if !Instance(w.param(i).typ, a) {
			return false
		}
	}
	return true
}

// param is the parameter that the i-th argument is for.
func (w *way) param(i int) parameter { return w.params[min(i, len(w.params)-1)] }

// tuple is the type of the arguments.
func (w *way) tuple() *tupleType {
	t := &tupleType{types: make([]Type, len(w.params)), size: w.count()}
	for i, p := range w.params {
		t.types[i] = p.typ
	}
	return t
}

func (w *way) count() *integerType {
	if w.rest {
		return &integerType{from: intNum(int64(w.required)), to: posInf}
	}
	return &integerType{from: intNum(int64(w.required)), to: intNum(int64(len(w.params)))}
}

// call makes a value of args.
func (c *constructor) call(args []*data.Value) (*data.Value, error) {
	for i := range c.ways {
		w := &c.ways[i]
		if !w.accepts(args) {
			continue
		}
		if w.refuse != nil {
			return nil, w.refuse(args)
		}
		return w.call(args)
	}
	types := make([]Type, len(args))
	for i, a := range args {
		types[i] = inferSet(a)
	}
	return nil, errors.New(c.rejection(types))
}

// refusal is an error with the name of the constructor in front.
func refusal(name, text string) error { return errors.New("'" + name + "' " + text) }

// rejection is what Puppet says when no way to call the constructor fits arguments of these types.
func (c *constructor) rejection(args []Type) string {
	var ways []*way
	var rejected [][]*mismatch
	for i := range c.ways {
		w := &c.ways[i]
		if w.refuse != nil {
			continue
		}
		rejected = append(rejected, w.reject(args, []Step{{Kind: signatureStep, Index: len(ways)}}))
		ways = append(ways, w)
	}
	all := mergeMismatches(0, wrongCount, rejected)
	if len(all) == 1 {
		return "'" + c.name + "'" + all[0].String()
	}
	var b strings.Builder
	if len(ways) == 1 {
		b.WriteString("'" + c.name + "' expects (" + ways[0].String() + ")")
		for _, m := range rejected[0] {
			b.WriteString("\n  rejected:" + m.without(0).String())
		}
		return b.String()
	}
	b.WriteString("The function '" + c.name + "' was called with arguments it does not accept. It expects one of:")
	for i, w := range ways {
		b.WriteString("\n  (" + w.String() + ")")
		for _, m := range rejected[i] {
			b.WriteString("\n    rejected:" + m.without(0).String())
		}
	}
	return b.String()
}

// reject is why arguments of these types do not fit: their number, or the first that is wrong.
func (w *way) reject(args []Type, path []Step) []*mismatch {
	if given := exactly(len(args)); !w.count().covers(given) {
		return sizeMismatch(wrongCount, path, w.count(), given)
	}
	for i, a := range args {
		p := w.param(i)
		if assignable(p.typ, a, nil) {
			continue
		}
		if found := describe(p.typ, a, step(path, Step{Kind: ParameterStep, Name: p.name})); len(found) > 0 {
			return found
		}
	}
	return nil
}

// String is the parameters as Puppet lists them: "String[1] string, Formats = … format?".
func (w *way) String() string {
	texts := make([]string, len(w.params))
	for i, p := range w.params {
		t, mark := p.typ, ""
		if i >= w.required {
			mark = "?"
			if o, ok := t.(*wrapperType); ok && o.kind == optionalT && o.of != nil {
				t = o.of
			}
		}
		if w.rest && i == len(w.params)-1 {
			mark = "*"
		}
		texts[i] = t.String() + " " + p.name + mark
	}
	return strings.Join(texts, ", ")
}

// localTypes are the aliases that only one constructor knows: "Radix = Variant[…]". Messages show
// them.
func localTypes(definitions ...string) func(text string) Type {
	byName := map[string]string{}
	for _, d := range definitions {
		name, _, _ := strings.Cut(d, " ")
		byName[strings.ToLower(name)] = d
	}
	aliases := NewAliases(func(name string) (Type, *AliasDefinition, error) {
		definition, ok := byName[strings.ToLower(name)]
		if !ok {
			return nil, nil, nil
		}
		a, err := ParseAlias(source.New("", []byte("type "+definition)))
		return nil, a, err
	})
	return func(text string) Type {
		t, err := ParseWith(text, aliases)
		if err != nil {
			panic("types: " + text + ": " + err.Error())
		}
		return t
	}
}
