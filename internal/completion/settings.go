package completion

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/lazyregexp"
	"github.com/hieralint/hieralint/internal/settings"
)

// flowList matches the key of a list in brackets that is open at the end of a line, and the start
// of its last element.
var flowList = lazyregexp.New(`^\s*(?:- +)?([\w-]+):\s+\[(?:[^\]]*,)?\s*['"]?([^\s\],'"]*)$`)

// ProposeSettings returns what can be inserted at an offset of a configuration. The file need not
// be valid, since only its lines are used.
func ProposeSettings(file *source.File, offset int) *Proposals {
	p := newProposer(nil, file, offset)
	if strings.HasPrefix(strings.TrimSpace(p.before), "#") {
		return nil
	}
	above, text := p.above(), p.before
	if m := flowList().FindStringSubmatch(text); m != nil {
		return p.of(len(m[2]), settingValues(settings.PlaceAt(append(above, m[1])...)))
	}
	if braces, inner := openBraces(text); len(braces) > 0 {
		above, text = append(above, braces...), inner
		p.isFlow = true
	}
	if m := valueText().FindStringSubmatch(text); m != nil {
		return p.of(len(m[2]), settingValues(settings.PlaceAt(append(above, m[1])...)))
	}
	m := keyText().FindStringSubmatch(text)
	if m == nil {
		return nil
	}
	place := settings.PlaceAt(above...)
	keys := place.Keys
	if len(above) == 0 {
		seen := p.here()
		keys = slices.DeleteFunc(keys, func(key settings.Key) bool { return seen[key.Name] })
	}
	all := p.settingKeys(keys)
	if strings.Contains(m[1], "-") {
		all = append(all, settingValues(place)...)
	}
	return p.of(len(m[3]), all)
}

// maxDetail is the maximum length of the description shown next to a proposal.
const maxDetail = 60

func (p *proposer) settingKeys(keys []settings.Key) []*Proposal {
	all := make([]*Proposal, len(keys))
	for i, key := range keys {
		one := &Proposal{Kind: OptionProposal, Text: key.Name}
		switch {
		case p.isFlow && key.IsList:
			one.Snippet = key.Name + ": [$0]"
		case p.isFlow && key.IsHash:
			one.Snippet = key.Name + ": {$0}"
		case key.IsList:
			one.Snippet = key.Name + ":\n  - $0"
		case key.IsHash:
			one.Snippet = key.Name + ":\n  $0"
		default:
			one.Snippet = key.Name + ": $0"
		}
		if one.Documentation = key.Doc; utf8.RuneCountInString(key.Doc) <= maxDetail {
			one.Detail, one.Documentation = strings.TrimSuffix(key.Doc, "."), ""
		}
		all[i] = one
	}
	return all
}

func settingValues(place settings.Place) []*Proposal {
	return named(ValueProposal, "", place.Values, "")
}
