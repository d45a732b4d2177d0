package batch

import (
	"context"
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/hieralint/hieralint/internal/filetree"
	"github.com/hieralint/hieralint/internal/oracle"
)

// TestReadsAgainstPuppet checks that a lookup reads the same variables as in Puppet, in the same order.
func TestReadsAgainstPuppet(t *testing.T) {
	dir := filetree.Write(t, map[string]string{
		"hiera.yaml":       "version: 5\nhierarchy:\n- {name: R, path: '%{facts.role}/%{::x}.yaml'}\n- {name: C, path: common.yaml}\n",
		"data/common.yaml": "a: \"%{role} %{facts.os.family} %{::role} %{nosuch} %{lookup('b')} %{facts.nope}\"\nb: \"%{trusted.certname} %{settings::strict} %{environment} %{module_name} %{0}\"\n",
	})
	puppet := oracle.Start(t)
	s := newServer(Options{Puppet: 7})
	for _, key := range []string{"a", "b", "a"} {
		line, err := json.Marshal(map[string]any{"envdir": dir, "key": key, "trace": true, "facts": map[string]any{"role": "web", "os": map[string]any{"family": "Debian"}}})
		if err != nil {
			t.Fatal(err)
		}
		var got, want struct{ Reads json.RawMessage }
		if err := json.Unmarshal(s.answer(context.Background(), line), &got); err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(puppet.Line(t, line), &want); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(string(want.Reads), string(got.Reads)); diff != "" {
			t.Errorf("%s: -want +got\n%s", key, diff)
		}
	}
}
