package convert

import (
	"encoding/base64"
	"errors"
	"strings"
	"sync"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/internal/rubystring"
	"github.com/hieralint/hieralint/engine/rich"
	"github.com/hieralint/hieralint/engine/rubytext"
	"github.com/hieralint/hieralint/engine/types"
)

var newRegexp = sync.OnceValue(func() *constructor {
	// The name is that of another constructor, a mistake in Puppet.
	return &constructor{name: "new_float", overloads: []overload{{
		signature: takes(1, param("pattern", types.String), param("escape", types.Boolean)),
		call: func(args []*data.Value) (*data.Value, error) {
			source := args[0].Text()
			if isTrue(argument(args, 1)) {
				source = rubytext.EscapeRegexp(source)
			}
			re, err := rich.NewRegexp(source)
			return wrap(re, err)
		},
	}}}
})

var newType = sync.OnceValue(func() *constructor {
	return &constructor{name: "new_type", overloads: []overload{{
		signature: takes(1, param("type_string", types.StringSize(1, types.Unbounded))),
		call:      func(args []*data.Value) (*data.Value, error) { return wrap(types.Parse(args[0].Text())) },
	}}}
})

var newVersion = sync.OnceValue(func() *constructor {
	qualifier := versionQualifier(`\A(?<part>[0-9A-Za-z-]+)(?:\.\g<part>)*\Z`)
	typ := localTypes(map[string]types.Type{"SemVerQualifier": qualifier},
		`PositiveInteger = Integer[0,default]`,
		`SemVerPattern = Pattern[/\A(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(?:-([0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*))?(?:\+([0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*))?\Z/]`,
		`SemVerHash = Struct[{major=>PositiveInteger,minor=>PositiveInteger,patch=>PositiveInteger,Optional[prerelease]=>SemVerQualifier,Optional[build]=>SemVerQualifier}]`)
	number := typ("PositiveInteger")
	return &constructor{name: "new_Version", overloads: []overload{
		{
			signature: takes(1, param("str", typ("SemVerPattern"))),
			call:      func(args []*data.Value) (*data.Value, error) { return wrap(rich.NewSemVer(args[0].Text())) },
		},
		{
			signature: takes(3, param("major", number), param("minor", number), param("patch", number), param("prerelease", qualifier), param("build", qualifier)),
			call: func(args []*data.Value) (*data.Value, error) {
				return data.NewRich(versionOf(args[0], args[1], args[2], argument(args, 3), argument(args, 4))), nil
			},
		},
		{
			signature: takes(1, param("hash_args", typ("SemVerHash"))),
			call: func(args []*data.Value) (*data.Value, error) {
				h := args[0]
				return data.NewRich(versionOf(member(h, "major"), member(h, "minor"), member(h, "patch"), member(h, "prerelease"), member(h, "build"))), nil
			},
		},
		{
			signature: takes(1, param("str", types.String)),
			reject: func(args []*data.Value) error {
				return refusal("new_Version", "The string '"+args[0].Text()+"' cannot be converted to a SemVer")
			},
		},
	}}
})

// versionQualifier is the type of a pre-release or build. Puppet's pattern calls a part of itself,
// so it is replaced by another one that matches the same strings.
func versionQualifier(source string) types.Type {
	re, err := rich.NewEquivalentRegexp(source, `\A[0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*\Z`)
	if err != nil {
		panic(err)
	}
	return types.NewAlias("SemVerQualifier", types.PatternOfRegexp(re))
}

// versionOf creates a version from its parts.
func versionOf(major, minor, patch, pre, build *data.Value) *rich.SemVer {
	text := func(v *data.Value) string {
		if v == nil {
			return ""
		}
		return v.Text()
	}
	return rich.NewVersion(major.BigInt(), minor.BigInt(), patch.BigInt(), text(pre), text(build))
}

