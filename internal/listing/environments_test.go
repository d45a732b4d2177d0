package listing_test

import (
	"bytes"
	"context"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/hieralint/hieralint/internal/discovery"
	"github.com/hieralint/hieralint/internal/filetree"
	"github.com/hieralint/hieralint/internal/jsonlist"
	"github.com/hieralint/hieralint/internal/jsonschema"
	"github.com/hieralint/hieralint/internal/listing"
)

func environments(t *testing.T, dir string) []*listing.Environment {
	t.Helper()
	p, err := discovery.Load(context.Background(), []string{dir}, discovery.Options{ListUnread: true})
	if err != nil {
		t.Fatal(err)
	}
	found, err := listing.FindEnvironments(context.Background(), p, dir)
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// site has a hierarchy with modules, and a hiera.yaml and data that are not used.
var site = map[string]string{
	"environment.conf":             "modulepath = site:modules\n",
	"hiera.yaml":                   "version: 5\nhierarchy:\n  - {name: Nodes, path: \"nodes/%{trusted.certname}.yaml\"}\n  - {name: Common, path: common.yaml}\n",
	"data/common.yaml":             "app::port: 80\n",
	"data/nodes/web01.yaml":        "app::port: 81\n",
	"data/unread.yaml":             "app::port: 82\n",
	"old/values.yaml":              "app::port: 83\n",
	"old/deployment.yaml":          "kind: Deployment\n",
	"site/app/manifests/init.pp":   "class app($port) { }\n",
	"site/app/manifests/web.pp":    "class app::web { }\n",
	"modules/ntp/hiera.yaml":       "version: 5\n",
	"modules/ntp/data/common.yaml": "ntp::servers: []\n",
	"vagrant/hiera.yaml":           "version: 5\nhierarchy:\n  - {name: Common, datadir: ../data, path: common.yaml}\n",
}

func TestEnvironments(t *testing.T) {
	dir := filetree.Write(t, site)
	got := environments(t, dir)
	why := func(h *listing.Hierarchy) string {
		text := h.Why
		if h.Why = ""; text == "" {
			t.Errorf("%s: no reason", h.Config)
		}
		return text
	}
	for _, e := range got {
		for _, h := range e.Hierarchies {
			why(h)
		}
		for _, n := range e.NotUsed {
			n.Why = ""
		}
	}
	want := []*listing.Environment{{
		Path: ".", Modulepath: []string{"site", "modules"}, Modules: 2, Classes: 2,
		Hierarchies: []*listing.Hierarchy{
			{Config: "hiera.yaml", Version: 5, Layer: "environment", Datadirs: []string{"data"}, Files: 2},
			{Config: "modules/ntp/hiera.yaml", Version: 5, Layer: "module", Datadirs: []string{"modules/ntp/data"}, Files: 1},
		},
		Unread:  []string{"data/unread.yaml", "old/values.yaml"},
		NotUsed: []*listing.NotUsed{{Config: "vagrant/hiera.yaml"}},
	}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// TestNoEnvironment checks a tree with data only, and one without anything of Puppet's.
func TestNoEnvironment(t *testing.T) {
	got := environments(t, filetree.Write(t, map[string]string{"hieradata/common.yaml": "app::port: 80\n"}))
	want := []*listing.Environment{{
		Path: ".", Hierarchies: []*listing.Hierarchy{}, Modulepath: []string{}, Unread: []string{"hieradata/common.yaml"}, NotUsed: []*listing.NotUsed{},
	}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if got := environments(t, filetree.Write(t, map[string]string{"README.md": ""})); len(got) > 0 {
		t.Errorf("found %v", got)
	}
}

// TestNothingAround checks that files beside the directory `environments` belong to one of the
// environments, and that directories like scripts/manifests are not environments.
func TestNothingAround(t *testing.T) {
	got := environments(t, filetree.Write(t, map[string]string{
		"hiera.yaml": "version: 5\nhierarchy:\n  - {name: Common, datadir: \"hieradata/%{environment}\", path: common.yaml}\n", "hieradata/production/common.yaml": "app::port: 80\n",
		"environments/production/modules/app/manifests/init.pp": "class app($port) { }\n", "environments/testing/environment.conf": "", "hieradata/production/unread.yaml": "app::port: 81\n",
		"vagrant/hiera.yaml": "version: 5\nhierarchy:\n  - {name: Common, datadir: ../hieradata/production, path: common.yaml}\n", "scripts/manifests/site.pp": "",
	}))
	var paths []string
	for _, e := range got {
		paths = append(paths, e.Path)
	}
	if diff := cmp.Diff([]string{"environments/production", "environments/testing"}, paths); diff != "" {
		t.Fatal(diff)
	}
	if production := got[0]; len(production.NotUsed) != 1 || len(production.Unread) != 1 {
		t.Errorf("got %+v", production)
	}
}

// TestSharedModules checks that data in modules of several environments belongs to one of them.
func TestSharedModules(t *testing.T) {
	got := environments(t, filetree.Write(t, map[string]string{
		"hiera.yaml": "version: 5\nhierarchy:\n  - {name: Common, datadir: data, path: common.yaml}\n", "data/common.yaml": "app::port: 80\n",
		"environments/production/environment.conf": "modulepath = /etc/puppet/modules\n", "environments/testing/environment.conf": "modulepath = /etc/puppet/modules\n",
		"modules/app/manifests/init.pp": "class app($port) { }\n", "modules/app/data/hiera.yaml": "---\n:hierarchy: [common]\n", "modules/app/data/common.yaml": "app::port: 81\n",
	}))
	var unread []string
	for _, e := range got {
		unread = append(unread, fmt.Sprint(e.Path, e.Unread))
	}
	if diff := cmp.Diff([]string{"environments/production[modules/app/data/common.yaml]", "environments/testing[]"}, unread); diff != "" {
		t.Error(diff)
	}
}

// expanded has a level whose function reads files in a directory named by a variable, and another
// configuration that reads one of these directories.
var expanded = map[string]string{
	"files/production.yaml": "version: 5\ndefaults: {datadir: /etc/puppet/data}\nhierarchy:\n  - {name: Hosts, path: \"hosts/%{hostname}.yaml\"}\n" +
		"  - {name: Site, path: \"%{site}\", lookup_key: \"site::expand_path\"}\n  - {name: Common, path: common.yaml}\n",
	"files/cloud.yaml":      "version: 5\ndefaults: {datadir: /etc/puppet/data}\nhierarchy:\n  - {name: Cloud, path: \"cloud/%{project}.yaml\"}\n",
	"data/common.yaml":      "app::port: 80\n",
	"data/hosts/web01.yaml": "app::port: 81\n",
	"data/berlin/app.yaml":  "app::port: 82\n",
	"data/cloud/tools.yaml": "app::port: 83\n",
	"modules/site/lib/puppet/functions/site/expand_path.rb": "File.join(path, key) + '.yaml'\n",
	"modules/app/manifests/init.pp":                         "class app($port) { }\n",
}

// TestFunctionOfTheSite checks that files that only a function may read are not counted, since they
// do not count for the choice of the hierarchy either.
func TestFunctionOfTheSite(t *testing.T) {
	var got []*listing.Hierarchy
	for _, e := range environments(t, filetree.Write(t, expanded)) {
		got = append(got, e.Hierarchies...)
	}
	want := []*listing.Hierarchy{
		{
			Config: "files/production.yaml", Version: 5, Layer: "global", Datadirs: []string{"data"}, Files: 2, Functions: []string{"site::expand_path"},
			Why: "its paths match 2 data files in the tree",
		},
		{Config: "files/cloud.yaml", Version: 5, Layer: "global", Datadirs: []string{"data"}, Files: 1, Why: "its paths match 1 data file in the tree"},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestEnvironmentsJSON(t *testing.T) {
	schema := jsonschema.Read(t, "docs/schemas/environments.schema.json")
	for _, files := range []map[string]string{site, expanded, {"README.md": ""}} {
		var b bytes.Buffer
		if err := jsonlist.Writer[*listing.Environment]("environments")(&b, environments(t, filetree.Write(t, files))); err != nil {
			t.Fatal(err)
		}
		if err := schema.CheckJSON(b.Bytes()); err != nil {
			t.Error(err)
		}
	}
}
