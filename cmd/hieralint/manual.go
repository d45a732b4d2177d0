package main

import (
	"fmt"
	"io"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/hieralint/hieralint/internal/manual"
	"github.com/hieralint/hieralint/internal/plural"
	"github.com/hieralint/hieralint/internal/settings"
	"github.com/hieralint/hieralint/rules"
)

// The library's own help repeats placeholders, says that switches are off by default, and does not
// wrap lines.
func init() {
	cli.HelpPrinter = func(w io.Writer, _ string, about any) {
		// An error while writing the help cannot be reported.
		switch about := about.(type) {
		case *cli.App:
			_ = manual.AppHelp(w, about)
		case *cli.Command:
			_ = manual.CommandHelp(w, about, about.HelpName)
		}
	}
}

func helpCommand() *cli.Command {
	return &cli.Command{
		Name:   "help",
		Usage:  "show the help of a command",
		Hidden: true, // other texts refer to --help
		Action: func(c *cli.Context) error {
			commands, path := c.App.Commands, c.App.Name
			var found *cli.Command
			for _, name := range c.Args().Slice() {
				i := slices.IndexFunc(commands, func(c *cli.Command) bool { return c.HasName(name) })
				if i < 0 {
					return noCommand(name, commands)
				}
				found, path = commands[i], path+" "+name
				commands = found.Subcommands
			}
			if found == nil {
				return manual.AppHelp(c.App.Writer, c.App)
			}
			return manual.CommandHelp(c.App.Writer, found, path)
		},
	}
}

func versionCommand() *cli.Command {
	return &cli.Command{
		Name:  "version",
		Usage: "print the version, commit, and build",
		Action: withoutArguments(func(c *cli.Context) error {
			fmt.Fprintf(c.App.Writer, "hieralint %s\n", version())
			if info, ok := debug.ReadBuildInfo(); ok {
				set := map[string]string{}
				for _, s := range info.Settings {
					set[s.Key] = s.Value
				}
				if commit := set["vcs.revision"]; commit != "" {
					if set["vcs.modified"] == "true" {
						commit += " and changes to it"
					}
					fmt.Fprintf(c.App.Writer, "commit: %s\ndate:   %s\n", commit, set["vcs.time"])
				}
			}
			_, err := fmt.Fprintf(c.App.Writer, "built:  with %s for %s/%s\n", runtime.Version(), runtime.GOOS, runtime.GOARCH)
			return err
		}),
	}
}

func manCommand() *cli.Command {
	return &cli.Command{
		Name:  "man",
		Usage: "print the man page",
		Description: "To read it, or to install it:\n\n" +
			"  hieralint man | man -l -\n" +
			"  hieralint man >/usr/local/share/man/man1/hieralint.1",
		Action: withoutArguments(func(c *cli.Context) error {
			return manual.Man(c.App.Writer, c.App, []manual.Section{
				{Title: "Exit status", Rows: [][2]string{
					{"0", "No findings at or above `--fail-on`; `lookup` found a value."},
					{"1", "Findings at or above `--fail-on`; `lookup` found no value, or a part of it is unknown."},
					{"2", "Invalid usage or configuration."},
					{"3", "Internal error, or unreadable input."},
					{"4", "Instead of 0: no hierarchy was found for the data."},
				}},
				{Title: "Files", Rows: [][2]string{
					{settings.Name, "The configuration, in the checked directory or above. `hieralint config init` writes one."},
					{settings.BaselineName, "Known findings, beside the configuration. `hieralint baseline` writes it."},
				}},
				{Title: "Environment", Rows: [][2]string{
					{"HIERALINT_…", "Options of `lint` that take a value, in upper case and with underscores: `HIERALINT_FAIL_ON` for `--fail-on`. Empty variables are ignored."},
					{"COLUMNS", "The width at which text wraps, instead of the width of the terminal."},
					{"NO_COLOR", "Disables colors, unless `--color always` is given."},
				}},
				{Title: "See also", Rows: [][2]string{
					{"https://github.com/hieralint/hieralint", "The documentation, with a page for each rule."},
					{"puppet-lookup(8)", "The original of `hieralint lookup`."},
				}},
			})
		}),
	}
}

func completionCommand() *cli.Command {
	return &cli.Command{
		Name:      "completion",
		Usage:     "print the completion script for a shell",
		ArgsUsage: strings.Join(manual.Shells(), "|"),
		Description: "  source <(hieralint completion bash)          in ~/.bashrc\n" +
			"  source <(hieralint completion zsh)           in ~/.zshrc, after compinit\n" +
			"  hieralint completion fish | source           in ~/.config/fish/config.fish",
		Action: func(c *cli.Context) error {
			if c.NArg() != 1 {
				return cli.Exit("completion takes the name of a shell: "+plural.Or(manual.Shells()), exitUsage)
			}
			shell := c.Args().First()
			script := manual.Script(shell)
			if script == "" {
				hint := didYouMean(shell, manual.Shells())
				if hint == "" {
					hint = "; there are completions for " + plural.And(manual.Shells())
				}
				return cli.Exit(fmt.Sprintf("no shell `%s`%s", shell, hint), exitUsage)
			}
			_, err := io.WriteString(c.App.Writer, script)
			return err
		},
	}
}

// completeCommand returns the possible values of the last word of a line, for completion scripts.
func completeCommand() *cli.Command {
	return &cli.Command{
		Name:   "complete",
		Usage:  "print the completions of the last word of a command line",
		Hidden: true,
		Action: func(c *cli.Context) error {
			for _, candidate := range manual.Complete(c.App, completions(), c.Args().First()) {
				if _, err := fmt.Fprintf(c.App.Writer, "%s\t%s\n", candidate.Word, candidate.Meaning); err != nil {
					return err
				}
			}
			return nil
		},
	}
}

// completions returns the words that flags and commands accept.
func completions() manual.Values {
	names := rules.Names()
	return manual.Values{
		"explain":               names,
		"completion":            manual.Shells(),
		"--format":              formatNames(),
		"nodes --format":        {"text", "json"},
		"keys --format":         {"text", "json"},
		"rules --format":        {"text", "json"},
		"explain --format":      {"text", "json"},
		"environments --format": {"text", "json"},
		"why --format":          {"text", "json"},
		"diff --format":         diffFormats,
		"diff --only":           diffParts,
		"--fail-on":             append(severities, never),
		"--min-severity":        severities,
		"--select":              append(rules.Families(), names...),
		"--ignore":              append(rules.Families(), names...),
		"--color":               {"auto", "always", "never"},
		"--profile":             {"minimal", "recommended", "strict"},
		"--puppet-version":      {"7", "8"},
		"diff --puppet-version": {"7", bothVersions, "8"},
		"--merge":               {"first", "unique", "hash", "deep"},
		"--render-as":           {"s", "json", "yaml"},
		"--strict":              {"off", "warning", "error"},
	}
}
