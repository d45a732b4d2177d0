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

// MaxComment is how many bytes a comment on GitHub may have. On GitLab it may have 1,000,000.
const MaxComment = 65_536

const (
	openChanges = 12  // changes of a group that are shown without a click
	openNames   = 3   // likewise, nodes
	spare       = 200 // bytes for what is said of parts that are left out
)

// WriteImpactMarkdown writes what a change does as a comment of a pull request of at most maxSize bytes. What does not fit is counted.
func WriteImpactMarkdown(w io.Writer, i *impact.Impact, maxSize int) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n### Hiera: %s\n", CommentMark, markdown(strings.TrimSuffix(impactTitle(i), ".")))
	parts := lists.Map(i.Groups, markdownGroup)
	if len(i.Moved) > 0 {
		parts = append(parts, details(movedTitle(i)+", with the same values", fenced("", movedLines(i))))
	}
	for _, part := range findingParts(i) {
		switch {
		case len(part.found) == 0:
		case part.kind == "fixed":
			parts = append(parts, details(part.title("hieralint lint"), findingList(part.found)))
		default:
			parts = append(parts, "**"+part.title("`hieralint lint`")+"**\n\n"+findingList(part.found))
		}
	}
	for _, line := range slices.Concat(deadData(i), i.Environments, i.NotSeen) {
		parts = append(parts, markdown(line)+"\n")
	}
	left := 0
	for _, part := range parts {
		if left > 0 || b.Len()+len(part)+spare > maxSize {
			left++
			continue
		}
		b.WriteString("\n" + part)
	}
	if left > 0 {
		fmt.Fprintf(&b, "\n%s of %d left out: they do not fit into a comment. `hieralint diff` shows all.\n", plural.Count(left, "part"), len(parts))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func markdownGroup(g *impact.Group) string {
	var lines []string
	for _, c := range g.Changes {
		lines = append(lines, changeLines(c)...)
		if from := responsible(c); from != "" {
			lines = append(lines, "# "+from)
		}
	}
	title, block := markdown(groupTitle(g)), fenced("diff", diffLines(lines))
	if len(g.Changes) > openChanges {
		block = details(plural.Count(len(g.Changes), "change"), block)
	}
	text := "**" + title + "**\n\n" + block
	if len(g.Nodes) > openNames && g.Count > 0 {
		text += "\n" + details(plural.Count(len(g.Nodes), "node"), strings.Join(lists.Map(g.Nodes, markdown), ", ")+"\n")
	}
	return text
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
	return "<details><summary>" + markdown(summary) + "</summary>\n\n" + text + "\n</details>\n"
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
var punctuation = lazyregexp.New(`[\\*_{}\[\]<>()#+!|~&@]`)

// markdown is a text in Markdown that is shown as it stands, without the backquotes around names.
func markdown(text string) string {
	return punctuation.ReplaceAllStringFunc(strings.ReplaceAll(visible.Text(text), "`", ""), func(c string) string {
		return fmt.Sprintf("&#%d;", c[0])
	})
}
