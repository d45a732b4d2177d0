package data

// Reason is the probable mistake behind a Problem, for codes with several possible mistakes.
type Reason uint8

// The probable mistakes. If a comment names a part of the file after a semicolon, Subject contains
// it.
const (
	NoReason Reason = iota

	// Reasons of a SyntaxError in YAML.

	BadIndentation          // matches none of the keys above
	BadIndentationIndicator // `|0`
	BlockTextOnHeader       // `| text`
	BracketInFlowText       // `[a[b]`; the bracket
	BracketNotClosed        // `[a`; the bracket
	ColonInFlow             // `[a:]`
	ColonInFlowText         // `[a: b: c]`
	ColonInValue            // `a: b: c`
	ConflictMarker          // `<<<<<<< HEAD`, `=======`, or `>>>>>>> branch`
	ContinuesValue          // a line that is indented more than the key above, which has a value
	DashInFlow              // `[- a]`
	DashWithoutSpace        // `-a` between keys or array elements; the same text with the space
	DirectiveStart          // `%` at the start of a line that is not a directive
	DocumentBeforeValue     // `a: &b` and `---`
	ElementNotIndented      // `-` and, below it in the same column, the element
	IndentedMarker          // ` ---`
	IndicatorInFlow         // `[|]`; the character
	ItemBesideKeys          // `- a` between keys
	KeyIndentedLess         // a key that is indented less than the others of its hash
	LineBesideItems         // `a` between array elements
	LineWithoutColon        // `a` between keys
	ListOnKeyLine           // `a: - b`
	MarkerWithoutSpace      // `---{}`
	MissingColon            // `a |` above lines that are indented further; the same text with the colon
	MissingComma            // `[a "b"]`
	MissingDocumentStart    // a directive without `---`
	MissingDigits           // `"\x1"`; the escape sequence
	MissingSpace            // `a:b`; the key, a colon, and an ellipsis
	MistypedMarker          // `--` at the start of a file, also of a NotAHash; the dashes
	NestedTooDeep           //
	NoBracketOpen           // `a: "b" ]`
	NoCharacter             // `"\ud800"`
	NotAlias                // `*.pp`
	NotAnchor               // `& b`
	NotTag                  // `!`
	NotYAML                 // anything else; libyaml's message
	NothingBeforeComma      // `[,]`
	OutsideBlock            // text below a block scalar, indented less than its lines; the indicator
	QuestionMarkStart       // `a: ? b`
	QuoteClosedBelow        // `a: 'b`, closed where the next quote was meant to open
	QuoteNotClosed          //
	ReservedStart           // `@a`; the character
	SomeBracketNotClosed    // unknown which one
	SpaceLookalike          // a no-break space where a space is expected; the character
	StrayComma              // `a: "b",`
	TabIndentation          //
	TagBetweenKeys          // `!a: b` between keys; the tag
	TextAfterDirective      // `%YAML 1.1 x`
	TextAfterDoubleQuotes   // `"a" b`
	TextAfterSingleQuotes   // `'a' b`
	TextAfterValue          // `[a] b`
	UnknownEscape           // `"\q"`; the escape sequence
	UnquotedTokenStart      // `%{a}`, of an UnquotedToken
	UnsupportedYAMLVersion  // `%YAML 2.0`
	ValueWithoutKey         // `[a]` between keys
	WrongBracket            // `[a}`; the bracket that is open

	// Reasons of a BadEncoding.

	ByteOrderMarkBeforeMarker // before `---`
	ControlCharacter          //
	NotUTF8                   //
	UTF16                     //

	// Reasons of an ExtraDocument.

	AfterCompleteDocument // the first document is a flow collection or a scalar
	AfterDocumentEnd      // `...`
	AfterIndentedKey      // the first key is indented, but this line is not
	AfterShiftedKey       // a byte order mark indents the first key

	HOCONUnquoted // a token in HOCON that quotes would make part of a string; the message of the hocon gem

	// Reasons of a SyntaxError in JSON.

	JSONBackslashAtLineEnd  //
	JSONBracketNotClosed    //
	JSONByteOrderMark       // of a BadEncoding
	JSONColonMissing        //
	JSONCommaMissing        //
	JSONCommentNotClosed    //
	JSONControlCharacter    //
	JSONControlInString     //
	JSONDataAfterEnd        //
	JSONDigitsMissing       // `-`
	JSONHalfSurrogate       //
	JSONHexadecimalDigits   // `\u12`
	JSONKeyNotQuoted        //
	JSONLeadingZero         // `012`
	JSONNestedTooDeep       // of TooDeep
	JSONNoData              //
	JSONNumberStart         // `.5`, `+1`
	JSONQuoteNotClosed      //
	JSONSingleQuotes        //
	JSONSlash               // not `//` or `/*`
	JSONSpecialNumber       // `NaN`, `Infinity`
	JSONStringNotQuoted     //
	JSONTrailingComma       //
	JSONValueMissing        // before a bracket
	JSONValueMissingAtComma //
	JSONWordNotQuoted       // may be intended as `true`, `false`, or `null`
)
