package manifest

import (
	"errors"
	"strings"
	"testing"

	"github.com/hieralint/hieralint/engine/pp"
	"github.com/hieralint/hieralint/engine/source"
)

// TestRefused: what Puppet 7.23 says of the code, up to the place (`puppet parser validate`); "" where it accepts it.
func TestRefused(t *testing.T) {
	t.Parallel()
	for code, want := range map[string]string{
		"class app::my-server { }":       "Unacceptable name. The name 'app::my-server' is unacceptable as the name of a Host Class Definition",
		"class App { }":                  "Unacceptable name. The name 'App' is unacceptable as the name of a Host Class Definition",
		"class ::app::x { }":             "Unacceptable name. The name '::app::x' is unacceptable as the name of a Host Class Definition",
		"class _a { }":                   "Unacceptable name. The name '_a' is unacceptable as the name of a Host Class Definition",
		"class a { class b-c { } }":      "Unacceptable name. The name 'a::b-c' is unacceptable as the name of a Host Class Definition",
		"define my-d { }":                "Unacceptable name. The name 'my-d' is unacceptable as the name of a 'define' expression",
		"function f-x() { }":             "Unacceptable name. The name 'f-x' is unacceptable as the name of a Function Definition",
		"class a($x, $x) { }":            "The parameter 'x' is declared more than once in the parameter list",
		"function a::b($x, $x) { }":      "The parameter 'x' is declared more than once in the parameter list",
		"class a($title) { }":            "The parameter $title redefines a built in parameter in the Host Class Definition",
		"define d($name) { }":            "The parameter $name redefines a built in parameter in the 'define' expression",
		"class a($X) { }":                `Illegal parameter name. The given name 'X' does not conform to the naming rule /^[a-z_]\w*$/`,
		"class a($_x, $facts) { }":       "",
		"class a inherits b-c { }":       "",
		"class a9b::c_d { }":             "",
		"function a::b($title) { }":      "",
		"class a { define b { } }":       "",
		"node 'my-node' { include a }":   "",
		"type App::Port = Integer[1]":    "",
		"class main { }\nclass b($c) {}": "",
	} {
		tree, err := pp.Parse(source.New("x.pp", []byte(code)), pp.Options{})
		if wrong := (*pp.Error)(nil); errors.As(err, &wrong) {
			t.Errorf("%s: %s", code, wrong.Text)
			continue
		}
		got, span := refused(tree.Definitions)
		if got != want {
			t.Errorf("%s: %q, want %q", code, got, want)
		}
		if name := code[span.Start:span.End]; want != "" && !strings.Contains(got, strings.TrimPrefix(name, "$")) && !strings.Contains(name, "-") {
			t.Errorf("%s: the place is %q", code, name)
		}
	}
}
