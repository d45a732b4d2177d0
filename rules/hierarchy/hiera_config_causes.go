package hierarchy

import (
	"strconv"

	"github.com/hieralint/hieralint/engine/config"
	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/rubytext"
	"github.com/hieralint/hieralint/engine/types"
	"github.com/hieralint/hieralint/internal/mistake"
	"github.com/hieralint/hieralint/internal/rule"
)

// configCauses is what is wrong with a hiera.yaml, where it is always the same.
var configCauses = map[config.Code]string{
	config.VersionMissing:              "there is no `version`: Puppet takes the file for version 3",
	config.NoFunctionGiven:             "`defaults` names no function, and the built-in `data_hash: yaml_data` does not apply beside it",
	config.Hiera3BackendNotGlobal:      "`hiera3_backend` is only allowed in the global layer",
	config.DefaultHierarchyNotInModule: "`default_hierarchy` is only allowed in a module",
	config.UnclosedToken:               "this `%{` is never closed, so Puppet leaves it as text",
	config.PathsWin:                    "`path` is ignored beside `paths`",
	config.DatadirNotInterpolated:      "variables are not replaced in a `datadir` of version 4",
}

// configCause says in a sentence what is wrong with a hiera.yaml.
func configCause(c *config.Config, p *config.Problem) string {
	name := "`" + p.Name + "`"
	switch p.Code {
	case config.Unreadable:
		cause, _ := mistake.InDocument(p.Document)
		return cause
	case config.NotAHash:
		return notAHash(c) + ": Puppet takes it for version 3 with the default hierarchy"
	case config.VersionUnknown:
		if p.Value.Kind() == data.Integer {
			return "Puppet knows no hiera.yaml of version " + p.Value.BigInt().String()
		}
		return "`version` must be the number 5, not " + shape(p.Value)
	case config.VersionNotAllowed:
		return versionCause(c)
	case config.VersionDeprecated:
		return "version " + strconv.Itoa(c.Version) + " is deprecated"
	case config.WrongType:
		return wrongTypeCause(c, p)
	case config.BadKey:
		return "a key must be text, not " + shape(p.Value)
	case config.BadOptionName:
		return name + " cannot be the name of an option"
	case config.BadBackend:
		return "the name of a backend must be text, not " + shape(p.Value)
	case config.BadDatadir:
		return "`datadir` must be text, not " + shape(p.Value)
	case config.UnknownKey:
		return unknownKeyCause(c, p)
	case config.MissingKey:
		if p.Name == "name" || p.Name == "backend" {
			return "the level has no " + name
		}
		return name + " is missing"
	case config.SeveralFunctions:
		if p.Place.Key != "" {
			return "`" + p.Place.Key + "` can name only one function; it has " + rule.Names(p.Known)
		}
		return "a level can name only one function; this has " + rule.Names(p.Known)
	case config.Hiera3BackendReplaced:
		return "the backend " + name + " is a function in version 5"
	case config.SeveralLocations:
		return "a level can have only one kind of location; this has " + rule.Names(p.Known)
	case config.ReservedOption:
		return "the option " + name + " is reserved: Puppet sets it to each location of the level"
	case config.DuplicateName:
		return "the name " + name + " is already taken by another level"
	case config.DuplicateBackend:
		return "the backend " + name + " is given twice"
	case config.UnknownBackend:
		return "version 4 has no backend " + name
	case config.MethodInTemplate:
		return "`" + p.Template.Source(p.Token) + "` calls a function; only variables can be used in a hiera.yaml"
	case config.TemplateSyntax:
		if p.Token == nil {
			return name + " is not the name of a variable"
		}
		return "Puppet cannot read the token `" + p.Template.Source(p.Token) + "`"
	case config.BadURI:
		return name + " is not a URI"
	case config.UselessOptions:
		return name + " takes no options; Puppet then says, wrongly, that a path is missing"
	case config.NoLocationGiven:
		if p.Level.LocationKind == config.URI {
			return name + " reads files, not a URI"
		}
		return "the level has no location, but " + name + " reads files"
	case config.WrongFunctionKind:
		return name + " is a `" + config.BuiltinKind(p.Name).String() + "` function, not a `" + p.Level.Function.Kind.String() + "` one"
	case config.VariableNotBare:
		return "the first of `mapped_paths` is the bare name of a variable; Puppet looks for one called " + name
	default:
		return configCauses[p.Code]
	}
}

