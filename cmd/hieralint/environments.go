package main

import (
	"github.com/urfave/cli/v2"

	"github.com/hieralint/hieralint/internal/views"
)

func environmentsCommand() *cli.Command {
	return &cli.Command{
		Name:      "environments",
		Usage:     "show which hierarchies, data and modules were found, and why",
		ArgsUsage: "[PATH]",
		Description: "Which hiera.yaml production reads, and where its data and modules lie, the settings of a server tell, which no tree has. They are\n" +
			"found by evidence: this shows what was found. `environments` in the configuration says what there is instead.",
		Flags:  append([]cli.Flag{textOrJSONFlag()}, configFlags()...),
		Action: environmentsAction,
	}
}

func environmentsAction(c *cli.Context) error {
	write, err := textOrJSON(c, views.WriteEnvironments, views.WriteEnvironmentsJSON)
	if err != nil {
		return err
	}
	if c.NArg() > 1 {
		return cli.Exit("environments takes one path", exitUsage)
	}
	w, err := open(c)
	if err != nil {
		return err
	}
	found, err := w.Environments(c.Context)
	if err != nil {
		return failed(c, err)
	}
	return write(c.App.Writer, found)
}
