package runner_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// kind is a kind of class parameter, with names, types, and a generator of values.
type kind struct {
	names  []string
	types  []string
	absent string // a default in the Puppet language
	// merges are the merge strategies that are valid for its values.
	merges []string
	// options are other lookup_options that its values need.
	options entries
	// value returns value number n, which differs from all others.
	value func(r *rand.Rand, n int) any
	// secret means that the value is encrypted if eyaml is used.
	secret bool
	// single means that all nodes have the same value.
	single bool
	// refers means that values may refer to other keys of the same kind.
	refers bool
}

var kinds = []*kind{
	{names: []string{"port", "listen_port", "metrics_port"}, types: []string{"Integer", "Integer[1, 65535]", "Stdlib::Port", "Optional[Integer]", "Variant[Integer, Enum['auto']]"}, absent: "8080", refers: true,
		value: func(_ *rand.Rand, n int) any { return 1024 + n }},
	{names: []string{"listen", "bind_address", "server_name", "vhost", "relay"}, types: []string{"String", "String[1]", "Stdlib::Host", "Optional[String[1]]", ""}, absent: "'localhost'", refers: true,
		value: func(r *rand.Rand, n int) any {
			return pick(r, fmt.Sprintf("srv%d.example.com", n), fmt.Sprintf("10.%d.%d.%d", n/200%200, n%200, r.IntN(250)))
		}},
	{names: []string{"banner", "motd", "greeting", "description", "owner"}, types: []string{"String", "String[1]", "Optional[String]", "Variant[String, Array[String]]"}, absent: "''", refers: true, value: anyText},
	{names: []string{"config_template", "log_format", "unit_file", "script"}, types: []string{"String", "Optional[String[1]]"}, absent: "undef", value: templateText},
	{names: []string{"data_dir", "log_dir", "install_path"}, types: []string{"Stdlib::Absolutepath", "Stdlib::Unixpath", "String", "Pattern[/^\\//]"}, absent: "'/srv'", refers: true,
		value: func(r *rand.Rand, n int) any {
			return fmt.Sprintf("/%s/%s%d", pick(r, "srv", "var/lib", "opt"), pick(r, "app", "data"), n)
		}},
	{names: []string{"url", "backend_url", "endpoint"}, types: []string{"String", "Stdlib::HTTPUrl", "Pattern[/^https?:/]"}, absent: "'http://localhost'",
		value: func(r *rand.Rand, n int) any {
			return fmt.Sprintf("%s://api%d.example.com/v%d?q=a&b=%%20", pick(r, "http", "https"), n, r.IntN(4))
		}},
	{names: []string{"mode", "umask", "config_mode"}, types: []string{"String", "Stdlib::Filemode", "Pattern[/^0?[0-7]{3,4}$/]"}, absent: "'0644'",
		value: func(_ *rand.Rand, n int) any { return fmt.Sprintf("0%d%d%d", 4+n/49%4, n/7%7, n%7) }},
	{names: []string{"version", "release"}, types: []string{"String", "Pattern[/^\\d/]", "Variant[String, Float]"}, absent: "'1.0'",
		value: func(r *rand.Rand, n int) any {
			return fmt.Sprintf("%d.%d%s", 1+n/10, n%10*10, pick(r, "", ".0", "-rc1"))
		}},
	{names: []string{"timeout", "ratio", "threshold"}, types: []string{"Numeric", "Variant[Integer, Float]", "Optional[Numeric]"}, absent: "1.5",
		value: func(r *rand.Rand, n int) any { return float64(n) + pick(r, 0.5, 0.25, 0.75) }},
	{names: []string{"start_at", "window"}, types: []string{"String", "Pattern[/^\\d\\d:\\d\\d$/]"}, absent: "'00:00'",
		value: func(_ *rand.Rand, n int) any { return fmt.Sprintf("%02d:%02d", n/60%24, n%60) }},
	{names: []string{"released_on", "valid_until"}, types: []string{"String", "Optional[String[10]]"}, absent: "undef",
		value: func(_ *rand.Rand, n int) any { return fmt.Sprintf("20%02d-%02d-%02d", 20+n/300%70, 1+n/25%12, 1+n%25) }},
	{names: []string{"ttl_text", "workers"}, types: []string{"Integer", "Integer[0]"}, absent: "1", options: entries{{"convert_to", "Integer"}},
		value: func(_ *rand.Rand, n int) any { return fmt.Sprint(n) }},
	{names: []string{"max_age", "limit"}, types: []string{"Integer", "Variant[Integer, String]"}, absent: "0", options: entries{{"convert_to", list{"Integer", 16}}},
		value: func(_ *rand.Rand, n int) any { return fmt.Sprintf("0x%x", n) }},
	{names: []string{"packages", "admins", "ntp_servers", "allowed_networks"}, types: []string{"Array[String]", "Array[String[1]]", "Array", "Optional[Array[String]]"}, absent: "[]", refers: true,
		merges: []string{"unique", "deep", "knockout", "first", "sorted"}, value: texts},
	{names: []string{"ports", "uids"}, types: []string{"Array[Integer]", "Array[Integer, 1]", "Array[Variant[Integer, String]]"}, absent: "[80]", merges: []string{"unique", "deep", "first"},
		value: func(_ *rand.Rand, n int) any { return list{2000 + n, 3000 + n} }},
	{names: []string{"users", "vhosts", "mounts", "cron_jobs"}, types: []string{"Hash", "Hash[String, Hash]", "Hash[String[1], Hash[String, Data]]", "Optional[Hash]"}, absent: "{}", refers: true,
		merges: []string{"hash", "deep", "first", "reverse"}, value: instances},
	{names: []string{"settings", "tuning", "limits"}, types: []string{"Hash", "Hash[String, Data]", "Hash[String, Variant[String, Integer, Boolean, Float, Array, Hash]]"}, absent: "{}",
		merges: []string{"deep", "knockout", "first", "arrays"}, value: settingsHash},
	{names: []string{"rules", "endpoints"}, types: []string{"Array[Hash]", "Array[Hash[String, Data]]", "Array[Struct[{name => String, port => Integer, Optional[tags] => Array[String]}]]"}, absent: "[]",
		merges: []string{"unique", "first", "arrays"}, value: func(_ *rand.Rand, n int) any {
			return list{
				entries{{"name", fmt.Sprintf("rule %d", n)}, {"port", n}, {"tags", list{"a", fmt.Sprintf("t%d", n)}}},
				entries{{"name", fmt.Sprintf("%03d allow", n)}, {"port", n + 1}},
			}
		}},
	{names: []string{"proxy", "fallback", "cipher"}, types: []string{"Optional[String]", "Optional[Hash]", ""}, absent: "undef", single: true,
		value: func(*rand.Rand, int) any { return nil }},
	{names: []string{"enabled", "manage_repo", "verbose"}, types: []string{"Boolean", "Optional[Boolean]", "Variant[Boolean, String]"}, absent: "false", single: true,
		value: func(r *rand.Rand, _ int) any { return r.IntN(2) == 0 }},
	{names: []string{"identity", "node_info"}, types: []string{"String", "Optional[String]"}, absent: "undef", value: factText},
	{names: []string{"password", "db_password", "admin_secret"}, types: []string{"String", "Variant[String, Sensitive[String]]", "Optional[String]"}, absent: "undef", secret: true,
		value: func(_ *rand.Rand, n int) any { return fmt.Sprintf("correct horse %d", n) }},
	{names: []string{"bind_password", "replication_password"}, types: []string{"Sensitive[String]", "Sensitive"}, secret: true, absent: "Sensitive('')", options: entries{{"convert_to", "Sensitive"}},
		value: func(_ *rand.Rand, n int) any { return fmt.Sprintf("battery staple %d", n) }},
}

