package lookupoptions

import (
	"fmt"
	"strings"

	"github.com/hieralint/hieralint/engine/convert"
	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/interpolate"
	"github.com/hieralint/hieralint/engine/types"
)

// convertTo checks a convert_to without a value: whether it is a type, and whether values can be
// converted to that type with the given arguments. A type that only checks values is valid. Since
// the types of modules are not known here, unknown qualified names are left to callers that know
// the modules.
func (c *checker) convertTo(v *data.Value) {
	if interpolate.HasTokens(v) {
		return
	}
	for _, found := range convert.CheckSpec(v, nil) {
		p := Problem{
			Code: BadConvertTo, Reach: KeyLookups, Name: found.Name,
			Message: fmt.Sprintf("The convert_to lookup_option for key '%s' raised error: %s", c.key, found.Text),
			Node:    found.Value.Node(), Span: found.Span, Owner: v.Node(),
		}
		switch found.Code {
		case convert.SpecAssertsOnly:
			continue
		case convert.SpecUnknownType:
			if strings.Contains(found.Name, "::") {
				continue
			}
			p.Code, p.Known = UnknownType, types.TypeNames
		case convert.SpecNotText:
			p.Code = NotAType
		case convert.SpecNotAType:
			p.Code = NotAType
			p.Message = fmt.Sprintf("Invalid data type in lookup_options for key '%s' could not parse '%s', error: '%s",
				c.key, found.Value.Text(), found.Text)
		default: // reported by the conversion
		}
		if p.Node == nil {
			p.Node = v.Node()
		}
		c.add(p)
	}
}
