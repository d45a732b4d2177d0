// Package rules lists all rules. Each family has its own package, with one file per rule, which defines a value of type
// rule.Rule. Rules see a project through a pass and report through it. They read no files, and depend neither on output
// formats nor on other families.
package rules

import (
	"slices"
	"strings"

	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/nearest"
	"github.com/hieralint/hieralint/internal/rule"
	"github.com/hieralint/hieralint/rules/binding"
	"github.com/hieralint/hieralint/rules/hierarchy"
	"github.com/hieralint/hieralint/rules/hygiene"
	"github.com/hieralint/hieralint/rules/interpolation"
	"github.com/hieralint/hieralint/rules/options"
	"github.com/hieralint/hieralint/rules/secrets"
	"github.com/hieralint/hieralint/rules/yaml"
)

// All returns all rules in the order of their ids.
func All() []*rule.Rule {
	return []*rule.Rule{
		yaml.YAMLSyntaxError,
		yaml.YAMLDuplicateKey,
		yaml.DataFileNotAHash,
		yaml.EmptyDataFile,
		yaml.Encoding,
		yaml.YAMLMultipleDocuments,
		yaml.YAMLDateValue,
		yaml.YAMLUnsupportedTag,
		yaml.FileUnreadable,
		yaml.YAMLImplicitBoolean,
		yaml.YAMLImplicitNumber,
		yaml.HashKeyNotString,
		yaml.YAMLTrailingComma,
		yaml.YAMLStrayQuote,
		yaml.YAMLMissingDash,
		yaml.YAMLMissingIndentation,
		yaml.MisspelledBoolean,
		yaml.InvalidIPAddress,
		yaml.InvalidSSHKey,
		yaml.YAMLEntryAsString,
		yaml.YAMLFoldedPEM,
		yaml.MisspelledAttribute,
		yaml.YAMLMistypedBlockScalar,
		yaml.JSONInvalidEscape,
		yaml.YAMLEmptyElement,
		yaml.YAMLCommentInText,
		yaml.GatewayOutsideNetwork,
		yaml.MalformedIdentifier,
		yaml.DNSTrailingDot,
		yaml.MisspelledValue,
		yaml.YAMLStrayBackslash,
		yaml.InvalidURL,
		yaml.AttributeTypeDiffers,
		yaml.DuplicateMACAddress,
		yaml.InvalidPort,
		yaml.DuplicateUUID,
		yaml.MisspelledWord,
		interpolation.InterpolationUnquoted,
		interpolation.AliasNotWholeValue,
		interpolation.LiteralArgument,
		interpolation.InterpolationSyntax,
		interpolation.InterpolationUnknownFunction,
		interpolation.InterpolationUnquotedArgument,
		interpolation.InterpolationUndefinedVariable,
		interpolation.InterpolationMissingKey,
		interpolation.LegacyFact,
		interpolation.InterpolationAccidental,
		interpolation.InterpolationStringifiesStructure,
		interpolation.InterpolationCycle,
		interpolation.PuppetSyntaxInData,
		interpolation.TopScopeFact,
		interpolation.HashKeyCollision,
		options.LookupOptionsOutsideModule,
		options.LookupOptionsPatternNotAnchored,
		options.LookupOptionsBadPattern,
		options.LookupOptionsReserved,
		options.LookupOptionsBadConvert,
		options.LookupOptionsUnknownOption,
		options.LookupOptionsBadMerge,
		options.LookupOptionsMergeConflict,
		options.MissingMergeBehavior,
		options.LookupOptionsUnmatched,
		options.KnockoutWithoutOption,
		options.TypeDiffersBetweenLevels,
		options.AccidentalKnockout,
		options.LookupOptionsHidden,
		options.EmptyValueRemovesNothing,
		hierarchy.HieraConfigInvalid,
		hierarchy.HieraConfigV3InEnvironment,
		hierarchy.HierarchyPathUndefinedVariable,
		hierarchy.HierarchyMissingExtension,
		hierarchy.HierarchyDatadirMissing,
		hierarchy.OrphanDataFile,
		hierarchy.ShadowedValue,
		hierarchy.RedundantOverride,
		hierarchy.NullHidesLowerValue,
		hierarchy.EnvironmentConfInvalid,
		hierarchy.ModuleMetadataInvalid,
		hierarchy.HieraConfigDeprecated,
		hierarchy.HierarchyFolderMissing,
		hierarchy.HierarchyNotFound,
		hierarchy.HieraConfigMisnamed,
		binding.KeySingleColon,
		binding.KeyNeverBound,
		binding.ModuleDataForeignKey,
		binding.UnknownClass,
		binding.UnknownClassParameter,
		binding.ValueTypeMismatch,
		binding.MissingRequiredData,
		binding.UnusedKey,
		binding.LookupFails,
		binding.UndefAsText,
		binding.UnknownIncludedClass,
		binding.LookupMissingKey,
		binding.ResourceEntryInvalid,
		binding.SourceFileMissing,
		binding.LookupTypeMismatch,
		binding.MisspelledKey,
		binding.FalseAsText,
		binding.LookupBadArguments,
		binding.DuplicateTitle,
		binding.ParameterSetByCode,
		secrets.PlaintextSecret,
		secrets.EyamlDecryptedBlock,
		secrets.EyamlInPlainLevel,
		secrets.EyamlMalformed,
		secrets.EyamlKeyMismatch,
		secrets.EyamlPrivateKey,
		hygiene.UnusedSuppression,
		hygiene.UnknownRuleInConfig,
	}
}

