package rubyregexp

import (
	"errors"
	"slices"
	"testing"
	"time"
)

// FuzzCompile searches for patterns that panic, hang, or return invalid offsets.
func FuzzCompile(f *testing.F) {
	for _, tt := range slices.Concat(differences, common, lookupOptions) {
		f.Add(tt.pattern, tt.subject)
	}
	for _, tt := range refused {
		if len(tt.pattern) < 100 {
			f.Add(tt.pattern, "abc")
		}
	}
	for _, tt := range unsupported {
		if len(tt.pattern) < 100 {
			f.Add(tt.pattern, "é\n")
		}
	}
	f.Fuzz(func(t *testing.T, pattern, subject string) {
		start := time.Now()
		defer func() {
			if took := time.Since(start); took > 10*time.Second {
				t.Errorf("took %v", took)
			}
		}()
		re, err := Compile(pattern)
		if err != nil {
			checkError(t, err)
			return
		}
		at, err := re.FindStringIndex(subject)
		if err != nil {
			if !errors.As(err, new(*MatchError)) {
				t.Errorf("%T: %v", err, err)
			}
			return
		}
		if at != nil && (at[0] < 0 || at[0] > at[1] || at[1] > len(subject)) {
			t.Errorf("match at %v in %d bytes", at, len(subject))
		}
	})
}

func checkError(t *testing.T, err error) {
	var refused *SyntaxError
	var unsupported *UnsupportedError
	if !errors.As(err, &refused) && !errors.As(err, &unsupported) || err.Error() == "" {
		t.Errorf("%T: %v", err, err)
	}
}
