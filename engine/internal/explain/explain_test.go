package explain

import (
	"slices"
	"strings"
	"testing"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/merge"
	"github.com/hieralint/hieralint/engine/rubytext"
)

// record records a lookup of `a` in two levels, the second of which has the key.
func record(r *Recorder) {
	r.Push(&Node{Kind: Data, Key: "a", HasKey: true})
	r.Push(&Node{Kind: Merge, Strategy: merge.Default()})
	r.Push(&Node{Kind: Provider, Name: `Hierarchy entry "One"`})
	r.Push(&Node{Kind: Location, Text: "/data/one.yaml", Original: "one.yaml"})
	r.LocationNotFound()
	r.Pop()
	r.Pop()
	r.Push(&Node{Kind: Provider, Name: `Hierarchy entry "Two"`})
	r.Push(&Node{Kind: Location, Text: "http://two/", Original: "http://%{x}/", URI: true})
	r.Leaf(Node{Kind: Interpolate, Name: "%{x}"})
	r.Found("a", data.NewArray([]*data.Value{data.NewInteger(1), data.NewString("b")}))
	r.Pop()
	r.Pop()
	r.Result(data.NewArray([]*data.Value{data.NewInteger(1), data.NewString("b")}))
	r.Pop()
	r.Pop()
}

const text = `Searching for "a"
  Merge strategy default
    Hierarchy entry "One"
      Path "/data/one.yaml"
        Original path: "one.yaml"
        Path not found
    Hierarchy entry "Two"
      URI "http://two/"
        Original uri: "http://%{x}/"
        Interpolation on "%{x}"
        Found key: "a" value: [
          1,
          "b"
        ]
    Merged result: [
      1,
      "b"
    ]
`

func TestText(t *testing.T) {
	t.Parallel()
	r := NewRecorder()
	record(r)
	if got := Text(r.Root(&merge.Objects{}), nil); got != text {
		t.Errorf("got\n%s\nwant\n%s", got, text)
	}
}

func TestTree(t *testing.T) {
	t.Parallel()
	r := NewRecorder()
	record(r)
	root := r.Root(&merge.Objects{})
	got := rubytext.Inspect(Tree(root, false))
	for _, part := range []string{`"type"=>"root"`, `"event"=>"location_not_found"`, `"event"=>"found"`, `"event"=>"result"`, `"value"=>[1, "b"]`} {
		if !strings.Contains(got, part) {
			t.Errorf("got %[2]s, want it to contain %[1]s", part, got)
		}
	}
	if symbols := rubytext.Inspect(Tree(root, true)); !strings.Contains(symbols, ":event=>:found") {
		t.Error(symbols)
	}
}

// TestNothingToRecord checks that a nil Recorder can be used.
func TestNothingToRecord(t *testing.T) {
	t.Parallel()
	var r *Recorder
	r.PushScope()
	r.Leaf(Node{Kind: Interpolate})
	r.Found("a", data.NewUndef())
	r.FoundInDefaults("a", data.NewUndef())
	r.FoundInOverrides("a", data.NewUndef())
	r.NotFound("a")
	r.Result(data.NewUndef())
	r.LocationNotFound()
	r.Text("a")
	r.PopScope()
	if r != nil {
		t.Error("the recorder is not nil")
	}
}

// TestManySteps checks that steps are recorded and printed up to maxText.
func TestManySteps(t *testing.T) {
	t.Parallel()
	r := NewRecorder()
	r.Push(&Node{Kind: Data, Key: "k"})
	const steps = 2 * maxText / smallStep
	for range steps {
		r.Push(&Node{Kind: Provider, Name: "level"})
		r.Leaf(Node{Kind: Location, Text: "a.yaml", Original: "a.yaml"})
		r.Pop()
	}
	r.Found("k", data.NewInteger(1))
	r.Pop()
	root := r.Root(&merge.Objects{})
	if n := len(root.branches[0].branches); n == 0 || n > steps/2 {
		t.Errorf("got %d recorded steps of %d", n, steps)
	}
	for name, printed := range map[string]string{"text": Text(root, nil), "tree": rubytext.Inspect(Tree(root, false))} {
		if !strings.Contains(printed, tooLong) {
			t.Errorf("%s: does not say that steps are omitted", name)
		}
	}
}

// TestTextWithout checks that values and strings with tokens are printed as show returns them, which gets the key that is
// searched for and the part that has the value.
func TestTextWithout(t *testing.T) {
	t.Parallel()
	r := NewRecorder()
	r.Push(&Node{Kind: Data, Key: "app"})
	r.Push(&Node{Kind: Interpolate, Name: "x %{lookup('app.password')}"})
	r.Leaf(Node{Kind: Segment, Event: found, Key: "password", value: data.NewString("hunter2")})
	r.Leaf(Node{Kind: Segment, Event: found, Key: "user", value: data.NewString("alice")})
	r.Pop()
	r.Pop()
	var asked []string
	got := Text(r.Root(&merge.Objects{}), func(key string, v *data.Value) *data.Value {
		asked = append(asked, key)
		switch {
		case key == "password":
			return data.NewString("(secret)")
		case strings.Contains(v.Text(), "%{"):
			return data.NewString("(token)")
		}
		return v
	})
	const want = "Searching for \"app\"\n  Interpolation on \"(token)\"\n    Found key: \"password\" value: \"(secret)\"\n    Found key: \"user\" value: \"alice\"\n"
	if !strings.HasSuffix(got, want) {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if want := []string{"app", "app", "password", "app", "user"}; !slices.Equal(asked, want) {
		t.Errorf("asked for %q, want %q", asked, want)
	}
}

// TestLongExplanation checks that an explanation longer than maxText is truncated.
func TestLongExplanation(t *testing.T) {
	t.Parallel()
	v := data.NewInteger(1)
	for range 900 {
		v = data.NewArray([]*data.Value{v})
	}
	r := NewRecorder()
	const steps = 200
	for range steps {
		r.Push(&Node{Kind: Data, Key: "k"})
		r.Leaf(Node{Kind: Segment, Event: found, Key: "k", value: v})
		r.Pop()
	}
	root := r.Root(&merge.Objects{})
	text := Text(root, nil)
	if !strings.HasSuffix(text, "\n"+tooLong+"\n") || len(text) > maxText+10_000 {
		t.Errorf("got %d bytes ending with %q", len(text), text[len(text)-100:])
	}
	whole, omitted := 0, 0
	for _, step := range Tree(root, false).Entries()[0].Value.Items() {
		branches, _ := step.Get("branches")
		switch found, _ := branches.Items()[0].Get("value"); {
		case found == v:
			whole++
		case found.Text() == tooLong:
			omitted++
		}
	}
	if whole == 0 || omitted == 0 || whole+omitted != steps {
		t.Errorf("got %d complete and %d omitted values, want some of both", whole, omitted)
	}
}
