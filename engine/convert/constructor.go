package convert

import (
	"errors"
	"strings"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/engine/types"
	"github.com/hieralint/hieralint/internal/lists"
)

// constructor is the function new of a type. The first of its overloads that matches the arguments is
// called. name is its name in messages.
type constructor struct {
	name      string
	overloads []overload
}

// overload is one signature of a constructor with its implementation.
type overload struct {
	signature *types.Signature
	call      func(args []*data.Value) (*data.Value, error)
	// reject, if set, returns an error instead of calling call. Puppet does not list such a
	// signature among the expected ones.
	reject func(args []*data.Value) error
	// check, if set, returns an error if the arguments after the value are invalid.
	check func(args []*data.Value) error
}

// takes returns the signature of an overload, of whose parameters the first ones are required.
func takes(required int, params ...types.Parameter) *types.Signature {
	for i := required; i < len(params); i++ {
		params[i].Optional = true
	}
	return types.NewSignature(params...)
}

func param(name string, t types.Type) types.Parameter { return types.Parameter{Name: name, Type: t} }

// call creates a value from args.
func (c *constructor) call(args []*data.Value) (*data.Value, error) {
	for i := range c.overloads {
		w := &c.overloads[i]
		if !w.signature.Accepts(args) {
			continue
		}
		if w.reject != nil {
			return nil, w.reject(args)
		}
		return w.call(args)
	}
	return nil, errors.New(c.rejection(lists.Map(args, types.InferSet)))
}

// signatures returns those of the overloads without reject.
func (c *constructor) signatures() []*types.Signature {
	var signatures []*types.Signature
	for i := range c.overloads {
		if w := &c.overloads[i]; w.reject == nil {
			signatures = append(signatures, w.signature)
		}
	}
	return signatures
}

// rejection returns Puppet's error if no signature matches arguments of these types.
func (c *constructor) rejection(args []types.Type) string {
	return types.Rejection(c.name, c.signatures(), args)
}

// refusal returns an error that starts with the name of the constructor.
func refusal(name, text string) error { return errors.New("'" + name + "' " + text) }

// localTypes returns the aliases that only one constructor defines: "Radix = Variant[…]". Messages
// contain their names. Those in given are already types.
func localTypes(given map[string]types.Type, definitions ...string) func(text string) types.Type {
	byName := map[string]string{}
	for _, d := range definitions {
		name, _, _ := strings.Cut(d, " ")
		byName[strings.ToLower(name)] = d
	}
	aliases := types.NewAliases(func(name string) (types.Type, *types.AliasDefinition, error) {
		definition, ok := byName[strings.ToLower(name)]
		if !ok {
			return given[name], nil, nil
		}
		a, err := types.ParseAlias(source.New("", []byte("type "+definition)))
		return nil, a, err
	})
	return func(text string) types.Type {
		t, err := types.ParseWith(text, aliases)
		if err != nil {
			panic("convert: " + text + ": " + err.Error())
		}
		return t
	}
}

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
