package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/mattn/go-isatty"
	"github.com/urfave/cli/v2"

	"github.com/hieralint/hieralint/lint"
	"github.com/hieralint/hieralint/project"
	"github.com/hieralint/hieralint/report"
	"github.com/hieralint/hieralint/rules"
)

func lintCommand() *cli.Command {
	return &cli.Command{
		Name:      "lint",
		Usage:     "check the data files and hiera.yaml files below the paths",
		ArgsUsage: "[PATH...]",
		Description: "A path may be a control repo, a code directory, a module, a folder or a single file. The project around a path\n" +
			"is always loaded; single files only select what is reported. Without a path it is the working directory.\n\n" +
			"Exit code: 0 nothing found, 1 findings at or above --fail-on, 2 a mistake on the command line,\n" +
			"3 an internal error or an input that could not be read.",
		Flags: []cli.Flag{
			&cli.StringSliceFlag{Name: "format", Aliases: []string{"f"}, Usage: "write `FORMAT` (" + formatNames() + "), or FORMAT=FILE; may be given several times (default: text)"},
			&cli.StringFlag{Name: "output", Aliases: []string{"o"}, Usage: "write the last --format that names no file to `FILE`"},
			&cli.StringFlag{Name: "fail-on", Value: "error", Usage: "the mildest `SEVERITY` for exit code 1: error, warning, note or never"},
			&cli.StringFlag{Name: "color", Value: "auto", Usage: "`WHEN` to colour: auto, always or never (auto respects NO_COLOR)"},
			&cli.IntFlag{Name: "puppet-version", Value: 8, Usage: "the major `VERSION` of Puppet whose behaviour counts: 7 or 8 (OpenVox is 8)"},
			&cli.BoolFlag{Name: "stdin", Usage: "read one file from standard input, as an editor does on save"},
			&cli.StringFlag{Name: "stdin-filename", Usage: "the `FILE` that standard input stands for"},
			&cli.StringFlag{Name: "sarif-category", Usage: "tell runs over the same repository apart in GitHub code scanning by `NAME`"},
			&cli.IntFlag{Name: "jobs", Aliases: []string{"j"}, Usage: "check `N` files at a time (default: one for each processor)"},
		},
		Action: lintAction,
	}
}

func formatNames() string {
	names := make([]string, len(report.Formats))
	for i, f := range report.Formats {
		names[i] = f.Name
	}
	return strings.Join(names, ", ")
}

// output is one report that was asked for.
type output struct {
	format report.Format
	file   string // "" is standard output
}

func lintAction(c *cli.Context) error {
	start := time.Now()
	outputs, err := outputsOf(c)
	if err != nil {
		return cli.Exit(err.Error(), exitUsage)
	}
	failOn, err := failOnOf(c)
	if err != nil {
		return cli.Exit(err.Error(), exitUsage)
	}
	if v := c.Int("puppet-version"); v != 7 && v != 8 {
		return cli.Exit(fmt.Sprintf("--puppet-version is 7 or 8, not %d", v), exitUsage)
	}
	color, err := colorOf(c, c.App.Writer)
	if err != nil {
		return cli.Exit(err.Error(), exitUsage)
	}
	paths, options, err := inputOf(c)
	if err != nil {
		return cli.Exit(err.Error(), exitUsage)
	}

	p, err := project.Load(c.Context, paths, options)
	if err != nil {
		return cli.Exit(err.Error(), exitInternal)
	}
	checked, err := lint.Run(c.Context, p, lint.Options{Rules: rules.All(), PuppetVersion: c.Int("puppet-version"), Workers: c.Int("jobs")})
	if err != nil {
		return cli.Exit(err.Error(), exitInternal)
	}
	r := &report.Report{
		Diagnostics: checked.Diagnostics,
		Rules:       rules.All(),
		Summary:     report.Count(p.Checked(), checked.Diagnostics),
		Dir:         workingDirectory(),
	}
	r.Summary.NotSeen = p.NotSeen
	r.Summary.Duration = time.Since(start)
	for _, o := range outputs {
		ro := report.Options{Color: color && o.file == "", Version: version(), Category: c.String("sarif-category"), Root: repositoryRoot(), Repository: revision()}
		if err := writeReport(c, o, r, ro); err != nil {
			return cli.Exit(err.Error(), exitInternal)
		}
	}
	return exitOf(c, checked, failOn)
}

