package facter

import (
	"slices"
	"strings"
)

// Family returns os.family for an os.name; ok is false for unknown systems.
func Family(system string) (family string, ok bool) {
	family, ok = families[system]
	return family, ok
}

// families maps values of os.name to values of os.family in Facter 4.
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
		for name := range strings.FieldsSeq(names) {
			families[name] = family
		}
	}
	return families
}()

// Kernel returns the kernel for an os.family; ok is false if there is not exactly one.
func Kernel(family string) (kernel string, ok bool) {
	kernel, ok = kernels[family]
	return kernel, ok
}

var kernels = map[string]string{
	"RedHat": "Linux", "Debian": "Linux", "Suse": "Linux", "Archlinux": "Linux", "Alpine": "Linux", "FreeBSD": "FreeBSD", "OpenBSD": "OpenBSD",
	"NetBSD": "NetBSD", "Darwin": "Darwin", "windows": "windows", "AIX": "AIX", "Solaris": "SunOS",
}

// spelled lists operating systems, families, and kernels in their usual spelling.
var spelled = []string{
	"AIX", "AlmaLinux", "Alpine", "Amazon", "Archlinux", "CentOS", "CloudLinux", "Darwin", "Debian", "Devuan", "Fedora", "FreeBSD", "Gentoo", "Linux",
	"LinuxMint", "Linuxmint", "NetBSD", "OpenBSD", "OpenSuSE", "openSUSE", "OracleLinux", "Raspbian", "RedHat", "Rocky", "SLED", "SLES", "Scientific", "Solaris", "SunOS",
	"Suse", "SUSE", "Ubuntu", "VirtuozzoLinux", "windows",
}

// Systems returns operating systems, families, and kernels in their usual spelling. The list is shared
// and must not be changed.
func Systems() []string { return spelled }

// UsualSpelling returns the usual spelling of an operating system that is spelled differently or as
// in /etc/os-release; "" if there is none.
func UsualSpelling(name string) string {
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

// HasRelease reports whether a name consists of an operating system and its release, such as
// `RedHat-9`.
func HasRelease(name string) bool {
	return slices.ContainsFunc(spelled, func(system string) bool {
		rest, ok := strings.CutPrefix(name, system)
		return ok && strings.Trim(rest, "-_. ") != rest && strings.ContainsAny(rest, "0123456789")
	})
}
