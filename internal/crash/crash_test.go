package crash

import (
	"strings"
	"testing"
)

func TestGuard(t *testing.T) {
	if c := Guard("nothing", func() {}); c != nil {
		t.Errorf("without a panic: got %v, want nil", c)
	}
	tests := []struct {
		name, value string
		f           func()
	}{
		{"a panic", "out of cheese", func() { panic("out of cheese") }},
		{"a panic of the runtime", "index out of range", func() { _ = []int{}[len(t.Name())] }},
		{"a nil pointer", "nil pointer", func() { var e *Error; _ = e.During }},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c := Guard("the key `a`", tt.f)
			if c == nil {
				t.Fatal("panic was not caught")
			}
			for _, part := range []string{"internal error: hieralint crashed on the key `a`: ", tt.value, " at crash/crash_test.go:", Issues} {
				if !strings.Contains(c.Error(), part) {
					t.Errorf("%q is missing from error %q", part, c.Error())
				}
			}
			if !strings.Contains(string(c.Stack), "crash_test.go") {
				t.Errorf("stack:\n%s", c.Stack)
			}
		})
	}
}
