package rubyregexp

// node is one part of a parsed pattern. A non-capturing group `(?:…)` is not a node: as in
// Onigmo it is what stands in it, which matters to look-behind, conditionals and repeats. A field
// at is where a node, or of a repeat the operator, starts: an index into parser.text.
type node interface{}

type (
	// char is a literal character. With fold it matches its other cases too.
	char struct {
		r    rune
		fold bool
	}

	// set matches one character out of runes; case is already expanded.
	set struct {
		runes runeSet
		dot   bool // it is written as a dot
	}

	// sequence matches its items one after the other; without items it is the empty pattern.
	sequence struct{ items []node }

	// alternation tries its items in order.
	alternation struct{ items []node }

	// repeat matches body min to max times; max is unlimited for no limit.
	repeat struct {
		body     node
		min, max int
		lazy     bool
		at       int
	}

	// group is a pair of parentheses that is more than grouping.
	group struct {
		kind groupKind
		body node
		num  int  // of a capture, from 1
		name bool // a capture that has a name
		at   int
	}

	// anchor matches a place, not text.
	anchor struct {
		kind anchorKind
		at   int
	}

	// backref matches again what the capture nums[0] has matched. There are several when their name
	// was given more than once.
	backref struct {
		nums   []int
		byName bool
		fold   bool
		at     int
	}

	// conditional matches body's first alternative when the capture num has matched, else its second.
	conditional struct {
		num    int
		byName bool
		body   *alternation
		at     int
	}

	// call is a sub-expression call `\g<…>`, of the group num or name.
	call struct {
		num  int // -1 for a call by name
		name string
		at   int
	}

	// opaque is a construct without an equivalent that has no parts: `\X` or `\K`.
	opaque struct{ kind opaqueKind }
)

const unlimited = -1

type groupKind int

const (
	capture   groupKind = iota
	modified            // (?i:…) and the rest of a group behind (?i)
	atomic              // (?>…)
	absent              // (?~…)
	ahead               // (?=…)
	notAhead            // (?!…)
	behind              // (?<=…)
	notBehind           // (?<!…)
)

type anchorKind int

const (
	lineStart            anchorKind = iota // ^
	lineEnd                                // $
	textStart                              // \A, and \G: searches here start at the start of the text
	textEnd                                // \z
	lastLineEnd                            // \Z
	wordBoundary                           // \b
	notWordBoundary                        // \B
	asciiWordBoundary                      // \b under (?a)
	notASCIIWordBoundary                   // \B under (?a)
)

type opaqueKind int

const (
	grapheme opaqueKind = iota // \X
	keep                       // \K
)

// modifiers are what (?imxadu) set, for the rest of the group.
type modifiers struct {
	fold     bool // i
	dotAll   bool // m
	extended bool // x
	charset  charset
}

// charset reports which of \w, [[:alpha:]] and \b know more than ASCII.
type charset int

const (
	mixed        charset = iota // (?d), the default: \w \d \s \h are ASCII, the others Unicode
	asciiOnly                   // (?a)
	unicodeAware                // (?u)
)

// tree is a parsed pattern that Ruby accepts.
type tree struct {
	root   node
	limits limits
}
