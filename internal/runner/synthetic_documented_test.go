package runner_test

import (
	"github.com/hieralint/hieralint/internal/rule"
	"github.com/hieralint/hieralint/rules"
)

// defects are all ways to break a repo, in the order of the rules that report them.
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

// documented returns the defects in the documentation of a rule. Consecutive texts for the same
// place are variants of one defect.
func documented(r *rule.Rule) []defect {
	var all []defect
	plants := r.Doc().Plants
	for len(plants) > 0 {
		first, n := plants[0], 0
		for n < len(plants) && plants[n].Where == first.Where && (n == 0 || first.Lower == "") {
			n++
		}
		d := defect{rule: r.Name, plant: planter(first, plants[:n])}
		switch first.Where {
		case rule.InConfig, rule.InSiteConfig, rule.InMetadata:
			d.leadsTo = unread
		}
		all = append(all, d)
		plants = plants[n:]
	}
	return all
}

// planter plants one of several variants of a defect, of which first is one.
func planter(first rule.Plant, plants []rule.Plant) func(*damage) {
	var texts []string
	for _, p := range plants {
		texts = append(texts, p.Text)
	}
	switch first.Where {
	case rule.InFile:
		return plantedIn(isAny, texts...)
	case rule.InPlainFile:
		return plantedIn(isPlain, texts...)
	case rule.InEyamlFile:
		return plantedIn(isEyaml, texts...)
	case rule.InSite:
		return inSite(plantedIn(isAny, texts...))
	case rule.InModule:
		return plantInModule(texts...)
	case rule.ForClass:
		return inSite(plantForClass(texts...))
	case rule.InUpperAll:
		return across(first.Text, first.Lower, func(_ *damage, f *dataFile) bool { return f.static })
	case rule.InConfig:
		return func(d *damage) { d.edit(d.config(), plants...) }
	case rule.InSiteConfig:
		return inSite(func(d *damage) {
			if len(d.classes) > 0 { // a tree without code may be the global layer
				d.edit(d.config(), plants...)
			}
		})
	case rule.InEnvironment:
		return func(d *damage) { d.edit(d.env+"environment.conf", plants...) }
	case rule.InMetadata:
		return func(d *damage) {
			for _, h := range d.hierarchies {
				if path := h.root + "metadata.json"; d.tree[path] != "" {
					d.edit(path, plants...)
					return
				}
			}
		}
	case rule.AsSettings:
		return func(d *damage) { d.edit(".hieralint.yaml", rule.Plant{Old: "^$", Text: pick(d.r, texts...)}) }
	case rule.InsteadOf:
		return rewrite(texts...)
	case rule.InOptions:
		return plantOptions(texts...)
	case rule.InHierarchy:
		return plantLevel(texts...)
	case rule.InUpperFile:
		return across(first.Text, first.Lower, func(_ *damage, f *dataFile) bool { return !f.static })
	case rule.InUpperGroup:
		return across(first.Text, first.Lower, hasSibling)
	}
	panic("no such place: " + first.Where)
}
