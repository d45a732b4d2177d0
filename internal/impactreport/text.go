// Package impactreport writes the effect of a change that package impact has determined: as text,
// HTML, JSON, and Markdown for a comment on a pull request.
package impactreport

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/rubytext"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/impact"
	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/place"
	"github.com/hieralint/hieralint/internal/plural"
	"github.com/hieralint/hieralint/internal/valuetext"
	"github.com/hieralint/hieralint/internal/visible"
)

// WriteText writes the effect of a change as text.
func WriteText(w io.Writer, i *impact.Impact) error {
	var b strings.Builder
	b.WriteString(titleOf(i) + "\n")
	for _, g := range shownGroups(i) {
		b.WriteByte('\n')
		for _, title := range g.Titles {
			b.WriteString(visible.Text(title) + "\n")
		}
		for _, c := range g.Changes {
			for _, line := range c.Lines {
				b.WriteString("  " + visible.Text(line) + "\n")
			}
			if c.From != "" {
				at := "at "
				if c.onlyBefore {
					at = ""
				}
				b.WriteString("      " + at + visible.Text(c.From) + "\n")
			}
		}
	}
	if len(i.Moved) > 0 {
		fmt.Fprintf(&b, "\n%s, with the same values:\n", movedTitle(i))
		for _, line := range movedLines(i) {
			b.WriteString("  " + visible.Text(line) + "\n")
		}
	}
	for _, part := range findingParts(i) {
		if len(part.Found) > 0 {
			fmt.Fprintf(&b, "\n%s:\n", part.Title("`hieralint lint`"))
			for k := range part.Found {
				b.WriteString("  " + visible.Text(findingLine(&part.Found[k])) + "\n")
			}
		}
	}
	for _, line := range slices.Concat(deadData(i), i.Environments, i.NotSeen) {
		b.WriteString("\n" + visible.Text(line) + "\n")
	}
	return visible.WriteLines(w, b.String())
}

// isBrief reports whether the findings of a rule only say which data has no effect. They are not
// listed separately, but combined.
func isBrief(r *diagnostic.Descriptor) bool {
	return r.Dead != diagnostic.NotDead && r.Dead != diagnostic.MisnamedKey
}

// deadData returns descriptions of the data that has no effect because of the change: files, keys,
// and values.
func deadData(i *impact.Impact) []string {
	named := map[impact.DeadKind][]string{}
	for _, d := range i.Dead() {
		if !isBrief(d.Rule) {
			continue
		}
		name := d.Path
		if d.Key != "" {
			name = fmt.Sprintf("%s (%s:%d)", d.Key, d.Path, d.Line)
		}
		named[d.Kind] = append(named[d.Kind], name)
	}
	var lines []string
	for _, kind := range []struct {
		kind      impact.DeadKind
		one, many string
	}{
		{impact.UnreadFile, "1 file is not read by any level", "%d files are not read by any level"},
		{impact.UnusedKey, "1 key is unused", "%d keys are unused"},
		{impact.HiddenValue, "1 value is hidden by a higher-priority level", "%d values are hidden by higher-priority levels"},
	} {
		names, title := named[kind.kind], kind.one
		if len(names) == 0 {
			continue
		}
		if len(names) > 1 {
			title = fmt.Sprintf(kind.many, len(names))
		}
		lines = append(lines, title+": "+plural.More(names, maxNames))
	}
	return lines
}

// titleOf summarizes the effect of a change on one line.
func titleOf(i *impact.Impact) string {
	between := " between " + revisionName(i.Before) + " and " + revisionName(i.After)
	if i.Keys == 0 && len(i.Environments) > 0 {
		return "No environment to compare" + between + "."
	}
	if i.WithoutLookups {
		if isEmpty := len(i.Moved)+len(i.New)+len(i.Fixed)+len(i.Changed)+len(i.NotSeen) == 0; isEmpty {
			return "Nothing to report" + between + ", without lookups."
		}
		return "B" + strings.TrimPrefix(between, " b") + ", without lookups."
	}
	if !i.HasChanges() {
		return "No lookup changes" + between + compared(i) + "."
	}
	keys := map[string]bool{}
	for _, g := range i.Groups {
		for _, c := range g.Changes {
			keys[c.Key] = true
		}
	}
	verb := " change"
	if len(keys) == 1 {
		verb = " changes"
	}
	return plural.Count(len(keys), "key") + verb + on(i) + between + "."
}

