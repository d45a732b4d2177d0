package hierarchy

import (
	"cmp"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/hieralint/hieralint/engine/config"
	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/interpolate"
	"github.com/hieralint/hieralint/engine/lookupoptions"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/mistake"
	"github.com/hieralint/hieralint/internal/nearest"
	"github.com/hieralint/hieralint/internal/rule"
	"github.com/hieralint/hieralint/rules/internal/edit"
)

// configProblem is a problem of a hiera.yaml, its description, and what to write instead.
type configProblem struct {
	*config.Problem
	cause, help string
	// meant is the key closest to an unknown one, or "".
	meant string
	fixes []diagnostic.Fix
}

// configProblems returns the engine's problems of a hiera.yaml and its misleading tokens, in order of position. A
// misspelled key is not reported as missing, too, and sections of the backends that a misspelled key names are valid.
func configProblems(c *config.Config) []configProblem {
	var all []configProblem
	misspelled := map[*data.Node][]string{}
	for _, problem := range c.Problems {
		p := configProblem{Problem: problem, cause: configCause(c, problem), help: configHelp(c, problem)}
		if problem.Document != nil && problem.Document.Code == data.UnquotedToken {
			p.fixes = edit.QuoteTokens(c.Doc.File, lists.Filter(c.Doc.Problems, func(each *data.Problem) bool { return each.Code == data.UnquotedToken })...)
		}
		if problem.Code == config.UnknownKey && p.help == "" {
			near, ok := nearest.Name(problem.Name, problem.Known)
			switch {
			case ok:
				p.meant = near
			case strings.Contains(problem.Name, "::"):
				p.help = "move it to a file that a level reads; a hiera.yaml contains no data"
			case c.Version == 3 && isSection(c, problem.Name):
				p.help = "remove it, or name the backend `" + problem.Name + "` in `:backends:` as well"
			default:
				p.help = "valid here: " + rule.Names(problem.Known)
			}
		}
		if p.meant != "" && problem.Node != nil {
			misspelled[problem.Node.Parent] = append(misspelled[problem.Node.Parent], p.meant)
		}
		all = append(all, p)
	}
	backends := misspelledBackends(all)
	all = slices.DeleteFunc(all, func(p configProblem) bool {
		return p.Code == config.UnknownKey && slices.Contains(backends, p.Name) || p.Code == config.MissingKey && slices.Contains(misspelled[p.Node], p.Name) ||
			p.Code == config.NoFunctionGiven && slices.ContainsFunc(misspelled[p.Node], isFunctionKey)
	})
	all = append(all, lists.FlatMap(c.Templates, mistakenTokens)...)
	slices.SortStableFunc(all, func(a, b configProblem) int { return cmp.Compare(a.Span.Start, b.Span.Start) })
	return all
}

// misspelledBackends returns the backends that a key names which was meant to be `backends`.
func misspelledBackends(all []configProblem) []string {
	var names []string
	for _, p := range all {
		if p.meant != "backends" || p.Node == nil || p.Node.Counterpart() == nil {
			continue
		}
		if list := p.Node.Counterpart(); list.Kind == data.Sequence {
			names = append(names, lists.Map(list.Children, (*data.Node).Text)...)
		} else {
			names = append(names, list.Text())
		}
	}
	return names
}

// isFunctionKey reports whether a key of a level or of `defaults` names a function.
func isFunctionKey(key string) bool {
	return slices.ContainsFunc([]config.FunctionKind{config.DataHash, config.LookupKey, config.DataDig}, func(k config.FunctionKind) bool { return k.String() == key })
}

