package main

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/hieralint/hieralint/internal/fetch"
	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/puppetdb"
)

func nodesFetchCommand() *cli.Command {
	return &cli.Command{
		Name:      "fetch",
		Usage:     "write facts of real nodes to a directory, for --facts",
		ArgsUsage: "[PATH...]",
		Description: "  hieralint nodes fetch --puppetdb https://puppetdb.example.com:8081\n\n" +
			"Gets facts, trusted facts, environments, and classes of all active nodes from PuppetDB, or from files of other programs. " +
			"Keeps only what hierarchies and data in PATH use, a few lines for each node; everything else is unknown, not missing. " +
			"Another run updates the directory and removes nodes that are gone. No other command uses the network.\n\n" +
			"By default, connects with the certificate and certificate authority of the Puppet agent on this machine, if the user may read them. " +
			"Pass a token in the environment variable HIERALINT_TOKEN or with --token-file.",
		Flags: slices.Concat(
			inCategory("Source", fromEnvironment([]cli.Flag{
				&cli.StringFlag{Name: "puppetdb", Usage: "query PuppetDB at `URL`"},
				&cli.StringFlag{Name: "query", Aliases: []string{"q"}, Usage: "fetch only nodes that the query `PQL` returns, such as 'inventory[certname] { facts.role = \"web\" }'"},
				&cli.PathFlag{Name: "from", Usage: "read `PATH` instead: files from facter, puppet facts, PuppetDB, or an external node classifier such as Foreman"},
			})...),
			inCategory("Connection", fromEnvironment([]cli.Flag{
				&cli.PathFlag{Name: "cert", Usage: "use the client certificate in the PEM `FILE`", DefaultText: "that of the agent"},
				&cli.PathFlag{Name: "key", Usage: "use the private key in the PEM `FILE`"},
				&cli.PathFlag{Name: "cacert", Usage: "trust the certificate authorities in the PEM `FILE`", DefaultText: "that of the agent, or those of the system"},
				&cli.StringFlag{Name: "token", Usage: "use the `TOKEN` of a Puppet Enterprise user (other users of this machine can see it on the command line)"},
				&cli.PathFlag{Name: "token-file", Usage: "read the token from `FILE`, as written by `puppet access login`"},
				&cli.DurationFlag{Name: "timeout", Usage: "give up if the server is silent for `DURATION`", DefaultText: "1m"},
			})...),
			inCategory("Output",
				&cli.PathFlag{Name: "output", Aliases: []string{"o"}, Usage: "write one file per node to `DIR`", DefaultText: "the directory that `facts` in the configuration names, or facts"},
				&cli.BoolFlag{Name: "all-facts", Usage: "keep all facts, except sensitive ones"},
				&cli.StringSliceFlag{Name: "fact", Usage: "also keep the fact `NAME`, such as os.family; repeatable"},
			),
			inCategory("Input", configFlags()...),
		),
		Action: nodesFetchAction,
	}
}

func nodesFetchAction(c *cli.Context) error {
	if err := checkPaths(c.Args().Slice()...); err != nil {
		return err
	}
	o, err := fetchOptions(c)
	if err != nil {
		return err
	}
	what, err := options(c)
	if err != nil {
		return err
	}
	what.Facts = []string{} // the existing ones may be what is written
	w, err := openWith(c, what)
	if err != nil {
		return err
	}
	configured := w.Settings().Facts
	if o.Into = c.Path("output"); o.Into == "" {
		o.Into = fetchedInto(configured)
	}
	progress := progressOn(c.App.ErrWriter)
	o.Progress = progress
	summary, err := fetch.Run(c.Context, w, o)
	progress.Stop()
	var server *fetch.ServerError
	switch {
	case errors.As(err, &server) && c.Err() == nil:
		return cli.Exit(server.Error(), exitInternal)
	case err != nil:
		return failed(c, err)
	}
	summary.Configured = isAmong(o.Into, configured)
	if err := summary.Write(c.App.Writer); err != nil {
		return err
	}
	return complete(c, w)
}

// fetchOptions returns the options for fetching nodes that the flags describe.
func fetchOptions(c *cli.Context) (*fetch.Options, error) {
	o := &fetch.Options{
		Query: c.String("query"), From: c.Path("from"), All: c.Bool("all-facts"), Facts: c.StringSlice("fact"),
		Server: puppetdb.Config{
			URL: c.String("puppetdb"), Cert: c.Path("cert"), Key: c.Path("key"), CACert: c.Path("cacert"), Token: c.String("token"),
			Timeout: c.Duration("timeout"), UserAgent: "hieralint/" + strings.Fields(version())[0],
		},
	}
	switch {
	case o.Server.URL == "" && o.From == "":
		return nil, cli.Exit("nodes fetch needs --puppetdb URL or --from PATH", exitUsage)
	case o.From != "" && (c.IsSet("puppetdb") || o.Query != ""):
		return nil, cli.Exit("--from reads files; leave out --puppetdb and --query", exitUsage)
	case o.All && len(o.Facts) > 0:
		return nil, cli.Exit("--all-facts keeps every fact; leave out --fact", exitUsage)
	case o.Server.Token != "" && c.IsSet("token-file"):
		return nil, cli.Exit("--token and --token-file cannot be combined", exitUsage)
	case o.From != "":
		return o, checkPaths(o.From)
	}
	if err := checkPaths(lists.Filter([]string{o.Server.Cert, o.Server.Key, o.Server.CACert, c.Path("token-file")}, func(path string) bool { return path != "" })...); err != nil {
		return nil, err
	}
	if path := c.Path("token-file"); path != "" {
		token, err := puppetdb.ReadToken(path)
		if err != nil {
			return nil, cli.Exit("--token-file: "+err.Error(), exitUsage)
		}
		o.Server.Token = token
	}
	o.Server.UseAgent()
	if err := o.Server.Check(); err != nil {
		return nil, cli.Exit("--puppetdb: "+err.Error(), exitUsage)
	}
	return o, nil
}

// fetchedInto returns the default directory to write to.
func fetchedInto(configured []string) string {
	if len(configured) != 1 || filepath.Ext(configured[0]) != "" {
		return "facts"
	}
	if cwd, err := os.Getwd(); err == nil {
		if relative, err := filepath.Rel(cwd, configured[0]); err == nil {
			return relative
		}
	}
	return configured[0]
}

// isAmong reports whether a path is one of several absolute ones.
func isAmong(path string, all []string) bool {
	abs, err := filepath.Abs(path)
	return err == nil && slices.Contains(all, abs)
}
