package rubytext

import (
	"os/exec"
	"strings"
	"testing"

	"github.com/hieralint/hieralint/internal/reference"
)

// allLetters prints every cased letter with its upper, lower, and capitalized forms. Georgian capital letters
// are omitted, because Ruby writes them in lower case at the start of a word.
const allLetters = `
(0..0x10ffff).each do |c|
  next if (0xd800..0xdfff) === c || (0x1c90..0x1cbf) === c
  s = [c].pack('U')
  puts [s, s.upcase, s.downcase, s.capitalize].join(' ') unless s.upcase == s && s.downcase == s && s.capitalize == s
end
puts %w[straßE STRASSE straße Straße].join(' ')
`

func TestCaseAgainstRuby(t *testing.T) {
	out, err := exec.Command(reference.Ruby(t), "-e", allLetters).Output()
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(out)) {
		want := strings.Fields(line)
		if got := []string{want[0], Upcase(want[0]), Downcase(want[0]), Capitalize(want[0])}; strings.Join(got, " ") != strings.Join(want, " ") {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}