// mistakenTokens returns the tokens of a template that Puppet reads as variables with odd names.
func mistakenTokens(t config.Template) []configProblem {
	var found []configProblem
	for token := range t.All() {
		if t.Err(token, false) != nil || !isOdd(t.Template, token) || t.Node == nil {
			continue
		}
		written := t.Source(token)
		p := configProblem{
			Problem: &config.Problem{
				Code: config.TemplateSyntax, Node: t.Node, Span: t.Node.SourceSpan(token.Span.Start, token.Span.End), Stage: config.AtUse,
			},
			cause: "Puppet treats `" + written + "` as a variable named `" + strings.TrimSpace(written[2:len(written)-1]) + "`",
			help:  variableInstead(t.Template, token),
		}
		if instead := tokenInstead(t.Template, token); instead != "" {
			p.fixes = []diagnostic.Fix{edit.Write(t.Node.Doc.File, p.Span, instead)}
		}
		found = append(found, p)
	}
	return found
}

// isOdd reports whether a token is mistaken, or a variable whose name no fact has, such as `%{{role}}`.
func isOdd(t *interpolate.Template, token *interpolate.Token) bool {
	return mistake.Of(t.Text, token) != mistake.None || token.Kind == interpolate.Variable && strings.ContainsAny(token.Key.Root, "{/ ")
}

// variableInstead returns the help for a mistaken token.
func variableInstead(t *interpolate.Template, token *interpolate.Token) string {
	if instead := tokenInstead(t, token); instead != "" {
		return "write `" + instead + "`"
	}
	return "write a variable as `%{facts.os.family}`"
}

// tokenInstead returns the variable to write instead of a mistaken token, or "" if none is obvious or a function call is meant.
func tokenInstead(t *interpolate.Template, token *interpolate.Token) string {
	if _, instead := mistake.Find(t.Text, token); !strings.Contains(instead, "(") {
		return instead
	}
	return ""
}

// convertFile is the help for what version 5 does better, and the message of the fix that writes it.
const convertFile = "convert the file to version 5"

// configHelps contains the help for problems of a hiera.yaml whose help is constant.
var configHelps = map[config.Code]string{
	config.NotAHash:                    "start it with `version: 5`",
	config.VersionMissing:              "add `version: 5`",
	config.VersionUnknown:              "write `version: 5`",
	config.NoFunctionGiven:             "add `data_hash: yaml_data` to `defaults`",
	config.Hiera3BackendNotGlobal:      "name a function of version 5 instead, with `data_hash` or `lookup_key`",
	config.DefaultHierarchyNotInModule: "move its levels to the end of `hierarchy`",
	config.DuplicateName:               "give each level a unique name",
	config.DuplicateBackend:            "remove one of them",
	config.UnknownBackend:              "use `yaml`, `json`, or `hocon`, or convert the file to version 5",
	config.UnclosedToken:               "close it with `}`",
	config.BadURI:                      "percent-encode characters other than letters, digits, and punctuation, such as `%20`",
	config.PathsWin:                    "put all of them under `paths`",
	config.DatadirNotInterpolated:      convertFile,
}

