package main

import (
	"errors"
	"fmt"
	"path/filepath"

	"github.com/urfave/cli/v2"

	"github.com/hieralint/hieralint/engine/batch"
	"github.com/hieralint/hieralint/internal/lookup"
)

// lookupCommand is `hieralint lookup`: what `puppet lookup` answers, without Ruby.
func lookupCommand() *cli.Command {
	return &cli.Command{
		Name:      "lookup",
		Usage:     "look up keys as Puppet does",
		ArgsUsage: "KEY...",
		Description: "Prints the value of the first key that is found, as `puppet lookup` does. Unreadable data and failed lookups are reported with\n" +
			"their location. Without --facts, whatever depends on facts is unknown.\n" +
			"The exit code is 0 if a value was found, and 1 if none was found or a part of it is unknown.\n\n" +
			"With --nodes, KEY is looked up on many nodes, those of --facts or else nodes derived from the files: each distinct answer is a line with\n" +
			"its nodes. Secrets are withheld. The exit code is 1 if no node has a value, or a lookup fails.",
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "merge", Usage: "merge the values of several levels by `STRATEGY`: first, unique, hash or deep"},
			&cli.StringFlag{Name: "knock-out-prefix", Usage: "with --merge deep: the `PREFIX` of values that remove others"},
			&cli.BoolFlag{Name: "sort-merged-arrays", Usage: "with --merge deep: sort merged arrays"},
			&cli.BoolFlag{Name: "merge-hash-arrays", Usage: "with --merge deep: merge hashes in arrays by position"},
			&cli.StringFlag{Name: "type", Usage: "the Puppet `TYPE` that the value must have"},
			&cli.StringFlag{Name: "default", Usage: "the `VALUE` when nothing is found"},
			&cli.BoolFlag{Name: "explain", Usage: "explain how the value was found instead of printing it"},
			&cli.BoolFlag{Name: "where", Usage: "print the files and lines that the value comes from instead of the value"},
			showSecretsFlag(),
			&cli.BoolFlag{Name: "explain-options", Usage: "explain how the lookup_options were found"},
			&cli.StringFlag{Name: "render-as", Usage: "print as `FORMAT`: s (string), json or yaml", DefaultText: "yaml, and s with --explain"},
			&cli.PathFlag{Name: "facts", Usage: "the facts of the node: `PATH` is a file from facter, puppet facts or PuppetDB, or a directory of such files"},
			&cli.StringFlag{Name: "node", Usage: "the `CERTNAME` of the node"},
			&cli.StringSliceFlag{Name: "nodes", Usage: "look up on all nodes that match `PATTERN`: all, a glob for certnames, or VARIABLE=VALUE; repeatable"},
			&cli.StringFlag{Name: "environment", Usage: "the `NAME` of the environment", DefaultText: "that of the directory in environments, else production"},
			&cli.PathFlag{Name: "path", Usage: "the control repo or code directory `DIR`", DefaultText: "the working directory"},
			&cli.BoolFlag{Name: "compile", Aliases: []string{"c"}, Usage: "treat variables that manifests may set as unknown, since manifests are not evaluated"},
			&cli.PathFlag{Name: "hiera-config", Aliases: []string{"hiera_config"}, Usage: "the hiera.yaml `FILE` of the global layer"},
			&cli.StringFlag{Name: "modulepath", Usage: "the module `DIRECTORIES`, separated as in PATH, instead of those in environment.conf"},
			&cli.StringFlag{Name: "strict", Usage: "how to treat undefined variables: `LEVEL` is off, warning or error", DefaultText: "that of the Puppet version"},
			// These say more about Puppet's own doings; there is nothing more to say here.
			&cli.BoolFlag{Name: "debug", Aliases: []string{"d"}, Hidden: true},
			&cli.BoolFlag{Name: "verbose", Aliases: []string{"v"}, Hidden: true},
			&cli.IntFlag{Name: "puppet-version", Value: 8, Usage: "the major `VERSION` of Puppet: 7 or 8 (OpenVox is 8)"},
			&cli.BoolFlag{Name: "batch", Usage: "answer requests in JSON lines on standard input (see docs/batch.md)"},
		},
		Action: lookupAction,
	}
}

func lookupAction(c *cli.Context) error {
	version := c.Int("puppet-version")
	if version != 7 && version != 8 {
		return cli.Exit(fmt.Sprintf("--puppet-version is 7 or 8, not %d", version), exitUsage)
	}
	if c.Bool("batch") {
		return failed(c, batch.Serve(c.Context, c.App.Reader, c.App.Writer, batch.Options{Puppet: version, ShowSecrets: c.Bool("show-secrets")}))
	}
	if c.IsSet("nodes") {
		return lookupOnNodes(c, version)
	}
	err := lookup.Run(c.Context, lookupOptions(c, version), c.App.Writer, c.App.ErrWriter)
	var usage *lookup.UsageError
	var nowhere *lookup.NoEnvironmentError
	switch {
	case err == nil:
		return nil
	case errors.Is(err, lookup.ErrNothing):
		return cli.Exit("", exitFindings)
	case errors.As(err, &nowhere):
		return cli.Exit(err.Error(), exitFindings) // as Puppet ends
	case errors.As(err, &usage):
		return cli.Exit(err.Error(), exitUsage)
	default:
		return cli.Exit(err.Error(), exitInternal)
	}
}

func lookupOptions(c *cli.Context, version int) lookup.Options {
	return lookup.Options{
		Keys: c.Args().Slice(),
		Path: c.Path("path"), Environment: c.String("environment"), HieraConfig: c.Path("hiera-config"), Modulepath: filepath.SplitList(c.String("modulepath")),
		Facts: c.Path("facts"), Node: c.String("node"), Compile: c.Bool("compile"),
		Merge: c.String("merge"), Prefix: c.String("knock-out-prefix"), HasPrefix: c.IsSet("knock-out-prefix"),
		SortMergedArrays: c.Bool("sort-merged-arrays"), MergeHashArrays: c.Bool("merge-hash-arrays"),
		Type: c.String("type"), Default: c.String("default"), HasDefault: c.IsSet("default"),
		Where: c.Bool("where"), Explain: c.Bool("explain"), ShowSecrets: c.Bool("show-secrets"), ExplainOptions: c.Bool("explain-options"), RenderAs: c.String("render-as"),
		Puppet: version, Strict: c.String("strict"),
	}
}
