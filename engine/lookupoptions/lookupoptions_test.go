package lookupoptions

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/merge"
	"github.com/hieralint/hieralint/engine/rubyregexp"
	"github.com/hieralint/hieralint/engine/rubytext"
	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/engine/types"
)

// options parses the value of lookup_options from YAML.
func options(t testing.TB, text string) *data.Value {
	t.Helper()
	doc := data.Parse(source.New("data/common.yaml", []byte(text)), data.YAML)
	if doc.Err != nil {
		t.Fatalf("%s: %s", text, doc.Err.Message)
	}
	return doc.Value
}

func TestFor(t *testing.T) {
	tests := []struct{ name, options, key, want string }{
		{"literal", `{x: {merge: deep}}`, "x", "x deep"},
		{"no entry", `{x: {merge: deep}}`, "y", ""},
		{"literal before pattern", `{'^x': {merge: hash}, x: {merge: deep}}`, "x", "x deep"},
		{"first pattern", `{'^xy': {merge: hash}, '^x': {merge: deep}}`, "xyz", "^xy hash"},
		{"a null value is not an entry", `{x: ~, '^x': {merge: deep}}`, "x", "^x deep"},
		{"an empty hash is an entry", `{x: {}, '^x': {merge: deep}}`, "x", "x "},
		{"a key without ^ is literal", `{'x.*': {merge: deep}}`, "xy", ""},
		{"false is an entry without options", `{x: false, '^x': {merge: deep}}`, "x", "x "},
		// For a string that contains `merge`, Ruby's String#[] makes "merge" the value of merge.
		{"string", `{x: unique}`, "x", "x "},
		{"string with merge", `{x: deep merge}`, "x", "x merge"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			o, err := Compile(options(t, tt.options), "")
			if err != nil {
				t.Fatal(err)
			}
			entry, ok, err := o.For(tt.key)
			if err != nil {
				t.Fatal(err)
			}
			got := ""
			if ok {
				got = entry.Key + " "
				if entry.Merge != nil {
					got += rubytext.ToS(entry.Merge)
				}
			}
			if got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

// matches applies the regular expression to a key.
func (p *pattern) matches(key string) (bool, error) {
	re, err := rubyregexp.Compile(p.entry.Key)
	if err != nil {
		return false, err
	}
	return re.MatchString(key)
}

// TestPlainStart checks that the literal prefix of a pattern, which is compared first, excludes no match.
func TestPlainStart(t *testing.T) {
	patterns := []string{`^`, `^a`, `^a::b`, `^a::b$`, `^ab$`, `^$`, `^ab?c`, `^ab*c`, `^ab+c`, `^ab{0}c`, `^ab{,2}c`, `^a|b`, `^(a|b)c`, `^a(b|c)`, `^[ab]c`, `^a.c`, `^a\\.c`, `^(?i)AB`, `^a(?i)B`, `^(?x)a b`, `^a(?#b)c`, `^\\Aa`, `^^a`}
	keys := []string{"", "a", "b", "c", "ab", "ac", "abc", "abbc", "a::b", "a::bc", "x\na::b", "x\nabc", "a.c", "AB", "aB", "xa", "xab"}
	for _, text := range patterns {
		o, err := Compile(options(t, `{"`+text+`": {merge: deep}}`), "")
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		for _, key := range keys {
			want, err := o.patterns[0].matches(key)
			if err != nil {
				t.Fatalf("%s: %v", text, err)
			}
			if _, ok, _ := o.For(key); ok != want {
				t.Errorf("%s matches %q: got %t, want %t", text, key, ok, want)
			}
		}
	}
}

// TestManyPatterns checks that the first matching pattern wins if there are many patterns.
func TestManyPatterns(t *testing.T) {
	t.Parallel()
	var text strings.Builder
	for i := range manyPatterns {
		fmt.Fprintf(&text, "'^k%d': {merge: deep}, '^k.*%d$': {merge: unique}, '(?i)^other%d': ~, ", i%50+i/50*7, i, i)
	}
	many, err := Compile(options(t, "{"+text.String()+"'^': {merge: hash}}"), "")
	if err != nil {
		t.Fatal(err)
	}
	for i := range 3 * manyPatterns {
		key := fmt.Sprintf("k%d", i)
		got, ok, err := many.For(key)
		if err != nil || !ok {
			t.Fatal(key, err)
		}
		for _, p := range many.patterns {
			if matched, err := p.matches(key); err == nil && matched {
				if got != p.entry {
					t.Errorf("%s: got %s, want %s", key, got.Key, p.entry.Key)
				}
				break
			}
		}
	}
}

// TestRepetitions checks that patterns with several repetitions are not evaluated if all patterns together
// have too many.
func TestRepetitions(t *testing.T) {
	t.Parallel()
	slow := "^a" + strings.Repeat("a*", 6)
	text := "{'^simple.*$': {merge: deep}"
	for i := range maxRepetitions/rubyregexp.Repetitions(slow) + 1 {
		text += fmt.Sprintf(", '%s%d$': {merge: deep}", slow, i)
	}
	o, err := Compile(options(t, text+"}"), "")
	if err != nil {
		t.Fatal(err)
	}
	if _, ok, err := o.For("simple"); !ok || err != nil {
		t.Errorf("simple pattern: got %t, %v", ok, err)
	}
	if _, _, err := o.For("aaa"); err == nil || !strings.Contains(err.Error(), "300 repetitions") {
		t.Errorf("got %v", err)
	}
}

func TestNoOptions(t *testing.T) {
	for _, v := range []*data.Value{nil, data.NewUndef()} {
		o, err := Compile(v, "")
		if err != nil {
			t.Fatal(err)
		}
		if _, ok, err := o.For("x"); ok || err != nil {
			t.Errorf("got %v, %v; want no entry", ok, err)
		}
	}
}

// TestCompileErrors has messages of Puppet 7.23.
func TestCompileErrors(t *testing.T) {
	tests := []struct{ name, options, module, want string }{
		{"string", `deep`, "", "value of lookup_options must be a hash"},
		{"array", `[x]`, "", "value of lookup_options must be a hash"},
		{"pattern", `{'^y(': {merge: deep}}`, "", "end pattern with unmatched parenthesis: /^y(/"},
		{"key", `{1: {merge: deep}}`, "", "undefined method `start_with?' for 1:Integer"},
		{"module key", `{'bar::x': {merge: deep}}`, "foo", "all lookup_options keys must start with module name 'foo'"},
		{"module pattern", `{'^foo(::|x)': {merge: deep}}`, "foo", "all lookup_options patterns must match a key starting with module name 'foo'"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := Compile(options(t, tt.options), tt.module)
			if err == nil || err.Error() != tt.want {
				t.Errorf("got %v, want %s", err, tt.want)
			}
		})
	}
	if _, err := Compile(options(t, `{'foo::x': {merge: deep}, '^foo::': {merge: deep}}`), "foo"); err != nil {
		t.Errorf("options for keys of the module: got error %v", err)
	}
}

func TestEntryErrors(t *testing.T) {
	tests := []struct{ options, want string }{
		{`{x: {merge: deeep}}`, "Unknown merge strategy: 'deeep'"},
		{`{x: {merge: {knockout_prefix: '--'}}}`, "The hash given as 'merge' must contain the name of a strategy in string form for the key 'strategy'"},
		{`{x: [unique]}`, "no implicit conversion of String into Integer"},
		{`{x: true}`, "undefined method `[]' for true:TrueClass"},
	}
	for _, tt := range tests {
		o, err := Compile(options(t, tt.options), "")
		if err != nil {
			t.Fatalf("%s: %v", tt.options, err)
		}
		entry, _, _ := o.For("x")
		if entry == nil || entry.Err == nil || entry.Err.Error() != tt.want {
			t.Errorf("%s:\n got %v\nwant %s", tt.options, entry, tt.want)
		}
	}
}

func TestCheck(t *testing.T) {
	tests := []struct {
		name, options, module string
		want                  []string // code, reach, source of the node, first known name
	}{
		{"valid", `{x: {merge: deep, convert_to: Integer}, '^y': {merge: {strategy: deep, knockout_prefix: '--'}}}`, "", nil},
		{"string", `deep`, "", []string{"NotAHash every deep"}},
		{"key", `{1: {merge: deep}}`, "", []string{"KeyNotAString every 1"}},
		{"pattern", `{'^y(': {merge: deep}}`, "", []string{"BadPattern every '^y('"}},
		{"module", `{x: {merge: deep}, '^z': {}}`, "foo", []string{"OutsideModule every x", "OutsideModule every '^z'"}},
		{"entry", `{x: deep}`, "", []string{"EntryNotAHash no deep " + merge.Names[0]}},
		{"entry that crashes", `{x: [deep]}`, "", []string{"EntryNotAHash key [deep]"}},
		{"option", `{x: {merg: deep}}`, "", []string{"UnknownOption no merg merge"}},
		{"misplaced", `{x: {merge: deep, knockout_prefix: '--'}}`, "", []string{"MisplacedMergeOption no knockout_prefix"}},
		{"strategy", `{x: {merge: deeep}}`, "", []string{"UnknownStrategy key deeep " + merge.Names[0]}},
		{"strategy in hash", `{x: {merge: {strategy: hsah}}}`, "", []string{"UnknownStrategy key hsah " + merge.Names[0]}},
		{"no strategy", `{x: {merge: {knockout_prefix: '--'}}}`, "", []string{"StrategyMissing key {knockout_prefix: '--'} deep"}},
		{"merge option", `{x: {merge: {strategy: deep, knockout_prefixx: '--'}}}`, "", []string{"UnknownMergeOption key knockout_prefixx " + merge.DeepOptions[0]}},
		{"option of deep", `{x: {merge: {strategy: unique, knockout_prefix: '--'}}}`, "", []string{"OptionOfOtherMerge key knockout_prefix deep"}},
		{"type of option", `{x: {merge: {strategy: deep, sort_merged_arrays: 'yes'}}}`, "", []string{"BadMergeOption key 'yes'"}},
		{"empty prefix", `{x: {merge: {strategy: deep, knockout_prefix: ''}}}`, "", []string{"BadMergeOption key ''"}},
		{"several", `{x: {merge: {strategy: deep, a: 1, b: 2}, c: 3}}`, "",
			[]string{"UnknownMergeOption key a " + merge.DeepOptions[0], "UnknownMergeOption key b " + merge.DeepOptions[0], "UnknownOption no c merge"}},
		{"convert_to", `{x: {convert_to: integer}, y: {convert_to: [5]}, z: {convert_to: 'Array[String'}}`, "",
			[]string{"NotAType key integer", "NotAType key 5", "NotAType key 'Array[String'"}},
		{"unknown types", `{x: {convert_to: 'Array[Integr]'}, y: {convert_to: Mine::Own}}`, "", []string{"UnknownType key 'Array[Integr]' " + types.TypeNames[0]}},
		{"valid conversions", `{x: {convert_to: "Enum['a']"}, y: {convert_to: [Integer, 16]}}`, "", nil},
		{"arguments", `{x: {convert_to: [Sensitive, true]}, y: {convert_to: [Integer, a]}}`, "", []string{"BadConvertTo key true", "BadConvertTo key a"}},
		{"interpolation tokens are not checked", `{'%{a}': {merge: '%{b}', convert_to: '%{c}'}, x: '%{d}', y: {merge: {strategy: '%{e}'}}}`, "foo",
			[]string{"OutsideModule every x", "OutsideModule every y"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var got []string
			for _, p := range Check(options(t, tt.options), tt.module) {
				text := ""
				if p.Node != nil {
					text = string(p.Node.Doc.File.Slice(p.Node.Span))
				}
				got = append(got, strings.TrimSpace(strings.Join([]string{codeNames[p.Code], reachNames[p.Reach], text, slices.Concat(p.Known, []string{""})[0]}, " ")))
				if p.Reach != NoLookup && p.Message == "" {
					t.Errorf("%s fails lookups without a message", codeNames[p.Code])
				}
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("problems (-want +got):\n%s", diff)
			}
		})
	}
}

var codeNames = [...]string{
	NotAHash: "NotAHash", KeyNotAString: "KeyNotAString", BadPattern: "BadPattern", OutsideModule: "OutsideModule",
	EntryNotAHash: "EntryNotAHash", UnknownOption: "UnknownOption", MisplacedMergeOption: "MisplacedMergeOption",
	UnknownStrategy: "UnknownStrategy", StrategyMissing: "StrategyMissing", UnknownMergeOption: "UnknownMergeOption",
	OptionOfOtherMerge: "OptionOfOtherMerge", BadMergeOption: "BadMergeOption", NotAType: "NotAType", UnknownType: "UnknownType", BadConvertTo: "BadConvertTo",
}

var reachNames = [...]string{NoLookup: "no", KeyLookups: "key", EveryLookup: "every"}
