package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/urfave/cli/v2"

	"github.com/hieralint/hieralint/engine/facts"
	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/crash"
	"github.com/hieralint/hieralint/internal/project"
	"github.com/hieralint/hieralint/internal/runner"
	"github.com/hieralint/hieralint/internal/settings"
	"github.com/hieralint/hieralint/internal/views"
	"github.com/hieralint/hieralint/rules"
)

// checkFlags are the flags of the commands that check a tree: what is known of it and which rules
// hold.
func checkFlags() []cli.Flag {
	return inCategory("What is checked, and how", append(configFlags(),
		factsFlag(),
		&cli.IntFlag{Name: "puppet-version", DefaultText: "8", Usage: "the major `VERSION` of Puppet whose behaviour counts: 7 or 8 (OpenVox is 8)"},
		&cli.BoolFlag{Name: "force-exclude", Usage: "leave out what the configuration excludes even when it is named, as by pre-commit"},
		&cli.IntFlag{Name: "jobs", Aliases: []string{"j"}, DefaultText: "one for each processor", Usage: "check `N` files at a time"},
	)...)
}

func factsFlag() cli.Flag {
	return &cli.StringSliceFlag{Name: "facts", Usage: "evaluate keys on the nodes in `PATH`, a file or folder with facts as facter, puppet facts or PuppetDB write them; may be given several times"}
}

// inCategory puts flags below one heading of the help.
func inCategory(title string, flags ...cli.Flag) []cli.Flag {
	for _, f := range flags {
		switch f := f.(type) {
		case *cli.BoolFlag:
			f.Category = title
		case *cli.IntFlag:
			f.Category = title
		case *cli.PathFlag:
			f.Category = title
		case *cli.StringFlag:
			f.Category = title
		case *cli.StringSliceFlag:
			f.Category = title
		}
	}
	return flags
}

// check is what is checked, and how.
type check struct {
	settings *settings.Settings
	paths    []string
	project  project.Options
	lint     runner.Options
	pictured bool // a report has a picture of the keys
}

// newCheck reads the flags and the configuration. It is about the arguments, or about one file whose
// text is given.
func newCheck(c *cli.Context, stdin *stdinFile) (*check, error) {
	k := &check{paths: c.Args().Slice(), project: project.Options{Workers: c.Int("jobs"), ForceExclude: c.Bool("force-exclude")}}
	if stdin != nil {
		k.paths = []string{stdin.name}
		k.project.Overlay = map[string][]byte{stdin.path: stdin.text}
	}
	var err error
	if stdin != nil && settings.IsConfiguration(stdin.name) {
		if k.settings, err = settings.Parse(source.New(filepath.ToSlash(stdin.name), stdin.text), stdin.path, settings.Recommended); err != nil {
			return nil, refused(c, err)
		}
	} else if k.settings, err = settingsOf(c, k.paths); err != nil {
		return nil, err
	}
	// A configuration is no data: it was checked by reading it.
	k.paths = slices.DeleteFunc(k.paths, settings.IsConfiguration)
	if (c.NArg() > 0 || stdin != nil) && len(k.paths) == 0 {
		k.project.Exclude = func(string) bool { return true }
		k.project.ForceExclude = true
	} else if k.settings.Exclude != nil {
		k.project.Exclude = k.settings.Excluded
	}
	if len(k.paths) == 0 {
		k.paths = []string{"."}
	}
	if len(k.settings.Modulepath) > 0 {
		k.project.Modulepath = k.settings.Modulepath
	}
	k.project.ReportInstalled = k.settings.ReportInstalledModules
	if missing := k.settings.Missing(); len(missing) > 0 {
		return nil, refused(c, &settings.InvalidError{Problems: missing})
	}
	k.project.Environments = environmentsOf(k.settings)
	nodes, err := nodesOf(c, k.settings)
	if err != nil {
		return nil, cli.Exit(err.Error(), exitUsage)
	}
	k.lint = runner.Options{
		Nodes: nodes,
		Rules: rules.All(), PuppetVersion: k.settings.PuppetVersion, Workers: c.Int("jobs"), Settings: k.settings, Today: time.Now(),
		SingleFiles: !slices.ContainsFunc(k.paths, isDir),
	}
	return k, nil
}

// environmentsOf is what the configuration says of environments.
func environmentsOf(s *settings.Settings) []project.EnvironmentOptions {
	var all []project.EnvironmentOptions
	for _, e := range s.Environments {
		all = append(all, project.EnvironmentOptions{Dir: e.Path, HieraConfig: e.HieraConfig, Datadirs: e.Datadirs, Modulepath: e.Modulepath})
	}
	return all
}

func isDir(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// run checks the tree as it is with other content for some files, by their absolute paths.
func (k *check) run(ctx context.Context, changed map[string][]byte) (*outcome, error) {
	options := k.project
	options.Overlay = maps.Clone(options.Overlay)
	if options.Overlay == nil {
		options.Overlay = map[string][]byte{}
	}
	maps.Copy(options.Overlay, changed)
	start := time.Now()
	p, err := project.Load(ctx, k.paths, options)
	if err != nil {
		return nil, err
	}
	o := &outcome{project: p, loaded: time.Since(start)}
	how := k.lint
	if k.pictured {
		o.keys = &views.KeyCollector{}
		how.Observe = o.keys.Observe
	}
	o.checked, err = runner.Run(ctx, p, how)
	return o, err
}

// nodesOf are the nodes of the flag --facts, or else those of the configuration.
func nodesOf(c *cli.Context, s *settings.Settings) ([]*facts.Node, error) {
	if c.IsSet("facts") {
		return readNodes("--facts", c.StringSlice("facts"))
	}
	nodes, err := readNodes("`facts` in the configuration", s.Facts)
	return append(nodes, s.Nodes...), err
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

// stdinFile is a file whose text comes from standard input.
type stdinFile struct {
	name, path string // as it was given, and absolute
	text       []byte
}

// readStdin reads standard input if that was asked for; nil when not.
func readStdin(c *cli.Context) (*stdinFile, error) {
	name := c.String("stdin-filename")
	switch {
	case !c.Bool("stdin") && name == "":
		return nil, nil
	case name == "":
		return nil, cli.Exit("--stdin needs --stdin-filename: the place of the file tells which hierarchy reads it", exitUsage)
	case c.NArg() > 0:
		return nil, cli.Exit("--stdin checks one file; leave the paths out", exitUsage)
	}
	path, err := filepath.Abs(name)
	if err != nil {
		return nil, err
	}
	text, err := io.ReadAll(c.App.Reader)
	if err != nil {
		return nil, fmt.Errorf("standard input: %w", err)
	}
	return &stdinFile{name, path, text}, nil
}

// exitWith is the exit for an error that has no code of its own: hieralint could not do its work.
func exitWith(err error) error {
	var exit cli.ExitCoder
	if err == nil || errors.As(err, &exit) {
		return err
	}
	if crashed := (*crash.Error)(nil); errors.As(err, &crashed) {
		return cli.Exit(fmt.Sprintf("%v\n%s", crashed, crashed.Stack), exitInternal)
	}
	return cli.Exit(err.Error(), exitInternal)
}
