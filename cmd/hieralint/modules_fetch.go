package main

import (
	"errors"
	"io/fs"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/hieralint/hieralint/internal/modules"
)

func modulesCommand() *cli.Command {
	return &cli.Command{
		Name:        "modules",
		Usage:       "install the modules of the Puppetfile, so that their classes are known",
		Subcommands: []*cli.Command{modulesFetchCommand()},
	}
}

func modulesFetchCommand() *cli.Command {
	return &cli.Command{
		Name:      "fetch",
		Usage:     "install the modules of the Puppetfile",
		ArgsUsage: "[PATH...]",
		Description: "  hieralint modules fetch && hieralint lint\n\n" +
			"Downloads the modules that the Puppetfiles in PATH list, from the Forge or with git, into their module directories, as `r10k puppetfile " +
			"install` does but without Ruby. With them, keys and values are checked against the classes of these modules, too.\n\n" +
			"Another run updates these modules, and removes those that a Puppetfile no longer lists. Modules that something else has installed, or that " +
			"are part of the repository, are kept. Puppetfiles are read, not run.\n\n" +
			"Pass a Forge API key in the environment variable HIERALINT_FORGE_TOKEN.",
		Flags: slices.Concat(
			inCategory("Source", fromEnvironment([]cli.Flag{
				&cli.StringFlag{Name: "forge", Usage: "download releases from the server at `URL`", DefaultText: modules.DefaultForge},
				&cli.StringFlag{Name: "forge-token", Usage: "use the API key `TOKEN` of the Forge (other users of this machine can see it on the command line)"},
				&cli.DurationFlag{Name: "timeout", Usage: "give up if a server is silent for `DURATION`", DefaultText: "1m"},
			})...),
			inCategory("Input", configFlags()...),
		),
		Action: modulesFetchAction,
	}
}

func modulesFetchAction(c *cli.Context) error {
	if err := checkPaths(c.Args().Slice()...); err != nil {
		return err
	}
	o := &modules.Options{Forge: modules.Forge{
		URL: strings.TrimRight(c.String("forge"), "/"), Token: c.String("forge-token"), Timeout: c.Duration("timeout"), UserAgent: "hieralint/" + strings.Fields(version())[0],
	}}
	if err := o.Forge.Check(); err != nil {
		return cli.Exit("--forge: "+err.Error(), exitUsage)
	}
	w, err := open(c)
	if err != nil {
		return err
	}
	files, err := w.Puppetfiles(c.Context)
	if err != nil {
		return failed(c, err)
	}
	if len(files) == 0 {
		return cli.Exit("no environment here has a Puppetfile", exitUsage)
	}
	progress := progressOn(c.App.ErrWriter)
	o.Progress = progress
	summary, err := modules.Run(c.Context, files, o)
	progress.Stop()
	var unwritable *fs.PathError
	switch {
	case errors.As(err, &unwritable) && c.Err() == nil:
		return cli.Exit(err.Error(), exitInternal)
	case err != nil:
		return failed(c, err)
	}
	if err := summary.Write(c.App.Writer); err != nil {
		return err
	}
	if summary.Failed() {
		return cli.Exit("", exitInternal)
	}
	return nil
}
