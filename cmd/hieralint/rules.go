package main

import (
	"fmt"
	"text/tabwriter"

	"github.com/urfave/cli/v2"

	"github.com/hieralint/hieralint/rules"
)

func rulesCommand() *cli.Command {
	return &cli.Command{
		Name:  "rules",
		Usage: "list the rules",
		Action: func(c *cli.Context) error {
			w := tabwriter.NewWriter(c.App.Writer, 0, 0, 2, ' ', 0)
			for _, r := range rules.All() {
				fmt.Fprintf(w, "%s\t%s\t%s\t%s\n", r.ID, r.Name, r.Severity, r.Doc.Title)
			}
			return w.Flush()
		},
	}
}

func explainCommand() *cli.Command {
	return &cli.Command{
		Name:      "explain",
		Usage:     "explain a rule: what it reports, why, what Puppet does, what to write instead",
		ArgsUsage: "RULE",
		Action: func(c *cli.Context) error {
			if c.NArg() != 1 {
				return cli.Exit("explain takes the name or the id of one rule; see `hieralint rules`", exitUsage)
			}
			r := rules.Find(c.Args().First())
			if r == nil {
				return cli.Exit(fmt.Sprintf("there is no rule `%s`; see `hieralint rules`", c.Args().First()), exitUsage)
			}
			_, err := fmt.Fprint(c.App.Writer, r.Markdown())
			return err
		},
	}
}
