package main

import (
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/hieralint/hieralint/inspect"
	"github.com/hieralint/hieralint/project"
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
			&cli.StringFlag{Name: "format", Aliases: []string{"f"}, Value: "text", Usage: "write `FORMAT`: text or json"},
		}, configFlags()...),
		Action: keysAction,
	}
}

func keysAction(c *cli.Context) error {
	write := inspect.WriteKeys
	switch format := c.String("format"); format {
	case "text":
	case "json":
		write = inspect.WriteKeysJSON
	default:
		return cli.Exit(fmt.Sprintf("--format is text or json, not `%s`", format), exitUsage)
	}
	filter := inspect.KeyFilter{Unused: c.Bool("unused")}
	var err error
	if filter.Match, err = keyMatch(c.StringSlice("key")); err != nil {
		return cli.Exit(err.Error(), exitUsage)
	}
	k, err := newCheck(c, nil)
	if err != nil {
		return exitWith(err)
	}
	p, err := project.Load(c.Context, k.paths, k.project)
	if err != nil {
		return cli.Exit(err.Error(), exitInternal)
	}
	if file := c.String("file"); file != "" {
		filter.File = p.Store.Name(filepath.Clean(file))
	}
	found, err := inspect.FindKeys(c.Context, p, filter)
	if err != nil {
		return cli.Exit(err.Error(), exitInternal)
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
