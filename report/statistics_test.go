package report

import (
	"strings"
	"testing"
	"time"

	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/golden"
	"github.com/hieralint/hieralint/internal/jsonschema"
	"github.com/hieralint/hieralint/internal/timing"
)

// measured returns the example with statistics.
func measured(t testing.TB) *Report {
	r := example(t)
	r.Suppressed = []diagnostic.Suppressed{{Diagnostic: r.Diagnostics[3]}, {Diagnostic: r.Diagnostics[3]}}
	r.Statistics = &timing.Statistics{
		Phases: []timing.Phase{
			{Name: "load the project", Duration: 12300 * time.Microsecond, Count: 214, Of: "file"},
			{Name: "evaluate keys", Duration: 1234 * time.Millisecond, Count: 1, Of: "key"},
			{Name: "write reports", Duration: 40 * time.Microsecond},
		},
		Rules: map[*diagnostic.Descriptor]time.Duration{aliasRule: 2 * time.Millisecond, duplicateRule: time.Microsecond},
	}
	slow := rule("HL5001", "slow-and-quiet", diagnostic.Note, "A rule that takes its time")
	r.Statistics.Rules[slow] = 500 * time.Millisecond
	r.Rules = append([]*diagnostic.Descriptor{slow, rule("HL5002", "fast-and-quiet", diagnostic.Note, "A rule that finds nothing")}, r.Rules...)
	return r
}

func TestStatistics(t *testing.T) {
	t.Parallel()
	text := write(t, Text, measured(t), Options{})
	_, tables, _ := strings.Cut(text, "2 eyaml keys.\n")
	golden.Check(t, "statistics.txt", []byte(tables))

	out := write(t, JSON, measured(t), Options{})
	_, numbers, _ := strings.Cut(out, `"statistics": `)
	golden.Check(t, "statistics.json", []byte(numbers))
	schema := jsonschema.Read(t, "docs/schemas/lint-report.schema.json")
	empty := write(t, JSON, &Report{Statistics: &timing.Statistics{}}, Options{})
	for _, text := range []string{out, empty} {
		if err := schema.CheckJSON([]byte(text)); err != nil {
			t.Error(err)
		}
	}
}
