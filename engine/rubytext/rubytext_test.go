package rubytext

import (
	"math"
	"math/big"
	"testing"

	"github.com/hieralint/hieralint/engine/data"
)

func array(items ...*data.Value) *data.Value { return data.NewArray(items) }

// TestText has the output of Ruby 3.1. Package convert compares many more values with Ruby.
func TestText(t *testing.T) {
	tests := []struct {
		value        *data.Value
		toS, inspect string
	}{
		{data.NewUndef(), "", "nil"},
		{data.NewBoolean(true), "true", "true"},
		{data.NewInteger(-5), "-5", "-5"},
		{data.NewBigInteger(new(big.Int).Lsh(big.NewInt(1), 70)), "1180591620717411303424", "1180591620717411303424"},
		{data.NewString("a"), "a", `"a"`},
		{data.NewString("it's \"é\"\n\x01#{x}#y\\"), "it's \"é\"\n\x01#{x}#y\\", `"it's \"é\"\n\u0001\#{x}#y\\"`},
		{data.NewString("\u2027\u2028\u2029\u200b"), "\u2027\u2028\u2029\u200b", "\"\u2027\\u2028\\u2029\u200b\""},
		{data.NewBinaryString("\xff\x01"), "\xff\x01", `"\xFF\x01"`},
		{data.NewSymbol("a b"), "a b", `:"a b"`},
		{data.NewSymbol("[]="), "[]=", ":[]="},
		{data.NewDefault(), "default", ":default"},
		{data.NewSensitive(data.NewString("x")), "Sensitive [value redacted]", "#<Sensitive [value redacted]>"},
		{array(data.NewString("a"), data.NewUndef(), data.NewFloat(1)), `["a", nil, 1.0]`, `["a", nil, 1.0]`},
		{data.NewHash([]data.Entry{{Key: data.NewString("a"), Value: data.NewInteger(1)}, {Key: data.NewInteger(3), Value: array()}}), `{"a"=>1, 3=>[]}`, `{"a"=>1, 3=>[]}`},
	}
	for _, tt := range tests {
		if got := ToS(tt.value); got != tt.toS {
			t.Errorf("ToS() = %s, want %s", got, tt.toS)
		}
		if got := Inspect(tt.value); got != tt.inspect {
			t.Errorf("Inspect() = %s, want %s", got, tt.inspect)
		}
	}
}

func TestFloat(t *testing.T) {
	for f, want := range map[float64]string{
		0: "0.0", 1: "1.0", -1.5: "-1.5", 0.1: "0.1", 0.0001: "0.0001", 0.00001: "1.0e-05", 1e14: "100000000000000.0", 1e15: "1.0e+15",
		1234567890123456: "1.234567890123456e+15", 1290456596102887.8: "1290456596102887.8", 1e20: "1.0e+20", 1e100: "1.0e+100",
		math.Inf(1): "Infinity", math.Inf(-1): "-Infinity", math.Copysign(0, -1): "-0.0",
	} {
		if got := Float(f); got != want {
			t.Errorf("Float(%v) = %s, want %s", f, got, want)
		}
	}
	if got := Float(math.NaN()); got != "NaN" {
		t.Errorf("Float(NaN) = %s", got)
	}
}

func TestFormat(t *testing.T) {
	tests := []struct {
		format string
		value  *data.Value
		want   string
	}{
		{"%05d", data.NewInteger(42), "00042"},
		{"<%-5d>", data.NewInteger(42), "<42   >"},
		{"%+x", data.NewInteger(-255), "-ff"},
		{"%x", data.NewInteger(-255), "..f01"},
		{"%#X", data.NewInteger(255), "0XFF"},
		{"%#o", data.NewInteger(8), "010"},
		{"%b", data.NewInteger(-5), "..1011"},
		{"%.2f", data.NewFloat(1.005), "1.00"},
		{"%e", data.NewFloat(12345.678), "1.234568e+04"},
		{"%g", data.NewFloat(100000), "100000"},
		{"%g", data.NewFloat(1000000), "1e+06"},
		{"%#g", data.NewFloat(1.5), "1.50000"},
		{"%a", data.NewFloat(1), "0x1p+0"},
		{"%f", data.NewFloat(math.Inf(-1)), "-Inf"},
		{"%5.1s|", data.NewString("é!"), "    é|"},
		{"%p", data.NewString("a"), `"a"`},
		{"%d%%", data.NewString("0x1F"), "31%"},
	}
	for _, tt := range tests {
		if got, err := Format(tt.format, tt.value); err != nil || got != tt.want {
			t.Errorf("%s: got %q, %v; want %q", tt.format, got, err, tt.want)
		}
	}
	for format, want := range map[string]string{
		"%(d": "malformed format string - %(", "%": "incomplete format specifier; use %% (double %) instead", "%d%d": "too few arguments",
		"%<d": "malformed name - unmatched parenthesis", "%5-d": "flag after width",
	} {
		if _, err := Format(format, data.NewInteger(1)); err == nil || err.Error() != want {
			t.Errorf("%s: got %v, want %s", format, err, want)
		}
	}
}
