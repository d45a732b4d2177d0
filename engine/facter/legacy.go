package facter

import (
	"maps"
	"slices"
	"strings"

	"github.com/hieralint/hieralint/internal/ascii"
)

// Replacement is the part of a structured fact that replaces a legacy fact.
type Replacement struct {
	// Path is the path of the part, such as `os.family`; "" if there is none: nothing in
	// `networking` equals the string `interfaces`, and `memorysize_mb` is a number in another unit.
	Path string
	// Exact reports that both always have the same value. The lsb facts do not: the structured
	// facts come from the distribution's files, whether or not lsb_release is installed, and the
	// identifiers may differ.
	Exact bool
}

// Legacy reports whether a fact is one of those that Puppet 8 agents no longer send, because the
// setting include_legacy_facts is off, and returns its replacement.
func Legacy(name string) (replacement Replacement, ok bool) {
	if path, ok := legacy[name]; ok {
		return Replacement{path, path != "" && !strings.HasPrefix(name, "lsb")}, true
	}
	for _, p := range patterns {
		if middle, ok := p.match(name); ok {
			return Replacement{strings.ReplaceAll(p.replacement, "*", middle), p.replacement != ""}, true
		}
	}
	return Replacement{}, false
}

// LegacyNames returns the names of the legacy facts that exist once on each node, sorted.
func LegacyNames() []string { return slices.Sorted(maps.Keys(legacy)) }

// legacy maps the facts that Facter marks as legacy to their replacements (Facter 4.3, facter.yaml:
// hidden).
var legacy = map[string]string{
	"architecture":                "os.architecture",
	"augeasversion":               "augeas.version",
	"bios_release_date":           "dmi.bios.release_date",
	"bios_vendor":                 "dmi.bios.vendor",
	"bios_version":                "dmi.bios.version",
	"blockdevices":                "",
	"boardassettag":               "dmi.board.asset_tag",
	"boardmanufacturer":           "dmi.board.manufacturer",
	"boardproductname":            "dmi.board.product",
	"boardserialnumber":           "dmi.board.serial_number",
	"chassisassettag":             "dmi.chassis.asset_tag",
	"chassistype":                 "dmi.chassis.type",
	"dhcp_servers":                "",
	"domain":                      "networking.domain",
	"fqdn":                        "networking.fqdn",
	"gid":                         "identity.group",
	"hardwareisa":                 "processors.isa",
	"hardwaremodel":               "os.hardware",
	"hostname":                    "networking.hostname",
	"id":                          "identity.user",
	"interfaces":                  "",
	"ipaddress":                   "networking.ip",
	"ipaddress6":                  "networking.ip6",
	"lsbdistcodename":             "os.distro.codename",
	"lsbdistdescription":          "os.distro.description",
	"lsbdistid":                   "os.distro.id",
	"lsbdistrelease":              "os.distro.release.full",
	"lsbmajdistrelease":           "os.distro.release.major",
	"lsbminordistrelease":         "os.distro.release.minor",
	"lsbrelease":                  "os.distro.specification",
	"macaddress":                  "networking.mac",
	"macosx_buildversion":         "os.macosx.build",
	"macosx_productname":          "os.macosx.product",
	"macosx_productversion":       "os.macosx.version.full",
	"macosx_productversion_major": "os.macosx.version.major",
	"macosx_productversion_minor": "os.macosx.version.minor",
	"macosx_productversion_patch": "os.macosx.version.patch",
	"manufacturer":                "dmi.manufacturer",
	"memoryfree":                  "memory.system.available",
	"memoryfree_mb":               "",
	"memorysize":                  "memory.system.total",
	"memorysize_mb":               "",
	"netmask":                     "networking.netmask",
	"netmask6":                    "networking.netmask6",
	"network":                     "networking.network",
	"network6":                    "networking.network6",
	"operatingsystem":             "os.name",
	"operatingsystemmajrelease":   "os.release.major",
	"operatingsystemrelease":      "os.release.full",
	"osfamily":                    "os.family",
	"physicalprocessorcount":      "processors.physicalcount",
	"processorcount":              "processors.count",
	"productname":                 "dmi.product.name",
	"rubyplatform":                "ruby.platform",
	"rubysitedir":                 "ruby.sitedir",
	"rubyversion":                 "ruby.version",
	"scope6":                      "networking.scope6",
	"selinux":                     "os.selinux.enabled",
	"selinux_config_mode":         "os.selinux.config_mode",
	"selinux_config_policy":       "os.selinux.config_policy",
	"selinux_current_mode":        "os.selinux.current_mode",
	"selinux_enforced":            "os.selinux.enforced",
	"selinux_policyversion":       "os.selinux.policy_version",
	"serialnumber":                "dmi.product.serial_number",
	"swapencrypted":               "memory.swap.encrypted",
	"swapfree":                    "memory.swap.available",
	"swapfree_mb":                 "",
	"swapsize":                    "memory.swap.total",
	"swapsize_mb":                 "",
	"system32":                    "os.windows.system32",
	"uptime":                      "system_uptime.uptime",
	"uptime_days":                 "system_uptime.days",
	"uptime_hours":                "system_uptime.hours",
	"uptime_seconds":              "system_uptime.seconds",
	"uuid":                        "dmi.product.uuid",
	"windows_edition_id":          "os.windows.edition_id",
	"windows_installation_type":   "os.windows.installation_type",
	"windows_product_name":        "os.windows.product_name",
	"windows_release_id":          "os.windows.release_id",
	"xendomains":                  "",
	"zonename":                    "solaris_zones.current",
	"zones":                       "",
}

