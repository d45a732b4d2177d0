package rich

import (
	"cmp"
	"errors"
	"regexp"
	"slices"
	"strings"

	"github.com/hieralint/hieralint/engine/internal/ranges"
	"github.com/hieralint/hieralint/engine/internal/rubystring"
	"github.com/hieralint/hieralint/engine/rubytext"
	"github.com/hieralint/hieralint/internal/lazyregexp"
	"github.com/hieralint/hieralint/internal/lists"
)

// SemVerRange is a range of versions as a value: ">=1.0.0 <2.0.0", "1.x", "~1.2 || ^3.0.0".
type SemVerRange struct {
	text  string
	parts []*versionRange // alternatives
}

// String returns the range as written.
func (r *SemVerRange) String() string { return r.text }

// Inspect returns the range in its simplest form.
func (r *SemVerRange) Inspect() string {
	return strings.Join(lists.Map(r.parts, (*versionRange).String), " || ")
}

// Eql reports whether o is a SemVerRange with the same versions.
func (r *SemVerRange) Eql(o any) bool {
	other, ok := o.(*SemVerRange)
	return ok && slices.EqualFunc(r.parts, other.parts, (*versionRange).eql)
}

// Includes reports whether v is in the range. A pre-release is only included if the range contains
// a pre-release of the same version.
func (r *SemVerRange) Includes(v *SemVer) bool {
	return slices.ContainsFunc(r.parts, func(p *versionRange) bool {
		return p.includes(v) && (v.stable() || p.namesPrerelease(v))
	})
}

// single returns the only part of the range, or nil if there are several.
func (r *SemVerRange) single() *versionRange {
	if len(r.parts) != 1 {
		return nil
	}
	return r.parts[0]
}

// Covers reports whether inner is inside r. Like Puppet, it returns false for ranges of several
// parts.
func (r *SemVerRange) Covers(inner *SemVerRange) bool {
	a, b := inner.single(), r.single()
	if a == nil || b == nil {
		return false
	}
	end := b.end().compare(a.end())
	return b.begin().compare(a.begin()) <= 0 && (end > 0 || end == 0 && (!b.excludesEnd() || a.excludesEnd()))
}

// Join returns the range that covers r and o, if they meet.
func (r *SemVerRange) Join(o *SemVerRange) (*SemVerRange, bool) {
	x, y := r.single(), o.single()
	if x == nil || y == nil {
		return nil, false
	}
	switch {
	case r.Includes(y.begin()) || o.Includes(x.begin()):
		return cover(x, y), true
	case x.excludesEnd() && x.end().Eql(y.begin()):
		return betweenVersions(x.begin(), y.end(), y.excludesEnd()), true
	case y.excludesEnd() && y.end().Eql(x.begin()):
		return betweenVersions(y.begin(), x.end(), x.excludesEnd()), true
	}
	return nil, false
}

// cover returns the smallest range that covers x and y.
func cover(x, y *versionRange) *SemVerRange {
	begin, end := x.begin(), x.end()
	if y.begin().compare(begin) < 0 {
		begin = y.begin()
	}
	c := end.compare(y.end())
	exclude := false
	switch {
	case x.excludesEnd():
		exclude = c > 0 || c == 0 && y.excludesEnd()
	case y.excludesEnd():
		exclude = c < 0
	}
	if c < 0 {
		end = y.end()
	}
	return betweenVersions(begin, end, exclude)
}

// betweenVersions returns a range with the given ends. Puppet prints the ends in the wrong order.
func betweenVersions(from, to *SemVer, excludeEnd bool) *SemVerRange {
	text := to.String() + " - " + from.String()
	if excludeEnd {
		text = ">=" + to.String() + " <" + from.String()
	}
	part := intersect(lowerEnd(from, false), upperEnd(to, excludeEnd))
	return &SemVerRange{text: text, parts: []*versionRange{cmp.Or(part, matchNothing)}}
}

// ExactRange returns the range with one version.
func ExactRange(v *SemVer) *SemVerRange { return betweenVersions(v, v, false) }

// NewSemVerRangeBetween returns the range between two versions; nil means no limit.
func NewSemVerRangeBetween(from, to *SemVer, excludeEnd bool) *SemVerRange {
	return betweenVersions(cmp.Or(from, lowestVersion), cmp.Or(to, highestVersion), excludeEnd)
}