// on returns the number of nodes that are affected.
func on(i *impact.Impact) string {
	if i.Nodes == 0 {
		return ""
	}
	names := map[string]bool{}
	for _, g := range i.Groups {
		for _, n := range g.Nodes {
			names[n] = true
		}
	}
	return fmt.Sprintf(" on %d of %s", len(names), plural.Count(i.Nodes, "node"))
}

func compared(i *impact.Impact) string {
	switch i.Nodes {
	case 0:
		return ""
	case 1:
		return " on the only node"
	}
	return " on any of " + plural.Count(i.Nodes, "node")
}

// shortCommit is the length of a commit's abbreviated name.
const shortCommit = 10

func revisionName(r impact.Revision) string {
	if r.Commit == "" {
		return r.Name
	}
	short := r.Commit[:min(shortCommit, len(r.Commit))]
	if strings.HasPrefix(r.Commit, r.Name) {
		return short
	}
	return r.Name + " (" + short + ")"
}

func groupTitle(environment, where string) string {
	if environment == "" {
		return where
	}
	if rest, isTop := strings.CutPrefix(environment, "."); isTop && (rest == "" || rest[0] == ' ') {
		environment = "top-level environment" + rest
	}
	return environment + ", " + where
}

// changeLines describes a change: what happens to the key, and each part of its value that differs.
func changeLines(c *impact.Change) []string {
	switch c.Kind {
	case impact.Added:
		return []string{"+ " + c.Key + ": " + valuetext.OrNone(c.After.Value) + ofDefault("was", c.Before.Default, c.After.Value)}
	case impact.Removed:
		return []string{"- " + c.Key + ": " + valuetext.OrNone(c.Before.Value) + ofDefault("now", c.After.Default, c.Before.Value)}
	case impact.Failing:
		lines := []string{"! " + c.Key + " fails: " + c.After.Failure}
		if c.Before.Failure != "" {
			lines[0] = "! " + c.Key + " fails with another error: " + c.After.Failure
			lines = append(lines, "    before: "+c.Before.Failure)
		} else if c.Before.Value != nil {
			lines = append(lines, "    before: "+valuetext.OrNone(c.Before.Value))
		}
		return lines
	case impact.Working:
		after := "no value"
		if c.After.Value != nil {
			after = valuetext.OrNone(c.After.Value)
		}
		return []string{"~ " + c.Key + " no longer fails: " + after, "    before: " + c.Before.Failure}
	case impact.Default:
		return []string{fmt.Sprintf("~ %s: default of the class %s -> %s", c.Key, cmp.Or(c.Before.Default, "none"), cmp.Or(c.After.Default, "none"))}
	}
	if len(c.Edits) == 1 && len(c.Edits[0].Path) == 0 && c.Edits[0].Operation == impact.Replace {
		return []string{"~ " + c.Key + ": " + replaced(&c.Edits[0])}
	}
	lines := []string{"~ " + c.Key}
	if len(c.Edits) == 0 {
		lines[0] += ": " + valuetext.OrNone(c.After.Value) + ", because of a value that it references"
	}
	for _, line := range editLines(c.Edits) {
		lines = append(lines, "    "+line)
	}
	return lines
}

// maxElements is the maximum number of elements that are added to and removed from an array that are
// shown on a line each.
const maxElements = 4

