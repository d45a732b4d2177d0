package binding_test

import (
	"testing"

	"github.com/hieralint/hieralint/internal/rule/ruletest"
	"github.com/hieralint/hieralint/rules/binding"
)

// released returns a tree with a Puppetfile.
func released(puppetfile, data string, more ...string) map[string]string {
	tree := map[string]string{
		"Puppetfile": puppetfile, "data/common.yaml": data, "manifests/site.pp": "include ntp\n",
		"hiera.yaml": "version: 5\nhierarchy: [{name: Common, path: common.yaml}]\n",
	}
	for i := 0; i < len(more); i += 2 {
		tree[more[i]] = more[i+1]
	}
	return tree
}

// TestUnknownParametersOfReleases checks keys for modules that are not in the tree, but whose releases are known.
func TestUnknownParametersOfReleases(t *testing.T) {
	t.Parallel()
	const misspelled = "ntp::serverz: [a] # want warning \"class `ntp` of puppetlabs/ntp 9.2.2 has no parameter `serverz`\"\n"
	ruletest.RunAll(t, binding.UnknownClassParameter, map[string]map[string]string{
		"misspelled":                   released("mod 'puppetlabs/ntp', '9.2.2'\n", misspelled),
		"with a hyphen":                released("mod 'puppetlabs-ntp', '9.2.2'\n", misspelled),
		"right":                        released("mod 'puppetlabs/ntp', '9.2.2'\n", "ntp::servers: [a]\n"),
		"removed":                      released("mod 'puppetlabs/ntp', '9.2.2'\n", "ntp::autoupdate: false # want \"has no parameter `autoupdate`\"\n"),
		"not removed yet":              released("mod 'puppetlabs/ntp', '4.2.0'\n", "ntp::autoupdate: false\n"),
		"not added yet":                released("mod 'puppetlabs/ntp', '4.2.0'\n", "ntp::pool: [a] # want \"puppetlabs/ntp 4.2.0 has no parameter `pool`\"\n"),
		"an unknown release":           released("mod 'puppetlabs/ntp', '99.0.0'\n", "ntp::serverz: [a]\n"),
		"the latest release":           released("mod 'puppetlabs/ntp', :latest\n", "ntp::serverz: [a]\nntp::autoupdate: false # want \"has no parameter `autoupdate`\"\n"),
		"any release":                  released("mod 'puppetlabs/ntp'\n", "ntp::serverz: [a]\n"),
		"an unknown module":            released("mod 'acme/ntp', '9.2.2'\n", "ntp::serverz: [a]\n"),
		"another forge":                released("forge 'https://forge.example.com'\nmod 'puppetlabs/ntp', '9.2.2'\n", "ntp::serverz: [a]\n"),
		"a tag":                        released("mod 'ntp', git: 'https://github.com/puppetlabs/puppetlabs-ntp.git', tag: 'v9.2.2'\n", misspelled),
		"a branch":                     released("mod 'ntp', git: 'https://github.com/puppetlabs/puppetlabs-ntp.git', branch: 'main'\n", "ntp::serverz: [a]\n"),
		"a tag of a fork":              released("mod 'ntp', git: 'https://github.com/acme/puppetlabs-ntp.git', tag: 'v9.2.2'\n", "ntp::serverz: [a]\n"),
		"keys for other code":          released("mod 'puppetlabs/ntp', '9.2.2'\n", "ntp::something_else: 1\nntp::yet_another: 1\nntp::servers: [a]\n"),
		"two versions":                 released("mod 'puppetlabs/ntp', '9.2.2'\nmod 'puppetlabs/ntp', '4.2.0'\n", "ntp::serverz: [a]\n"),
		"looked up by code":            released("mod 'puppetlabs/ntp', '9.2.2'\n", "ntp::serverz: [a]\n", "manifests/site.pp", "$x = lookup('ntp::serverz')\n"),
		"looked up by data":            released("mod 'puppetlabs/ntp', '9.2.2'\n", "ntp::serverz: [a]\nntp::servers: \"%{alias('ntp::serverz')}\"\n"),
		"the module is in the tree":    released("mod 'puppetlabs/ntp', '9.2.2'\n", "ntp::serverz: [a]\n", "modules/ntp/manifests/init.pp", "class ntp($serverz) { }\n"),
		"lookup_options for the class": released("mod 'puppetlabs/ntp', '9.2.2'\n", "lookup_options: {ntp::servers: {merge: unique}}\nntp::servers: [a]\n"),
	})
}

