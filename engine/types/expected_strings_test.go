package types_test

import (
	"testing"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/types"
)

// TestExcludesAllStrings checks which types accept no string, and no Sensitive with one.
func TestExcludesAllStrings(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]struct{ strings, sensitive bool }{
		"Any":                                   {false, false},
		"Data":                                  {false, true},
		"RichData":                              {false, false},
		"Scalar":                                {false, true},
		"NotUndef":                              {false, false},
		"Optional":                              {false, false},
		"Variant":                               {false, false},
		"Undef":                                 {true, true},
		"Numeric":                               {true, true},
		"Hash":                                  {true, true},
		"Array[String]":                         {true, true},
		"Struct[{a => String}]":                 {true, true},
		"Variant[Integer, Optional[Boolean]]":   {true, true},
		"Variant[Integer, Enum['a']]":           {false, true},
		"String":                                {false, true},
		"String[8]":                             {false, true},
		"Pattern[/a/]":                          {false, true},
		"Sensitive":                             {true, false},
		"Sensitive[String[8]]":                  {true, false},
		"Sensitive[Integer]":                    {true, true},
		"Sensitive[Variant[Integer, String]]":   {true, false},
		"Variant[Sensitive[String], String[8]]": {false, false},
		"Optional[Sensitive[Hash]]":             {true, true},
		"Type[String]":                          {false, false},
	} {
		typ := types.MustParse(text)
		// Data and Scalar exclude Sensitive, but it is not necessary to know that.
		if got := types.ExcludesAllStrings(typ); got != want.strings {
			t.Errorf("%s excludes strings: %v", text, got)
		}
		if got := types.ExcludesSensitiveStrings(typ); got && !want.sensitive || !got && want.sensitive && text != "Data" && text != "Scalar" {
			t.Errorf("%s excludes Sensitive: %v", text, got)
		}
		for _, s := range []string{"", "a", "0123456789", "ENC[PKCS7,a]"} {
			v := data.NewString(s)
			if types.ExcludesAllStrings(typ) && types.Instance(typ, v) || types.ExcludesSensitiveStrings(typ) && types.Instance(typ, data.NewSensitive(v)) {
				t.Errorf("%s accepts %q", text, s)
			}
		}
	}
}
