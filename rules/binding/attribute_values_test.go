package binding_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/filetree"
	"github.com/hieralint/hieralint/internal/oracle"
	"github.com/hieralint/hieralint/internal/reference"
	"github.com/hieralint/hieralint/internal/rule/ruletest"
	"github.com/hieralint/hieralint/rules/binding"
)

// TestAttributeValues checks values of attributes of Puppet's resource types, in hashes of resources and passed on by classes.
func TestAttributeValues(t *testing.T) {
	t.Parallel()
	const passed = "is passed on to `ensure` of a `service` resource, which does not accept `started`"
	resources := func(typ, data string) map[string]string {
		return map[string]string{"data/common.yaml": data, "manifests/site.pp": "create_resources('" + typ + "', lookup('all'))\n"}
	}
	class := func(body, data string) map[string]string {
		return map[string]string{"modules/app/manifests/init.pp": "class app($ensure = 'running', $mode = '0644', $hash = {}) {\n" + body + "\n}\n", "data/common.yaml": data}
	}
	ruletest.RunAll(t, binding.ResourceEntryInvalid, map[string]map[string]string{
		"mode":                             resources("file", "all:\n  /a: {mode: 644} # want error \"`mode` of a `file` resource must be a string, but is a number\"\n  /b: {mode: 'rwx'} # want \"does not accept `rwx`\"\n  /c: {mode: '0644'}\n  /d: {mode: \"%{x}\"}\nx: 1\n"),
		"title of a file":                  resources("file", "all:\n  etc/a: {} # want \"must be an absolute path\"\n  b: {path: /b}\n  'C:/c': {}\n  \"%{x}/d\": {}\nx: /x\n"),
		"two contents":                     resources("file", "all:\n  /a:\n    content: x\n    source: /y # want \"cannot have both `content` and `source`\"\n  /b: {content: ~, source: puppet:///modules/a/b}\n"),
		"source":                           resources("file", "all:\n  /a: {source: [/x, y/z]} # want \"`source` of a `file` resource does not accept `y/z`\"\n"),
		"groups":                           resources("user", "all:\n  a: {groups: 'adm, sudo'} # want \"does not accept `adm, sudo`\"\n  b: {groups: [adm, 1000]} # want \"must be a string, but is a number\"\n  c: {groups: [adm], uid: 1000}\n"),
		"password":                         resources("user", "all: {a: {password: '$6$x:18000:0'}} # want \"must not contain a colon\"\n"),
		"yumrepo":                          resources("yumrepo", "all:\n  a: {enabled: 1, gpgchek: 1} # want \"no parameter `gpgchek`\"\n  b: {baseurl: www.example.com/x, enabled: 'on'} # want \"`baseurl` of a `yumrepo` resource does not accept\" \"`enabled` of a `yumrepo` resource does not accept `on`\"\n  c: {baseurl: \"http://a/b http://c\", cost: 100, metadata_expire: 6h, enabled: true}\n"),
		"firewall":                         resources("firewall", "all:\n  allow ssh: {dport: 22} # want \"must start with a number\"\n  '100 ssh': {dport: 22, jump: accept, action: accept}\n  '101 x': {dprt: 1} # want \"no parameter `dprt`\"\n  x: {name: 102 x}\n"),
		"own firewall":                     {"data/common.yaml": "all: {x: {dprt: 1}}\n", "modules/firewall/manifests/init.pp": "define firewall($dprt) { }\n", "manifests/site.pp": "create_resources('firewall', lookup('all'))\n"},
		"cron schedules":                   resources("cron", "all:\n  a: {special: daily, hour: 1} # want \"cannot have both `special` and `hour`\"\n  b: {special: daily, hour: ~}\n"),
		"user of a key":                    resources("ssh_authorized_key", "all:\n  a: {key: AAAA} # want \"must have a `user` or a `target`\"\n  b: {key: AAAA, user: b}\n"),
		"commands":                         resources("exec", "all:\n  ls: {} # want \"the title of an `exec` resource must be an absolute path\"\n  b: {command: ls -l} # want \"the `command`\"\n  /bin/c: {unless: test -e /c} # want \"the `unless`\"\n  d: {command: ls, path: /bin}\n  e: {command: [ls], provider: shell}\n  f: {command: /bin/ls -l}\n"),
		"user by default":                  {"data/common.yaml": "all: {a: {key: AAAA}}\n", "manifests/site.pp": "create_resources('ssh_authorized_key', lookup('all'), {user => root})\n"},
		"path by default":                  {"data/common.yaml": "all: {ls: {}}\n", "manifests/site.pp": "Exec { path => '/bin' }\ncreate_resources('exec', lookup('all'))\n"},
		"references":                       resources("app::x", "all:\n  a: {require: \"File['/a']\"} # want \"`File.*/a.*` does not refer to a resource\"\n  b: {require: [/a, 'Package[b]', 'Class [c]']} # want \"`/a` does not\" \"`Class .c.` does not\"\n  c: {before: 'file[x]', notify: ['Service[a-b]', \"%{x}\"], subscribe: ~}\nx: 'File[/x]'\n"),
		"another type":                     resources("app::file", "all: {a: {mode: 644}}\n"),
		"of each":                          {"data/common.yaml": "all: {a: {ensure: started}} # want \"does not accept `started`\"\n", "manifests/site.pp": "lookup('all').each |$n, $v| { service { $n: * => $v } }\n"},
		"read from entries":                {"data/common.yaml": "all: {a: {grp: 'adm,sudo'}, b: {grp: [adm], shell: 1}, c: {}} # want \"does not accept `adm,sudo`\"\n", "manifests/site.pp": "lookup('all').each |$n, $v| { user { $n: groups => $v['grp'] } }\n"},
		"read from entries of a parameter": {"data/common.yaml": "app::all: {a: {mode: 644}} # want error \"must be a string, but is a number\"\n", "modules/app/manifests/init.pp": "class app(Hash $all = {}) { $all.each |String $n, Hash $v| { file { \"/x/${n}\": ensure => file, mode => $v['mode'] } } }\n"},
		"read under a condition":           {"data/common.yaml": "all: {a: {grp: 'adm,sudo'}}\n", "manifests/site.pp": "lookup('all').each |$n, $v| { if $v['x'] { user { $n: groups => $v['grp'] } } }\n"},
		"of a defined type":                {"data/common.yaml": "all: {a: {groups: 'adm,sudo'}, b: {uid: x}} # want \"does not accept `adm,sudo`\"\n", "modules/app/manifests/user.pp": "define app::user($groups = [], $uid = 1) { user { $title: groups => $groups, uid => $uid } }\n", "manifests/site.pp": "create_resources('app::user', lookup('all'))\n"},
		"of a type of a defined type":      {"data/common.yaml": "all: {a: {groups: 'adm,sudo'}} # want \"expects an Array\"\n", "modules/app/manifests/user.pp": "define app::user(Array $groups = []) { user { $title: groups => $groups } }\n", "manifests/site.pp": "create_resources('app::user', lookup('all'))\n"},
		"with a path":                      {"data/common.yaml": "all: {a: {}}\n", "manifests/site.pp": "lookup('all').each |$n, $v| { file { $n: path => \"/x/$n\", * => $v } }\n"},
	})
	ruletest.RunAll(t, binding.ValueTypeMismatch, map[string]map[string]string{
		"passed on":            class("service { 'app': ensure => $ensure }", "app::ensure: started # want warning \"`app::ensure` "+passed+"\"\n"),
		"passed on twice":      {"modules/app/manifests/init.pp": "class app($ensure) { class { 'app::service': ensure => $ensure } }\n", "modules/app/manifests/service.pp": "class app::service($ensure) { service { 'app': ensure => $ensure } }\n", "data/common.yaml": "app::ensure: started # want warning \"" + passed + "\"\n"},
		"mode, passed on":      class("file { '/a': mode => $mode }", "app::mode: 644 # want \"must be a string, but is a number\"\n"),
		"valid":                class("service { 'app': ensure => $ensure }\nfile { '/a': mode => $mode }", "app::ensure: true\napp::mode: u=rw\n"),
		"under a condition":    class("if $mode { service { 'app': ensure => $ensure } }", "app::ensure: started\n"),
		"in a string":          class("file { '/a': mode => \"0${mode}\" }", "app::mode: 644\n"),
		"of a key":             class("file { '/a': mode => $hash['mode'] }", "app::hash: {mode: 644}\n"),
		"without a value":      class("service { 'app': ensure => $ensure }", "app::ensure: ~\n"),
		"with a token":         class("service { 'app': ensure => $ensure }", "app::ensure: \"%{facts.x}\"\n"),
		"with a type":          {"modules/app/manifests/init.pp": "class app(Enum['started'] $ensure) { service { 'app': ensure => $ensure } }\n", "data/common.yaml": "app::ensure: started # want warning \"" + passed + "\"\n"},
		"not matching its own": {"modules/app/manifests/init.pp": "class app(Boolean $ensure) { service { 'app': ensure => $ensure } }\n", "data/common.yaml": "app::ensure: started # want error \"expects a Boolean\"\n"},
	})
}

