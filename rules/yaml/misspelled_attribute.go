package yaml

import (
	"hash/maphash"
	"slices"
	"strconv"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/lookupoptions"
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
		for key, value := range p.Doc().Root.Entries() {
			if own := entriesOf(value); len(own) > 0 && key.Kind == data.Scalar && key.Text() != lookupoptions.Key {
				checkAttributes(p, key.Text(), own)
			}
		}
	},
}

const (
	// timesAsOften is how many times as often a name must appear as one that is probably a misspelling of it.
	timesAsOften = 3
	// maxMisspelled is the number of entries up to which a name may be a misspelling.
	maxMisspelled = 2
	// maxUsual is the number of names up to which entries have attributes, rather than entries of their own.
	maxUsual = 100
)

// attributeName matches names of attributes, as opposed to paths, titles of resources, and tokens.
var attributeName = lazyregexp.New(`^[A-Za-z_][\w -]*$`)

// entriesOf returns the entries of a hash or array of hashes. Those that merge another hash are excluded, since they have
// its attributes.
func entriesOf(value *data.Node) []*data.Node {
	var entries []*data.Node
	add := func(n *data.Node) {
		if n.Kind == data.Mapping && !has(n, "<<") {
			entries = append(entries, n)
		}
	}
	switch value.Kind {
	case data.Mapping:
		for _, entry := range value.Entries() {
			add(entry)
		}
	case data.Sequence:
		for _, entry := range value.Children {
			add(entry)
		}
	case data.Scalar, data.Alias:
	}
	return entries
}

// attributes are those of the entries of a root key in all files.
type attributes struct {
	entries []*data.Node
	count   map[string]int // the number of entries with a name
	// distinct is the number without entries that another file has under the same name with the same text.
	distinct map[string]int
	usual    []string // the names that others may be a misspelling of, sorted
}

type attributesKey struct{ root string }

// attributesOf returns the attributes of a root key.
func attributesOf(p *rule.FilePass, root string) *attributes {
	return rule.Once(p.Site, attributesKey{root}, func() *attributes {
		a := &attributes{count: map[string]int{}, distinct: map[string]int{}}
		for _, d := range p.Project.Definitions(root) {
			a.entries = append(a.entries, entriesOf(d.Key.Counterpart())...)
		}
		seen, seed := map[uint64]bool{}, maphash.MakeSeed()
		for _, entry := range a.entries {
			text := maphash.Bytes(seed, textOf(entry))
			for name := range entry.Entries() {
				if name.Kind != data.Scalar {
					continue
				}
				if a.count[name.Text()]++; !seen[text] {
					a.distinct[name.Text()]++
				}
			}
			seen[text] = true
		}
		for name, n := range a.count {
			if n >= timesAsOften {
				a.usual = append(a.usual, name)
			}
		}
		slices.Sort(a.usual)
		return a
	})
}

// textOf returns an entry as written, with its name if it has one.
func textOf(entry *data.Node) []byte {
	span := entry.Span
	if name := entry.Counterpart(); name != nil {
		span.Start = name.Span.Start
	}
	return entry.Doc.File.Slice(span)
}

// checkAttributes reports attributes of the entries of a root key in a file.
func checkAttributes(p *rule.FilePass, root string, own []*data.Node) {
	if len(own) < timesAsOften && len(p.Project.Definitions(root)) == 1 {
		return // as for most keys
	}
	all := attributesOf(p, root)
	if len(all.usual) == 0 || len(all.usual) > maxUsual {
		return
	}
	for _, entry := range own {
		for name := range entry.Entries() {
			if name.Kind != data.Scalar || all.distinct[name.Text()] > maxMisspelled || !attributeName().MatchString(name.Text()) {
				continue
			}
			if meant := all.meant(entry, name.Text()); meant != "" && !isInCode(p, name.Text()) {
				reportAttribute(p, root, name, meant, all.count[meant])
			}
		}
	}
}

// meant returns the attribute that was probably meant by one of an entry: one that the entry lacks and most others, or
// others of its kind, have. It returns "" if there is none or several.
func (a *attributes) meant(entry *data.Node, name string) string {
	meant := ""
	for _, other := range a.usual {
		n := a.count[other]
		if !a.isRare(name, other) || !nearest.IsMeant(name, other) || has(entry, other) {
			continue
		}
		if 2*n < len(a.entries) && !slices.ContainsFunc(a.entries, func(e *data.Node) bool { return has(e, other) && isOfKind(entry, e) }) {
			continue
		}
		if meant != "" {
			return ""
		}
		meant = other
	}
	return meant
}

// isRare reports whether few entries have a name, and several times as many another one: counting all entries, or copies only
// once.
func (a *attributes) isRare(name, other string) bool {
	return a.count[name] <= maxMisspelled && a.count[other] >= timesAsOften*a.count[name] || a.distinct[other] >= timesAsOften*a.distinct[name]
}

// minCommon is the number of common attributes from which entries are of the same kind.
const minCommon = 2

// isOfKind reports whether two entries have several attributes in common.
func isOfKind(a, b *data.Node) bool {
	common := 0
	for name := range a.Entries() {
		if name.Kind == data.Scalar && has(b, name.Text()) {
			common++
		}
	}
	return common >= minCommon
}

// isInCode reports whether code contains a name: as a string, or as a parameter.
func isInCode(p *rule.FilePass, name string) bool {
	return lists.Any(p.AllCode(), func(code *manifest.Index) bool { return code.Mentions(name) || parameterNames(p, code)[name] })
}

type parameterNamesKey struct{ code *manifest.Index }

// parameterNames returns the names of all parameters of classes and defined types.
func parameterNames(p *rule.FilePass, code *manifest.Index) map[string]bool {
	return rule.Once(p.Site, parameterNamesKey{code}, func() map[string]bool {
		names := map[string]bool{}
		for _, d := range slices.Concat(code.Classes, code.DefinedTypes) {
			for _, parameter := range d.Parameters {
				names[parameter.Name] = true
			}
		}
		return names
	})
}

func reportAttribute(p *rule.FilePass, root string, name *data.Node, meant string, others int) {
	p.Report(diagnostic.Diagnostic{
		Span: name.Span, Key: rule.KeyPath(name),
		Message: "attribute `" + rule.Shown(name.Text()) + "` here, but `" + rule.Shown(meant) + "` in " + strconv.Itoa(others) + " other entries of `" + rule.Shown(root) + "`",
		Detail:  "Puppet passes both to the code that reads the hash, which probably fails for one of them or ignores it",
		Meant:   meant,
		Fixes:   []diagnostic.Fix{edit.Write(p.Source(), name.Span, meant)},
	})
}
