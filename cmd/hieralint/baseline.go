package main

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/urfave/cli/v2"

	"github.com/hieralint/hieralint/internal/plural"
	"github.com/hieralint/hieralint/internal/session"
	"github.com/hieralint/hieralint/internal/settings"
	"github.com/hieralint/hieralint/internal/visible"
)

func baselineCommand() *cli.Command {
	return &cli.Command{
		Name:      "baseline",
		Usage:     "write down what is found today, so that only new findings are reported",
		ArgsUsage: "[PATH...]",
		Description: "Writes all findings to a baseline. `hieralint lint` uses it when it is called " + settings.BaselineName + " and lies beside the\n" +
			"configuration or in a folder above the path, when the configuration names it, or with --baseline FILE.\n\n" +
			"With a path, what the baseline knows of other files stays.",
		Flags: append([]cli.Flag{
			&cli.PathFlag{Name: "output", Aliases: []string{"o"}, Usage: "write to `FILE`"},
			&cli.BoolFlag{Name: "prune", Usage: "only take out what is not found any more"},
		}, checkFlags()...),
		Action: baselineAction,
	}
}

func baselineAction(c *cli.Context) error {
	w, err := open(c)
	if err != nil {
		return err
	}
	r, err := w.WriteBaseline(c.Context, session.BaselineRequest{Path: c.Path("output"), Prune: c.Bool("prune")})
	if err != nil {
		return failed(c, err)
	}
	fmt.Fprintf(c.App.Writer, "wrote %s: %s in %s\n", visible.Text(shown(r.Path)), plural.Count(r.Entries, "finding"), plural.Count(r.Files, "file"))
	for _, d := range r.Unreadable() {
		fmt.Fprintf(c.App.ErrWriter, "hieralint: %s: %s\n", visible.Text(d.File.Path), d.Message)
	}
	return exit(c, r.Report, 0, false)
}

// shown is a path as people see it: relative to the working directory when it lies below.
func shown(path string) string {
	if abs, err := filepath.Abs(path); err == nil {
		if dir, err := os.Getwd(); err == nil {
			if relative, err := filepath.Rel(dir, abs); err == nil && filepath.IsLocal(relative) {
				return filepath.ToSlash(relative)
			}
		}
	}
	return filepath.ToSlash(path)
}