// notAHash says what a file is instead of a hash.
func notAHash(c *config.Config) string {
	if v := c.Doc.Value; v != nil && !v.IsUndef() && (v.Kind() != data.Boolean || v.Bool()) {
		return "the file is " + shape(v) + ", not a mapping"
	}
	return "the file is empty"
}

func versionCause(c *config.Config) string {
	if c.Version == 4 {
		return "version 4 cannot be used in the global layer"
	}
	layer := "an environment"
	if c.Layer == config.Module {
		layer = "a module"
	}
	switch root := c.Doc.Value; {
	case root == nil || root.Kind() != data.Hash:
		return notAHash(c) + ": Puppet takes it for version 3, which cannot be used in " + layer
	case c.VersionNode == nil:
		return "there is no `version`: Puppet takes the file for version 3, which cannot be used in " + layer
	default:
		return "version 3 cannot be used in " + layer + ": Puppet 7 ignores the file, Puppet 8 fails"
	}
}

func unknownKeyCause(c *config.Config, p *config.Problem) string {
	where := "`" + p.Place.Key + "`"
	switch {
	case p.Place.Key == "":
		where = "a hiera.yaml of version " + strconv.Itoa(c.Version)
	case p.Place.InLevel():
		where = "a level"
	}
	return "`" + p.Name + "` is not a key of " + where
}

func wrongTypeCause(c *config.Config, p *config.Problem) string {
	subject, wanted := expected(c, p)
	switch v := p.Value; {
	case v.IsUndef():
		return subject + " has no value"
	case p.Mismatch == types.WrongSize && v.Len() == 0:
		return subject + " must be " + wanted + "; it is empty"
	case p.Mismatch == types.WrongSize:
		return subject + " must be " + wanted + ", not of " + strconv.Itoa(v.Len())
	case p.Mismatch == types.NoMatch:
		return subject + " must be " + wanted + ", not `" + v.Text() + "`"
	case v.Kind() == data.String && v.Text() == "":
		return subject + " must not be empty"
	default:
		return subject + " must be " + wanted + ", not " + shape(v)
	}
}

// expected says what must be at a place: its name, and what it must be.
func expected(c *config.Config, p *config.Problem) (subject, wanted string) {
	where := p.Place
	subject = "`" + where.Key + "`"
	if where.Element {
		subject = "an element of `" + where.Key + "`"
	}
	list := p.Value.Kind() == data.Array
	switch {
	case where.Key == "version":
		return subject, "the number " + strconv.Itoa(c.Version)
	case where.Parent == "options":
		return "the option " + subject, "text, a number, a boolean, null, or lists and mappings of them"
	case where.Parent == "deep_merge_options":
		return subject, "text or a boolean"
	case where.Key == "merge_behavior":
		return subject, "`native`, `deep` or `deeper`"
	case where.InLevel() && c.Version > 3:
		return "a level of `" + where.Key + "`", "a mapping with a `name`"
	case where.InHierarchy() && c.Version > 3:
		return subject, "a list of levels"
	case (where.Key == "hierarchy" || where.Key == "backends") && where.Element:
		return subject, "text"
	case (where.Key == "hierarchy" || where.Key == "backends") && !list:
		return subject, "text or a list of texts"
	case where.Key == "defaults" || where.Key == "options" || c.Version == 3 && where.Key != "logger":
		return subject, "a mapping"
	case where.Element:
		return subject, "text"
	case where.Key == "mapped_paths":
		return subject, "a list of three (the variable, a name for its elements, the path)"
	case where.Key == "paths" || where.Key == "globs" || where.Key == "uris":
		return subject, "a list of texts with at least one element"
	default:
		return subject, "text"
	}
}

// shape describes a value to a person: "a list", "the number 5", "empty text".
func shape(v *data.Value) string {
	switch v.Kind() {
	case data.Undef:
		return "nothing"
	case data.Boolean:
		return "the boolean `" + rubytext.Inspect(v) + "`"
	case data.Integer, data.Float:
		return "the number `" + rubytext.Inspect(v) + "`"
	case data.String:
		if v.Text() == "" {
			return "empty text"
		}
		return "text"
	case data.Symbol:
		return "a symbol (text with a leading colon)"
	case data.Array:
		if v.Len() == 0 {
			return "an empty list"
		}
		return "a list"
	default:
		if v.Len() == 0 {
			return "an empty mapping"
		}
		return "a mapping"
	}
}
