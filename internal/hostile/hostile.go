// Package hostile makes trees that are meant to make hieralint hang, run out of memory or crash. It is for
// tests only.
package hostile

import (
	"slices"
	"strings"
)

// Tree is one hostile tree and the command that reads it.
type Tree struct {
	Name string
	// Files are the files of the tree, as package filetree writes them.
	Files map[string]string
	// Pipes are the paths of named pipes that nobody writes to, Sockets those of sockets.
	Pipes, Sockets []string
	// Script is a shell script that finishes the tree, run in it; "" for none.
	Script string
	// Nobody means that a user runs the command who may not read everything, even where the tests are run by root.
	Nobody bool
	// Stdin is what the command reads.
	Stdin string
	// Args are the command line, run in the tree.
	Args []string
	// Exit are the exit codes that are right.
	Exit []int
	// Says is a part of what the command must print; empty for anything.
	Says string
}

// Trees are all hostile trees.
func Trees() []Tree {
	return slices.Concat(Functions(), Files(), Data(), Types(), Hierarchies(), Code(), Settings(), Outputs(), Names(), Commands(), Patterns(), Kinds(), Editors(), Mistakes(), Reviews())
}

// anyFinding are the exit codes of a run that went through the whole tree, with or without a hierarchy.
var anyFinding = []int{0, 1, 4}

// lint is a tree that is linted.
func lint(name string, files map[string]string) Tree {
	return Tree{Name: name, Files: files, Args: []string{"lint", "--format", "json", "."}, Exit: anyFinding}
}

// unread is a tree of which something cannot be read.
func unread(t Tree) Tree {
	t.Exit = []int{3}
	return t
}

// data is a control repo with nothing but common.yaml.
func data(common string) map[string]string {
	return map[string]string{
		"environment.conf": "modulepath = modules\n",
		"hiera.yaml":       "version: 5\nhierarchy:\n  - name: common\n    path: common.yaml\n",
		"data/common.yaml": common,
	}
}

// with is files and more of them.
func with(files map[string]string, more ...string) map[string]string {
	for ; len(more) >= 2; more = more[2:] {
		files[more[0]] = more[1]
	}
	return files
}

// lines is what line writes for the numbers below n, one after the other.
func lines(n int, line func(b *strings.Builder, i int)) string {
	var b strings.Builder
	for i := range n {
		line(&b, i)
	}
	return b.String()
}
