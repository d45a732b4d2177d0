// Package manual produces the help of each command, the man page, shell completions, and the explanations of rules on a
// terminal. All of them are generated from the definition of the command line and the documentation of the rules, so
// that they agree.
//
// Package report writes the reports about data.
package manual

import (
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/wrap"
)

// Width is the length of lines: the default width of a terminal.
const Width = 80

// command is a command or the application as shown in its help.
type command struct {
	name, usage, synopsis, description string
	flags                              []cli.Flag
	commands                           []*cli.Command
}

// ofCommand describes a command. path is how the command is called.
func ofCommand(c *cli.Command, path string) command {
	synopsis := c.UsageText
	if synopsis == "" {
		synopsis = path
		if len(c.Subcommands) > 0 {
			synopsis += " COMMAND"
		}
		if len(c.Flags) > 0 {
			synopsis += " [options]"
		}
		if c.ArgsUsage != "" {
			synopsis += " " + c.ArgsUsage
		}
	}
	return command{path, c.Usage, synopsis, c.Description, c.Flags, c.Subcommands}
}

// visible returns the commands that are not hidden.
func visible(commands []*cli.Command) []*cli.Command {
	return slices.DeleteFunc(slices.Clone(commands), func(c *cli.Command) bool { return c.Hidden })
}

// option is a flag as shown in help.
type option struct {
	names []string // with hyphens, short ones first
	value string   // the placeholder of its value, or "" if it takes none
	usage string
}

// spelled returns the option with its value: `-f, --format FORMAT`.
func (o option) spelled() string {
	text := strings.Join(o.names, ", ")
	if o.value != "" {
		text += " " + o.value
	}
	return text
}

// group is a heading with options.
type group struct {
	title   string
	options []option
}

// groups returns the visible flags of a command by category. Categories are in the order in which they first appear,
// and flags without one come first. These include the help flag, which every command has.
func groups(flags []cli.Flag) []group {
	result := []group{{title: "Options"}}
	for _, f := range flags {
		documented, ok := f.(cli.DocGenerationFlag)
		if visible, hides := f.(cli.VisibleFlag); !ok || hides && !visible.IsVisible() || slices.Contains(f.Names(), "help") {
			continue
		}
		title := "Options"
		if c, ok := f.(cli.CategorizableFlag); ok && c.GetCategory() != "" {
			title = c.GetCategory()
		}
		i := slices.IndexFunc(result, func(g group) bool { return g.title == title })
		if i < 0 {
			i = len(result)
			result = append(result, group{title: title})
		}
		result[i].options = append(result[i].options, optionOf(documented))
	}
	result[0].options = append(result[0].options, option{names: []string{"-h", "--help"}, usage: "show this help"})
	if len(result[0].options) == 1 { // only the help flag
		return append(result[1:], result[0])
	}
	return result
}

func optionOf(f cli.DocGenerationFlag) option {
	var o option
	for _, name := range f.Names() {
		if len(name) == 1 {
			o.names = slices.Insert(o.names, 0, "-"+name)
		} else if !strings.Contains(name, "_") { // an undocumented alternative spelling for Puppet's options
			o.names = append(o.names, "--"+name)
		}
	}
	o.usage = f.GetUsage()
	if f.TakesValue() {
		o.value = "VALUE"
		// In urfave/cli, the first word in backquotes is the placeholder of the value.
		if before, rest, ok := strings.Cut(o.usage, "`"); ok {
			name, after, _ := strings.Cut(rest, "`")
			o.value, o.usage = name, before+name+after
		}
		if byDefault := strings.Trim(f.GetDefaultText(), `"`); byDefault != "" && byDefault != "0" && !strings.Contains(o.usage, "default: ") {
			if more, ok := strings.CutSuffix(o.usage, ")"); ok {
				o.usage = more + "; default: " + byDefault + ")"
			} else {
				o.usage += " (default: " + byDefault + ")"
			}
		}
	}
	return o
}

// wrapped breaks a paragraph into lines of at most width columns.
func wrapped(text string, width int) []string {
	return wrap.Lines(strings.Join(strings.Fields(text), " "), width)
}

// paragraph is a part of a description between blank lines.
type paragraph struct {
	text    string
	example bool // indented, and printed unchanged
}

// lines returns the lines of a paragraph, of at most width columns.
func (p paragraph) lines(width int) []string {
	if p.example {
		return strings.Split(p.text, "\n")
	}
	return wrapped(p.text, width)
}

// paragraphs splits a text at blank lines.
func paragraphs(text string) []paragraph {
	parts := lists.Filter(strings.Split(text, "\n\n"), func(p string) bool { return strings.TrimSpace(p) != "" })
	return lists.Map(parts, func(p string) paragraph {
		if p = strings.Trim(p, "\n"); strings.HasPrefix(p, "  ") {
			return paragraph{text: p, example: true}
		}
		return paragraph{text: strings.TrimSpace(p)}
	})
}
