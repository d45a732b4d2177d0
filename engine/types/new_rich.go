package types

import (
	"encoding/base64"
	"errors"
	"strings"
	"sync"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/rubyregexp"
	"github.com/hieralint/hieralint/engine/rubytext"
)

var newRegexp = sync.OnceValue(func() *constructor {
	// The name is that of another constructor; Puppet's own mistake.
	return &constructor{name: "new_float", ways: []way{{
		params:   []parameter{{"pattern", String}, {"escape", Boolean}},
		required: 1,
		call: func(args []*data.Value) (*data.Value, error) {
			source := args[0].Text()
			if isTrue(argument(args, 1)) {
				source = rubytext.EscapeRegexp(source)
			}
			re, err := NewRegexp(source)
			return rich(re, err)
		},
	}}}
})

var newType = sync.OnceValue(func() *constructor {
	return &constructor{name: "new_type", ways: []way{{
		params:   []parameter{{"type_string", StringSize(1, Unbounded)}},
		required: 1,
		call: func(args []*data.Value) (*data.Value, error) {
			t, err := Parse(args[0].Text())
			return rich(t, err)
		},
	}}}
})

var newVersion = sync.OnceValue(func() *constructor {
	typ := localTypes(
		`PositiveInteger = Integer[0,default]`,
		`SemVerQualifier = Pattern[/\A(?<part>[0-9A-Za-z-]+)(?:\.\g<part>)*\Z/]`,
		`SemVerPattern = Pattern[/\A(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(?:-([0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*))?(?:\+([0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*))?\Z/]`,
		`SemVerHash = Struct[{major=>PositiveInteger,minor=>PositiveInteger,patch=>PositiveInteger,Optional[prerelease]=>SemVerQualifier,Optional[build]=>SemVerQualifier}]`)
	number, qualifier := typ("PositiveInteger"), typ("SemVerQualifier")
	judgeQualifier(qualifier)
	return &constructor{name: "new_Version", ways: []way{
		{
			params:   []parameter{{"str", typ("SemVerPattern")}},
			required: 1,
			call: func(args []*data.Value) (*data.Value, error) {
				v, err := NewSemVer(args[0].Text())
				return rich(v, err)
			},
		},
		{
			params:   []parameter{{"major", number}, {"minor", number}, {"patch", number}, {"prerelease", qualifier}, {"build", qualifier}},
			required: 3,
			call: func(args []*data.Value) (*data.Value, error) {
				return data.NewRich(versionOf(args[0], args[1], args[2], argument(args, 3), argument(args, 4))), nil
			},
		},
		{
			params:   []parameter{{"hash_args", typ("SemVerHash")}},
			required: 1,
			call: func(args []*data.Value) (*data.Value, error) {
				h := args[0]
				return data.NewRich(versionOf(member(h, "major"), member(h, "minor"), member(h, "patch"), member(h, "prerelease"), member(h, "build"))), nil
			},
		},
		{
			params:   []parameter{{"str", String}},
			required: 1,
			refuse: func(args []*data.Value) error {
				return refusal("new_Version", "The string '"+args[0].Text()+"' cannot be converted to a SemVer")
			},
		},
	}}
})

// judgeQualifier gives the pattern of a qualifier an expression that can be judged here in place of
// Puppet's own, which calls a part of itself. Messages keep showing that.
func judgeQualifier(t Type) {
	re, err := rubyregexp.Compile(`\A[0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*\Z`)
	if err != nil {
		panic(err)
	}
	t.(*aliasType).resolved.(*patternType).patterns[0].re = re
}

// versionOf is a version of its parts. A qualifier stays one word, dots and all.
func versionOf(major, minor, patch, pre, build *data.Value) *SemVer {
	v := &SemVer{major: numOf(major), minor: numOf(minor), patch: numOf(patch)}
	if pre != nil {
		v.pre = []identifier{{word: pre.Text()}}
	}
	if build != nil {
		v.build = []identifier{{word: build.Text()}}
	}
	return v
}

