package rules

// All returns every rule, in the order of their ids.
func All() []*Rule {
	return []*Rule{
		YAMLSyntaxError,
		YAMLDuplicateKey,
		DataFileNotAHash,
		EmptyDataFile,
		Encoding,
		YAMLMultipleDocuments,
		YAMLDateValue,
		YAMLUnsupportedTag,
		FileUnreadable,
		InterpolationUnquoted,
		AliasNotWholeValue,
		LiteralArgument,
		InterpolationSyntax,
		InterpolationUnknownFunction,
		InterpolationUnquotedArgument,
		LookupOptionsOutsideModule,
		LookupOptionsPatternNotAnchored,
		LookupOptionsBadPattern,
		LookupOptionsReserved,
		LookupOptionsBadConvert,
		LookupOptionsUnknownOption,
		LookupOptionsBadMerge,
		HieraConfigInvalid,
		HieraConfigV3InEnvironment,
	}
}

// Find returns the rule that is called name, by its name or its id; nil when there is none.
func Find(name string) *Rule {
	for _, r := range All() {
		if r.Name == name || r.ID == name {
			return r
		}
	}
	return nil
}