func TestAttributeValuesFix(t *testing.T) {
	t.Parallel()
	for written, want := range map[string]string{
		"file {mode: 644}": "{mode: '0644'}", "file {mode: 0755}": "{mode: '0755'}", "file {mode: 1777}": "{mode: '1777'}", "file {mode: 999}": "", "file {mode: rw}": "",
		"user {groups: 'adm, sudo'}": "{groups: ['adm', 'sudo']}", "user {groups: 'adm,1'}": "", "user {require: \"Class['a']\"}": "{require: 'Class[a]'}", "user {require: \"Class ['a']\"}": "{require: 'Class[a]'}", "user {require: [\"Class['']\"]}": "", "service {ensure: runing}": "{ensure: running}", "service {enable: treu}": "{enable: true}",
	} {
		typ, attributes, _ := strings.Cut(written, " ")
		if _, got, _ := strings.Cut(fixedEntry(t, typ, attributes), "/a: "); got != want {
			t.Errorf("%s: fixed %q, want %q", written, got, want)
		}
	}
}

// TestAttributeValuesInPuppet compares which values Puppet and the rule accept.
func TestAttributeValuesInPuppet(t *testing.T) {
	t.Parallel()
	words := []any{"present", "absent", "running", "stopped", "started", true, false, "true", "yes", "no", "treu", "", 0, 1, 2, -1, 10.5, "0", "1", "2", "-1", "x", "absolute/x", "/a", "C:/x", "~/x", "%h/x", "a b", "a,b"}
	cases := map[string][]any{
		"file mode":                  {644, "644", "0644", "07777", "77777", "u=rw", "u+x,g", "u=rwX,go=rX", "rwx", "9", "a=r", "=", "u"},
		"file source":                {"puppet:///modules/a/b", "http://a/b", "ftp://a/b", "file:///a", "puppet:/modules/a", "a/b"},
		"file links":                 {"follow", "manage", "ignore"},
		"file recurse":               {"remote", "inf"},
		"file force":                 nil,
		"file replace":               nil,
		"file source_permissions":    {"use", "ignore", "keep"},
		"file sourceselect":          {"first", "all"},
		"user ensure":                {"role"},
		"user groups":                {"adm", "adm, sudo", "adm sudo", "1000", 1000},
		"user password":              {"$6$x", "a:b"},
		"user expiry":                {"2020-01-01", "2020-1-1", "never", "20200101"},
		"user password_max_age":      {"90", 90, 9.5},
		"user managehome":            nil,
		"user membership":            {"inclusive", "minimum", "min"},
		"user purge_ssh_keys":        nil,
		"group ensure":               nil,
		"group gid":                  {"1000", 1000, "wheel", "10x"},
		"service ensure":             nil,
		"service enable":             {"enabled", "masked", "on"},
		"service hasstatus":          nil,
		"exec environment":           {"A=b", "A", "A=b c", "=x"},
		"exec logoutput":             {"on_failure", "onfail"},
		"exec refreshonly":           nil,
		"exec creates":               nil,
		"exec cwd":                   nil,
		"exec umask":                 {"022", "22", "u=x", 22, "999"},
		"exec timeout":               {"10", "5s", "1e3", "0x10", "1_000", "1."},
		"exec tries":                 {"10", "5s"},
		"exec try_sleep":             {"10", "5s"},
		"package configfiles":        {"keep", "replace"},
		"package allow_virtual":      nil,
		"package mark":               {"hold", "none"},
		"notify withpath":            nil,
		"cron ensure":                nil,
		"cron special":               {"daily", "dayly", "@daily", "reboot"},
		"cron environment":           {"A=b", "A", "A = b", "=x"},
		"cron hour":                  {23, 24, "*", "*/2", "1-5", "0,12"},
		"host ip":                    {"10.0.0.1", "10.0.0.256", "::1", "10.0.0.1/24", "010.0.0.1"},
		"host host_aliases":          {"a", "a b"},
		"yumrepo enabled":            {"on", "absent"},
		"yumrepo baseurl":            {"http://a/b", "rsync://a", "http://a http://b", "$x", "file:///a"},
		"yumrepo mirrorlist":         {"http://a/b", "rsync://a", "file:///a"},
		"yumrepo metadata_expire":    {"6h", "never", "1.5h"},
		"yumrepo http_caching":       {"all", "packages", "none"},
		"yumrepo cost":               nil,
		"yumrepo priority":           nil,
		"mount ensure":               {"mounted", "defined", "unmounted"},
		"mount dump":                 nil,
		"mount options":              {"rw,ro", "rw, ro"},
		"mount fstype":               {"ext4"},
		"mount atboot":               nil,
		"mount remounts":             nil,
		"ssh_authorized_key key":     {"AAAA", "AA AA", "ssh-rsa AAAA"},
		"ssh_authorized_key type":    {"rsa", "ssh-ed25519", "ecdsa", "RSA"},
		"ssh_authorized_key options": {"no-pty", `from="a,b"`, "no-pty,no-x", "x=y"},
	}
	type resource struct {
		typ, attribute string
		value          any
	}
	var all []resource
	var question [][]any
	for name, values := range cases {
		typ, attribute, _ := strings.Cut(name, " ")
		for _, value := range slices.Concat(values, words) {
			all = append(all, resource{typ, attribute, value})
			attributes := map[string]any{"name": "/a", attribute: value}
			switch typ {
			case "cron":
				attributes["command"] = "x"
			case "host":
				attributes["name"] = "a"
			case "ssh_authorized_key":
				attributes["user"] = "x"
			case "user":
				attributes["home"] = "/x"
			}
			question = append(question, []any{typ, attributes})
		}
	}
	var answers []any
	oracle.AskRuby(t, question, &answers, "testdata/attributes.rb")

	trees := map[string]*strings.Builder{}
	for i, r := range all {
		if trees[r.typ] == nil {
			trees[r.typ] = &strings.Builder{}
		}
		value, err := json.Marshal(r.value)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(trees[r.typ], "  /%d: {%s: %s%s}\n", i, r.attribute, value, map[string]string{"ssh_authorized_key": ", user: x"}[r.typ])
	}
	rejected := map[string]string{} // messages by title
	for typ, entries := range trees {
		for _, d := range ruletest.Check(t, filetree.Write(t, map[string]string{
			"hiera.yaml": "version: 5\n", "manifests/site.pp": "create_resources('" + typ + "', lookup('all'))\n", "data/common.yaml": "all:\n" + entries.String(),
		})) {
			if d.Rule == binding.ResourceEntryInvalid.Descriptor() {
				rejected[d.Key[1].Name] = d.Message
			}
		}
	}
	compared := 0
	for i, r := range all {
		if answers[i] == false {
			if reference.IsRequired() && os.Getenv("HIERALINT_TEST_MODULES") != "" && r.typ != "yumrepo" { // which Debian does not package
				t.Errorf("Puppet has no type %s", r.typ)
			}
			continue
		}
		message, _ := answers[i].(string)
		isAboutIt := strings.Contains(message, "Parameter "+r.attribute+" failed") || strings.Contains(message, "Could not set "+r.attribute) || strings.HasPrefix(message, "crashes: ")
		if strings.Contains(message, "must have features") || r.value == "C:/x" {
			continue // the platform of the test has no such provider, and is not Windows
		}
		compared++
		if found := rejected[fmt.Sprintf("/%d", i)]; (found != "") != isAboutIt {
			t.Errorf("%s of %s %#v: found %q, but Puppet says %q", r.attribute, r.typ, r.value, found, message)
		}
	}
	t.Logf("%d values were compared", compared)
	if compared < 1000 {
		t.Errorf("only %d values were compared", compared)
	}
}

