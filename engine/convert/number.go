package convert

import (
	"errors"
	"math"
	"math/big"
	"strings"
	"sync"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/internal/rubystring"
	"github.com/hieralint/hieralint/engine/pp"
	"github.com/hieralint/hieralint/engine/rubytext"
	"github.com/hieralint/hieralint/engine/types"
	"github.com/hieralint/hieralint/internal/lazyregexp"
)

// The strings that are accepted as numbers.
const (
	integerText = `\A[+-]?\s*(?:(?:\d+)|(?:0[xX][0-9A-Fa-f]+)|(?:0[bB][01]+))\z`
	floatText   = `\A[+-]?\s*(?:(?:(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE]-?\d+)?)|(?:0[xX][0-9A-Fa-f]+)|(?:0[0-7]+)|(?:0[bB][01]+))\z`
)

// argument returns argument i, or nil if it was not given.
func argument(args []*data.Value, i int) *data.Value {
	if i < len(args) {
		return args[i]
	}
	return nil
}

// isTrue reports whether an optional Boolean is true.
func isTrue(v *data.Value) bool { return v != nil && v.Kind() == data.Boolean && v.Bool() }

// member returns the value of a key in a hash of arguments, or nil.
func member(h *data.Value, key string) *data.Value {
	v, _ := h.Get(key)
	return v
}

// isUndef reports whether v is undef or the Symbol :undef.
func isUndef(v *data.Value) bool { return types.Instance(types.Undef, v) }

// isDefault reports whether v is default or the Symbol :default.
func isDefault(v *data.Value) bool { return types.Instance(types.Default, v) }

// cannotConvert returns the usual error for a value that cannot be converted to a number.
func cannotConvert(constructor string, v *data.Value, to string) error {
	if v.Kind() == data.String {
		return refusal(constructor, "The string '"+v.Text()+"' cannot be converted to "+to)
	}
	return refusal(constructor, "Value of type "+generalName(v)+" cannot be converted to "+to)
}

func bool01(b bool) int64 {
	if b {
		return 1
	}
	return 0
}

// seconds returns those of a Timestamp or Timespan.
func seconds(v *data.Value) *big.Rat {
	return v.Payload().(interface{ Seconds() *big.Rat }).Seconds()
}

func absolute1(v *data.Value, abs bool) *data.Value {
	switch {
	case !abs:
	case v.Kind() == data.Float:
		return data.NewFloat(math.Abs(v.Float()))
	case v.Kind() == data.Integer:
		return data.NewBigInteger(new(big.Int).Abs(v.BigInt()))
	}
	return v
}

// truncate is Ruby's Float#to_i.
func truncate(f float64) (*big.Int, error) {
	if math.IsNaN(f) || math.IsInf(f, 0) {
		return nil, errors.New(rubytext.Float(f))
	}
	i, _ := big.NewFloat(f).Int(nil)
	return i, nil
}

// spacedSign matches whitespace between a sign and a number, which Ruby does not skip.
var spacedSign = lazyregexp.New(`(?s)\A([+-])[ \t\p{Zs}]+(.*)\z`)

var newInteger = sync.OnceValue(func() *constructor {
	typ := localTypes(nil,
		"Radix = Variant[Default, Integer[2,2], Integer[8,8], Integer[10,10], Integer[16,16]]",
		"Convertible = Variant[Numeric, Boolean, Pattern[/"+integerText+"/], Timespan, Timestamp]",
		"NamedArgs = Struct[{from => Convertible, Optional[radix] => Radix, Optional[abs] => Boolean}]")
	convertible, namedArgs := typ("Convertible"), typ("NamedArgs")
	reject := func(from, radix *data.Value) error {
		if radix != nil {
			if err := checkRadix(radix); err != nil {
				return err
			}
		}
		return cannotConvert("new", from, "Integer")
	}
	return &constructor{name: "new", overloads: []overload{
		{
			signature: takes(1, param("from", convertible), param("radix", typ("Radix")), param("abs", types.Boolean)),
			call: func(args []*data.Value) (*data.Value, error) {
				return integerFrom(args[0], argument(args, 1), isTrue(argument(args, 2)))
			},
		},
		{
			signature: takes(1, param("hash_args", namedArgs)),
			call: func(args []*data.Value) (*data.Value, error) {
				return integerFrom(member(args[0], "from"), member(args[0], "radix"), isTrue(member(args[0], "abs")))
			},
		},
		{
			signature: takes(1, param("hash_args", types.Hash)),
			reject: func(args []*data.Value) error {
				if from := member(args[0], "from"); from != nil && !types.Instance(convertible, from) {
					return reject(from, nil)
				}
				if radix := member(args[0], "radix"); radix != nil && !isUndef(radix) && !isDefault(radix) {
					if err := checkRadix(radix); err != nil {
						return err
					}
				}
				return types.AssertInstance("Integer.new", namedArgs, args[0])
			},
		},
		{
			signature: takes(1, param("from", types.Any), param("radix", types.Integer), param("abs", types.Boolean)),
			reject:    func(args []*data.Value) error { return reject(args[0], argument(args, 1)) },
		},
	}}
})

