package hierarchy_test

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/hieralint/hieralint/internal/filetree"
	"github.com/hieralint/hieralint/internal/rule/ruletest"
	"github.com/hieralint/hieralint/rules/hierarchy"
)

func TestHierarchyNotFound(t *testing.T) {
	t.Parallel()
	const elsewhere = "version: 5\ndefaults: {datadir: /srv/hiera, data_hash: yaml_data}\nhierarchy: [{name: Common, path: common.yaml}]\n"
	for name, tt := range map[string]struct {
		files      map[string]string
		want, help string
	}{
		"no hiera.yaml":               {map[string]string{"hieradata/common.yaml": "app::port: 80\n", "hieradata/nodes/a.yaml": "app::port: 81\n"}, "no hierarchy found for 2 data files in `DIR/hieradata`", "set `hiera_config` under `environments` in .hieralint.yaml"},
		"a directory and parts of it": {map[string]string{"hieradata/apps/a.yaml": "app::port: 80\n", "hieradata/common.yaml": "app::port: 81\n", "hieradata/nodes/a.yaml": "app::port: 82\n"}, "no hierarchy found for 3 data files in `DIR/hieradata`", "set `hiera_config` under `environments` in .hieralint.yaml"},
		"it reads other files":        {map[string]string{"hiera.yaml": elsewhere, "settings/common.yaml": "app::port: 80\n"}, "no level of this hierarchy matches the files that look like data: 1 file in `DIR/settings`", "correct its data directory and paths; if production uses another hiera.yaml, set `hiera_config` under `environments` in .hieralint.yaml"},
		"it reads some":               {map[string]string{"hiera.yaml": "version: 5\n", "data/common.yaml": "a: 1\n", "settings/common.yaml": "app::port: 80\n"}, "", ""},
		"one of two environments": {map[string]string{
			"environments/a/hiera.yaml": elsewhere, "environments/a/settings/common.yaml": "app::port: 80\n", "environments/a/environment.conf": "",
			"environments/b/hiera.yaml": "version: 5\n", "environments/b/data/common.yaml": "app::port: 80\n", "environments/b/environment.conf": "",
		}, "no level of this hierarchy matches the files that look like data: 1 file in `DIR/environments/a/settings`", "correct its data directory and paths"},
		"one of two control repos in a Git repository": {map[string]string{
			".git/HEAD":          "ref: refs/heads/main\n",
			"teams/a/hiera.yaml": "version: 5\n", "teams/a/data/common.yaml": "app::port: 80\n", "teams/a/environment.conf": "",
			"teams/b/settings/common.yaml": "app::port: 80\n", "teams/b/environment.conf": "",
		}, "no hierarchy found for 1 data file in `DIR/teams/b/settings`", "set `hiera_config` under `environments` in .hieralint.yaml"},
		"environments without a hiera.yaml below a hierarchy": {map[string]string{
			".git/HEAD": "ref: refs/heads/main\n", "hiera.yaml": "version: 5\n", "data/common.yaml": "app::port: 80\n",
			"teams/b/settings/common.yaml": "app::port: 80\n", "teams/b/environment.conf": "",
		}, "", ""},
		"one environment without a hiera.yaml": {map[string]string{
			"environments/a/hiera.yaml": "version: 5\n", "environments/a/data/common.yaml": "app::port: 80\n", "environments/a/environment.conf": "",
			"environments/b/settings/common.yaml": "app::port: 80\n", "environments/b/environment.conf": "",
		}, "no hierarchy found for 1 data file in `DIR/environments/b/settings`", "set `hiera_config` under `environments` in .hieralint.yaml"},
		"a directory called hiera": {map[string]string{"hiera/common.yaml": "port: 80\n", "app/tests/basic.pp": "include app\n"},
			"no hierarchy found for 1 data file in `DIR/hiera`", "set `hiera_config` under `environments` in .hieralint.yaml"},
		"a role called hiera":     {map[string]string{"roles/hiera/tasks/main.yml": "- copy: {}\n", "roles/hiera/vars/main.yml": "port: 80\n"}, "", ""},
		"nothing looks like data": {map[string]string{"playbooks/site.yaml": "- hosts: all\n", "compose.yaml": "services: {web: {image: x}}\n"}, "", ""},
		"class hiera writes a computed one": {map[string]string{
			"hieradata/common.yaml": "app::port: 80\n", "environment.conf": "", "modules/profile/manifests/master.pp": "class profile::master($levels) {\n  class { 'hiera': hierarchy => $levels }\n}\n",
		}, "no hierarchy found for 1 data file in `DIR/hieradata`; DIR/modules/profile/manifests/master.pp:2: class `hiera` writes the hierarchy of the server", "put the hiera.yaml that class `hiera` writes into the repository"},
		"jobs of another program": {map[string]string{"defaults.yaml": "- defaults:\n    name: all\n- job:\n    name: a\n", "jobs.yaml": "- job:\n    name: b\n"}, "", ""},
		"class hiera writes it": {map[string]string{
			"hieradata/common.yaml": "app::port: 80\n", "environment.conf": "", "modules/profile/manifests/master.pp": "class profile::master {\n  class { 'hiera': hierarchy => ['common'] }\n}\n",
		}, "", ""},
		"a manifest beside the data writes one": {map[string]string{
			"hieradata/common.yaml": "app::port: 80\n", "environment.conf": "", "configure_hiera.pp": "class { 'hiera':\n  hierarchy => ['common'],\n}\n",
		}, "", ""},
		"class hiera writes none": {map[string]string{"hieradata/common.yaml": "app::port: 80\n", "environment.conf": "", "manifests/site.pp": "class { 'hiera': eyaml => true }\n"}, "no hierarchy found for 1 data file in `DIR/hieradata`", "set `hiera_config` under `environments` in .hieralint.yaml"},
		"a file that is decrypted into one that a level reads": {map[string]string{
			"hiera.yaml": "version: 5\n", "data/common.eyaml": "app::port: ENC[PKCS7,MIIB]\n", ".git/HEAD": "ref: refs/heads/main\n", ".gitignore": "/data/common.yaml\n",
		}, "", ""},
		"nothing but examples": {map[string]string{"settings/example.yaml": "app::port: 80\n"}, "", ""},
		"Puppet refuses it":    {map[string]string{"hiera.yaml": "version: 6\n", "settings/common.yaml": "app::port: 80\n"}, "", ""},
		"turned off":           {map[string]string{".hieralint.yaml": "rules: {hierarchy-not-found: off}\n", "hieradata/common.yaml": "app::port: 80\n"}, "", ""},
	} {
		t.Run(name, func(t *testing.T) {
			dir := filetree.Write(t, tt.files)
			var got, help string
			for _, d := range ruletest.Check(t, dir) {
				if d.Rule == hierarchy.HierarchyNotFound.Descriptor() {
					got, help = got+d.Message, d.Help
					for _, r := range d.Related {
						got += fmt.Sprintf("; %s:%d: %s", r.File.Path, r.File.Pos(r.Span.Start).Line, r.Message)
					}
					got = strings.ReplaceAll(got, filepath.ToSlash(dir), "DIR")
				}
			}
			if got != tt.want || !strings.HasPrefix(help, tt.help) {
				t.Errorf("found %q with help %q, want %q", got, help, tt.want)
			}
		})
	}
}

