package main

import (
	"path/filepath"

	"github.com/urfave/cli/v2"

	"github.com/hieralint/hieralint/internal/project"
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
	k, err := newCheck(c, nil)
	if err != nil {
		return exitWith(err)
	}
	k.project.ListUnread = true
	p, err := project.Load(c.Context, k.paths, k.project)
	if err != nil {
		return exitWith(err)
	}
	base, err := filepath.Abs(k.paths[0])
	if err != nil {
		return exitWith(err)
	}
	if !isDir(base) {
		base = filepath.Dir(base)
	}
	found, err := views.FindEnvironments(c.Context, p, base)
	if err != nil {
		return exitWith(err)
	}
	return write(c.App.Writer, found)
}