// pattern is a group of legacy facts, one for each device, interface, and so on.
type pattern struct {
	prefix, suffix string
	// fits reports whether a string may be in place of the asterisk.
	fits func(middle string) bool
	// replacement is the replacement, with the same string in place of the asterisk; "" for none.
	replacement string
}

func (p pattern) match(name string) (middle string, ok bool) {
	middle, ok = strings.CutPrefix(name, p.prefix)
	if ok {
		middle, ok = strings.CutSuffix(middle, p.suffix)
	}
	return middle, ok && middle != "" && p.fits(middle)
}

// patterns lists those of facter.yaml that are unlikely to match custom facts: `ldom_…`, `sp_…`,
// and `zone_…` are omitted. There is no replacement if the name of an interface may differ in the
// structured fact (older versions wrote `eth0_1` for `eth0.1`).
var patterns = []pattern{
	{"blockdevice_", "_model", isDevice, "disks.*.model"},
	{"blockdevice_", "_size", isDevice, "disks.*.size_bytes"},
	{"blockdevice_", "_vendor", isDevice, "disks.*.vendor"},
	{"ipaddress_", "", isPlainInterface, "networking.interfaces.*.ip"},
	{"ipaddress_", "", isInterface, ""},
	{"ipaddress6_", "", isPlainInterface, "networking.interfaces.*.ip6"},
	{"ipaddress6_", "", isInterface, ""},
	{"macaddress_", "", isPlainInterface, "networking.interfaces.*.mac"},
	{"macaddress_", "", isInterface, ""},
	{"mtu_", "", isPlainInterface, "networking.interfaces.*.mtu"},
	{"mtu_", "", isInterface, ""},
	{"netmask_", "", isPlainInterface, "networking.interfaces.*.netmask"},
	{"netmask_", "", isInterface, ""},
	{"netmask6_", "", isPlainInterface, "networking.interfaces.*.netmask6"},
	{"netmask6_", "", isInterface, ""},
	{"network_", "", isPlainInterface, "networking.interfaces.*.network"},
	{"network6_", "", isPlainInterface, "networking.interfaces.*.network6"},
	{"scope6_", "", isPlainInterface, "networking.interfaces.*.scope6"},
	{"processor", "", ascii.IsNumber, "processors.models.*"},
	{"ssh", "key", isKeyType, "ssh.*.key"},
	{"sshfp_", "", isKeyType, ""},
}

func isDevice(middle string) bool { return strings.Trim(middle, alphanumeric) == "" }

func isKeyType(middle string) bool {
	return middle == "rsa" || middle == "dsa" || middle == "ecdsa" || middle == "ed25519"
}

// isPlainInterface reports whether a string is the name of an interface such as eth0, lo, or
// enp0s3.
func isPlainInterface(middle string) bool {
	return isInterface(middle) && isDevice(middle)
}

// isInterface reports whether a string is the name of an interface in a legacy fact, such as eth0.21, in which
// underscores may replace other characters. It must start like one, since `network_zone2` may be a
// custom fact.
func isInterface(middle string) bool {
	if middle == "lo" || middle == "lo0" {
		return true
	}
	return slices.ContainsFunc(interfaces, func(kind string) bool {
		rest, ok := strings.CutPrefix(middle, kind)
		return ok && rest != "" && strings.IndexByte("0123456789", rest[0]) >= 0 && strings.Trim(rest, alphanumeric+"_.") == ""
	})
}

// interfaces lists the prefixes of interface names up to the first digit.
var interfaces = []string{"bge", "bond", "br", "docker", "em", "en", "eno", "enp", "ens", "enx", "eth", "hme", "ib", "igb", "lan", "net", "p",
	"ppp", "tap", "team", "tun", "venet", "virbr", "vlan", "vmnet", "wlan", "wlp", "wg", "xenbr"}

const alphanumeric = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
