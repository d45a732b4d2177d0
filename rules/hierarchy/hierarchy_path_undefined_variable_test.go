package hierarchy_test

import (
	"slices"
	"testing"

	"github.com/hieralint/hieralint/internal/rule/ruletest"
	"github.com/hieralint/hieralint/rules/hierarchy"
)

func TestHierarchyPathUndefinedVariable(t *testing.T) {
	t.Parallel()
	level := func(text string) string { return "version: 5\nhierarchy:\n  - name: A\n    " + text + "\n" }
	tests := []struct {
		name, config string
		underlined   []string
	}{
		{"variables that nodes may have", level(`paths:
      - "nodes/%{trusted.certname}.yaml"
      - "nodes/%{::clientcert}.yaml"
      - "nodes/%{::trusted.extensions.pp_role}.yaml"
      - "nodes/%{trusted.extensions.'1.3.6.1.4.1.34380.1.2.1'}.yaml"
      - "role/%{role}.yaml"
      - "role/%{::site}/%{facts.tier}/%{facts.cloud.region}.yaml"
      - "os/%{facts.os.release.major}/%{os.distro.codename}.yaml"
      - "%{environment}/%{server_facts.environment}.yaml"
      - "%{profile::base::zone}.yaml"
      - "os/%{$facts.os.family}.yaml"`), nil}, // hiera-config-invalid reports the last one
		{"misspelled", level(`paths:
      - "nodes/%{trusted.certnam}.yaml" # want warning "no .certnam"
      - "nodes/%{::certname}.yaml" # want warning "undefined variable .certname"
      - "role/%{fact.role}.yaml" # want warning "undefined variable .fact"
      - "os/%{facts.os.famly}.yaml" # want warning "no .famly"
      - "net/%{facts.networking.domain}/%{::facts.os.nme}.yaml" # want warning "no .nme"`), []string{"certnam", "::certname", "fact", "famly", "nme"}},
		{"misspelled once", level(`paths:
      - "role/%{::_role}/%{::_rol}.yaml" # want warning "._rol. is nearly the same as ._role."
      - "role/%{_role}.yaml"`), []string{"::_rol"}},
		{"nearly the directory", level(`paths:
      - "role/%{::rloe}-%{::env}.yaml" # want warning "._?rloe. is nearly the same as the name of its directory"
      - "locations/%{facts.locatoin}.yaml" # want warning "nearly the same as the name of its directory"
      - "datacentre/%{::datacenter}/nodes/%{::node}/domains/%{::domians}/hostgroup/%{::hostgroups}/v1/%{::v2}.yaml" # want warning "domians"
      - "enviroment/%{environment}/kernle/%{facts.kernel}/hostnmae/%{::hostname}.yaml"
      - "%{::tier}/teir/tier-%{::teir}.yaml"`), []string{"::rloe", "facts.locatoin", "::domians"}},
		{"a misspelled fact", level(`paths:
      - "tier/%{facts.app_teir}/%{facts.app_tier}.yaml" # want warning ".facts.app_teir. is nearly the same as .facts.app_tier."
      - "tier/%{facts.app_tier}.yaml"`), []string{"facts.app_teir"}},
		{"misspelled in mapped paths", "version: 5\nhierarchy:\n  - {name: A, path: \"%{facts.groups_of_node}/%{facts.groups_of_node}.yaml\"}\n" +
			"  - {name: B, mapped_paths: [facts.groups_off_node, group, \"groups/%{group}.yaml\"]} # want warning \"facts.groups_off_node\"\n", []string{"facts.groups_off_node"}},
		{"similar variables", level(`paths:
      - "%{role1}/%{role2}/%{role}.yaml"
      - "%{role1}/%{roles}/%{role}.yaml"
      - "%{env}/%{_env}/%{env}.yaml"
      - "%{zone}/%{none}/%{zone}.yaml"
      - "%{dc1_zone}/%{dc2_zone}/%{dc1_zone}.yaml"`), nil},
		{"once each", level("path: \"role/%{_rol}/%{_role}.yaml\""), nil},
		{"in a glob", level(`glob: "nodes/%{trusted.hostnam}/*.yaml" # want "no .hostnam"`), []string{"hostnam"}},
		{"in a datadir, once", "version: 5\ndefaults:\n  datadir: \"data/%{fact.site}\" # want \"fact\"\n  data_hash: yaml_data\n" +
			"hierarchy:\n  - {name: A, path: a.yaml}\n  - {name: B, path: b.yaml}\n", []string{"fact"}},
		{"above the data", "version: 5\nhierarchy:\n  - {name: A, datadir: \"data/%{enviroment}\", path: common.yaml} # want \"undefined variable .enviroment\"\n", []string{"enviroment"}},
		{"in options", "version: 5\nhierarchy:\n  - name: A\n    path: a.yaml\n    lookup_key: eyaml_lookup_key\n    options:\n" +
			"      pkcs7_private_key: \"/keys/%{fact.site}.pem\" # want error \"fact\"\n      pkcs7_public_key: \"/keys/%{facts.os.famly}.pem\" # want warning \"famly\"\n", []string{"fact", "famly"}},
		{"mapped paths", level("mapped_paths: [fact.groups, group, \"groups/%{group}.yaml\"] # want \"fact\""), []string{"fact"}},
		{"the element is not used", level("mapped_paths: [facts.groups, group, \"groups/%{grp}.yaml\"] # want \"does not use\""), []string{"grp"}},
		{"one path for all", level("mapped_paths: [facts.groups, group, \"groups/%{facts.os.family}.yaml\"] # want \"does not use\""), []string{"\"groups/%{facts.os.family}.yaml\""}},
		{"the element of mapped paths", level("mapped_paths: [facts.groups, fact, \"groups/%{fact.name}.yaml\"]"), nil},
		{"only version 3 knows who asks", ":hierarchy: [\"%{calling_module}/common\"]\n:yaml: {:datadir: data}\n", nil},
		{"a misspelling of one of version 3", ":hierarchy: [\"%{calling_module}/a\", \"%{calling_module}/b\", \"%{calling_moduule}/c\"] # want \"nearly the same\"\n:yaml: {\":datadir\": data}\n", []string{"calling_moduule"}},
		{"version 5 does not", level("path: \"%{calling_module}.yaml\" # want \"only version 3\""), []string{"calling_module"}},
		{"an anchor", "version: 5\nhierarchy:\n  - name: A\n    path: &p \"os/%{facts.os.famly}.yaml\" # want \"famly\"\n  - name: B\n    path: *p\n", []string{"famly"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var got []string
			for _, d := range ruletest.Run(t, hierarchy.HierarchyPathUndefinedVariable, map[string]string{"hiera.yaml": tt.config, "data/common.yaml": "a: 1\n"}) {
				got = append(got, ruletest.Underlined(d))
			}
			if !slices.Equal(got, tt.underlined) {
				t.Errorf("underlined %q, want %q", got, tt.underlined)
			}
		})
	}
}