func checkRadix(radix *data.Value) error {
	if i, ok := radix.Int(); ok && (i == 2 || i == 8 || i == 10 || i == 16) {
		return nil
	}
	return errors.New("Illegal radix: " + rubytext.ToS(radix) + ", expected 2, 8, 10, 16, or default")
}

// integerFrom is Integer.new of a value that can be converted.
func integerFrom(from, radix *data.Value, abs bool) (*data.Value, error) {
	var v *data.Value
	switch from.Kind() {
	case data.Integer:
		v = from
	case data.Float:
		i, err := truncate(from.Float())
		if err != nil {
			return nil, err
		}
		v = data.NewBigInteger(i)
	case data.Boolean:
		v = data.NewInteger(bool01(from.Bool()))
	case data.String:
		base := 0
		if radix != nil && radix.Kind() == data.Integer {
			i, _ := radix.Int()
			base = int(i)
		}
		text := from.Text()
		i, ok := rubystring.ParseInteger(text, base)
		if m := spacedSign().FindStringSubmatch(text); !ok && m != nil {
			i, ok = rubystring.ParseInteger(m[1]+m[2], base)
		}
		if !ok {
			return nil, errors.New("invalid value for Integer(): " + rubytext.Inspect(from))
		}
		v = data.NewBigInteger(i)
	default:
		s := seconds(from)
		v = data.NewBigInteger(new(big.Int).Div(s.Num(), s.Denom()))
	}
	return absolute1(v, abs), nil
}

var newFloat = sync.OnceValue(func() *constructor {
	return floatLike("new_float", "Float", func(from *data.Value) (*data.Value, error) {
		switch from.Kind() {
		case data.Float:
			return from, nil
		case data.Integer:
			return data.NewFloat(from.AsFloat()), nil
		case data.Boolean:
			return data.NewFloat(float64(bool01(from.Bool()))), nil
		case data.String:
			return floatFromText(from)
		}
		return floatSeconds(from), nil
	})
})

// floatSeconds returns the seconds of a Timestamp or Timespan as a Float.
func floatSeconds(v *data.Value) *data.Value {
	f, _ := seconds(v).Float64()
	return data.NewFloat(f)
}

func floatFromText(from *data.Value) (*data.Value, error) {
	text := from.Text()
	if text == "0" {
		// Puppet reads the second character without checking whether there is one.
		return nil, noCasecmp.On(rubytext.NilReceiver)
	}
	if strings.HasPrefix(text, "0b") || strings.HasPrefix(text, "0B") {
		if i, ok := rubystring.ParseInteger(text, 0); ok {
			f, _ := new(big.Float).SetInt(i).Float64()
			return data.NewFloat(f), nil
		}
	}
	f, ok := rubystring.ParseFloat(text)
	if m := spacedSign().FindStringSubmatch(text); !ok && m != nil {
		f, ok = rubystring.ParseFloat(m[1] + m[2])
	}
	if !ok {
		return nil, errors.New("invalid value for Float(): " + rubytext.Inspect(from))
	}
	return data.NewFloat(f), nil
}

