package data

// tokenKind is the kind of a token.
type tokenKind uint8

const (
	streamEnd tokenKind = iota
	versionDirective
	tagDirective
	documentStart
	documentEnd
	blockSequenceStart // these three are not in the text: they result from indentation
	blockMappingStart
	blockEnd
	flowSequenceStart
	flowSequenceEnd
	flowMappingStart
	flowMappingEnd
	blockEntry
	flowEntry
	keyToken // a `?`, or an empty token before `key:`
	valueToken
	aliasToken
	anchorToken
	tagToken
	scalarToken
)

// token is a part of YAML text. Its kind determines which fields are set.
type token struct {
	kind       tokenKind
	style      Style // of a scalar
	indent     int32 // of the text of a block scalar, in columns
	start, end int
	text       string // decoded scalar; name of an anchor or alias; handle of a tag or directive
	suffix     string // of a tag; prefix of a tag directive
}
