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

// seeds are those of the synthetic repos that a test makes: a part of the first n, or those that
// $HIERALINT_TEST_SEEDS names, as 1000-2000.
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

// write puts a tree on the disk. $HIERALINT_TEST_KEEP_TREE is a folder for copies that stay, to look at.
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

// TestSyntheticClean lints repos in which nothing is wrong: nothing may be reported, on nodes that are derived from the
// tree as on real ones.
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

// TestSyntheticDefects breaks clean repos in one way each: the rule has to find it where it is, and no error may be
// reported that has nothing to do with it.
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
			t.Errorf("no defect is planted for %s", rule.Name)
		}
	}
}

// needEverything are rules that say nothing where a level is served by a function: it may have any key.
var needEverything = []string{"interpolation-missing-key", "redundant-override", "lookup-options-unmatched", "missing-required-data", "missing-merge-behavior", "unused-key", "orphan-data-file", "lookup-missing-key"}

// onRequest are rules whose planted findings are reported in the strict profile only.
var onRequest = []string{"missing-merge-behavior", "null-hides-lower-value"}

// notPlanted are rules about what files of plain text cannot have, and about valid configurations of another version.
var notPlanted = []string{"file-unreadable", "hiera-config-deprecated", "top-scope-fact"}

// missed returns which wanted findings are not there, and which errors are there that belong to no defect.
func (d *damage) missed(dir string, planted defect, result *runner.Result) []string {
	var problems []string
	for _, w := range d.wants {
		if !slices.ContainsFunc(result.Diagnostics, func(f diagnostic.Diagnostic) bool {
			return f.Rule.Name == planted.rule && f.File.Path == filepath.Join(dir, w.path) && slices.Contains(w.lines, f.File.Pos(f.Span.Start).Line)
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
			return f.File.Path == filepath.Join(dir, w.path) && slices.Contains(w.lines, f.File.Pos(f.Span.Start).Line)
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

// TestSyntheticDeterminism writes the report of repos full of mistakes with one worker and with several.
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

// reported is the report of a run in a format.
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
