// Package facter knows the variables that every node has:
//
//   - Facter's structured facts and their parts, and what their values look like;
//   - the legacy facts and their replacements;
//   - the variables that Puppet adds;
//   - the names of operating systems.
//
// It reads no facts and knows no custom facts.
//
// The lists follow the schema of Facter 4.3 (facter.yaml; a test compares them), with additions of
// later versions.
package facter

import "strings"

// Part is a fact or a part of one.
type Part struct {
	// Children holds the parts by name; nil for a plain value or if Open is set.
	Children map[string]*Part
	// Names lists the names of the children, sorted.
	Names []string
	// Open reports that the names of the parts depend on the node, such as those of interfaces, or
	// that they differ between versions of Facter.
	Open bool
}

// Core returns the part at a path such as os, release, major; nil if Facter has no such fact.
// Everything below an open part is that part. Legacy facts are not included.
func Core(path ...string) *Part {
	part := core
	for _, name := range path {
		if part.Open {
			return part
		}
		if part = part.Children[name]; part == nil {
			return nil
		}
	}
	return part
}

// IsHash reports whether the fact, or part of one, at a path is a hash on every node.
func IsHash(path ...string) bool {
	part := Core(path...)
	return part != nil && len(part.Children) > 0
}

// Names returns the names of all facts except legacy ones.
func Names() []string { return core.Names }

// core holds the facts of Facter 4 by their paths. An asterisk stands for parts with any name.
var core = parse(`
	aio_agent_version
	augeas.version
	az_metadata.*
	cloud.*
	disks.*
	dmi.bios.release_date dmi.bios.vendor dmi.bios.version
	dmi.board.asset_tag dmi.board.manufacturer dmi.board.product dmi.board.serial_number
	dmi.chassis.asset_tag dmi.chassis.type
	dmi.manufacturer
	dmi.product.family dmi.product.name dmi.product.serial_number dmi.product.uuid dmi.product.version
	ec2_metadata.* ec2_userdata
	env_windows_installdir
	facterversion
	filesystems
	fips_enabled
	gce.*
	hypervisors.*
	identity.gid identity.group identity.privileged identity.uid identity.user
	is_virtual
	kernel kernelmajversion kernelrelease kernelversion
	ldom.*
	load_averages.1m load_averages.5m load_averages.15m
	memory.swap.available memory.swap.available_bytes memory.swap.capacity memory.swap.encrypted memory.swap.total memory.swap.total_bytes
	memory.swap.used memory.swap.used_bytes
	memory.system.available memory.system.available_bytes memory.system.capacity memory.system.total memory.system.total_bytes
	memory.system.used memory.system.used_bytes
	mountpoints.*
	networking.dhcp networking.domain networking.fqdn networking.hostname networking.interfaces.* networking.ip networking.ip6 networking.mac
	networking.mtu networking.netmask networking.netmask6 networking.network networking.network6 networking.primary networking.scope6
	nim_type
	os.architecture
	os.distro.codename os.distro.description os.distro.id os.distro.release.full os.distro.release.major os.distro.release.minor os.distro.specification
	os.family os.hardware
	os.macosx.*
	os.name
	os.release.branch os.release.full os.release.major os.release.minor os.release.patchlevel
	os.selinux.config_mode os.selinux.config_policy os.selinux.current_mode os.selinux.enabled os.selinux.enforced os.selinux.policy_version
	os.windows.*
	partitions.*
	path
	processors.cores processors.count processors.extensions processors.isa processors.models.* processors.physicalcount processors.speed processors.threads
	ruby.platform ruby.sitedir ruby.version
	solaris_zones.*
	ssh.*
	system_profiler.*
	system_uptime.days system_uptime.hours system_uptime.seconds system_uptime.uptime
	timezone
	virtual
	xen.*
	zfs_featurenumbers zfs_version
	zpool_featureflags zpool_featurenumbers zpool_version
`)

func parse(paths string) *Part {
	root := &Part{}
	for path := range strings.FieldsSeq(paths) {
		part := root
		for name := range strings.SplitSeq(path, ".") {
			if name == "*" {
				part.Open = true
				break
			}
			if part.Children == nil {
				part.Children = map[string]*Part{}
			}
			child := part.Children[name]
			if child == nil {
				child = &Part{}
				part.Children[name] = child
				part.Names = append(part.Names, name)
			}
			part = child
		}
	}
	return root
}
