package main

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/hieralint/hieralint/internal/views"
)

func keysCommand() *cli.Command {
	return &cli.Command{
		Name:      "keys",
		Usage:     "list keys, where each is set and who reads it",
		ArgsUsage: "[PATH...]",
		Description: "It answers whether a key can be deleted. Keys are read by parameters of classes, by lookups in manifests, functions, templates and\n" +
			"Ruby code, and by references in other data. What may read them is listed too: lookups with computed keys, modules that are not here.",
		Flags: append([]cli.Flag{
			&cli.StringSliceFlag{Name: "key", Aliases: []string{"k"}, Usage: "list only `KEY`, or the keys that a regular expression matches that begins with ^; may be given several times"},
			&cli.StringFlag{Name: "file", Usage: "list only the keys that `FILE` sets"},
			&cli.BoolFlag{Name: "unused", Usage: "list only the keys that nothing reads or may read"},
			textOrJSONFlag(),
		}, configFlags()...),
		Action: keysAction,
	}
}

func keysAction(c *cli.Context) error {
	write, err := textOrJSON(c, views.WriteKeys, views.WriteKeysJSON)
	if err != nil {
		return err
	}
	filter := views.KeyFilter{Unused: c.Bool("unused")}
	if filter.Match, err = keyMatch(c.StringSlice("key")); err != nil {
		return cli.Exit(err.Error(), exitUsage)
	}
	_, p, file, err := inspected(c)
	if err != nil {
		return err
	}
	filter.File = file
	found, err := views.FindKeys(c.Context, p, filter)
	if err != nil {
		return exitWith(err)
	}
	return write(c.App.Writer, found)
}

// keyMatch tells whether a name is one of those that --key gives; nil when it gives none.
func keyMatch(wanted []string) (func(string) bool, error) {
	if len(wanted) == 0 {
		return nil, nil
	}
	var names []string
	var patterns []*regexp.Regexp
	for _, text := range wanted {
		if !strings.HasPrefix(text, "^") {
			names = append(names, text)
			continue
		}
		pattern, err := regexp.Compile(text)
		if err != nil {
			return nil, fmt.Errorf("--key: `%s` is no regular expression: %w", text, err)
		}
		patterns = append(patterns, pattern)
	}
	return func(name string) bool {
		return slices.Contains(names, name) || slices.ContainsFunc(patterns, func(r *regexp.Regexp) bool { return r.MatchString(name) })
	}, nil
}
