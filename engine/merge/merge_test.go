package merge

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/rubytext"
	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/oracle"
	"github.com/hieralint/hieralint/internal/reference"
)

// value parses JSON.
func value(t testing.TB, text string) *data.Value {
	t.Helper()
	doc := data.Parse(source.New("test.json", []byte(text)), data.JSON)
	if doc.Err != nil {
		t.Fatalf("%s: %s", text, doc.Err.Message)
	}
	return doc.Value
}

func strategy(t testing.TB, text string) *Strategy {
	t.Helper()
	s, err := Parse(value(t, text))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestMerge(t *testing.T) {
	tests := []struct{ name, strategy, higher, lower, want string }{
		{"first", `"first"`, `1`, `2`, `1`},
		{"unique flattens", `"unique"`, `["a",["b"]]`, `["b","c"]`, `["a", "b", "c"]`},
		{"unique of scalars", `"unique"`, `"a"`, `1`, `["a", 1]`},
		{"unique distinguishes 1, 1.0, and \"1\"", `"unique"`, `[1,1.0]`, `["1",1]`, `[1, 1.0, "1"]`},
		{"hash keeps the order of the lower-priority hash", `"hash"`, `{"c":1,"a":1}`, `{"a":2,"b":2}`, `{"a"=>1, "b"=>2, "c"=>1}`},
		{"hash with null", `"hash"`, `{"a":null}`, `{"a":2}`, `{"a"=>nil}`},
		// The following values are from the recorded cases merge/*.
		{"deep joins arrays, lower priority first", `"deep"`, `["a","b"]`, `["b","c"]`, `["b", "c", "a"]`},
		{"deep, null", `"deep"`, `{"a":null}`, `{"a":1}`, `{"a"=>1}`},
		{"deep, false over true", `"deep"`, `{"a":false}`, `{"a":true}`, `{"a"=>false}`},
		{"deep, over false", `"deep"`, `{"a":{}}`, `{"a":false}`, `{"a"=>{}}`},
		{"deep, empty hash over a string", `"deep"`, `{"a":{}}`, `{"a":"s"}`, `{"a"=>"s"}`},
		{"deep, empty array over a string", `"deep"`, `{"a":[]}`, `{"a":"s"}`, `{"a"=>[]}`},
		{"deep removes duplicates from a new array", `"deep"`, `{"n":["q","q"]}`, `{"a":1}`, `{"a"=>1, "n"=>["q"]}`},
		{"deep with sort_merged_arrays", `{"strategy":"deep","sort_merged_arrays":true}`, `["b","a"]`, `["c"]`, `["a", "b", "c"]`},
		{"deep merges hashes by index", `{"strategy":"deep","merge_hash_arrays":true}`, `[{"y":1}]`, `[{"z":2},{"q":3}]`, `[{"z"=>2, "y"=>1}, {"q"=>3}]`},
		{"knockout", `{"strategy":"deep","knockout_prefix":"--"}`, `["--a","d"]`, `["a","b"]`, `["b", "d"]`},
		{"knockout of all elements", `{"strategy":"deep","knockout_prefix":"--"}`, `["--","d"]`, `["a","b"]`, `["d"]`},
		{"knockout of a string", `{"strategy":"deep","knockout_prefix":"--"}`, `{"l":"--q"}`, `{}`, `{"l"=>""}`},
		{"knockout does not apply to keys", `{"strategy":"deep","knockout_prefix":"--"}`, `{"--a":1}`, `{"a":2}`, `{"a"=>2, "--a"=>1}`},
		{"knockout prefix is a regular expression", `{"strategy":"deep","knockout_prefix":"."}`, `["xa"]`, `["a","b"]`, `["b"]`},
		{"reverse_deep", `"reverse_deep"`, `{"a":1,"l":[1]}`, `{"a":2,"l":[2]}`, `{"a"=>2, "l"=>[1, 2]}`},
		{"unconstrained options", `{"strategy":"unconstrained_deep","overwrite_arrays":true}`, `{"l":[1]}`, `{"l":[2]}`, `{"l"=>[1]}`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := strategy(t, tt.strategy).Merge(value(t, tt.higher), value(t, tt.lower))
			if err != nil {
				t.Fatal(err)
			}
			if text := rubytext.Inspect(got); text != tt.want {
				t.Errorf("got %s, want %s", text, tt.want)
			}
		})
	}
}

