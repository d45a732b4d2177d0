package project_test

import (
	"context"
	"testing"

	"github.com/hieralint/hieralint/internal/discovery"
	"github.com/hieralint/hieralint/internal/filetree"
)

func TestNames(t *testing.T) {
	dir := filetree.Write(t, map[string]string{
		"hiera.yaml": "version: 5\n",
		"data/common.yaml": `
profile::web::port: 80
ntp:servers: [a]
apt::update:frequency: daily
a: ["%{lookup('b::c.d')}", {"%{hiera('e')}": "%{alias(\"'f.g'\")} %{scope('h')} %{i}"}]
m: ["%{lookups('meant')}", "%{lookup(bare)}", "%{alias('db_hots')}"]
db_host: x
b: ["profile::base", "profile::web port", plain, {profile::nested: {profile::inner: profile::value}}]
lookup_options: {"ntp::servers": {merge: first}}
"%{lookup('root')}": keys at the root are not interpolated
`,
		"data/invalid.yaml":               "---\napp::port: 80\n'app::host': [b\n# app::of: 1\napp::list:\n- e\napp::end 3\n\"%{lookup('e')}\n",
		"modules/mysql/manifests/init.pp": "class mysql {}\n",
	})
	p, err := discovery.Load(context.Background(), []string{dir}, discovery.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for key, want := range map[string]bool{"b::c": true, "e": true, "f.g": true, "b::c.d": false, "h": false, "i": false, "root": false, "a": false, "meant": false, "bare": false} {
		if got := p.Refers(key); got != want {
			t.Errorf("Refers(%q) = %t", key, got)
		}
	}
	for key, want := range map[string]bool{"db_host": true, "meant": true, "bare": true, "db_hots": false, "m": false, "b::c": false} {
		if got := p.Misrefers(key); got != want {
			t.Errorf("Misrefers(%q) = %t", key, got)
		}
	}
	for name, want := range map[string]bool{"profile::base": true, "profile::value": true, "profile::nested": false, "profile::inner": false, "profile::web port": false, "plain": false, "ntp::servers": false, "profile::web::port": false} {
		if got := p.Mentions(name); got != want {
			t.Errorf("Mentions(%q) = %t", name, got)
		}
	}
	for key, want := range map[string]bool{"app::port": true, "app::host": true, "app::list": true, "app::end": true, "b": false, "app::of": false, "profile::web::port": false, "a": false} {
		if got := p.MayDefine(key); got != want {
			t.Errorf("MayDefine(%q) = %t", key, got)
		}
	}
	for module, want := range map[string]bool{"profile": true, "mysql": true, "ntp": false, "apt": false, "b": false, "": false} {
		if got := p.HasNamespace(module); got != want {
			t.Errorf("HasNamespace(%q) = %t", module, got)
		}
	}
}
