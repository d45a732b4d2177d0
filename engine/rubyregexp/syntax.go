package rubyregexp

// node is a node of a parsed pattern. As in Onigmo, a non-capturing group `(?:…)` is not a node but is replaced by its
// content, which matters to look-behind, conditionals, and repeats.
type node any

type (
	// char matches a literal character. With fold, it also matches its other cases.
	char struct {
		r    rune
		fold bool
	}

	// set matches one character in runes, which includes other cases.
	set struct {
		runes runeSet
		dot   bool // it is written as a dot
	}

	// sequence matches its items one after the other. Without items, it is the empty pattern.
	sequence struct{ items []node }

	// alternation tries its items in order.
	alternation struct{ items []node }

	// repeat matches body between min and max times. max may be unlimited.
	repeat struct {
		body     node
		min, max int
		lazy     bool
	}

	// group is a group other than `(?:…)`.
	group struct {
		kind groupKind
		body node
		num  int  // number of a capture, from 1
		name bool // whether a capture has a name
	}

	// anchor matches a position.
	anchor struct{ kind anchorKind }

	// backref matches the text of the capture nums[0] again. There are several numbers if several groups have the name.
	backref struct {
		nums   []int
		byName bool
		fold   bool
	}

	// conditional matches the first alternative of body if the capture num has matched, and the second otherwise.
	conditional struct {
		num    int
		byName bool
		body   *alternation
	}

	// call is a subexpression call `\g<…>` of the group num or name.
	call struct {
		num  int // -1 for a call by name
		name string
	}

	// opaque is `\X` or `\K`, which have no equivalent and no children.
	opaque struct{ kind opaqueKind }
)

const unlimited = -1

type groupKind int

const (
	capture   groupKind = iota
	modified            // (?i:…), and the rest of a group after (?i)
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
	textStart                              // \A, and also \G, since searches start at the start of the text
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

// modifiers are the options set by (?imxadu) for the rest of the group.
type modifiers struct {
	fold     bool // i
	dotAll   bool // m
	extended bool // x
	charset  charset
}

// charset says which of \w, [[:alpha:]], and \b match beyond ASCII.
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
