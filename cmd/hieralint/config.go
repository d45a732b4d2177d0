package main

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"

	"github.com/urfave/cli/v2"

	"github.com/hieralint/hieralint/internal/session"
	"github.com/hieralint/hieralint/internal/settings"
	"github.com/hieralint/hieralint/internal/visible"
)

func configCommand() *cli.Command {
	return &cli.Command{
		Name:  "config",
		Usage: "write, show, or check the configuration",
		Action: func(c *cli.Context) error {
			if c.NArg() > 0 {
				return noCommand(c.Args().First(), c.Command.Subcommands)
			}
			return cli.ShowSubcommandHelp(c)
		},
		Subcommands: []*cli.Command{
			{
				Name:  "init",
				Usage: "write a configuration file that explains all settings",
				Description: "Writes " + settings.Name + " to the working directory. If a hierarchy or its data is in an unusual place, `environments` is set to what was " +
					"found; all other settings are commented out. hieralint needs no configuration: its defaults suit most repositories.",
				Flags: []cli.Flag{
					&cli.StringFlag{Name: "profile", Value: "recommended", Usage: "the `PROFILE` to set: minimal, recommended, or strict"},
					&cli.BoolFlag{Name: "force", Usage: "replace an existing configuration"},
				},
				Action: withoutArguments(configInit),
			},
			{
				Name:      "show",
				Usage:     "print the settings and the severity of each rule for a path",
				ArgsUsage: "[PATH]",
				Flags:     append(configFlags(), &cli.StringFlag{Name: "puppet-version", Hidden: true}),
				Action:    configShow,
			},
			{
				Name:      "verify",
				Usage:     "check configuration files, without linting",
				ArgsUsage: "[FILE...]",
				Flags:     configFlags(),
				Action:    configVerify,
			},
		},
	}
}

func configInit(c *cli.Context) error {
	profile, err := profile(c)
	if err != nil {
		return err
	}
	err = session.WriteSettings(c.Context, profile, c.Bool("force"))
	if errors.Is(err, fs.ErrExist) {
		return cli.Exit(settings.Name+" exists; --force replaces it", exitUsage)
	}
	if err != nil {
		return failed(c, err)
	}
	fmt.Fprintln(c.App.Writer, "wrote "+settings.Name)
	return nil
}

// readSettings reads the configuration for a path.
func readSettings(c *cli.Context, path string) (*settings.Settings, error) {
	o, err := options(c)
	if err != nil {
		return nil, err
	}
	o.Paths = []string{path}
	s, err := session.ReadSettings(o)
	return s, failed(c, err)
}

func configShow(c *cli.Context) error {
	path := "."
	switch c.NArg() {
	case 0:
	case 1:
		path = c.Args().First()
	default:
		return cli.Exit("config show takes one path", exitUsage)
	}
	if err := checkPaths(path); err != nil {
		return err
	}
	s, err := readSettings(c, path)
	if err != nil {
		return err
	}
	text, err := s.YAML(path)
	if err != nil {
		return failed(c, err)
	}
	from := "no configuration: these are the defaults"
	if s.File != nil {
		from = "from " + s.File.Path
	}
	_, err = fmt.Fprintf(c.App.Writer, "# %s\n%s", from, text)
	return failed(c, err)
}

func configVerify(c *cli.Context) error {
	paths := c.Args().Slice()
	if len(paths) == 0 {
		s, err := readSettings(c, ".")
		if err != nil {
			return err
		}
		if s.File == nil {
			fmt.Fprintln(c.App.Writer, "no configuration; the defaults apply")
			return nil
		}
		paths = []string{filepath.FromSlash(s.File.Path)}
	}
	if err := checkPaths(paths...); err != nil {
		return err
	}
	valid := true
	for _, path := range paths {
		problems, err := session.VerifySettings(path)
		if err != nil {
			fmt.Fprintln(c.App.ErrWriter, visible.Lines(err.Error()))
		}
		for _, problem := range problems {
			fmt.Fprintln(c.App.ErrWriter, visible.Lines(problem.String()))
		}
		valid = valid && err == nil && len(problems) == 0
	}
	if !valid {
		return cli.Exit("", exitUsage)
	}
	fmt.Fprintln(c.App.Writer, "the configuration is valid")
	return nil
}
