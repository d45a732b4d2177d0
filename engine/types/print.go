package types

import (
	"bytes"
	"cmp"
	"strconv"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/internal/ranges"
	"github.com/hieralint/hieralint/engine/pp"
	"github.com/hieralint/hieralint/engine/rich"
	"github.com/hieralint/hieralint/engine/rubytext"
)

// printer formats types as Puppet's TypeFormatter does.
type printer struct {
	out    []byte
	expand bool // add its definition to the name of each alias
	most   int  // the length after which a type is shortened; 0 for none
	guard  guard
}

// The maximum length of expanded types: a few lines of nested aliases can produce text of any
// length. It is lower for errors of conversions and for a Mismatch, since there may be many.
const (
	maxExpanded     = 64 << 10
	maxUnsupported  = 4 << 10
	maxMismatchType = 512
)

var ellipsis = []byte("…")

func (p *printer) write(s string) { p.out = append(p.out, s...) }

// String returns what has been written.
func (p *printer) String() string { return string(p.out) }

// text returns t as part of another type: aliases by name only.
func text(t Type) string {
	p := printer{}
	p.typ(t)
	return p.String()
}

// NotSupported returns Puppet's message about a type that nothing can be converted to. A very long type is shortened, since
// the values of many keys may be converted to it.
func NotSupported(t Type) string {
	p := printer{most: maxUnsupported}
	p.typ(t)
	return "Creation of new instance of type '" + p.String() + "' is not supported"
}

// expanded returns t with the definition of every alias in it, as in messages about mismatches:
// "Array[M::Port = Integer[1, 65535]]".
func expanded(t Type, most int) string {
	p := printer{expand: true, most: most}
	p.typ(t)
	return p.String()
}

func (t plainType) String() string       { return plainNames[t] }
func (t *integerType) String() string    { return text(t) }
func (t *floatType) String() string      { return text(t) }
func (t *stringType) String() string     { return text(t) }
func (t *booleanType) String() string    { return text(t) }
func (t *enumType) String() string       { return text(t) }
func (t *regexpType) String() string     { return text(t) }
func (t *patternType) String() string    { return text(t) }
func (t *collectionType) String() string { return text(t) }
func (t *arrayType) String() string      { return text(t) }
func (t *hashType) String() string       { return text(t) }
func (t *tupleType) String() string      { return text(t) }
func (t *structType) String() string     { return text(t) }
func (t *variantType) String() string    { return text(t) }
func (t *wrapperType) String() string    { return text(t) }
func (t *initType) String() string       { return text(t) }
func (t *callableType) String() string   { return text(t) }
func (t *runtimeType) String() string    { return text(t) }
func (t *classType) String() string      { return text(t) }
func (t *resourceType) String() string   { return text(t) }
func (t *timeType) String() string       { return text(t) }
func (t *semVerType) String() string     { return text(t) }
func (t *uriType) String() string        { return text(t) }
func (t *objectType) String() string     { return expanded(t, maxExpanded) }
func (t *typeSetType) String() string    { return text(t) }
func (t *referenceType) String() string  { return text(t) }
func (t *aliasType) String() string      { return expanded(t, maxExpanded) }

// params writes name and, unless bare, its parameters, which f writes separated by comma.
func (p *printer) params(name string, bare bool, f func()) {
	p.write(name)
	if !bare {
		p.write("[")
		f()
		p.write("]")
	}
}

func (p *printer) comma() { p.write(", ") }

// list writes items with f, separated by commas.
func list[T any](p *printer, items []T, f func(T)) {
	for i, item := range items {
		if i > 0 {
			p.comma()
		}
		if p.isFull() {
			return
		}
		f(item)
	}
}

// isFull reports whether the text has reached its maximum length, and then appends an ellipsis.
func (p *printer) isFull() bool {
	if p.most == 0 || len(p.out) <= p.most {
		return false
	}
	if !bytes.HasSuffix(p.out, ellipsis) {
		p.out = append(p.out, ellipsis...)
	}
	return true
}

// limits writes the ends of a range: nothing if it is open, and the upper end only if there is one.
func (p *printer) limits(from, to ranges.Number) {
	if from.IsNegInf() {
		p.write("default")
	} else {
		p.write(from.String())
	}
	if !to.IsPosInf() {
		p.comma()
		p.write(to.String())
	}
}

