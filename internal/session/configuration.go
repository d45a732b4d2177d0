package session

import (
	"cmp"
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/hieralint/hieralint/engine/config"
	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/discovery"
	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/project"
	"github.com/hieralint/hieralint/internal/settings"
	"github.com/hieralint/hieralint/internal/wholefile"
)

// ReadSettings reads the configuration for the paths of a workspace. Errors are UsageErrors.
func ReadSettings(o *Options) (*settings.Settings, error) {
	s, err := readSettings(o, nil)
	if err != nil {
		return nil, &UsageError{err}
	}
	return s, nil
}

func readSettings(o *Options, buffers map[string][]byte) (s *settings.Settings, err error) {
	finder := settings.Finder{Profile: o.Profile, Buffers: buffers, Absolute: o.Dir != ""}
	name, text := openConfiguration(o.Paths, buffers)
	switch {
	case name != "": // it is checked by reading it, even if another one is used
		s, err = settings.Parse(source.New(filepath.ToSlash(name), text), name, o.Profile)
	case o.Config != "":
		s, err = finder.Load(o.Config)
	case o.NoConfig:
		var dir string
		if dir = o.Dir; dir == "" {
			dir, err = os.Getwd()
		}
		s = settings.Default(dir, o.Profile)
	default:
		s, err = finder.Find(o.Paths)
	}
	if err != nil {
		return nil, err
	}
	if o.PuppetVersion != 0 {
		s.PuppetVersion = o.PuppetVersion
	}
	if o.MinSeverity != 0 && o.MinSeverity < s.MinSeverity {
		s.MinSeverity = o.MinSeverity
	}
	s.Selection = o.Selection
	return s, nil
}

// openConfiguration returns the first of the paths that is a configuration in a buffer; "" if there
// is none.
func openConfiguration(paths []string, buffers map[string][]byte) (path string, text []byte) {
	for _, path := range paths {
		if !settings.IsConfiguration(path) {
			continue
		}
		if abs, err := filepath.Abs(path); err == nil {
			if text, ok := buffers[abs]; ok {
				return path, text
			}
		}
	}
	return "", nil
}

// VerifySettings returns the mistakes in a configuration: those that make it invalid or, if there
// are none, those that are probably unintended. It returns an error if the file cannot be read.
func VerifySettings(path string) ([]*settings.Problem, error) {
	s, err := settings.Finder{}.Load(path)
	var invalid *settings.InvalidError
	switch {
	case errors.As(err, &invalid):
		return invalid.Problems, nil
	case err != nil:
		return nil, err
	}
	return slices.Concat(s.Missing(), s.Doubts()), nil
}

// WriteSettings writes an initial configuration, with the environments found there, to the working
// directory. Unless replace is set, an existing one is an error, fs.ErrExist.
func WriteSettings(ctx context.Context, profile settings.Profile, replace bool) error {
	found, unusual, err := findEnvironments(ctx)
	if err != nil {
		return err
	}
	text, err := settings.Template(profile, found, unusual)
	if err != nil {
		return err
	}
	if _, err := os.Lstat(settings.Name); err == nil && !replace {
		return &fs.PathError{Op: "open", Path: settings.Name, Err: fs.ErrExist}
	}
	return wholefile.Write(settings.Name, text, 0o644)
}

// findEnvironments returns the environments in the working directory in the form of a
// configuration. unusual reports that a hierarchy or its data is not where Puppet looks for it by
// default.
func findEnvironments(ctx context.Context) (found []*settings.Environment, unusual bool, err error) {
	p, err := discovery.Load(ctx, []string{"."}, discovery.Options{})
	if err != nil {
		return nil, false, err
	}
	for _, env := range p.Environments {
		root := cmp.Or(env.Global, env.Own)
		path, err := filepath.Rel(workingDirectory(), env.Dir)
		if env.Dir == "" || root == nil || err != nil {
			continue
		}
		datadirs := mappedDatadirs(root)
		unusual = unusual || env.Global != nil || datadirs != nil
		found = append(found, &settings.Environment{
			Path: filepath.ToSlash(path), HieraConfig: root.Path, Datadirs: datadirs, Modulepath: env.ModuleDirs,
		})
	}
	return found, unusual, nil
}

// mappedDatadirs returns the data directories of a hierarchy that are elsewhere in the tree, if the
// mapping is clear: there is one of each.
func mappedDatadirs(root *project.Root) map[string]string {
	written := lists.Distinct(lists.Map(root.Config.Hierarchy, func(level *config.Level) string { return level.Datadir.Text }))
	if len(written) != 1 || len(root.Datadirs) != 1 {
		return nil
	}
	if at := filepath.ToSlash(filepath.Join(filepath.Dir(filepath.FromSlash(root.Path)), filepath.FromSlash(written[0]))); at != root.Datadirs[0] {
		return map[string]string{written[0]: root.Datadirs[0]}
	}
	return nil
}
