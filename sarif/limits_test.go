package sarif

import (
	"fmt"
	"strings"
	"testing"
)

func results(levels ...Level) []Result {
	var all []Result
	for i, level := range levels {
		all = append(all, Result{RuleID: fmt.Sprint(i), Level: level})
	}
	return all
}

func repeat(level Level, n int) []Level {
	all := make([]Level, n)
	for i := range all {
		all[i] = level
	}
	return all
}

func notes(run *Run) []string {
	var all []string
	for _, invocation := range run.Invocations {
		for _, n := range invocation.ToolExecutionNotifications {
			all = append(all, string(n.Level)+": "+n.Message.Text)
		}
	}
	return all
}

func TestLimitKeepsOrderBelowTheLimit(t *testing.T) {
	t.Parallel()
	run := Run{Results: results(Note, Error, Warning)}
	run.Limit()
	if run.Results[0].Level != Note || len(run.Results) != 3 {
		t.Errorf("Limit changed the results: %+v", run.Results)
	}
	if got := notes(&run); got != nil {
		t.Errorf("got notes %q, want none", got)
	}
}

func TestLimitSortsWhatGitHubWouldCut(t *testing.T) {
	t.Parallel()
	run := Run{Results: results(append(repeat(Note, KeptResults), Warning, Error, Warning)...)}
	run.Limit()
	if got := len(run.Results); got != KeptResults+3 {
		t.Errorf("got %d results, want all", got)
	}
	var first []string
	for _, r := range run.Results[:4] {
		first = append(first, r.RuleID)
	}
	if got, want := strings.Join(first, " "), "5001 5000 5002 0"; got != want {
		t.Errorf("got first results %s, want %s", got, want)
	}
	if got, want := strings.Join(notes(&run), "\n"), "note: GitHub shows 5000 of the 5003 results in this log, the worst, which come first."; got != want {
		t.Errorf("notes\n%s\nwant\n%s", got, want)
	}
}

func TestLimitCutsTheMildest(t *testing.T) {
	t.Parallel()
	levels := append(repeat(Note, MaxResults), Warning, Error)
	run := Run{Results: results(levels...)}
	run.Limit()
	if got := len(run.Results); got != MaxResults {
		t.Errorf("got %d results, want %d", got, MaxResults)
	}
	want := "warning: 2 of 25002 results were left out (0 errors, 0 warnings, 2 notes): GitHub refuses a log with more than 25000.\n" +
		"note: GitHub shows 5000 of the 25000 results in this log, the worst, which come first."
	if got := strings.Join(notes(&run), "\n"); got != want {
		t.Errorf("notes\n%s\nwant\n%s", got, want)
	}
}

func TestLimitLocations(t *testing.T) {
	t.Parallel()
	run := Run{Results: []Result{{Locations: make([]Location, 1), RelatedLocations: make([]Location, 1200)}}}
	run.Limit()
	if got := len(run.Results[0].RelatedLocations); got != MaxLocations-1 {
		t.Errorf("got %d related locations, want %d", got, MaxLocations-1)
	}
	if got, want := strings.Join(notes(&run), "\n"), "note: 201 related locations were left out: a result may have 1000 locations."; got != want {
		t.Errorf("notes\n%s\nwant\n%s", got, want)
	}
}

func TestLimitRules(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("ü", 2000)
	run := Run{Tool: Tool{Driver: Driver{Rules: []Descriptor{{
		Name: long, ShortDescription: &Text{Text: long}, FullDescription: &Text{Text: long, Markdown: long}, Help: &Text{Text: long},
		Properties: &RuleProperties{Tags: make([]string, 30)},
	}}}}}
	run.Limit()
	rule := run.Tool.Driver.Rules[0]
	for name, length := range map[string][2]int{
		"name":                      {UTF16Len([]byte(rule.Name)), MaxName},
		"shortDescription":          {UTF16Len([]byte(rule.ShortDescription.Text)), MaxDescription},
		"fullDescription":           {UTF16Len([]byte(rule.FullDescription.Text)), MaxDescription},
		"fullDescription, markdown": {UTF16Len([]byte(rule.FullDescription.Markdown)), MaxDescription},
		"help":                      {UTF16Len([]byte(rule.Help.Text)), 2000},
		"tags":                      {len(rule.Properties.Tags), MaxTags},
	} {
		if length[0] != length[1] {
			t.Errorf("length of %s = %d, want %d", name, length[0], length[1])
		}
	}
}