// TestResourceEntriesInPuppet compares which titles and combinations of attributes Puppet and the rule accept.
func TestResourceEntriesInPuppet(t *testing.T) {
	t.Parallel()
	type attributes = map[string]any
	resources := map[string][]attributes{
		"file": {
			{"name": "/a"}, {"name": "a"}, {"name": "~/a"}, {"name": "//a/b"}, {"name": "a", "path": "/a"}, {"name": "/b", "content": "x", "source": "/y"}, {"name": "/c", "source": "/x", "target": "/y"},
			{"name": "/d", "content": "x", "target": "/y"}, {"name": "/e", "content": "x"},
		},
		"exec": {
			{"name": "ls"}, {"name": "/bin/ls -l"}, {"name": "a", "command": "ls"}, {"name": "a", "command": "/bin/ls"}, {"name": "a", "command": "ls", "path": "/bin"}, {"name": "/bin/ls", "unless": "test x"},
			{"name": "/bin/ls", "onlyif": "/bin/test x"}, {"name": "/bin/ls", "onlyif": "test x", "path": []string{"/bin"}},
		},
		"cron": {
			{"name": "a", "command": "x", "special": "daily"}, {"name": "a", "command": "x", "special": "daily", "hour": 1}, {"name": "a", "command": "x", "special": "daily", "weekday": "1"}, {"name": "a", "command": "x", "hour": 1},
		},
		"ssh_authorized_key": {{"name": "a", "key": "AAAA"}, {"name": "a", "key": "AAAA", "user": "x"}, {"name": "a", "key": "AAAA", "target": "/x"}},
	}
	compared := 0
	for typ, all := range resources {
		var question [][]any
		for _, a := range all {
			question = append(question, []any{typ, a})
		}
		var answers []any
		oracle.AskRuby(t, question, &answers, "testdata/attributes.rb")
		for i, a := range all {
			if answers[i] == false {
				continue // TestAttributeValuesInPuppet reports it if it must be known
			}
			entry := maps.Clone(a)
			delete(entry, "name")
			text, err := json.Marshal(attributes{"all": attributes{a["name"].(string): entry}})
			if err != nil {
				t.Fatal(err)
			}
			found := ruletest.Check(t, filetree.Write(t, map[string]string{
				"hiera.yaml": "version: 5\n", "manifests/site.pp": "create_resources('" + typ + "', lookup('all'))\n", "data/common.yaml": string(text) + "\n",
			}))
			found = slices.DeleteFunc(found, func(d diagnostic.Diagnostic) bool { return d.Rule != binding.ResourceEntryInvalid.Descriptor() })
			if compared++; (len(found) > 0) != (answers[i] != nil) {
				t.Errorf("%s %v: found %v, but Puppet says %v", typ, a, found, answers[i])
			}
		}
	}
	if compared < 15 {
		t.Errorf("only %d resources were compared", compared)
	}
}

