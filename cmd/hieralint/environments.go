package main

import (
	"github.com/urfave/cli/v2"

	"github.com/hieralint/hieralint/internal/jsonlist"
	"github.com/hieralint/hieralint/internal/listing"
)

func environmentsCommand() *cli.Command {
	return &cli.Command{
		Name:      "environments",
		Usage:     "show the hierarchies, data, and modules that were found, and why",
		ArgsUsage: "[PATH]",
		Description: "The Puppet server determines which hiera.yaml is used, and where data and modules are. hieralint infers this from the files in the tree. " +
			"`environments` in the configuration overrides what was found.",
		Flags:  append([]cli.Flag{textOrJSONFlag()}, configFlags()...),
		Action: environmentsAction,
	}
}

func environmentsAction(c *cli.Context) error {
	write, err := textOrJSON(c, wrapped(listing.WriteEnvironments), jsonlist.Writer[*listing.Environment]("environments"))
	if err != nil {
		return err
	}
	if c.NArg() > 1 {
		return cli.Exit("environments takes one path", exitUsage)
	}
	if err := checkPaths(c.Args().Slice()...); err != nil {
		return err
	}
	w, err := open(c)
	if err != nil {
		return err
	}
	found, unread, err := w.Environments(c.Context)
	if err != nil {
		return failed(c, err)
	}
	if err := write(c.App.Writer, found); err != nil {
		return err
	}
	return incomplete(c, unread)
}
