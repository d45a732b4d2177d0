package data

// tokenKind is the kind of a token.
type tokenKind uint8

const (
	streamEnd tokenKind = iota
	versionDirective
	tagDirective
	documentStart
	documentEnd
	blockSequenceStart // these three are not written: they come from indentation
	blockMappingStart
	blockEnd
	flowSequenceStart
	flowSequenceEnd
	flowMappingStart
	flowMappingEnd
	blockEntry
	flowEntry
	keyToken // a `?`, or without text in front of `key:`
	valueToken
	aliasToken
	anchorToken
	tagToken
	scalarToken
)

// token is a piece of YAML text; which fields are set depends on its kind.
type token struct {
	kind       tokenKind
	style      Style // of a scalar
	indent     int32 // of the text of a block scalar, in columns
	start, end int
	text       string // decoded scalar; name of an anchor or alias; handle of a tag or directive
	suffix     string // of a tag; prefix of a tag directive
}
