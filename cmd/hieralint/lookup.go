package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/urfave/cli/v2"

	"github.com/hieralint/hieralint/engine/batch"
	"github.com/hieralint/hieralint/internal/lookup"
	"github.com/hieralint/hieralint/internal/secret"
)

// lookupCommand is `hieralint lookup`, which answers like `puppet lookup`, without Ruby.
func lookupCommand() *cli.Command {
	return &cli.Command{
		Name:      "lookup",
		Usage:     "look up keys as Puppet does",
		ArgsUsage: "KEY...",
		Description: "Prints the value of the first key that is found, as `puppet lookup` does:\n\n" +
			"  hieralint lookup --node web01.example.com --facts facts.json ntp::servers\n" +
			"  hieralint lookup --merge deep --explain profile::users\n\n" +
			"With --nodes, prints each distinct value with its nodes, those of --facts or nodes derived from the files, and redacts secrets:\n\n" +
			"  hieralint lookup --nodes all ntp::servers\n\n" +
			"If data is invalid or a lookup fails, the error has a file and line. Without --facts, values that depend on facts are unknown.\n\n" +
			"Exit codes: 0 a value was found, 1 no value was found or a part of it is unknown, 2 invalid usage, 3 internal error or unreadable input.",
		Flags: slices.Concat(
			inCategory("Lookup",
				&cli.StringFlag{Name: "merge", Usage: "merge the values of all levels by `STRATEGY`: first, unique, hash, or deep"},
				&cli.StringFlag{Name: "knock-out-prefix", Usage: "with --merge deep: an element that starts with `PREFIX` removes the one without it"},
				&cli.BoolFlag{Name: "sort-merged-arrays", Usage: "with --merge deep: sort merged arrays"},
				&cli.BoolFlag{Name: "merge-hash-arrays", Usage: "with --merge deep: merge hashes in arrays by position"},
				&cli.StringFlag{Name: "type", Usage: "fail if the value is not of the Puppet data type `TYPE`"},
				&cli.StringFlag{Name: "default", Usage: "print `VALUE` if no key is found"},
			),
			inCategory("Output",
				&cli.BoolFlag{Name: "explain", Usage: "instead of the value, explain how it was found"},
				&cli.BoolFlag{Name: "explain-options", Usage: "explain how the lookup_options were found"},
				&cli.BoolFlag{Name: "where", Usage: "instead of the value, print the files and lines that it comes from"},
				&cli.StringFlag{Name: "render-as", Usage: "print the value as `FORMAT`: s (string), json, or yaml", DefaultText: "yaml; s with --explain"},
				showSecretsFlag(),
			),
			inCategory("Node and environment",
				&cli.StringFlag{Name: "node", Usage: "look up keys for the node with the certname `NAME`"},
				&cli.StringSliceFlag{Name: "nodes", Usage: "look up the key on all nodes that match `PATTERN`: all, a glob for certnames, or VARIABLE=VALUE; repeatable"},
				&cli.PathFlag{Name: "facts", Usage: "use the facts in `PATH`: a file from facter, puppet facts, or PuppetDB, or a directory of such files"},
				&cli.PathFlag{Name: "path", Usage: "look up keys in the control repo or code directory `DIR`", DefaultText: "the working directory"},
				&cli.StringFlag{Name: "environment", Usage: "use the environment `NAME`", DefaultText: "the directory below environments, or production"},
				&cli.PathFlag{Name: "hiera-config", Aliases: []string{"hiera_config"}, Usage: "use `FILE` as the hiera.yaml of the global layer"},
				&cli.StringFlag{Name: "modulepath", Usage: "use the modulepath `DIRS`, separated as in PATH", DefaultText: "as in environment.conf"},
				&cli.BoolFlag{Name: "compile", Aliases: []string{"c"}, Usage: "treat variables that manifests may set as unknown, since manifests are not evaluated"},
				&cli.StringFlag{Name: "strict", Usage: "handle undefined variables according to `LEVEL`: off, warning, or error", DefaultText: "error in Puppet 8, warning in Puppet 7"},
				&cli.IntFlag{Name: "puppet-version", Value: 8, Usage: "look up as the major `VERSION` of Puppet does: 7 or 8 (OpenVox is 8)"},
			),
			inCategory("Batch", &cli.BoolFlag{Name: "batch", Usage: "read requests as JSON lines from standard input (docs/batch.md)"}),
			// Accepted for compatibility with `puppet lookup`; there is nothing more to print.
			[]cli.Flag{
				&cli.BoolFlag{Name: "debug", Aliases: []string{"d"}, Hidden: true},
				&cli.BoolFlag{Name: "verbose", Aliases: []string{"v"}, Hidden: true},
			},
		),
		Action: lookupAction,
	}
}

func lookupAction(c *cli.Context) error {
	version := c.Int("puppet-version")
	if version != 7 && version != 8 {
		return cli.Exit(fmt.Sprintf("--puppet-version must be 7 or 8, not `%d`", version), exitUsage)
	}
	if c.Bool("batch") {
		if err := checkBatch(c); err != nil {
			return err
		}
		setGCPercent(400) // nearly everything is garbage as soon as a request is answered
		return failed(c, batch.Serve(c.Context, c.App.Reader, c.App.Writer, batch.Options{Puppet: version, ShowSecrets: c.Bool("show-secrets"), Withhold: new(secret.Documents).Failure}))
	}
	for _, name := range []string{"facts", "path", "hiera-config"} {
		if err := checkOptionPaths("--"+name, c.Path(name)); err != nil {
			return err
		}
	}
	if path := c.Path("hiera-config"); path != "" {
		if _, err := os.Stat(path); err != nil { // Puppet would ignore it
			return cli.Exit("--hiera-config: "+err.Error(), exitUsage)
		}
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
		return cli.Exit(err, exitFindings) // the same exit code as Puppet
	case errors.As(err, &usage):
		return cli.Exit(err.Error()+misspelledWord(c), exitUsage)
	}
	return cli.Exit(err, exitInternal)
}

// batchFlags lists the flags that can be combined with --batch. Everything else is in the requests.
var batchFlags = []string{"batch", "show-secrets", "puppet-version", "debug", "verbose"}

// checkBatch rejects options and arguments that requests would ignore.
func checkBatch(c *cli.Context) error {
	for _, flag := range c.Command.Flags {
		if name := flag.Names()[0]; c.IsSet(name) && !slices.Contains(batchFlags, name) {
			return cli.Exit("--batch and --"+name+" cannot be combined", exitUsage)
		}
	}
	if c.NArg() > 0 {
		return cli.Exit("--batch reads keys from standard input, not from the command line", exitUsage)
	}
	return nil
}

// misspelledWord suggests the word that was probably meant in an option; "" if none is similar.
func misspelledWord(c *cli.Context) string {
	words := completions()
	for _, option := range []string{"merge", "render-as", "strict"} {
		known := words["--"+option]
		if value := c.String(option); !slices.Contains(known, value) {
			if hint := didYouMean(value, known); hint != "" {
				return hint
			}
		}
	}
	return ""
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
