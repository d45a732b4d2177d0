// Command newrule writes what a new rule begins with: its file, documentation, test and entry in the list of rules. All of it
// compiles, and the test fails until the rule reports its defect.
//
//	go run ./internal/cmd/newrule [-family FAMILY] NAME
package main

import (
	"flag"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"github.com/hieralint/hieralint/rules"
)

func main() {
	family := flag.String("family", "", "the `FOLDER` below rules; without it that of the rules whose names begin with the same word")
	flag.Usage = func() {
		fmt.Fprintln(flag.CommandLine.Output(), "usage: go run ./internal/cmd/newrule [-family FAMILY] NAME")
		flag.PrintDefaults()
	}
	flag.Parse()
	if flag.NArg() != 1 {
		flag.Usage()
		os.Exit(2)
	}
	if err := write(os.Stdout, *family, flag.Arg(0)); err != nil {
		fmt.Fprintln(os.Stderr, "newrule:", err)
		os.Exit(1)
	}
}

// write writes the files of the rule to the repository, which is the working directory, and prints their names to w.
func write(w io.Writer, family, name string) error {
	list, err := os.ReadFile(listFile)
	if err != nil {
		return fmt.Errorf("run it in the top folder of the repository: %w", err)
	}
	r, err := newRule(list, rules.All(), family, name)
	if err != nil {
		return err
	}
	files, err := r.files(list)
	if err != nil {
		return err
	}
	for _, path := range slices.Sorted(maps.Keys(files)) {
		if err := os.WriteFile(filepath.FromSlash(path), files[path], 0o644); err != nil { //nolint:gosec // source is for everyone to read
			return err
		}
		fmt.Fprintln(w, path)
	}
	fmt.Fprintf(w, "\n%s is a rule that reports nothing yet: `go test ./rules/%s -run Test%s` fails.\n", r.ID, r.Family, r.Variable)
	return nil
}