// editLines describes the parts of a value that differ. Many elements of an array are listed on one
// line.
func editLines(edits []impact.Edit) []string {
	array := func(e *impact.Edit) string {
		if last := len(e.Path) - 1; last >= 0 && e.Path[last] == impact.Element {
			return fmt.Sprintf("%q", e.Path[:last])
		}
		return ""
	}
	ofArray := map[string][]*impact.Edit{}
	for k := range edits {
		of := array(&edits[k])
		ofArray[of] = append(ofArray[of], &edits[k])
	}
	var lines []string
	for k := range edits {
		e := &edits[k]
		of := array(e)
		if of == "" || len(ofArray[of]) <= maxElements {
			lines = append(lines, editLine(e))
			continue
		}
		if e != ofArray[of][0] {
			continue
		}
		var added, removed []*data.Value
		for _, other := range ofArray[of] {
			if other.Operation == impact.Add {
				added = append(added, other.After)
			} else {
				removed = append(removed, other.Before)
			}
		}
		lines = append(lines, elementsLine("- ", e.Path, removed)...)
		lines = append(lines, elementsLine("+ ", e.Path, added)...)
	}
	return lines
}

// elementsLine lists elements of the array at a path; none if there are none.
func elementsLine(sign string, path []string, all []*data.Value) []string {
	if len(all) == 0 {
		return nil
	}
	of := ""
	if array := path[:len(path)-1]; len(array) > 0 {
		of = " of " + pathText(array)
	}
	return []string{sign + plural.Count(len(all), "element") + of + ": " + valuetext.Shorten(strings.Join(lists.Map(all, valuetext.Literal), ", "))}
}

// ofDefault describes the class parameter's default that applies on the side without a value in
// data, and whether it equals the value.
func ofDefault(when, text string, v *data.Value) string {
	switch {
	case text == "":
		return ""
	case isWritten(v, text):
		return " (" + when + " the default of the class, which is the same)"
	}
	return " (" + when + " the default of the class: " + text + ")"
}

// isWritten reports whether a text in the Puppet language clearly represents a value.
func isWritten(v *data.Value, text string) bool {
	switch v.Kind() {
	case data.String:
		return !strings.ContainsAny(v.Text(), "\\'\"$") && (text == "'"+v.Text()+"'" || text == `"`+v.Text()+`"`)
	case data.Boolean, data.Integer:
		return text == rubytext.ToS(v)
	}
	return false
}

func editLine(e *impact.Edit) string {
	path := pathText(e.Path)
	if last := len(e.Path) - 1; last >= 0 && e.Path[last] == impact.Element {
		if path = "element"; last > 0 {
			path += " of " + pathText(e.Path[:last])
		}
	}
	if path != "" {
		path += ": "
	}
	switch e.Operation {
	case impact.Add:
		return "+ " + path + valuetext.OrNone(e.After)
	case impact.Remove:
		return "- " + path + valuetext.OrNone(e.Before)
	case impact.Reorder:
		return "~ " + path + "reordered: " + valuetext.OrNone(e.After)
	}
	return "~ " + path + replaced(e)
}

// replaced describes a value and its replacement, either of which may be withheld.
func replaced(e *impact.Edit) string {
	before, after := valuetext.OrNone(e.Before), valuetext.OrNone(e.After)
	if isText(e.Before) && isText(e.After) {
		before, after = different(valuetext.Literal(e.Before), valuetext.Literal(e.After))
	}
	if before == after {
		return before + " -> another " + after
	}
	return before + " -> " + after
}

func isText(v *data.Value) bool { return v != nil && v.Kind() == data.String }

const (
	maxWhole = 80 // length of strings that are shown completely if a part of them changes
	beside   = 20 // number of characters shown around such a part
)

// different returns two strings, of which long ones are shortened by their common prefix and
// suffix, except for a few characters.
func different(before, after string) (string, string) {
	was, is := []rune(before), []rune(after)
	if max(len(was), len(is)) <= maxWhole {
		return before, after
	}
	start, end := 0, 0
	for start < min(len(was), len(is)) && was[start] == is[start] {
		start++
	}
	for end < min(len(was), len(is))-start && was[len(was)-1-end] == is[len(is)-1-end] {
		end++
	}
	part := func(text []rune) string {
		from, to := max(0, start-beside), min(len(text), len(text)-end+beside)
		middle := string(text[from:min(to, from+valuetext.MaxLiteral)])
		if from > 0 {
			middle = "…" + middle
		}
		switch more := to - from - valuetext.MaxLiteral; {
		case more > 0:
			middle += fmt.Sprintf("… (%d more characters)", len(text)-from-valuetext.MaxLiteral)
		case to < len(text):
			middle += "…"
		}
		return middle
	}
	return part(was), part(is)
}

