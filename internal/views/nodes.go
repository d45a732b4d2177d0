package views

import (
	"context"
	"fmt"
	"io"
	"path"
	"slices"
	"strings"

	"github.com/hieralint/hieralint/internal/nodes"
	"github.com/hieralint/hieralint/internal/plural"
	"github.com/hieralint/hieralint/internal/visible"
)

// Nodes are the nodes of an environment that read the same files.
type Nodes struct {
	// Environment is its directory, or the module that it was created for.
	Environment string `json:"environment"`
	// Names are the certnames of real nodes.
	Names []string `json:"names,omitempty"`
	// Variables are the known variables of a derived node.
	Variables []Variable `json:"variables,omitempty"`
	// Files are the files that the nodes read, highest priority first.
	Files []string `json:"files"`
}

// Variable is a variable of a derived node.
type Variable struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// MatchNodes returns a function that selects nodes by certname, with globs as patterns, or by the
// value of a variable: VARIABLE=VALUE.
func MatchNodes(patterns []string) (func(*nodes.Node) bool, error) {
	for _, pattern := range patterns {
		if _, err := path.Match(pattern, ""); err != nil {
			return nil, fmt.Errorf("invalid glob `%s`: %w", pattern, err)
		}
	}
	return func(n *nodes.Node) bool {
		return slices.ContainsFunc(patterns, func(pattern string) bool {
			if variable, value, ok := strings.Cut(pattern, "="); ok {
				found, known := n.Value(variable)
				return known && found == value
			}
			name := n.Name
			if name == "" {
				name, _ = n.Value("trusted.certname")
			}
			matches, err := path.Match(pattern, name)
			return matches && err == nil
		})
	}, nil
}

// FindNodes lists the nodes of a project, combining those that read the same files; with a file,
// only those that read it.
func FindNodes(ctx context.Context, p *nodes.Inventory, file string) ([]*Nodes, error) {
	all := []*Nodes{}
	for _, env := range p.Fleets {
		nodes, err := env.Cover(ctx)
		if err != nil {
			return nil, err
		}
		known := map[string]*Nodes{}
		for _, n := range nodes {
			group := derived(n)
			group.Environment, group.Files = env.Name(), []string{}
			for _, doc := range n.Files() {
				group.Files = append(group.Files, doc.File.Path)
			}
			if file != "" && !slices.Contains(group.Files, file) {
				continue
			}
			if n.Name == "" {
				all = append(all, group)
				continue
			}
			id := strings.Join(group.Files, "\x00")
			if known[id] == nil {
				known[id] = group
				all = append(all, group)
			}
			known[id].Names = append(known[id].Names, n.Name)
		}
		env.Release()
	}
	return all, nil
}

// derived returns the variables of a derived node.
func derived(n *nodes.Node) *Nodes {
	group := &Nodes{}
	for _, v := range n.Variables() {
		group.Variables = append(group.Variables, Variable(v))
	}
	return group
}

// WriteNodes writes nodes as text.
func WriteNodes(w io.Writer, all []*Nodes) error {
	var b strings.Builder
	environment := ""
	for i, n := range all {
		if n.Environment != environment || i == 0 {
			environment = n.Environment
			if i > 0 {
				b.WriteByte('\n')
			}
			count, kind := 0, "derived from the files"
			for _, other := range all {
				if other.Environment == environment {
					count += max(1, len(other.Names))
					if len(other.Names) > 0 {
						kind = "with facts"
					}
				}
			}
			fmt.Fprintf(&b, "%s: %s %s\n", visible.Text(environment), plural.Count(count, "node"), kind)
		}
		b.WriteString("\n  " + visible.Text(n.title()) + "\n")
		for _, f := range n.Files {
			b.WriteString("    " + visible.Text(f) + "\n")
		}
	}
	if len(all) == 0 {
		b.WriteString("no node reads it\n")
	}
	return writeText(w, b.String())
}

// maxNames is the maximum number of certnames in a title.
const maxNames = 8

func (n *Nodes) title() string {
	switch {
	case len(n.Names) > 0:
		return plural.Some(n.Names, maxNames)
	case len(n.Variables) == 0:
		return "any node"
	}
	texts := make([]string, len(n.Variables))
	for i, v := range n.Variables {
		texts[i] = v.Name + " = " + v.Value
		if v.Value == "" {
			texts[i] = "no " + v.Name
		}
	}
	return strings.Join(texts, ", ")
}
