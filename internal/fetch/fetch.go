// Package fetch writes what is known of real nodes into a directory that `--facts` reads: what PuppetDB has of them, or what files
// of other programs say.
//
// It decides what of a node is kept (select.go) and keeps the directory up to date (directory.go). Talking to PuppetDB is the
// business of package puppetdb, reading files that of package facts.
package fetch

import (
	"context"
	"errors"
	"fmt"
	"iter"

	"github.com/hieralint/hieralint/engine/facts"
	"github.com/hieralint/hieralint/internal/puppetdb"
	"github.com/hieralint/hieralint/internal/runner"
	"github.com/hieralint/hieralint/internal/session"
)

// Options say where nodes come from, what of them is kept, and where it goes.
type Options struct {
	// Server is a PuppetDB, and Query its nodes that count, in PQL; "" for all.
	Server puppetdb.Config
	Query  string
	// From is a file or directory with facts and classifications, in the place of a server; "" for none.
	From string
	// Into is the directory.
	Into string
	// All keeps all that is known of nodes, but what is sensitive. Otherwise that is what the workspace asks for, and Facts, which
	// are names such as `os.family`.
	All   bool
	Facts []string
	// Progress shows how far it is.
	Progress runner.Progress
}

// ServerError is an error of a server, or in what is known of it.
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
	o.Progress.Phase("find out which facts the data asks for", 0)
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
	dir.summary.Facts, dir.summary.All = s.facts, o.All
	return &dir.summary, dir.removeOthers()
}

// remote are the nodes of a PuppetDB.
func remote(ctx context.Context, o *Options) (iter.Seq2[*facts.Node, error], error) {
	client, err := puppetdb.New(&o.Server)
	if err != nil {
		return nil, &ServerError{err}
	}
	o.Progress.Phase("ask PuppetDB for its nodes", 0)
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

// parse reads what PuppetDB has of a node.
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
		node.Classes = append(node.Classes, facts.ClassName(title))
	}
	return node, nil
}

// local are the nodes in files. Several files may say something of one node: its facts, and what a classifier says of it.
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

// merge adds to a node what another file says of it. The environment of a classifier counts more than that in facts, as for Puppet.
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
