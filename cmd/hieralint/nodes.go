package main

import (
	"io"

	"github.com/urfave/cli/v2"

	"github.com/hieralint/hieralint/internal/jsonlist"
	"github.com/hieralint/hieralint/internal/listing"
)

func nodesCommand() *cli.Command {
	return &cli.Command{
		Name:  "nodes",
		Usage: "list the nodes that keys are evaluated on, and their data files",
		UsageText: "hieralint nodes [options] [PATH...]\n" +
			"hieralint nodes fetch [options] [PATH...]",
		Description: "  hieralint nodes --file data/role/web.yaml\n\n" +
			"Without --facts, nodes are derived from the tree: names of data files give the values that variables in the hierarchies can have. " +
			"The nodes together read every file, and every pair of files that one node can read. Other variables are unknown.",
		Flags: append([]cli.Flag{
			&cli.StringFlag{Name: "file", Usage: "list only nodes that read `FILE`"},
			textOrJSONFlag(),
		}, checkFlags()...),
		Action:      nodesAction,
		Subcommands: []*cli.Command{nodesFetchCommand()},
	}
}

func nodesAction(c *cli.Context) error {
	write, err := textOrJSON(c, wrapped(func(out io.Writer, all []*listing.Nodes) error {
		return listing.WriteNodes(out, all, c.String("file"))
	}), jsonlist.Writer[*listing.Nodes]("nodes"))
	if err != nil {
		return err
	}
	if word := c.Args().First(); word != "" && !exists(word) && didYouMean(word, commandNames(c.Command.Subcommands)) != "" {
		return noCommand(word, c.Command.Subcommands)
	}
	if err := checkPaths(append(c.Args().Slice(), c.String("file"))...); err != nil {
		return err
	}
	w, err := open(c)
	if err != nil {
		return err
	}
	found, err := w.Nodes(c.Context, c.String("file"))
	if err != nil {
		return failed(c, err)
	}
	if err := write(c.App.Writer, found); err != nil {
		return err
	}
	return complete(c, w)
}