func (p *printer) rangeOf(name string, from, to ranges.Number) {
	p.params(name, from.IsNegInf() && to.IsPosInf(), func() { p.limits(from, to) })
}

// size writes a size after other parameters.
func (p *printer) size(size *integerType, follows bool) {
	if !size.sized() {
		return
	}
	if follows {
		p.comma()
	}
	p.limits(size.from, size.to)
}

// sized reports whether t is a limit.
func (t *integerType) sized() bool {
	return t != nil && !(t.from.IsNegInf() && t.to.IsPosInf())
}

func (p *printer) typ(t Type) {
	if p.isFull() {
		return
	}
	switch t := t.(type) {
	case plainType:
		p.write(plainNames[t])
	case *integerType:
		p.rangeOf("Integer", t.from, t.to)
	case *floatType:
		p.rangeOf("Float", t.from, t.to)
	case *stringType:
		p.params("String", !t.size.sized(), func() { p.size(t.size, false) })
	case *booleanType:
		p.params("Boolean", t.value == nil, func() { p.write(strconv.FormatBool(*t.value)) })
	case *enumType:
		p.params("Enum", len(t.values) == 0, func() {
			list(p, t.values, func(v string) { p.write(pp.Quote(v)) })
			if t.fold {
				p.write(", true")
			}
		})
	case *regexpType:
		p.params("Regexp", t.re == nil, func() { p.write(t.literal()) })
	case *patternType:
		p.params("Pattern", len(t.patterns) == 0, func() {
			list(p, t.patterns, func(re *regexpType) { p.write(re.literal()) })
		})
	case *collectionType:
		p.params("Collection", !t.size.sized(), func() { p.size(t.size, false) })
	case *arrayType:
		if isZero(t.size) {
			p.write("Array[0, 0]")
			return
		}
		p.params("Array", t.element == Any && t.size == nil, func() {
			p.typ(t.element)
			p.size(t.size, true)
		})
	case *hashType:
		if isZero(t.size) {
			p.write("Hash[0, 0]")
			return
		}
		p.params("Hash", t.key == Any && t.value == Any && t.size == nil, func() {
			p.typ(t.key)
			p.comma()
			p.typ(t.value)
			p.size(t.size, true)
		})
	case *tupleType:
		p.params("Tuple", len(t.types) == 0, func() {
			list(p, t.types, p.typ)
			p.size(t.size, true)
		})
	case *structType:
		p.params("Struct", len(t.elements) == 0, func() { p.elements(t.elements) })
	case *variantType:
		p.params("Variant", len(t.types) == 0, func() { list(p, t.types, p.typ) })
	case *wrapperType:
		p.wrapper(t)
	case *initType:
		p.params("Init", t.of == nil, func() {
			p.typ(t.of)
			for _, a := range t.args {
				p.comma()
				p.literal(a)
			}
		})
	case *callableType:
		p.callable(t)
	case *runtimeType:
		p.runtime(t)
	case *classType:
		p.params("Class", t.class == nil, func() { p.write(*t.class) })
	case *resourceType:
		p.resource(t)
	case *timeType:
		p.timeRange(t)
	case *semVerType:
		p.params("SemVer", len(t.ranges) == 0, func() {
			list(p, t.ranges, func(r *rich.SemVerRange) { p.write("'" + r.String() + "'") })
		})
	case *uriType:
		p.params("URI", t.params == nil, func() { p.literal(t.params) })
	case *objectType:
		p.object(t)
	case *typeSetType:
		// Only the empty TypeSet is possible.
		p.write("TypeSet[{pcore_uri => 'http://puppet.com/2016.1/pcore', pcore_version => '1.0.0', " +
			"name_authority => 'http://puppet.com/2016.1/runtime', name => 'DefaultTypeSet', version => '0.0.0'}]")
	case *referenceType:
		p.write("TypeReference[" + pp.Quote(t.text) + "]")
	case *aliasType:
		p.alias(t)
	}
}

// elements writes the members of a Struct. A key is bare if being optional follows from whether its
// value may be undef; otherwise, it is written as Optional or NotUndef.
func (p *printer) elements(elements []structElement) {
	p.write("{")
	list(p, elements, func(e structElement) {
		switch mayBeUndef := assignable(e.value, Undef, nil); {
		case e.optional && !mayBeUndef:
			p.write("Optional[" + pp.Quote(e.key) + "]")
		case !e.optional && mayBeUndef:
			p.write("NotUndef[" + pp.Quote(e.key) + "]")
		default:
			p.write(pp.Quote(e.key))
		}
		p.write(" => ")
		p.typ(e.value)
	})
	p.write("}")
}

