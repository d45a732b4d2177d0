package lazyregexp_test

import (
	"testing"

	"github.com/hieralint/hieralint/internal/lazyregexp"
)

func TestNew(t *testing.T) {
	words := lazyregexp.New(`[a-z]+`)
	for range 2 { // compiles the pattern, then reuses it
		if got := words().FindAllString("a-b", -1); len(got) != 2 {
			t.Errorf("FindAllString gives %q", got)
		}
	}
	defer func() {
		if recover() == nil {
			t.Error("no panic for an invalid pattern")
		}
	}()
	lazyregexp.New(`(`)
}
