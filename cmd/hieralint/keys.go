package main

import (
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
	filter := views.KeyFilter{Unused: c.Bool("unused"), File: c.String("file")}
	if filter.Match, err = views.MatchKeys(c.StringSlice("key")); err != nil {
		return cli.Exit("--key: "+err.Error(), exitUsage)
	}
	w, err := open(c)
	if err != nil {
		return err
	}
	found, err := w.Keys(c.Context, filter)
	if err != nil {
		return failed(c, err)
	}
	return write(c.App.Writer, found)
}
