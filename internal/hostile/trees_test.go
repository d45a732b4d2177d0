// Package hostile generates trees that try to make hieralint hang, run out of memory, or crash. It is only for tests.
package hostile

import (
	"slices"
	"strings"
)

// tree is a hostile tree and the command that reads it.
type tree struct {
	Name string
	// Files are the files of the tree, as package filetree writes them.
	Files map[string]string
	// Pipes are the paths of named pipes without a writer, and Sockets those of sockets.
	Pipes, Sockets []string
	// Script is a shell script that completes the tree, or "".
	Script string
	// Nobody means that the command runs as a user who may not read everything, even if root runs the tests.
	Nobody bool
	// Stdin is the standard input of the command. Messages are sent to the language server
	// instead, with $DIR for the URI of the tree.
	Stdin    string
	Messages []string
	// Under is a command that runs hieralint, such as `timeout`; "" for none.
	Under string
	// Env are additional environment variables, as in os.Environ.
	Env []string
	// Args is the command line, which runs in the tree.
	Args []string
	// Exit are the accepted exit codes.
	Exit []int
	// Says is a part of the expected output, or "" for any output.
	Says string
	// IsSafe means that the output has no characters that control a terminal or reorder text.
	IsSafe bool
}

// allTrees returns all hostile trees.
func allTrees() []tree {
	return slices.Concat(functions(), specialFiles(), largeData(), types(), hierarchies(), code(), settings(), outputs(), names(), commands(), patterns(), kinds(), editors(), mistakes(), reviews(), limited(), growing(), wide(), crafted(), needing(), suppressed(), numerous(), meeting(), repeated(), numbers(), manyFacts(), mistyped(), optioned(), coded(), configured(), edited(), watched(), versions(), encrypted(), jsons(), unicodes(), long(), sparse(), odd(), states(), asked(), rooted(), described())
}

// anyFinding are the exit codes of a complete run, with or without a hierarchy.
var anyFinding = []int{0, 1, 4}

// lint returns a tree that is linted.
func lint(name string, files map[string]string) tree {
	return tree{Name: name, Files: files, Args: []string{"lint", "--format", "json", "."}, Exit: anyFinding}
}

// unread returns a tree with something unreadable.
func unread(t tree) tree {
	t.Exit = []int{3}
	return t
}

// data returns a control repo with a common.yaml only.
func data(common string) map[string]string {
	return map[string]string{
		"environment.conf": "modulepath = modules\n",
		"hiera.yaml":       "version: 5\nhierarchy:\n  - name: common\n    path: common.yaml\n",
		"data/common.yaml": common,
	}
}

// with returns files with additional ones.
func with(files map[string]string, more ...string) map[string]string {
	for ; len(more) >= 2; more = more[2:] {
		files[more[0]] = more[1]
	}
	return files
}

// lines concatenates what line writes for the numbers below n.
func lines(n int, line func(b *strings.Builder, i int)) string {
	var b strings.Builder
	for i := range n {
		line(&b, i)
	}
	return b.String()
}

// repeat returns a line n times, with the number of each copy for `#`.
func repeat(n int, line string) string {
	return lines(n, func(b *strings.Builder, i int) { b.WriteString(strings.ReplaceAll(line, "#", itoa(i))) })
}
