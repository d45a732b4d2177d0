package main

import (
	"errors"

	"github.com/urfave/cli/v2"

	"github.com/hieralint/hieralint/internal/session"
	"github.com/hieralint/hieralint/internal/views"
)

func diffCommand() *cli.Command {
	return &cli.Command{
		Name:      "diff",
		Usage:     "show which lookups a change affects, and on which nodes",
		ArgsUsage: "[REV [REV2]]",
		Description: "Compares the working tree, or the Git revision REV2, with the commit at which the change since REV started. REV is the default branch if it\n" +
			"is left out. Each key is looked up on both sides, on the nodes of --facts or else on nodes derived from the files: values, failures and\n" +
			"defaults of class parameters that differ are shown with the nodes and the lines responsible. Secrets are withheld.",
		Flags: append(append([]cli.Flag{
			&cli.StringSliceFlag{Name: "key", Aliases: []string{"k"}, Usage: "compare only `KEY`, or keys that match a regular expression starting with ^; repeatable"},
			textOrJSONFlag(),
			&cli.BoolFlag{Name: "exit-code", Usage: "exit with 1 if a lookup changes"},
			showSecretsFlag(),
		}, checkFlags()...), inCategory("Input", &cli.PathFlag{Name: "path", Usage: "the control repository, environment or module `PATH`", DefaultText: "the working directory"})...),
		Action: diffAction,
	}
}

func diffAction(c *cli.Context) error {
	write, err := textOrJSON(c, views.WriteImpact, views.WriteImpactJSON)
	if err != nil {
		return err
	}
	if c.NArg() > 2 {
		return cli.Exit("diff compares two revisions at most; name another tree with --path", exitUsage)
	}
	o, err := options(c)
	if err != nil {
		return err
	}
	if o.Paths = nil; c.Path("path") != "" {
		o.Paths = []string{c.Path("path")}
	}
	if err := checkPaths(o.Paths...); err != nil {
		return err
	}
	request := session.DiffRequest{From: c.Args().Get(0), To: c.Args().Get(1), ShowSecrets: c.Bool("show-secrets")}
	if keys := c.StringSlice("key"); len(keys) > 0 {
		if request.Key, err = views.MatchKeys(keys); err != nil {
			return cli.Exit("--key: "+err.Error(), exitUsage)
		}
	}
	w, err := openWith(c, o)
	if err != nil {
		return err
	}
	progress := progressOn(c.App.ErrWriter)
	if progress != nil {
		request.Progress = progress
	}
	found, err := w.Diff(c.Context, request)
	progress.Stop()
	var revision *session.RevisionError
	switch {
	case errors.As(err, &revision):
		return cli.Exit(revision.Error(), exitUsage)
	case err != nil:
		return failed(c, err)
	}
	if err := write(c.App.Writer, found); err != nil {
		return err
	}
	if c.Bool("exit-code") && found.HasChanges() {
		return cli.Exit("", exitFindings)
	}
	return nil
}