func TestMergeErrors(t *testing.T) {
	tests := []struct {
		strategy, higher, lower, want string
		class                         ErrorClass
	}{
		{`"hash"`, `[1]`, `{}`, "The first element of the merge has wrong type, expects a Hash value, got Tuple", TypeAssertionError},
		{`"hash"`, `{}`, `null`, "The second element of the merge has wrong type, expects a Hash value, got Undef", TypeAssertionError},
		{`"unique"`, `["a"]`, `null`, "The second element of the merge has wrong type, expects a value of type Scalar or Array, got Undef", TypeAssertionError},
		{`"unique"`, `["a"]`, `{"a":1}`, "The second element of the merge has wrong type, expects a value of type Scalar or Array, got Struct", TypeAssertionError},
		{`{"strategy":"deep","knockout_prefix":""}`, `1`, `2`, EmptyPrefixMessage, InvalidParameter},
		{`{"strategy":"deep","sort_merged_arrays":true}`, `[1]`, `["a"]`, "comparison of String with 1 failed", ArgumentError},
		{`{"strategy":"deep","sort_merged_arrays":true}`, `[123456789012345678901234567890]`, `["a"]`, "comparison of String with Integer failed", ArgumentError},
	}
	for _, tt := range tests {
		_, err := strategy(t, tt.strategy).Merge(value(t, tt.higher), value(t, tt.lower))
		var e *Error
		if !errors.As(err, &e) {
			t.Errorf("%s of %s and %s: got error %v", tt.strategy, tt.higher, tt.lower, err)
		} else if e.Message != tt.want || e.Class != tt.class {
			t.Errorf("%s of %s and %s:\n got %s %s\nwant %s %s", tt.strategy, tt.higher, tt.lower, e.Class, e.Message, tt.class, tt.want)
		}
	}
}

func TestParseErrors(t *testing.T) {
	tests := []struct{ merge, want string }{
		{`"deeep"`, "Unknown merge strategy: 'deeep'"},
		{`""`, "Unknown merge strategy: ''"},
		{`["deep"]`, `Unknown merge strategy: '["deep"]'`},
		{`true`, "Unknown merge strategy: 'true'"},
		{`5`, "Unknown merge strategy: '5'"},
		{`{}`, "The hash given as 'merge' must contain the name of a strategy in string form for the key 'strategy'"},
		{`{"strategy":null}`, "The hash given as 'merge' must contain the name of a strategy in string form for the key 'strategy'"},
		{`{"strategy":"hash","foo":1}`, "The merge options has wrong type, unrecognized key 'foo'"},
		{`{"strategy":"deep","sort_merged_arrays":"yes"}`,
			"The merge options has wrong type, entry 'sort_merged_arrays' expects a value of type Undef or Boolean, got String"},
	}
	for _, tt := range tests {
		if _, err := Parse(value(t, tt.merge)); err == nil || err.Error() != tt.want {
			t.Errorf("Parse(%s):\n got %v\nwant %s", tt.merge, err, tt.want)
		}
	}
}

func TestFold(t *testing.T) {
	none := "none"
	tests := []struct {
		name, strategy string
		variants       []string
		want           string
	}{
		{"first", `"first"`, []string{none, `1`, `2`}, `1`},
		{"no variants", `"first"`, nil, none},
		{"nothing found", `"deep"`, []string{none, none}, none},
		// Recorded case misc/uq1: with one source, duplicates are removed before the array is flattened.
		{"unique of one source", `"unique"`, []string{`["c",["b",["c"]],"c"]`}, `["c", ["b", ["c"]]]`},
		{"unique of one value", `"unique"`, []string{none, `"a"`}, `["a"]`},
		{"unique of a hash found first", `"unique"`, []string{`{"a":1}`, none}, `[{"a"=>1}]`},
		{"hash of one value of any type", `"hash"`, []string{`"a"`, none}, `"a"`},
		// Recorded case merge/d_ko3: a knockout only applies to the next lower-priority value.
		{"knockout over three", `{"strategy":"deep","knockout_prefix":"--"}`, []string{`["--a"]`, `["c"]`, `["a","b"]`}, `["a", "b", "c"]`},
		{"deep of a single array", `"deep"`, []string{`["a","a"]`, none}, `["a", "a"]`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, found, err := strategy(t, tt.strategy).Fold(len(tt.variants), func(i int) (*data.Value, bool, error) {
				if tt.variants[i] == none {
					return nil, false, nil
				}
				return value(t, tt.variants[i]), true, nil
			})
			if err != nil {
				t.Fatal(err)
			}
			text := none
			if found {
				text = rubytext.Inspect(got)
			}
			if text != tt.want {
				t.Errorf("got %s, want %s", text, tt.want)
			}
		})
	}
}

