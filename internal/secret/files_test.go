package secret

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/source"
)

func TestFilesForSecrets(t *testing.T) {
	for _, name := range []string{
		"data/secrets.yaml", "data/vagrant_credentials.yaml", "data/secrets/roles/web.yaml", "data/private/common.yaml", "Passwords.eyaml", "data/nodes/db.secret.yaml",
	} {
		if !isForSecrets(source.New(name, nil)) {
			t.Errorf("%s is not recognized", name)
		}
	}
	for _, name := range []string{
		"data/common.yaml", "data/networks/private-lan.yaml", "data/secretary.yaml", "secrets/control/data/nodes/web.yaml", "data/nodes/private.example.com.yaml", "",
	} {
		if isForSecrets(source.New(name, nil)) {
			t.Errorf("%s is taken for a file for secrets", name)
		}
	}
}

func TestSpansInFilesForSecrets(t *testing.T) {
	for _, tt := range []struct{ name, text, want string }{
		{"values", "a::admin: hunter2\na::port: 80\na::b:\n  c: [x1, 'y %{z}']\n  on: true\n", "a::admin: #\na::port: 80\na::b:\n  c: [#, #]\n  on: true\n"},
		{"comments", "# a::admin: hunter2\n# hunter2\n  #- b: hunter2\n#\na: 1 # hunter2\nb: [1] # c: hunter2\n", "# a::admin: #\n# #\n  #- b: #\n#\na: 1#\nb: [1] # c: #\n"},
		{"options", "lookup_options:\n  a::admin:\n    merge: hash\n    convert_to: Sensitive\n", "lookup_options:\n  a::admin:\n    merge: hash\n    convert_to: Sensitive\n"},
		{"references", "a::admin: \"%{lookup('x')}\"\n", "a::admin: \"%{lookup('x')}\"\n"},
		{"a file that does not parse", "a::admin: hunter2\nb:\n  - hunter2\n  - c: [hunter2\n\"d e\": x1\r\n", "a::admin: #\nb:\n  #\n  - c: #\n\"d e\": #\r\n"},
	} {
		doc := data.Parse(source.New("data/secrets.yaml", []byte(tt.text)), data.YAML)
		got := hidden(tt.text, NewRedactor([]*data.Document{doc}).Spans(doc.File))
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%s: -want +got\n%s", tt.name, diff)
		}
	}
}