// Descriptors returns the descriptions of all rules for reports, in the order of All.
func Descriptors() []*diagnostic.Descriptor {
	return lists.Map(All(), func(r *rule.Rule) *diagnostic.Descriptor { return r.Descriptor() })
}

// Names returns the names of all rules.
func Names() []string { return lists.Map(All(), func(r *rule.Rule) string { return r.Name }) }

// Nearest returns the name of the rule closest to a mistyped name, or "" if none is close.
func Nearest(name string) string {
	return meant(name, Names())
}

// meant returns the known name closest to a mistyped name, or the only one that it is a part of, or "".
func meant(name string, known []string) string {
	name = strings.ReplaceAll(strings.ToLower(name), "_", "-")
	if near, ok := nearest.Name(name, known); ok {
		return near
	}
	if i := slices.IndexFunc(known, func(k string) bool { return haveSameLetters(k, name) }); i >= 0 {
		return known[i]
	}
	whole, _ := nearest.Whole(name, known)
	return whole
}

// haveSameLetters compares names without what may separate their words. A comment may name any number of rules.
func haveSameLetters(a, b string) bool {
	for {
		a, b = strings.TrimLeft(a, "- "), strings.TrimLeft(b, "- ")
		if a == "" || b == "" || a[0] != b[0] {
			return a == b
		}
		a, b = a[1:], b[1:]
	}
}

// Find returns the rule with the given name or id, or nil.
func Find(name string) *rule.Rule {
	return lists.Find(All(), func(r *rule.Rule) bool { return r.Name == name || r.ID == name })
}

// Named returns the rules that name selects: a single rule by its name or id, or all rules of a family by its tag. It
// returns nil if nothing matches.
func Named(name string) []*rule.Rule {
	if r := Find(name); r != nil {
		return []*rule.Rule{r}
	}
	return slices.DeleteFunc(All(), func(r *rule.Rule) bool { return r.Family.Tag != name })
}

// Families returns the tags of all families, in the order of their rules.
func Families() []string {
	var tags []string
	for _, r := range All() {
		if !slices.Contains(tags, r.Family.Tag) {
			tags = append(tags, r.Family.Tag)
		}
	}
	return tags
}

// NearestNamed returns the rule or family closest to a mistyped name, or "" if none is close.
func NearestNamed(name string) string {
	return meant(name, append(Families(), Names()...))
}
