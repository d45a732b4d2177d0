package main

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"github.com/urfave/cli/v2"

	"github.com/hieralint/hieralint/internal/lazyregexp"
	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/nearest"
	"github.com/hieralint/hieralint/internal/plural"
)

// usageError reports an invalid command line on one line, without the whole help.
func usageError(c *cli.Context, err error, _ bool) error {
	help, flags := "hieralint --help", c.App.Flags
	if c.Command != nil && c.Command.Name != "" && c.Command.Name != c.App.Name {
		help, flags = c.Command.HelpName+" --help", c.Command.Flags
	}
	text := err.Error()
	if name, ok := strings.CutPrefix(text, "flag provided but not defined: -"); ok {
		option := dashed(strings.TrimLeft(name, "-"))
		text = fmt.Sprintf("unknown option `%s`", option)
		if hint := didYouMean(option, spellings(flags)); hint != "" {
			return cli.Exit(text+hint, exitUsage)
		}
	} else if name, ok := strings.CutPrefix(text, "flag needs an argument: -"); ok {
		text = fmt.Sprintf("option `%s` needs a value", dashed(strings.TrimLeft(name, "-")))
	} else if invalid := unparsed().FindStringSubmatch(text); invalid != nil {
		return cli.Exit(fmt.Sprintf("%s must be %s, not `%s`", dashed(invalid[2]), kindOf(flags, invalid[2]), invalid[1]), exitUsage)
	} else if invalid := unparsedVariable().FindStringSubmatch(text); invalid != nil {
		return cli.Exit(fmt.Sprintf("%s must be %s, not `%s`", invalid[2], kindOf(flags, invalid[3]), invalid[1]), exitUsage)
	}
	return cli.Exit(fmt.Sprintf("%s; see `%s`", text, help), exitUsage)
}

// rejectEmptyValues rejects options with an empty value. It is usually that of a variable that is not set, and not what
// the option would do without a value.
func rejectEmptyValues(c *cli.Context) error {
	flags := c.Command.Flags
	if c.Command.Name == c.App.Name {
		flags = c.App.Flags
	}
	for _, f := range flags {
		name := f.Names()[0]
		if !c.IsSet(name) {
			continue
		}
		isEmpty := false
		switch f.(type) {
		case *cli.PathFlag:
			isEmpty = c.Path(name) == ""
		case *cli.StringFlag:
			isEmpty = c.String(name) == "" && name != "default"
		case *cli.StringSliceFlag:
			isEmpty = slices.Contains(c.StringSlice(name), "")
		}
		if isEmpty {
			return cli.Exit(fmt.Sprintf("option `--%s` needs a value", name), exitUsage)
		}
	}
	return nil
}

// The library's errors for values that cannot be parsed, of options and of their variables.
var (
	unparsed         = lazyregexp.New(`^invalid value "(.*)" for flag -(\S+):`)
	unparsedVariable = lazyregexp.New(`^could not parse "(.*)" as \w+ value from environment variable "(\w+)" for flag (\S+):`)
)

// kindOf returns what the values of an option are.
func kindOf(flags []cli.Flag, name string) string {
	for _, f := range flags {
		if _, ok := f.(*cli.DurationFlag); ok && slices.Contains(f.Names(), name) {
			return "a duration such as `1m`"
		}
	}
	return "a number"
}

// dashed returns an option as typed.
func dashed(name string) string {
	if len(name) == 1 {
		return "-" + name
	}
	return "--" + name
}

// spellings returns the long names of options as typed.
func spellings(flags []cli.Flag) []string {
	names := []string{"--help"}
	for _, f := range flags {
		for _, name := range f.Names() {
			if len(name) > 1 {
				names = append(names, "--"+name)
			}
		}
	}
	return names
}

// notOneOf returns the error for a value that an option does not accept.
func notOneOf(option, value string, choices []string) error {
	text := fmt.Sprintf("%s must be %s, not `%s`", origin(option, value), plural.Or(choices), value)
	return cli.Exit(text+didYouMean(value, choices), exitUsage)
}

// noCommand returns the error for an unknown command.
func noCommand(name string, commands []*cli.Command) error {
	known := commandNames(commands)
	hint := didYouMean(name, known)
	if hint == "" {
		hint = "; the commands are " + strings.Join(known, ", ")
	}
	return cli.Exit(fmt.Sprintf("no command `%s`%s", name, hint), exitUsage)
}

func commandNames(commands []*cli.Command) []string {
	shown := lists.Filter(commands, func(c *cli.Command) bool { return !c.Hidden })
	return lists.Map(shown, func(c *cli.Command) string { return c.Name })
}

// checkCommand rejects the first word of a command line without a command if it resembles a command
// and is not a file.
func checkCommand(c *cli.Context) error {
	word := c.Args().First()
	if c.Command.Name == "lint" || word == "" || strings.ContainsAny(word, `/\.`) || exists(word) {
		return nil
	}
	known := commandNames(c.App.Commands)
	if entries, err := os.ReadDir("."); err == nil && !slices.ContainsFunc(known, func(name string) bool { _, ok := nearest.Name(word, []string{name}); return ok }) {
		for _, e := range entries {
			known = append(known, e.Name())
		}
	}
	hint := cmp.Or(didYouMean(word, known), "; see `hieralint --help`")
	return cli.Exit(fmt.Sprintf("no command, file, or directory `%s`%s", word, hint), exitUsage)
}

// noNode returns the message for patterns that no node matches.
func noNode(patterns []string) string {
	return "no node matches " + plural.Or(plural.Code(patterns)) + "; `hieralint nodes` lists them"
}

// checkOptionPaths rejects paths in an option that do not exist.
func checkOptionPaths(option string, paths ...string) error {
	for _, path := range paths {
		if err := checkPaths(path); err != nil {
			return cli.Exit(origin(option, path)+": "+err.Error(), exitUsage)
		}
	}
	return nil
}

// withoutArguments returns the action of a command that takes no arguments.
func withoutArguments(action cli.ActionFunc) cli.ActionFunc {
	return func(c *cli.Context) error {
		if c.NArg() > 0 {
			return cli.Exit(strings.TrimPrefix(c.Command.HelpName, c.App.Name+" ")+" takes no arguments", exitUsage)
		}
		return action(c)
	}
}

// checkPaths rejects paths that do not exist.
func checkPaths(paths ...string) error {
	for _, path := range paths {
		if path == "" || exists(path) {
			continue
		}
		hint := ""
		if near, ok := nearest.File(path, os.ReadDir); ok {
			hint = "; " + nearest.Question(filepath.ToSlash(near))
		}
		return cli.Exit(fmt.Sprintf("no file or directory `%s`%s", path, hint), exitUsage)
	}
	return nil
}

func exists(path string) bool {
	_, err := os.Lstat(path)
	return !errors.Is(err, fs.ErrNotExist) && !errors.Is(err, syscall.ENOTDIR)
}

// didYouMean suggests the known name that a mistyped or shortened one was probably meant to be; ""
// if there is none, or several.
func didYouMean(name string, known []string) string {
	near, ok := nearest.Name(name, known)
	if !ok {
		near, ok = nearest.Whole(name, known)
	}
	if !ok {
		return ""
	}
	return "; " + nearest.Question(near)
}