var newVersionRange = sync.OnceValue(func() *constructor {
	typ := localTypes(nil,
		`SemVerRangeString = String[1]`,
		`SemVerRangeHash = Struct[{min=>Variant[Default,SemVer],Optional[max]=>Variant[Default,SemVer],Optional[exclude_max]=>Boolean}]`)
	end := typ("Variant[Default,SemVer]")
	fromVersions := func(least, most, exclude *data.Value) (*data.Value, error) {
		from, _ := least.Payload().(*rich.SemVer)
		var to *rich.SemVer
		if most != nil {
			to, _ = most.Payload().(*rich.SemVer)
		}
		return data.NewRich(rich.NewSemVerRangeBetween(from, to, isTrue(exclude))), nil
	}
	return &constructor{name: "new_VersionRange", overloads: []overload{
		{
			signature: takes(1, param("str", typ("SemVerRangeString"))),
			call: func(args []*data.Value) (*data.Value, error) {
				r, err := rich.NewSemVerRange(args[0].Text())
				if errors.Is(err, rich.ErrTooManyAlternatives) {
					return nil, &UnsupportedError{Type: types.Builtin("SemVerRange")}
				}
				return wrap(r, err)
			},
		},
		{
			signature: takes(2, param("min", end), param("max", end), param("exclude_max", types.Boolean)),
			call: func(args []*data.Value) (*data.Value, error) {
				return fromVersions(args[0], args[1], argument(args, 2))
			},
		},
		{
			signature: takes(1, param("hash_args", typ("SemVerRangeHash"))),
			call: func(args []*data.Value) (*data.Value, error) {
				return fromVersions(member(args[0], "min"), member(args[0], "max"), member(args[0], "exclude_max"))
			},
		},
	}}
})

var newBinary = sync.OnceValue(func() *constructor {
	typ := localTypes(nil,
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
		return data.NewRich(rich.NewBinary(string(b))), nil
	}
	fromText := func(text, format *data.Value) (*data.Value, error) {
		return wrap(decodeBinary(text.Text(), format))
	}
	return &constructor{name: "new_Binary", overloads: []overload{
		{
			signature: takes(1, param("str", types.String), param("format", typ("Base64Format"))),
			call:      func(args []*data.Value) (*data.Value, error) { return fromText(args[0], argument(args, 1)) },
		},
		{
			signature: takes(1, param("byte_array", typ("Array[ByteInteger]"))),
			call:      func(args []*data.Value) (*data.Value, error) { return fromBytes(args[0]) },
		},
		{
			signature: takes(1, param("hash_args", typ("BinaryArgsHash"))),
			call: func(args []*data.Value) (*data.Value, error) {
				if value := member(args[0], "value"); value.Kind() == data.Array {
					return fromBytes(value)
				}
				return fromText(member(args[0], "value"), member(args[0], "format"))
			},
		},
	}}
})

// decodeBinary decodes bytes in a format: %B strict base64 (the default), %u for URLs, %b base64
// with any other characters in between, %s and %r the string itself.
func decodeBinary(text string, format *data.Value) (*rich.Binary, error) {
	letter := "%B"
	if format != nil && format.Kind() == data.String {
		letter = format.Text()
	}
	switch letter {
	case "%B", "%u":
		s := text
		if letter == "%u" {
			s = strings.NewReplacer("-", "+", "_", "/").Replace(text)
			if !strings.HasSuffix(s, "=") && len(s)%4 != 0 { // Ruby's urlsafe_decode64 does not require padding
				s += strings.Repeat("=", 4-len(s)%4)
			}
		}
		b, err := base64.StdEncoding.Strict().DecodeString(s)
		if err != nil || strings.ContainsAny(text, "\r\n") {
			return nil, errors.New("invalid base64")
		}
		return rich.NewBinary(string(b)), nil
	case "%b":
		return rich.NewBinary(string(rubystring.UnpackBase64(text))), nil
	}
	return rich.NewBinary(text), nil
}

var newURI = sync.OnceValue(func() *constructor {
	// The name is also a mistake in Puppet.
	text := types.StringSize(1, types.Unbounded)
	return &constructor{name: "new_error", overloads: []overload{
		{
			signature: takes(1, param("uri", text)),
			call:      func(args []*data.Value) (*data.Value, error) { return wrap(rich.NewURI(args[0].Text())) },
		},
		{
			signature: takes(1, param("hash", types.URIStruct(text, types.MustParse("Integer[0]")))),
			call:      func(args []*data.Value) (*data.Value, error) { return wrap(rich.NewURIOfParts(args[0])) },
		},
	}}
})
