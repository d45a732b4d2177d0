package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"

	"github.com/urfave/cli/v2"

	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/crash"
	"github.com/hieralint/hieralint/internal/session"
	"github.com/hieralint/hieralint/internal/settings"
	"github.com/hieralint/hieralint/internal/visible"
)

// This file has what the commands that open a tree share: its flags, and the exit codes for errors.

// configFlags returns the flags for the configuration.
func configFlags() []cli.Flag {
	return fromEnvironment([]cli.Flag{
		&cli.PathFlag{Name: "config", DefaultText: settings.Name + " in the checked directory or above", Usage: "read the configuration from `FILE`"},
		&cli.BoolFlag{Name: "no-config", Usage: "ignore the configuration"},
		&cli.StringFlag{Name: "profile", DefaultText: "recommended", Usage: "use `PROFILE` if the configuration sets none: minimal, recommended, or strict"},
	})
}

// checkFlags returns the flags of commands that check a tree.
func checkFlags() []cli.Flag {
	return inCategory("Input", append(configFlags(), fromEnvironment([]cli.Flag{
		&cli.StringSliceFlag{Name: "facts", Usage: "evaluate keys on the nodes in `PATH`: a file or directory with facts from facter, puppet facts, or PuppetDB; repeatable"},
		&cli.StringFlag{Name: "puppet-version", DefaultText: "8", Usage: "evaluate data as the major `VERSION` of Puppet does: 7 or 8 (OpenVox is 8)"},
		&cli.IntFlag{Name: "jobs", Aliases: []string{"j"}, DefaultText: "the number of processors", Usage: "check `N` files in parallel"},
		&cli.BoolFlag{Name: "force-exclude", Usage: "apply `exclude` in the configuration to paths on the command line, too, as hooks need"},
	})...)...)
}

// inCategory assigns flags to a category of the help.
func inCategory(title string, flags ...cli.Flag) []cli.Flag {
	for _, f := range flags {
		category, _ := fieldsOf(f)
		*category = title
	}
	return flags
}

// maxJobs is the maximum number of files that are checked in parallel. More would take much memory, and no less time.
const maxJobs = 1024

// options returns the options of a workspace that the flags describe.
func options(c *cli.Context) (*session.Options, error) {
	o := &session.Options{
		Paths: c.Args().Slice(), Config: c.Path("config"), NoConfig: c.Bool("no-config"),
		ForceExclude: c.Bool("force-exclude"), Workers: min(c.Int("jobs"), maxJobs),
	}
	if c.IsSet("facts") {
		o.Facts = c.StringSlice("facts")
	}
	var err error
	if o.Profile, err = profile(c); err != nil {
		return nil, err
	}
	if o.Config != "" && o.NoConfig {
		return nil, cli.Exit("--config and --no-config cannot be combined", exitUsage)
	}
	if o.PuppetVersion, err = puppetVersion(c.String("puppet-version")); err != nil {
		return nil, err
	}
	if err := checkOptionPaths("--config", o.Config); err != nil {
		return nil, err
	}
	return o, checkOptionPaths("--facts", o.Facts...)
}

// bothVersions is the value of --puppet-version with which diff compares two versions of Puppet.
const bothVersions = "7,8"

// puppetVersion returns the version in --puppet-version; 0 if there is none, or two.
func puppetVersion(name string) (int, error) {
	switch name {
	case "":
		return 0, nil
	case "7":
		return 7, nil
	case "8":
		return 8, nil
	case bothVersions:
		return 0, cli.Exit("`hieralint diff --puppet-version 7,8` shows what differs between the two; otherwise, --puppet-version must be 7 or 8", exitUsage)
	default:
		return 0, notOneOf("--puppet-version", name, []string{"7", "8"})
	}
}

// profile returns the profile in --profile.
func profile(c *cli.Context) (settings.Profile, error) {
	name := c.String("profile")
	if name == "" {
		return settings.Recommended, nil
	}
	p, ok := settings.ParseProfile(name)
	if !ok {
		return 0, notOneOf("--profile", name, settings.Profiles())
	}
	return p, nil
}

// open opens the workspace of the flags.
func open(c *cli.Context) (*session.Workspace, error) {
	o, err := options(c)
	if err != nil {
		return nil, err
	}
	return openWith(c, o)
}

