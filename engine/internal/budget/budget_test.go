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
	for i := range most.references {
		if err := b.Reference(0); err != nil {
			t.Fatalf("reference %d: %v", i, err)
		}
	}
	err := b.Reference(0)
	if err == nil || err.Cause != outcome.TooMuch || !strings.Contains(err.Error(), "100000 other lookups") {
		t.Errorf("one reference too many: got %v", err)
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
			t.Fatalf("few references: got %v, want no error", err)
		}
	}
	b.references = unsuspicious + 1
	for range maxValues / (len(items) + 1) {
		if err := b.Value(v); err != nil {
			t.Fatal(err)
		}
	}
	if err := b.Value(v); err == nil {
		t.Error("too many values: got no error")
	}
}

func TestText(t *testing.T) {
	t.Parallel()
	var b Lookup
	if err := b.Text(most.text); err != nil {
		t.Error(err)
	}
	if err := b.Text(1); err == nil {
		t.Error("too much text: got no error")
	}
}

func TestWork(t *testing.T) {
	t.Parallel()
	var b Lookup
	if err := b.Work(most.work); err != nil {
		t.Error(err)
	}
	if err := b.Work(1); !errors.Is(err, ErrWork) {
		t.Errorf("got %v, want ErrWork", err)
	}
	var whole Lookup
	if err := whole.Work(most.work + 1); !errors.Is(err, ErrWork) || !errors.Is(whole.Work(1), ErrWork) {
		t.Errorf("work above the limit: got %v, want ErrWork and an exhausted budget", err)
	}
}

func TestMemory(t *testing.T) {
	t.Parallel()
	var b Lookup
	if err := b.Memory(maxMemory + 1); !errors.Is(err, ErrMemory) {
		t.Errorf("got %v, want ErrMemory", err)
	}
	if err := b.Memory(maxMemory); err != nil {
		t.Errorf("got %v: rejected memory was charged", err)
	}
}

// TestLowBudget checks that a lookup with a low limit fails at lower limits, and sets Exceeded.
func TestLowBudget(t *testing.T) {
	t.Parallel()
	for name, spend := range map[string]func(b *Lookup, limits *limits) error{
		"references": func(b *Lookup, limits *limits) error {
			for range limits.references {
				if err := b.Reference(0); err != nil {
					return err
				}
			}
			return nil
		},
		"text": func(b *Lookup, limits *limits) error {
			if err := b.Text(limits.text); err != nil {
				return err
			}
			return nil
		},
		"function calls": func(b *Lookup, limits *limits) error {
			for range limits.work / levelCallCost {
				if err := b.LevelCall(); err != nil {
					return err
				}
			}
			return nil
		},
		"work": func(b *Lookup, limits *limits) error { return b.Work(limits.work) },
	} {
		var within, beyond, whole Lookup
		within.Begin(nil, true, 0)
		if err := spend(&within, &low); err != nil || within.Exceeded {
			t.Errorf("%s: lookup with low limits within its limits: got %v", name, err)
		}
		beyond.Begin(nil, true, 0)
		if err := spend(&beyond, &most); err == nil || !beyond.Exceeded {
			t.Errorf("%s: lookup with low limits above its limits: got %v, Exceeded %t", name, err, beyond.Exceeded)
		}
		whole.Begin(nil, false, 0)
		if err := spend(&whole, &most); err != nil || whole.Exceeded {
			t.Errorf("%s: ordinary lookup within its limits: got %v", name, err)
		}
	}
}

// TestMaxCost checks that a lookup may cost about as much as it is allowed to.
func TestMaxCost(t *testing.T) {
	t.Parallel()
	const most = 100
	for name, step := range map[string]func(b *Lookup) error{
		"references":     func(b *Lookup) error { return failure(b.Reference(0)) },
		"function calls": func(b *Lookup) error { return failure(b.LevelCall()) },
		"text":           func(b *Lookup) error { return failure(b.Text(textPerWork)) },
		"merged values":  func(b *Lookup) error { return b.Merge(mergedPerWork) },
	} {
		var b Lookup
		b.Begin(nil, true, most)
		for range most + 1 {
			if step(&b) != nil {
				break
			}
		}
		if cost := b.Cost(); !b.Exceeded || cost < most/2 || cost > 2*most {
			t.Errorf("%s: got cost %d, Exceeded %t, want about %d", name, cost, b.Exceeded, most)
		}
	}
}

func failure(err *outcome.Error) error {
	if err == nil {
		return nil
	}
	return err
}

// TestRun checks that lookups have low limits after the budget of a run is exhausted. Only calls count, and of
// nested calls only the outermost.
func TestRun(t *testing.T) {
	t.Parallel()
	var run Shared
	lookup := func(work int) error {
		var b Lookup
		b.Begin(&run, false, 0)
		defer b.End()
		outer := b.Call()
		inner := b.Call()
		if b.low == outer.IsWhole() {
			t.Error("IsWhole must be true for exactly the lookups that do not have low limits")
		}
		err := b.Work(work)
		if got := inner.End(); err == nil && got != work {
			t.Errorf("work of the inner call = %d, want %d", got, work)
		}
		outer.End()
		return err
	}
	lookups := 0
	for ; ; lookups++ {
		if err := lookup(most.work); err != nil {
			if !errors.Is(err, ErrRun) {
				t.Errorf("got %v, want ErrRun", err)
			}
			break
		}
	}
	if want := maxRun / most.work; lookups != want {
		t.Errorf("got %d expensive lookups, want %d", lookups, want)
	}
	for range 1000 {
		if err := lookup(low.work); err != nil {
			t.Fatalf("low lookup: got %v", err)
		}
	}
	var other Shared
	for range maxRun / (10 * referenceCost) {
		var b Lookup
		b.Begin(&other, false, 0)
		for range 10 {
			if err := b.Reference(0); err != nil {
				t.Fatal(err)
			}
		}
		b.End()
	}
	var late Lookup
	if late.Begin(&other, false, 0); !late.low {
		t.Error("references do not count toward the budget of the run")
	}
}