func anyText(r *rand.Rand, n int) any {
	return pick(r,
		fmt.Sprintf("Site number %d", n),
		fmt.Sprintf("Überall gültig: “%d” – 日本語, emoji 🚀", n),
		fmt.Sprintf("It's %d: a text with a colon, a # and \"quotes\"", n),
		fmt.Sprintf("Welcome to host %d.\n\nAll access is logged;\n  indented text,\nno warranty.\n", n),
		fmt.Sprintf("A rather long sentence that somebody broke over several lines of the file since it is number %d of many", n),
		fmt.Sprintf("managed by %d, on %%{facts.networking.fqdn} (%%{trusted.certname})", n),
		fmt.Sprintf("%%{environment}-%d in %%{facts.os.family} %%{facts.os.release.major}", n),
		fmt.Sprintf("family %d: %%{scope('facts.os.family')} %%{::environment} %%{facts.site_%d}", n, n%7),
		fmt.Sprintf("100 %% of %d, 5%% of the rest", n),
		fmt.Sprintf("line %d\nline\n", n),
		fmt.Sprintf("\ttab %d\\and backslash", n),
		fmt.Sprintf("- %d\n- not a list", n),
		fmt.Sprintf("key%d: value", n),
		fmt.Sprintf("C:\\Programs\\App%d", n),
		fmt.Sprintf("[%d]", n), fmt.Sprintf("{%d}", n), fmt.Sprintf("*%d", n), fmt.Sprintf("&%d", n), fmt.Sprintf("!%d", n), fmt.Sprintf("@%d", n), fmt.Sprintf("%d", n), fmt.Sprintf("%d%%", n),
		fmt.Sprintf("user%d+tag@example.com", n),
	)
}

