package yaml

import (
	"slices"
	"strings"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/lazyregexp"
	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/manifest"
	"github.com/hieralint/hieralint/internal/nearest"
	"github.com/hieralint/hieralint/internal/rule"
	"github.com/hieralint/hieralint/rules/internal/edit"
)

// MisspelledAttribute reports attributes of entries whose names resemble those of other entries.
var MisspelledAttribute = &rule.Rule{
	ID: "HL1022", Name: "misspelled-attribute", Family: family, Severity: diagnostic.Warning, Reach: rule.OtherValues,
	CheckFile: func(p *rule.FilePass) {
		for key, value := range rootCollections(p) {
			for _, m := range misspelledOf(p, key)[value] {
				reportAttribute(p, m)
			}
		}
	},
}

const (
	// timesAsOften is how many times as often a name must appear as one that is probably a misspelling of it.
	timesAsOften = 3
	// maxMisspelled is the number of hashes up to which a name may be a misspelling.
	maxMisspelled = 2
	// maxUsual is the number of names up to which hashes have attributes, rather than entries of their own.
	maxUsual = 100
	// minExpected is the number of other hashes from which an attribute that seven in ten have is expected in all.
	minExpected = 5
)

// attributeName matches names of attributes, as opposed to paths, titles of resources, and tokens.
var attributeName = lazyregexp.New(`^[A-Za-z_][\w -]*$`)

// misspelled is an attribute whose name is probably misspelled.
type misspelled struct {
	name   *data.Node
	meant  string
	others string // the hashes with the name that was meant
}

type misspelledKey struct{ root string }

// misspelledOf returns the misspelled attributes in the values of a root key in all files.
func misspelledOf(p *rule.FilePass, root string) map[*data.Node][]misspelled {
	return rule.Once(p.Site, misspelledKey{root}, func() map[*data.Node][]misspelled {
		var all map[*data.Node][]misspelled
		groups := slices.Clip(groupsOf(p, root))
		for _, g := range groups {
			if titles := g.ofTitles(); titles != nil {
				groups = append(groups, titles)
			}
		}
		found := map[*data.Node]bool{}
		for _, g := range groups {
			a := newAttributes(g)
			if len(a.usual) == 0 || len(a.usual) > maxUsual {
				continue
			}
			for _, hash := range a.hashes {
				for name := range hash.Entries() {
					if name.Kind != data.Scalar || found[name] || a.distinct[name.Text()] > maxMisspelled || !attributeName().MatchString(name.Text()) {
						continue
					}
					if meant := a.meant(p, hash.Node, name.Text()); meant != "" {
						found[name] = true
						lists.Put(&all, hash.root, append(all[hash.root], misspelled{name, meant, g.others(a.count[meant], root)}))
					}
				}
			}
		}
		return all
	})
}

// attributes are those of a group of hashes.
type attributes struct {
	*group
	count map[string]int // the number of hashes with a name
	// distinct is the number without those in copies of an entry.
	distinct map[string]int
	usual    []string // the names that others may be a misspelling of, sorted
}

func newAttributes(g *group) *attributes {
	a := &attributes{group: g, count: map[string]int{}, distinct: map[string]int{}}
	for _, hash := range a.hashes {
		for name := range hash.Entries() {
			if name.Kind != data.Scalar {
				continue
			}
			if a.count[name.Text()]++; !hash.isCopy {
				a.distinct[name.Text()]++
			}
		}
	}
	for name, n := range a.count {
		if n >= timesAsOften {
			a.usual = append(a.usual, name)
		}
	}
	slices.Sort(a.usual)
	return a
}

// meant returns the attribute that was probably meant by one of a hash: one that the hash lacks and most others, or
// others of its kind, have. It returns "" if there is none or several.
func (a *attributes) meant(p *rule.FilePass, hash *data.Node, name string) string {
	meant := ""
	for _, other := range a.usual {
		isMeant := nearest.IsMeant(name, other) || a.isExpected(name, other) && (nearest.IsGarbled(name, other) || isOtherNumber(name, other) && a.isAlike(hash, name, other)) ||
			a.isShortened(p, hash, name, other)
		if !isMeant || !a.isRare(name, other) || has(hash, other) {
			continue
		}
		if isInCode(p, name) && !(a.isExpected(name, other) && areSeparate(p, name, other)) {
			continue
		}
		if 2*a.count[other] < len(a.hashes) && !slices.ContainsFunc(a.hashes, func(h member) bool { return has(h.Node, other) && isOfKind(hash, h.Node) }) {
			continue
		}
		if meant != "" {
			return ""
		}
		meant = other
	}
	return meant
}