// TestReferencesInPuppet compares which references to resources Puppet's compiler and the rule accept.
func TestReferencesInPuppet(t *testing.T) {
	t.Parallel()
	references := []string{"File[/x]", "File['/x']", "file[/x]", "/x", `File["/x"]`, "File [/x]", "Class[app]", "Class['app']", "File[/x"}
	tree := map[string]string{"hiera.yaml": "version: 5\n", "modules/app/manifests/init.pp": "class app { file { '/x': } }\n"}
	var text strings.Builder
	for i, reference := range references {
		tree[fmt.Sprintf("modules/app/manifests/c%d.pp", i)] = fmt.Sprintf("class app::c%d(Hash $files) {\n  include app\n  create_resources('file', $files)\n}\n", i)
		fmt.Fprintf(&text, "app::c%d::files: {/y: {require: %q}}\n", i, reference)
	}
	tree["data/common.yaml"] = text.String()
	dir := filetree.Write(t, tree)
	classes := oracle.StartRuby(t, "testdata/catalogs.rb", dir)
	found := map[string]string{}
	for _, d := range ruletest.Check(t, dir) {
		if d.Rule == binding.ResourceEntryInvalid.Descriptor() {
			found[d.Key[0].Name] = d.Message
		}
	}
	for i, reference := range references {
		var answer any
		if err := json.Unmarshal(classes.Line(t, fmt.Appendf(nil, "app::c%d", i)), &answer); err != nil {
			t.Fatal(err)
		}
		if message := found[fmt.Sprintf("app::c%d::files", i)]; (message != "") != (answer != nil) {
			t.Errorf("%s: found %q, but Puppet says %v", reference, message, answer)
		}
	}
}