// TestConformance repeats recorded merges that need no lookup: merges that were recorded directly, and
// lookups in two levels of JSON data.
func TestConformance(t *testing.T) {
	ran := 0
	for _, recording := range reference.Recordings(t) {
		if !slices.Contains([]string{"merge", "merge-matrix", "merge-deep"}, recording.Area) {
			continue
		}
		levels := map[string]*data.Value{}
		for _, c := range recording.Cases {
			var values []*data.Value
			if c.API == "merge" {
				var all []json.RawMessage
				if err := json.Unmarshal(c.Request["values"], &all); err != nil {
					t.Fatal(err)
				}
				for _, v := range all {
					values = append(values, value(t, string(v)))
				}
			} else {
				var key string
				if json.Unmarshal(c.Request["key"], &key) != nil || c.Request["merge"] == nil {
					continue
				}
				for _, path := range []string{"env/data/high.json", "env/data/low.json"} {
					content, ok := recording.Trees[c.Tree].Text(path)
					if !ok {
						continue
					}
					level, ok := levels[c.Tree+path]
					if !ok {
						level = value(t, content)
						levels[c.Tree+path] = level
					}
					if v, ok := level.Get(key); ok {
						values = append(values, v)
					}
				}
				if len(values) != 2 {
					continue
				}
			}
			ran++
			s, err := Parse(value(t, string(c.Request["merge"])))
			var got *data.Value
			if err == nil {
				got, _, err = s.Fold(len(values), func(i int) (*data.Value, bool, error) { return values[i], true, nil })
			}
			switch want := c.Outcome.Error; {
			case want != nil && err == nil:
				t.Errorf("%s: got %s, want error %s", c.ID, rubytext.Inspect(got), want.Message)
			case want != nil && err.Error() != want.Message:
				t.Errorf("%s:\n got error %s\nwant error %s", c.ID, err, want.Message)
			case want == nil && err != nil:
				t.Errorf("%s: got error %v", c.ID, err)
			case want == nil && rubytext.Inspect(got) != rubytext.Inspect(value(t, string(c.Outcome.Value))):
				t.Errorf("%s:\n got %s\nwant %s", c.ID, rubytext.Inspect(got), c.Outcome.Value)
			}
		}
	}
	if ran < 800 {
		t.Errorf("got %d recorded merges, want at least 800", ran)
	}
}

// script merges values with Puppet's strategies, and prints the results and the modified arguments.
const script = `
require 'json'; require 'puppet'; require 'puppet/pops'
puts JSON.generate(JSON.parse($stdin.read).map { |s, *values|
  begin
    strategy = Puppet::Pops::MergeStrategy.strategy(s)
    v = values.reduce { |higher, lower| strategy.merge(higher, lower) }
    {v: v.inspect, left: values.map(&:inspect)}
  rescue StandardError => e
    {e: e.message}
  end
})`