// pathText returns the path to a part of a value in dotted notation.
func pathText(path []string) string {
	var b strings.Builder
	for _, part := range path {
		if b.Len() > 0 && !strings.HasPrefix(part, "[") {
			b.WriteByte('.')
		}
		if strings.ContainsAny(part, ". ") {
			part = "'" + part + "'"
		}
		b.WriteString(part)
	}
	return b.String()
}

// maxNames is the maximum number of keys or of data without an effect that are listed.
const maxNames = 8

// maxMoves is the maximum number of lines about unchanged values from other files.
const maxMoves = 20

// maxPlaces is the maximum number of places that are listed.
const maxPlaces = 3

// responsible returns the places that cause a change: those of the new value, and those of the old
// one if they differ. If a value comes from several places, only those whose content differs are
// listed, if there are any. onlyBefore reports that there are none of the new value.
func responsible(c *impact.Change) (from string, onlyBefore bool) {
	afterPlaces, beforePlaces := c.After.Places, c.Before.Places
	if len(c.After.Responsible)+len(c.Before.Responsible) > 0 {
		afterPlaces, beforePlaces = c.After.Responsible, c.Before.Responsible
	}
	from, onlyBefore = changedFrom(afterPlaces, beforePlaces)
	if c.Before.Options == nil && c.After.Options == nil {
		return from, onlyBefore
	}
	is, was := c.After.Options, c.Before.Options
	at := cmp.Or(is, was).Place
	text := fmt.Sprintf("lookup_options at %s:%d (%s, was %s)", at.Path, at.Line, optionsText(is), optionsText(was))
	if from == "" {
		return text, false
	}
	return from + ", by " + text, onlyBefore
}

// optionsText returns the options of a key on one line.
func optionsText(o *impact.Options) string {
	var parts []string
	if o != nil && o.Merge != nil {
		parts = append(parts, "merge: "+valuetext.Literal(o.Merge))
	}
	if o != nil && o.ConvertTo != nil {
		parts = append(parts, "convert_to: "+valuetext.Literal(o.ConvertTo))
	}
	return cmp.Or(strings.Join(parts, ", "), "none")
}

func changedFrom(afterPlaces, beforePlaces []place.Place) (from string, onlyBefore bool) {
	after, before := placesText(afterPlaces), placesText(beforePlaces)
	switch {
	case after == "" && before == "":
		return "", false
	case after == "":
		return "was " + before, true
	case before == "" || slices.Equal(pathsOf(afterPlaces), pathsOf(beforePlaces)):
		return after, false
	}
	return after + ", was " + before, false
}

func placesText(places []place.Place) string {
	var texts []string
	for i, p := range places {
		if i == maxPlaces {
			texts = append(texts, fmt.Sprintf("%d more", len(places)-i))
			break
		}
		texts = append(texts, fmt.Sprintf("%s:%d", p.Path, p.Line))
	}
	return plural.And(texts)
}

func movedTitle(i *impact.Impact) string {
	keys := map[string]bool{}
	for _, g := range i.Moved {
		for _, c := range g.Changes {
			keys[c.Key] = true
		}
	}
	if len(keys) == 1 {
		return "1 key comes from another file"
	}
	return plural.Count(len(keys), "key") + " come from other files"
}

