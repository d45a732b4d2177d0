package main

import (
	"fmt"

	"github.com/urfave/cli/v2"

	"github.com/hieralint/hieralint/internal/plural"
	"github.com/hieralint/hieralint/internal/rooted"
	"github.com/hieralint/hieralint/internal/session"
	"github.com/hieralint/hieralint/internal/settings"
	"github.com/hieralint/hieralint/internal/visible"
)

func baselineCommand() *cli.Command {
	return &cli.Command{
		Name:      "baseline",
		Usage:     "record current findings, so that only new ones are reported",
		ArgsUsage: "[PATH...]",
		Description: "  hieralint baseline\n" +
			"  git add " + settings.BaselineName + "\n\n" +
			"Writes all findings to a baseline. `hieralint lint` then reports only findings that are not in it. `lint` reads the file that --baseline or " +
			"the configuration names, or " + settings.BaselineName + " next to the configuration, in the checked directory, or in a parent.\n\n" +
			"With a path, entries for other files are kept.",
		Flags: append([]cli.Flag{
			&cli.PathFlag{Name: "output", Aliases: []string{"o"}, Usage: "write the baseline to `FILE`", DefaultText: settings.BaselineName},
			&cli.BoolFlag{Name: "prune", Usage: "only remove entries for findings that are gone"},
		}, checkFlags()...),
		Action: baselineAction,
	}
}

func baselineAction(c *cli.Context) error {
	if err := checkPaths(c.Args().Slice()...); err != nil {
		return err
	}
	expectMuch()
	w, err := open(c)
	if err != nil {
		return err
	}
	r, err := w.WriteBaseline(c.Context, session.BaselineRequest{Path: c.Path("output"), Prune: c.Bool("prune")})
	if err != nil {
		return failed(c, err)
	}
	fmt.Fprintf(c.App.Writer, "wrote %s: %s in %s\n", visible.Text(rooted.Shown(r.Path)), plural.Count(r.Entries, "finding"), plural.Count(r.Files, "file"))
	for _, d := range r.Unreadable() {
		fmt.Fprintf(c.App.ErrWriter, "hieralint: %s: %s\n", visible.Text(d.File.Path), d.Message)
	}
	writeCrashes(c.App.ErrWriter, r.Report)
	if len(r.Crashes) > 0 || len(r.Missing) > 0 {
		return cli.Exit("", exitInternal)
	}
	return nil
}
