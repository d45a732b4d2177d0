package main

import (
	"slices"
	"strings"

	"github.com/urfave/cli/v2"
)

// permute moves the options of a command before its arguments, because the flag parser stops at the
// first argument: `hieralint lint data --format json` works too. Arguments after `--` stay where
// they are.
func permute(app *cli.App, args []string) []string {
	if len(args) < 2 {
		return args
	}
	head, rest, flags := args[:1], args[1:], app.Flags
	for commands := app.Commands; len(rest) > 0; {
		i := slices.IndexFunc(commands, func(c *cli.Command) bool { return c.HasName(rest[0]) })
		if i < 0 {
			break
		}
		head, rest, flags, commands = args[:len(head)+1], rest[1:], commands[i].Flags, commands[i].Subcommands
	}
	var options, arguments []string
	for len(rest) > 0 {
		arg := rest[0]
		rest = rest[1:]
		if arg == "--" {
			arguments = append(arguments, rest...)
			break
		}
		if len(arg) < 2 || arg[0] != '-' {
			arguments = append(arguments, arg)
			continue
		}
		options = append(options, arg)
		name := strings.TrimLeft(arg, "-")
		if strings.Contains(name, "=") || !takesValue(flags, name) {
			continue
		}
		if len(rest) == 0 { // so that the parser reports the missing value instead of using `--`
			return slices.Concat(head, options)
		}
		options = append(options, rest[0])
		rest = rest[1:]
	}
	return slices.Concat(head, options, []string{"--"}, arguments)
}

func takesValue(flags []cli.Flag, name string) bool {
	for _, f := range flags {
		if slices.Contains(f.Names(), name) {
			_, isSwitch := f.(*cli.BoolFlag)
			return !isSwitch
		}
	}
	return false
}
