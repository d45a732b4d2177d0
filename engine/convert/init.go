package convert

import (
	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/types"
)

// newInit returns the constructor of t, which is Init[of, more…] and creates instances of the type
// of. An array is passed as the arguments of new, unless new accepts it as one argument.
func newInit(t, of types.Type, more []*data.Value) (*constructor, error) {
	single, err := types.InitArgument(t)
	if err != nil {
		return nil, err
	}
	create := func(args []*data.Value) (*data.Value, error) {
		return New(types.TypeValue(of), append(args[:1:1], more...)...)
	}
	one := overload{signature: takes(1, param("value", types.Any)), call: create}
	if len(more) > 0 {
		return &constructor{name: "new_Init", overloads: []overload{one}}, nil
	}
	list := overload{signature: takes(1, param("value", types.Array)), call: func(args []*data.Value) (*data.Value, error) {
		if types.Instance(single, args[0]) {
			return create(args)
		}
		return New(types.TypeValue(of), args[0].Items()...)
	}}
	return &constructor{name: "new_Init", overloads: []overload{list, one}}, nil
}
