package key

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/hieralint/hieralint/internal/oracle"
)

// splitKeys is a script that prints the segments of each key in Puppet; null for invalid keys.
const splitKeys = `
require 'json'
require 'puppet'
require 'puppet/pops/lookup/lookup_key'
puts JSON.generate(JSON.parse($stdin.read).map { |key|
  begin
    Puppet::Pops::Lookup::LookupKey.new(key).to_a
  rescue StandardError
    nil
  end
})`

// TestAgainstPuppet compares with Puppet on the keys of TestParse and on all short keys of relevant characters.
func TestAgainstPuppet(t *testing.T) {
	var keys []string
	for _, tt := range parseTests {
		keys = append(keys, tt.key)
	}
	const alphabet = `a1.'" +:` + "\n"
	for longer := []string{""}; len(longer[0]) < 5; {
		var next []string
		for _, k := range longer {
			for _, c := range alphabet {
				next = append(next, k+string(c))
			}
		}
		keys, longer = append(keys, next...), next
	}
	var want [][]any
	oracle.AskRuby(t, keys, &want, "-e", splitKeys)
	for i, text := range keys {
		k, err := Parse(text)
		if err != nil {
			if want[i] != nil {
				t.Errorf("Parse(%q): got an error, want %v", text, want[i])
			}
			continue
		}
		if got, puppets := show(k), showPuppets(want[i]); got != puppets {
			t.Errorf("Parse(%q) = %q, want %q", text, got, puppets)
		}
	}
}

// showPuppets formats Puppet's segments like show.
func showPuppets(segments []any) string {
	var parts []string
	for _, s := range segments {
		if n, ok := s.(json.Number); ok {
			parts = append(parts, n.String())
		} else {
			parts = append(parts, "["+s.(string)+"]")
		}
	}
	return strings.Join(parts, " ")
}
