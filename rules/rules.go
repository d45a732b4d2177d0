// Package rules is what is checked: one file per rule, each a value of type rule.Rule that a reader
// takes in at once, and the list of all of them. Rules see a project through a rule.Pass and report through
// it; they read no files and know no output formats.
package rules

import (
	"strings"

	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/nearest"
	"github.com/hieralint/hieralint/internal/rule"
)

// All returns every rule, in the order of their ids.
func All() []*rule.Rule {
	return []*rule.Rule{
		YAMLSyntaxError,
		YAMLDuplicateKey,
		DataFileNotAHash,
		EmptyDataFile,
		Encoding,
		YAMLMultipleDocuments,
		YAMLDateValue,
		YAMLUnsupportedTag,
		FileUnreadable,
		YAMLImplicitBoolean,
		YAMLImplicitNumber,
		HashKeyNotString,
		InterpolationUnquoted,
		AliasNotWholeValue,
		LiteralArgument,
		InterpolationSyntax,
		InterpolationUnknownFunction,
		InterpolationUnquotedArgument,
		InterpolationUndefinedVariable,
		InterpolationMissingKey,
		LegacyFact,
		InterpolationAccidental,
		InterpolationStringifiesStructure,
		InterpolationCycle,
		PuppetSyntaxInData,
		TopScopeFact,
		LookupOptionsOutsideModule,
		LookupOptionsPatternNotAnchored,
		LookupOptionsBadPattern,
		LookupOptionsReserved,
		LookupOptionsBadConvert,
		LookupOptionsUnknownOption,
		LookupOptionsBadMerge,
		LookupOptionsMergeConflict,
		MissingMergeBehavior,
		LookupOptionsUnmatched,
		KnockoutWithoutOption,
		TypeDiffersBetweenLevels,
		HieraConfigInvalid,
		HieraConfigV3InEnvironment,
		HierarchyPathUndefinedVariable,
		HierarchyMissingExtension,
		HierarchyDatadirMissing,
		OrphanDataFile,
		ShadowedValue,
		RedundantOverride,
		NullHidesLowerValue,
		EnvironmentConfInvalid,
		ModuleMetadataInvalid,
		HieraConfigDeprecated,
		HierarchyFolderMissing,
		HierarchyNotFound,
		KeySingleColon,
		KeyNeverBound,
		ModuleDataForeignKey,
		UnknownClass,
		UnknownClassParameter,
		ValueTypeMismatch,
		MissingRequiredData,
		UnusedKey,
		LookupFails,
		UndefAsText,
		PlaintextSecret,
		EyamlDecryptedBlock,
		EyamlInPlainLevel,
		EyamlMalformed,
		EyamlKeyMismatch,
		UnusedSuppression,
		UnknownRuleInConfig,
	}
}

// Descriptors returns what reports say about every rule, in the order of All.
func Descriptors() []*diagnostic.Descriptor {
	var all []*diagnostic.Descriptor
	for _, r := range All() {
		all = append(all, r.Descriptor())
	}
	return all
}

// Nearest is the name of the rule that a mistyped name was probably meant for; empty when there is
// none like it.
func Nearest(name string) string {
	var names []string
	for _, r := range All() {
		names = append(names, r.Name)
	}
	near, _ := nearest.Name(strings.ReplaceAll(strings.ToLower(name), "_", "-"), names)
	return near
}

// Find returns the rule that is called name, by its name or its id; nil when there is none.
func Find(name string) *rule.Rule {
	for _, r := range All() {
		if r.Name == name || r.ID == name {
			return r
		}
	}
	return nil
}
