package manual

import (
	"fmt"
	"io"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/hieralint/hieralint/internal/lists"
)

// Section is an additional section of the man page.
type Section struct {
	Title string
	Rows  [][2]string // terms and their descriptions
}

// Man writes the man page of the application for section 1. It uses the man macros, which both groff and mandoc
// support. The page of the library (cli.App.ToManWithSection) repeats every option three times.
func Man(w io.Writer, app *cli.App, sections []Section) error {
	var b strings.Builder
	fmt.Fprintf(&b, ".TH %s 1 \"\" \"%s %s\" \"User Commands\"\n", strings.ToUpper(app.Name), roff(app.Name), roff(app.Version))
	fmt.Fprintf(&b, ".SH NAME\n%s \\- %s\n.SH SYNOPSIS\n", roff(app.Name), roff(app.Usage))
	b.WriteString(manSynopsis(app.UsageText))
	b.WriteString(".SH DESCRIPTION\n")
	manParagraphs(&b, app.Description)
	b.WriteString(".SH COMMANDS\n")
	manCommands(&b, app.Commands, app.Name)
	for _, s := range sections {
		fmt.Fprintf(&b, ".SH %s\n", strings.ToUpper(s.Title))
		for _, row := range s.Rows {
			manTerm(&b, row[0], row[1])
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func manCommands(b *strings.Builder, commands []*cli.Command, path string) {
	for _, c := range visible(commands) {
		about := ofCommand(c, path+" "+c.Name)
		usage := []rune(about.usage)
		fmt.Fprintf(b, ".SS %s\n", roff(about.name))
		b.WriteString(manSynopsis(about.synopsis) + ".PP\n")
		manParagraphs(b, strings.ToUpper(string(usage[:1]))+string(usage[1:])+".\n\n"+about.description)
		for _, g := range groups(about.flags) {
			fmt.Fprintf(b, ".PP\n%s:\n", roff(g.title))
			for _, o := range g.options {
				manTerm(b, o.spelled(), o.usage)
			}
		}
		manCommands(b, c.Subcommands, about.name)
	}
}

func manSynopsis(text string) string {
	return ".nf\n" + roff(text) + "\n.fi\n"
}

func manParagraphs(b *strings.Builder, text string) {
	for i, p := range paragraphs(text) {
		if i > 0 {
			b.WriteString(".PP\n")
		}
		if p.example {
			b.WriteString(".nf\n" + roff(p.text) + "\n.fi\n")
			continue
		}
		b.WriteString(roffCode(strings.Join(strings.Fields(p.text), " ")) + "\n")
	}
}

func manTerm(b *strings.Builder, term, text string) {
	fmt.Fprintf(b, ".TP\n\\fB%s\\fR\n%s\n", roff(term), roffCode(text))
}

// roffCode returns text for roff with the parts in backquotes set in bold.
func roffCode(text string) string {
	parts := strings.Split(text, "`")
	var b strings.Builder
	for i, part := range parts {
		switch {
		case i%2 == 0:
			b.WriteString(roff(part))
		case i == len(parts)-1: // an unpaired backquote
			b.WriteString("`" + roff(part))
		default:
			b.WriteString("\\fB" + roff(part) + "\\fR")
		}
	}
	return protected(b.String())
}

var roffEscapes = strings.NewReplacer(`\`, `\e`, "-", `\-`)

// roff escapes text for roff.
func roff(text string) string {
	return strings.Join(lists.Map(strings.Split(roffEscapes.Replace(text), "\n"), protected), "\n")
}

// protected escapes a line that roff would read as a request.
func protected(line string) string {
	if strings.HasPrefix(line, ".") || strings.HasPrefix(line, "'") {
		return `\&` + line
	}
	return line
}
