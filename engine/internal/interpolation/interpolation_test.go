package interpolation

import (
	"context"
	"testing"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/internal/budget"
	"github.com/hieralint/hieralint/engine/internal/invocation"
	"github.com/hieralint/hieralint/engine/internal/scope"
	"github.com/hieralint/hieralint/engine/interpolate"
	"github.com/hieralint/hieralint/engine/outcome"
	"github.com/hieralint/hieralint/engine/rubytext"
	"github.com/hieralint/hieralint/engine/source"
)

// keys is an invocation.Lookup that returns the values of a hash.
type keys struct{ *data.Value }

func (k keys) Search(_ *invocation.Invocation, names []string, _ invocation.Arguments) (invocation.Answer, *outcome.Error) {
	v, _ := k.Get(names[0])
	return invocation.Answer{Key: names[0], Value: v}, nil
}

func parse(text string) *data.Value {
	return data.Parse(source.New("f.yaml", []byte(text)), data.YAML).Value
}

func newInvocation() *invocation.Invocation {
	facts := parse("os: {family: Debian}\ntwice: '%{role}'\n")
	return &invocation.Invocation{
		Context: context.Background(), Shared: &invocation.Shared{Puppet: 8}, Budget: new(budget.Lookup), Record: &invocation.Record{},
		Lookup: keys{parse("list: [1, 2]\ntext: from another key\n")},
		Scope:  &scope.Scope{Vars: map[string]*data.Value{"role": data.NewString("web"), "facts": facts}},
	}
}

func TestValue(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"plain":                        `"plain"`,
		"a %{role} b":                  `"a web b"`,
		"%{facts.os.family}":           `"Debian"`,
		"%{facts.twice}":               `"web"`,
		"%{}x%{::}":                    `"x"`,
		"%{literal('%')}{role}":        `"%{role}"`,
		"%{lookup('text')}!":           `"from another key!"`,
		"%{lookup('list')}":            `"[1, 2]"`,
		"%{alias('list')}":             `[1, 2]`,
		"%{scope('role')}":             `"web"`,
		"%{lookup('none')}":            `""`,
		"[1, {'%{role}': '%{role}'}]":  `[1, {"web"=>"web"}]`,
		"{web: 1, '%{role}': 2, b: 3}": `{"web"=>2, "b"=>3}`,
	} {
		v := parse("v: \"" + text + "\"\n")
		if text[0] == '[' || text[0] == '{' {
			v = parse("v: " + text + "\n")
		}
		v, _ = v.Get("v")
		got, err := Value(newInvocation(), v, true)
		if err != nil || rubytext.Inspect(got) != want {
			t.Errorf("%s: got %v, %v; want %s", text, got, err, want)
		}
		if !interpolate.HasTokens(v) && got != v {
			t.Errorf("%s: got a copy of a value without tokens", text)
		}
	}
}

func TestErrors(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		text    string
		methods bool
		want    string
	}{
		{"%{lookup('text')}", false, "Interpolation using method syntax is not allowed in this context"},
		{"%{frob('text')}", true, "Unknown interpolation method 'frob'"},
		{"a %{alias('text')}", true, "'alias' interpolation is only permitted if the expression is equal to the entire string"},
		{"%{a..b}", true, "Syntax error in string: %{a..b}"},
	} {
		_, err := Value(newInvocation(), data.NewString(tt.text), tt.methods)
		if err == nil || err.Message != tt.want {
			t.Errorf("%s: got error %v", tt.text, err)
		}
	}
}

func TestUnknown(t *testing.T) {
	t.Parallel()
	inv := newInvocation()
	inv.Scope.Partial = true
	v, err := Value(inv, data.NewString("a %{none} b"), true)
	if u, ok := outcome.AsUnknown(v); err != nil || !ok || u.Reason != outcome.UnknownVariable || u.Subject != "none" {
		t.Errorf("got %v, %v; want an unknown variable", v, err)
	}
}

func TestDistinct(t *testing.T) {
	t.Parallel()
	entry := func(key, value string) data.Entry {
		return data.Entry{Key: data.NewString(key), Value: data.NewString(value)}
	}
	got := Distinct(newInvocation(), []data.Entry{entry("a", "1"), entry("b", "2"), entry("a", "3")})
	if text := rubytext.Inspect(got); text != `{"a"=>"3", "b"=>"2"}` {
		t.Error(text)
	}
}
