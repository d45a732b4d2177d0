package impactreport

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/impact"
	"github.com/hieralint/hieralint/internal/lazyregexp"
	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/plural"
	"github.com/hieralint/hieralint/internal/visible"
)

// CommentMark is the start of what WriteMarkdown writes, by which a comment is found in order
// to update it.
const CommentMark = "<!-- hieralint diff -->"

// nothingAffected is the text if the change affects no lookup. The action does not post a comment
// that contains only this.
const nothingAffected = "No key is affected."

// MaxComment is the maximum length of a comment on GitHub in bytes. On GitLab, it is 1,000,000.
const MaxComment = 65_536

const (
	openChanges = 12  // number of changes of a group that are not collapsed
	openNames   = 3   // number of nodes that are not collapsed
	maxNodes    = 100 // number of nodes of a group that are listed
	maxLines    = 40  // number of lines of a change
	spare       = 200 // number of bytes reserved for the number of omitted changes
)

// WriteMarkdown writes the effect of a change as a comment on a pull request of at most
// maxSize bytes. What does not fit is counted.
func WriteMarkdown(w io.Writer, i *impact.Impact, maxSize int) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n### Hiera: %s\n", CommentMark, markdown(headingOf(i)))
	room := maxSize - spare - b.Len()
	rest, left := fitting(markdownParts(i), room/2)
	room -= len(rest)
	changes, shown := 0, 0
	guesses, guessed := "", 0
	for _, g := range shownGroups(i) {
		if changes += len(g.Changes); g.IsGuess && guesses == "" {
			room -= len(details(guessTitle(changes), ""))
		}
		text, n := markdownGroup(g, room)
		room -= len(text)
		shown += n
		if g.IsGuess {
			guesses += text
			guessed += n
			continue
		}
		b.WriteString(text)
	}
	if guesses != "" {
		b.WriteString("\n" + details(guessTitle(guessed), strings.TrimPrefix(guesses, "\n")))
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
		fmt.Fprintf(&b, "\n%s left out to keep the comment short. `hieralint diff` shows everything.\n", plural.And(missing))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// guessTitle is the heading of changes on nodes that may not exist.
func guessTitle(changes int) string {
	return plural.Count(changes, "more change") + " on nodes that read two of the files, if there are any"
}

// fitting joins the parts that fit into room bytes, and returns the number of others.
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

// markdownParts returns the parts other than changed lookups.
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
	if len(parts) == 0 && i.Keys == 0 && !i.HasChanges() && !i.WithoutLookups {
		parts = append(parts, nothingAffected+"\n")
	}
	return parts
}

// markdownGroup returns a group with as many of its changes as fit into room bytes, and their
// number.
func markdownGroup(g *shownGroup, room int) (text string, shown int) {
	var lines []line
	size := 0
	head := "\n" + strings.Join(lists.Map(g.Titles, func(title string) string { return "**" + markdown(title) + "**" }), "<br>\n") + "\n\n"
	room -= len(head) + len(details("", fenced("diff", nil))) + len("9999999 changes")
	nodes := ""
	if len(g.Nodes) > openNames && g.Count > 0 {
		nodes = "\n" + details(plural.Count(len(g.Nodes), "node"), plural.More(lists.Map(g.Nodes, markdown), maxNodes)+"\n")
		room -= len(nodes)
	}
	for _, c := range g.Changes {
		next := c.Lines
		if len(next) > maxLines {
			next = append(next[:maxLines:maxLines], line{isPart: true, text: fmt.Sprintf("… %d more differences", len(next)-maxLines)})
		}
		if c.From != "" {
			next = append(slices.Clip(next), line{text: "# " + c.From})
		}
		if size += len(fenced("", lists.Map(next, line.String))); size > room { // each includes fences, which is more than they need
			break
		}
		lines = append(lines, next...)
		shown++
	}
	if shown == 0 {
		return "", 0
	}
	block := fenced("diff", diffLines(lines))
	if shown > openChanges && !g.IsGuess {
		block = details(plural.Count(shown, "change"), block)
	}
	return head + block + nodes, shown
}

// diffLines formats lines for the diff highlighting of GitHub and GitLab: added and removed lines
// start with a sign.
func diffLines(lines []line) []string {
	return lists.Map(lines, func(l line) string {
		if l.sign == '~' {
			l.sign = '!'
		}
		return l.sign.prefix() + l.indentation() + l.text
	})
}

// fenced returns a code block with the lines, whatever they contain.
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

// maxFindings is the maximum number of findings that are listed.
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

// punctuation matches characters with a special meaning in Markdown or HTML.
var punctuation = lazyregexp.New(`[\\*_\[\]<>#|~&@]`)

// markdown escapes a text for Markdown, except code in backquotes.
func markdown(text string) string { return diagnostic.EscapeText(visible.Text(text), plain) }

// plain escapes a text for Markdown and HTML, without backquotes.
func plain(text string) string {
	return punctuation().ReplaceAllStringFunc(strings.ReplaceAll(visible.Text(text), "`", ""), func(c string) string {
		return fmt.Sprintf("&#%d;", c[0])
	})
}
