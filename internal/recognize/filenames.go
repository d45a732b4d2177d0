package recognize

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/hieralint/hieralint/engine/facter"
	"github.com/hieralint/hieralint/engine/glob"
	"github.com/hieralint/hieralint/internal/lazyregexp"
)

// UsualDatadirs lists the common names of data directories.
var UsualDatadirs = []string{"data", "hieradata", "hiera", "hiera-data", "hiera_data"}

// HieraDatadirs lists names that only Hiera data directories have.
var HieraDatadirs = []string{"hieradata", "hiera-data", "hiera_data"}

// IsDataFolder reports whether a part of the path is a common name of data directories.
func IsDataFolder(path string) bool {
	return slices.ContainsFunc(strings.Split(filepath.ToSlash(path), "/"), func(name string) bool {
		return name == "data" || slices.Contains(HieraDatadirs, name)
	})
}

// PassedOver lists directories that are not searched for hierarchies, because they contain tests
// and examples, or installed files. Directories with a leading dot are skipped too. Neither applies
// to environments in `environments`, modules in a modulepath, data directories, and explicitly
// requested paths.
var PassedOver = map[string]bool{
	"acceptance": true, "coverage": true, "doc": true, "docs": true, "example": true, "examples": true, "fixtures": true,
	"node_modules": true, "pkg": true, "spec": true, "test": true, "testdata": true, "tests": true, "tmp": true, "vendor": true,
}

// oldVersion is the purpose of a copy, and oldName that of one which is recognized by its own name.
const (
	oldVersion = "an old version"
	OldName    = "its name suggests " + oldVersion
)

// Purposes maps parts of file and directory names to purposes other than production.
var Purposes = map[string]string{
	"spec": "tests", "test": "tests", "tests": "tests", "acceptance": "tests", "fixtures": "tests", "rake": "tests", "beaker": "tests", "kitchen": "tests",
	"litmus": "tests", "rspec": "tests", "serverspec": "tests", "integration": "tests", "onceover": "tests", "example": "examples", "examples": "examples", "sample": "examples", "samples": "examples", "doc": "examples", "docs": "examples",
	"skeleton": "examples", "vagrant": "virtual machines", "docker": "containers", "vm": "virtual machines", "sandbox": "tests",
	"old": oldVersion, "bak": oldVersion, "orig": oldVersion, "dist": "examples", "template": "examples",
}

// qualifiedKey matches a top-level key that belongs to a class or configures lookups. Class names with a hyphen are invalid,
// but frequent.
var qualifiedKey = lazyregexp.New(`(?m)^\s{0,2}["']?(?:[a-z][\w-]*(?:::[a-z][\w-]*)+|lookup_options)["']?\s*:(?:\s|$)`)

// qualifiedKeyInJSON matches the same in JSON, which is often indented further.
var qualifiedKeyInJSON = lazyregexp.New(`(?m)^(?:\s{0,4}|\{\s*)"(?:[a-z][\w-]*(?:::[a-z][\w-]*)+|lookup_options)"\s*:`)

// SetsQualifiedKey reports whether the start of a file sets a qualified key at the top level.
func SetsQualifiedKey(path string, start []byte) bool {
	if filepath.Ext(path) == ".json" {
		return qualifiedKeyInJSON().Match(start)
	}
	return qualifiedKey().Match(start)
}

// StartSize is the number of bytes of a file that are checked.
const StartSize = 16 << 10

// arrayStart matches the start of a YAML or JSON file with an array at the top level.
var arrayStart = lazyregexp.New(`\A(?:---[ \t]*\r?\n|[ \t]*(?:#[^\n]*)?\r?\n)*(?:- |\[)`)

// exampleName matches the name of an example file: `secrets.example.yaml`, `secrets.yaml.sample`.
var exampleName = lazyregexp.New(`\A(.+)\.(example|sample|dist|tmpl|template)(\.(?:ya?ml|eyaml|json|conf))?\z`)

// ExampleOf returns the path of the file that an example represents; "" if it is not an example.
func ExampleOf(path string) string {
	dir, name := filepath.Split(path)
	m := exampleName().FindStringSubmatch(name)
	if m == nil {
		return ""
	}
	return dir + m[1] + m[3]
}

// StandsFor reports whether an example represents a file that is read for these values. A host may
// be called web01.example.
func StandsFor(path string, values glob.Values) bool {
	return !slices.ContainsFunc(values, func(v glob.Value) bool {
		return facter.IsUniquePerNode(v.Name) && exampleName().FindStringSubmatch(filepath.Base(path))[2] == "example"
	})
}

// IsExample reports whether a word in the name of a file says that it is an example, whatever file it
// represents.
func IsExample(name string) bool {
	return slices.ContainsFunc(strings.FieldsFunc(strings.ToLower(name), func(r rune) bool { return strings.ContainsRune("-_.", r) }), func(word string) bool {
		return word == "example" || word == "sample"
	})
}

// StartsWithArray reports whether the top level of a file is an array, given its start.
func StartsWithArray(start []byte) bool { return arrayStart().Match(start) }