func openWith(c *cli.Context, o *session.Options) (*session.Workspace, error) {
	w, err := session.Open(c.Context, *o)
	return w, failed(c, err)
}

// failed returns the exit code for an error. Mistakes in a configuration are written to standard
// error, one per line.
func failed(c *cli.Context, err error) error {
	var (
		exit     cli.ExitCoder
		crashed  *crash.Error
		usage    *session.UsageError
		invalid  *settings.InvalidError
		facts    *session.FactsError
		revision *session.RevisionError
	)
	switch {
	case err == nil, errors.As(err, &exit):
		return err
	case c.Err() != nil: // every goroutine returns such an error
		return cli.Exit("interrupted", exitInternal)
	case errors.As(err, &crashed):
		return cli.Exit(fmt.Sprintf("%v\n%s", crashed, crashed.Stack), exitInternal)
	case errors.As(err, &invalid):
		fmt.Fprintln(c.App.ErrWriter, visible.Lines(invalid.Error()))
		return cli.Exit("invalid configuration; nothing was checked", exitUsage)
	case errors.As(err, &facts):
		return cli.Exit("--facts: "+err.Error(), exitUsage)
	case errors.As(err, &revision):
		return cli.Exit("--new-from-rev: "+err.Error(), exitUsage)
	case errors.As(err, &usage):
		return cli.Exit(err, exitUsage)
	default: // a failure of hieralint
		return cli.Exit(err, exitInternal)
	}
}

// complete returns an error if a part of the workspace could not be read, so that what was written may be wrong.
func complete(c *cli.Context, w *session.Workspace) error {
	unread, err := w.Unread(c.Context)
	if err != nil {
		return failed(c, err)
	}
	return incomplete(c, unread)
}

// incomplete lists what could not be read, and returns an error if there is any.
func incomplete(c *cli.Context, unread []string) error {
	if len(unread) == 0 {
		return nil
	}
	for _, line := range unread {
		fmt.Fprintln(c.App.ErrWriter, visible.Text(line))
	}
	return cli.Exit("not all data could be read; the output may be incomplete or wrong", exitInternal)
}

// stdinFlags returns the flags for a file in an editor.
func stdinFlags() []cli.Flag {
	return []cli.Flag{
		&cli.BoolFlag{Name: "stdin", Usage: "read one file from standard input, as editors do"},
		&cli.StringFlag{Name: "stdin-filename", Usage: "treat standard input as the content of `FILE`"},
	}
}

// stdinFile is a file whose content comes from standard input.
type stdinFile struct {
	name string // as given
	text []byte
}

// readStdin reads standard input if requested; otherwise, it returns nil.
func readStdin(c *cli.Context) (*stdinFile, error) {
	name := c.String("stdin-filename")
	switch {
	case slices.Contains(c.Args().Slice(), "-") && !exists("-"):
		return nil, cli.Exit("standard input is read with --stdin --stdin-filename FILE, not `-`", exitUsage)
	case !c.Bool("stdin") && name == "":
		return nil, nil
	case name == "":
		return nil, cli.Exit("--stdin needs --stdin-filename: its path decides which hierarchy reads the file", exitUsage)
	case c.NArg() > 0:
		return nil, cli.Exit("--stdin checks one file; leave the paths out", exitUsage)
	}
	if _, err := filepath.Abs(name); err != nil {
		return nil, failed(c, err)
	}
	if info, err := os.Stat(name); err == nil && info.IsDir() {
		return nil, cli.Exit(fmt.Sprintf("--stdin-filename: `%s` is a directory, not the name of a file", name), exitUsage)
	}
	text, err := source.ReadAll(c.App.Reader, 0, 0)
	if err != nil {
		return nil, failed(c, fmt.Errorf("standard input: %w", err))
	}
	return &stdinFile{name, text}, nil
}

func textOrJSONFlag() cli.Flag {
	return &cli.StringFlag{Name: "format", Aliases: []string{"f"}, Value: "text", Usage: "write `FORMAT`: text or json"}
}

// textOrJSON returns the function for the value of --format, text or json.
func textOrJSON[T any](c *cli.Context, text, json func(io.Writer, T) error) (func(io.Writer, T) error, error) {
	switch format := c.String("format"); format {
	case "text":
		return text, nil
	case "json":
		return json, nil
	default:
		return nil, notOneOf("--format", format, []string{"text", "json"})
	}
}
