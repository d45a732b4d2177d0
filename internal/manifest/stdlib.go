package manifest

import (
	_ "embed"
	"sync"

	"github.com/hieralint/hieralint/engine/pp"
	"github.com/hieralint/hieralint/engine/source"
)

//go:embed stdlib.pp
var stdlibCode []byte

// stdlibAliases are the definitions in stdlib.pp, by lower-case name.
var stdlibAliases = sync.OnceValue(func() map[string]string {
	file, err := pp.Parse(source.New("stdlib.pp", stdlibCode), pp.Options{})
	if err != nil {
		panic("stdlib.pp: " + err.Error())
	}
	definitions := map[string]string{}
	for _, d := range file.Definitions {
		if alias, ok := d.(*pp.TypeAlias); ok {
			definitions[typeKey(alias.Name)] = string(stdlibCode[alias.Span().Start:alias.Span().End])
		}
	}
	return definitions
})
