package main

import (
	"fmt"
	"io"

	"github.com/urfave/cli/v2"

	"github.com/hieralint/hieralint/internal/manual"
	"github.com/hieralint/hieralint/rules"
)

func rulesCommand() *cli.Command {
	return &cli.Command{
		Name:        "rules",
		Usage:       "list the rules",
		Description: "On a terminal they are sorted by what they are about; elsewhere each has a line of its own, with id, name, severity and what is wrong.",
		Flags:       []cli.Flag{colorFlag()},
		Action: func(c *cli.Context) error {
			if c.NArg() > 0 {
				return cli.Exit("rules takes no arguments; `hieralint explain RULE` tells about one", exitUsage)
			}
			color, err := colorOf(c, c.App.Writer)
			if err != nil {
				return err
			}
			text := manual.Lines(rules.All())
			if isTerminal(c.App.Writer) {
				text = manual.List(rules.All(), color)
			}
			_, err = io.WriteString(c.App.Writer, text)
			return err
		},
	}
}

func explainCommand() *cli.Command {
	return &cli.Command{
		Name:      "explain",
		Usage:     "explain a rule: what it reports, why, what Puppet does, what to write instead",
		ArgsUsage: "RULE",
		Flags: []cli.Flag{
			colorFlag(),
			&cli.BoolFlag{Name: "markdown", Usage: "write the page as it stands in docs/rules"},
		},
		Action: func(c *cli.Context) error {
			if c.NArg() != 1 {
				return cli.Exit("explain takes the name or the id of one rule; see `hieralint rules`", exitUsage)
			}
			color, err := colorOf(c, c.App.Writer)
			if err != nil {
				return err
			}
			name := c.Args().First()
			r := rules.Find(name)
			if r == nil {
				hint := "see `hieralint rules`"
				if near := rules.Nearest(name); near != "" {
					hint = fmt.Sprintf("did you mean `%s`?", near)
				}
				return cli.Exit(fmt.Sprintf("there is no rule `%s`; %s", name, hint), exitUsage)
			}
			text := manual.Explain(r, color)
			if c.Bool("markdown") {
				text = r.Markdown()
			}
			_, err = io.WriteString(c.App.Writer, text)
			return err
		},
	}
}
