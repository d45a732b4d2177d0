package main

import (
	"errors"
	"io"
	"slices"

	"github.com/urfave/cli/v2"

	"github.com/hieralint/hieralint/internal/answers"
	"github.com/hieralint/hieralint/internal/lookup"
	"github.com/hieralint/hieralint/internal/nodes"
	"github.com/hieralint/hieralint/internal/session"
)

// allNodes is the pattern for all nodes.
const allNodes = "all"

// oneNodeFlags lists the flags of lookup for a single node, or for a server whose layers are not
// those of the tree.
var oneNodeFlags = []string{"node", "environment", "compile", "hiera-config", "modulepath", "strict", "explain-options"}

// lookupOnNodes is `hieralint lookup --nodes`.
func lookupOnNodes(c *cli.Context, version int) error {
	for _, name := range oneNodeFlags {
		if c.IsSet(name) {
			return cli.Exit("--"+name+" and --nodes cannot be combined", exitUsage)
		}
	}
	if c.NArg() != 1 {
		return cli.Exit("--nodes takes one key", exitUsage)
	}
	o := lookupOptions(c, version)
	write, err := answersWriter(&o)
	if err != nil {
		return err
	}
	var request session.LookupRequest
	if request.Options, err = o.Request(); err != nil {
		return cli.Exit(err, exitUsage)
	}
	request.Key, request.Type, request.Where, request.Explain, request.ShowSecrets = o.Keys[0], o.Type, o.Where, o.Explain, o.ShowSecrets
	patterns := c.StringSlice("nodes")
	if !slices.Contains(patterns, allNodes) {
		if request.Node, err = nodes.Match(patterns); err != nil {
			return cli.Exit("--nodes: "+err.Error(), exitUsage)
		}
	}
	so := &session.Options{}
	if c.IsSet("puppet-version") {
		so.PuppetVersion = version // otherwise, the one in the configuration
	}
	if o.Path != "" {
		so.Paths = []string{o.Path}
	}
	if o.Facts != "" {
		so.Facts = []string{o.Facts}
	}
	w, err := openWith(c, so)
	if err != nil {
		return err
	}
	found, err := w.Lookup(c.Context, request)
	var usage *session.UsageError
	switch {
	case errors.As(err, &usage):
		return cli.Exit(usage.Error(), exitUsage)
	case err != nil:
		return failed(c, err)
	case len(found) > 0:
		if err := write(c.App.Writer, found); err != nil {
			return failed(c, err)
		}
	}
	if err := complete(c, w); err != nil {
		return err
	}
	if len(found) == 0 {
		return cli.Exit(noNode(patterns), exitFindings)
	}
	fails := func(f *answers.Answer) bool { return f.Failure != "" }
	hasValue := func(f *answers.Answer) bool { return f.Value != nil }
	if slices.ContainsFunc(found, fails) || !slices.ContainsFunc(found, hasValue) {
		return cli.Exit("", exitFindings)
	}
	return nil
}

// answersWriter returns the function that writes the answers in the format of --render-as.
func answersWriter(o *lookup.Options) (func(io.Writer, []*answers.Answer) error, error) {
	switch o.RenderAs {
	case "", "s":
		write := answers.Writer{AsStrings: o.RenderAs == "s", Where: o.Where}.Write
		if o.Explain {
			return write, nil
		}
		return wrapped(write), nil
	case "json":
		return answers.WriteJSON, nil
	}
	return nil, notOneOf("--render-as", o.RenderAs, []string{"s", "json"})
}