// factText returns a string that interpolates a fact or variable.
func factText(r *rand.Rand, n int) any {
	return fmt.Sprintf("%d %%{%s}", n, pick(r, "facts.networking.interfaces.eth0.ip", "facts.networking.interfaces.'eth0.100'.ip", "trusted.domain", "::trusted.hostname", "server_facts.servername", "servername", "facts.os.distro.codename",
		"facts.os.architecture", "facts.processors.count", "facts.memory.system.total_bytes", "facts.dmi.product.name", "facts.kernelrelease", "facts.timezone", "facts.mountpoints./.size", "facts.ec2_metadata.placement.availability-zone",
		"facts.os.selinux.enabled", "trusted.extensions.pp_role", "trusted.external.cmdb.owner", "facts.site_data.owner", "facts.ssh.rsa.key", "site_owner", "::site_owner", "facts.os.release.full", " facts.kernel ", "facts.disks.sda.size", "facts.identity.user"))
}

func templateText(r *rand.Rand, n int) any {
	return pick(r,
		fmt.Sprintf("%%{literal('%%')}h %%{literal('%%')}{Referer}i %d", n),
		fmt.Sprintf("logstash-%d-%%{literal('%%')}{+YYYY.MM.dd}", n),
		fmt.Sprintf("<%%= @name %%> %d", n),
		fmt.Sprintf("#!/bin/sh\n# %d\nset -eu\necho \"$1\" | awk '{ print $1 }'\n", n),
		fmt.Sprintf("[Unit]\nDescription=Number %d\n\n[Service]\nExecStart=/usr/bin/app --port %d\n", n, n),
		fmt.Sprintf("server {\n  listen %d;\n  location / {\n    proxy_pass http://%%{facts.networking.ip}:8080;\n  }\n}\n", n),
		fmt.Sprintf("{{ item.name }}-%d", n),
		fmt.Sprintf("date +%%Y-%%m-%%d # %d", n),
		fmt.Sprintf("%d %%h %%l %%u %%t \"%%r\" %%>s %%b", n),
	)
}

func texts(r *rand.Rand, n int) any {
	all := list{fmt.Sprintf("item-%d", n)}
	for range size(r, 4) {
		n++
		all = append(all, pick(r, fmt.Sprintf("other_%d", n), fmt.Sprintf("10.0.%d.0/24", n%250), fmt.Sprintf("lib%d:amd64", n)))
	}
	return all
}

