// Package impactreport writes the effect of a change that package impact has determined: as text,
// HTML, JSON, and Markdown for a comment on a pull request.
package impactreport

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/impact"
	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/plural"
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
			for _, l := range c.Lines {
				b.WriteString("  " + visible.Text(l.String()) + "\n")
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
	named := map[diagnostic.Dead][]string{}
	for _, d := range i.Dead() {
		if !isBrief(d.Rule) {
			continue
		}
		name := d.Path
		if d.Key != "" {
			name = fmt.Sprintf("%s (%s:%d)", d.Key, d.Path, d.Line)
		}
		named[d.Rule.Dead] = append(named[d.Rule.Dead], name)
	}
	var lines []string
	for _, kind := range []struct {
		kind      diagnostic.Dead
		one, many string
	}{
		{diagnostic.UnreadFile, "1 file is not read by any level", "%d files are not read by any level"},
		{diagnostic.UnusedKey, "1 key is unused", "%d keys are unused"},
		{diagnostic.HiddenValue, "1 value is hidden by a higher-priority level", "%d values are hidden by higher-priority levels"},
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
	keys := countKeys(i.Groups)
	verb := " change"
	if keys == 1 {
		verb = " changes"
	}
	return plural.Count(keys, "key") + verb + on(i) + between + "."
}

// countKeys returns the number of different keys that groups contain.
func countKeys(groups []*impact.Group) int {
	return len(lists.Set(lists.FlatMap(groups, func(g *impact.Group) []string {
		return lists.Map(g.Changes, func(c *impact.Change) string { return c.Key })
	})))
}

// headingOf returns the title as a heading, which has no period.
func headingOf(i *impact.Impact) string { return strings.TrimSuffix(titleOf(i), ".") }

// on returns the number of nodes that are affected.
func on(i *impact.Impact) string {
	if i.Nodes == 0 {
		return ""
	}
	names := lists.Set(lists.FlatMap(i.Groups, func(g *impact.Group) []string { return g.Nodes }))
	if i.Nodes == 1 && len(names) == 1 {
		return compared(i)
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

// maxNames is the maximum number of keys or of data without an effect that are listed.
const maxNames = 8

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
