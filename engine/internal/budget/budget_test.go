package budget

import (
	"errors"
	"strings"
	"testing"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/outcome"
)

func TestReference(t *testing.T) {
	t.Parallel()
	var b Lookup
	for i := range maxReferences {
		if err := b.Reference(); err != nil {
			t.Fatalf("reference %d: %v", i, err)
		}
	}
	err := b.Reference()
	if err == nil || err.Cause != outcome.Recursion || !strings.Contains(err.Error(), "100000 other lookups") {
		t.Errorf("one reference too many: %v", err)
	}
}

func TestValue(t *testing.T) {
	t.Parallel()
	items := make([]*data.Value, 1000)
	for i := range items {
		items[i] = data.NewInteger(int64(i))
	}
	v := data.NewArray(items)
	var b Lookup
	for range 2 * maxValues / len(items) {
		if err := b.Value(v); err != nil {
			t.Fatalf("values of few references count: %v", err)
		}
	}
	b.references = unsuspicious + 1
	for range maxValues / (len(items) + 1) {
		if err := b.Value(v); err != nil {
			t.Fatal(err)
		}
	}
	if err := b.Value(v); err == nil {
		t.Error("no error after too many values")
	}
}

func TestText(t *testing.T) {
	t.Parallel()
	var b Lookup
	if err := b.Text(maxText); err != nil {
		t.Error(err)
	}
	if err := b.Text(1); err == nil {
		t.Error("no error after too much text")
	}
}

func TestWork(t *testing.T) {
	t.Parallel()
	var b Lookup
	if err := b.Work(maxWork); err != nil {
		t.Error(err)
	}
	if err := b.Work(1); !errors.Is(err, ErrWork) {
		t.Errorf("got %v", err)
	}
	var whole Lookup
	if err := whole.Work(maxWork + 1); !errors.Is(err, ErrWork) || !errors.Is(whole.Work(1), ErrWork) {
		t.Errorf("what cannot be paid for leaves something: %v", err)
	}
}

func TestMemory(t *testing.T) {
	t.Parallel()
	var b Lookup
	if err := b.Memory(maxMemory + 1); !errors.Is(err, ErrMemory) {
		t.Errorf("got %v", err)
	}
	if err := b.Memory(maxMemory); err != nil {
		t.Errorf("what was refused was charged: %v", err)
	}
}

// TestRun: only calls that are not cheap count for the run, and only the outermost of calls in calls.
func TestRun(t *testing.T) {
	t.Parallel()
	var run Run
	call := func(work int) error {
		b := Lookup{Run: &run}
		outer, err := b.Begin()
		if err != nil {
			return err
		}
		inner, err := b.Begin()
		if err != nil || !outer.IsFirst() {
			t.Fatalf("a call in a call: %v", err)
		}
		if err := b.Work(work); err != nil {
			t.Fatal(err)
		}
		if got := inner.End(); got != work {
			t.Errorf("the inner call took %d, want %d", got, work)
		}
		outer.End()
		return nil
	}
	for range 10_000 {
		if err := call(cheap); err != nil {
			t.Fatalf("cheap calls count: %v", err)
		}
	}
	calls := 0
	for ; ; calls++ {
		if err := call(maxWork); err != nil {
			if !errors.Is(err, ErrRun) {
				t.Errorf("got %v", err)
			}
			break
		}
	}
	if want := maxRunWork/maxWork + 1; calls != want {
		t.Errorf("%d expensive calls, want %d", calls, want)
	}
	alone := Lookup{}
	if _, err := alone.Begin(); err != nil {
		t.Errorf("a lookup without a run: %v", err)
	}
}
