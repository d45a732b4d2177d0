package main

import (
	"fmt"

	"github.com/urfave/cli/v2"

	"github.com/hieralint/hieralint/internal/session"
	"github.com/hieralint/hieralint/internal/views"
)

func whyCommand() *cli.Command {
	return &cli.Command{
		Name:      "why",
		Usage:     "explain what a key comes to on nodes, and who changed it last",
		ArgsUsage: "KEY [NODE...]",
		Description: "Shows each distinct value of a key with the nodes that get it: which level has it, which levels it hides or merges, by which\n" +
			"lookup_options, and which commit last changed the line. NODE is a glob for certnames, or VARIABLE=VALUE. Nodes are those of --facts, or\n" +
			"derived from the files. The exit code is 1 if no node has the key.",
		Flags: append(append([]cli.Flag{textOrJSONFlag(), showSecretsFlag()}, checkFlags()...),
			inCategory("Input", &cli.PathFlag{Name: "path", Usage: "the control repository, environment or module `PATH`", DefaultText: "the working directory"})...),
		Action: whyAction,
	}
}

func whyAction(c *cli.Context) error {
	write, err := textOrJSON(c, views.WriteAnswers, views.WriteAnswersJSON)
	if err != nil {
		return err
	}
	if c.NArg() == 0 {
		return cli.Exit("why needs a key", exitUsage)
	}
	request := session.WhyRequest{Key: c.Args().First(), ShowSecrets: c.Bool("show-secrets")}
	if patterns := c.Args().Tail(); len(patterns) > 0 {
		if request.Node, err = views.MatchNodes(patterns); err != nil {
			return cli.Exit(err.Error(), exitUsage)
		}
	}
	w, err := openTree(c)
	if err != nil {
		return err
	}
	found, err := w.Why(c.Context, request)
	if err != nil {
		return failed(c, err)
	}
	if err := write(c.App.Writer, found); err != nil || len(found) > 0 {
		return failed(c, err)
	}
	message := ""
	if c.String("format") == "text" {
		message = fmt.Sprintf("no such node has the key `%s`", request.Key)
	}
	return cli.Exit(message, exitFindings)
}
