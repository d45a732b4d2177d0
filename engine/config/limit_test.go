package config_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/hieralint/hieralint/engine/config"
	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/source"
)

// TestMaxLocations checks that a hierarchy with too many levels and paths is not read.
func TestMaxLocations(t *testing.T) {
	t.Parallel()
	var levels strings.Builder
	for i := range 20_000 {
		fmt.Fprintf(&levels, "- {name: a%d, path: b}\n", i)
	}
	for _, tt := range []struct {
		name, text string
		levels     int
	}{
		{"levels", "version: 5\nhierarchy:\n" + levels.String(), 20_000},
		{"paths", "version: 5\nhierarchy:\n- name: a\n  paths: [" + strings.Repeat("b, ", 40_000) + "c]\n", 1},
		{"too many levels", "version: 5\nhierarchy:\n" + strings.Repeat("- {name: a, path: b}\n", 60_000), 0},
		{"too many paths", "version: 5\nhierarchy:\n" + strings.Repeat("- {name: a, paths: &p [b, b, b, b, b, b, b]}\n", 10_000), 0},
		{"too many backends", ":backends:\n" + strings.Repeat("- yaml\n", 300) + ":hierarchy:\n" + strings.Repeat("- a\n", 300), 0},
	} {
		c := config.Read(data.Parse(source.New("hiera.yaml", []byte(tt.text)), data.YAML), config.Global)
		if len(c.Hierarchy) != tt.levels {
			t.Errorf("%s: got %d levels, want %d", tt.name, len(c.Hierarchy), tt.levels)
		}
		if isUnreadable := len(c.Problems) == 1 && c.Problems[0].Code == config.Unreadable; isUnreadable != (tt.levels == 0) {
			t.Errorf("%s: problems: %v", tt.name, c.Problems)
		}
	}
}
