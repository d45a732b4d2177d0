package main

import (
	"github.com/urfave/cli/v2"

	"github.com/hieralint/hieralint/internal/views"
)

func nodesCommand() *cli.Command {
	return &cli.Command{
		Name:      "nodes",
		Usage:     "list the nodes that keys are evaluated on, with the files each reads",
		ArgsUsage: "[PATH...]",
		Description: "Without --facts, nodes are derived from the tree: file names in the data directories give the values that variables in\n" +
			"the hierarchies can have. Every file is read by at least one node, and so is every pair of files that a node can read.\n" +
			"Other variables are unknown.",
		Flags: append([]cli.Flag{
			&cli.StringFlag{Name: "file", Usage: "list only nodes that read `FILE`"},
			textOrJSONFlag(),
		}, checkFlags()...),
		Action:      nodesAction,
		Subcommands: []*cli.Command{nodesFetchCommand()},
	}
}

func nodesAction(c *cli.Context) error {
	write, err := textOrJSON(c, views.WriteNodes, views.WriteNodesJSON)
	if err != nil {
		return err
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
	return write(c.App.Writer, found)
}