var newVersionRange = sync.OnceValue(func() *constructor {
	typ := localTypes(
		`SemVerRangeString = String[1]`,
		`SemVerRangeHash = Struct[{min=>Variant[Default,SemVer],Optional[max]=>Variant[Default,SemVer],Optional[exclude_max]=>Boolean}]`)
	end := typ("Variant[Default,SemVer]")
	fromVersions := func(min, max, exclude *data.Value) (*data.Value, error) {
		from, to := lowestVersion, highestVersion
		if v, ok := min.Payload().(*SemVer); ok {
			from = v
		}
		if max != nil {
			if v, ok := max.Payload().(*SemVer); ok {
				to = v
			}
		}
		return data.NewRich(betweenVersions(from, to, isTrue(exclude))), nil
	}
	return &constructor{name: "new_VersionRange", ways: []way{
		{
			params:   []parameter{{"str", typ("SemVerRangeString")}},
			required: 1,
			call: func(args []*data.Value) (*data.Value, error) {
				r, err := NewSemVerRange(args[0].Text())
				return rich(r, err)
			},
		},
		{
			params:   []parameter{{"min", end}, {"max", end}, {"exclude_max", Boolean}},
			required: 2,
			call: func(args []*data.Value) (*data.Value, error) {
				return fromVersions(args[0], args[1], argument(args, 2))
			},
		},
		{
			params:   []parameter{{"hash_args", typ("SemVerRangeHash")}},
			required: 1,
			call: func(args []*data.Value) (*data.Value, error) {
				return fromVersions(member(args[0], "min"), member(args[0], "max"), member(args[0], "exclude_max"))
			},
		},
	}}
})

var newBinary = sync.OnceValue(func() *constructor {
	typ := localTypes(
		`ByteInteger = Integer[0,255]`,
		`Base64Format = Enum["%b", "%u", "%B", "%s", "%r"]`,
		`StringHash = Struct[{value => String, "format" => Optional[Base64Format]}]`,
		`ArrayHash = Struct[{value => Array[ByteInteger]}]`,
		`BinaryArgsHash = Variant[StringHash, ArrayHash]`)
	fromBytes := func(v *data.Value) (*data.Value, error) {
		b := make([]byte, v.Len())
		for i, item := range v.Items() {
			n, _ := item.Int()
			b[i] = byte(n)
		}
		return data.NewRich(&Binary{bytes: string(b)}), nil
	}
	fromText := func(text, format *data.Value) (*data.Value, error) {
		b, err := decodeBinary(text.Text(), format)
		return rich(b, err)
	}
	return &constructor{name: "new_Binary", ways: []way{
		{
			params:   []parameter{{"str", String}, {"format", typ("Base64Format")}},
			required: 1,
			call:     func(args []*data.Value) (*data.Value, error) { return fromText(args[0], argument(args, 1)) },
		},
		{
			params:   []parameter{{"byte_array", typ("Array[ByteInteger]")}},
			required: 1,
			call:     func(args []*data.Value) (*data.Value, error) { return fromBytes(args[0]) },
		},
		{
			params:   []parameter{{"hash_args", typ("BinaryArgsHash")}},
			required: 1,
			call: func(args []*data.Value) (*data.Value, error) {
				if value := member(args[0], "value"); value.Kind() == data.Array {
					return fromBytes(value)
				}
				return fromText(member(args[0], "value"), member(args[0], "format"))
			},
		},
	}}
})

var errBase64 = errors.New("invalid base64")

// decodeBinary reads bytes in a format: %B strict base64 (the usual), %u for URLs, %b base64 with
// anything between, %s and %r the text itself.
func decodeBinary(text string, format *data.Value) (*Binary, error) {
	letter := "%B"
	if format != nil && format.Kind() == data.String {
		letter = format.Text()
	}
	switch letter {
	case "%B":
		b, err := base64.StdEncoding.Strict().DecodeString(text)
		if err != nil || strings.ContainsAny(text, "\r\n") {
			return nil, errBase64
		}
		return &Binary{bytes: string(b)}, nil
	case "%u":
		// Ruby's urlsafe_decode64 does without padding, unless there is some.
		s := strings.NewReplacer("-", "+", "_", "/").Replace(text)
		if !strings.HasSuffix(s, "=") && len(s)%4 != 0 {
			s += strings.Repeat("=", 4-len(s)%4)
		}
		b, err := base64.StdEncoding.Strict().DecodeString(s)
		if err != nil || strings.ContainsAny(text, "\r\n") {
			return nil, errBase64
		}
		return &Binary{bytes: string(b)}, nil
	case "%b":
		return &Binary{bytes: rubytext.UnpackBase64(text)}, nil
	default:
		return &Binary{bytes: text}, nil
	}
}

var newURI = sync.OnceValue(func() *constructor {
	// The name is a mistake of Puppet, too.
	text := StringSize(1, Unbounded)
	return &constructor{name: "new_error", ways: []way{
		{
			params:   []parameter{{"uri", text}},
			required: 1,
			call: func(args []*data.Value) (*data.Value, error) {
				u, err := NewURI(args[0].Text())
				return rich(u, err)
			},
		},
		{
			params:   []parameter{{"hash", uriStruct(text, &integerType{from: intNum(0), to: posInf})}},
			required: 1,
			call: func(args []*data.Value) (*data.Value, error) {
				u, err := buildFromParts(args[0])
				return rich(u, err)
			},
		},
	}}
})
