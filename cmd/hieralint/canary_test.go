package main

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/hieralint/hieralint/internal/eyamltest"
	"github.com/hieralint/hieralint/internal/filetree"
	"github.com/hieralint/hieralint/internal/reference"
	"github.com/hieralint/hieralint/report"
)

// canary matches the secrets in the tree of TestNoSecretIsReported.
var canary = regexp.MustCompile(`C4nary[0-9]+|\bcanary\b`)

// canaryData has a secret in every place where data can have one, with a mistake in the value or
// next to it.
const canaryData = `---
# old_password: C4nary01
lookup_options:
  profile::a::plain: {convert_to: Sensitive}
  profile::a::plain_anchored: {convert_to: Sensitive}
  profile::a::api_key: {convert_to: Integer}
  profile::a::decrypted: {convert_to: Integer}
  profile::a::kind_token: {convert_to: "Enum['x']"}
  profile::a::secrets: {merge: deep}
  profile::a::options: {password: C4nary87, convert_to: [Integer, {secret: C4nary88}]}
  profile::a::more_options: {merge: {strategy: deep, db_password: C4nary89, token: [C4nary90]}}
profile::a::db_password: C4nary02%{facts.nope}x
profile::a::secret: "C4nary03 %{lookup('profile::a::missing')}"
profile::a::token: C4nary04
profile::a::token: C4nary05 # C4nary05
profile::a::pin_password: C4nary06
profile::a::api_key: C4nary07
profile::a::kind_token: C4nary08
profile::a::passwords: [C4nary09, 'C4nary10 %{nope}', yes]
profile::a::auth_token: C4nary11,
profile::a::shared: &shared C4nary12,
profile::a::pass: *shared
profile::a::plain: C4nary13 %{fqdn} %{nope}
profile::a::enc: ENC[PKCS7,C4nary14
profile::a::dec: DEC(1)::PKCS7[C4nary15]!
profile::a::tls: |
  -----BEGIN RSA PRIVATE KEY-----
  C4nary16C4nary16C4nary16C4nary16C4nary16C4nary16C4nary16
  -----END RSA PRIVATE KEY-----
profile::a::url: http://user:C4nary17@host/%{nope}
profile::a::secrets:
  a: C4nary18 %{nope}
  a: C4nary19
  b: {c: 'C4nary20%{hiera("x"}', d: C4nary21}
  e: [C4nary22]
profile::a::command: mysql --password=C4nary23 %{nope}
profile::a::user_passwd:  "C4nary24` + "\u00a0" + `x"
profile::a::decrypted: ENC_BLOCK
profile::a::lost: ENC_OF(x%{lookup("C4nary47")})
profile::a::gone: ENC_OF(x%{lookup("profile::a::rootpw.C4nary48")})
profile::a::unset: ENC_OF(x%{facts.C4nary49}%{::C4nary50}%{C4nary51.C4nary52})
profile::a::ruby: ENC_OF(C4nary53 %{lookup("profile::a::secrets")} %{facts.os})
profile::a::failing: ENC_OF(%{nothing("C4nary54")})
profile::a::aliased: ENC_OF(C4nary55 %{alias("C4nary56")})
profile::a::looping: ENC_OF(C4nary57 %{lookup("profile::a::looping")})
profile::a::inserted: '%{lookup("profile::a::looping")} %{lookup("profile::a::failing")} %{lookup("profile::a::lost")}'
profile::a::invalid: ENC_OF(C4nary58 %{lookup("a.'C4nary59")})
profile::a::literal: ENC_OF(%{literal("C4nary60")} %{C4nary61)
profile::a::gone_user: '%{lookup("profile::a::literal")}'
profile::a::gone_users: ['%{alias("profile::a::literal")}', 'x %{lookup("profile::a::decrypted")}', '%{alias("profile::a::word_secret")}', 'x %{lookup("profile::a::word_secret")}']
profile::a::word_secret: canary
profile::a::rootpw: '%{alias("profile::a::token")} C4nary26'
profile::a::pasword: C4nary62%{nope}
profile::a::api_tokn: {a: 'C4nary63 %{nope}'}
profile::a::hash_salts: ['C4nary64 %{nope}']
profile::a::curl: 'curl -u app:C4nary65 http://x/%{nope}'
profile::a::mysql: 'mysql -uroot -pC4nary66 db %{nope}'
profile::a::header: 'Authorization: Basic C4nary67 %{nope}'
profile::a::shadow: 'app:$6$abcdefgh$C4nary68xxxx:1: %{nope}'
profile::a::content: "a=1\npassword = C4nary69\n%{nope}\n"
profile::a::git: 'clone ghp_C4nary70C4nary70 %{nope}'
profile::a::on_password: yes # was C4nary71
profile::a::commented: '%{nope}' # was kX9/3vQz+7LC4nary72T2pR/8wYbN4cJ6
# Zm9vYmFyMTIC4nary73NzY5MGFiY2
profile::a::slashes: kX9/3vQz+7LC4nary74T2pR/8wYbN4cJ6
profile::a::slashes: "kX9/3vQz+7LC4nary75T2pR/8wYbN4cJ6"
profile::a::credentials: {user: C4nary27, password: ~, "%{x": C4nary28}
profile::b::password: C4nary29
profile::a::pem:
  - '-----BEGIN RSA PRIVATE KEY-----'
  - C4nary76
  - 'C4nary77 %{nope}'
  - '-----END RSA PRIVATE KEY-----'
  - '%{nope}'
profile::a::pem_named: {"-----BEGIN RSA PRIVATE KEY-----\nC4nary78": {a: '%{nope}', a: 1}}
? |
  -----BEGIN RSA PRIVATE KEY-----
  C4nary79
: '%{nope}'
profile::a::url_named: {"http://user:C4nary80@host/": '%{nope}'}
profile::a::arguments: ['--token', 'C4nary81 %{nope}', [-db-password, C4nary82]]
profile::a::argument_lines:
  - --secret
  - C4nary83 %{nope}
profile::a::token_set: {C4nary84, C4nary84, 'C4nary85 %{nope}'}
profile::a::secret_set:
  ? C4nary86
  ? C4nary86
profile::a::environment: [{name: DB_PASSWORD, value: 'C4nary91 %{nope}'}, {value: C4nary92, key: db_token}]
profile::a::anchored_secret: &anchored C4nary24b
profile::a::with_alias: [*anchored, x, {a: *anchored}]
profile::a::plain_anchored: &plain C4nary13b
profile::a::with_plain: {a: [*plain]}
profile::a::keys:
  [password]: C4nary12b
profile::a::wrong_keys:
  password: C4nary11b
  user: x
profile::a::url1: https//user:C4nary17b@host/%{nope}
profile::a::url2: https:///user:C4nary17c@host
profile::a::url3: http:/user:C4nary17d@host
profile::a::url4: https://user:p/C4nary17e@host
profile::a::options: 1
profile::a::more_options: 1
"profile::a::old password": C4nary30
`