const (
	nr         = `0|[1-9][0-9]*`
	xr         = `(?:x|X|\*|` + nr + `)`
	qualifiers = `(?:-(?:[0-9A-Za-z-]+)(?:\.(?:[0-9A-Za-z-]+))*)?(?:\+(?:[0-9A-Za-z-]+)(?:\.(?:[0-9A-Za-z-]+))*)?`
	partial    = xr + `(?:\.` + xr + `(?:\.` + xr + qualifiers + `)?)?`
	space      = `[\t\n\v\f\r ]`
)

var (
	looseSpace  = lazyregexp.New(`([><=~^])(?:` + space + `+|` + space + `*v)`)
	orExpr      = lazyregexp.New(space + `*\|\|` + space + `*`)
	spaceExpr   = lazyregexp.New(space + `+`)
	hyphenExpr  = lazyregexp.New(`\A(` + partial + `)` + space + `+-` + space + `+(` + partial + `)\z`)
	simpleExpr  = lazyregexp.New(`\A([<>=~^]|<=|>=|~>|~=)?(` + partial + `)\z`)
	partialExpr = lazyregexp.New(`\A(x|X|\*|` + nr + `)(?:\.(x|X|\*|` + nr + `)(?:\.(x|X|\*|` + nr + `)` +
		`(?:-([0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*))?(?:\+([0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*))?)?)?\z`)
)

// maxAlternatives is the maximum number of alternatives in a range, since joining them takes
// quadratic time.
const maxAlternatives = 1000

// ErrTooManyAlternatives reports that a range has more alternatives than are supported here,
// although Puppet supports them.
var ErrTooManyAlternatives = errors.New("a SemVerRange of more than 1000 alternatives is not read here")

// NewSemVerRange parses a range. Its errors are those of Puppet's semantic_puppet 1.0.4, or
// ErrTooManyAlternatives.
func NewSemVerRange(text string) (*SemVerRange, error) {
	alternatives := rubySplit(looseSpace().ReplaceAllString(text, "$1"), orExpr())
	if len(alternatives) > maxAlternatives {
		return nil, ErrTooManyAlternatives
	}
	if len(alternatives) == 0 {
		return &SemVerRange{text: "*", parts: []*versionRange{allVersions}}, nil
	}
	var parts []*versionRange
	for _, alternative := range alternatives {
		part, err := parseAlternative(alternative, text)
		if err != nil {
			return nil, err
		}
		if part != nil && !slices.ContainsFunc(parts, part.eql) {
			parts = append(parts, part)
		}
	}
	parts, err := mergeParts(parts)
	if err != nil {
		return nil, err
	}
	return &SemVerRange{text: text, parts: parts}, nil
}

// rubySplit is String#split, which drops trailing empty strings.
func rubySplit(s string, expr *regexp.Regexp) []string {
	return rubystring.TrimSplit(expr.Split(s, -1))
}

// parseAlternative parses one of the alternatives separated by ||; nil if no version matches.
func parseAlternative(alternative, text string) (*versionRange, error) {
	if m := hyphenExpr().FindStringSubmatch(alternative); m != nil {
		lower, err := fullVersion(m[1])
		if err != nil {
			return nil, err
		}
		upper, err := fullVersion(m[2])
		if err != nil {
			return nil, err
		}
		return intersect(lowerEnd(lower, false), upperEnd(upper, false)), nil
	}
	var all *versionRange
	for i, simple := range rubySplit(alternative, spaceExpr()) {
		m := simpleExpr().FindStringSubmatch(simple)
		if m == nil {
			return nil, errors.New(`Unparsable version range: "` + text + `"`)
		}
		r, err := parseSimple(m[1], m[2])
		switch {
		case err != nil:
			return nil, err
		case i == 0:
			all = r
		case all == nil:
			// Ruby's reduce continues with nil.
			return nil, &rubytext.Error{Class: "NoMethodError", Message: "undefined method `intersection' for nil:NilClass"}
		default:
			all = intersect(all, r)
		}
	}
	return all, nil
}

