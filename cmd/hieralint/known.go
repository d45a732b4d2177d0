package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"

	"github.com/urfave/cli/v2"

	"github.com/hieralint/hieralint/internal/revision"
	"github.com/hieralint/hieralint/internal/runner"
)

// knownFlags are the flags that leave out what was there before.
func knownFlags() []cli.Flag {
	return []cli.Flag{
		&cli.PathFlag{Name: "baseline", Usage: "report no findings that are in `FILE`, which `hieralint baseline` writes"},
		&cli.BoolFlag{Name: "no-baseline", Usage: "report what is in the baseline too"},
		&cli.StringFlag{Name: "new-from-rev", Usage: "report only what a change since the Git revision `REV` brings"},
	}
}

// know finds out what is known from before.
func (k *check) know(c *cli.Context) error {
	path, err := baselinePath(c, k)
	if err != nil {
		return err
	}
	if path != "" {
		k.lint.Baseline, err = runner.ReadBaseline(path)
		if errors.Is(err, fs.ErrNotExist) {
			return cli.Exit(fmt.Sprintf("there is no baseline %s; `hieralint baseline --output %s` writes it", path, path), exitUsage)
		}
		if err != nil {
			return cli.Exit(err.Error(), exitUsage)
		}
	}
	if name := c.String("new-from-rev"); name != "" {
		before, err := k.before(c.Context, name)
		var git *revision.Error
		if errors.As(err, &git) {
			return cli.Exit("--new-from-rev: "+git.Message, exitUsage)
		}
		if err != nil {
			return err
		}
		k.lint.Before = before
		k.lint.SingleFiles = true // the configuration is not compared
	}
	return nil
}

// baselinePath is the file with the baseline; "" for none.
func baselinePath(c *cli.Context, k *check) (string, error) {
	path, none := c.Path("baseline"), c.Bool("no-baseline")
	switch {
	case path != "" && none:
		return "", cli.Exit("--baseline and --no-baseline contradict each other", exitUsage)
	case path != "":
		return path, nil
	case none:
		return "", nil
	default:
		return k.settings.Baseline, nil
	}
}

// before are the findings in the tree as it was at a revision, by today's rules and settings.
func (k *check) before(ctx context.Context, name string) (known *runner.Baseline, err error) {
	dir := k.paths[0]
	if !isDir(dir) {
		dir = filepath.Dir(dir)
	}
	tree, err := revision.Open(ctx, dir, name)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, tree.Close()) }()
	then := *k
	then.paths, then.project.Overlay = nil, nil
	for _, path := range k.paths {
		if there, ok := tree.Path(path); ok {
			then.paths = append(then.paths, there)
		}
	}
	known = runner.NewBaseline(tree.Root(), nil)
	if len(then.paths) > 0 {
		if configured, ok := tree.Path(k.settings.Dir); ok {
			then.settings = k.settings.Moved(configured)
			then.lint.Settings = then.settings
			then.project.Environments = environmentsOf(then.settings)
			if then.project.Exclude != nil && k.settings.Exclude != nil {
				then.project.Exclude = then.settings.Excluded
			}
		}
		then.lint.SingleFiles = true
		o, err := then.run(ctx, nil)
		if err != nil {
			return nil, err
		}
		known = runner.NewBaseline(tree.Root(), o.checked.Diagnostics)
	}
	known.Dir = tree.Top
	for from, to := range tree.Renamed {
		known.Rename(from, to)
	}
	return known, nil
}
