package facter

import (
	"slices"
	"strings"
)

// Family is the value of os.family for one of os.name; ok is false for systems that are not known.
func Family(system string) (family string, ok bool) {
	family, ok = families[system]
	return family, ok
}

// families are the values of os.family that Facter 4 gives for those of os.name.
var families = func() map[string]string {
	families := map[string]string{}
	for family, names := range map[string]string{
		"RedHat":    "RedHat Fedora CentOS Scientific SLC Ascendos CloudLinux PSBM OracleLinux OVS OEL Amazon XenServer VirtuozzoLinux AlmaLinux Rocky",
		"Debian":    "Debian Ubuntu LinuxMint Linuxmint Raspbian Devuan KDE Pop Kali",
		"Suse":      "SLES SLED OpenSuSE openSUSE SuSE",
		"Gentoo":    "Gentoo",
		"Archlinux": "Archlinux Manjarolinux",
		"Alpine":    "Alpine",
		"FreeBSD":   "FreeBSD", "OpenBSD": "OpenBSD", "NetBSD": "NetBSD", "Darwin": "Darwin", "windows": "windows", "AIX": "AIX",
		"Solaris": "Solaris Nexenta OmniOS OpenIndiana SmartOS",
	} {
		for _, name := range strings.Fields(names) {
			families[name] = family
		}
	}
	return families
}()

// Kernel is the value of kernel for one of os.family that has only one; ok is false for others.
func Kernel(family string) (kernel string, ok bool) {
	kernel, ok = kernels[family]
	return kernel, ok
}

var kernels = map[string]string{
	"RedHat": "Linux", "Debian": "Linux", "Suse": "Linux", "Archlinux": "Linux", "Alpine": "Linux", "FreeBSD": "FreeBSD", "OpenBSD": "OpenBSD",
	"NetBSD": "NetBSD", "Darwin": "Darwin", "windows": "windows", "AIX": "AIX", "Solaris": "SunOS",
}

// spelled are the names, families and kernels of operating systems whose spelling is well known.
var spelled = []string{
	"AIX", "AlmaLinux", "Alpine", "Amazon", "Archlinux", "CentOS", "CloudLinux", "Darwin", "Debian", "Devuan", "Fedora", "FreeBSD", "Gentoo", "Linux",
	"LinuxMint", "NetBSD", "OpenBSD", "OpenSuSE", "openSUSE", "OracleLinux", "Raspbian", "RedHat", "Rocky", "SLED", "SLES", "Scientific", "Solaris", "SunOS",
	"Suse", "SUSE", "Ubuntu", "VirtuozzoLinux", "windows",
}

// SpelledSystem is the operating system whose name is spelled differently, or as in /etc/os-release;
// "" when there is none.
func SpelledSystem(name string) string {
	switch name {
	case "rhel":
		return "RedHat"
	case "ol":
		return "OracleLinux"
	case "amzn":
		return "Amazon"
	case "arch":
		return "Archlinux"
	}
	for _, system := range spelled {
		if system != name && strings.EqualFold(system, name) && !slices.Contains(spelled, name) {
			return system
		}
	}
	return ""
}

// HasRelease reports whether a name is that of an operating system with its release, as `RedHat-9`.
func HasRelease(name string) bool {
	for _, system := range spelled {
		if rest, ok := strings.CutPrefix(name, system); ok && strings.Trim(rest, "-_. ") != rest && strings.ContainsAny(rest, "0123456789") {
			return true
		}
	}
	return false
}