// partialVersion is a version whose end may be missing or a wildcard: 1, 1.2, 1.x.
type partialVersion struct {
	major, minor, patch *ranges.Number
	pre, build          []identifier
}

func parsePartial(text string) (p partialVersion, err error) {
	m := partialExpr().FindStringSubmatch(text)
	p.major, p.minor, p.patch = wildcard(m[1]), wildcard(m[2]), wildcard(m[3])
	p.pre, err = prerelease(m[4])
	p.build = words(m[5])
	return p, err
}

// wildcard returns the number in s; nil for none and for a wildcard.
func wildcard(s string) *ranges.Number {
	if s == "" || strings.Contains("xX*", s) {
		return nil
	}
	n := digits(s)
	return &n
}

func fullVersion(text string) (*SemVer, error) {
	p, err := parsePartial(text)
	return p.version(), err
}

// version uses 0 for missing parts.
func (p partialVersion) version() *SemVer {
	zero := &ranges.Number{}
	return &SemVer{
		major: *cmp.Or(p.major, zero), minor: *cmp.Or(p.minor, zero), patch: *cmp.Or(p.patch, zero),
		pre: p.pre, build: p.build,
	}
}

func parseSimple(operator, operand string) (*versionRange, error) {
	p, err := parsePartial(operand)
	if err != nil {
		// Puppet reads the pre-release only if it needs it.
		needed := operator == ">=" || operator == "<" || p.patch != nil
		if needed {
			return nil, err
		}
	}
	switch operator {
	case "~", "~>", "~=":
		return p.patchUpdates(true), nil
	case "^":
		switch {
		case p.major == nil:
			return nil, errNoSingleton
		case p.major.Eq(ranges.Int(0)):
			return p.patchUpdates(true), nil
		}
		return p.minorUpdates(), nil
	case ">":
		switch {
		case p.major == nil:
			return matchNothing, nil
		case p.patch == nil:
			return &versionRange{kind: greaterOrEqual, version: p.next()}, nil
		}
		return &versionRange{kind: greaterThan, version: p.version()}, nil
	case ">=":
		return &versionRange{kind: greaterOrEqual, version: p.version()}, nil
	case "<":
		return &versionRange{kind: lessThan, version: p.version()}, nil
	case "<=":
		switch {
		case p.major == nil:
			return nil, errNoSingleton
		case p.patch == nil:
			return &versionRange{kind: lessThan, version: p.next()}, nil
		}
		return &versionRange{kind: lessOrEqual, version: p.version()}, nil
	}
	return p.patchUpdates(false), nil
}

// errNoSingleton is the error of semantic_puppet for `<=*` and `^*`.
var errNoSingleton = rubytext.MissingMethod{
	Method: "SINGLETON", Mark: ".SINGLETON",
	Line:  `      return AllRange.SINGLETON unless major`,
	Meant: map[string]string{"Class": "singleton_class"},
}.On("SemanticPuppet::VersionRange::AllRange:Class")

// patchUpdates returns all versions that differ only in what p leaves open and, with tilde, also
// later patches.
func (p partialVersion) patchUpdates(tilde bool) *versionRange {
	switch {
	case p.major == nil:
		return allVersions
	case p.minor == nil:
		return between(&SemVer{major: *p.major}, p.next())
	case p.patch == nil:
		return between(&SemVer{major: *p.major, minor: *p.minor}, p.next())
	case !tilde:
		return &versionRange{kind: equalTo, version: p.version()}
	}
	return between(p.version(), p.next())
}

// next returns the first version with the next minor number, or the next major one if p, which has
// one, has no minor number.
func (p partialVersion) next() *SemVer {
	if p.minor == nil {
		return &SemVer{major: p.major.PlusOne()}
	}
	return &SemVer{major: *p.major, minor: p.minor.PlusOne()}
}

// minorUpdates returns all versions from p up to the next major version.
func (p partialVersion) minorUpdates() *versionRange {
	v := p.version()
	if p.patch == nil || p.pre == nil {
		v.pre, v.build = nil, nil
	}
	return between(v, &SemVer{major: p.major.PlusOne()})
}

func between(from, to *SemVer) *versionRange {
	return &versionRange{kind: bothEnds, min: &versionRange{kind: greaterOrEqual, version: from}, max: &versionRange{kind: lessThan, version: to}}
}
