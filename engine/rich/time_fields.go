package rich

import (
	"math/big"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/internal/ranges"
	"github.com/hieralint/hieralint/engine/rubytext"
)

// TimeFields holds the fields of a Timespan, the largest first.
var TimeFields = []string{"days", "hours", "minutes", "seconds", "milliseconds", "microseconds", "nanoseconds"}

// perField holds how many of each field, except the first, are in the one before.
var perField = []int64{0, 24, 60, 60, 1000, 1000, 1000}

// noMultiply is where Puppet 7.23 multiplies the days.
var noMultiply = rubytext.MissingMethod{
	Method: "*", Mark: "*",
	Line: `      ns = (((((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000 + milliseconds) * 1000 + microseconds) * 1000 + nanoseconds`,
}

// NanosecondsOfFields adds days, hours, and so on. The parameter of a type may have values that are
// no Integers: a Float makes the sum a Float, and the error for other values is Ruby's.
func NanosecondsOfFields(fields *data.Value) (ranges.Number, error) {
	values := make([]*data.Value, len(TimeFields))
	for i, name := range TimeFields {
		values[i] = data.NewInteger(0)
		if v := member(fields, name); v != nil && !v.IsFalsy() {
			values[i] = v
		}
	}
	if err := checkDays(values); err != nil {
		return ranges.Number{}, err
	}
	sum, float, isFloat := new(big.Int), 0.0, false
	for i, v := range values {
		sum.Mul(sum, big.NewInt(perField[i]))
		float *= float64(perField[i])
		switch v.Kind() {
		case data.Integer:
			sum.Add(sum, v.BigInt())
			float += v.AsFloat()
		case data.Float:
			if !isFloat {
				before, _ := new(big.Float).SetInt(sum).Float64()
				float, isFloat = before, true
			}
			float += v.Float()
		default:
			return ranges.Number{}, notCoerced(v, isFloat)
		}
	}
	if v := member(fields, "negative"); v != nil && !v.IsFalsy() {
		sum.Neg(sum)
		float = -float
	}
	if isFloat {
		return ranges.Float(float), nil
	}
	return ranges.Big(sum), nil
}

// checkDays returns the error of the first value if Ruby cannot multiply it by a number, or, like a
// String, repeats it and then cannot append the next value.
func checkDays(values []*data.Value) error {
	days := values[0]
	switch days.Kind() {
	case data.Integer, data.Float:
		return nil
	case data.String, data.Array:
		for _, v := range values[1:] {
			if v.Kind() != days.Kind() {
				return rubytext.NoImplicitConversion(rubytext.Implicit(v), rubytext.Class(days))
			}
		}
		return &rubytext.Error{Class: "NoMemoryError", Message: "failed to allocate memory"}
	}
	return noMultiply.On(rubytext.Receiver(days))
}

// notCoerced returns the error of adding a value to a number.
func notCoerced(v *data.Value, toFloat bool) error {
	name := rubytext.Implicit(v)
	if v.Kind() == data.Default {
		name = ":default"
	}
	if toFloat {
		return rubytext.TypeError(name + " can't be coerced into Float")
	}
	return rubytext.TypeError(name + " can't be coerced into Integer")
}
