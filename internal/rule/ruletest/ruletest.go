// Package ruletest runs rules on small trees, for their tests.
package ruletest

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/discovery"
	"github.com/hieralint/hieralint/internal/filetree"
	"github.com/hieralint/hieralint/internal/rule"
	"github.com/hieralint/hieralint/internal/runner"
	"github.com/hieralint/hieralint/internal/settings"
	"github.com/hieralint/hieralint/rules"
)

// Check returns the findings of all rules in a tree.
func Check(t *testing.T, dir string) []diagnostic.Diagnostic {
	t.Helper()
	p, err := discovery.Load(context.Background(), []string{dir}, discovery.Options{})
	if err != nil {
		t.Fatal(err)
	}
	configured, err := settings.Finder{}.Find([]string{dir})
	if err != nil {
		t.Fatal(err)
	}
	result, err := runner.Run(context.Background(), p, runner.Options{Rules: rules.All(), PuppetVersion: 8, Settings: configured})
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range result.Crashes {
		t.Errorf("%v\n%s", f, f.Cause.Stack)
	}
	return result.Diagnostics
}

// Place returns the path and line of a finding.
func Place(dir string, d diagnostic.Diagnostic) string {
	path, err := filepath.Rel(dir, d.File.Path)
	if err != nil {
		path = d.File.Path
	}
	return fmt.Sprintf("%s:%d", filepath.ToSlash(path), d.File.Pos(d.Span.Start).Line)
}

// RoleLevels is a hiera.yaml with a level for nodes, one for roles, and a common one.
const RoleLevels = "version: 5\nhierarchy:\n  - {name: Nodes, path: \"nodes/%{trusted.certname}.yaml\"}\n  - {name: Roles, path: \"role/%{facts.role}.yaml\"}\n  - {name: Common, path: common.yaml}\n"

// Strict returns a tree that is checked with the strict profile.
func Strict(files map[string]string) map[string]string {
	tree := map[string]string{".hieralint.yaml": "profile: strict\n"}
	maps.Copy(tree, files)
	return tree
}

// Roles returns a tree with the hierarchy RoleLevels.
func Roles(files map[string]string) map[string]string {
	tree := map[string]string{"hiera.yaml": RoleLevels}
	maps.Copy(tree, files)
	return tree
}

// want matches a comment with the expected findings on its line. Each is a regular expression for
// the message, after an optional severity: # want error "…" "…". Without any, one finding with any
// message is expected: # want.
var want = regexp.MustCompile(`\s*# want((?:\s+(?:(?:error|warning|note)\s+)?"[^"]*")*)$`)

var wantOne = regexp.MustCompile(`(?:(error|warning|note)\s+)?"([^"]*)"`)

// Run writes the files without their # want comments, checks them with all rules, and compares the
// findings of the checked rule with the comments. It returns the findings.
func Run(t *testing.T, checked *rule.Rule, files map[string]string) []diagnostic.Diagnostic {
	t.Helper()
	type expectation struct {
		place, severity string
		message         *regexp.Regexp
	}
	var expected []expectation
	clean := map[string]string{}
	if _, ok := files["hiera.yaml"]; !ok {
		clean["hiera.yaml"] = "version: 5\n"
	}
	for name, text := range files {
		lines := strings.Split(text, "\n")
		for i, line := range lines {
			m := want.FindStringSubmatchIndex(line)
			if m == nil {
				continue
			}
			all := wantOne.FindAllStringSubmatch(line[m[2]:], -1)
			if all == nil {
				all = [][]string{{2: ""}}
			}
			for _, one := range all {
				expected = append(expected, expectation{fmt.Sprintf("%s:%d", name, i+1), one[1], regexp.MustCompile(one[2])})
			}
			lines[i] = line[:m[0]]
		}
		clean[name] = strings.Join(lines, "\n")
	}
	dir := filetree.Write(t, clean)
	var found []diagnostic.Diagnostic
	for _, d := range Check(t, dir) {
		if d.Rule != checked.Descriptor() {
			continue
		}
		found = append(found, d)
		at := Place(dir, d)
		i := slices.IndexFunc(expected, func(e expectation) bool {
			return e.place == at && cmp.Or(e.severity, d.Severity.String()) == d.Severity.String() && e.message.MatchString(d.Message)
		})
		if i < 0 {
			t.Errorf("%s: unexpected finding: %s: %s", at, d.Severity, d.Message)
			continue
		}
		expected = slices.Delete(expected, i, i+1)
	}
	for _, e := range expected {
		t.Errorf("%s: no finding matches %q (%s)", e.place, e.message, e.severity)
	}
	return found
}

// RunAll runs a rule on each of the trees.
func RunAll(t *testing.T, checked *rule.Rule, trees map[string]map[string]string) {
	t.Helper()
	for name, files := range trees {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			Run(t, checked, files)
		})
	}
}

// Fixes runs a rule on data files with one finding each, and compares the result of its only fix,
// or "" if none is expected.
func Fixes(t *testing.T, checked *rule.Rule, safe bool, fixed map[string]string) {
	t.Helper()
	for text, want := range fixed {
		found := Run(t, checked, Common(text))
		switch {
		case len(found) != 1 || len(found[0].Fixes) > 1 || len(found[0].Fixes) > 0 != (want != ""):
			t.Errorf("%q: want one finding with at most one fix, got %v", text, found)
		case want != "" && (Apply(found[0].Fixes[0]) != want || found[0].Fixes[0].Safe != safe):
			t.Errorf("%q: fixed (safe: %t): %q", text, found[0].Fixes[0].Safe, Apply(found[0].Fixes[0]))
		}
	}
}

// Common returns a tree with a single data file.
func Common(text string) map[string]string { return map[string]string{"data/common.yaml": text} }

// Apply returns the text of the data file after a fix.
func Apply(fix diagnostic.Fix) string {
	file := fix.Edits[0].File
	return string(diagnostic.Apply(file, source.Span{End: len(file.Text)}, fix.Edits))
}

// Underlined returns the text that a finding points at.
func Underlined(d diagnostic.Diagnostic) string { return string(d.File.Slice(d.Span)) }

// Marked returns text with a comment at the end of its last line that expects a finding.
func Marked(text, finding string) string {
	return strings.TrimSuffix(text, "\n") + " # want " + finding + "\n"
}

// Typed returns a tree with data for a class whose parameter x has a type.
func Typed(typ, text string) map[string]string {
	return map[string]string{"modules/app/manifests/init.pp": "class app(" + typ + ") { }\n", "data/common.yaml": text}
}
