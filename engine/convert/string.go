package convert

import (
	"strings"
	"sync"

	"github.com/hieralint/hieralint/engine/data"
)

var newString = sync.OnceValue(func() *constructor {
	typ := localTypes(nil,
		`Format = Pattern[/^%([\s\[+#0{<(|-]*)([1-9][0-9]*)?(?:\.([0-9]+))?([a-zA-Z])$/]`,
		`ContainerFormat = Struct[{Optional[format] => Format, Optional[separator] => String, Optional[separator2] => String, Optional[string_formats] => Hash[Type, Format]}]`,
		`TypeMap = Hash[Type, Variant[Format, ContainerFormat]]`,
		`Convertible = Any`,
		`Formats = Variant[Default, String[1], TypeMap]`)
	return &constructor{name: "new_string", overloads: []overload{{
		signature: takes(1, param("from", typ("Convertible")), param("string_formats", typ("Formats"))),
		check:     checkStringFormat,
		call: func(args []*data.Value) (*data.Value, error) {
			format := argument(args, 1)
			if format == nil || isDefault(format) || format.Kind() == data.Hash {
				// Hiera data cannot have types as keys; only the empty hash gets here.
				return data.NewString(ToString(args[0])), nil
			}
			text, err := formatValue(args[0], format.Text())
			if err != nil {
				return nil, err
			}
			return data.NewString(text), nil
		},
	}}}
})

// formatLetters are those that are valid for some kind of value.
const formatLetters = "dxXobBeEfgGaAspctTyYnuvVDCuhq"

// checkStringFormat rejects a format that is not valid for any kind of value.
func checkStringFormat(args []*data.Value) error {
	if args[0].Kind() != data.String {
		return nil
	}
	f, err := parseStringFormat(args[0].Text())
	if err == nil && strings.IndexByte(formatLetters, f.letter) < 0 {
		err = f.illegal("String", "cCudspt")
	}
	return err
}
