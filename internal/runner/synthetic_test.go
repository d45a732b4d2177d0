package runner_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/filetree"
	"github.com/hieralint/hieralint/internal/reference"
	"github.com/hieralint/hieralint/internal/runner"
	"github.com/hieralint/hieralint/report"
	"github.com/hieralint/hieralint/rules"
)

// seeds returns the range of seeds for a test: the first of n, or those of $HIERALINT_TEST_SEEDS,
// such as 1000-2000.
func seeds(t testing.TB, n uint64) (from, to uint64) {
	t.Helper()
	text := os.Getenv("HIERALINT_TEST_SEEDS")
	if text == "" {
		return 0, uint64(reference.Cases(int(n)))
	}
	first, last, _ := strings.Cut(text, "-")
	from, err := strconv.ParseUint(first, 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	if to, err = strconv.ParseUint(last, 10, 64); err != nil {
		to = from + 1
	}
	return from, to
}

// write writes a tree to disk. If $HIERALINT_TEST_KEEP_TREE is set, it also keeps a copy in that
// directory.
func write(t testing.TB, tree map[string]string) string {
	t.Helper()
	dir := filetree.Write(t, tree)
	if keep := os.Getenv("HIERALINT_TEST_KEEP_TREE"); keep != "" {
		if err := os.CopyFS(filepath.Join(keep, t.Name(), filepath.Base(dir)), os.DirFS(dir)); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// TestSyntheticClean lints repos without defects, on derived and on real nodes: there must be no
// findings.
func TestSyntheticClean(t *testing.T) {
	from, to := seeds(t, 300)
	for seed := from; seed < to; seed++ {
		s := newSite(seed)
		dir := write(t, s.tree())
		p := load(t, dir)
		for _, o := range []runner.Options{{}, {Nodes: s.nodes(t)}} {
			result := run(t, p, o)
			if all := lines(dir, result); len(all) > 0 {
				t.Errorf("seed %d, %d real nodes:\n%s", seed, len(o.Nodes), strings.Join(all, "\n"))
			}
			for _, crash := range result.Crashes {
				t.Errorf("seed %d: %v\n%s", seed, crash, crash.Cause.Stack)
			}
		}
	}
}

// TestSyntheticDefects plants one defect in a clean repo: the rule must report it, and there must
// be no unrelated error.
func TestSyntheticDefects(t *testing.T) {
	from, to := seeds(t, 8)
	tally := map[string][2]int{}
	for i, defect := range defects {
		t.Run(defect.rule, func(t *testing.T) {
			for seed := from; seed < to; seed++ {
				d := newDamage(seed*uint64(len(defects))+uint64(i), defect.plant)
				if len(d.wants) == 0 || d.hasUnseenLevel() && slices.Contains(needEverything, defect.rule) {
					continue
				}
				dir := write(t, d.tree)
				result := run(t, load(t, dir), runner.Options{Settings: d.settings(t, dir, defect.rule)})
				count := tally[defect.rule]
				count[0]++
				if problems := d.missed(dir, defect, result); len(problems) > 0 {
					t.Errorf("seed %d, %s:\n\t%s\nfound:\n\t%s", seed, defect.rule, strings.Join(problems, "\n\t"), strings.Join(lines(dir, result), "\n\t"))
					count[1]++
				}
				tally[defect.rule] = count
			}
		})
	}
	for _, rule := range rules.All() {
		switch count, found := tally[rule.Name]; {
		case found:
			t.Logf("%-36s %3d of %3d", rule.Name, count[0]-count[1], count[0])
		case !slices.Contains(notPlanted, rule.Name) && !slices.ContainsFunc(defects, func(d defect) bool { return d.rule == rule.Name }):
			t.Errorf("no defect for %s", rule.Name)
		}
	}
}

// needEverything are rules that report nothing if a level uses a function, which may have any key.
var needEverything = []string{"interpolation-missing-key", "redundant-override", "lookup-options-unmatched", "missing-required-data", "missing-merge-behavior", "unused-key", "orphan-data-file", "lookup-missing-key"}

// onRequest are rules whose planted findings are only reported in the strict profile.
var onRequest = []string{"missing-merge-behavior", "null-hides-lower-value"}

// notPlanted are rules about files whose defect is not in their text, and about valid
// configurations of older versions.
var notPlanted = []string{"eyaml-private-key", "file-unreadable", "hiera-config-deprecated", "top-scope-fact"}

// missed returns the expected findings that are missing, and the errors that no defect explains.
func (d *damage) missed(dir string, planted defect, result *runner.Result) []string {
	var problems []string
	for _, w := range d.wants {
		if !slices.ContainsFunc(result.Diagnostics, func(f diagnostic.Diagnostic) bool {
			return f.Rule.Name == planted.rule && f.File.Path == filepath.ToSlash(filepath.Join(dir, w.path)) && slices.Contains(w.lines, f.File.Pos(f.Span.Start).Line)
		}) {
			problems = append(problems, fmt.Sprintf("not found: %s:%d", w.path, w.lines))
			for _, n := range w.lines[:min(2, len(w.lines))] {
				if all := strings.Split(d.tree[w.path], "\n"); n <= len(all) {
					problems = append(problems, "\t"+all[n-1])
				}
			}
		}
	}
	for _, f := range result.Diagnostics {
		same := slices.ContainsFunc(d.wants, func(w want) bool {
			return f.File.Path == filepath.ToSlash(filepath.Join(dir, w.path)) && slices.Contains(w.lines, f.File.Pos(f.Span.Start).Line)
		})
		if f.Severity == diagnostic.Error && f.Rule.Name != planted.rule && !same && !slices.Contains(planted.leadsTo, f.Rule.Name) {
			problems = append(problems, "an error elsewhere: "+f.Message+" ["+f.Rule.Name+"]")
		}
	}
	for _, crash := range result.Crashes {
		problems = append(problems, crash.Error())
	}
	return problems
}

// TestSyntheticDeterminism checks that the report of repos with many defects does not depend on the
// number of workers.
func TestSyntheticDeterminism(t *testing.T) {
	from, to := seeds(t, 12)
	for seed := from; seed < to; seed++ {
		s := newSite(seed)
		tree := s.tree()
		s.damage(tree, 25)
		dir := write(t, tree)
		var first []string
		for _, workers := range []int{1, 4, 3} {
			p := load(t, dir)
			result := run(t, p, runner.Options{Workers: workers})
			for i, format := range []string{"text", "json", "sarif", "compact"} {
				text := reported(t, dir, p.Checked(), result, format)
				switch {
				case workers == 1:
					first = append(first, text)
				case text != first[i]:
					t.Errorf("seed %d: %s differs with %d workers", seed, format, workers)
				}
			}
		}
	}
}

// reported returns the report of a run in a format.
func reported(t *testing.T, dir string, files int, result *runner.Result, format string) string {
	t.Helper()
	f, ok := report.Find(format)
	if !ok {
		t.Fatalf("no format %s", format)
	}
	var b strings.Builder
	r := &report.Report{
		Diagnostics: result.Diagnostics, Rules: rules.Descriptors(), Dir: dir,
		Summary: report.Count(files, result.Diagnostics),
	}
	r.Summary.NotSeen = result.NotSeen
	if err := f.Write(&b, r, report.Options{}); err != nil {
		t.Fatal(err)
	}
	return b.String()
}