// movedLines describes the keys that come from different files, combined by files.
func movedLines(i *impact.Impact) []string {
	byPlaces := map[[2]string][]string{}
	for _, g := range i.Moved {
		for _, c := range g.Changes {
			before, after := pathsOf(c.Before.Places), pathsOf(c.After.Places)
			isOnly := func(path string) bool { return !slices.Contains(before, path) || !slices.Contains(after, path) }
			of := [2]string{strings.Join(lists.Filter(before, isOnly), ", "), strings.Join(lists.Filter(after, isOnly), ", ")}
			byPlaces[of] = append(byPlaces[of], c.Key)
		}
	}
	all := make([]move, 0, len(byPlaces))
	for of, keys := range byPlaces {
		all = append(all, move{[]string{of[0]}, []string{of[1]}, keys})
	}
	all = combined(all, func(m *move) *[]string { return &m.to }, func(m *move) *[]string { return &m.from })
	all = combined(all, func(m *move) *[]string { return &m.from }, func(m *move) *[]string { return &m.to })
	lines := lists.Map(all, func(m move) string {
		keys := slices.Compact(slices.Sorted(slices.Values(m.keys)))
		from, to, named := eitherOf(m.from), eitherOf(m.to), ": "+plural.More(keys, maxNames)
		switch {
		case from == "":
			return "also " + to + named
		case to == "":
			return "no longer " + from + named
		}
		return from + " -> " + to + named
	})
	slices.Sort(lines)
	lines = slices.Compact(lines)
	if more := len(lines) - maxMoves; more > 0 {
		lines = append(lines[:maxMoves:maxMoves], fmt.Sprintf("and %d more", more))
	}
	return lines
}

// move describes keys whose values come from other files: on some nodes, from one of several files
// instead of from one of several others.
type move struct{ from, to, keys []string }

// combined combines moves with the same files on one side if they have many on the other.
func combined(all []move, same, other func(*move) *[]string) []move {
	of := func(m *move) string { return fmt.Sprintf("%q", *same(m)) }
	counts := map[string]int{}
	for i := range all {
		counts[of(&all[i])]++
	}
	var rest []move
	at := map[string]int{}
	for i := range all {
		m := &all[i]
		if counts[of(m)] <= impact.MaxOutcomes || (*same(m))[0] == "" {
			rest = append(rest, *m)
			continue
		}
		k, known := at[of(m)]
		if !known {
			at[of(m)] = len(rest)
			rest = append(rest, *m)
			continue
		}
		files := other(&rest[k])
		*files = slices.Concat(*files, *other(m))
		rest[k].keys = slices.Concat(rest[k].keys, m.keys)
	}
	return rest
}

// eitherOf joins texts that each apply to some nodes, of which only a few are listed.
func eitherOf(texts []string) string {
	slices.Sort(texts)
	if len(texts) <= impact.MaxOutcomes {
		return strings.Join(texts, " or ")
	}
	return strings.Join(texts[:impact.MaxOutcomes-1], " or ") + fmt.Sprintf(" or %d others", len(texts)-impact.MaxOutcomes+1)
}

// pathsOf returns the files of places in order.
func pathsOf(places []place.Place) []string {
	all := lists.Map(places, func(p place.Place) string { return p.Path })
	slices.Sort(all)
	return slices.Compact(all)
}

// findingPart is a list of findings with a common heading.
type findingPart struct {
	Kind  string
	Found []impact.Finding
}

func findingParts(i *impact.Impact) []findingPart {
	listed := lists.Filter(i.New, func(f impact.Finding) bool { return !isBrief(f.Rule) })
	return []findingPart{{"new", listed}, {"changed", i.Changed}, {"fixed", i.Fixed}}
}

// Title returns the heading with the number of findings; command is the command that reports them,
// as formatted for the output.
func (p findingPart) Title(command string) string {
	if p.Kind == "changed" {
		return plural.Count(len(p.Found), "finding") + " of " + command + " with another severity"
	}
	return plural.Count(len(p.Found), p.Kind+" finding") + " of " + command
}

func findingLine(f *impact.Finding) string {
	return fmt.Sprintf("%s:%d: %s: %s [%s]", f.Path, f.Line, findingSeverity(f), f.Message, f.Rule.Name)
}

func findingSeverity(f *impact.Finding) string {
	if f.Was != 0 {
		return fmt.Sprintf("%s (was %s)", f.Severity, f.Was)
	}
	return f.Severity.String()
}