// TestUnknownClassesOfReleases is TestUnknownParametersOfReleases for classes.
func TestUnknownClassesOfReleases(t *testing.T) {
	t.Parallel()
	ruletest.RunAll(t, binding.UnknownClass, map[string]map[string]string{
		"misspelled":        released("mod 'puppetlabs/apache', '12.2.0'\n", "apache::mod::proxi::proxy_via: x # want warning \"puppetlabs/apache 12.2.0 has no class `apache::mod::proxi`\"\n"),
		"right":             released("mod 'puppetlabs/apache', '12.2.0'\n", "apache::mod::proxy::proxy_via: x\n"),
		"a defined type":    released("mod 'puppetlabs/apache', '12.2.0'\n", "apache::vhost::port: 80 # want \"`apache::vhost` of puppetlabs/apache 12.2.0 is a defined type\"\n"),
		"an unknown module": released("mod 'acme/apache', '12.2.0'\n", "apache::mod::proxi::proxy_via: x\n"),
	})
}

// TestIncludedClassesOfReleases is TestUnknownParametersOfReleases for classes that data lists.
func TestIncludedClassesOfReleases(t *testing.T) {
	t.Parallel()
	const including = "lookup('classes', Array, 'unique').include\n"
	ruletest.RunAll(t, binding.UnknownIncludedClass, map[string]map[string]string{
		"misspelled":         released("mod 'puppetlabs/apache', '12.2.0'\n", "classes:\n  - apache::mod::sttus # want warning \"puppetlabs/apache 12.2.0 has no class `apache::mod::sttus`\"\n", "manifests/site.pp", including),
		"right":              released("mod 'puppetlabs/apache', '12.2.0'\n", "classes: [apache::mod::status]\n", "manifests/site.pp", including),
		"a defined type":     released("mod 'puppetlabs/apache', '12.2.0'\n", "classes:\n  - apache::vhost # want \"is a defined type, not a class\"\n", "manifests/site.pp", including),
		"the latest release": released("mod 'puppetlabs/apache', 'latest'\n", "classes:\n  - apache::mod::sttus\n  - apache::vhost # want \"is a defined type, not a class\"\n", "manifests/site.pp", including),
		"an unknown release": released("mod 'puppetlabs/apache', '99.0.0'\n", "classes: [apache::mod::sttus]\n", "manifests/site.pp", including),
	})
}

