package rubyregexp

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/hieralint/hieralint/internal/oracle"
	"github.com/hieralint/hieralint/internal/reference"
)

// TestTablesAgreeWithRuby checks the tables of the other tests against Ruby.
func TestTablesAgreeWithRuby(t *testing.T) {
	r := startRuby(t)
	for _, tt := range slices.Concat(differences, common, lookupOptions) {
		got := r.judge(t, rubyQuestion{Pattern: tt.pattern, Subjects: []string{tt.subject}})
		if got.Error != "" || !slices.Equal(whole(got.At[0]), tt.want) {
			t.Errorf("%q on %q: Ruby returns %q, %v; the table has %v", tt.pattern, tt.subject, got.Error, got.At, tt.want)
		}
	}
	for _, tt := range refused {
		if got := r.judge(t, rubyQuestion{Pattern: tt.pattern}); got.Error != tt.want {
			t.Errorf("%.100q: Ruby returns %.200q, the table has %.200q", tt.pattern, got.Error, tt.want)
		}
	}
	for _, tt := range unsupported {
		if got := r.judge(t, rubyQuestion{Pattern: tt.pattern}); got.Error != "" {
			t.Errorf("%q: Ruby returns error %q, want none", tt.pattern, got.Error)
		}
	}
}

// askRuby runs a script that reads question, if it is not nil, and prints the answer.
func askRuby(t *testing.T, script string, question, answer any) {
	t.Helper()
	oracle.AskRuby(t, question, answer, "-W0", "-rjson", "-EUTF-8:UTF-8", "-e", script)
}

// TestSets compares every named set with Ruby's, for all characters in planes that contain more than
// ideographs. It ignores characters that are unassigned in Ruby's version of Unicode, and allows a few
// differences, because later versions reclassify some characters.
func TestSets(t *testing.T) {
	const changed = 5
	var names []string
	for name, table := range propertyTables() {
		if table != "-" {
			names = append(names, `\p{`+name+`}`)
		}
	}
	for name := range namedSets {
		names = append(names, `\p{`+name+`}`)
	}
	for _, name := range posixNames {
		names = append(names, "[[:"+name+":]]", "(?a:[[:"+name+":]])")
	}
	for _, name := range []string{`\w`, `\d`, `\s`, `\h`, `[\w]`} {
		names = append(names, name, "(?u:"+name+")", "(?a:"+name+")")
	}
	slices.Sort(names)
	names = reference.Sample(names)
	var answer struct {
		Assigned []rune
		Sets     [][]rune
	}
	askRuby(t, `
text = [*0..0xd7ff, *0xe000..0x1ffff, *0xe0000..0xe01ff, 0x10ffff].pack("U*")
find = ->(source) do
  text.scan(Regexp.new("(?:#{source})+|\u{10fffe}")).flat_map { |run| [run.ord, run[-1].ord] }
end
puts JSON.generate("assigned" => find['\p{Assigned}'], "sets" => JSON.parse($stdin.read).map(&find))
`, names, &answer)
	assigned := pairs(answer.Assigned)
	for i, name := range names {
		tree, err := parse(name, Options{})
		if err != nil {
			t.Fatal(err)
		}
		root := tree.root
		if g, ok := root.(*group); ok {
			root = g.body
		}
		want := pairs(answer.Sets[i]).intersect(assigned)
		got := root.(*set).runes.intersect(assigned)
		wrong := got.intersect(want.complement()).union(want.intersect(got.complement())).
			intersect(runeSet{{0, 0x1ffff}, {0xe0000, 0xe01ff}})
		count := 0
		for _, r := range wrong {
			count += int(r.hi-r.lo) + 1
		}
		if count > changed {
			t.Errorf("%s: %d characters differ: %x", name, count, wrong)
		}
	}
}

func pairs(ends []rune) runeSet {
	var ranges []runeRange
	for i := 0; i+1 < len(ends); i += 2 {
		// A run may span the surrogates.
		ranges = append(ranges, runeRange{ends[i], ends[i+1]})
	}
	return newRuneSet(ranges)
}

// TestFolding compares case-insensitive matches with Ruby for all cased characters, alone and in a class.
func TestFolding(t *testing.T) {
	var answer struct {
		Foldings []rune
		Alone    map[string]string
		Class    map[string]string
	}
	askRuby(t, `
all = [*0..0xd7ff, *0xe000..0x1ffff].map { |c| [c].pack("U") }
foldings, cased = all.select { |c| c.swapcase != c || c.downcase(:fold) != c || c.upcase != c }
                     .partition { |c| c.downcase(:fold).size > 1 }
text = cased.join(" ")
# Ruby finds a broken \u00b5 in the middle of characters such as \u0d5c; that is left out.
find = ->(source) { text.scan(Regexp.new(source)).select { |s| s.bytes.pack("C*").force_encoding("UTF-8").valid_encoding? }.join }
puts JSON.generate(
  "foldings" => foldings.map(&:ord),
  "alone" => cased.to_h { |c| [c, find["(?i)#{c}"]] },
  "class" => cased.to_h { |c| [c, find["(?i)[#{c}\u3042]"]] })
`, nil, &answer)
	var ranges []runeRange
	for _, r := range answer.Foldings {
		ranges = append(ranges, runeRange{r, r})
	}
	if got := newRuneSet(ranges); !slices.Equal(got, foldings) {
		t.Errorf("got foldings %x", got)
	}
	known := strings.Join(slices.Sorted(maps.Keys(answer.Alone)), "")
	compare := func(kind string, got runeSet, char, want string) {
		t.Helper()
		for _, r := range known {
			if got.contains(r) != strings.ContainsRune(want, r) {
				t.Errorf("(?i)%s %s matches %c: got %v", kind, char, r, got.contains(r))
			}
		}
	}
	for char := range answer.Alone {
		r := []rune(char)[0]
		one := runeSet{{r, r}}
		compare("alone", foldRune(r), char, answer.Alone[char])
		compare("class", one.foldSet(one), char, answer.Class[char])
	}
}
