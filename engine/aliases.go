package engine

import (
	"errors"
	"path/filepath"
	"strings"

	"github.com/hieralint/hieralint/engine/internal/cache"
	"github.com/hieralint/hieralint/engine/outcome"
	"github.com/hieralint/hieralint/engine/types"
)

// typeCache holds the types that convert_to names, parsed once.
type typeCache struct {
	aliases func() *types.Aliases
	parsed  cache.Cache[string, parsedType]
}

type parsedType struct {
	t   types.Type
	err error
}

// ParseType reads a type expression, with the aliases that the environment's modules define. Where
// the tree may lack modules, a type of one that is missing is an error.
func (e *Engine) ParseType(text string) (types.Type, error) {
	if missing := e.missingType(text); missing != "" {
		return nil, errors.New((&outcome.Unknown{Reason: outcome.CustomType, Subject: missing}).String())
	}
	return e.parseType(text)
}

// parseType reads a type with the aliases that the environment's modules define.
func (e *Engine) parseType(text string) (types.Type, error) {
	if p, ok := e.types.parsed.Load(text); ok {
		return p.t, p.err
	}
	t, err := types.ParseWith(text, e.types.aliases())
	e.types.parsed.Store(text, parsedType{t, err})
	return t, err
}

// findType finds what a module defines under a name: an alias in types/, or a resource type. The
// file of an alias has the name in small letters, without underscores that the name has not.
func (e *Engine) findType(name string) (types.Type, *types.AliasDefinition, error) {
	lower := strings.ToLower(strings.TrimPrefix(name, "::"))
	module, rest, qualified := strings.Cut(lower, "::")
	if !qualified {
		for _, dir := range append([]string{e.env.Dir}, e.moduleDirs()...) {
			if e.hasFile(dir, filepath.Join("lib", "puppet", "type", lower+".rb")) {
				return types.ResourceType(name), nil, nil
			}
		}
		return nil, nil, nil
	}
	dir := e.moduleDir(module)
	path := filepath.Join("types", strings.ReplaceAll(rest, "::", "/")+".pp")
	if !e.hasFile(dir, path) {
		return nil, nil, nil
	}
	file, err := e.store.File(filepath.Join(dir, path))
	if err != nil {
		return nil, nil, err
	}
	definition, err := types.ParseAlias(string(file.Text))
	return nil, definition, err
}
