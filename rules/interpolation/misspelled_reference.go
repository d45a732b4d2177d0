package interpolation

import (
	"strings"

	"github.com/hieralint/hieralint/engine/interpolate"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/nearest"
	"github.com/hieralint/hieralint/internal/rule"
	"github.com/hieralint/hieralint/rules/internal/edit"
)

// reportMisspelledReferences reports references to keys of unseen data whose name, or namespace, is nearly one that the file
// references several times. References to keys that are nearly a defined one are reported with the keys that use them.
func reportMisspelledReferences(p *rule.FilePass) {
	var names, namespaces uses
	for text, token := range p.Tokens() {
		if !isReference(token) || p.Project.HasKey(token.Key.Root) || p.Project.MayDefine(token.Key.Root) {
			continue
		}
		if names.count == nil {
			if !p.Project.LacksSiteData() {
				return
			}
			countReferences(p, &names, &namespaces)
		}
		name := token.Key.Text
		meant := names.meant(name, nearest.IsTypo)
		if meant == "" {
			namespace := namespaceOf(token)
			if meant = namespaces.meant(namespace, nearest.IsTypo); meant == "" || p.Project.HasNamespace(namespace) {
				continue
			}
			meant += strings.TrimPrefix(name, namespace)
		}
		root, _, _ := strings.Cut(meant, ".")
		if p.Project.HasKey(root) && nearest.IsTypo(token.Key.Root, root) || p.LookupOf(token.Key.Root) != nil {
			continue
		}
		span := text.Span(token.ArgumentSpan)
		p.Report(diagnostic.Diagnostic{
			Severity: diagnostic.Warning, Span: span, Key: rule.KeyPath(text.Node),
			Message: "undefined key `" + rule.Shown(name) + "`, nearly the same as `" + rule.Shown(meant) + "`, which the file references more often",
			Detail:  "Puppet inserts the empty string" + unlessElsewhere,
			Meant:   meant,
			Fixes:   []diagnostic.Fix{edit.Write(p.Source(), span, meant)},
		})
	}
}

// countReferences counts the references of a file by key, and by the namespace of the key.
func countReferences(p *rule.FilePass, names, namespaces *uses) {
	for _, token := range p.Tokens() {
		if isReference(token) {
			names.add(token.Key.Text)
			namespaces.add(namespaceOf(token))
		}
	}
}

func isReference(token *interpolate.Token) bool {
	return token.Method.TakesKey() && token.KeyErr == nil && !strings.ContainsAny(token.Argument, `'"`)
}

// namespaceOf returns the module of the key that a token references; "" if it has none.
func namespaceOf(token *interpolate.Token) string {
	namespace, _, ok := strings.Cut(token.Key.Root, "::")
	if !ok {
		return ""
	}
	return namespace
}

// minUses is the number of uses in a file of the name of which another one is probably a misspelling, and maxComparisons the number
// of pairs of names up to which they are compared.
const minUses, maxComparisons = 3, 200_000

// uses counts how often a file uses each name.
type uses struct {
	count map[string]int
	often []string // the names with at least minUses
}

func (u *uses) add(name string) {
	if u.count == nil {
		u.count = map[string]int{}
	}
	if u.count[name]++; u.count[name] == minUses {
		u.often = append(u.often, name)
	}
}

// meant returns the name that is used several times, and of which one that is used once is probably a misspelling; "" if there is
// none, or several.
func (u *uses) meant(name string, isTypo func(name, other string) bool) string {
	if u.count[name] != 1 || len(u.count)*len(u.often) > maxComparisons {
		return ""
	}
	similar := lists.Filter(u.often, func(other string) bool { return isTypo(name, other) })
	if len(similar) != 1 {
		return ""
	}
	return similar[0]
}
