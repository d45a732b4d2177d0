package runner_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/hieralint/hieralint/internal/filetree"
	"github.com/hieralint/hieralint/internal/project"
	"github.com/hieralint/hieralint/internal/runner"
	"github.com/hieralint/hieralint/rules"
)

// TestGivenUp has lookups that Puppet answers and hieralint does not follow to the end: they are counted, and no finding says that they fail.
func TestGivenUp(t *testing.T) {
	t.Parallel()
	var patterns strings.Builder
	for i := range 120 {
		fmt.Fprintf(&patterns, "  '^(a)\\1x*%d$': {merge: first}\n", i)
	}
	for name, tt := range map[string]struct {
		data string
		keys int
	}{
		"patterns with back-references": {"lookup_options:\n" + patterns.String() + "aaz: 1\nb: 2\n", 2},
		"few of them":                   {"lookup_options:\n  '^(a)\\1x$': {merge: first}\naaz: 1\n", 0},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p, err := project.Load(context.Background(), []string{filetree.Write(t, map[string]string{"hiera.yaml": "version: 5\n", "data/common.yaml": tt.data})}, project.Options{})
			if err != nil {
				t.Fatal(err)
			}
			result, err := runner.Run(context.Background(), p, runner.Options{Rules: rules.All(), PuppetVersion: 8})
			if err != nil {
				t.Fatal(err)
			}
			for _, d := range result.Diagnostics {
				if d.Rule.Name == "lookup-fails" {
					t.Errorf("reported %s", d.Message)
				}
			}
			want := fmt.Sprintf("%d keys (working out the value takes too long)", tt.keys)
			if slices.Contains(result.NotSeen, want) != (tt.keys > 0) {
				t.Errorf("not seen are %q", result.NotSeen)
			}
		})
	}
}
