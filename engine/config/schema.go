package config

import (
	"slices"
	"sync"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/types"
)

// The keys of a hiera.yaml.
const (
	keyVersion          = "version"
	keyDefaults         = "defaults"
	keyHierarchy        = "hierarchy"
	keyDefaultHierarchy = "default_hierarchy"
	keyPlanHierarchy    = "plan_hierarchy"
	keyName             = "name"
	keyOptions          = "options"
	keyDatadir          = "datadir"
	keyPath             = "path"
	keyPaths            = "paths"
	keyGlob             = "glob"
	keyGlobs            = "globs"
	keyURI              = "uri"
	keyURIs             = "uris"
	keyMappedPaths      = "mapped_paths"
	keyDataHash         = "data_hash"
	keyLookupKey        = "lookup_key"
	keyDataDig          = "data_dig"
	keyHiera3Backend    = "hiera3_backend"
	keyV4DataHash       = "v4_data_hash"
	keyBackend          = "backend" // version 4
	keyBackends         = "backends"
	keyLogger           = "logger"
	keyMergeBehavior    = "merge_behavior"
	keyDeepMergeOptions = "deep_merge_options"
	keyExtension        = "extension"
)

// These lists are in Puppet's order: Puppet uses the first key that it finds.
var (
	functionKeys  = []string{keyDataHash, keyLookupKey, keyDataDig, keyHiera3Backend, keyV4DataHash}
	functionKinds = map[string]FunctionKind{
		keyDataHash: DataHash, keyLookupKey: LookupKey, keyDataDig: DataDig,
		keyHiera3Backend: Hiera3Backend, keyV4DataHash: V4DataHash,
	}
	locationKeys  = []string{keyPath, keyPaths, keyGlob, keyGlobs, keyURI, keyURIs, keyMappedPaths}
	locationKinds = map[string]LocationKind{
		keyPath: Path, keyPaths: Path, keyGlob: Glob, keyGlobs: Glob, keyURI: URI, keyURIs: URI, keyMappedPaths: Mapped,
	}
)

// RootKeys lists the top-level keys of a version 5 hiera.yaml, DefaultsKeys those of `defaults`, and
// LevelKeys those of a level.
var (
	RootKeys     = []string{keyVersion, keyDefaults, keyHierarchy, keyDefaultHierarchy}
	DefaultsKeys = []string{keyDatadir, keyOptions, keyDataHash, keyLookupKey, keyDataDig}
	LevelKeys    = slices.Concat([]string{keyName, keyDatadir, keyOptions}, locationKeys, []string{keyDataHash, keyLookupKey, keyDataDig, keyHiera3Backend})
)

// optionName matches valid option names. Its (:? is a typo in Puppet for (?:, which makes `a:b` a
// valid name.
const optionName = `\A[A-Za-z](:?[0-9A-Za-z_-]*[0-9A-Za-z])?\z`

// text is String[1], the type of most values.
var text = types.StringSize(1, types.Unbounded)

func required(key string, t types.Type) types.Member { return types.Member{Key: key, Type: t} }

func optional(key string, t types.Type) types.Member {
	return types.Member{Key: key, Type: t, Optional: true}
}

// schemaV5 is the type of a version 5 hiera.yaml. Its entries are in the order of Puppet's
// messages.
var schemaV5 = sync.OnceValue(func() types.Type {
	option, err := types.PatternOf(optionName)
	if err != nil {
		panic("config: " + err.Error())
	}
	options := types.HashOf(option, types.Data)
	texts := types.ArraySize(text, 1, types.Unbounded)
	levels := types.ArrayOf(types.StructOf(
		required(keyName, text),
		optional(keyOptions, options),
		optional(keyDataHash, text),
		optional(keyLookupKey, text),
		optional(keyHiera3Backend, text),
		optional(keyV4DataHash, text),
		optional(keyDataDig, text),
		optional(keyPath, text),
		optional(keyPaths, texts),
		optional(keyGlob, text),
		optional(keyGlobs, texts),
		optional(keyURI, text),
		optional(keyURIs, texts),
		optional(keyMappedPaths, types.ArraySize(text, 3, 3)),
		optional(keyDatadir, text),
	))
	return types.StructOf(
		required(keyVersion, types.IntegerRange(5, 5)),
		optional(keyDefaults, types.StructOf(
			optional(keyDataHash, text),
			optional(keyLookupKey, text),
			optional(keyDataDig, text),
			optional(keyDatadir, text),
			optional(keyOptions, options),
		)),
		optional(keyHierarchy, levels),
		optional(keyPlanHierarchy, levels),
		optional(keyDefaultHierarchy, levels),
	)
})

// schemaV4 is the type of a version 4 hiera.yaml.
var schemaV4 = sync.OnceValue(func() types.Type {
	return types.StructOf(
		required(keyVersion, types.IntegerRange(4, 4)),
		optional(keyDatadir, text),
		optional(keyHierarchy, types.ArrayOf(types.StructOf(
			required(keyBackend, text),
			required(keyName, text),
			optional(keyDatadir, text),
			optional(keyPath, text),
			optional(keyPaths, types.ArrayOf(text)),
		))),
	)
})

// schemaV3 is the type of a version 3 hiera.yaml, in which each backend is a top-level key. A
// backend with the name of a setting replaces it.
func schemaV3(backends []string) types.Type {
	textOrTexts := types.VariantOf(text, types.ArrayOf(text))
	members := []types.Member{
		optional(keyVersion, types.IntegerRange(3, 3)),
		optional(keyBackends, textOrTexts),
		optional(keyLogger, text),
		optional(keyMergeBehavior, types.EnumOf("deep", "deeper", "native")),
		optional(keyDeepMergeOptions, types.HashOf(text, types.VariantOf(types.String, types.Boolean))),
		optional(keyHierarchy, textOrTexts),
	}
	section := types.HashOf(text, types.Any)
next:
	for _, backend := range backends {
		for i := range members {
			if members[i].Key == backend {
				members[i].Type = section
				continue next
			}
		}
		members = append(members, optional(backend, section))
	}
	return types.StructOf(members...)
}

// checkStructure checks config against schema. All mismatches are one error. In rare cases, such as
// `defaults: {2: x}`, Puppet 7.23 fails with an empty message.
func (r *reader) checkStructure(config *data.Value, schema types.Type) {
	err := types.AssertInstance("The Lookup Configuration at '"+r.file+"'", schema, config)
	if err == nil {
		return
	}
	out := Outcome{Fails, err.Error()}
	r.report(&check{puppet7: out, puppet8: out, class: classTypeAssertion}, r.structureProblems(config, schema)...)
}