// TestTypesOfReleases checks values for parameters of known releases.
func TestTypesOfReleases(t *testing.T) {
	t.Parallel()
	const (
		ntp     = "mod 'puppetlabs/ntp', '9.2.2'\n"
		systemd = "mod 'puppet/systemd', '6.4.0'\n"
		stdlib  = "mod 'puppetlabs/stdlib', '9.4.0'\n"
	)
	ruletest.RunAll(t, binding.ValueTypeMismatch, map[string]map[string]string{
		"wrong":                          released(ntp, "ntp::burst: maybe # want error \"`ntp::burst` expects a Boolean value, got String\"\n"),
		"right":                          released(ntp, "ntp::burst: true\n"),
		"undef":                          released(ntp, "ntp::burst: ~\n"),
		"a type that changed":            released("mod 'puppetlabs/ntp', '5.0.0'\n", "ntp::burst: maybe\nntp::iburst_enable: 'true' # want \"`ntp::iburst_enable`\"\n"),
		"a release without types":        released("mod 'puppetlabs/ntp', '4.2.0'\n", "ntp::iburst_enable: maybe\n"),
		"a parameter of another release": released("mod 'puppetlabs/ntp', '7.2.0'\n", "ntp::burst: maybe\n"),
		"the latest release":             released("mod 'puppetlabs/ntp', :latest\n", "ntp::burst: maybe\n"),
		"an alias of the module":         released(systemd, "systemd::logind_settings: {HandleSuspendKey: nothing} # want \"`systemd::logind_settings` entry 'HandleSuspendKey'\"\n"),
		"an alias of an unknown stdlib":  released(ntp, "ntp::config: relative # want \"`ntp::config`\"\n"),
		"an alias of stdlib":             released(ntp+stdlib, "ntp::config: relative # want \"`ntp::config`\"\n"),
		"an alias of a release in code":  released(stdlib, "app::size: big # want \"`app::size`\"\n", "modules/app/manifests/init.pp", "class app(Stdlib::Datasize $size) { }\n"),
		"converted":                      released(ntp, "lookup_options: {ntp::burst: {convert_to: Boolean}}\nntp::burst: 'true'\n"),
		"passed on to a class":           released(ntp, "app::burst: maybe # want warning \"passed on to parameter `burst` of class `ntp` of puppetlabs/ntp 9.2.2, which expects a Boolean\"\n", "modules/app/manifests/init.pp", "class app($burst) { class { 'ntp': burst => $burst } }\n"),
		"the module is in the tree":      released(ntp, "ntp::burst: maybe\n", "modules/ntp/manifests/init.pp", "class ntp($burst) { }\n"),
	})
}

// TestResourcesOfReleases checks the attributes of defined types of known releases.
func TestResourcesOfReleases(t *testing.T) {
	t.Parallel()
	const creating = "class app(Hash $sites) { create_resources('apache::vhost', $sites) }\n"
	ruletest.RunAll(t, binding.ResourceEntryInvalid, map[string]map[string]string{
		"misspelled":         released("mod 'puppetlabs/apache', '12.2.0'\n", "app::sites:\n  a:\n    docrot: /srv # want error \"defined type `apache::vhost` of puppetlabs/apache 12.2.0 has no parameter `docrot`\"\n", "modules/app/manifests/init.pp", creating),
		"right":              released("mod 'puppetlabs/apache', '12.2.0'\n", "app::sites:\n  a:\n    docroot: /srv\n  b: {}\n", "modules/app/manifests/init.pp", creating),
		"wrong type":         released("mod 'puppetlabs/apache', '12.2.0'\n", "app::sites:\n  a:\n    ssl: maybe # want error \"parameter `ssl` of defined type `apache::vhost` of puppetlabs/apache 12.2.0 expects a Boolean value, got String\"\n", "modules/app/manifests/init.pp", creating),
		"an unknown release": released("mod 'puppetlabs/apache', '99.0.0'\n", "app::sites:\n  a:\n    docrot: /srv\n", "modules/app/manifests/init.pp", creating),
	})
}

// TestReleasedHelp checks what is suggested.
func TestReleasedHelp(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ version, key, help string }{
		{"9.2.2", "ntp::serverz", "did you mean `ntp::servers`?"},
		{"9.2.2", "ntp::autoupdate", "remove the key: version 6.0.0 of the module removed the parameter"},
		{"4.2.0", "ntp::pool", "remove the key, or use version 6.1.0 of the module, which added the parameter"},
		{"9.2.2", "ntp::something_else", "remove the key, or correct its name"},
	} {
		tree := released("mod 'puppetlabs/ntp', '"+tt.version+"'\n", "ntp::restrict: [a]\n"+tt.key+": x # want \"has no parameter\"\n")
		if found := ruletest.Run(t, binding.UnknownClassParameter, tree); len(found) != 1 || found[0].Help != tt.help {
			t.Errorf("%s: %v", tt.key, found)
		}
	}
}
