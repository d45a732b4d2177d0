package hierarchy

import (
	"strconv"
	"strings"

	"github.com/hieralint/hieralint/engine/config"
	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/rubytext"
	"github.com/hieralint/hieralint/engine/types"
	"github.com/hieralint/hieralint/internal/mistake"
	"github.com/hieralint/hieralint/internal/rule"
)

// configCauses describes the problems of a hiera.yaml whose description depends on nothing but a name
// ($name) and the shape of a value ($value).
var configCauses = map[config.Code]string{
	config.VersionMissing:              "missing `version`: Puppet treats the file as version 3",
	config.NoFunctionGiven:             "`defaults` names no function, which disables the built-in `data_hash: yaml_data`",
	config.Hiera3BackendNotGlobal:      "`hiera3_backend` is only allowed in the global layer",
	config.DefaultHierarchyNotInModule: "`default_hierarchy` is only allowed in a module",
	config.UnclosedToken:               "unclosed `%{`; Puppet uses it literally",
	config.PathsWin:                    "`path` is ignored, since the level has `paths`",
	config.DatadirNotInterpolated:      "version 4 does not interpolate variables in `datadir`",
	config.BadKey:                      "a key must be a string, not $value",
	config.BadOptionName:               "$name is not a valid option name",
	config.BadBackend:                  "a backend name must be a string, not $value",
	config.BadDatadir:                  "`datadir` must be a string, not $value",
	config.Hiera3BackendReplaced:       "backend $name is a function in version 5",
	config.ReservedOption:              "option $name is reserved: Puppet sets it for each location of the level",
	config.DuplicateName:               "duplicate level name $name",
	config.DuplicateBackend:            "duplicate backend $name",
	config.UnknownBackend:              "unknown version 4 backend $name",
	config.BadURI:                      "$name is not a URI",
	config.UselessOptions:              "$name takes no options; Puppet's message wrongly mentions a missing path",
	config.VariableNotBare:             "the first element of `mapped_paths` must be a variable name without `%{}`; Puppet looks for a variable named $name",
}

// configCause describes a problem of a hiera.yaml in a sentence.
func configCause(c *config.Config, p *config.Problem) string {
	name := "`" + p.Name + "`"
	switch p.Code {
	case config.Unreadable:
		cause, _ := mistake.InDocument(p.Document)
		return cause
	case config.NotAHash:
		return notAHash(c) + ": Puppet treats it as version 3 with the default hierarchy"
	case config.VersionUnknown:
		if p.Value.Kind() == data.Integer {
			return "unknown hiera.yaml version " + p.Value.BigInt().String()
		}
		return "`version` must be the number 5, not " + shape(p.Value)
	case config.VersionNotAllowed:
		return versionCause(c)
	case config.VersionDeprecated:
		return "hiera.yaml version " + strconv.Itoa(c.Version) + " is deprecated"
	case config.WrongType:
		return wrongTypeCause(c, p)
	case config.UnknownKey:
		return unknownKeyCause(c, p)
	case config.MissingKey:
		if p.Name == "name" || p.Name == "backend" {
			return "the level has no " + name
		}
		return "missing " + name
	case config.SeveralFunctions:
		if p.Place.Key != "" {
			return "`" + p.Place.Key + "` can name only one function, but has " + rule.Names(p.Known)
		}
		return "a level can name only one function, but this one has " + rule.Names(p.Known)
	case config.SeveralLocations:
		return "a level can have only one kind of location, but this one has " + rule.Names(p.Known)
	case config.MethodInTemplate:
		return "`" + p.Template.Source(p.Token) + "` calls a function; a hiera.yaml can only use variables"
	case config.TemplateSyntax:
		if p.Token == nil {
			return name + " is not a valid variable name"
		}
		return "malformed interpolation token `" + p.Template.Source(p.Token) + "`"
	case config.NoLocationGiven:
		if p.Level.LocationKind == config.URI {
			return name + " reads files, not URIs"
		}
		return "the level has no location, but " + name + " reads files"
	case config.WrongFunctionKind:
		return name + " is a `" + config.BuiltinKind(p.Name).String() + "` function, not a `" + p.Level.Function.Kind.String() + "` one"
	}
	cause := strings.Replace(configCauses[p.Code], "$name", name, 1)
	if before, ok := strings.CutSuffix(cause, "$value"); ok {
		return before + shape(p.Value)
	}
	return cause
}

// notAHash describes what a file contains instead of a hash.
func notAHash(c *config.Config) string {
	if v := c.Doc.Value; v != nil && !v.IsUndef() && (v.Kind() != data.Boolean || v.Bool()) {
		return "the file is " + shape(v) + ", not a hash"
	}
	return "the file is empty"
}

func versionCause(c *config.Config) string {
	if c.Version == 4 {
		return "hiera.yaml version 4 cannot be used in the global layer"
	}
	layer := "an environment"
	if c.Layer == config.Module {
		layer = "a module"
	}
	switch root := c.Doc.Value; {
	case !root.Is(data.Hash):
		return notAHash(c) + ": Puppet treats it as version 3, which cannot be used in " + layer
	case c.VersionNode == nil:
		return "missing `version`: Puppet treats the file as version 3, which cannot be used in " + layer
	default:
		return "hiera.yaml version 3 cannot be used in " + layer
	}
}

func unknownKeyCause(c *config.Config, p *config.Problem) string {
	where := "`" + p.Place.Key + "`"
	switch {
	case p.Place.Key == "":
		where = "a version " + strconv.Itoa(c.Version) + " hiera.yaml"
	case p.Place.InLevel():
		where = "a level"
	}
	return "`" + p.Name + "` is not a valid key in " + where
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
	case p.Mismatch == types.NoMatch && v.Kind() == data.String && v.Text() != "":
		return subject + " must be " + wanted + ", not `" + v.Text() + "`"
	case v.Kind() == data.String && v.Text() == "":
		return subject + " must not be empty"
	default:
		return subject + " must be " + wanted + ", not " + shape(v)
	}
}

// expected returns the name of a setting and what it must be.
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
		return "option " + subject, "a string, number, boolean, or null, or an array or hash of these"
	case where.Parent == "deep_merge_options":
		return subject, "a string or a boolean"
	case where.Key == "merge_behavior":
		return subject, "`native`, `deep`, or `deeper`"
	case where.InLevel() && c.Version > 3:
		return "a level of `" + where.Key + "`", "a hash with a `name`"
	case where.InHierarchy() && c.Version > 3:
		return subject, "an array of levels"
	case (where.Key == "hierarchy" || where.Key == "backends") && where.Element:
		return subject, "a string"
	case (where.Key == "hierarchy" || where.Key == "backends") && !list:
		return subject, "a string or an array of strings"
	case where.Key == "defaults" || where.Key == "options" || c.Version == 3 && where.Key != "logger":
		return subject, "a hash"
	case where.Element:
		return subject, "a string"
	case where.Key == "mapped_paths":
		return subject, "an array of three elements (the variable, a name for its elements, the path)"
	case where.Key == "paths" || where.Key == "globs" || where.Key == "uris":
		return subject, "an array of at least one string"
	default:
		return subject, "a string"
	}
}

// shape describes a value: "an array", "the number `5`", "an empty string".
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
			return "an empty string"
		}
		return "a string"
	case data.Symbol:
		return "a symbol (a string with a leading colon)"
	case data.Array:
		if v.Len() == 0 {
			return "an empty array"
		}
		return "an array"
	default:
		if v.Len() == 0 {
			return "an empty hash"
		}
		return "a hash"
	}
}
