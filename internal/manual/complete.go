package manual

import (
	"embed"
	"maps"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/hieralint/hieralint/internal/lists"
)

//go:embed completion
var scripts embed.FS

// Shells returns the shells for which there is a completion script.
func Shells() []string { return []string{"bash", "fish", "zsh"} }

// Script returns the completion script for a shell, or "" for unknown shells. The script calls `hieralint complete`, so
// it remains valid when hieralint is updated.
func Script(shell string) string {
	text, _ := scripts.ReadFile("completion/hieralint." + shell)
	return string(text)
}

// Values are the possible values of flags and arguments: for a flag (`--format`, or `nodes --format` if a command has
// its own), or for a command (`config verify`). All others are file names or arbitrary.
type Values map[string][]string

// Candidate is a possible completion.
type Candidate struct{ Word, Meaning string }

// Complete returns the completions of the last word of a command line. line is the text before the cursor, including
// the name of the program. If the result is empty, the shell completes file names.
func Complete(app *cli.App, values Values, line string) []Candidate {
	words := strings.Fields(line)
	last := ""
	if len(words) > 0 && strings.HasSuffix(line, words[len(words)-1]) {
		words, last = words[:len(words)-1], words[len(words)-1]
	}
	if len(words) == 0 {
		return nil
	}
	commands, flags := app.Commands, app.Flags
	var path []string
	arguments := 0
	pending := cli.Flag(nil) // a flag whose value follows
	for _, word := range words[1:] {
		switch i := slices.IndexFunc(commands, func(c *cli.Command) bool { return c.HasName(word) }); {
		case pending != nil:
			pending = nil
		case word == "--":
			return nil
		case strings.HasPrefix(word, "-"):
			if !strings.Contains(word, "=") {
				pending = takingValue(flags, word)
			}
		case i >= 0 && arguments == 0:
			path = append(path, word)
			commands, flags = commands[i].Subcommands, commands[i].Flags
		default:
			arguments++
		}
	}
	name, value, assigned := strings.Cut(last, "=")
	switch {
	case pending != nil:
		return startingWith(last, "", plain(values.of(path, pending)))
	case assigned && strings.HasPrefix(last, "-"):
		if f := takingValue(flags, name); f != nil {
			return startingWith(value, name+"=", plain(values.of(path, f)))
		}
		return nil
	case strings.HasPrefix(last, "-"):
		return startingWith(last, "", spellings(flags))
	}
	var found []Candidate
	if arguments == 0 {
		found = lists.Map(visible(commands), func(c *cli.Command) Candidate { return Candidate{c.Name, c.Usage} })
		found = append(found, plain(values[strings.Join(path, " ")])...)
	}
	return startingWith(last, "", found)
}

// takingValue returns the flag with a given spelling if it takes a value, and nil otherwise.
func takingValue(flags []cli.Flag, spelled string) cli.Flag {
	for _, f := range flags {
		documented, ok := f.(cli.DocGenerationFlag)
		if ok && documented.TakesValue() && slices.Contains(f.Names(), strings.TrimLeft(spelled, "-")) {
			return f
		}
	}
	return nil
}

func (v Values) of(path []string, f cli.Flag) []string {
	for _, name := range f.Names() {
		if words := v[strings.Join(append(slices.Clone(path), "--"+name), " ")]; words != nil {
			return words
		}
		if words := v["--"+name]; words != nil {
			return words
		}
	}
	return nil
}

// spellings returns the long names of all options.
func spellings(flags []cli.Flag) []Candidate {
	return lists.FlatMap(groups(flags), func(g group) []Candidate {
		return lists.Map(g.options, func(o option) Candidate { return Candidate{o.names[len(o.names)-1], o.usage} })
	})
}

func plain(words []string) []Candidate {
	return lists.Map(words, func(word string) Candidate { return Candidate{Word: word} })
}

// startingWith returns the candidates with a given prefix, sorted and without duplicates. before is prepended to each
// of them.
func startingWith(start, before string, all []Candidate) []Candidate {
	fit := map[string]Candidate{}
	for _, c := range all {
		if strings.HasPrefix(c.Word, start) {
			fit[c.Word] = Candidate{before + c.Word, c.Meaning}
		}
	}
	return lists.Map(slices.Sorted(maps.Keys(fit)), func(word string) Candidate { return fit[word] })
}
