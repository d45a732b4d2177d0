package types

import "strings"

// knownTypes holds Puppet's own types by lower-case name.
var knownTypes = allKnownTypes()

func allKnownTypes() map[string]Type {
	types := parameterTypes()
	for name, t := range builtinAliases {
		types[name] = t
	}
	for _, name := range ResourceNames {
		types[strings.ToLower(name)] = &resourceType{resource: name}
	}
	for name, t := range objectDefinitions {
		types[name] = t
	}
	return types
}

// parameterTypes returns the types of the language itself, without parameters.
func parameterTypes() map[string]Type {
	return map[string]Type{
		"any": Any, "array": Array, "binary": binaryT, "boolean": Boolean, "callable": callableAny,
		"catalogentry": catalogEntryT, "class": classAny, "collection": collectionAny, "default": Default, "enum": enumAny,
		"float": floatAny, "hash": Hash, "init": initAny, "integer": Integer, "iterable": &wrapperType{kind: iterableT},
		"iterator": &wrapperType{kind: iteratorT}, "notundef": &wrapperType{kind: notUndefT}, "numeric": numericT, "object": objectAny,
		"optional": &wrapperType{kind: optionalT}, "pattern": patternAny, "regexp": regexpAny, "resource": resourceAny,
		"runtime": runtimeAny, "scalar": scalarT, "scalardata": scalarDataT, "semver": semVerAny, "semverrange": semVerRangeT,
		"sensitive": &wrapperType{kind: sensitiveT, of: Any}, "string": String, "struct": structAny, "timespan": timespanAny,
		"timestamp": timestampAny, "tuple": tupleAny, "type": &wrapperType{kind: typeT}, "typeset": &typeSetType{}, "undef": Undef,
		"uri": uriAny, "variant": variantAny,
		"typealias":     &aliasType{alias: "UnresolvedAlias", resolved: &referenceType{text: "UnresolvedReference"}},
		"typereference": &referenceType{text: "UnresolvedReference"},
	}
}

// TypeNames lists the names of Puppet's own types in their usual spelling, sorted.
var TypeNames = []string{
	"Any", "Array", "Binary", "Boolean", "Callable", "CatalogEntry", "Class", "Collection", "Data", "Default", "Deferred", "Enum",
	"Error", "Float", "Hash", "Init", "Integer", "Iterable", "Iterator", "NotUndef", "Numeric", "Object", "Optional", "Pattern",
	"Regexp", "Resource", "RichData", "RichDataKey", "Runtime", "Scalar", "ScalarData", "SemVer", "SemVerRange", "Sensitive",
	"String", "Struct", "Timespan", "Timestamp", "Tuple", "Type", "TypeAlias", "TypeReference", "TypeSet", "URI", "Undef", "Variant",
}

// ResourceNames lists Puppet's built-in resource types.
var ResourceNames = []string{"Component", "Exec", "File", "Filebucket", "Group", "Node", "Notify", "Package", "Resources",
	"Schedule", "Service", "Stage", "Tidy", "User", "Whit"}

// objectDefinitions holds the types with attributes that Puppet defines for use in manifests.
var objectDefinitions = map[string]*objectType{
	"deferred": {title: "Deferred", definition: `Object[{name => 'Deferred', attributes => {` +
		`'name' => Pattern[/\A[$]?[a-z][a-z0-9_]*(?:::[a-z][a-z0-9_]*)*\z/], ` +
		`'arguments' => {type => Optional[Array], value => undef}}}]`},
	"error": {title: "Error", definition: `Object[{name => 'Error', type_parameters => {` +
		`'kind' => Variant[String, Regexp, Type[Enum], Type[Pattern], Type[NotUndef], Type[Undef]], ` +
		`'issue_code' => Variant[String, Regexp, Type[Enum], Type[Pattern], Type[NotUndef], Type[Undef]]}, ` +
		`attributes => {'msg' => String[1], 'kind' => {type => Optional[String[1]], value => undef}, ` +
		`'details' => {type => Optional[Hash[String[1], Data]], value => undef}, ` +
		`'issue_code' => {type => Optional[String[1]], value => undef}}, ` +
		`functions => {'message' => Callable[[0, 0], String[1]]}}]`},
	"puppet::lookupcontext": {title: "Puppet::LookupContext", definition: `Object[{name => 'Puppet::LookupContext', parent => Any, ` +
		`attributes => {'environment_name' => {type => String[1], kind => derived}, 'module_name' => Variant[String[1], Undef]}, ` +
		`functions => {'not_found' => Callable[[0, 0], Undef], 'explain' => Callable[[0, 0, Callable[0, 0]], Undef], ` +
		`'interpolate' => Callable[1, 1], 'cache' => Callable[Optional[Scalar], Any], ` +
		`'cache_all' => Callable[[Hash[Optional[Scalar], Any]], Undef], 'cache_has_key' => Callable[[Optional[Scalar]], Boolean], ` +
		`'cached_value' => Callable[Optional[Scalar]], 'cached_entries' => Variant[Callable[[0, 0, Callable[1, 1]], Undef], ` +
		`Callable[[0, 0, Callable[2, 2]], Undef], Callable[[0, 0], Iterable[Tuple[Optional[Scalar], Any]]]], ` +
		`'cached_file_data' => Callable[String, Optional[Callable[Array[Integer]]]]}}]`},
}

// ResourceType returns the resource type called name, such as File, for Resolvers of types that a
// module provides.
func ResourceType(name string) Type { return &resourceType{resource: name} }
