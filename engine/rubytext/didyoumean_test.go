package rubytext

import "testing"

// TestDidYouMean has results of DidYouMean::SpellChecker in Ruby 3.1.
func TestDidYouMean(t *testing.T) {
	t.Parallel()
	words := []string{"json_backend", "yaml_backend"}
	for name, want := range map[string]string{
		"eyaml_backend": "yaml_backend", "ayml_bcaekdn": "yaml_backend", "yalbbackned": "yaml_backend", "qjnso_backend": "json_backend",
		"jsonlpbacklend": "json_backend", "http_backend": "", "htt_bpkedn": "", "httibackenp": "", "kym_eacen": "", "yaml_backend": "",
	} {
		if got := DidYouMean(name, words); got != want {
			t.Errorf("DidYouMean(%q) = %q, want %q", name, got, want)
		}
	}
}
