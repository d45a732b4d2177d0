package main

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/urfave/cli/v2"

	"github.com/hieralint/hieralint/internal/project"
	"github.com/hieralint/hieralint/internal/settings"
)

// configFlags are the flags that say where the configuration is.
func configFlags() []cli.Flag {
	return []cli.Flag{
		&cli.PathFlag{Name: "config", DefaultText: settings.Name + " in the folder that is checked or above", Usage: "read the configuration from `FILE`"},
		&cli.BoolFlag{Name: "no-config", Usage: "read no configuration"},
		&cli.StringFlag{Name: "profile", DefaultText: "recommended", Usage: "the `PROFILE` where the configuration names none: minimal, recommended or strict"},
	}
}

// settingsOf reads the configuration for some paths. What is wrong with it is written to standard
// error, a line for each mistake.
func settingsOf(c *cli.Context, paths []string) (*settings.Settings, error) {
	profile := settings.Recommended
	if name := c.String("profile"); name != "" {
		var ok bool
		if profile, ok = settings.ParseProfile(name); !ok {
			return nil, cli.Exit(fmt.Sprintf("--profile is minimal, recommended or strict, not `%s`", name), exitUsage)
		}
	}
	s, err := findSettings(c, paths, profile)
	if err != nil {
		return nil, refused(c, err)
	}
	if c.IsSet("puppet-version") {
		s.PuppetVersion = c.Int("puppet-version")
		if s.PuppetVersion != 7 && s.PuppetVersion != 8 {
			return nil, cli.Exit(fmt.Sprintf("--puppet-version is 7 or 8, not %d", s.PuppetVersion), exitUsage)
		}
	}
	return s, nil
}

// refused is the exit for a configuration that is not valid or cannot be read.
func refused(c *cli.Context, err error) error {
	var invalid *settings.InvalidError
	if errors.As(err, &invalid) {
		fmt.Fprintln(c.App.ErrWriter, invalid)
		return cli.Exit("nothing was checked, since the configuration is not valid", exitUsage)
	}
	return cli.Exit(err.Error(), exitUsage)
}

func findSettings(c *cli.Context, paths []string, profile settings.Profile) (*settings.Settings, error) {
	path, none := c.Path("config"), c.Bool("no-config")
	switch {
	case path != "" && none:
		return nil, errors.New("--config and --no-config contradict each other")
	case path != "":
		return settings.Load(path, profile)
	case none:
		dir, err := os.Getwd()
		return settings.Default(dir, profile), err
	default:
		return settings.Find(paths, profile)
	}
}

func configCommand() *cli.Command {
	return &cli.Command{
		Name:  "config",
		Usage: "write, show or check the configuration",
		Action: func(c *cli.Context) error {
			if c.NArg() > 0 {
				return cli.Exit(fmt.Sprintf("config has no command `%s`; it has init, show and verify", c.Args().First()), exitUsage)
			}
			return cli.ShowSubcommandHelp(c)
		},
		Subcommands: []*cli.Command{
			{
				Name:  "init",
				Usage: "write a configuration to start with",
				Description: "Writes " + settings.Name + " into the working directory, with all settings explained, and with the environments that were found,\n" +
					"as comments. hieralint needs none: without it the defaults count, and what is found.",
				Flags: []cli.Flag{
					&cli.StringFlag{Name: "profile", Value: "recommended", Usage: "the `PROFILE` it names: minimal, recommended or strict"},
					&cli.BoolFlag{Name: "force", Usage: "replace a configuration that is there"},
				},
				Action: configInit,
			},
			{
				Name:      "show",
				Usage:     "print the settings that hold for a path, with the severity of each rule",
				ArgsUsage: "[PATH]",
				Flags:     append(configFlags(), &cli.IntFlag{Name: "puppet-version", Hidden: true}),
				Action:    configShow,
			},
			{
				Name:      "verify",
				Usage:     "check the configuration, or the files that are named, without checking any data",
				ArgsUsage: "[FILE...]",
				Flags:     configFlags(),
				Action:    configVerify,
			},
		},
	}
}

