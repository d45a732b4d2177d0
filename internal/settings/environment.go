package settings

import (
	"cmp"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"gopkg.in/yaml.v3"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/internal/rooted"
)

// Missing returns the files and directories in `environments` that do not exist, ordered by
// position. Without them, the entries would have no effect.
func (s *Settings) Missing() []*Problem {
	r := &reader{file: s.File, dir: s.Dir, dates: map[*data.Node]bool{}}
	for _, e := range s.Environments {
		r.exists(child(e.node, "path"), e.Path, true)
		r.exists(child(e.node, "hiera_config"), e.HieraConfig, false)
		if datadirs := child(e.node, "datadirs"); datadirs != nil {
			for name, dir := range e.Datadirs {
				r.exists(child(datadirs, name), dir, true)
			}
		}
		if modulepath := child(e.node, "modulepath"); modulepath != nil {
			for i, dir := range e.Modulepath {
				r.exists(resolve(modulepath.Children[i]), dir, true)
			}
		}
	}
	slices.SortFunc(r.problems, func(a, b *Problem) int { return cmp.Compare(a.Span.Start, b.Span.Start) })
	return r.problems
}

// exists reports a file or directory that does not exist.
func (r *reader) exists(n *data.Node, path string, dir bool) {
	if n == nil || path == "" {
		return
	}
	what := "file"
	if dir {
		what = "directory"
	}
	if info, err := os.Stat(path); err != nil || info.IsDir() != dir {
		r.fail(n, "no "+what+" `"+n.Text()+"`", "paths are relative to the directory of the configuration")
	}
}

// moved returns the environment for a copy of the tree, in which to replaces from.
func (e *Environment) moved(from, to string) *Environment {
	move := func(path string) string {
		relative, ok := rooted.Rel(from, path)
		if !ok || path == "" {
			return path
		}
		return filepath.Join(to, relative)
	}
	moved := &Environment{Path: move(e.Path), HieraConfig: move(e.HieraConfig), Datadirs: map[string]string{}, node: e.node}
	for written, dir := range e.Datadirs {
		moved.Datadirs[written] = move(dir)
	}
	for _, dir := range e.Modulepath {
		moved.Modulepath = append(moved.Modulepath, move(dir))
	}
	return moved
}

// listOf returns environments in the form of a configuration.
func listOf(environments []*Environment) (string, error) {
	n := &yaml.Node{Kind: yaml.SequenceNode}
	for _, e := range environments {
		fields := writeFields(environmentTable, &e)
		if len(e.Modulepath) == 0 {
			fields.Content = slices.DeleteFunc(fields.Content, func(n *yaml.Node) bool { return n.Value == "modulepath" || n.Kind == yaml.SequenceNode })
		}
		n.Content = append(n.Content, fields)
	}
	text, err := encode(n)
	return "\n  " + strings.ReplaceAll(strings.TrimSpace(string(text)), "\n", "\n  "), err
}
