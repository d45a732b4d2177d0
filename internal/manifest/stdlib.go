package manifest

import (
	_ "embed"
	"sync"

	"github.com/hieralint/hieralint/engine/pp"
	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/engine/types"
)

//go:embed stdlib.pp
var stdlibCode []byte

// stdlibAliases holds the definitions in stdlib.pp, by lower-case name.
var stdlibAliases = sync.OnceValue(func() map[string]*types.AliasDefinition {
	file, err := pp.Parse(source.New("stdlib.pp", stdlibCode), pp.Options{})
	if err != nil {
		panic("stdlib.pp: " + err.Error())
	}
	definitions := map[string]*types.AliasDefinition{}
	for _, d := range file.Definitions {
		if alias, ok := d.(*pp.TypeAlias); ok {
			definitions[typeKey(alias.Name)] = types.NewAliasDefinition(file.Source, alias)
		}
	}
	return definitions
})
