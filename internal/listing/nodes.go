package listing

import (
	"context"
	"fmt"
	"io"
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
	Variables []nodes.Variable `json:"variables,omitempty"`
	// Files are the files that the nodes read, highest priority first.
	Files []string `json:"files"`
}

// FindNodes lists the nodes of a project, combining those that read the same files; with a file,
// only those that read it.
func FindNodes(ctx context.Context, p *nodes.Inventory, file string) ([]*Nodes, error) {
	all := []*Nodes{}
	for _, env := range p.Fleets {
		covering, err := env.Cover(ctx)
		if err != nil {
			return nil, err
		}
		known := map[string]*Nodes{}
		for _, n := range covering {
			group := &Nodes{Environment: env.Name(), Variables: n.Variables(), Files: []string{}}
			for _, doc := range n.Files() {
				if !slices.Contains(group.Files, doc.File.Path) { // several paths may lead to one file
					group.Files = append(group.Files, doc.File.Path)
				}
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

// WriteNodes writes nodes as text; with a file, those that read it.
func WriteNodes(w io.Writer, all []*Nodes, file string) error {
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
	switch {
	case len(all) > 0:
	case file != "":
		fmt.Fprintf(&b, "no node reads %s\n", visible.Text(file))
	default:
		b.WriteString("found no hierarchy, so there are no nodes to list\n")
	}
	return visible.WriteLines(w, b.String())
}

// maxNames is the maximum number of certnames in a title.
const maxNames = 8

func (n *Nodes) title() string {
	if len(n.Names) > 0 {
		return plural.Some(n.Names, maxNames)
	}
	return nodes.Describe(n.Variables)
}
