package data

// Reason is the likely mistake behind a Problem whose Code leaves it open.
type Reason uint8

// The likely mistakes. Those that quote something of the file have it in Subject.
const (
	NoReason Reason = iota

	// Of a SyntaxError in YAML.

	BadIndentation          // fits none of the keys above
	BadIndentationIndicator // `|0`
	BlockTextOnHeader       // `| text`
	BracketInFlowText       // `[a[b]`; the bracket
	BracketNotClosed        // `[a`; the bracket
	ColonInFlow             // `[a:]`
	ColonInFlowText         // `[a: b: c]`
	ColonInValue            // `a: b: c`
	ContinuesValue          // a line indented deeper than the key above, which has a value
	DashInFlow              // `[- a]`
	DirectiveStart          // `%` starts a line that is no directive
	DocumentBeforeValue     // `a: &b` and `---`
	IndentedMarker          // ` ---`
	IndicatorInFlow         // `[|]`; the character
	ItemBesideKeys          // `- a` between keys
	LineBesideItems         // `a` between list items
	LineWithoutColon        // `a` between keys
	ListOnKeyLine           // `a: - b`
	MissingComma            // `[a "b"]`
	MissingDocumentStart    // a directive without `---`
	MissingDigits           // `"\x1"`; the escape sequence
	MissingSpace            // `a:b`; as it is with the space
	NestedTooDeep           //
	NoBracketOpen           // `a: "b" ]`
	NoCharacter             // `"\ud800"`
	NotAlias                // `*.pp`
	NotAnchor               // `& b`
	NotTag                  // `!`
	NotYAML                 // anything else; what libyaml says
	NothingBeforeComma      // `[,]`
	QuestionMarkStart       // `a: ? b`
	QuoteClosedBelow        // `a: 'b`, closed where the next quote was meant to open
	QuoteNotClosed          //
	ReservedStart           // `@a`; the character
	SomeBracketNotClosed    // it is not known which
	StrayComma              // `a: "b",`
	TabIndentation          //
	TextAfterDirective      // `%YAML 1.1 x`
	TextAfterDoubleQuotes   // `"a" b`
	TextAfterSingleQuotes   // `'a' b`
	TextAfterValue          // `[a] b`
	UnknownEscape           // `"\q"`; the escape sequence
	UnquotedTokenStart      // `%{a}`, of an UnquotedToken
	UnsupportedYAMLVersion  // `%YAML 2.0`
	ValueWithoutKey         // `[a]` between keys
	WrongBracket            // `[a}`; the bracket that is open

	// Of a BadEncoding.

	ByteOrderMarkBeforeMarker // in front of `---`
	ControlCharacter          //
	NotUTF8                   //
	UTF16                     //

	// Of an ExtraDocument.

	AfterCompleteDocument // the first document is a flow collection or a scalar
	AfterDocumentEnd      // `...`
	AfterIndentedKey      // the first key is indented, this line is not
	AfterShiftedKey       // a byte order mark indents the first key

	// Of a SyntaxError in JSON.

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
	JSONSlash               // neither `//` nor `/*`
	JSONSpecialNumber       // `NaN`, `Infinity`
	JSONStringNotQuoted     //
	JSONTrailingComma       //
	JSONValueMissing        // in front of a bracket
	JSONValueMissingAtComma //
	JSONWordNotQuoted       // it may be meant for `true`, `false` or `null`
)
