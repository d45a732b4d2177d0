package rubyregexp

import (
	"errors"
	"flag"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/hieralint/hieralint/internal/oracle"
	"github.com/hieralint/hieralint/internal/reference"
)

var (
	differential = flag.Int("differential", reference.Cases(3000), "number of random patterns to compare with Ruby")
	seed         = flag.Uint64("seed", 1, "seed of the random patterns")
)

// rubyQuestion is a request to match a pattern with subjects in Ruby. rubyAnswer has the error in the
// pattern, or Slow if Ruby takes too long, or for each subject the byte offsets of the first match and its
// groups: null if there is no match, empty if Ruby finds an error in the pattern only while matching.
type rubyQuestion struct {
	Pattern  string   `json:"pattern"`
	Options  int      `json:"options"`
	Subjects []string `json:"subjects"`
}

type rubyAnswer struct {
	Error string  `json:"error"`
	Slow  bool    `json:"slow"`
	At    [][]int `json:"at"`
	// All has the start offsets of all matches in each subject.
	All [][]int `json:"all"`
}

const rubyScript = `
require "json"
require "timeout"
$stdout.sync = true
$stdin.each_line do |line|
  q = JSON.parse(line)
  begin
    Regexp.new(q["pattern"], q["options"])
    at = Timeout.timeout(5) do
      q["subjects"].to_a.map do |s|
        begin
          m = Regexp.new(q["pattern"], q["options"]).match(s)
          m && (0...m.size).flat_map { |i| m.begin(i) ? [s[0, m.begin(i)].bytesize, s[0, m.end(i)].bytesize] : [-1, -1] }
        rescue RegexpError
          []
        end
      end
    end
    all = q["subjects"].to_a.map do |s|
      starts = []
      Timeout.timeout(5) { s.gsub(Regexp.new(q["pattern"], q["options"])) { starts << $~.pre_match.bytesize; "" } }
      starts
    rescue RegexpError
      []
    end
    puts JSON.generate("at" => at, "all" => all)
  rescue Timeout::Error
    puts JSON.generate("slow" => true)
  rescue RegexpError => e
    puts JSON.generate("error" => e.message)
  end
end
`

// ruby is a Ruby process that answers questions. It compiles the pattern again for each subject, because Ruby
// permanently converts an ASCII pattern to UTF-8 when it meets a subject that is not ASCII.
type ruby struct{ *oracle.Ruby }

func startRuby(t *testing.T) ruby {
	t.Helper()
	return ruby{oracle.StartRuby(t, "-W0", "-EUTF-8:UTF-8", "-e", rubyScript)}
}

func (r ruby) judge(t testing.TB, q rubyQuestion) (a rubyAnswer) {
	t.Helper()
	r.Ask(t, q, &a)
	return a
}

// outcome counts the results of comparisons.
type outcome struct{ refused, unsupported, matched, missed, untold int }

// compare reports differences between this package and Ruby for q.
func compare(t *testing.T, r ruby, q rubyQuestion, sum *outcome) {
	t.Helper()
	want := r.judge(t, q)
	re, err := CompileOptions(q.Pattern, Options{
		IgnoreCase: q.Options&1 != 0, Extended: q.Options&2 != 0, Multiline: q.Options&4 != 0,
	})
	var refused *SyntaxError
	var unsupported *UnsupportedError
	switch {
	case errors.As(err, &refused):
		sum.refused++
		if err.Error() != want.Error {
			t.Errorf("%q (%d): got error\n\t%s\nwant\n\t%s", q.Pattern, q.Options, err, want.Error)
		}
		return
	case errors.As(err, &unsupported) && strings.HasPrefix(want.Error, "invalid pattern in look-behind"):
		// The length of a case-insensitive string is not computed here.
		sum.unsupported++
		return
	case want.Error != "":
		t.Errorf("%q (%d): got error %v, want\n\t%s", q.Pattern, q.Options, err, want.Error)
		return
	case errors.As(err, &unsupported):
		sum.unsupported++
		return
	case err != nil:
		t.Errorf("%q: got error %v", q.Pattern, err)
		return
	}
	for i, subject := range q.Subjects {
		at, err := re.FindStringIndex(subject)
		if err != nil || want.Slow {
			sum.untold++
			if err != nil && strings.Contains(err.Error(), "internal") {
				t.Errorf("%q on %q: %v", q.Pattern, subject, err)
			}
			continue
		}
		if at == nil {
			sum.missed++
		} else {
			sum.matched++
		}
		if !slices.Equal(at, whole(want.At[i])) || want.At[i] != nil && at == nil {
			t.Errorf("%q (%d) on %q: got match at %v, want %v", q.Pattern, q.Options, subject, at, whole(want.At[i]))
		}
		groups, err := re.FindStringSubmatchIndex(subject, freely)
		if err == nil && !slices.Equal(groups, want.At[i]) {
			t.Errorf("%q (%d) on %q: got groups at %v, want %v", q.Pattern, q.Options, subject, groups, want.At[i])
		}
		var starts []int
		for at, failed := range re.AllStringSubmatchIndex(subject, freely) {
			if err = failed; err == nil {
				starts = append(starts, at[0])
			}
		}
		if err == nil && !slices.Equal(starts, want.All[i]) {
			t.Errorf("%q (%d) on %q: got all matches at %v, want %v", q.Pattern, q.Options, subject, starts, want.All[i])
		}
	}
}

// whole returns the offsets of the match without its groups.
func whole(at []int) []int { return at[:min(2, len(at))] }

// TestDifferential compares with Ruby on random patterns and subjects: the errors in patterns, and the matches.
func TestDifferential(t *testing.T) {
	r := startRuby(t)
	g := generator{rand.New(rand.NewPCG(*seed, 0))}
	var sum outcome
	for i := range *differential {
		var q rubyQuestion
		switch i % 4 {
		case 0, 1:
			q.Pattern = g.pattern(3)
		case 2:
			q.Pattern = g.lookupPattern()
		case 3:
			q.Pattern = g.soup()
		}
		if g.IntN(8) == 0 {
			q.Options = g.IntN(8)
		}
		for range 6 {
			q.Subjects = append(q.Subjects, g.subject())
		}
		compare(t, r, q, &sum)
	}
	t.Logf("%d patterns: %d invalid, %d unsupported; subjects: %d match, %d do not, %d skipped",
		*differential, sum.refused, sum.unsupported, sum.matched, sum.missed, sum.untold)
}
