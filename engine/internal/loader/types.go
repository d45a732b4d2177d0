package loader

import (
	"errors"
	"path/filepath"
	"strings"

	"github.com/hieralint/hieralint/engine/outcome"
	"github.com/hieralint/hieralint/engine/pp"
	"github.com/hieralint/hieralint/engine/types"
)

// parsedType is a type, or the reason why its expression is invalid.
type parsedType struct {
	t   types.Type
	err error
}

// Type parses a type expression, with the aliases that the environment's modules define.
func (l *Loader) Type(text string) (types.Type, error) {
	p := l.types.Of(text, func() parsedType {
		t, err := types.ParseWith(text, l.aliases())
		return parsedType{t, err}
	})
	return p.t, p.err
}

// Bind resolves a type in Puppet code, with the aliases that the environment's modules define. A
// type from a module that may be missing here is an error.
func (l *Loader) Bind(e *types.Expression) (types.Type, error) {
	if l.incomplete {
		if missing := l.missingIn(e); missing != nil {
			return nil, errors.New(missing.String())
		}
	}
	return e.Type(l.aliases())
}

// MissingType returns the reason why a type expression is unknown: it names a type from a module
// that is not installed but may be on the real server. It returns nil if the type is known or the
// expression invalid.
func (l *Loader) MissingType(text string) *outcome.Unknown {
	if !l.incomplete {
		return nil
	}
	missing, ok := l.missing.Load(text)
	if !ok {
		if expression, err := types.ParseExpression(text); err == nil {
			missing = l.missingIn(expression)
		}
		missing = l.missing.Store(text, missing)
	}
	if missing == nil {
		return nil
	}
	u := *missing
	return &u
}

// missingIn is MissingType for a parsed expression.
func (l *Loader) missingIn(expression *types.Expression) *outcome.Unknown {
	for _, r := range expression.References() {
		if module, _, qualified := strings.Cut(strings.ToLower(r.Name), "::"); qualified && l.ModuleDir(module) == "" {
			return &outcome.Unknown{Reason: outcome.CustomType, Subject: r.Name}
		}
	}
	return nil
}

// findType finds a module's definition of a type: an alias in types/, or a resource type. The file
// name of an alias is in lower case.
func (l *Loader) findType(name string) (types.Type, *types.AliasDefinition, error) {
	lower := pp.LowerName(name)
	module, rest, qualified := strings.Cut(lower, "::")
	if !qualified {
		if l.hasFile(filepath.Join("lib", "puppet", "type", lower+".rb")) {
			return types.ResourceType(name), nil, nil
		}
		return nil, nil, nil
	}
	dir := l.ModuleDir(module)
	path := filepath.Join("types", strings.ReplaceAll(rest, "::", "/")+".pp")
	if !l.disk.HasFile(dir, path) {
		return nil, nil, nil
	}
	file, err := l.disk.Store.File(filepath.Join(dir, path))
	if err != nil {
		return nil, nil, err
	}
	definition, err := types.ParseAlias(file)
	return nil, definition, err
}