func configInit(c *cli.Context) error {
	profile, ok := settings.ParseProfile(c.String("profile"))
	if !ok {
		return cli.Exit(fmt.Sprintf("--profile is minimal, recommended or strict, not `%s`", c.String("profile")), exitUsage)
	}
	found, err := foundEnvironments(c)
	if err != nil {
		return exitWith(err)
	}
	text, err := settings.Template(profile, found)
	if err != nil {
		return exitWith(err)
	}
	flag := os.O_CREATE | os.O_WRONLY | os.O_EXCL
	if c.Bool("force") {
		flag = os.O_CREATE | os.O_WRONLY | os.O_TRUNC
	}
	f, err := os.OpenFile(settings.Name, flag, 0o644) //nolint:gosec // a configuration is for others to read
	if errors.Is(err, os.ErrExist) {
		return cli.Exit("there is a "+settings.Name+" already; --force replaces it", exitUsage)
	}
	if err != nil {
		return exitWith(err)
	}
	_, err = f.Write(text)
	if err = errors.Join(err, f.Close()); err != nil {
		return exitWith(err)
	}
	fmt.Fprintln(c.App.Writer, "wrote "+settings.Name)
	return nil
}

// foundEnvironments are the environments in the working directory, as a configuration would say them.
func foundEnvironments(c *cli.Context) ([]*settings.Environment, error) {
	p, err := project.Load(c.Context, []string{"."}, project.Options{})
	if err != nil {
		return nil, err
	}
	var found []*settings.Environment
	for _, env := range p.Environments {
		root := cmp.Or(env.Global, env.Own)
		path, err := filepath.Rel(workingDirectory(), env.Dir)
		if env.Dir == "" || root == nil || err != nil {
			continue
		}
		found = append(found, &settings.Environment{
			Path: filepath.ToSlash(path), HieraConfig: root.Path, Datadirs: mappedDatadirs(root), Modulepath: env.ModuleDirs,
		})
	}
	return found, nil
}

// mappedDatadirs are the data directories of a hierarchy that lie elsewhere in the tree than it says, where that is plain: there is one
// of each.
func mappedDatadirs(root *project.Root) map[string]string {
	written := map[string]bool{}
	for _, level := range root.Config.Hierarchy {
		written[level.Datadir.Text] = true
	}
	if len(written) != 1 || len(root.Datadirs) != 1 {
		return nil
	}
	for text := range written {
		if at := filepath.ToSlash(filepath.Join(filepath.Dir(filepath.FromSlash(root.Path)), filepath.FromSlash(text))); at != root.Datadirs[0] {
			return map[string]string{text: root.Datadirs[0]}
		}
	}
	return nil
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
	s, err := settingsOf(c, []string{path})
	if err != nil {
		return err
	}
	text, err := s.YAML(path)
	if err != nil {
		return exitWith(err)
	}
	from := "no configuration: these are the defaults"
	if s.File != nil {
		from = "from " + s.File.Path
	}
	_, err = fmt.Fprintf(c.App.Writer, "# %s\n%s", from, text)
	return exitWith(err)
}

func configVerify(c *cli.Context) error {
	paths := c.Args().Slice()
	if len(paths) == 0 {
		s, err := settingsOf(c, []string{"."})
		if err != nil {
			return err
		}
		if s.File == nil {
			fmt.Fprintln(c.App.Writer, "there is no configuration; the defaults count")
			return nil
		}
		paths = []string{filepath.FromSlash(s.File.Path)}
	}
	wrong := 0
	for _, path := range paths {
		s, err := settings.Load(path, settings.Recommended)
		if err != nil {
			fmt.Fprintln(c.App.ErrWriter, err)
			wrong++
			continue
		}
		for _, problem := range slices.Concat(s.Missing(), s.Doubts()) {
			fmt.Fprintln(c.App.ErrWriter, problem)
			wrong++
		}
	}
	if wrong > 0 {
		return cli.Exit("", exitUsage)
	}
	fmt.Fprintln(c.App.Writer, "the configuration is valid")
	return nil
}
