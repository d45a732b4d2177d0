package project

import (
	"slices"
	"strings"
)

// IsImpossible reports whether no node has that value of a variable, named as in Reader.Vars, and what
// was probably meant instead; "" when nothing is obvious. Only what Puppet and Facter decide is judged:
//
//   - certnames are in lower case, host names have no dots, and neither has spaces, as copies that a file
//     manager makes do: `web01 copy.yaml`;
//   - families and kernels of operating systems have capital letters, but for windows, and so have the
//     names of most systems; their releases are facts of their own.
func IsImpossible(variable, value string) (meant string, impossible bool) {
	if value == "" {
		return "", false // a variable that the node does not have
	}
	fact, _ := strings.CutPrefix(variable, "facts.")
	switch fact {
	case "trusted.certname", "clientcert":
		if lower := strings.ToLower(value); lower != value {
			return lower, true
		}
		return "", strings.Contains(value, " ")
	case "networking.fqdn", "fqdn":
		return "", strings.Contains(value, " ")
	case "trusted.hostname", "networking.hostname", "hostname":
		return "", strings.ContainsAny(value, ". ")
	case "os.family", "osfamily", "kernel":
		if meant = systemMeant(value); meant != "" {
			return meant, true
		}
		return "", value != "windows" && (value[0] >= 'a' && value[0] <= 'z' || hasRelease(value))
	case "os.name", "operatingsystem":
		if meant = systemMeant(value); meant != "" {
			return meant, true
		}
		return "", !isValue(value) || hasRelease(value)
	}
	return "", false
}

// systemMeant is the operating system whose name is written in other letters, or as in /etc/os-release;
// "" when there is none.
func systemMeant(value string) string {
	switch value {
	case "rhel":
		return "RedHat"
	case "ol":
		return "OracleLinux"
	case "amzn":
		return "Amazon"
	case "arch":
		return "Archlinux"
	}
	for _, system := range systems {
		if system != value && strings.EqualFold(system, value) && !slices.Contains(systems, value) {
			return system
		}
	}
	return ""
}

// hasRelease reports whether a name is that of a system with its release: `RedHat-9`.
func hasRelease(value string) bool {
	for _, system := range systems {
		if rest, ok := strings.CutPrefix(value, system); ok && strings.Trim(rest, "-_. ") != rest && strings.ContainsAny(rest, "0123456789") {
			return true
		}
	}
	return false
}

// systems are names, families and kernels of operating systems as Facter 4 writes them.
var systems = []string{
	"AIX", "AlmaLinux", "Alpine", "Amazon", "Archlinux", "CentOS", "CloudLinux", "Darwin", "Debian", "Devuan", "Fedora", "FreeBSD", "Gentoo", "Linux",
	"LinuxMint", "NetBSD", "OpenBSD", "OpenSuSE", "openSUSE", "OracleLinux", "Raspbian", "RedHat", "Rocky", "SLED", "SLES", "Scientific", "Solaris", "SunOS",
	"Suse", "SUSE", "Ubuntu", "VirtuozzoLinux", "windows",
}
