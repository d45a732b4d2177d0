package types

// builtinAliases holds the aliases that Puppet itself defines, by lower-case name.
var builtinAliases = map[string]*aliasType{
	"data":                dataAlias,
	"richdatakey":         richDataKeyAlias,
	"richdata":            richDataAlias,
	"puppet::lookupkey":   {alias: "Puppet::LookupKey", resolved: richDataKeyAlias, builtin: true},
	"puppet::lookupvalue": {alias: "Puppet::LookupValue", resolved: richDataAlias, builtin: true},
}

var (
	dataAlias        = &aliasType{alias: "Data", recursive: true, builtin: true}
	richDataKeyAlias = &aliasType{alias: "RichDataKey", resolved: &variantType{types: []Type{String, numericT}}, builtin: true}
	richDataAlias    = &aliasType{alias: "RichData", recursive: true, builtin: true}
)

func init() {
	dataAlias.resolved = &variantType{types: []Type{
		scalarDataT, Undef, &hashType{key: String, value: dataAlias}, &arrayType{element: dataAlias},
	}}
	richDataAlias.resolved = &variantType{types: []Type{
		scalarT, semVerRangeT, binaryT, &wrapperType{kind: sensitiveT, of: Any}, &wrapperType{kind: typeT},
		&typeSetType{}, uriAny, objectAny, Undef, Default,
		&hashType{key: richDataKeyAlias, value: richDataAlias}, &arrayType{element: richDataAlias},
	}}
}
