package impactreport

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/rubytext"
	"github.com/hieralint/hieralint/internal/impact"
	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/place"
	"github.com/hieralint/hieralint/internal/plural"
	"github.com/hieralint/hieralint/internal/valuetext"
)

// line is a line about a change.
type line struct {
	// sign is '+', '-', '~', or '!', or 0 if the line adds to the one above.
	sign sign
	// isPart reports that the line is about a part of the value, or adds to the one above.
	isPart bool
	text   string
}

// sign is the kind of a change, as a reader sees it.
type sign byte

func (l line) String() string { return l.indentation() + l.sign.prefix() + l.text }

func (l line) indentation() string {
	if l.isPart {
		return "    "
	}
	return ""
}

func (s sign) prefix() string {
	if s == 0 {
		return ""
	}
	return string(rune(s)) + " "
}

// changeLines describes a change: what happens to the key, and each part of its value that differs.
func changeLines(c *impact.Change) []line {
	one := func(s sign, text string) []line { return []line{{sign: s, text: c.Key + text}} }
	switch c.Kind {
	case impact.Added:
		return one('+', ": "+valuetext.OrNone(c.After.Value)+ofDefault("was", c.Before.Default, c.After.Value))
	case impact.Removed:
		return one('-', ": "+valuetext.OrNone(c.Before.Value)+ofDefault("now", c.After.Default, c.Before.Value))
	case impact.Failing:
		switch {
		case c.Before.Failure != "":
			return append(one('!', " fails with another error: "+c.After.Failure), beforeLine(c.Before.Failure))
		case c.Before.Value != nil:
			return append(one('!', " fails: "+c.After.Failure), beforeLine(valuetext.OrNone(c.Before.Value)))
		}
		return one('!', " fails: "+c.After.Failure)
	case impact.Working:
		after := "no value"
		if c.After.Value != nil {
			after = valuetext.OrNone(c.After.Value)
		}
		return append(one('~', " no longer fails: "+after), beforeLine(c.Before.Failure))
	case impact.Default:
		return one('~', fmt.Sprintf(": default of the class %s -> %s", cmp.Or(c.Before.Default, "none"), cmp.Or(c.After.Default, "none")))
	}
	switch {
	case len(c.Edits) == 0:
		return one('~', ": "+valuetext.OrNone(c.After.Value)+", because of a value that it references")
	case len(c.Edits) == 1 && len(c.Edits[0].Path) == 0 && c.Edits[0].Operation == impact.Replace:
		return one('~', ": "+replaced(&c.Edits[0]))
	}
	return append(one('~', ""), editLines(c.Edits)...)
}

// beforeLine returns the line with an earlier outcome.
func beforeLine(outcome string) line { return line{isPart: true, text: "before: " + outcome} }

// maxElements is the maximum number of elements that are added to and removed from an array that are
// shown on a line each.
const maxElements = 4

// editLines describes the parts of a value that differ. Many elements of an array are listed on one
// line.
func editLines(edits []impact.Edit) []line {
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
	var lines []line
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
		lines = append(lines, elementsLine('-', e.Path, removed)...)
		lines = append(lines, elementsLine('+', e.Path, added)...)
	}
	return lines
}

// elementsLine lists elements of the array at a path; none if there are none.
func elementsLine(s sign, path []string, all []*data.Value) []line {
	if len(all) == 0 {
		return nil
	}
	of := ""
	if array := path[:len(path)-1]; len(array) > 0 {
		of = " of " + pathText(array)
	}
	text := plural.Count(len(all), "element") + of + ": " + valuetext.Shorten(strings.Join(lists.Map(all, valuetext.Literal), ", "))
	return []line{{sign: s, isPart: true, text: text}}
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

func editLine(e *impact.Edit) line {
	path := pathText(e.Path)
	if last := len(e.Path) - 1; last >= 0 && e.Path[last] == impact.Element {
		if path = "element"; last > 0 {
			path += " of " + pathText(e.Path[:last])
		}
	}
	if path != "" {
		path += ": "
	}
	one := func(s sign, text string) line { return line{sign: s, isPart: true, text: path + text} }
	switch e.Operation {
	case impact.Add:
		return one('+', valuetext.OrNone(e.After))
	case impact.Remove:
		return one('-', valuetext.OrNone(e.Before))
	case impact.Reorder:
		return one('~', "reordered: "+valuetext.OrNone(e.After))
	}
	return one('~', replaced(e))
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
	start, end := lists.Common(was, is)
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