// TestHierarchyNotFoundCandidates checks that help names a hiera.yaml that is not used, but none of tests or of a module's virtual machines.
func TestHierarchyNotFoundCandidates(t *testing.T) {
	t.Parallel()
	const elsewhere = "version: 5\nhierarchy: [{name: Common, path: elsewhere/common.yaml}]\n"
	dir := filetree.Write(t, map[string]string{
		"hieradata/common.yaml": "app::port: 80\n", "server/hiera.yaml": elsewhere, "spec/fixtures/hiera.yaml": elsewhere,
		"modules/app/manifests/init.pp": "class app($port) { }\n", "modules/app/vagrant/hiera.yaml": elsewhere,
	})
	for _, d := range ruletest.Check(t, dir) {
		if d.Rule == hierarchy.HierarchyNotFound.Descriptor() {
			help := strings.ReplaceAll(d.Help, filepath.ToSlash(dir), "DIR")
			if want := ". The hiera.yaml may be `DIR/server/hiera.yaml`"; !strings.HasSuffix(help, want) {
				t.Errorf("help %q, want %q at its end", help, want)
			}
			return
		}
	}
	t.Error("no finding")
}

// TestHierarchyNotFoundDatadir checks that a datadir is blamed whose name is almost that of the directory with the data.
func TestHierarchyNotFoundDatadir(t *testing.T) {
	t.Parallel()
	version3 := func(datadir string) string {
		return "---\n:backends: [yaml]\n:yaml:\n  :datadir: '" + datadir + "'\n:hierarchy: ['nodes/%{::clientcert}', common]\n"
	}
	version5 := func(datadir string) string {
		return "version: 5\ndefaults: {data_hash: yaml_data}\nhierarchy:\n  - {name: Common, path: common.yaml, datadir: '" + datadir + "'}\n"
	}
	for _, tt := range []struct{ name, file, config, want string }{
		{"relative", "hiera.yaml", version3("hieradta"), "hieradta"},
		{"absolute", "hiera.yaml", version3("/etc/puppet/hieradta/"), "hieradta"},
		{"of environments", "hiera.yaml", version3("/etc/puppet/environments/%{environment}/heiradata"), "heiradata"},
		{"absolute in version 5", "hiera.yaml", version5("/etc/puppetlabs/code/environments/%{environment}/hieradta"), "hieradta"},
		{"relative in version 5, which hierarchy-datadir-missing reports", "hiera.yaml", version5("hieradta"), ""},
		{"of a hierarchy that is not used", "vagrant/hiera.yaml", version3("/vagrant/hiradata"), "hiradata"},
		{"another name", "hiera.yaml", version3("/srv/settings"), ""},
		{"a variable", "hiera.yaml", version3("/etc/puppet/%{hieradta}"), ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			dir := filetree.Write(t, map[string]string{tt.file: tt.config, "hieradata/common.yaml": "app::port: 80\n", "hieradata/nodes/a.example.com.yaml": "app::port: 81\n"})
			for _, d := range ruletest.Check(t, dir) {
				if d.Rule != hierarchy.HierarchyNotFound.Descriptor() {
					continue
				}
				if tt.want == "" {
					if len(d.Fixes) > 0 || d.Meant != "" {
						t.Errorf("meant %q, fixes %v", d.Meant, d.Fixes)
					}
					return
				}
				if got := ruletest.Underlined(d); got != tt.want || d.Meant != "hieradata" {
					t.Errorf("underlined %q, meant %q", got, d.Meant)
				} else if got, want := ruletest.Apply(d.Fixes[0]), strings.Replace(tt.config, tt.want, "hieradata", 1); got != want || d.Fixes[0].Safe {
					t.Errorf("fixed %q, want %q", got, want)
				}
				return
			}
			t.Error("no finding")
		})
	}
}

