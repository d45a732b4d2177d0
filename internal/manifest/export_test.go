package manifest

import "github.com/hieralint/hieralint/engine/types"

// ParseType binds a type with the aliases of all modules.
func (x *Index) ParseType(text string) (types.Type, error) {
	expression, err := types.ParseExpression(text)
	if err != nil {
		return nil, err
	}
	return x.bindType(expression)
}