// TestAgainstRuby compares with Puppet on random values: the results, and how merging modifies its arguments.
func TestAgainstRuby(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	strategies := []string{
		`"unique"`, `"hash"`, `"deep"`, `"reverse_deep"`,
		`{"strategy":"deep","knockout_prefix":"--"}`, `{"strategy":"deep","knockout_prefix":"-","sort_merged_arrays":true}`,
		`{"strategy":"deep","knockout_prefix":".","merge_hash_arrays":true}`, `{"strategy":"deep","merge_hash_arrays":true,"knockout_prefix":"--"}`,
		`{"strategy":"reverse_deep","knockout_prefix":"--"}`, `{"strategy":"unconstrained_deep","extend_existing_arrays":true}`,
		`{"strategy":"unconstrained_deep","overwrite_arrays":true}`, `{"strategy":"unconstrained_deep","unpack_arrays":","}`, `{"strategy":"unconstrained_deep","unpack_arrays":" "}`, `{"strategy":"unconstrained_deep","unpack_arrays":"  "}`,
		`{"strategy":"unconstrained_deep","preserve_unmergeables":true}`,
		`{"strategy":"deep","sort_merged_arrays":true}`, `{"strategy":"deep","merge_hash_arrays":true}`, `{"strategy":"reverse_deep","unpack_arrays":",","merge_hash_arrays":true}`,
	}
	var cases [][]json.RawMessage
	for range reference.Cases(6000) {
		c := []json.RawMessage{json.RawMessage(strategies[r.IntN(len(strategies))])}
		for range 2 + r.IntN(4) {
			c = append(c, json.RawMessage(random(r, 4)))
		}
		cases = append(cases, c)
	}
	var wanted []struct {
		V, E string
		Left []string
	}
	oracle.AskRuby(t, cases, &wanted, "-e", script)
	differences := 0
	for i, c := range cases {
		if text := differs(t, c, wanted[i].V, wanted[i].E, wanted[i].Left); text != "" {
			t.Errorf("%s: %s", c, text)
			if differences++; differences > 10 {
				t.Fatal("too many differences")
			}
		}
	}
}

// differs merges c[1:] with the strategy c[0], and describes the first difference from Ruby's result.
func differs(t *testing.T, c []json.RawMessage, want, failure string, left []string) string {
	s := strategy(t, string(c[0]))
	values := make([]*data.Value, len(c)-1)
	for i := range values {
		values[i] = value(t, string(c[i+1]))
	}
	all, shared := &Objects{All: true}, &Objects{}
	for _, v := range values {
		shared.Share(v)
	}
	for _, objects := range []*Objects{nil, all, shared} {
		got, err := mergeAll(s, values, objects)
		switch {
		case err != nil && err.Error() != failure:
			return fmt.Sprintf("got error %v, want %q", err, failure)
		case err == nil && failure != "" || err == nil && rubytext.Inspect(got) != want:
			return fmt.Sprintf("\n got %s\nwant %s %s", rubytext.Inspect(got), want, failure)
		}
	}
	for i, v := range values {
		for _, objects := range []*Objects{all, shared} {
			if text := rubytext.Inspect(objects.Current(v)); failure == "" && text != left[i] {
				return fmt.Sprintf("value %d after the merge\n got %s\nwant %s", i, text, left[i])
			}
		}
	}
	return ""
}

// mergeAll merges values with objects, as a lookup does if the strategy does not convert the first of them.
func mergeAll(s *Strategy, values []*data.Value, objects *Objects) (got *data.Value, err error) {
	if s.kind != unique {
		got, _, err = s.FoldObjects(len(values), func(i int) (*data.Value, bool, error) { return values[i], true, nil }, objects)
		return got, err
	}
	got = values[0]
	for _, lower := range values[1:] {
		if got, err = s.merge(got, lower, objects); err != nil {
			break
		}
	}
	return got, err
}

// limit is a budget of values.
type limit int

var errLimit = errors.New("too many values")

func (l *limit) Merge(values int) error {
	if *l -= limit(values); *l < 0 {
		return errLimit
	}
	return nil
}

