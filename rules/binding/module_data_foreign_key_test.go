package binding_test

import (
	"testing"

	"github.com/hieralint/hieralint/internal/rule/ruletest"
	"github.com/hieralint/hieralint/rules/binding"
)

func TestModuleDataForeignKey(t *testing.T) {
	t.Parallel()
	// A version 3 hiera.yaml in a module is meant for a server: Puppet rejects it there.
	ruletest.Run(t, binding.ModuleDataForeignKey, map[string]string{
		"environment.conf": "modulepath = site\n", "site/web/manifests/init.pp": "class web { }", "site/web/data/common.yaml": "ntp::servers: [a]\n",
		"site/web/hiera.yaml": ":backends: [yaml]\n:hierarchy: [common]\n:yaml:\n  :datadir: /srv/web/data\n",
	})
	// The name in metadata.json is wrong: Puppet finds the classes only if the module is called like their namespace.
	ruletest.Run(t, binding.ModuleDataForeignKey, map[string]string{
		"metadata.json": `{"name": "acme-web", "version": "1.0.0"}`, "hiera.yaml": "version: 5\n",
		"manifests/init.pp": "class web_server($port) { }\n", "data/common.yaml": "web_server::port: 80\nweb::port: 80 # want error \"outside the namespace of module .web_server.\"\n",
	})
	found := ruletest.Run(t, binding.ModuleDataForeignKey, map[string]string{
		"data/common.yaml":                "anything: 1\nother::key: 2\n",
		"modules/ntp/hiera.yaml":          "version: 5\n",
		"modules/ntp/metadata.json":       `{"name": "acme-ntp", "version": "1.0.0", "author": "a", "license": "x", "source": "x", "dependencies": []}`,
		"modules/ntp/data/common.yaml":    "lookup_options:\n  ntp::servers: {merge: unique}\nntp::servers: [a]\n:ntp::pools: [a]\nntp::nested: {other::key: 1}\napache::port: 80 # want error \"outside the namespace of module .ntp.\"\nservers: [b] # want error \"outside the namespace\"\nntp_client_pool: [b] # want error \"outside the namespace\"\nntp_client_b: 1 # want error \"outside the namespace\"\n'::ntp::x': 1 # want error \"outside the namespace\"\nnpt::x: 1 # want error \"outside the namespace\"\nntp: 1 # want error \"outside the namespace\"\nbase: &base {a: 1} # want warning \"outside the namespace\"\nanchors: # want warning \"outside the namespace\"\n- &on true\nntp::on: *on\ninner: [&in 1, *in] # want error \"outside the namespace\"\n",
		"modules/ntp/manifests/client.pp": "class ntp::client($pool, $b) { }\n", "modules/ntp/manifests/init.pp": "class ntp($client_b) { }\n",
		"modules/web/hiera.yaml":        "version: 5\nhierarchy: [{name: A, path: a.eyaml, lookup_key: eyaml_lookup_key}]\n",
		"modules/web/data/a.eyaml":      "web::x: 1\nntp::x: 2 # want error \"outside the namespace\"\n",
		"modules/bare/data/common.yaml": "anything: 1\n",
	})
	helps := map[string]string{}
	for _, d := range found {
		helps[ruletest.Underlined(d)] = d.Help
	}
	for key, help := range map[string]string{
		"apache::port":    "set it in the environment's data",
		"ntp_client_pool": "did you mean `ntp::client::pool`?",
		"ntp_client_b":    "write `ntp::ntp_client_b`, or set it in the environment's data", // ntp::client_b or ntp::client::b
		"servers":         "set it in the environment's data",                               // ntp::servers is set
		"'::ntp::x'":      "did you mean `ntp::x`?",
		"npt::x":          "did you mean `ntp::x`?",
	} {
		if helps[key] != help {
			t.Errorf("%s: help %q, want %q", key, helps[key], help)
		}
	}
}