// canaryTree writes a control repo with canaryData. It has eyaml keys, so that values are
// decrypted.
func canaryTree(t *testing.T) string {
	t.Helper()
	dir := filetree.Write(t, map[string]string{
		"hiera.yaml": "version: 5\nhierarchy:\n  - name: Eyaml\n    lookup_key: eyaml_lookup_key\n    paths: ['nodes/%{trusted.certname}.yaml', common.yaml, credentials.yaml, broken.yaml, refused.yaml, private/broken.yaml]\n" +
			"    options: {pkcs7_private_key: ./keys/private.pem, pkcs7_public_key: ./keys/public.pem, vault_token: C4nary31}\n" +
			"  - {name: JSON, data_hash: json_data, path: data.json}\n",
		"environment.conf":                          "modulepath = modules\n",
		"data/broken.yaml":                          "profile::a::x_password: C4nary32\nprofile::a::y_secret:\n  z: C4nary33\nprofile::a::z: [\n",
		"data/refused.yaml":                         "profile::a::db_passphrase: !ruby/regexp /C4nary25/\nprofile::a::w_token: C4nary46\n",
		"data/credentials.yaml":                     "profile::a::user: C4nary94 %{nope}\nprofile::a::user: C4nary95\nprofile::a::ports: [C4nary96]\n# profile::a::old: C4nary97\nprofile::a::gone: {a: C4nary98} # C4nary98\n",
		"data/private/broken.yaml":                  "profile::a::user: C4nary99 x\nprofile::a::z: [\n",
		"data/data.json":                            "{\n  \"profile::a::json_password\": \"C4nary34 %{nope}\",\n  \"profile::a::json_password\": \"C4nary35\"\n}\n",
		"data/nodes/a.example.com.yaml":             "profile::a::token: C4nary04\nprofile::a::secrets: {a: {x: C4nary36}, b: C4nary37}\nprofile::a::db_password: yes\nprofile::a::pin_password: [C4nary38]\n",
		"modules/profile/manifests/a.pp":            "class profile::a (\n  Integer $pin_password = 'C4nary39',\n  Enum['x'] $token,\n  String $db_password = 'C4nary40',\n  Hash[String, Integer] $secrets,\n  Array[Integer] $ports,\n  Integer $user,\n  Array[Integer] $passwords,\n  Hash[Enum['zz'], String] $wrong_keys,\n  Pattern[/^x/] $url1,\n  Pattern[/^x/] $url2,\n  Pattern[/^x/] $url3,\n  Pattern[/^x/] $url4,\n) {\n  $x = lookup('profile::a::none', String, first, 'C4nary41')\n}\n",
		"modules/profile/manifests/init.pp":         "class profile { include profile::a }\n",
		"facts/a.example.com.json":                  `{"certname": "a.example.com", "facts": {"admin_password": "C4nary42", "fqdn": "a.example.com"}}`,
		".hieralint.yaml":                           "profile: strict\n",
		"modules/profile/data/common.yaml":          "profile::a::module_password: C4nary43 %{nope}\n",
		"modules/profile/hiera.yaml":                "version: 5\nhierarchy: [{name: x, path: common.yaml}]\n",
		"modules/profile/lib/facter/my_password.rb": "Facter.add(:my_password) { setcode { 'C4nary44' } }\n",
	})
	keys := filepath.Join(dir, "keys")
	if err := os.Mkdir(keys, 0o700); err != nil {
		t.Fatal(err)
	}
	encrypt := eyamltest.Keys(t, keys)
	text := strings.ReplaceAll(canaryData, "ENC_BLOCK", encrypt("C4nary45"))
	text = regexp.MustCompile(`ENC_OF\((.*)\)`).ReplaceAllStringFunc(text, func(of string) string { return encrypt(of[len("ENC_OF(") : len(of)-1]) })
	if err := os.WriteFile(filepath.Join(dir, "data", "common.yaml"), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return dir
}

// TestNoSecretIsReported checks that no command shows a secret in any format, on a tree with many
// secrets and mistakes.
func TestNoSecretIsReported(t *testing.T) {
	dir := canaryTree(t)
	t.Chdir(dir)
	var commands [][]string
	for _, format := range report.Formats {
		for _, more := range [][]string{nil, {"--facts", "facts"}, {"--puppet-version", "7", "--statistics", "--sarif-include-suppressed", "--color", "always"}} {
			commands = append(commands, slices.Concat([]string{"lint", "--fail-on", "never", "--format", format.Name}, more))
		}
	}
	commands = append(commands,
		[]string{"lint", "--diff"}, []string{"lint", "--diff", "--unsafe-fixes"}, []string{"lint", "data/common.yaml"}, []string{"lint", "--no-config"},
		[]string{"baseline"}, []string{"environments"}, []string{"environments", "--format", "json"}, []string{"keys"}, []string{"keys", "--format", "json"},
		[]string{"nodes"}, []string{"nodes", "--format", "json"}, []string{"nodes", "--facts", "facts"}, []string{"config", "init", "--force"}, []string{"config"},
	)
	for _, key := range []string{"profile::a::decrypted", "profile::a::secrets"} {
		commands = append(commands,
			[]string{"lookup", "--explain", "--node", "b.example.com", key}, []string{"lookup", "--explain", "--render-as", "json", "--node", "b.example.com", key},
			[]string{"lookup", "--explain-options", "--node", "b.example.com", key})
	}
	for _, args := range commands {
		var stdout, stderr bytes.Buffer
		run(context.Background(), append([]string{"hieralint"}, args...), strings.NewReader(""), &stdout, &stderr)
		found := canary.FindAllString(stdout.String()+stderr.String(), -1)
		if args[0] == "lookup" { // as in Puppet, an explanation shows plaintext values
			found = slices.DeleteFunc(found, func(s string) bool { return s != "C4nary45" })
		}
		if len(found) > 0 {
			slices.Sort(found)
			found = slices.Compact(found)
			t.Errorf("%s shows %v\n%s", strings.Join(args, " "), found, linesWith(stdout.String()+stderr.String(), found))
		}
	}
}

// TestNoSecretIsReportedWhileWatching checks the same for a run that reports again after each change.
func TestNoSecretIsReportedWhileWatching(t *testing.T) {
	dir := canaryTree(t)
	t.Chdir(dir)
	const patience = time.Minute
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	var said strings.Builder
	reports := 0
	summary := regexp.MustCompile(` in \d+ files`)
	out := writerFunc(func(b []byte) (int, error) {
		said.Write(b)
		now := len(summary.FindAllString(said.String(), -1))
		if reports == 0 && now > 0 {
			if err := os.WriteFile("data/data.json", []byte(`{"profile::a::json_password": "C4nary93 %{nope}"}`), 0o600); err != nil {
				t.Error(err)
			}
		}
		if reports = now; reports > 1 {
			cancel()
		}
		return len(b), nil
	})
	run(ctx, []string{"hieralint", "lint", "--watch", "--statistics"}, strings.NewReader(""), out, out)
	if found := canary.FindAllString(said.String(), -1); len(found) > 0 || reports < 2 {
		t.Errorf("%d reports show %v\n%s", reports, found, linesWith(said.String(), found))
	}
}

// writerFunc is an io.Writer.
type writerFunc func([]byte) (int, error)

func (f writerFunc) Write(b []byte) (int, error) { return f(b) }

// TestNoSecretOfNodesIsReported checks the same for lookups on all nodes, and for a diff in which
// all secrets change.
func TestNoSecretOfNodesIsReported(t *testing.T) {
	dir := canaryTree(t)
	t.Chdir(dir)
	var commands [][]string
	for _, m := range regexp.MustCompile(`(?m)^"?(profile::[ab]::[\w ]+)`).FindAllStringSubmatch(canaryData, -1) {
		commands = append(commands, []string{"lookup", "--nodes", "all", "--explain", m[1]})
		for _, more := range [][]string{nil, {"--facts", "facts"}} {
			commands = append(commands, slices.Concat([]string{"why", m[1]}, more), slices.Concat([]string{"why", "--format", "json", m[1]}, more))
			for _, format := range []string{"s", "json"} {
				commands = append(commands, slices.Concat([]string{"lookup", "--nodes", "all", "--render-as", format}, more, m[1:]))
			}
		}
	}
	commands = reference.Sample(commands)
	for _, format := range []string{"text", "json", "sarif", "html"} {
		commands = append(commands, []string{"lint", "--format", format}, []string{"lint", "--format", format, "--facts", "facts"})
	}
	for _, format := range diffFormats {
		commands = append(commands, []string{"diff", "HEAD", "--format", format}, []string{"diff", "HEAD", "--format", format, "--facts", "facts"})
	}
	for _, path := range []string{"data/broken.yaml", "data/refused.yaml", "data/private/broken.yaml"} { // these files make every lookup fail
		if err := os.Remove(path); err != nil {
			t.Fatal(err)
		}
	}
	filetree.Commit(t, dir, "-f")
	for _, path := range []string{"data/common.yaml", "data/data.json", "data/nodes/a.example.com.yaml", "modules/profile/manifests/a.pp", "modules/profile/data/common.yaml"} {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, bytes.ReplaceAll(text, []byte("C4nary"), []byte("C4nary9")), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	shown := 0
	for _, args := range commands {
		var stdout, stderr bytes.Buffer
		run(context.Background(), append([]string{"hieralint"}, args...), strings.NewReader(""), &stdout, &stderr)
		if found := canary.FindAllString(stdout.String()+stderr.String(), -1); len(found) > 0 {
			t.Errorf("%s shows %v\n%s", strings.Join(args, " "), found, linesWith(stdout.String()+stderr.String(), found))
		}
		shown += strings.Count(stdout.String(), "(secret)") + strings.Count(stdout.String(), "(decrypted)")
	}
	if shown < len(commands) {
		t.Errorf("only %d secrets were withheld", shown)
	}
}

// TestNoSecretIsQuotedByFailingLookups checks that a lookup that fails because of a file, a value, or an option does not quote a
// secret in it, even the secret of another key.
func TestNoSecretIsQuotedByFailingLookups(t *testing.T) {
	for _, text := range []string{
		"a::password: !ruby/object:C4nary1 {x: 1}\n", "a::password: !ruby/struct:C4nary1\n  x: 1\n", "a::password: !ruby/class C4nary1\n", "a::tokens:\n- *C4nary1\n",
		"a::password: *C4nary1\n", "a::password: !ruby/exception:C4nary1 {message: x}\n", "a::password: !!float C4nary1\n", "a::password: !ruby/sym C4nary1\na::x: *x\n",
		"a::password: C4nary1\nlookup_options: {a::password: {convert_to: \"Enum['x']\"}}\n", "a::password: C4nary1\nlookup_options: {a::password: {convert_to: Integer}}\n",
		"a::x: '%{lookup(\"a::password\")}'\na::password: 'C4nary1 %{lookup(\"a::x\")}'\n",
	} {
		t.Chdir(filetree.Write(t, map[string]string{"hiera.yaml": "version: 5\nhierarchy: [{name: x, path: x.yaml}]\n", "data/x.yaml": text}))
		for _, args := range [][]string{
			{"a::password"}, {"a::missing"}, {"--where", "a::password"}, {"--explain", "a::missing"}, {"--explain", "--render-as", "json", "a::missing"}, {"--explain-options", "a::password"},
			{"--nodes", "all", "a::password"}, {"--nodes", "all", "--explain", "a::missing"}, {"--type", "Integer", "a::password"}, {"--batch"},
		} {
			requests := ""
			if args[0] == "--batch" {
				requests = "{\"envdir\": \".\", \"key\": \"a::password\"}\n{\"envdir\": \".\", \"key\": \"a::missing\", \"explain\": true}\n{\"envdir\": \".\", \"keys\": [\"a::password\"]}\n"
			}
			var stdout, stderr bytes.Buffer
			run(context.Background(), slices.Concat([]string{"hieralint", "lookup"}, args), strings.NewReader(requests), &stdout, &stderr)
			if found := canary.FindAllString(stdout.String()+stderr.String(), -1); len(found) > 0 {
				t.Errorf("%s shows it for\n%s%s", strings.Join(args, " "), text, linesWith(stdout.String()+stderr.String(), found))
			}
		}
	}
}

// TestSecretsAreShown checks that the secrets of TestNoSecretIsReported appear with --show-secrets:
// otherwise, that test would prove nothing.
func TestSecretsAreShown(t *testing.T) {
	t.Chdir(canaryTree(t))
	shown := map[string]bool{}
	for _, args := range [][]string{
		{"lint", "--format", "text"}, {"lint", "--format", "sarif"}, {"lint", "--facts", "facts"}, {"lint", "--diff", "--unsafe-fixes"},
		{"lookup", "--explain", "--node", "b.example.com", "profile::a::decrypted"},
	} {
		var stdout, stderr bytes.Buffer
		run(context.Background(), append([]string{"hieralint", args[0], "--show-secrets"}, args[1:]...), strings.NewReader(""), &stdout, &stderr)
		for _, secret := range canary.FindAllString(stdout.String()+stderr.String(), -1) {
			shown[secret] = true
		}
	}
	const most = 30
	if len(shown) < most {
		t.Errorf("only %d secrets shown: %v", len(shown), slices.Sorted(maps.Keys(shown)))
	}
}

func linesWith(text string, words []string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		if slices.ContainsFunc(words, func(word string) bool { return strings.Contains(line, word) }) {
			fmt.Fprintf(&b, "  %.200s\n", strings.TrimSpace(line))
		}
	}
	return b.String()
}
