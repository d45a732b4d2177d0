package main

import (
	"github.com/urfave/cli/v2"

	"github.com/hieralint/hieralint/internal/views"
)

func nodesCommand() *cli.Command {
	return &cli.Command{
		Name:      "nodes",
		Usage:     "list the nodes that keys are evaluated on, and the files that each reads",
		ArgsUsage: "[PATH...]",
		Description: "Without --facts the nodes are derived from the tree: the file names in the data directories tell which values\n" +
			"the variables in the hierarchies can have. Each file is read by one of the nodes at least, and each two files that\n" +
			"one node can read are read by one. Variables that no file decides are not known.",
		Flags: append([]cli.Flag{
			&cli.StringFlag{Name: "file", Usage: "list only the nodes that read `FILE`"},
			textOrJSONFlag(),
		}, checkFlags()...),
		Action: nodesAction,
	}
}

func nodesAction(c *cli.Context) error {
	write, err := textOrJSON(c, views.WriteNodes, views.WriteNodesJSON)
	if err != nil {
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