// configHelp returns the help for a problem of a hiera.yaml, or "".
func configHelp(c *config.Config, p *config.Problem) string {
	switch p.Code {
	case config.Unreadable:
		_, help := mistake.InDocument(p.Document)
		return help
	case config.VersionNotAllowed:
		return versionHelp(c)
	case config.VersionDeprecated:
		if c.Version == 3 {
			return "convert the file to version 5; Puppet 8 supports version 3 in the global layer only"
		}
		return convertFile
	case config.WrongType:
		return wrongTypeHelp(c, p)
	case config.BadDatadir:
		return withoutDash(p.Value)
	case config.BadOptionName:
		return "a name starts with a letter, ends with a letter or digit, and otherwise contains only letters, digits, `_`, and `-`"
	case config.UnknownKey:
		return misplacedHelp(c, p)
	case config.MissingKey:
		return map[string]string{"name": "every level needs a unique `name`", "backend": "write `backend: yaml`"}[p.Name]
	case config.Hiera3BackendReplaced:
		return "write `data_hash: " + p.Name + "_data`"
	case config.SeveralLocations:
		if len(p.Known) == 2 && p.Known[1] == p.Known[0]+"s" {
			return "put all of them under `" + p.Known[1] + "`"
		}
		return "make each one a separate level"
	case config.SeveralFunctions:
		if slices.Contains(p.Known, "data_hash") && slices.Contains(p.Known, "lookup_key") {
			return "remove one of them; `eyaml_lookup_key` also reads values that are not encrypted"
		}
		return "remove one of them"
	case config.ReservedOption:
		return "remove it; locations go next to `options`, as `" + p.Name + "`"
	case config.MethodInTemplate:
		if p.Token.Method == interpolate.Scope {
			return "write `%{" + p.Token.Argument + "}`"
		}
		return "use a fact or another variable, such as `%{facts.os.family}`"
	case config.TemplateSyntax:
		if p.Token == nil {
			return "write it as `facts.os.family`"
		}
		return variableInstead(p.Template, p.Token)
	case config.VariableNotBare:
		bare := strings.TrimSuffix(strings.TrimPrefix(strings.TrimPrefix(p.Name, "%{"), "$"), "}")
		return "write `" + strings.TrimSpace(bare) + "`"
	case config.WrongFunctionKind:
		return "write `" + config.BuiltinKind(p.Name).String() + ": " + p.Name + "`"
	case config.UselessOptions:
		return uselessOptionsHelp(p.Level)
	case config.NoLocationGiven:
		if p.Level.LocationKind == config.URI {
			return "write `path`, or name a function that reads URIs"
		}
		return "add `path`, `paths`, `glob`, `globs`, or `mapped_paths`"
	}
	return configHelps[p.Code]
}

func versionHelp(c *config.Config) string {
	root := c.Doc.Value
	switch {
	case c.Version == 4:
		return convertFile
	case !root.Is(data.Hash):
		return configHelps[config.NotAHash]
	}
	return "rewrite the hierarchy of this " + c.Layer.String() + " as version 5"
}

func uselessOptionsHelp(l *config.Level) string {
	for _, e := range l.Options.Entries() {
		if e.Key.Kind() == data.String && strings.HasPrefix(e.Key.Text(), "pkcs7_") {
			return "to read encrypted values, use `lookup_key: eyaml_lookup_key`"
		}
	}
	if l.OptionsInherited {
		return "move them to levels whose function takes options"
	}
	return "remove them"
}

// wrongTypeHelp returns the help for a value of the wrong type if the value shows what was meant.
func wrongTypeHelp(c *config.Config, p *config.Problem) string {
	v, at := p.Value, p.Place
	_, wanted := expected(c, p)
	switch {
	case v.IsUndef():
		return "give it a value, or remove it"
	case at.Key == "version":
		return "write `version: " + strconv.Itoa(c.Version) + "`"
	case wanted == "a string" && (v.Kind() == data.Boolean || v.Kind() == data.Integer || v.Kind() == data.Float) && v.Node() != nil:
		return "quote it: `'" + string(c.Doc.File.Slice(v.Node().Span)) + "'`"
	case c.Version == 5 && at.InLevel() && v.Kind() == data.String:
		return levelInstead(v.Text())
	case at.Element || at.Parent == "options" || at.Parent == "deep_merge_options":
		return ""
	case c.Version == 3 && wanted != "a hash":
		return withoutDash(v)
	case c.Version == 3:
		return ""
	}
	switch at.Key {
	case "paths", "globs", "uris":
		if v.Kind() == data.String {
			return "write `" + strings.TrimSuffix(at.Key, "s") + "` for a single value"
		}
	case "path", "glob", "uri":
		if v.Kind() == data.Array {
			return "write `" + at.Key + "s` for an array"
		}
	}
	return ""
}

// levelInstead returns the help for a level that is only a path, as in version 3.
func levelInstead(path string) string {
	location := path
	if !slices.Contains([]string{".yaml", ".yml", ".eyaml", ".json", ".conf"}, filepath.Ext(path)) {
		location += ".yaml"
	}
	return "write it as a hash with a `name` and `path: " + rule.Shown(location) + "`"
}

