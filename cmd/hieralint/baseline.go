package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/urfave/cli/v2"

	"github.com/hieralint/hieralint/internal/plural"
	"github.com/hieralint/hieralint/internal/runner"
	"github.com/hieralint/hieralint/internal/settings"
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
	k, err := newCheck(c, nil)
	if err != nil {
		return exitWith(err)
	}
	path := c.Path("output")
	if path == "" {
		path = k.settings.Baseline
	}
	if path == "" {
		path = filepath.Join(k.settings.Dir, settings.BaselineName)
	}
	old, err := runner.ReadBaseline(path)
	missing := errors.Is(err, fs.ErrNotExist)
	if err != nil && !missing {
		return cli.Exit(err.Error(), exitUsage)
	}
	if missing && c.Bool("prune") {
		return cli.Exit("there is no baseline "+path+" to prune", exitUsage)
	}
	if c.Bool("prune") {
		k.lint.Baseline = old
	}
	o, err := k.run(c.Context, nil)
	if err != nil {
		return exitWith(err)
	}
	abs, err := filepath.Abs(path)
	if err != nil {
		return exitWith(err)
	}
	written := runner.NewBaseline(filepath.Dir(abs), o.checked.Diagnostics)
	switch {
	case c.Bool("prune"):
		written = old.Without(o.checked.Stale)
	case !missing:
		written.Merge(old, func(path string) bool {
			_, err := os.Stat(path)
			return err == nil && !o.project.Selected(path)
		})
	}
	if err := os.WriteFile(path, written.Bytes(), 0o644); err != nil { //nolint:gosec // it is for others to read
		return exitWith(err)
	}
	fmt.Fprintf(c.App.Writer, "wrote %s: %s in %s\n", shown(path), plural.Count(written.Len(), "finding"), plural.Count(written.Files(), "file"))
	for i := range o.checked.Diagnostics {
		if d := &o.checked.Diagnostics[i]; isUnreadable(d) {
			fmt.Fprintf(c.App.ErrWriter, "hieralint: %s: %s\n", d.File.Path, d.Message)
		}
	}
	return o.exit(c, 0)
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
