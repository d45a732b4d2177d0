package manual

import (
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/urfave/cli/v2"

	"github.com/hieralint/hieralint/internal/lists"
)

// AppHelp writes the help of the application. It omits the options of the default command, since most users look for
// the commands.
func AppHelp(w io.Writer, app *cli.App) error {
	c := command{app.Name, app.Usage, app.UsageText, app.Description, []cli.Flag{cli.VersionFlag}, app.Commands}
	_, err := io.WriteString(w, c.help()+"\n"+
		"`"+app.Name+" COMMAND --help` explains a command.\n")
	return err
}

// CommandHelp writes the help of a command. path is how the command is called.
func CommandHelp(w io.Writer, c *cli.Command, path string) error {
	_, err := io.WriteString(w, ofCommand(c, path).help())
	return err
}

func (c command) help() string {
	var b strings.Builder
	for _, line := range wrapped(c.name+": "+c.usage, Width) {
		fmt.Fprintln(&b, line)
	}
	fmt.Fprintln(&b)
	for i, line := range strings.Split(c.synopsis, "\n") {
		fmt.Fprintln(&b, []string{"Usage: ", "       "}[min(i, 1)]+line)
	}
	for _, p := range paragraphs(c.description) {
		fmt.Fprintln(&b)
		for _, line := range p.lines(Width) {
			fmt.Fprintln(&b, line)
		}
	}
	var tables []table
	if commands := visible(c.commands); len(commands) > 0 {
		rows := lists.Map(commands, func(sub *cli.Command) [2]string { return [2]string{sub.Name, sub.Usage} })
		tables = append(tables, table{"Commands", rows})
	}
	for _, g := range groups(c.flags) {
		rows := lists.Map(g.options, func(o option) [2]string { return [2]string{o.spelled(), o.usage} })
		tables = append(tables, table{g.title, rows})
	}
	writeTables(&b, tables)
	return b.String()
}

// table is a heading followed by terms with their descriptions.
type table struct {
	title string
	rows  [][2]string
}

// writeTables aligns all descriptions in one column, and puts those of long terms on the next line.
func writeTables(b *strings.Builder, tables []table) {
	const longest = 24
	column := 0
	for _, t := range tables {
		for _, row := range t.rows {
			if n := utf8.RuneCountInString(row[0]); n <= longest {
				column = max(column, n)
			}
		}
	}
	indent := strings.Repeat(" ", column+4)
	for _, t := range tables {
		fmt.Fprintf(b, "\n%s:\n", t.title)
		for _, row := range t.rows {
			term := "  " + row[0]
			if pad := column + 4 - utf8.RuneCountInString(term); pad >= 2 {
				term += strings.Repeat(" ", pad)
			} else {
				term += "\n" + indent
			}
			b.WriteString(term + strings.Join(wrapped(row[1], Width-len(indent)), "\n"+indent) + "\n")
		}
	}
}
