package rubyregexp

import (
	_ "embed"
	"strings"
	"sync"
	"unicode"
)

// propertyNames lists the names that Ruby 3.1 knows for \p{…} beside those in namedSets: a name as
// normalProperty leaves it, and the table of package unicode with the same characters (compared
// over all of Unicode 13), or `-` where there is none.
//
//go:embed properties.txt
var propertyNames string

var propertyTables = sync.OnceValue(func() map[string]string {
	tables := make(map[string]string, 1024)
	for line := range strings.Lines(propertyNames) {
		name, table, _ := strings.Cut(strings.TrimSpace(line), " ")
		tables[name] = table
	}
	return tables
})

// normalProperty returns the normal form of a name: Ruby ignores case, spaces, hyphens, and underscores, as in
// `Lower-Case_Letter`.
func normalProperty(name string) string {
	return strings.ToLower(strings.NewReplacer(" ", "", "-", "", "_", "").Replace(name))
}

// property returns the characters of \p{name}. known means that Ruby has the property, and supported that this package
// has its characters.
func property(name string) (runes runeSet, known, supported bool) {
	name = normalProperty(name)
	if set, ok := namedSets[name]; ok {
		return set(), true, true
	}
	table, known := propertyTables()[name]
	for _, tables := range []map[string]*unicode.RangeTable{
		unicode.Categories, unicode.Scripts, unicode.Properties,
	} {
		if t, ok := tables[table]; ok && known {
			return tableSet(t), true, true
		}
	}
	return nil, known, false
}

// namedSets are the properties composed of several tables. Most are also the names of POSIX brackets. `punct` differs
// there; see posixBracket.
var namedSets = map[string]func() runeSet{
	"alnum":       alnum,
	"alpha":       alphabetic,
	"alphabetic":  alphabetic,
	"any":         func() runeSet { return allRunes },
	"ascii":       func() runeSet { return asciiRunes },
	"assigned":    assigned,
	"blank":       blank,
	"c":           other,
	"casedletter": casedLetter,
	"cn":          unassigned,
	"cntrl":       func() runeSet { return tableSet(unicode.Cc) },
	"digit":       unicodeDigit,
	"graph":       graph,
	"lc":          casedLetter,
	"lower":       lowercase,
	"lowercase":   lowercase,
	"other":       other,
	"print":       printing,
	"punct":       func() runeSet { return tableSet(unicode.P) },
	"space":       unicodeSpace,
	"unassigned":  unassigned,
	"upper":       uppercase,
	"uppercase":   uppercase,
	"whitespace":  unicodeSpace,
	"word":        word,
	"wspace":      unicodeSpace,
	"xdigit":      func() runeSet { return hexDigit },
	"xposixpunct": xposixPunct,
}

// posixNames are the names of POSIX brackets. A name with one of them as a prefix is an error, so their order does not
// matter.
var posixNames = []string{
	"alnum", "alpha", "ascii", "blank", "cntrl", "digit", "graph", "lower", "print", "punct",
	"space", "upper", "word", "xdigit",
}

// posixBracket returns the characters of [[:name:]].
func posixBracket(name string) runeSet {
	if name == "punct" {
		return xposixPunct()
	}
	return namedSets[name]()
}

var (
	alphabetic = sync.OnceValue(func() runeSet {
		return tableSet(unicode.L, unicode.Nl, unicode.Other_Alphabetic)
	})
	alnum = sync.OnceValue(func() runeSet { return alphabetic().union(unicodeDigit()) })
	// word is \p{Word} and [[:word:]].
	word = sync.OnceValue(func() runeSet {
		return alphabetic().union(tableSet(unicode.M, unicode.Nd, unicode.Pc))
	})
	// wordType is what (?u)\w matches outside brackets, and the word characters for \b. In Ruby 3.1, these include the
	// superscripts and fractions of Latin-1.
	wordType = sync.OnceValue(func() runeSet {
		return word().union(runeSet{{0xb2, 0xb3}, {0xb9, 0xb9}, {0xbc, 0xbe}})
	})
	unicodeDigit = sync.OnceValue(func() runeSet { return tableSet(unicode.Nd) })
	unicodeSpace = sync.OnceValue(func() runeSet { return tableSet(unicode.White_Space) })
	blank        = sync.OnceValue(func() runeSet { return tableSet(unicode.Zs).union(runeSet{{'\t', '\t'}}) })
	lowercase    = sync.OnceValue(func() runeSet { return tableSet(unicode.Ll, unicode.Other_Lowercase) })
	uppercase    = sync.OnceValue(func() runeSet { return tableSet(unicode.Lu, unicode.Other_Uppercase) })
	casedLetter  = sync.OnceValue(func() runeSet { return tableSet(unicode.Lu, unicode.Ll, unicode.Lt) })
	assigned     = sync.OnceValue(func() runeSet {
		return tableSet(unicode.L, unicode.M, unicode.N, unicode.P, unicode.S, unicode.Z,
			unicode.Cc, unicode.Cf, unicode.Co, unicode.Cs)
	})
	unassigned = sync.OnceValue(func() runeSet { return assigned().complement() })
	other      = sync.OnceValue(func() runeSet {
		return tableSet(unicode.Cc, unicode.Cf, unicode.Co, unicode.Cs).union(unassigned())
	})
	graph = sync.OnceValue(func() runeSet {
		return tableSet(unicode.White_Space, unicode.Cc, unicode.Cs).union(unassigned()).complement()
	})
	printing = sync.OnceValue(func() runeSet { return graph().union(tableSet(unicode.Zs)) })
	// xposixPunct adds the ASCII symbols to Unicode's punctuation.
	xposixPunct = sync.OnceValue(func() runeSet {
		return tableSet(unicode.P).union(newRuneSet([]runeRange{
			{'$', '$'}, {'+', '+'}, {'<', '>'}, {'^', '^'}, {'`', '`'}, {'|', '|'}, {'~', '~'},
		}))
	})
)
