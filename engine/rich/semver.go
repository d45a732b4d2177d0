package rich

import (
	"errors"
	"math"
	"math/big"
	"slices"
	"strings"

	"github.com/hieralint/hieralint/engine/internal/bigint"
	"github.com/hieralint/hieralint/engine/internal/ranges"
	"github.com/hieralint/hieralint/internal/ascii"
	"github.com/hieralint/hieralint/internal/lazyregexp"
	"github.com/hieralint/hieralint/internal/lists"
)

// SemVer is a semantic version as a value.
type SemVer struct {
	major, minor, patch ranges.Number
	// pre and build are the dotted parts after - and +; nil if there are none. Numbers in pre are
	// compared as numbers.
	pre, build []identifier
}

// identifier is a part of a pre-release or build: a number or a word.
type identifier struct {
	number *big.Int
	word   string
}

func (i identifier) String() string {
	if i.number != nil {
		return i.number.String()
	}
	return i.word
}

var (
	semVerExpr = lazyregexp.New(`\A(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)` +
		`(?:-([0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*))?(?:\+([0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*))?\n?\z`)

	// lowestVersion has an empty pre-release, so it is less than 0.0.0.
	lowestVersion  = &SemVer{pre: []identifier{}}
	highestVersion = &SemVer{major: ranges.Float(math.Inf(1))}
)

// NewSemVer parses a version such as 1.2.3-rc.1+build.
func NewSemVer(text string) (*SemVer, error) {
	m := semVerExpr().FindStringSubmatch(text)
	if m == nil {
		return nil, errors.New("Unable to parse '" + text + "' as a semantic version identifier")
	}
	pre, err := prerelease(m[4])
	if err != nil {
		return nil, err
	}
	return &SemVer{digits(m[1]), digits(m[2]), digits(m[3]), pre, words(m[5])}, nil
}

// digits parses a valid number.
func digits(s string) ranges.Number {
	n, _ := bigint.Parse(s, 10)
	return ranges.Big(n)
}

func prerelease(s string) ([]identifier, error) {
	parts := words(s)
	for i, p := range parts {
		if !ascii.IsNumber(p.word) {
			continue
		}
		if len(p.word) > 1 && p.word[0] == '0' {
			return nil, errors.New("Numeric pre-release identifiers MUST NOT contain leading zeroes")
		}
		parts[i] = identifier{number: digits(p.word).BigInt()}
	}
	return parts, nil
}

func words(s string) []identifier {
	if s == "" {
		return nil
	}
	return lists.Map(strings.Split(s, "."), func(w string) identifier { return identifier{word: w} })
}

// String returns the version as written.
func (v *SemVer) String() string {
	s := v.major.String() + "." + v.minor.String() + "." + v.patch.String()
	if v.pre != nil {
		s += "-" + dotted(v.pre)
	}
	if v.build != nil {
		s += "+" + dotted(v.build)
	}
	return s
}

// Inspect returns the same as String: in Ruby, it does not differ from to_s.
func (v *SemVer) Inspect() string { return v.String() }

func dotted(parts []identifier) string {
	return strings.Join(lists.Map(parts, identifier.String), ".")
}

// Eql reports whether o is the same SemVer, including the build, which comparisons ignore.
func (v *SemVer) Eql(o any) bool {
	w, ok := o.(*SemVer)
	return ok && v.major.Eq(w.major) && v.minor.Eq(w.minor) && v.patch.Eq(w.patch) &&
		sameParts(v.pre, w.pre) && sameParts(v.build, w.build)
}

func sameParts(a, b []identifier) bool {
	return (a == nil) == (b == nil) && slices.EqualFunc(a, b, func(x, y identifier) bool { return x.compare(y) == 0 })
}

func (v *SemVer) stable() bool { return len(v.pre) == 0 }

// compare compares versions, ignoring the build.
func (v *SemVer) compare(w *SemVer) int {
	for _, pair := range [][2]ranges.Number{{v.major, w.major}, {v.minor, w.minor}, {v.patch, w.patch}} {
		if c, _ := pair[0].Cmp(pair[1]); c != 0 {
			return c
		}
	}
	switch {
	case v.pre == nil && w.pre == nil:
		return 0
	case v.pre == nil:
		return 1
	case w.pre == nil:
		return -1
	}
	return slices.CompareFunc(v.pre, w.pre, identifier.compare)
}

// compare compares parts of a pre-release: numbers are less than words.
func (i identifier) compare(o identifier) int {
	switch {
	case i.number != nil && o.number != nil:
		return i.number.Cmp(o.number)
	case i.number != nil:
		return -1
	case o.number != nil:
		return 1
	}
	return strings.Compare(i.word, o.word)
}

// nextPatch returns the version after v.
func (v *SemVer) nextPatch() *SemVer {
	return &SemVer{major: v.major, minor: v.minor, patch: v.patch.PlusOne()}
}

// NewVersion returns a version with the given parts. A qualifier, which may be empty, remains a
// single word, even with dots.
func NewVersion(major, minor, patch *big.Int, prerelease, build string) *SemVer {
	v := &SemVer{major: ranges.Big(major), minor: ranges.Big(minor), patch: ranges.Big(patch)}
	if prerelease != "" {
		v.pre = []identifier{{word: prerelease}}
	}
	if build != "" {
		v.build = []identifier{{word: build}}
	}
	return v
}