// isRare reports whether few hashes have a name, and several times as many another one: counting all hashes, or copies only
// once.
func (a *attributes) isRare(name, other string) bool {
	return a.count[name] <= maxMisspelled && a.count[other] >= timesAsOften*a.count[name] || a.distinct[other] >= timesAsOften*a.distinct[name]
}

// isExpected reports whether nearly all hashes have the attribute other, except those few with a name.
func (a *attributes) isExpected(name, other string) bool {
	return a.count[name] <= maxMisspelled && a.count[other] >= minExpected && 10*a.count[other] >= 7*len(a.hashes)
}

// isOtherNumber reports whether one of two names is the plural of the other.
func isOtherNumber(a, b string) bool { return a == b+"s" || b == a+"s" }

// minShortened is the minimum length of a name that lacks a part of another one.
const minShortened = 4

// isShortened reports whether a name lacks the end or the first words of another one that all other hashes have, and that code reads.
func (a *attributes) isShortened(p *rule.FilePass, hash *data.Node, name, other string) bool {
	if len(name) < minShortened || !strings.HasPrefix(other, name) && !strings.HasSuffix(other, "_"+name) {
		return false
	}
	return a.count[name] == 1 && a.count[other] == len(a.hashes)-1 && isInCode(p, other) && a.isAlike(hash, name, other)
}

// isAlike reports whether the attribute of a hash and another one of all hashes have the same kind of value.
func (a *attributes) isAlike(hash *data.Node, name, other string) bool {
	value := hash.Get(name).Value
	return value != nil && !slices.ContainsFunc(a.hashes, func(h member) bool {
		of := h.Get(other)
		return of != nil && (of.Value == nil || of.Value.Kind() != value.Kind())
	})
}

// minCommon is the number of common attributes from which hashes are of the same kind.
const minCommon = 2

// isOfKind reports whether two hashes have several attributes in common.
func isOfKind(a, b *data.Node) bool {
	common := 0
	for name := range a.Entries() {
		if name.Kind == data.Scalar && has(b, name.Text()) {
			common++
		}
	}
	return common >= minCommon
}

// isInCode reports whether any code contains a name.
func isInCode(p *rule.FilePass, name string) bool {
	return lists.Any(p.AllCode(), func(code *manifest.Index) bool { return isNamed(p, code, name) })
}

// areSeparate reports whether code contains two names, but no code file both: code that reads one of them is for other hashes.
func areSeparate(p *rule.FilePass, name, other string) bool {
	return isInCode(p, other) && !lists.Any(p.AllCode(), func(code *manifest.Index) bool { return isNamed(p, code, name) && !code.Separate(name, other) })
}

// isNamed reports whether code contains a name: as a string, or as a parameter.
func isNamed(p *rule.FilePass, code *manifest.Index, name string) bool {
	return code.Mentions(name) || len(parametersNamed(p, code, name)) > 0
}

type parametersKey struct{ code *manifest.Index }

// parametersNamed returns the parameters with a name of all classes and defined types.
func parametersNamed(p *rule.FilePass, code *manifest.Index, name string) []*manifest.Parameter {
	return rule.Once(p.Site, parametersKey{code}, func() map[string][]*manifest.Parameter {
		named := map[string][]*manifest.Parameter{}
		for _, d := range slices.Concat(code.Classes, code.DefinedTypes) {
			for _, parameter := range d.Parameters {
				named[parameter.Name] = append(named[parameter.Name], parameter)
			}
		}
		return named
	})[name]
}

func reportAttribute(p *rule.FilePass, m misspelled) {
	p.Report(diagnostic.Diagnostic{
		Span: m.name.Span, Key: rule.KeyPath(m.name),
		Message: "attribute `" + rule.Shown(m.name.Text()) + "` here, but `" + rule.Shown(m.meant) + "` in " + m.others,
		Detail:  "Puppet passes both to the code that reads the hash, which probably fails for one of them or ignores it",
		Meant:   m.meant,
		Fixes:   []diagnostic.Fix{edit.Write(p.Source(), m.name.Span, m.meant)},
	})
}