func (p *printer) wrapper(t *wrapperType) {
	bare := t.of == nil || t.of == Any && (t.kind == sensitiveT || t.kind == notUndefT)
	p.params(t.name(), bare, func() {
		if s, ok := t.of.(*stringType); ok && s.value != nil && (t.kind == optionalT || t.kind == notUndefT) {
			p.write(pp.Quote(*s.value))
			return
		}
		p.typ(t.of)
	})
}

func (p *printer) callable(t *callableType) {
	switch {
	case t.ret == nil:
		p.params("Callable", t.params == nil, func() { p.callableParams(t) })
	case t.params == nil:
		p.write("Callable[[], ")
		p.typ(t.ret)
		p.write("]")
	default:
		p.write("Callable[[")
		p.callableParams(t)
		p.write("], ")
		p.typ(t.ret)
		p.write("]")
	}
}

func (p *printer) callableParams(t *callableType) {
	follows := false
	for _, param := range t.params.types {
		if param == unitT {
			continue
		}
		if follows {
			p.comma()
		}
		p.typ(param)
		follows = true
	}
	switch {
	case len(t.params.types) == 0:
		p.write("0, 0")
		follows = true
	case t.params.size.sized():
		p.size(t.params.size, follows)
		follows = true
	}
	if t.block != nil {
		if follows {
			p.comma()
		}
		p.typ(t.block)
	}
}

func (p *printer) runtime(t *runtimeType) {
	p.params("Runtime", t.runtime == "" && t.class == nil && t.pattern == nil, func() {
		p.write(cmp.Or(t.runtime, "undef"))
		p.comma()
		switch {
		case t.pattern != nil:
			p.write("[" + t.pattern.literal() + ", " + pp.Quote(t.replacement) + "]")
		case t.class != nil:
			p.write(pp.Quote(*t.class))
		default:
			p.write("undef")
		}
	})
}

func (p *printer) resource(t *resourceType) {
	if t.resource == "" {
		p.write("Resource")
		return
	}
	p.params(t.resource, t.title == nil, func() { p.write(*t.title) })
}

func (p *printer) timeRange(t *timeType) {
	p.params(t.name(), t.from.IsNegInf() && t.to.IsPosInf(), func() {
		if t.from.IsNegInf() {
			p.write("default")
		} else {
			p.write("'" + t.moment(t.from) + "'")
		}
		if !t.to.IsPosInf() && !t.to.Eq(t.from) {
			p.write(", '" + t.moment(t.to) + "'")
		}
	})
}

// object writes the definition of a type with attributes if aliases are written with theirs.
func (p *printer) object(t *objectType) {
	if p.expand {
		p.write(t.definition)
		return
	}
	p.write(t.title)
}

func (p *printer) alias(t *aliasType) {
	expand := p.expand
	if expand && t.recursive {
		entered := p.guard.enterThis(t)
		defer p.guard.leaveThis(entered)
		expand = !p.guard.thisLoops
	}
	p.write(t.alias)
	if expand && !t.builtin {
		p.write(" = ")
		p.typ(t.resolved)
	}
}

// literal writes a value as a parameter of a type.
func (p *printer) literal(v *data.Value) {
	switch v.Kind() {
	case data.Undef:
		p.write("undef")
	case data.Default:
		p.write("default")
	case data.Boolean:
		p.write(strconv.FormatBool(v.Bool()))
	case data.Integer, data.Float:
		p.write(ranges.Of(v).String())
	case data.String:
		p.write(pp.Quote(v.Text()))
	case data.Array:
		p.write("[")
		list(p, v.Items(), p.literal)
		p.write("]")
	case data.Hash:
		p.write("{")
		list(p, v.Entries(), func(e data.Entry) {
			p.literal(e.Key)
			p.write(" => ")
			p.literal(e.Value)
		})
		p.write("}")
	case data.Rich:
		switch r := v.Payload().(type) {
		case Type:
			p.typ(r)
		case *rich.Regexp:
			p.write(r.Literal())
		default:
			p.write("'" + rubytext.ToS(v) + "'")
		}
	default:
		p.write(rubytext.ToS(v))
	}
}