// exitOf turns the outcome into an exit code. What hieralint itself could not do weighs more than
// what it found.
func exitOf(c *cli.Context, checked *lint.Result, failOn rules.Severity) error {
	for _, f := range checked.Crashes {
		fmt.Fprintf(c.App.ErrWriter, "hieralint: %v\n%s\n", f, f.Stack)
	}
	unreadable := slices.ContainsFunc(checked.Diagnostics, func(d rules.Diagnostic) bool {
		return d.Rule == rules.FileUnreadable && d.Severity == rules.Error
	})
	switch {
	case len(checked.Crashes) > 0 || unreadable:
		return cli.Exit("", exitInternal)
	case failOn != 0 && slices.ContainsFunc(checked.Diagnostics, func(d rules.Diagnostic) bool { return d.Severity >= failOn }):
		return cli.Exit("", exitFindings)
	default:
		return nil
	}
}

func outputsOf(c *cli.Context) ([]output, error) {
	names := c.StringSlice("format")
	if len(names) == 0 {
		names = []string{"text"}
	}
	outputs := make([]output, len(names))
	onStdout := 0
	for i, name := range names {
		name, file, _ := strings.Cut(name, "=")
		format, ok := report.Find(name)
		if !ok {
			return nil, fmt.Errorf("there is no format `%s`; the formats are %s", name, formatNames())
		}
		outputs[i] = output{format, file}
		if file == "" {
			onStdout++
		}
	}
	if file := c.String("output"); file != "" {
		i := len(outputs) - 1
		for i >= 0 && outputs[i].file != "" {
			i--
		}
		if i < 0 {
			return nil, fmt.Errorf("--output %s: every --format names a file of its own already", file)
		}
		outputs[i].file = file
		onStdout--
	}
	if onStdout > 1 {
		return nil, errors.New("only one format can go to standard output; give the others a file: --format sarif=hieralint.sarif")
	}
	return outputs, nil
}

func failOnOf(c *cli.Context) (rules.Severity, error) {
	name := c.String("fail-on")
	if name == "never" {
		return 0, nil
	}
	severity, ok := rules.ParseSeverity(name)
	if !ok {
		return 0, fmt.Errorf("--fail-on is error, warning, note or never, not `%s`", name)
	}
	return severity, nil
}

func colorOf(c *cli.Context, w io.Writer) (bool, error) {
	switch when := c.String("color"); when {
	case "always":
		return true, nil
	case "never":
		return false, nil
	case "auto":
		file, ok := w.(*os.File)
		return ok && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb" && isatty.IsTerminal(file.Fd()), nil
	default:
		return false, fmt.Errorf("--color is auto, always or never, not `%s`", when)
	}
}

// inputOf is what is to be checked: the paths, or standard input in the place of a file.
func inputOf(c *cli.Context) ([]string, project.Options, error) {
	options := project.Options{Workers: c.Int("jobs")}
	name := c.String("stdin-filename")
	switch {
	case !c.Bool("stdin") && name == "":
		paths := c.Args().Slice()
		if len(paths) == 0 {
			paths = []string{"."}
		}
		return paths, options, nil
	case name == "":
		return nil, options, errors.New("--stdin needs --stdin-filename: the place of the file tells which hierarchy reads it")
	case c.NArg() > 0:
		return nil, options, errors.New("--stdin checks one file; leave the paths out")
	}
	text, err := io.ReadAll(c.App.Reader)
	if err != nil {
		return nil, options, fmt.Errorf("standard input: %w", err)
	}
	options.Overlay = map[string][]byte{name: text}
	return []string{name}, options, nil
}

// writeReport writes one report. A file is written as a whole or not at all.
func writeReport(c *cli.Context, o output, r *report.Report, options report.Options) error {
	if o.file == "" {
		return o.format.Write(c.App.Writer, r, options)
	}
	var b bytes.Buffer
	if err := o.format.Write(&b, r, options); err != nil {
		return err
	}
	return os.WriteFile(o.file, b.Bytes(), 0o644) //nolint:gosec // a report is for others to read
}

// workingDirectory is what paths in reports are relative to; "" when it is not known.
func workingDirectory() string {
	dir, err := os.Getwd()
	if err != nil {
		return ""
	}
	if real, err := filepath.EvalSymlinks(dir); err == nil {
		return real
	}
	return dir
}