// TestHierarchyPathOfCustomFact checks variables that are nearly the names of custom facts in the tree.
func TestHierarchyPathOfCustomFact(t *testing.T) {
	t.Parallel()
	ruletest.Run(t, hierarchy.HierarchyPathUndefinedVariable, map[string]string{
		"environment.conf": "", "modules/site/lib/facter/server_role.rb": "Facter.add(:application_role) { }\nFacter.add(:application_rule) { }\nFacter.add(:rackspace_unit) { }\n",
		"hiera.yaml": "version: 5\nhierarchy:\n  - {name: A, path: \"%{facts.application_role}/%{application_rule}.yaml\"}\n" +
			"  - {name: B, path: \"%{facts.application_roel}.yaml\"} # want warning \"unknown fact .application_roel.\"\n" +
			"  - {name: C, mapped_paths: [rackspace_unti, unit, \"%{unit}.yaml\"]} # want warning \"unknown fact .rackspace_unti.\"\n" +
			"  - {name: D, path: \"%{facts.application_roles}/%{facts.rackspace_units}/%{facts.rack_number}.yaml\"}\n",
		"data/common.yaml": "a: 1\n",
	})
}

// TestHierarchyPathWithoutTheVariable checks paths for which a file exists that nodes without the
// variable read.
func TestHierarchyPathWithoutTheVariable(t *testing.T) {
	t.Parallel()
	ruletest.Run(t, hierarchy.HierarchyPathUndefinedVariable, map[string]string{
		"hiera.yaml": "version: 5\nhierarchy:\n  - {name: A, path: \"nodes/%{fact.rack}.yaml\"}\n" +
			"  - {name: B, path: \"os/%{::facts.os.famly}.yaml\"}\n  - {name: C, path: \"net/%{facts.os.nme}.yaml\"} # want warning \"no .nme\"\n",
		"data/nodes/.yaml": "a: 1\n", "data/os/.yaml": "b: 1\n", "data/common.yaml": "a: 1\n",
	})
}
