package main

import (
	"fmt"
	"path/filepath"
	"runtime"

	"github.com/urfave/cli/v2"

	"github.com/hieralint/hieralint/engine/facts"
	"github.com/hieralint/hieralint/evaluate"
	"github.com/hieralint/hieralint/inspect"
	"github.com/hieralint/hieralint/project"
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
			&cli.StringFlag{Name: "format", Aliases: []string{"f"}, Value: "text", Usage: "write `FORMAT`: text or json"},
		}, checkFlags()...),
		Action: nodesAction,
	}
}

func factsFlag() cli.Flag {
	return &cli.StringSliceFlag{Name: "facts", Usage: "evaluate keys on the nodes in `PATH`, a file or folder with facts as facter, puppet facts or PuppetDB write them; may be given several times"}
}

// readNodes reads nodes from files and folders that from names.
func readNodes(from string, paths []string) ([]*facts.Node, error) {
	var nodes []*facts.Node
	for _, path := range paths {
		read, err := facts.Read(path)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", from, err)
		}
		nodes = append(nodes, read...)
	}
	return nodes, nil
}

func nodesAction(c *cli.Context) error {
	write := inspect.WriteNodes
	switch format := c.String("format"); format {
	case "text":
	case "json":
		write = inspect.WriteNodesJSON
	default:
		return cli.Exit(fmt.Sprintf("--format is text or json, not `%s`", format), exitUsage)
	}
	k, err := newCheck(c, nil)
	if err != nil {
		return exitWith(err)
	}
	p, err := project.Load(c.Context, k.paths, k.project)
	if err != nil {
		return cli.Exit(err.Error(), exitInternal)
	}
	file := c.String("file")
	if file != "" {
		file = p.Store.Name(filepath.Clean(file))
	}
	found, err := inspect.FindNodes(c.Context, evaluate.New(p, evaluate.Options{Puppet: k.settings.PuppetVersion, Nodes: k.lint.Nodes, Workers: runtime.GOMAXPROCS(0)}), file)
	if err != nil {
		return cli.Exit(err.Error(), exitInternal)
	}
	return write(c.App.Writer, found)
}