// floatLike returns a constructor that takes a value that may be a number, and whether to drop its
// sign.
func floatLike(name, of string, convert func(*data.Value) (*data.Value, error)) *constructor {
	numbers := "Integer, Float"
	if of == "Float" {
		numbers = "Numeric"
	}
	typ := localTypes(nil,
		"Convertible = Variant["+numbers+", Boolean, Pattern[/"+floatText+"/], Timespan, Timestamp]",
		"NamedArgs = Struct[{from => Convertible, Optional[abs] => Boolean}]")
	convertAbs := func(from *data.Value, abs bool) (*data.Value, error) {
		v, err := convert(from)
		if err != nil {
			return nil, err
		}
		return absolute1(v, abs), nil
	}
	return &constructor{name: name, overloads: []overload{
		{
			signature: takes(1, param("from", typ("Convertible")), param("abs", types.Boolean)),
			call: func(args []*data.Value) (*data.Value, error) {
				return convertAbs(args[0], isTrue(argument(args, 1)))
			},
		},
		{
			signature: takes(1, param("hash_args", typ("NamedArgs"))),
			call: func(args []*data.Value) (*data.Value, error) {
				return convertAbs(member(args[0], "from"), isTrue(member(args[0], "abs")))
			},
		},
		{
			signature: takes(1, param("from", types.Any), param("abs", types.Boolean)),
			reject:    func(args []*data.Value) error { return cannotConvert(name, args[0], of) },
		},
	}}
}

var newNumeric = sync.OnceValue(func() *constructor {
	return floatLike("new_numeric", "Numeric", func(from *data.Value) (*data.Value, error) {
		switch from.Kind() {
		case data.Float, data.Integer:
			return from, nil
		case data.Boolean:
			return data.NewInteger(bool01(from.Bool())), nil
		case data.String:
			return numericFromText(from)
		}
		return floatSeconds(from), nil
	})
})

// numericFromText reads a number as in Puppet code. If there is none, it returns undef, which is
// then rejected as a Numeric.
func numericFromText(from *data.Value) (*data.Value, error) {
	text := from.Text()
	if len(text) > 1 && text[0] == '0' && strings.IndexByte("bBxX", text[1]) >= 0 {
		i, ok := rubystring.ParseInteger(text, 0)
		if !ok {
			return nil, errors.New("invalid value for Integer(): " + rubytext.Inspect(from))
		}
		return data.NewBigInteger(i), nil
	}
	if v := Number(text); v != nil {
		return v, nil
	}
	return data.NewUndef(), nil
}

// numericExpr matches a number as in Puppet code, with surrounding whitespace and a sign.
var numericExpr = lazyregexp.New(`\A[ \t\p{Zs}]*([-+]?)[ \t\p{Zs}]*(0[xX][0-9A-Fa-f]+|0?\d+(?:\.\d+)?(?:[eE]-?\d+)?)[ \t\p{Zs}]*\z`)

// Number returns the number that a string represents where Puppet expects a number; nil if there is
// none.
func Number(text string) *data.Value {
	m := numericExpr().FindStringSubmatch(text)
	if m == nil {
		return nil
	}
	negative := m[1] == "-"
	switch n := pp.ParseNumber(m[2]).(type) {
	case int64:
		if negative {
			n = -n
		}
		return data.NewInteger(n)
	case *big.Int:
		if negative {
			n.Neg(n)
		}
		return data.NewBigInteger(n)
	case float64:
		if negative {
			n = -n
		}
		return data.NewFloat(n)
	}
	return nil
}

var newBoolean = sync.OnceValue(func() *constructor {
	return &constructor{name: "new_boolean", overloads: []overload{
		{
			signature: takes(1, param("from", types.MustParse("Variant[Integer, Float, Boolean, Enum['false','true','yes','no','y','n',true]]"))),
			call: func(args []*data.Value) (*data.Value, error) {
				v := args[0]
				switch v.Kind() {
				case data.Float:
					return data.NewBoolean(v.Float() != 0), nil
				case data.Integer:
					i, ok := v.Int()
					return data.NewBoolean(!ok || i != 0), nil
				case data.Boolean:
					return v, nil
				}
				text := strings.ToLower(v.Text())
				return data.NewBoolean(text != "false" && text != "no" && text != "n"), nil
			},
		},
		{
			signature: takes(1, param("from", types.Any)),
			reject:    func(args []*data.Value) error { return cannotConvert("new_boolean", args[0], "Boolean") },
		},
	}}
})
