package crash

import (
	"errors"
	"regexp"
	"strings"
	"testing"

	"github.com/sourcegraph/conc"
)

func TestGuard(t *testing.T) {
	if c := Guard("nothing", func() {}); c != nil {
		t.Errorf("without a panic: got %v, want nil", c)
	}
	tests := []struct {
		name, value string
		f           func()
	}{
		{"a panic", "panic with a value of the type string", func() { panic("out of cheese") }},
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

// TestNoSecret checks that reports of a crash contain nothing of the value of a panic, which may be a secret, and that
// what they quote cannot pass for a command.
func TestNoSecret(t *testing.T) {
	const secret = "hunter2"
	number := map[string]int{secret: 5}
	for name, f := range map[string]func(){
		"text":             func() { panic("cannot read " + secret) },
		"an error":         func() { panic(errors.New(secret)) },
		"a value":          func() { panic(number) },
		"another crash":    func() { panic(Of("the key `x`", secret)) },
		"a goroutine":      func() { var g conc.WaitGroup; g.Go(func() { panic(secret) }); g.Wait() },
		"a pattern":        func() { regexp.MustCompile("(" + strings.Clone(secret)) },
		"a type":           func() { var v any = secret; _ = v.(int) },
		"the Go runtime":   func() { _ = secret[number[secret]+len(secret):] },
		"a missing method": func() { var v any = secret; v.(interface{ Nothing() }).Nothing() },
	} {
		c := Guard("the key \n::error::\x1b[31m", f)
		if c == nil {
			t.Fatalf("%s: panic was not caught", name)
		}
		if text := c.Error() + string(c.Stack); strings.Contains(text, secret) {
			t.Errorf("%s is shown:\n%s", name, text)
		}
		if text := c.Error(); strings.ContainsAny(text, "\n\x1b") {
			t.Errorf("%s: %q is not escaped", name, text)
		}
	}
	if c := Guard("x", func() { var g conc.WaitGroup; g.Go(func() { _ = []int{}[number[secret]] }); g.Wait() }); !strings.Contains(c.Error(), "index out of range [5]") {
		t.Errorf("in a goroutine: got %q", c.Error())
	}
}
