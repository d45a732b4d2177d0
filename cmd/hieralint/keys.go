package main

import (
	"errors"
	"fmt"
	"slices"

	"github.com/urfave/cli/v2"

	"github.com/hieralint/hieralint/internal/jsonlist"
	"github.com/hieralint/hieralint/internal/listing"
	"github.com/hieralint/hieralint/internal/session"
)

func keysCommand() *cli.Command {
	return &cli.Command{
		Name:      "keys",
		Usage:     "list keys, where each is defined, and what reads it",
		ArgsUsage: "[PATH...]",
		Description: "  hieralint keys --key profile::base::domain\n" +
			"  hieralint keys --unused\n\n" +
			"Shows whether a key can be deleted. Keys are read by class parameters, by lookups in manifests, functions, templates, and Ruby code, " +
			"and by references in other data. Possible readers are listed too: lookups of computed keys, and modules that are not installed.",
		Flags: append([]cli.Flag{
			&cli.StringSliceFlag{Name: "key", Aliases: []string{"k"}, Usage: "list only `KEY`, or keys that match a regular expression starting with ^; repeatable"},
			&cli.StringFlag{Name: "file", Usage: "list only keys that `FILE` defines"},
			&cli.BoolFlag{Name: "unused", Usage: "list only keys without certain or possible readers"},
			textOrJSONFlag(),
		}, configFlags()...),
		Action: keysAction,
	}
}

func keysAction(c *cli.Context) error {
	write, err := textOrJSON(c, wrapped(listing.WriteKeys), jsonlist.Writer[*listing.Keys]("environments"))
	if err != nil {
		return err
	}
	filter := listing.KeyFilter{Unused: c.Bool("unused"), File: c.String("file")}
	if filter.Match, filter.Names, err = listing.MatchKeys(c.StringSlice("key")); err != nil {
		return cli.Exit("--key: "+err.Error(), exitUsage)
	}
	if err := checkPaths(append(c.Args().Slice(), filter.File)...); err != nil {
		return err
	}
	w, err := open(c)
	if err != nil {
		return err
	}
	found, err := w.Keys(c.Context, filter)
	var noKey *session.NoKeyError
	if err != nil && !errors.As(err, &noKey) {
		return failed(c, err)
	}
	if err := write(c.App.Writer, found); err != nil {
		return err
	}
	if err := complete(c, w); err != nil {
		return err
	}
	hasKeys := func(k *listing.Keys) bool { return len(k.Keys) > 0 }
	switch {
	case noKey != nil:
		return cli.Exit(noKey.Error(), exitFindings)
	case filter.File != "" && !filter.Unused && !c.IsSet("key") && !slices.ContainsFunc(found, hasKeys):
		return cli.Exit(fmt.Sprintf("no level reads a key from `%s`", filter.File), exitFindings)
	}
	return nil
}
