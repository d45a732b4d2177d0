package main

import (
	"errors"
	"fmt"

	"github.com/urfave/cli/v2"

	"github.com/hieralint/hieralint/internal/answers"
	"github.com/hieralint/hieralint/internal/jsonlist"
	"github.com/hieralint/hieralint/internal/nodes"
	"github.com/hieralint/hieralint/internal/session"
)

func whyCommand() *cli.Command {
	return &cli.Command{
		Name:      "why",
		Usage:     "explain the values of a key: nodes, levels, and last changes",
		ArgsUsage: "KEY [NODE...]",
		Description: "  hieralint why profile::base::packages\n" +
			"  hieralint why profile::base::packages 'web*.example.com' --facts facts\n\n" +
			"Shows each distinct value of the key with the nodes that get it, the levels that it comes from, the levels that it hides, the " +
			"lookup_options that apply, and the commit that last changed each line. NODE is a glob for certnames, or VARIABLE=VALUE. Nodes are those " +
			"of --facts, or are derived from the files. The exit code is 1 if no node has the key.",
		Flags: append(append([]cli.Flag{textOrJSONFlag(), showSecretsFlag()}, checkFlags()...),
			inCategory("Input", &cli.PathFlag{Name: "path", Usage: "read the control repo, environment, or module at `PATH`", DefaultText: "the working directory"})...),
		Action: whyAction,
	}
}

func whyAction(c *cli.Context) error {
	write, err := textOrJSON(c, wrapped(answers.WriteProvenances), jsonlist.Writer[*answers.Provenance]("answers"))
	if err != nil {
		return err
	}
	if c.NArg() == 0 {
		return cli.Exit("why needs a key", exitUsage)
	}
	request := session.WhyRequest{Key: c.Args().First(), ShowSecrets: c.Bool("show-secrets")}
	if patterns := c.Args().Tail(); len(patterns) > 0 {
		if request.Node, err = nodes.Match(patterns); err != nil {
			return cli.Exit(err, exitUsage)
		}
	}
	w, err := openTree(c)
	if err != nil {
		return err
	}
	found, err := w.Why(c.Context, request)
	var message string
	var noKey *session.NoKeyError
	switch {
	case errors.As(err, &noKey):
		message = noKey.Error()
	case errors.Is(err, session.ErrNoNode):
		message = noNode(c.Args().Tail())
	case err != nil:
		return failed(c, err)
	case len(found) == 0:
		which := "node"
		if request.Node != nil {
			which = "matching node"
		}
		message = fmt.Sprintf("no %s has the key `%s`", which, request.Key)
	}
	if err := write(c.App.Writer, found); err != nil {
		return failed(c, err)
	}
	if err := complete(c, w); err != nil || message == "" {
		return err
	}
	if c.String("format") != "text" {
		message = ""
	}
	return cli.Exit(message, exitFindings)
}