// TestBudget checks which merges the budget ends.
func TestBudget(t *testing.T) {
	numbers := func(from, n int, format string) string {
		items := make([]string, n)
		for i := range items {
			items[i] = strings.ReplaceAll(format, "#", strconv.Itoa(from+i))
		}
		return strings.Join(items, ",")
	}
	const deepWithKnockout = `{"strategy":"deep","knockout_prefix":"--"}`
	tests := []struct {
		name, strategy string
		variant        func(i int) string // of 200
		isWithin       bool               // 100,000 values
	}{
		{"hashes that grow", `"deep"`, func(i int) string { return "{" + numbers(10*i, 10, `"k#":[1,1]`) + "}" }, false},
		{"arrays that grow", `"deep"`, func(i int) string { return "[" + numbers(10*i, 10, "#") + "]" }, false},
		{"unique", `"unique"`, func(i int) string { return "[" + numbers(10*i, 10, "#") + "]" }, true},
		{"hash", `"hash"`, func(i int) string { return "{" + numbers(10*i, 10, `"k#":1`) + "}" }, true},
		{"unique of large arrays", `"unique"`, func(int) string { return "[" + numbers(0, 1000, "#") + "]" }, false},
		{"hash of large hashes", `"hash"`, func(int) string { return "{" + numbers(0, 1000, `"k#":1`) + "}" }, false},
		{"the same keys", `"deep"`, func(int) string { return "{" + numbers(0, 10, `"k#":1`) + "}" }, true},
		{"knockouts", deepWithKnockout, func(i int) string {
			return "[" + numbers(0, 200, []string{`"--k#"`, `"k#"`}[i%2]) + "]"
		}, true},
		{"knockouts of an array in itself", deepWithKnockout, func(i int) string {
			return fmt.Sprintf(`{"k%d":[%s]}`, i, numbers(0, 2000, `"--k#"`))
		}, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			budget := limit(100_000)
			_, _, err := strategy(t, tt.strategy).FoldObjects(200, func(i int) (*data.Value, bool, error) {
				return value(t, tt.variant(i)), true, nil
			}, &Objects{Budget: &budget})
			if isWithin := err == nil; isWithin != tt.isWithin || err != nil && !errors.Is(err, errLimit) {
				t.Errorf("got error %v, with %d values left", err, budget)
			}
		})
	}
}

// BenchmarkFold merges hashes of 20 keys each.
func BenchmarkFold(b *testing.B) {
	for _, n := range []int{10, 100, 1000} {
		variants := make([]*data.Value, n)
		for i := range variants {
			var entries []string
			for k := range 20 {
				entries = append(entries, fmt.Sprintf(`"k%d_%d":[1,2,3]`, i, k))
			}
			variants[i] = value(b, "{"+strings.Join(entries, ",")+"}")
		}
		b.Run(fmt.Sprintf("%d hashes", n), func(b *testing.B) {
			for range b.N {
				if _, _, err := strategy(b, `"deep"`).Fold(n, func(i int) (*data.Value, bool, error) { return variants[i], true, nil }); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// random returns a value as JSON, built from few scalars and keys, so that values often collide.
func random(r *rand.Rand, depth int) string {
	scalars := []string{`null`, `true`, `false`, `1`, `2`, `1.0`, `"a"`, `"b"`, `"--a"`, `"-a"`, `"--"`, `"a,b"`, `""`, `"xa"`, `"--a\n--b"`, `"a b"`, `" a  b "`, `" "`, `"a\tb"`}
	kind := r.IntN(6)
	if depth == 0 || kind < 2 {
		return scalars[r.IntN(len(scalars))]
	}
	var b strings.Builder
	n := r.IntN(4)
	if r.IntN(20) == 0 {
		return wide(r)
	}
	if kind < 4 {
		b.WriteByte('[')
		for i := range n {
			if i > 0 {
				b.WriteByte(',')
			}
			b.WriteString(random(r, depth-1))
		}
		b.WriteByte(']')
		return b.String()
	}
	b.WriteByte('{')
	for i, k := range r.Perm(4)[:n] {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString(`"` + []string{"a", "b", "c", "--a"}[k] + `":` + random(r, depth-1))
	}
	b.WriteByte('}')
	return b.String()
}

// wide returns a hash of up to 40 entries, or an array that contains it.
func wide(r *rand.Rand) string {
	entries := make([]string, r.IntN(41))
	for i, k := range r.Perm(50)[:len(entries)] {
		entries[i] = fmt.Sprintf(`"k%d":%s`, k, random(r, r.IntN(2)))
	}
	hash := "{" + strings.Join(entries, ",") + "}"
	if r.IntN(3) > 0 {
		return hash
	}
	return "[" + strings.Repeat(hash+",", r.IntN(3)) + random(r, 1) + "]"
}
