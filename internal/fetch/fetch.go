// Package fetch writes data about real nodes, from PuppetDB or from files of other programs, to a directory for
// `--facts`.
//
// It selects what is kept of a node (select.go) and keeps the directory up to date (directory.go). Package puppetdb
// queries PuppetDB, and package facts reads files.
package fetch

import (
	"context"
	"errors"
	"fmt"
	"iter"

	"github.com/hieralint/hieralint/engine/facts"
	"github.com/hieralint/hieralint/engine/pp"
	"github.com/hieralint/hieralint/internal/puppetdb"
	"github.com/hieralint/hieralint/internal/runner"
	"github.com/hieralint/hieralint/internal/session"
)

// Options describe the source of the nodes, what is kept, and the destination.
type Options struct {
	// Server is a PuppetDB, and Query a PQL query that selects nodes, or "" for all.
	Server puppetdb.Config
	Query  string
	// From is a file or directory with facts and classifications to read instead of a server, or "".
	From string
	// Into is the directory.
	Into string
	// All keeps everything about nodes except sensitive values. Otherwise, what the workspace uses is kept, and Facts,
	// which are names such as `os.family`.
	All   bool
	Facts []string
	// Progress shows the progress.
	Progress runner.Progress
}

// ServerError is an error of a server, or in its data.
type ServerError struct{ Err error }

func (e *ServerError) Error() string { return e.Err.Error() }

func (e *ServerError) Unwrap() error { return e.Err }

// Run brings the directory up to date.
func Run(ctx context.Context, w *session.Workspace, o *Options) (*Summary, error) {
	dir, err := openDirectory(o.Into)
	if err != nil {
		return nil, err
	}
	var nodes iter.Seq2[*facts.Node, error]
	if o.From != "" {
		nodes, err = local(ctx, w, o)
	} else {
		nodes, err = remote(ctx, o)
	}
	if err != nil {
		return nil, err
	}
	o.Progress.Phase("find the facts that the data uses", 0)
	s, err := newSelection(ctx, w, o)
	if err != nil {
		return nil, err
	}
	for n, err := range nodes {
		if err != nil {
			return nil, err
		}
		if err := dir.write(n.Certname, s.file(n)); err != nil {
			return nil, err
		}
		if n.Classes == nil {
			dir.summary.WithoutClasses++
		}
		o.Progress.Step(1)
	}
	if dir.summary.Nodes == 0 {
		return nil, &ServerError{errors.New("no node was returned, although there are nodes; nothing was changed")}
	}
	dir.summary.Facts, dir.summary.All = s.facts, o.All
	return &dir.summary, dir.removeOthers()
}

// remote returns the nodes of a PuppetDB.
func remote(ctx context.Context, o *Options) (iter.Seq2[*facts.Node, error], error) {
	client, err := puppetdb.New(&o.Server)
	if err != nil {
		return nil, &ServerError{err}
	}
	o.Progress.Phase("query PuppetDB", 0)
	names, err := client.Certnames(ctx, o.Query)
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case err != nil:
		return nil, &ServerError{err}
	case len(names) == 0 && o.Query != "":
		return nil, &ServerError{errors.New("no active node with facts matches the query; nothing was changed")}
	case len(names) == 0:
		return nil, &ServerError{errors.New("PuppetDB has no active nodes with facts; nothing was changed")}
	}
	return func(yield func(*facts.Node, error) bool) {
		o.Progress.Phase("fetch nodes", len(names))
		for n, err := range client.Nodes(ctx, names) {
			var node *facts.Node
			switch {
			case ctx.Err() != nil:
				err = ctx.Err()
			case err != nil:
				err = &ServerError{err}
			default:
				node, err = parse(n)
			}
			if !yield(node, err) || err != nil {
				return
			}
		}
	}, nil
}

// parse converts a node from PuppetDB.
func parse(n *puppetdb.Node) (*facts.Node, error) {
	read, err := facts.Parse("PuppetDB: "+n.Certname+".json", n.Inventory)
	if err != nil {
		return nil, &ServerError{err}
	}
	node := read[0]
	node.Certname = n.Certname
	if n.HasCatalog {
		node.Classes = []string{}
	}
	for _, title := range n.Classes {
		node.Classes = append(node.Classes, pp.LowerName(title))
	}
	return node, nil
}

// local returns the nodes in files. Several files may describe the same node: one with its facts, and one from a
// classifier.
func local(ctx context.Context, w *session.Workspace, o *Options) (iter.Seq2[*facts.Node, error], error) {
	read, err := facts.Read(ctx, o.From, w.Settings().MaxFileSize)
	if err != nil {
		return nil, fmt.Errorf("--from: %w", err)
	}
	byName := map[string]*facts.Node{}
	var nodes []*facts.Node
	for _, n := range read {
		if known := byName[n.Certname]; known != nil {
			merge(known, n)
			continue
		}
		byName[n.Certname] = n
		nodes = append(nodes, n)
	}
	return func(yield func(*facts.Node, error) bool) {
		o.Progress.Phase("read nodes", len(nodes))
		for _, n := range nodes {
			if !yield(n, ctx.Err()) {
				return
			}
		}
	}, nil
}

// merge adds the content of another file to a node. As in Puppet, the environment from a classifier takes precedence
// over the one in facts.
func merge(into, n *facts.Node) {
	if n.Facts.Len() > 0 {
		into.Facts = n.Facts
	}
	if n.Trusted != nil {
		into.Trusted = n.Trusted
	}
	classifies := n.Vars != nil || n.Classes != nil
	if n.Environment != "" && (classifies || into.Environment == "") {
		into.Environment = n.Environment
	}
	if n.Vars != nil {
		into.Vars = n.Vars
	}
	if n.Classes != nil {
		into.Classes = n.Classes
	}
}
