// Package manual is what hieralint says about itself: the help of each command, the man page, the
// completions of shells, and the rules explained on a terminal. All of it is made from the
// definition of the command line and from the documentation of the rules, so that none can say
// something else than the others.
//
// It is not for reports about data: package report writes those.
package manual

import (
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/wrap"
)

// Width is the length of the lines: what a terminal has when nobody has made it wider.
const Width = 80

// command is a command as its reader sees it; the application is one too.
type command struct {
	name, usage, synopsis, description string
	flags                              []cli.Flag
	commands                           []*cli.Command
}

func ofApp(app *cli.App) command {
	return command{app.Name, app.Usage, app.UsageText, app.Description, app.Flags, app.Commands}
}

// ofCommand is about a command. path is what is typed to call it.
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

// visible are the commands that are not hidden.
func visible(commands []*cli.Command) []*cli.Command {
	return slices.DeleteFunc(slices.Clone(commands), func(c *cli.Command) bool { return c.Hidden })
}

// option is a flag as its reader sees it.
type option struct {
	names []string // with their hyphens, short ones first
	value string   // the placeholder of its value; "" when it takes none
	usage string
}

// spelled is the option as it is typed: `-f, --format FORMAT`.
func (o option) spelled() string {
	text := strings.Join(o.names, ", ")
	if o.value != "" {
		text += " " + o.value
	}
	return text
}

// group is a heading with the options below it.
type group struct {
	title   string
	options []option
}

// groups sorts the visible flags of a command by their categories, in the order in which these
// first appear; those without one come first. The flag for help, which every command has, is one of
// these.
func groups(flags []cli.Flag) []group {
	result := []group{{title: "Options"}}
	for _, f := range flags {
		documented, ok := f.(cli.DocGenerationFlag)
		if visible, hides := f.(cli.VisibleFlag); !ok || hides && !visible.IsVisible() || isHelp(f) {
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
	if len(result[0].options) == 1 { // the flag for help alone
		return append(result[1:], result[0])
	}
	return result
}

func isHelp(f cli.Flag) bool { return slices.Contains(f.Names(), "help") }

func optionOf(f cli.DocGenerationFlag) option {
	var o option
	for _, name := range f.Names() {
		if len(name) == 1 {
			o.names = slices.Insert(o.names, 0, "-"+name)
		} else if !strings.Contains(name, "_") { // a spelling that Puppet has too, not worth a word
			o.names = append(o.names, "--"+name)
		}
	}
	o.usage = f.GetUsage()
	if f.TakesValue() {
		o.value = "VALUE"
		// As everywhere in urfave/cli the first word in backquotes names the value.
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

// paragraph is a part of a description between empty lines.
type paragraph struct {
	text    string
	example bool // indented: printed as it stands
}

// lines are the lines of a paragraph of at most width columns.
func (p paragraph) lines(width int) []string {
	if p.example {
		return strings.Split(p.text, "\n")
	}
	return wrapped(p.text, width)
}

// paragraphs splits a text at empty lines.
func paragraphs(text string) []paragraph {
	parts := lists.Filter(strings.Split(text, "\n\n"), func(p string) bool { return strings.TrimSpace(p) != "" })
	return lists.Map(parts, func(p string) paragraph {
		if p = strings.Trim(p, "\n"); strings.HasPrefix(p, "  ") {
			return paragraph{text: p, example: true}
		}
		return paragraph{text: strings.TrimSpace(p)}
	})
}
