package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/session"
	"github.com/hieralint/hieralint/internal/wholefile"
	"github.com/hieralint/hieralint/report"
)

func formatNames() []string {
	return lists.Map(report.Formats, func(f report.Format) string { return f.Name })
}

// output is a requested report.
type output struct {
	format report.Format
	file   string    // "" for standard output
	writer io.Writer // replaces standard output; nil for none
}

func outputsOf(c *cli.Context) ([]output, error) {
	names := c.StringSlice("format")
	if len(names) == 0 {
		names = []string{"text"}
	}
	outputs := make([]output, len(names))
	onStdout := 0
	for i, name := range names {
		name, file, hasFile := strings.Cut(name, "=")
		format, ok := report.Find(name)
		if !ok {
			return nil, notOneOf("--format", name, formatNames())
		}
		if hasFile && file == "" {
			return nil, cli.Exit(fmt.Sprintf("%s %s= names no file", origin("--format", name+"="), name), exitUsage)
		}
		outputs[i] = output{format: format, file: file}
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
			return nil, cli.Exit(fmt.Sprintf("--output %s: every --format already has a file", file), exitUsage)
		}
		outputs[i].file = file
		onStdout--
	}
	for i, o := range outputs {
		if o.file != "" && slices.ContainsFunc(outputs[:i], func(other output) bool { return filepath.Clean(other.file) == filepath.Clean(o.file) }) {
			return nil, cli.Exit(fmt.Sprintf("two reports cannot be written to one file, `%s`", o.file), exitUsage)
		}
	}
	if onStdout > 1 {
		return nil, cli.Exit("only one format can go to standard output; give the others a file, as in --format sarif=hieralint.sarif", exitUsage)
	}
	return outputs, nil
}

// checkOutputs rejects files of the tree as outputs: a pattern of the shell after --output names several.
func checkOutputs(c *cli.Context, w *session.Workspace, files ...string) error {
	for _, file := range files {
		if file == "" {
			continue
		}
		isRead, err := w.Reads(c.Context, file)
		switch {
		case err != nil:
			return failed(c, err)
		case isRead:
			return cli.Exit(fmt.Sprintf("a report cannot replace `%s`, which is checked or configures the check", file), exitUsage)
		}
	}
	return nil
}

func colorFlag() cli.Flag {
	return &cli.StringFlag{Name: "color", Value: "auto", Usage: "use colors: `WHEN` is auto, always, or never (auto respects NO_COLOR)"}
}

func colorOf(c *cli.Context, w io.Writer) (bool, error) {
	switch when := c.String("color"); when {
	case "always":
		return true, nil
	case "never":
		return false, nil
	case "auto":
		return os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb" && isTerminal(w), nil
	default:
		return false, notOneOf("--color", when, []string{"auto", "always", "never"})
	}
}

// reportOptions returns the options of a report that the flags describe.
func reportOptions(c *cli.Context, o *output, color bool) report.Options {
	options := report.Options{
		CanFix: true, Version: version(), Category: c.String("sarif-category"), Root: session.RepositoryRoot(), Repository: checkedOut(),
		IncludeSuppressed: c.Bool("sarif-include-suppressed"),
	}
	if o.file == "" {
		options.Color, options.Width = color, terminalWidth(c.App.Writer)
	}
	return options
}

// write writes the report. A file is written completely or not at all.
func (o *output) write(c *cli.Context, r *report.Report, options report.Options) error {
	switch {
	case o.writer != nil:
		return o.format.Write(o.writer, r, options)
	case o.file == "":
		return o.format.Write(c.App.Writer, r, options)
	}
	var b bytes.Buffer
	if err := o.format.Write(&b, r, options); err != nil {
		return err
	}
	return wholefile.Write(o.file, b.Bytes(), 0o644)
}

// checkedOut returns the repository and revision according to the variables of GitHub Actions; nil
// elsewhere.
func checkedOut() *report.Repository {
	server, name, commit := os.Getenv("GITHUB_SERVER_URL"), os.Getenv("GITHUB_REPOSITORY"), os.Getenv("GITHUB_SHA")
	if server == "" || name == "" || commit == "" {
		return nil
	}
	return &report.Repository{URI: server + "/" + name, Revision: commit, Branch: os.Getenv("GITHUB_REF_NAME")}
}