func instances(r *rand.Rand, n int) any {
	var all entries
	same := r.IntN(2) == 0
	for i := range 1 + size(r, 4) {
		inner := entries{{"ensure", "present"}, {"uid", 1000 + n*10 + i}}
		switch {
		case same:
			inner = append(inner, entry{"shell", pick(r, "/bin/bash", "/bin/zsh")})
			if i > 0 && r.IntN(2) == 0 {
				inner = append(inner, entry{"groups", list{"wheel", fmt.Sprintf("g%d", n)}})
			}
		case r.IntN(2) == 0:
			inner = append(inner, entry{"home", fmt.Sprintf("/home/u%d", n)}, entry{"options", entries{{"rw", true}, {"noexec", false}}})
		default:
			inner = append(inner, entry{"comment", anyText(r, n)})
		}
		all = append(all, entry{pick(r, fmt.Sprintf("u%d-%d", n, i), fmt.Sprintf("site %d.%d", n, i), fmt.Sprintf("www%d.example%d.com", n, i), fmt.Sprintf("/mnt/%d-%d", n, i)), inner})
	}
	return all
}

func settingsHash(r *rand.Rand, n int) any {
	all := entries{
		{fmt.Sprintf("option_%d", n%5), pick[any](r, n, fmt.Sprintf("v%d", n), true, float64(n)+0.5)},
		{"PermitRootLogin", fmt.Sprintf("without-password-%d", n)},
		{"nested", entries{{"level", n}, {"list", list{fmt.Sprintf("x%d", n), "y"}}}},
	}
	if r.IntN(3) == 0 {
		all = append(all, entry{"Use-Dashes.And Dots", "yes"}, entry{"empty", entries{}}, entry{"none", list{}})
	}
	for i := range size(r, 1) {
		all = append(all, entry{fmt.Sprintf("more_%d_%d", n%5, i), pick[any](r, i, fmt.Sprintf("w%d", i), list{i})})
	}
	return all
}

// size returns a size below few, or sometimes up to 40, since large hashes take other code paths.
func size(r *rand.Rand, few int) int {
	if r.IntN(12) == 0 {
		return r.IntN(41)
	}
	return r.IntN(few)
}

// encrypted returns secret number n, encrypted for a certificate that was not kept.
func encrypted(n int) string {
	at := len(cipher) - 12
	return fmt.Sprintf("ENC[PKCS7,%s%04d%s]", cipher[:at], n%10000, cipher[at+4:])
}

// cipher is a PKCS7 message.
const cipher = "MIH0BgkqhkiG9w0BBwOggeYwgeMCAQAxgZ8wgZwCAQAwBTAAAgEBMA0GCSqGSIb3DQEBAQUABIGACH98YZeDno6tBAOZYHK6c/8ww5UmxvZ7Q2" +
	"wo7atlrceNM9FszyvChGHAgI9oHCnDeIUShQNiH1Xp5jXy2AeSdFsK27dd4eR5uyDw7D6vA9YEPbGQdVxaBs9z9OslZXMcbYHBAE4TWsTIV63+fXeXJngVRw" +
	"/7W+B9ypiyVRaznnIwPAYJKoZIhvcNAQcBMB0GCWCGSAFlAwQBKgQQ/cKuJuEf60OfKR7Zs3naaoAQNGgT0WfIPDYh/98S99PG5w=="

// strategy returns the merge option of lookup_options for a strategy.
func strategy(name string) any {
	switch name {
	case "knockout":
		return entries{{"strategy", "deep"}, {"knockout_prefix", "--"}}
	case "sorted":
		return entries{{"strategy", "deep"}, {"sort_merged_arrays", true}}
	case "arrays":
		return entries{{"strategy", "deep"}, {"merge_hash_arrays", true}}
	case "reverse":
		return entries{{"strategy", "reverse_deep"}}
	default:
		return name
	}
}

func isReference(v any) bool {
	s, ok := v.(string)
	return ok && strings.Contains(s, "%{")
}
