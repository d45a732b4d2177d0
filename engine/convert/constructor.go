package convert

import (
	"errors"
	"strings"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/engine/types"
	"github.com/hieralint/hieralint/internal/lists"
)

// constructor is the function behind new for a type: several ways to be called, of which the first
// that fits is taken. name is how messages call it.
type constructor struct {
	name string
	ways []way
}

// way is one way to call a constructor.
type way struct {
	signature *types.Signature
	call      func(args []*data.Value) (*data.Value, error)
	// refuse, where there is one, explains in place of call why args will not do. Puppet does not
	// count such a way among those that it expects.
	refuse func(args []*data.Value) error
	// check, where there is one, reports why the arguments behind the value cannot be used at all.
	check func(args []*data.Value) error
}

// takes is the signature of a way with parameters of which the first ones must be given.
func takes(required int, params ...types.Parameter) *types.Signature {
	for i := required; i < len(params); i++ {
		params[i].Optional = true
	}
	return types.NewSignature(params...)
}

func param(name string, t types.Type) types.Parameter { return types.Parameter{Name: name, Type: t} }

// call makes a value of args.
func (c *constructor) call(args []*data.Value) (*data.Value, error) {
	for i := range c.ways {
		w := &c.ways[i]
		if !w.signature.Accepts(args) {
			continue
		}
		if w.refuse != nil {
			return nil, w.refuse(args)
		}
		return w.call(args)
	}
	return nil, errors.New(c.rejection(lists.Map(args, types.InferSet)))
}

// signatures are those of the ways that do not refuse what they take.
func (c *constructor) signatures() []*types.Signature {
	var signatures []*types.Signature
	for i := range c.ways {
		if w := &c.ways[i]; w.refuse == nil {
			signatures = append(signatures, w.signature)
		}
	}
	return signatures
}

// rejection is what Puppet says when no way to call the constructor fits arguments of these types.
func (c *constructor) rejection(args []types.Type) string {
	return types.Rejection(c.name, c.signatures(), args)
}

// refusal is an error with the name of the constructor in front.
func refusal(name, text string) error { return errors.New("'" + name + "' " + text) }

// localTypes are the aliases that only one constructor knows: "Radix = Variant[…]". Messages show
// them. Those that are given are types already.
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