// TestHierarchyNotFoundPlainKeys checks data without a key of a class: it is data if a hierarchy would read it but for the
// name of its datadir.
func TestHierarchyNotFoundPlainKeys(t *testing.T) {
	t.Parallel()
	for datadir, want := range map[string]bool{"/etc/puppet/dita": true, "dta": true, "/etc/puppet/settings": false, "/etc/puppet/%{dta}": false} {
		t.Run(datadir, func(t *testing.T) {
			t.Parallel()
			dir := filetree.Write(t, map[string]string{
				"puppet/hiera.yaml":       "---\n:backends: [yaml]\n:yaml:\n  :datadir: '" + datadir + "'\n:hierarchy: ['%{::fqdn}', common]\n",
				"puppet/data/common.yaml": "port: 80\n", "puppet/manifests/default.pp": "include ntp\n", "puppet/date/list.yaml": "- a\n",
			})
			for _, d := range ruletest.Check(t, dir) {
				if d.Rule == hierarchy.HierarchyNotFound.Descriptor() {
					if !want || ruletest.Underlined(d) != filepath.Base(datadir) || d.Meant != "data" {
						t.Errorf("underlined %q, meant %q", ruletest.Underlined(d), d.Meant)
					}
					return
				}
			}
			if want {
				t.Error("no finding")
			}
		})
	}
}
