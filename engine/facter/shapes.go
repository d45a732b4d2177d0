package facter

import (
	"regexp"
	"strings"

	"github.com/hieralint/hieralint/internal/lazyregexp"
)

// ValuePattern returns a pattern that values of a variable match; nil if there is none. Roles and the
// like, which are custom facts or come from an external node classifier, may contain slashes.
// Shapes show what a file is for: `RedHat-9.yaml` is for `%{facts.os.family}-%{…}`, and not for a
// family of that name.
func ValuePattern(name string) *regexp.Regexp {
	shape, ok := shapes[name]
	if !ok {
		shape = shapes[strings.TrimPrefix(name, "facts.")]
	}
	if shape == nil {
		return nil
	}
	return shape()
}

// shapes holds patterns for the values of Puppet's variables and Facter's facts. Facter capitalizes
// the names and families of operating systems, unless their vendors do not (Facter 4,
// resolvers/os_release.rb). Certnames are always in lower case.
var shapes = func() map[string]func() *regexp.Regexp {
	all := map[string]func() *regexp.Regexp{}
	for shape, names := range map[string]string{
		`^([A-Z][A-Za-z]*|windows)$`:                      `os.family osfamily kernel`,
		`^([A-Z][A-Za-z_ ]*|windows|open[A-Z][A-Za-z]*)$`: `os.name operatingsystem os.distro.id lsbdistid`,
		`^[a-z]+$`: `os.distro.codename lsbdistcodename`,
		`^[0-9]`: `os.release.major os.release.minor os.release.full operatingsystemmajrelease operatingsystemrelease
			os.distro.release.major os.distro.release.full lsbdistrelease lsbmajdistrelease kernelrelease kernelmajversion kernelversion
			clientversion serverversion`,
		`^[0-9A-Za-z_]+$`: `os.architecture os.hardware architecture hardwaremodel hardwareisa virtual environment server_facts.environment
			agent_specified_environment`,
		`^[0-9A-Za-z_-]+$`:       `trusted.hostname networking.hostname hostname`,
		`^[0-9a-z._-]+$`:         `trusted.certname clientcert`,
		`^[0-9A-Za-z._-]+$`:      `networking.fqdn fqdn trusted.domain networking.domain domain servername`,
		`^[0-9A-Fa-f.:]+$`:       `networking.ip networking.ip6 networking.mac ipaddress ipaddress6 macaddress`,
		`^(true|false)$`:         `is_virtual`,
		`^(remote|local|false)$`: `trusted.authenticated`,
		`^[0-9a-z_]+$`:           `calling_module module_name`,
		`^[0-9a-z_:]+$`:          `calling_class`,
	} {
		pattern := lazyregexp.New(shape)
		for name := range strings.FieldsSeq(names) {
			all[name] = pattern
		}
	}
	return all
}()
