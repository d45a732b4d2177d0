package main

import (
	"errors"

	"github.com/urfave/cli/v2"

	"github.com/hieralint/hieralint/engine/batch"
	"github.com/hieralint/hieralint/lookup"
)

// lookupCommand is `hieralint lookup`: what `puppet lookup` answers, without Ruby.
func lookupCommand() *cli.Command {
	return &cli.Command{
		Name:      "lookup",
		Usage:     "look up keys as Puppet does",
		ArgsUsage: "KEY...",
		Description: "Prints the value of the first of the keys that Hiera has, as `puppet lookup` prints it. Data that cannot be read, and\n" +
			"lookups that fail, are explained with their place. Without --facts, what depends on facts is not known.\n" +
			"Exits with 0 when a value was found and with 1 when not.",
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "merge", Usage: "how to merge the values of several levels: first, unique, hash or deep"},
			&cli.StringFlag{Name: "knock-out-prefix", Usage: "with --merge deep: what opens a value that removes others"},
			&cli.BoolFlag{Name: "sort-merged-arrays", Usage: "with --merge deep: sort merged lists"},
			&cli.BoolFlag{Name: "merge-hash-arrays", Usage: "with --merge deep: merge hashes in lists by position"},
			&cli.StringFlag{Name: "type", Usage: "the Puppet type that the value must have"},
			&cli.StringFlag{Name: "default", Usage: "the value when nothing is found"},
			&cli.BoolFlag{Name: "explain", Usage: "tell how the value was found instead of printing it"},
			&cli.BoolFlag{Name: "explain-options", Usage: "tell how the lookup_options were found"},
			&cli.StringFlag{Name: "render-as", Usage: "print as s (text), json or yaml"},
			&cli.PathFlag{Name: "facts", Usage: "facts of the node: a file of facter, `puppet facts` or PuppetDB, or a directory of such files"},
			&cli.StringFlag{Name: "node", Usage: "the certname of the node"},
			&cli.StringFlag{Name: "environment", Value: "production", Usage: "the name of the environment"},
			&cli.PathFlag{Name: "path", Usage: "the control repository or codedir (default: the working directory)"},
			&cli.PathFlag{Name: "hiera-config", Usage: "the hiera.yaml of the global layer"},
			&cli.StringSliceFlag{Name: "modulepath", Usage: "directories with modules, instead of those of environment.conf"},
			&cli.IntFlag{Name: "puppet-version", Value: 8, Usage: "the major version of Puppet to follow, 7 or 8 (OpenVox counts as 8)"},
			&cli.BoolFlag{Name: "batch", Usage: "answer requests read as JSON lines from standard input (see docs/batch.md)"},
		},
		Action: func(c *cli.Context) error {
			version := c.Int("puppet-version")
			if version != 7 && version != 8 {
				return cli.Exit("--puppet-version is 7 or 8", exitUsage)
			}
			if c.Bool("batch") {
				return batch.Serve(c.Context, c.App.Reader, c.App.Writer, batch.Options{Puppet: version})
			}
			err := lookup.Run(c.Context, lookup.Options{
				Keys: c.Args().Slice(),
				Path: c.Path("path"), Environment: c.String("environment"), HieraConfig: c.Path("hiera-config"), Modulepath: c.StringSlice("modulepath"),
				Facts: c.Path("facts"), Node: c.String("node"),
				Merge: c.String("merge"), Prefix: c.String("knock-out-prefix"), HasPrefix: c.IsSet("knock-out-prefix"),
				SortMergedArrays: c.Bool("sort-merged-arrays"), MergeHashArrays: c.Bool("merge-hash-arrays"),
				Type: c.String("type"), Default: c.String("default"), HasDefault: c.IsSet("default"),
				Explain: c.Bool("explain"), ExplainOptions: c.Bool("explain-options"), RenderAs: c.String("render-as"),
				Puppet: version,
			}, c.App.Writer, c.App.ErrWriter)
			var usage *lookup.UsageError
			switch {
			case err == nil:
				return nil
			case errors.Is(err, lookup.ErrNothing):
				return cli.Exit("", exitFindings)
			case errors.As(err, &usage):
				return cli.Exit(err.Error(), exitUsage)
			default:
				return cli.Exit(err.Error(), exitInternal)
			}
		},
	}
}
