package main

import (
	"bytes"
	"errors"
	"io"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/hieralint/hieralint/internal/impact"
	"github.com/hieralint/hieralint/internal/impactreport"
	"github.com/hieralint/hieralint/internal/listing"
	"github.com/hieralint/hieralint/internal/nodes"
	"github.com/hieralint/hieralint/internal/session"
	"github.com/hieralint/hieralint/internal/wholefile"
)

func diffCommand() *cli.Command {
	return &cli.Command{
		Name:      "diff",
		Usage:     "show which lookups a change affects, and on which nodes",
		ArgsUsage: "[REV [REV2]]",
		Description: "  hieralint diff                        the working tree with the default branch\n" +
			"  hieralint diff origin/main --facts facts\n" +
			"  hieralint diff --puppet-version 7,8   Puppet 7 with Puppet 8\n\n" +
			"Compares the working tree, or REV2, with its merge base with REV (default: the default branch). Every key that the change may affect is " +
			"looked up before and after it, on the nodes of --facts or on nodes derived from the files. Values, failures, and parameter defaults that " +
			"differ are shown with the nodes and the responsible lines. Secrets are redacted.",
		Flags: append(append([]cli.Flag{
			&cli.StringSliceFlag{Name: "key", Aliases: []string{"k"}, Usage: "compare only `KEY`, or keys that match a regular expression starting with ^; repeatable"},
			&cli.StringSliceFlag{Name: "node", Aliases: []string{"n"}, Usage: "compare only nodes whose certname matches the glob `PATTERN`, or nodes with VARIABLE=VALUE; repeatable"},
			&cli.StringFlag{Name: "only", Usage: "report only `PARTS`, a comma-separated list: " + strings.Join(diffParts, ", ")},
			&cli.StringFlag{Name: "format", Aliases: []string{"f"}, Value: "text", Usage: "write `FORMAT`: " + strings.Join(diffFormats, ", ")},
			&cli.PathFlag{Name: "output", Aliases: []string{"o"}, Usage: "write to `FILE` instead of standard output"},
			&cli.IntFlag{Name: "max-size", Value: impactreport.MaxComment, Usage: "with --format markdown: write at most `BYTES` (GitHub allows 65536 in a comment, GitLab 1000000)"},
			&cli.BoolFlag{Name: "exit-code", Usage: "exit with 1 if a lookup changes"},
			showSecretsFlag(),
		}, checkFlags()...), inCategory("Input", &cli.PathFlag{Name: "path", Usage: "compare the control repo, environment, or module at `PATH`", DefaultText: "the working directory"})...),
		Action: diffAction,
	}
}

func diffAction(c *cli.Context) error {
	write, err := diffWriter(c)
	if err != nil {
		return err
	}
	if c.NArg() > 2 {
		return cli.Exit("diff compares at most two revisions; --path names another tree", exitUsage)
	}
	request, err := diffRequest(c)
	if err != nil {
		return err
	}
	expectMuch()
	w, err := openTree(c)
	if err != nil {
		return err
	}
	if err := checkOutputs(c, w, c.Path("output")); err != nil {
		return err
	}
	progress := progressOn(c.App.ErrWriter)
	if progress != nil {
		request.Progress = progress
	}
	found, err := w.Diff(c.Context, *request)
	progress.Stop()
	var revision *session.RevisionError
	var noKey *session.NoKeyError
	switch {
	case errors.Is(err, session.ErrNoNode):
		return cli.Exit(noNode(c.StringSlice("node")), exitUsage)
	case errors.As(err, &noKey):
		return cli.Exit(noKey.Error(), exitUsage)
	case errors.As(err, &revision):
		return cli.Exit(revision.Error(), exitUsage)
	case err != nil:
		return failed(c, err)
	}
	if err := writeDiff(c, found, write); err != nil {
		return failed(c, err)
	}
	if err := incomplete(c, found.Unread); err != nil {
		return err
	}
	if c.Bool("exit-code") && found.HasChanges() {
		return cli.Exit("", exitFindings)
	}
	return nil
}

// The parts of a report and the formats that flags can name.
var (
	diffParts   = []string{"lookups", "moved", "findings"}
	diffFormats = []string{"text", "json", "markdown", "html"}
)

// diffRequest returns the request that the flags describe.
func diffRequest(c *cli.Context) (r *session.DiffRequest, err error) {
	r = &session.DiffRequest{From: c.Args().Get(0), To: c.Args().Get(1), ShowSecrets: c.Bool("show-secrets")}
	if keys := c.StringSlice("key"); len(keys) > 0 {
		if r.Key, _, err = listing.MatchKeys(keys); err != nil {
			return nil, cli.Exit("--key: "+err.Error(), exitUsage)
		}
	}
	// A pattern may match no key for now, but a name is misspelled.
	if keys := c.StringSlice("key"); !slices.ContainsFunc(keys, func(key string) bool { return strings.HasPrefix(key, "^") }) {
		r.Names = keys
	}
	if patterns := c.StringSlice("node"); len(patterns) > 0 {
		if r.Node, err = nodes.Match(patterns); err != nil {
			return nil, cli.Exit("--node: "+err.Error(), exitUsage)
		}
	}
	if only := c.String("only"); only != "" {
		parts := strings.Split(only, ",")
		for _, part := range parts {
			if !slices.Contains(diffParts, part) {
				return nil, notOneOf("--only", part, diffParts)
			}
		}
		lacks := func(part string) bool { return !slices.Contains(parts, part) }
		r.NoLookups, r.NoMoved, r.NoFindings = lacks("lookups"), lacks("moved"), lacks("findings")
		if r.NoLookups && c.Bool("exit-code") {
			return nil, cli.Exit("--exit-code needs `lookups` in --only", exitUsage)
		}
	}
	if c.String("puppet-version") == bothVersions {
		if c.NArg() > 0 {
			return nil, cli.Exit("--puppet-version 7,8 compares the working tree with itself; leave out the revision", exitUsage)
		}
		r.Versions = [2]int{7, 8}
		return r, c.Set("puppet-version", "8")
	}
	return r, nil
}

// diffWriter returns a function that writes in the format of the flags.
func diffWriter(c *cli.Context) (func(io.Writer, *impact.Impact) error, error) {
	switch format := c.String("format"); format {
	case "text":
		if c.Path("output") != "" {
			return impactreport.WriteText, nil
		}
		return wrapped(impactreport.WriteText), nil
	case "json":
		return impactreport.WriteJSON, nil
	case "html":
		return impactreport.WriteHTML, nil
	case "markdown":
		return func(w io.Writer, i *impact.Impact) error { return impactreport.WriteMarkdown(w, i, c.Int("max-size")) }, nil
	default:
		return nil, notOneOf("--format", format, diffFormats)
	}
}

// writeDiff writes to the file of the flags, or to standard output.
func writeDiff(c *cli.Context, found *impact.Impact, write func(io.Writer, *impact.Impact) error) error {
	path := c.Path("output")
	if path == "" {
		return write(c.App.Writer, found)
	}
	var b bytes.Buffer
	if err := write(&b, found); err != nil {
		return err
	}
	return wholefile.Write(path, b.Bytes(), 0o644)
}

// openTree opens the workspace of the flags, at --path, since the arguments are something else.
func openTree(c *cli.Context) (*session.Workspace, error) {
	o, err := options(c)
	if err != nil {
		return nil, err
	}
	if o.Paths = nil; c.Path("path") != "" {
		o.Paths = []string{c.Path("path")}
	}
	if err := checkPaths(o.Paths...); err != nil {
		return nil, err
	}
	return openWith(c, o)
}
