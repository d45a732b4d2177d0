package facter

import (
	"slices"
	"strings"
)

// The variables that Puppet adds to the facts of a node.

// Hashes lists the variables of Puppet that are hashes.
var Hashes = []string{"facts", "trusted", "server_facts"}

// Trusted lists the keys of `trusted` (Puppet 7.23, lib/puppet/context/trusted_information.rb).
var Trusted = []string{"authenticated", "certname", "domain", "extensions", "external", "hostname"}

// Extensions lists the certificate extensions that Puppet has names for (Puppet 7.23,
// lib/puppet/ssl/oids.rb).
var Extensions = strings.Fields(`pp_uuid pp_instance_id pp_image_name pp_preshared_key pp_cost_center pp_product pp_project pp_application pp_service
	pp_employee pp_created_by pp_environment pp_role pp_software_version pp_department pp_cluster pp_provisioner pp_region pp_datacenter pp_zone
	pp_network pp_securitypolicy pp_cloudplatform pp_apptier pp_hostname pp_owner pp_authorization pp_auth_role pp_auth_auto_renew`)

// Environment is the name of the variable that contains the node's environment.
const Environment = "environment"

// ServerFacts lists the keys of `server_facts`, the environment first (Puppet 7.23:
// Puppet::Node#add_server_facts).
var ServerFacts = []string{Environment, "servername", "serverip", "serverip6", "serverversion", "serverimplementation"}

// IsVariable reports whether Puppet sets a top-scope variable that is not a fact.
func IsVariable(name string) bool {
	switch name {
	case "clientcert", "clientversion", "clientnoop", "agent_specified_environment", "module_name", "caller_module_name", "title", "name":
		return true
	}
	return slices.Contains(ServerFacts, name) || strings.Trim(name, "0123456789") == ""
}

// Canonical returns one name for all names of a variable that always have the same value: facts are
// also top-scope variables, and legacy facts have structured replacements.
func Canonical(name string) string {
	name = strings.TrimPrefix(name, "::")
	name = strings.TrimPrefix(name, "facts.")
	switch name {
	case "clientcert":
		return "trusted.certname"
	case "server_facts." + Environment:
		return Environment
	}
	if replacement, ok := Legacy(name); ok && replacement.Path != "" {
		return replacement.Path
	}
	return name
}

// HasAlways reports whether every node has a value for a variable.
func HasAlways(name string) bool {
	switch strings.TrimPrefix(strings.TrimPrefix(name, "::"), "facts.") {
	case "os.family", "os.name", "os.architecture", "os.hardware", "kernel", "networking.hostname", "trusted.certname", "clientcert", Environment:
		return true
	}
	return false
}

// IsUniquePerNode reports whether the value of a variable is different on each node.
func IsUniquePerNode(name string) bool {
	switch Canonical(name) {
	case "trusted.certname", "trusted.hostname", "networking.fqdn", "networking.hostname":
		return true
	}
	return false
}