// withoutDash returns the help for an array with one string where a string is expected; "" for other values.
func withoutDash(v *data.Value) string {
	if v.Kind() != data.Array || v.Len() != 1 || v.Items()[0].Kind() != data.String || v.Node() == nil || v.Node().Counterpart() == nil {
		return ""
	}
	return "write it beside its key, without a dash or brackets: `" + rule.Shown(v.Node().Counterpart().Text()+": "+v.Items()[0].Text()) + "`"
}

// The keys of levels in version 5, the keys of version 3, and the backends of version 3.
var (
	locationKeys  = []string{"path", "paths", "glob", "globs", "uri", "uris", "mapped_paths"}
	functionKeys  = []string{"data_hash", "lookup_key", "data_dig", "hiera3_backend", "v4_data_hash"}
	version3Keys  = []string{"backends", "logger", "merge_behavior", "deep_merge_options", "yaml", "json", "eyaml"}
	inheritedKeys = []string{"datadir", "options", "data_hash", "lookup_key", "data_dig"}
)

// misplacedHelp returns where a misplaced key belongs, or "" if it belongs nowhere.
func misplacedHelp(c *config.Config, p *config.Problem) string {
	key, inLevel := p.Name, p.Place.InLevel()
	switch {
	case key == lookupoptions.Key:
		return "`lookup_options` belongs in data files, next to the keys that it configures"
	case c.Version == 3 && slices.Contains([]string{"yaml", "json", "eyaml", "hocon"}, key):
		return "name `" + key + "` in `:backends:` as well"
	case c.Version == 4 && (key == "defaults" || slices.Contains(functionKeys, key) || slices.Contains(locationKeys, key)):
		return "this key is from version 5; write `version: 5` and convert the file"
	case c.Version != 5:
		return ""
	case key == "backend" && inLevel:
		return "this key is from version 4; in version 5 a level names a function, such as `data_hash: yaml_data`"
	case slices.Contains(version3Keys, key):
		return "this key is from version 3 and has no meaning in version 5"
	case p.Place.Key == "" && slices.Contains(inheritedKeys, key):
		return "move it to `defaults` or to a level"
	case p.Place.Parent != "options" && strings.HasPrefix(key, "pkcs7_"), p.Place.Parent != "options" && strings.HasPrefix(key, "gpg_"):
		return "move it to `options`"
	case !inLevel && (key == "name" || key == "hiera3_backend" || slices.Contains(locationKeys, key)):
		return "move it to a level of `hierarchy`"
	}
	return ""
}

// isSection reports whether a key of version 3 has a hash, as the settings of a backend have.
func isSection(c *config.Config, key string) bool {
	section, ok := c.Doc.Value.Get(key)
	return ok && section.Kind() == data.Hash
}

// otherFormats are formats that data functions of modules may be named after. Their names are similar to those of
// Puppet's functions.
var otherFormats = []string{"toml", "xml", "hjson", "json5", "jsonc", "jsonl", "cson", "bson", "cbor", "kdl", "ejson", "jsonnet"}

// functionMeant returns Puppet's function with a similar name, or "" if the name is right or may be that of a module's
// function.
func functionMeant(f config.Function) string {
	if f.Kind == config.NoFunction || f.Kind == config.Hiera3Backend || f.Builtin() != "" {
		return ""
	}
	switch f.Name {
	case "yaml", "json", "hocon":
		return f.Name + "_data"
	case "eyaml", "eyaml_data", "eyaml_lookup", "eyaml_key":
		return "eyaml_lookup_key"
	}
	if format, _, _ := strings.Cut(f.Name, "_"); slices.Contains(otherFormats, format) {
		return ""
	}
	near, _ := nearest.Name(f.Name, config.BuiltinFunctions)
	return near
}
