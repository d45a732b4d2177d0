package manifest

import "github.com/hieralint/hieralint/engine/types"

// ParseType parses a type, and resolves the type aliases of all modules.
func (x *Index) ParseType(text string) (types.Type, error) {
	expression, err := types.ParseExpression(text)
	if err != nil {
		return nil, err
	}
	return x.bindType(expression)
}
