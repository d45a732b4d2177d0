package main

import "testing"

func TestWrapLines(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"a short line\n": "a short line\n",
		"":               "",
		"\n\n":           "\n\n",
		"  read by the parameter $domain of the class profile::base, at site.pp:4\n": "  read by the parameter $domain of the\n      class profile::base, at site.pp:4\n",
		"a/long/path/without/any/space/that/is/wider/than/the/terminal.yaml\nb\n":    "a/long/path/without/any/space/that/is/wider/than/the/terminal.yaml\nb\n",
		"these words are followed by a command ::warning\n":                          "these words are followed by a command\n    <U+003A>:warning\n",
	} {
		if got := wrapLines(text, 44); got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}
