package invocation

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/internal/budget"
	"github.com/hieralint/hieralint/engine/key"
	"github.com/hieralint/hieralint/engine/outcome"
	"github.com/hieralint/hieralint/engine/source"
)

// lookup is a Lookup with values by key: `see X` refers to the key X, and `fail` is an error.
type lookup map[string]string

func (l lookup) Search(inv *Invocation, keys []string, _ Arguments) (Answer, *outcome.Error) {
	name := keys[0]
	if err := inv.Enter(name); err != nil {
		return Answer{}, err
	}
	text, ok := l[name]
	if !ok {
		return Answer{}, inv.Leave(nil)
	}
	if text == "fail" {
		return Answer{}, inv.Leave(outcome.Errorf("no"))
	}
	if next, refers := strings.CutPrefix(text, "see "); refers {
		v, _, err := inv.Refer(outcome.Hop{Key: next})
		return Answer{Key: name, Value: v}, inv.Leave(err)
	}
	return Answer{Key: name, Value: data.NewString(text)}, inv.Leave(nil)
}

func newInvocation(l Lookup) *Invocation {
	return &Invocation{Context: context.Background(), Shared: &Shared{}, Lookup: l, Budget: new(budget.Lookup), Record: &Record{}}
}

func TestRefer(t *testing.T) {
	t.Parallel()
	l := lookup{"a": "see b", "b": "found", "loop": "see pool", "pool": "see loop", "wrong": "see fails", "fails": "fail"}
	for name, want := range map[string]string{
		"a": "found", "b": "found", "none": "", "loop": "Recursive lookup detected in [loop, pool]", "wrong": "no",
	} {
		inv := newInvocation(l)
		v, found, err := inv.Refer(outcome.Hop{Key: name})
		got := ""
		switch {
		case err != nil:
			got = err.Message
		case found:
			got = v.Text()
		}
		if got != want {
			t.Errorf("%s: got %q, want %q", name, got, want)
		}
		if !inv.IsOutermost() {
			t.Errorf("%s: the lookup has not been left", name)
		}
	}
}

func TestReferHops(t *testing.T) {
	t.Parallel()
	_, _, err := newInvocation(lookup{"a": "see b", "b": "fail"}).Refer(outcome.Hop{Key: "a"})
	if err == nil || len(err.Hops) != 2 || err.Hops[0].Key != "a" || err.Hops[1].Key != "b" {
		t.Errorf("got %+v, want the hops a and b", err)
	}
}

func TestEnterLimits(t *testing.T) {
	t.Parallel()
	inv := newInvocation(nil)
	for i := range maxDepth {
		if err := inv.Enter(strings.Repeat("x", i)); err != nil {
			t.Fatal(err)
		}
	}
	if err := inv.Enter("one more"); err == nil || err.Class != outcome.ClassStack {
		t.Errorf("too deep: got %v", err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	inv = newInvocation(nil)
	if inv.Context = ctx; inv.Enter("a") == nil {
		t.Error("canceled context: got no error")
	}
}

func TestDig(t *testing.T) {
	t.Parallel()
	v := data.Parse(source.New("f", []byte("a: [{b: c}]\n")), data.YAML).Value
	for text, want := range map[string]string{"k.a.0.b": "c", "k.a.1": "", "k.x": "", "k.a.b": "mismatch"} {
		k, err := key.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		switch dug, found, err := newInvocation(nil).Dig(k, v); {
		case err != nil:
			got = "mismatch"
		case found:
			got = dug.Text()
		}
		if got != want {
			t.Errorf("%s: got %q, want %q", text, got, want)
		}
	}
}

func TestCannotAsk(t *testing.T) {
	t.Parallel()
	u := &outcome.Unknown{Reason: outcome.CustomFunction, Subject: "f"}
	inv := newInvocation(nil)
	if v, found, err := inv.CannotAsk(key.Key{}, u); err != nil || !found || !v.IsUnknown() || !inv.Record.HasUnknown {
		t.Errorf("got %v, %t, %v; want an unknown value", v, found, err)
	}
	inv = newInvocation(nil)
	inv.Shared.SkipUnknown = true
	if _, found, err := inv.CannotAsk(key.Key{}, u); err != nil || found || inv.Passed() != 1 || len(inv.Record.Unknown) != 1 {
		t.Errorf("SkipUnknown: got found %t, %v, %d passed", found, err, inv.Passed())
	}
}

func TestWarn(t *testing.T) {
	t.Parallel()
	var r Record
	r.WarnAll([]string{"a", "b", "a", "x: Use of 'hiera.yaml' version 3 is deprecated", "y: Use of 'hiera.yaml' version 4 is deprecated"})
	if want := []string{"a", "b", "x: Use of 'hiera.yaml' version 3 is deprecated"}; !slices.Equal(r.Warnings, want) {
		t.Errorf("got warnings %q", r.Warnings)
	}
}

func TestWithhold(t *testing.T) {
	t.Parallel()
	var r Record
	plain := outcome.Errorf("nothing secret")
	if r.Withhold(plain) != plain {
		t.Error("got a copy of an error without secrets")
	}
	r.AddSecret("hunter2-hunter2")
	if got := r.Withhold(outcome.Errorf("cannot convert hunter2-hunter2")); strings.Contains(got.Message, "hunter2") {
		t.Error(got.Message)
	}
}

func TestUnsettled(t *testing.T) {
	t.Parallel()
	var r Record
	r.AddUnsettled("a::%{x}::z", data.NewUndef())
	for name, want := range map[string]bool{"a::b::z": true, "a::::z": true, "a::b": false, "b::z": false} {
		if got := r.Unsettled(name) != nil; got != want {
			t.Errorf("%s: got %t", name, got)
		}
	}
}
