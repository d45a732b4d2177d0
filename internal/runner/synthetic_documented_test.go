package runner_test

import (
	"github.com/hieralint/hieralint/internal/rule"
	"github.com/hieralint/hieralint/rules"
)

// defects are the ways to break a repo, in the order of the rules that find them.
var defects = allDefects()

func allDefects() []defect {
	var all []defect
	for _, r := range rules.All() {
		all = append(all, documented(r)...)
		for _, d := range codeDefects {
			if d.rule == r.Name {
				all = append(all, d)
			}
		}
	}
	return all
}

// documented are the defects in the documentation of a rule. Texts for the same place that stand together are one defect, of
// which each is a form.
func documented(r *rule.Rule) []defect {
	var all []defect
	plants := r.Doc().Plants
	for len(plants) > 0 {
		first, texts := plants[0], []string{}
		for len(plants) > 0 && plants[0].Where == first.Where {
			texts = append(texts, plants[0].Text)
			plants = plants[1:]
			if first.Lower != "" {
				break
			}
		}
		all = append(all, defect{rule: r.Name, plant: planter(first, texts)})
	}
	return all
}

// planter plants one of several texts where the first of them belongs.
func planter(first rule.Plant, texts []string) func(*damage) {
	switch first.Where {
	case rule.InFile:
		return plantedIn(isAny, texts...)
	case rule.InPlainFile:
		return plantedIn(isPlain, texts...)
	case rule.InEyamlFile:
		return plantedIn(isEyaml, texts...)
	case rule.InsteadOf:
		return rewrite(texts...)
	case rule.InOptions:
		return plantOptions(texts...)
	case rule.InHierarchy:
		return plantLevel(texts...)
	case rule.InUpperFile:
		return across(first.Text, first.Lower, anywhere)
	case rule.InUpperGroup:
		return across(first.Text, first.Lower, hasSibling)
	}
	panic("no such place: " + first.Where)
}
