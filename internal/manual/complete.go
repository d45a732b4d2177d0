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

// Shells are those that there is a completion script for.
func Shells() []string { return []string{"bash", "fish", "zsh"} }

// Script is the script that makes a shell complete the command line; "" for other shells. It asks
// `hieralint complete`, so it stays right when hieralint is updated.
func Script(shell string) string {
	text, _ := scripts.ReadFile("completion/hieralint." + shell)
	return string(text)
}

// Values are the words that may stand in a place of the command line: for a flag (`--format`, or
// `nodes --format` where a command has its own) the values it takes, for a command (`config verify`)
// its arguments. What is not in it is the name of a file, or free.
type Values map[string][]string

// Candidate is a word that fits.
type Candidate struct{ Word, Meaning string }

// Complete lists the completions of the last word of a command line. line is what stands before the
// cursor, the name of the program included. An empty result leaves the word to the shell, which
// knows the files.
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
	pending := cli.Flag(nil) // a flag that waits for its value
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

// takingValue is the flag that is spelled so and takes a value; nil when there is none.
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

// spellings are the long names of all options.
func spellings(flags []cli.Flag) []Candidate {
	return lists.FlatMap(groups(flags), func(g group) []Candidate {
		return lists.Map(g.options, func(o option) Candidate { return Candidate{o.names[len(o.names)-1], o.usage} })
	})
}

func plain(words []string) []Candidate {
	return lists.Map(words, func(word string) Candidate { return Candidate{Word: word} })
}

// startingWith are the candidates that begin with a text, in the order of the alphabet and each
// once, put behind what stands before them in their word.
func startingWith(start, before string, all []Candidate) []Candidate {
	fit := map[string]Candidate{}
	for _, c := range all {
		if strings.HasPrefix(c.Word, start) {
			fit[c.Word] = Candidate{before + c.Word, c.Meaning}
		}
	}
	return lists.Map(slices.Sorted(maps.Keys(fit)), func(word string) Candidate { return fit[word] })
}
