package lookupoptions

import (
	"fmt"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/types"
)

// convertTo judges a convert_to without a value: whether it is a type at all. Types of modules
// are not known here, and unknown names are left to whoever knows the modules.
func (c *checker) convertTo(v *data.Value) {
	spec := v
	if v.Kind() == data.Array && v.Len() > 0 {
		spec = v.Items()[0]
	}
	switch {
	case v.IsUndef(), spec.Kind() == data.String && hasToken(spec.Text()):
	case spec.Kind() == data.String:
		if _, err := types.Parse(spec.Text()); err != nil {
			c.add(Problem{
				Code: BadConvertTo, Reach: KeyLookups, Name: spec.Text(), Node: spec.Node(), Owner: v.Node(),
				Message: fmt.Sprintf("Invalid data type in lookup_options for key '%s' could not parse '%s', error: '%s", c.key, spec.Text(), err),
			})
		}
	default:
		if v.Kind() == data.Array && v.Len() == 0 {
			spec = data.NewUndef()
		}
		err := types.AssertInstance("'new' parameter 'type'", types.MustParse("Type"), spec)
		if err == nil {
			return
		}
		c.add(Problem{
			Code: BadConvertTo, Reach: KeyLookups, Node: v.Node(),
			Message: fmt.Sprintf("The convert_to lookup_option for key '%s' raised error: 'new' parameter 'type' expects a Type value, got %s", c.key, types.Infer(spec)),
		})
	}
}
