package main

import (
	"fmt"
	"io"
	"slices"

	"github.com/urfave/cli/v2"

	"github.com/hieralint/hieralint/internal/manual"
	"github.com/hieralint/hieralint/internal/nearest"
	"github.com/hieralint/hieralint/internal/rule"
	"github.com/hieralint/hieralint/rules"
)

func rulesCommand() *cli.Command {
	return &cli.Command{
		Name:  "rules",
		Usage: "list the rules",
		Description: "On a terminal, rules are grouped by family. Otherwise there is one line for each: id, name, severity, and title. " +
			"docs/schemas/rules.schema.json describes the JSON format.",
		Flags: []cli.Flag{textOrJSONFlag(), colorFlag()},
		Action: func(c *cli.Context) error {
			if c.NArg() > 0 {
				return cli.Exit("rules takes no arguments; `hieralint explain RULE` explains one", exitUsage)
			}
			color, err := colorOf(c, c.App.Writer)
			if err != nil {
				return err
			}
			write, err := textOrJSON(c, func(w io.Writer, all []*rule.Rule) error {
				text := manual.Lines(all)
				if isTerminal(w) {
					text = manual.List(all, color)
				}
				_, err := io.WriteString(w, text)
				return err
			}, manual.WriteRulesJSON)
			if err != nil {
				return err
			}
			return write(c.App.Writer, rules.All())
		},
	}
}

func explainCommand() *cli.Command {
	return &cli.Command{
		Name:        "explain",
		Usage:       "explain a rule, with examples",
		ArgsUsage:   "RULE",
		Description: "  hieralint explain yaml-duplicate-key\n\nPrints what the rule reports, what Puppet does, and what to write instead. docs/schemas/explain.schema.json describes the JSON format.",
		Flags: []cli.Flag{
			textOrJSONFlag(),
			colorFlag(),
			&cli.BoolFlag{Name: "markdown", Usage: "print it as Markdown"},
		},
		Action: explainAction,
	}
}

func explainAction(c *cli.Context) error {
	if c.NArg() != 1 {
		return cli.Exit("explain takes the name or the id of one rule; see `hieralint rules`", exitUsage)
	}
	color, err := colorOf(c, c.App.Writer)
	if err != nil {
		return err
	}
	write, err := textOrJSON(c, func(w io.Writer, r *rule.Rule) error {
		text := manual.Explain(r, color)
		if c.Bool("markdown") {
			text = r.Markdown()
		}
		_, err := io.WriteString(w, text)
		return err
	}, manual.WriteExplanationJSON)
	if err != nil {
		return err
	}
	name := c.Args().First()
	r := rules.Find(name)
	if r == nil {
		hint := "see `hieralint rules`"
		if near := rules.Nearest(name); near != "" {
			hint = nearest.Question(near)
		} else if slices.Contains(rules.Families(), name) {
			hint = fmt.Sprintf("`hieralint rules` lists those of the family `%s`", name)
		}
		return cli.Exit(fmt.Sprintf("no rule `%s`; %s", name, hint), exitUsage)
	}
	return write(c.App.Writer, r)
}
