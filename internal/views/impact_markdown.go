package views

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/hieralint/hieralint/internal/impact"
	"github.com/hieralint/hieralint/internal/lazyregexp"
	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/plural"
	"github.com/hieralint/hieralint/internal/visible"
)

// CommentMark begins what WriteImpactMarkdown writes, so that a comment is found again and updated.
const CommentMark = "<!-- hieralint diff -->"

// nothingAffected says that the change concerns no lookup. The action posts no comment that says only this.
const nothingAffected = "No key is affected."

// MaxComment is how many bytes a comment on GitHub may have. On GitLab it may have 1,000,000.
const MaxComment = 65_536

const (
	openChanges = 12  // changes of a group that are shown without a click
	openNames   = 3   // likewise, nodes
	maxNodes    = 100 // nodes of a group that are named
	maxLines    = 40  // lines of a change
	spare       = 200 // bytes for what is said of changes that are left out
)

// WriteImpactMarkdown writes what a change does as a comment of a pull request of at most maxSize bytes. What does not fit is counted.
func WriteImpactMarkdown(w io.Writer, i *impact.Impact, maxSize int) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n### Hiera: %s\n", CommentMark, markdown(strings.TrimSuffix(impactTitle(i), ".")))
	room := maxSize - spare - b.Len()
	rest, left := fitting(markdownParts(i), room/2)
	room -= len(rest)
	changes, shown := 0, 0
	for _, g := range shownGroups(i) {
		changes += len(g.Changes)
		text, n := markdownGroup(g, room)
		b.WriteString(text)
		room -= len(text)
		shown += n
	}
	b.WriteString(rest)
	var missing []string
	if shown < changes {
		missing = append(missing, fmt.Sprintf("%d of %s", changes-shown, plural.Count(changes, "change")))
	}
	if left > 0 {
		missing = append(missing, plural.Count(left, "section"))
	}
	if len(missing) > 0 {
		fmt.Fprintf(&b, "\n%s left out to keep the comment short. `hieralint diff` shows everything.\n", strings.Join(missing, " and "))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// fitting are the parts that fit into so many bytes, and how many do not.
func fitting(parts []string, room int) (text string, left int) {
	var b strings.Builder
	for _, part := range parts {
		if b.Len()+len(part)+1 > room {
			left++
			continue
		}
		b.WriteString("\n" + part)
	}
	return b.String(), left
}

// markdownParts are what is said beside the lookups that change.
func markdownParts(i *impact.Impact) []string {
	var parts []string
	if len(i.Moved) > 0 {
		parts = append(parts, details(movedTitle(i)+", with the same values", fenced("", movedLines(i))))
	}
	for _, part := range findingParts(i) {
		switch {
		case len(part.Found) == 0:
		case part.Kind == "fixed":
			parts = append(parts, details(part.Title("hieralint lint"), findingList(part.Found)))
		default:
			parts = append(parts, "**"+part.Title("`hieralint lint`")+"**\n\n"+findingList(part.Found))
		}
	}
	for _, line := range slices.Concat(deadData(i), i.Environments, i.NotSeen) {
		parts = append(parts, markdown(line)+"\n")
	}
	if len(parts) == 0 && i.Keys == 0 && !i.HasChanges() {
		parts = append(parts, nothingAffected+"\n")
	}
	return parts
}

// markdownGroup is a group with as many of its changes as fit into so many bytes, and their number.
func markdownGroup(g *shownGroup, room int) (text string, shown int) {
	var lines []string
	size := 0
	head := "\n" + strings.Join(lists.Map(g.Titles, func(title string) string { return "**" + markdown(title) + "**" }), "<br>\n") + "\n\n"
	room -= len(head) + len(details("", fenced("diff", nil))) + len("9999999 changes")
	nodes := ""
	if len(g.Nodes) > openNames && g.Count > 0 {
		nodes = "\n" + details(plural.Count(len(g.Nodes), "node"), nodeNames(g.Nodes)+"\n")
		room -= len(nodes)
	}
	for _, c := range g.Changes {
		next := c.Lines
		if len(next) > maxLines {
			next = append(next[:maxLines:maxLines], fmt.Sprintf("    … %d more differences", len(next)-maxLines))
		}
		if c.From != "" {
			next = append(slices.Clip(next), "# "+c.From)
		}
		if size += len(fenced("", next)); size > room { // fences are in each, which is more than they will take
			break
		}
		lines = append(lines, next...)
		shown++
	}
	if shown == 0 {
		return "", 0
	}
	block := fenced("diff", diffLines(lines))
	if shown > openChanges {
		block = details(plural.Count(shown, "change"), block)
	}
	return head + block + nodes, shown
}

func nodeNames(names []string) string {
	more := ""
	if len(names) > maxNodes {
		names, more = names[:maxNodes], fmt.Sprintf(" and %d more", len(names)-maxNodes)
	}
	return strings.Join(lists.Map(names, markdown), ", ") + more
}

// diffLines are lines as GitHub and GitLab colour diffs: what is added and removed begins the line.
func diffLines(lines []string) []string {
	return lists.Map(lines, func(line string) string {
		text := strings.TrimLeft(line, " ")
		if strings.HasPrefix(text, "+ ") || strings.HasPrefix(text, "- ") {
			return text[:2] + line[:len(line)-len(text)] + text[2:]
		}
		if rest, ok := strings.CutPrefix(text, "~ "); ok {
			return "! " + line[:len(line)-len(text)] + rest
		}
		return line
	})
}

// fenced is a block of lines as they are, whatever is in them.
func fenced(language string, lines []string) string {
	fence := "```"
	for _, line := range lines {
		for strings.Contains(line, fence) {
			fence += "`"
		}
	}
	return fence + language + "\n" + strings.Join(lists.Map(lines, visible.Text), "\n") + "\n" + fence + "\n"
}

func details(summary, text string) string {
	return "<details><summary>" + plain(summary) + "</summary>\n\n" + text + "\n</details>\n"
}

// maxFindings is how many findings are listed.
const maxFindings = 50

func findingList(all []impact.Finding) string {
	var b strings.Builder
	for i := range all {
		if i == maxFindings {
			fmt.Fprintf(&b, "- %d more\n", len(all)-i)
			break
		}
		f := &all[i]
		fmt.Fprintf(&b, "- %s: %s: %s (%s)\n", markdown(fmt.Sprintf("%s:%d", f.Path, f.Line)), findingSeverity(f), markdown(f.Message), f.Rule.Name)
	}
	return b.String()
}

// punctuation is what Markdown or HTML may take for more than text.
var punctuation = lazyregexp.New(`[\\*_\[\]<>#|~&@]`)

// names are the names in a text, which stand in backquotes.
var names = lazyregexp.New("`([^`]+)`")

// markdown is a text in Markdown that is shown as it stands, with names as code.
func markdown(text string) string {
	text = visible.Text(text)
	var b strings.Builder
	end := 0
	for _, at := range names.FindAllStringIndex(text, -1) {
		b.WriteString(plain(text[end:at[0]]) + text[at[0]:at[1]])
		end = at[1]
	}
	return b.String() + plain(text[end:])
}

// plain is a text in Markdown and HTML that is shown as it stands, without backquotes.
func plain(text string) string {
	return punctuation.ReplaceAllStringFunc(strings.ReplaceAll(visible.Text(text), "`", ""), func(c string) string {
		return fmt.Sprintf("&#%d;", c[0])
	})
}
