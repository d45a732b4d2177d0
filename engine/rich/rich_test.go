package rich

import (
	"fmt"
	"math/big"
	"testing"

	"github.com/hieralint/hieralint/engine/data"
)

// TestRead has the string forms of parsed values, or the errors (after `!`), of Puppet 7.23.
func TestRead(t *testing.T) {
	t.Parallel()
	read := map[string]func(string) (fmt.Stringer, error){
		"version":  func(s string) (fmt.Stringer, error) { return NewSemVer(s) },
		"range":    func(s string) (fmt.Stringer, error) { return NewSemVerRange(s) },
		"regexp":   func(s string) (fmt.Stringer, error) { return NewRegexp(s) },
		"URI":      func(s string) (fmt.Stringer, error) { return NewURI(s) },
		"time":     func(s string) (fmt.Stringer, error) { return TimestampOf(data.NewString(s)) },
		"duration": func(s string) (fmt.Stringer, error) { return TimespanOf(data.NewString(s)) },
	}
	for _, tt := range []struct{ kind, text, want string }{
		{"version", "1.2.3-rc.1+b.2", "1.2.3-rc.1+b.2"},
		{"version", "1.2", "!Unable to parse '1.2' as a semantic version identifier"},
		{"version", "1.2.3-01", "!Numeric pre-release identifiers MUST NOT contain leading zeroes"},
		{"range", "~1.2", "~1.2"},
		{"range", "bad", `!Unparsable version range: "bad"`},
		{"regexp", "a.b", "(?-mix:a.b)"},
		{"regexp", "a(", "!end pattern with unmatched parenthesis: /a(/"},
		{"URI", "HTTP://u@H:80/a?b c#d", "http://u@H/a?b%20c#d"},
		{"URI", "a b", `!bad URI(is not URI?): "a b"`},
		{"time", "2016-08-28T12:30:27.4 PST", "2016-08-28T20:30:27.400000000 UTC"},
		{"time", "99999-01-01", "99999-01-01T00:00:00.000000000 UTC"},
		{"duration", "1-02:03:04.5", "1-02:03:04.5"},
		{"duration", "-5", "-0-00:00:05.0"},
		{"duration", "02:03", "!Unable to parse '02:03' using any of the formats %D-%H:%M:%S.%-N, %H:%M:%S.%-N, %M:%S.%-N, %S.%-N, %D-%H:%M:%S, %H:%M:%S, %D-%H:%M, %S"},
	} {
		v, err := read[tt.kind](tt.text)
		if got := outcome(v, err); got != tt.want {
			t.Errorf("%s %q: got %s, want %s", tt.kind, tt.text, got, tt.want)
		}
	}
}

func outcome(v fmt.Stringer, err error) string {
	if err != nil {
		return "!" + err.Error()
	}
	return v.String()
}

// TestVersionRanges checks which versions a range includes, and its normalized form.
func TestVersionRanges(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		text, simplest string
		in, out        []string
	}{
		{"1.x", ">=1.0.0 <2.0.0", []string{"1.0.0", "1.99.0"}, []string{"0.9.9", "2.0.0", "1.5.0-rc.1"}},
		{"^0.2.3", ">=0.2.3 <0.3.0", []string{"0.2.3"}, []string{"0.3.0", "0.2.2"}},
		{"1.0.0 - 2.0.0", ">=1.0.0 <=2.0.0", []string{"1.0.0", "2.0.0"}, []string{"2.0.1"}},
		{">=1.2.3-rc.1", ">=1.2.3-rc.1", []string{"1.2.3-rc.2", "9.0.0"}, []string{"1.2.3-beta", "1.3.0-rc.1"}},
		{">1.0.0 || <0.5.0", ">1.0.0 || <0.5.0", []string{"0.4.0", "1.0.1"}, []string{"0.5.0", "1.0.0"}},
		{">*", "<0.0.0", nil, []string{"0.0.0", "1.0.0"}},
	} {
		r, err := NewSemVerRange(tt.text)
		if err != nil {
			t.Errorf("%s: %v", tt.text, err)
			continue
		}
		if got := r.Inspect(); got != tt.simplest {
			t.Errorf("%s: Inspect() = %s, want %s", tt.text, got, tt.simplest)
		}
		for want, versions := range map[bool][]string{true: tt.in, false: tt.out} {
			for _, version := range versions {
				v, err := NewSemVer(version)
				if err != nil {
					t.Fatal(err)
				}
				if r.Includes(v) != want {
					t.Errorf("%s includes %s: got %t, want %t", tt.text, version, !want, want)
				}
			}
		}
	}
}

// TestTimespanZeros checks both formats of a fraction of a second.
func TestTimespanZeros(t *testing.T) {
	t.Parallel()
	span := NewTimespan(big.NewInt(1_500_000_000))
	if got := span.String(); got != "0-00:00:01.5" {
		t.Errorf("got %s", got)
	}
	if got := span.StringWithZeros(); got != "0-00:00:01.500000000" {
		t.Errorf("got %s", got)
	}
}

// TestEquivalentRegexp checks a regular expression that is printed in one form and matched in an equivalent
// one.
func TestEquivalentRegexp(t *testing.T) {
	t.Parallel()
	re, err := NewEquivalentRegexp(`\A(?<part>a)\g<part>\z`, `\Aaa\z`)
	if err != nil {
		t.Fatal(err)
	}
	if re.Unsupported() != nil || !re.MatchString("aa") || re.MatchString("a") || re.Inspect() != `/\A(?<part>a)\g<part>\z/` {
		t.Errorf("%s: unsupported %v, matches aa: %t", re.Inspect(), re.Unsupported(), re.MatchString("aa"))
	}
}
