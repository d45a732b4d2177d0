package manifest_test

import (
	"testing"
)

func TestDocumentation(t *testing.T) {
	t.Parallel()
	x := index(t, map[string]string{"modules/web/manifests/init.pp": `# not of the class

# @summary A web server.
#
# Serves pages.
#
# @param port The port
#   that it listens on.
# @param [String] label Its name.
# @param hosts [Array[String, 1]] All hosts.
#
#   Even these.
# @example
#   include web
class web ($port, $label, $hosts, $other) { }
`})
	class, _ := x.Class("web")
	if class == nil {
		t.Fatal("no class")
	}
	for parameter, want := range map[string]string{
		"port": "The port\nthat it listens on.", "label": "Its name.", "hosts": "All hosts.\n\nEven these.", "other": "", "": "A web server.\n\nServes pages.",
	} {
		if got := class.Documentation(parameter); got != want {
			t.Errorf("%s: got %q, want %q", parameter, got, want)
		}
	}
}
