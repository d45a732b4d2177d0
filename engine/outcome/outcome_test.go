package outcome

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/hieralint/hieralint/engine/config"
	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/key"
	"github.com/hieralint/hieralint/engine/lookupoptions"
	"github.com/hieralint/hieralint/engine/merge"
	"github.com/hieralint/hieralint/engine/source"
)

// node returns the root of a small document.
func node(t *testing.T) *data.Node {
	t.Helper()
	return data.Parse(source.New("data/common.yaml", []byte("a: 1\n")), data.YAML).Root
}

func TestFrom(t *testing.T) {
	t.Parallel()
	n := node(t)
	own := Errorf("no value for %s", "a").WithCause(BadToken)
	k, err := key.Parse("a.b")
	if err != nil {
		t.Fatal(err)
	}
	_, _, notAHash := k.Dig(data.NewString("text"))
	_, _, integer := k.Dig(data.NewInteger(1))
	_, unclosed := key.Parse("a.'b")
	tests := []struct {
		name string
		err  error
		want Error
	}{
		{"wrapped Error", fmt.Errorf("wrapped: %w", own), *own},
		{"subkey of a string", notAHash, Error{Class: ClassLookup, Cause: WrongSubKey}},
		{"subkey of an Integer", integer, Error{Class: ClassNoMethod, Cause: WrongSubKey, Crash: true}},
		{"invalid key", unclosed, Error{Class: ClassLookup, Cause: BadToken}},
		{"integer as a key", &key.SyntaxError{Number: "1"}, Error{Class: ClassNoMethod, Cause: BadToken, Crash: true, Message: "undefined method `index' for 1:Integer"}},
		{"merge", &merge.Error{Class: merge.ArgumentError, Message: "no"}, Error{Class: ClassArgument, Cause: BadMerge, Message: "no"}},
		{"options", &lookupoptions.Error{Message: "no", Node: n}, Error{Class: ClassLookup, Cause: BadOptions, Message: "no", Node: n}},
		{"options that crash", &lookupoptions.Error{Message: "no", Crash: ClassNoMethod}, Error{Class: ClassNoMethod, Cause: BadOptions, Message: "no", Crash: true}},
		{
			"configuration", &config.Error{Class: ClassLookup, Text: "no", Issue: true, Problems: []*config.Problem{{Node: n}, {}}},
			Error{Class: ClassLookup, Cause: BadConfig, Message: "no", Issue: true, Node: n},
		},
		{"configuration that crashes", &config.Error{Class: ClassNoMethod, Text: "no"}, Error{Class: ClassNoMethod, Cause: BadConfig, Message: "no", Crash: true}},
		{"any other", errors.New("no"), Error{Class: ClassPuppet, Message: "no"}},
	}
	for _, test := range tests {
		got := From(test.err)
		if test.want.Message == "" {
			test.want.Message = test.err.Error()
		}
		if got.Class != test.want.Class || got.Cause != test.want.Cause || got.Message != test.want.Message || got.Crash != test.want.Crash ||
			got.Issue != test.want.Issue || got.Node != test.want.Node {
			t.Errorf("%s: got %+v\nwant %+v", test.name, *got, test.want)
		}
	}
}

func TestErrorIsPlacedOnce(t *testing.T) {
	t.Parallel()
	first, second := node(t), node(t)
	plain := IssueError("no")
	placed := plain.WithNode(first)
	if plain.Node != nil || placed.Node != first || placed == plain {
		t.Errorf("At: got %+v, %+v; want the original unchanged and a copy with the node", plain, placed)
	}
	if placed.WithNode(second) != placed || plain.WithNode(nil) != plain {
		t.Error("At must not change an error that has a node, and must ignore a nil node")
	}
	led := plain.WithHops([]Hop{{Key: "a"}})
	if len(plain.Hops) != 0 || len(led.Hops) != 1 || led.WithHops([]Hop{{Key: "b"}}) != led || plain.WithHops(nil) != plain {
		t.Errorf("By: %+v, %+v", plain, led)
	}
}

func TestIsPuppet(t *testing.T) {
	t.Parallel()
	for class, want := range map[string][2]bool{
		ClassLookup: {true, true}, ClassRecursive: {true, true}, ClassPuppet: {false, true}, ClassParse: {false, true},
		ClassTypeAssertion: {false, true}, ClassYAML: {false, true}, ClassArgument: {false, false}, ClassNoMethod: {false, false},
	} {
		e := &Error{Class: class}
		if got := [2]bool{e.IsLookup(), e.IsPuppet()}; got != want {
			t.Errorf("%s: got IsLookup, IsPuppet %v, want %v", class, got, want)
		}
	}
}

func TestUnknown(t *testing.T) {
	t.Parallel()
	for reason := range reasonTexts {
		if text := (&Unknown{Reason: Reason(reason), Subject: "SUBJECT"}).String(); strings.Count(text, "SUBJECT") != 1 || strings.Contains(text, "%!") {
			t.Errorf("reason %d: got %q", reason, text)
		}
	}
	fact, secret := &Unknown{Reason: UnknownVariable, Subject: "role"}, &Unknown{Reason: EncryptedValue, Subject: "key.pem"}
	role, password := data.NewRich(fact), data.NewRich(secret)
	v := data.NewArray([]*data.Value{role, data.NewHash([]data.Entry{{Key: password, Value: role}, {Key: data.NewString("a"), Value: data.NewInteger(1)}})})
	if got := UnknownParts(v); !slices.Equal(got, []*Unknown{fact, secret}) {
		t.Errorf("UnknownParts() = %v", got)
	}
	if UnknownParts(nil) != nil || UnknownParts(data.NewString("a")) != nil {
		t.Error("UnknownParts of a known value is not nil")
	}
	if UnknownPart(role) != role {
		t.Error("UnknownPart of an unknown value is not the value itself")
	}
	if u, ok := AsUnknown(UnknownPart(v)); !ok || u != fact {
		t.Errorf("first unknown part = %v", u)
	}
	if _, ok := AsUnknown(data.NewRich(fmt.Stringer(nil))); ok {
		t.Error("AsUnknown of another rich value: ok is true")
	}
	if _, ok := AsUnknown(nil); ok {
		t.Error("AsUnknown(nil): ok is true")
	}
}
