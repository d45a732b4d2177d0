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
		if err := b.Reference(); err != nil {
			t.Fatalf("reference %d: %v", i, err)
		}
	}
	err := b.Reference()
	if err == nil || err.Cause != outcome.TooMuch || !strings.Contains(err.Error(), "100000 other lookups") {
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
	if err := b.Text(most.text); err != nil {
		t.Error(err)
	}
	if err := b.Text(1); err == nil {
		t.Error("no error after too much text")
	}
}

func TestWork(t *testing.T) {
	t.Parallel()
	var b Lookup
	if err := b.Work(most.work); err != nil {
		t.Error(err)
	}
	if err := b.Work(1); !errors.Is(err, ErrWork) {
		t.Errorf("got %v", err)
	}
	var whole Lookup
	if err := whole.Work(most.work + 1); !errors.Is(err, ErrWork) || !errors.Is(whole.Work(1), ErrWork) {
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

// TestModest: a lookup that is to be modest is given up early, and says so.
func TestModest(t *testing.T) {
	t.Parallel()
	for name, spend := range map[string]func(b *Lookup, limits *limits) error{
		"references": func(b *Lookup, limits *limits) error {
			for range limits.references {
				if err := b.Reference(); err != nil {
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
		"work": func(b *Lookup, limits *limits) error { return b.Work(limits.work) },
	} {
		var within, beyond, whole Lookup
		within.Begin(nil, true)
		if err := spend(&within, &modest); err != nil || within.Exceeded {
			t.Errorf("%s: what is modest is refused: %v", name, err)
		}
		beyond.Begin(nil, true)
		if err := spend(&beyond, &most); err == nil || !beyond.Exceeded {
			t.Errorf("%s: error %v, exceeded: %t", name, err, beyond.Exceeded)
		}
		whole.Begin(nil, false)
		if err := spend(&whole, &most); err != nil || whole.Exceeded {
			t.Errorf("%s: a lookup that need not be modest is refused: %v", name, err)
		}
	}
}

// TestRun: once a run is spent, its lookups are modest; only calls that are made count, and the outermost of calls in calls.
func TestRun(t *testing.T) {
	t.Parallel()
	var run Run
	lookup := func(work int) error {
		var b Lookup
		b.Begin(&run, false)
		defer b.End()
		outer := b.Call()
		inner := b.Call()
		if b.modest == outer.IsWhole() {
			t.Error("a call has the whole budget of a modest lookup, or not that of another")
		}
		err := b.Work(work)
		if got := inner.End(); err == nil && got != work {
			t.Errorf("the inner call took %d, want %d", got, work)
		}
		outer.End()
		return err
	}
	lookups := 0
	for ; ; lookups++ {
		if err := lookup(most.work); err != nil {
			if !errors.Is(err, ErrRun) {
				t.Errorf("got %v", err)
			}
			break
		}
	}
	if want := maxRun / most.work; lookups != want {
		t.Errorf("%d expensive lookups, want %d", lookups, want)
	}
	for range 1000 {
		if err := lookup(modest.work); err != nil {
			t.Fatalf("what is modest is refused: %v", err)
		}
	}
	var other Run
	for range maxRun / (10 * referenceCost) {
		var b Lookup
		b.Begin(&other, false)
		for range 10 {
			if err := b.Reference(); err != nil {
				t.Fatal(err)
			}
		}
		b.End()
	}
	var late Lookup
	if late.Begin(&other, false); !late.modest {
		t.Error("references cost nothing")
	}
}
