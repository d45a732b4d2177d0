package secret

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/redact"
	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/lists"
)

func TestOf(t *testing.T) {
	tests := []struct{ key, yaml, want string }{
		{"a::password", "hunter2", "secret"},
		{"a::db_passwd", "x", "secret"},
		{"a::api_key", "x", "secret"},
		{"a::auth_token", "x", "secret"},
		{"a::community", "public", "secret"},
		{"a::pin_secret", "12345", "secret"},
		{"a::x", "ENC[PKCS7,MIIBeQ]", "encrypted"},
		{"a::x", ">\n  ENC[PKCS7,MIIBeQ\n  abc]", "encrypted"},
		{"a::x", "|\n  -----BEGIN RSA PRIVATE KEY-----\n  abc\n", "secret"},
		{"a::x", "LS0tLS1CRUdJTiBSU0EgUFJJVkFURSBLRVktLS0tLQpNSGNDQVFFRUlCeHh4VnhVMHVaeFY5WGhLOHE1d1cxcTh6SmJTN21aNXJLSjBtOG4xUTJvQW9HQ0NxR1NNNDkKLS0tLS1FTkQgUlNBIFBSSVZBVEUgS0VZLS0tLS0K", "secret"},
		{"a::x", "|\n  LS0tLS1CRUdJTiBFQyBQUklWQVRFIEtFWS0tLS0tCk1IY0NBUUVFSUJ4eHhWeFUwdVp4VjlYaEs4\n  cTV3VzFxOHpKYlM3bVo1cktKMG04bjFRMm9Bb0dDQ3FHU000OQotLS0tLUVORCBFQyBQUklWQVRF\n  IEtFWS0tLS0tCg==\n", "secret"},
		{"a::x", "|\n  key: LS0tLS1CRUdJTiBQUklWQVRFIEtFWS0tLS0tCk1IY0NBUUVFSUJ4eHhWeFUwdVp4VjlYaEs4cTV3VzFxOHpKYlM3bVo1cktKMG04bjFRMm9Bb0dDQ3FHU000OQotLS0tLUVORCBQUklWQVRFIEtFWS0tLS0tCg==\n  LS0tLS1CRUdJTiBPUEVOU1NIIFBSSVZBVEUgS0VZLS0tLS0KTUhjQ0FRRUVJQnh4eFZ4VTB1WnhWOVhoSzhxNXdXMXE4ekpiUzdtWjVyS0owbThuMVEyb0FvR0NDcUdTTTQ5Ci0tLS0tRU5EIE9QRU5TU0ggUFJJVkFURSBLRVktLS0tLQo=\n", "secret"},
		{"a::x", "|\n  LS0tLS1CRUdJTiBEU0EgUFJJVkFURSBLRVktLS0tLQ==\n", "secret"},
		{"a::x", "|\n  LS0tLS1CRUdJTiBDRVJUSUZJQ0FURS0tLS0t\n", ""},
		{"a::hash", "'$6$abc$def'", "secret"},
		{"a::url", "postgres://app:hunter2@db/app", "secret"},
		{"a::url", "postgres//app:hunter2@db/app", "secret"},
		{"a::url", "postgres:/app:hunter2@db/app", "secret"},
		{"a::url", "postgres:///app:hunter2@db/app", "secret"},
		{"a::url", "postgres://app:hun/ter2@db/app", "secret"},
		{"a::url", "http://proxy:8080/path@x", ""},
		{"a::url", "http://proxy:8080/", ""},
		{"a::image", "registry/app:1.2@sha256", ""},
		{"a::url", "\"https://%{user}:%{password}@db:80/%{path}@x\"", ""},
		{"a::x", "ghp_0123456789abcdefghij0123456789abcdef", "secret"},
		{"a::x", "sk_live_0123456789ab", "secret"},
		{"a::x", "skip_database_creation", ""},
		{"a::x", "ghost_inspector_url", ""},
		{"a::x", "d41d8cd98f00b204e9800998ecf8427e", "secret"},
		{"a::x", "Zm9vYmFyMTIzNDU2Nzg5MGFiY2RlZg", "secret"},
		{"a::x", "kX9/3vQz+7LmT2pR/8wYbN4cJ6hF1sGd0uVaEiKo", "secret"},
		{"a::x", "Pq7/Rt2+Ws9Yx4Bn6Mz1Kj8Hg3Fd5Sa0Lp/Oi7Uy6TrEw==", "secret"},
		{"a::x", "AAAAB3NzaC1yc2EAAAADAQABAAABAQC/7vQz9LmT2pR8wYbN4cJ6hF1sGd0uVaEiKo", ""},
		{"a::x", "/opt/IBM/WebSphere/AppServer85/Profiles/AppSrv01", ""},
		{"a::x", "modules/Profile2/files/App3/SomeFile", ""},
		{"a::rootpw", "x", "secret"},
		{"a::bindpw", "x", "secret"},
		{"a::Bind-PW", "x", "secret"},
		{"a::accesskey", "x", "secret"},
		{"a::x_pw", "x", "secret"},
		{"a::salt", "x", "secret"},
		{"drupal::hash_salts", "x", "secret"},
		{"a::passwordSalt", "x", "secret"},
		{"a::cookieSalt", "x", "secret"},
		{"saltstack::master", "x", ""},
		{"profile::salt::master", "x", ""},
		{"a::basalt", "x", ""},
		{"a::salted", "x", ""},
		{"a::pasword", "x", "secret"},
		{"a::db_passwrd", "x", "secret"},
		{"a::scret", "x", "secret"},
		{"a::dbScret", "x", "secret"},
		{"a::api_tokn", "x", "secret"},
		{"a::tokne", "x", "secret"},
		{"a::secert_name", "x", "secret"},
		{"a::taken", "x", ""},
		{"a::passed", "x", ""},
		{"a::autoenable", "x", ""},
		{"a::stocked", "x", ""},
		{"a::x", "curl -u app:hunter2 https://example.com/", "secret"},
		{"a::x", "curl --user 'app:hunter2' https://example.com/", "secret"},
		{"a::x", "curl -u app https://example.com:8080/", ""},
		{"a::x", "\"curl -u app:%{lookup('b')} https://example.com/\"", ""},
		{"a::x", "docker run -u 1000:1000 nginx", ""},
		{"a::x", "sshpass -p hunter2 ssh db", "secret"},
		{"a::x", "mysql -uroot -phunter2 db", "secret"},
		{"a::x", "mysql -uroot -p db", ""},
		{"a::x", "ldapsearch -D cn=app -w hunter2", "secret"},
		{"a::x", "redis-cli -h db -a hunter2 ping", "secret"},
		{"a::x", "openssl rsa -passin pass:hunter2 -in key", "secret"},
		{"a::x", "'Authorization: Basic YXBwOmh1bnRlcjI='", "secret"},
		{"a::x", "'curl -H \"authorization: token hunter2hunter2\" x'", "secret"},
		{"a::x", "'proxy_set_header Authorization $http_authorization;'", ""},
		{"a::x", "app:$apr1$abcdefgh$ijklmnopqrstuvwxyz", "secret"},
		{"a::x", "'root:$6$abcdefgh$ijklmnopqrstuv:19000:0:99999:7:::'", "secret"},
		{"a::x", "s/(a)/$1$2/", ""},
		{"a::x", "'userPassword: {SSHA}0123456789abcdef='", "secret"},
		{"a::x", "git clone with ghp_0123456789abcdefghij", "secret"},
		{"a::x", "aws_key=AKIAIOSFODNN7EXAMPLE", "secret"},
		{"a::x", "https://hooks.slack.com/services/T00000000/B00000000/XXXXXXXXXXXXXXXX", "secret"},
		{"a::pin_password", "1234", "secret"},
		{"a::password", "'%{lookup(\"b\")}'", ""},
		{"a::password", "'x%{lookup(\"b\")}'", "secret"},
		{"a::password", "\"%hiera('b::c')}\"", ""},
		{"a::password", "\"{lookup('b')}\"", ""},
		{"a::password", "\"${hiera('b')}\"", ""},
		{"a::password", "\"lookup('b')\"", ""},
		{"a::password", "\"lookup('b') x\"", "secret"},
		{"a::password_file", "/etc/app/password", ""},
		{"a::password_file", "./secret/password", ""},
		{"pkcs7_private_key", "keys/private_key.pkcs7.pem", ""},
		{"pkcs7_private_key", "keys/private_key", "secret"},
		{"a::private_key_file", "\"/etc/pki/private/%{facts.fqdn}.%{hiera('x')}.pem\"", ""},
		{"a::private_key_source", "puppet:///modules/a/key.pem", ""},
		{"a::private_key_mode", "'0600'", ""},
		{"a::private_repo_ensure", "present", ""},
		{"a::authtoken::memcached_servers", "127.0.0.1", ""},
		{"a::token_allowed_from", "10.0.0.0/8", ""},
		{"a::authtoken::listen", "'192.0.2.1:8080'", ""},
		{"a::token", "1.2.3", "secret"},
		{"a::token", "1.2.3.4.5", "secret"},
		{"a::password", "''", ""},
		{"a::password_max_age", "90", ""},
		{"a::manage_password", "true", ""},
		{"a::url", "https://example.com/a", ""},
		{"a::x", "web01.example.com", ""},
		{"a::x", "/etc/puppetlabs/code/environments", ""},
		{"a::x", "a sentence that is long enough to be something else", ""},
		{"a::x", "profile::web::server::package_name", ""},
	}
	for _, tt := range tests {
		doc := data.Parse(source.New("f.yaml", []byte("k: "+tt.yaml)), data.YAML)
		if got := WithheldAs(IsNamed(tt.key), doc.Value.Entries()[0].Value); string(got) != tt.want {
			t.Errorf("%s: %s is %q, want %q", tt.key, tt.yaml, got, tt.want)
		}
	}
}

// hidden returns the text with the spans replaced by "#".
func hidden(text string, spans []source.Span) string {
	var b strings.Builder
	at := 0
	for _, s := range spans {
		b.WriteString(text[at:s.Start] + "#")
		at = s.End
	}
	return b.String() + text[at:]
}

func TestSpans(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{"a scalar", "a: b\npassword: hunter2\nc: d\n", "a: b\npassword: #\nc: d\n"},
		{"quoted, with a comment", "password: 'hunter2' # hunter2\n", "password: #\n"},
		{"a comment after a harmless value", "password: yes # was hunter2\na: 1 # one\n", "password: yes#\na: 1 # one\n"},
		{"trailing spaces", "password: hunter2  \na: 1\n", "password: #  \na: 1\n"},
		{"everything below a name", "secrets:\n  a: b\n  c: [d, {e: f}]\n  g: true\n", "secrets:\n  a: #\n  c: [#, {e: #}]\n  g: true\n"},
		{"an array indented like its key", "tokens:\n- abc\n- def\n", "tokens:\n- #\n- #\n"},
		{"a block", "a: 1\nprivate_key: |\n  one\n  two\nb: 1\n", "a: 1\nprivate_key: #\nb: 1\n"},
		{"flow", "{user: a, password: hunter2, port: 1}\n", "{user: a, password: #, port: 1}\n"},
		{"JSON", "{\n  \"password\": \"hunter2\",\n  \"a\": 1\n}\n", "{\n  \"password\": #,\n  \"a\": 1\n}\n"},
		{"hiera-eyaml", "a: >\n  ENC[PKCS7,abc\n  def]\nb: x ENC[PKCS7,abc] y\n", "a: #\nb: #\n"},
		{"decrypted", "a: DEC(1)::PKCS7[hunter2]!\n", "a: #\n"},
		{"an alias under the name of a secret", "a: &x hunter2\npassword: *x\n", "a: &x #\npassword: *x\n"},
		{"converted to Sensitive", "a: hunter2\nlookup_options: {a: {convert_to: Sensitive}}\n", "a: #\nlookup_options: {a: {convert_to: Sensitive}}\n"},
		{"a comment", "# password: hunter2\na: 1\n", "# password: #\na: 1\n"},
		{"a token in a comment", "# with ghp_0123456789abcdefghij\na: 1\n", "# with#\na: 1\n"},
		{"a header in a comment", "# curl -H 'Authorization: Bearer abc/def12' x\na: 1\n", "# curl -H '# x\na: 1\n"},
		{"a random string in a comment", "# was Zm9vYmFyMTIzNDU2Nzg5MGFiY2RlZg, and kX9/3vQz+7LmT2pR/8wYbN4cJ6hF1sGd0uVaEiKo\na: 1 # x=d41d8cd98f00b204e9800998ecf8427e\n", "# was #, and #\na: 1 # x=#\n"},
		{"a path in a comment", "# /opt/IBM/WebSphere/AppServer85/Profiles and profile::web::server\na: 'b#Zm9vYmFyMTIzNDU2Nzg5MGFiY2RlZg c'\n", "# /opt/IBM/WebSphere/AppServer85/Profiles and profile::web::server\na: 'b#Zm9vYmFyMTIzNDU2Nzg5MGFiY2RlZg c'\n"},
		{"a random string in a file that does not parse", "a: kX9/3vQz+7LmT2pR/8wYbN4cJ6hF1sGd0uVaEiKo\nx: [\n", "a: #\nx: [\n"},
		{"prose in a comment", "# the password of the user\na: 1\n", "# the password of the user\na: 1\n"},
		{"on a command line", "a: mysql --password=hunter2\n", "a: mysql --password=#\n"},
		{"on a command line, as the next word", "a: app --api-token hunter2 -v\nb: app --token %{x} --password-file /etc/app/password --token-ttl 30\nc: [--secret, hunter2, -v, x]\nd: x -password 'hunter2 x'\n", "a: app --api-token #\nb: app --token %{x} --password-file /etc/app/password --token-ttl 30\nc: [--secret, #, -v, x]\nd: x -password '#\n"},
		{"a URL with tokens", "a: 'see http://%{hiera('user')}:%{hiera('password')}@h/ there'\n", "a: 'see http://%{hiera('user')}:%{hiera('password')}@h/ there'\n"},
		{"a URL", "a: 'see http://u:hunter2@h/ there'\n", "a: #\n"},
		{"a file that does not parse", "password: hunter2\nsecrets:\n  a: b\nx: [\n", "password: #\nsecrets:\n  #\nx: [\n"},
		{"a block in a file that does not parse", "private_key: |\n  one\n\n  two\na: 1\nx: [\n", "private_key: |\n  #\n\n  #\na: 1\nx: [\n"},
		{"a string that is not quoted, in a file that does not parse", "password: |hunter2\ntoken: >hunter2\nx: [\n", "password: #\ntoken: #\nx: [\n"},
		{"a string that continues, in a file that does not parse", "password: hunter2\n  hunter3: x\na: 1\nx: [\n", "password: #\n  #\na: 1\nx: [\n"},
		{"a string that looks like a tag", "password: !hunter2\ntoken: !hunter2 x1\nsecret: !!str\nother: !hunter2\n", "password: #\ntoken: # #\nsecret: #\nother: !hunter2\n"},
		{"a string that looks like an anchor", "password: &hunter2\ntoken: &a hunter2\nother: &b x\n", "password: #\ntoken: # #\nother: &b x\n"},
		{"an anchor of a secret", "token: &a hunter2\nsecret: &h {a: &b hunter2}\nother: [*a, *b]\n", "token: &a #\nsecret: &h {a: &b #}\nother: [*a, *b]\n"},
		{"a string that looks like a tag of Ruby", "password: !ruby/object:Hunter {a: 1}\nother: !ruby/object:A {a: 1}\ntoken: !ruby/regexp /a.c/\n", "password: # {a: 1}\nother: !ruby/object:A {a: 1}\ntoken: !ruby/regexp #\n"},
		{"a symbol, a float, and braces", "password: :hunter2\ntoken: 123456.5\nsecret: {hunter2}\nlogin_pw: 0.5\n", "password: #\ntoken: #\nsecret: {#}\nlogin_pw: 0.5\n"},
		{"a URL with a password and a token", "a: http://u:hunter2%{x}@h/\nb: http://u:%{lookup('y z')}@h/\n", "a: #\nb: http://u:%{lookup('y z')}@h/\n"},
		{"no space after a colon, in a file that does not parse", "a::password:hunter2\nb: 1\n- token:hunter2\nb: 1\nsecret hunter2\nthe secret\n", "a::password:#\nb: 1\n- token:#\nb: 1\nsecret #\nthe secret\n"},
		{"a string that looks like a tag of YAML", "password: !!hunter2 x1\ntoken: !!str x1\n", "password: # #\ntoken: !!str #\n"},
		{"a string that looks like an alias", "password: *hunter2\n", "password: #\n"},
		{"names of keys", "profile::password: hunter2\nlookup_options:\n  profile::password: {merge: first}\n", "profile::password: #\nlookup_options:\n  profile::password: {merge: first}\n"},
		{"options of a key", "lookup_options:\n  a::password:\n    convert_to: Sensitive\n    merge: {strategy: deep, knockout_prefix: &a --}\n    knockout_prefix: --\n    other: x\n  b::password: hunter2\n  c::password: {merge: kX9/3vQz+7LmT2pR/8wYbN4cJ6hF1sGd0uVaEiKo}\na: {lookup_options: {a::password: {merge: hunter2}}}\nlookup_option: {a::password: {merge: hunter2}}\n",
			"lookup_options:\n  a::password:\n    convert_to: Sensitive\n    merge: {strategy: deep, knockout_prefix: &a --}\n    knockout_prefix: --\n    other: #\n  b::password: #\n  c::password: {merge: #}\na: {lookup_options: {a::password: {merge: #}}}\nlookup_option: {a::password: {merge: #}}\n"},
		{"the name of a secret beside it", "env:\n- {name: DB_PASSWORD, value: hunter2}\n- {value: x, name: LANG}\n- value: hunter2\n  variable: app_token\n- name: a password\n  value: x\n", "env:\n- {name: DB_PASSWORD, value: #}\n- {value: x, name: LANG}\n- value: #\n  variable: app_token\n- name: a password\n  value: x\n"},
		{"an option and its value in an array", "a: ['--secret', 'hunter2 x', b]\nb:\n- -token\n- hunter2\n- [--token, -v, x]\n- --token-ttl\n- 30\n- --password\n- {a: b}\n- x\n- -p\n- x\n", "a: ['--secret', #, b]\nb:\n- -token\n- #\n- [--token, -v, x]\n- --token-ttl\n- 30\n- --password\n- {a: #}\n- x\n- -p\n- x\n"},
		{"an option and its value in an array that does not parse", "a: ['--secret', \"hunter2 x\nb:\n- --token\n- hunter2\n- b\n", "a: ['--secret', \"#\nb:\n- --token\n- #\n- b\n"},
		{"lines of a private key", "a:\n- b\n- -----BEGIN RSA PRIVATE KEY-----\n- MIIB\n- yes\n- -----END RSA PRIVATE KEY-----\n- c\n", "a:\n- b\n- #\n- c\n"},
		{"a private key in Base64", "a: [b\nc: LS0tLS1CRUdJTiBQUklWQVRFIEtFWS0tLS0tCk1 # c\n", "a: [b\nc:# # c\n"},
		{"elements of a set", "tokens: {hunter2}\npasswords: !!set {hunter2: }\nsecrets:\n  ? hunter2\n  ? 'hunter3'\nother_secrets:\n  ? a\n  : hunter2\n  ? b # c\n  : \n  c:\n", "tokens: {#}\npasswords: !!set {#: }\nsecrets:\n  ? #\n  ? #\nother_secrets:\n  ? a\n  : #\n  ? b # c\n  : \n  c:\n"},
		{"an element that looks like an alias", "tokens:\n- *hunter2\n", "tokens:\n- #\n"},
		{"tokens alone", "password: \"%{lookup('x::secret')}\"\n", "password: \"%{lookup('x::secret')}\"\n"},
	}
	for _, tt := range tests {
		format := data.YAML
		if strings.HasPrefix(tt.text, "{\n") {
			format = data.JSON
		}
		doc := data.Parse(source.New("f", []byte(tt.text)), format)
		got := hidden(tt.text, NewRedactor([]*data.Document{doc}).Spans(doc.File))
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%s: -want +got\n%s", tt.name, diff)
		}
	}
}

// TestSpansOfManifests checks that in a manifest, only literal values assigned to secret names are
// secrets.
func TestSpansOfManifests(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{"parameters", "class a (\n  String $db_password = 'hunter2',\n  String $user = 'x',\n  String $password = lookup('x'),\n  String $b_password = $password,\n  Hash $secrets = {\n    'a' => 'b',\n  },\n) { }\n", "class a (\n  String $db_password = #\n  String $user = 'x',\n  String $password = lookup('x'),\n  String $b_password = $password,\n  Hash $secrets = {\n    #\n  },\n) { }\n"},
		{"the body after a type", "class a (Struct[{password => Pattern[/x/]}] $b) {\n  include b\n}\n", "class a (Struct[{password => Pattern[/x/]}] $b) {\n  include b\n}\n"},
		{"the body after a value", "f({password => 'hunter2'}) |$x| {\n  include b\n}\n", "f({password => #\n  include b\n}\n"},
		{"types", "type B = Struct[{password => String, token => A::Token, secret => Optional[String]}]\n", "type B = Struct[{password => String, token => A::Token, secret => Optional[String]}]\n"},
		{"a type and a value", "f(Struct[{password => String}], {token => 'hunter2'})\n", "f(Struct[{password => String}], {token => #\n"},
		{"defaults of lookups", "lookup('db::password', String, 'first', 'hunter2')\nhiera('db::password', 'hunter2')\nlookup('db::token', {merge => 'deep', 'default_value' => 'hunter2'})\nlookup('db::password', String, 'first')\nlookup('db::port', Integer, 'first', '80')\n", "lookup('db::password', String, 'first', #\nhiera('db::password', #\nlookup('db::token', {merge => 'deep', 'default_value' => #\nlookup('db::password', String, 'first')\nlookup('db::port', Integer, 'first', '80')\n"},
		{"several brackets", "$secrets = [{ 'a' => [\n  'hunter2',\n] }]\n", "$secrets = [{ 'a' => [\n  #\n] }]\n"},
	}
	for _, tt := range tests {
		file := source.New("a.pp", []byte(tt.text))
		if diff := cmp.Diff(tt.want, hidden(tt.text, NewRedactor(nil).Spans(file))); diff != "" {
			t.Errorf("%s: -want +got\n%s", tt.name, diff)
		}
	}
}

// TestKeysOfFindings checks that the path of a finding does not contain the names of keys that are secrets.
func TestKeysOfFindings(t *testing.T) {
	doc := data.Parse(source.New("f.yaml", []byte("tokens: {hunter2, hunter3: 1}\nb:\n  \"-----BEGIN PRIVATE KEY-----\\nx\": 1\n")), data.YAML)
	for _, tt := range []struct {
		key  []string
		want string
	}{
		{[]string{"tokens", "hunter2"}, "tokens.[value redacted]"},
		{[]string{"tokens", "hunter3"}, "tokens.hunter3"},
		{[]string{"b", "-----BEGIN PRIVATE KEY-----\nx", "0"}, "b.[value redacted].0"},
	} {
		path := diagnostic.KeyPath(lists.Map(tt.key, func(name string) diagnostic.KeyStep { return diagnostic.KeyStep{Name: name} }))
		found := []diagnostic.Diagnostic{{File: doc.File, Key: path, Message: "duplicate key `" + tt.key[1] + "`"}}
		got := NewRedactor([]*data.Document{doc}).Findings(found)[0]
		if got.Key.String() != tt.want || got.Key.Identity() != path.Identity() || tt.want != path.String() && strings.Contains(got.Message, tt.key[1]) {
			t.Errorf("%q: %q, %q, %q", tt.key, got.Key.String(), got.Key.Identity(), got.Message)
		}
		if path.String() != strings.Join(tt.key, ".") {
			t.Errorf("the original finding was modified: %q", path.String())
		}
	}
}

func TestFindings(t *testing.T) {
	doc := data.Parse(source.New("f.yaml", []byte("password: Tr0ub4dor\ntoken: admin\nport: x\nsecret: a%{nodename}bcd\npassphrase: ENC[PCKS7,MIIBeQ]\n")), data.YAML)
	at := func(text string) source.Span {
		i := strings.Index(string(doc.File.Text), text)
		return source.Span{Start: i, End: i + len(text)}
	}
	tests := []struct {
		span          source.Span
		message, want string
	}{
		{at("x"), "`x` is no number, unlike `Tr0ub4dor`", "`x` is no number, unlike `[value redacted]`"},
		{at("x"), "'admin' is a word", "'admin' is a word"},
		{at("admin"), "'admin' is a word, admin too", "'[value redacted]' is a word, admin too"},
		{at("Tr0ub4dor"), "`0ub4` is in it", "`[value redacted]` is in it"},
		{at("nodename"), "`nodename` is unknown, `%{nodename}` is empty, `bcd` is not", "`nodename` is unknown, `%{nodename}` is empty, `[value redacted]` is not"},
		{at("admin"), "`adm` is half of it, `ad` and `other` are not", "`[value redacted]` is half of it, `ad` and `other` are not"},
		{at("admin"), "`admin` is `password`", "`[value redacted]` is `password`"},
		{at("PCKS7"), "`PCKS7` is a method, `MIIBe` and `ENC[PCKS7,MIIBe` are not", "`PCKS7` is a method, `[value redacted]` and `[value redacted]` are not"},
		{at("password"), "`password` stands twice, once as 'Tr0ub4dor'", "`password` stands twice, once as '[value redacted]'"},
	}
	for _, tt := range tests {
		found := []diagnostic.Diagnostic{{File: doc.File, Span: tt.span, Message: tt.message, Help: tt.message, Related: []diagnostic.Related{{File: doc.File, Span: tt.span, Message: tt.message}}}}
		got := NewRedactor([]*data.Document{doc}).Findings(found)[0]
		for _, text := range []string{got.Message, got.Help, got.Related[0].Message} {
			if text != tt.want {
				t.Errorf("%s: %s, want %s", tt.message, text, tt.want)
			}
		}
		if found[0].Message != tt.message || found[0].Related[0].Message != tt.message {
			t.Errorf("%s: the original finding was modified", tt.message)
		}
	}
}

// TestNamespacesInFindings checks that findings name the namespace of a key, even if the secret starts with the same word.
func TestNamespacesInFindings(t *testing.T) {
	for _, tt := range []struct{ text, meant, message, want string }{
		{"grub::password: grub.pbkdf2.sha512.10000.E3DEB96E", "", "no module `grub` for `grub.pbkdf2`", "no module `grub` for `[value redacted]`"},
		{"grub::efi::password: my grub::efi", "", "no class `grub::efi` for `grub`, nor `my grub`", "no class `grub::efi` for `grub`, nor `[value redacted]`"},
		{"admin::password: admin", "", "`admin` is a word", "`[value redacted]` is a word"},
		{"kestone::token: keystone.token.Provider", "keystone::token", "not `kestone`, but `keystone`, nor `token.Provider`", "not `kestone`, but `keystone`, nor `[value redacted]`"},
		{"admn::password: admin", "admin::password", "`admin` is a word", "`[value redacted]` is a word"},
	} {
		doc := data.Parse(source.New("f.yaml", []byte(tt.text+"\n")), data.YAML)
		key, _, _ := strings.Cut(tt.text, ": ")
		d := diagnostic.Diagnostic{File: doc.File, Span: source.Span{End: len(key)}, Key: diagnostic.KeyPath{{Name: key}}, Meant: tt.meant, Message: tt.message}
		if got := NewRedactor([]*data.Document{doc}).Findings([]diagnostic.Diagnostic{d})[0].Message; got != tt.want {
			t.Errorf("%s: %s, want %s", tt.text, got, tt.want)
		}
	}
}

// TestFindingsInInvalidFiles checks that what Puppet says about files that do not parse is not quoted if it contains secrets.
func TestFindingsInInvalidFiles(t *testing.T) {
	for _, tt := range []struct{ name, text, at, message, want string }{
		{"f.json", "{\"password\": \"hunter2\" x}", "x", "`9: unexpected token at '{\"password\": \"hunter2\" x}'`", "`9: unexpected token at '[value redacted]'`"},
		{"f.json", "{\"a\": x,\n\"b\": 1, \"password\": \"hunter2\"}", "x", "`9: unexpected token at 'x, \"b\": 1, \"password\": \"hunter2\"}'`", "`9: unexpected token at 'x, \"b\": 1, \"password\": [value redacted]'`"},
		{"f.json", "{\"a\": x}", "x", "`9: unexpected token at 'x}'`", "`9: unexpected token at 'x}'`"},
		{"f.yaml", "password: *hunter2\n", "*hunter2", "`&hunter2` is missing: `Unknown alias: hunter2`", "`&[value redacted]` is missing: `Unknown alias: [value redacted]`"},
		{"f.yaml", "password: !!float hunter2x\n", "!!float", "no float: `invalid value for Float(): \"hunter2x\"`", "no float: `invalid value for Float(): \"[value redacted]\"`"},
		{"f.yaml", "password: :hunter2x\n", ":hunter2x", "a symbol: `:hunter2x`, hunter2x", "a symbol: `[value redacted]`, [value redacted]"},
		{"f.yaml", "a::password:hunter2x1\nb: 1\n", "a::password", "write `a::password: hunter2x1`, not `a::password`", "write `[value redacted]`, not `a::password`"},
		{"f.yaml", "password: %{x} hunter2\n", "%{x}", "write `\"%{x} hunter2\"`, not `%{x}`", "write `\"[value redacted]\"`, not `%{x}`"},
	} {
		format, _ := data.FormatOf(tt.name)
		doc := data.Parse(source.New(tt.name, []byte(tt.text)), format)
		start := strings.Index(tt.text, tt.at)
		d := diagnostic.Diagnostic{File: doc.File, Span: source.Span{Start: start, End: start + len(tt.at)}, Detail: tt.message}
		if got := NewRedactor([]*data.Document{doc}).Findings([]diagnostic.Diagnostic{d})[0].Detail; got != tt.want {
			t.Errorf("%s: %s, want %s", tt.text, got, tt.want)
		}
	}
}

func TestWithheldFixes(t *testing.T) {
	doc := data.Parse(source.New("f.yaml", []byte("password: Tr0ub4dor\n")), data.YAML)
	fixes := []diagnostic.Fix{{Message: "quote it", Edits: []diagnostic.TextEdit{{File: doc.File, New: "'Tr0ub4dor'"}}}, {Message: "remove it", Edits: []diagnostic.TextEdit{{File: doc.File}}}}
	literal := data.Parse(source.New("g.yaml", []byte("password: \"%{literal('hunter2')} %{::fqdn}\"\n")), data.YAML)
	parts := []diagnostic.Fix{{Edits: []diagnostic.TextEdit{{File: literal.File, New: "hunter2"}}}, {Edits: []diagnostic.TextEdit{{File: literal.File, New: "%{facts.networking.fqdn}"}}}}
	if got := NewRedactor([]*data.Document{literal}).Findings([]diagnostic.Diagnostic{{File: literal.File, Fixes: parts}})[0].Fixes; !got[0].Withheld || got[1].Withheld {
		t.Errorf("withheld: %v %v", got[0].Withheld, got[1].Withheld)
	}
	got := NewRedactor([]*data.Document{doc}).Findings([]diagnostic.Diagnostic{{File: doc.File, Fixes: fixes}})[0].Fixes
	if !got[0].Withheld || got[1].Withheld || fixes[0].Withheld {
		t.Errorf("withheld: %v %v %v", got[0].Withheld, got[1].Withheld, fixes[0].Withheld)
	}
}

// FuzzSpans checks that the spans of secrets in arbitrary YAML are sorted, do not overlap, and are
// in the file.
func FuzzSpans(f *testing.F) {
	f.Add("password: a\nb: ENC[x]\nsecrets:\n  - x\n")
	f.Add("a: &x [*x]\ntoken: *x\n")
	f.Fuzz(func(t *testing.T, text string) {
		doc := data.Parse(source.New("f.yaml", []byte(text)), data.YAML)
		spans := NewRedactor([]*data.Document{doc}).Spans(doc.File)
		if !slices.IsSortedFunc(spans, func(a, b source.Span) int { return a.End - b.Start }) {
			t.Errorf("%v", spans)
		}
		for _, s := range spans {
			if doc.File.Slice(s) == nil || s.Start >= s.End {
				t.Errorf("span %v is not in a text of %d bytes", s, len(text))
			}
		}
	})
}

// TestMayHaveName checks on random names that mayHaveName finds every name that IsNamed accepts.
func TestMayHaveName(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(1, 2))
	fragments := []string{"pass", "word", "PASSWD", "phrase", "bind", "pw", "_", "-", ":", ".", "api", "key", "Secret", "to", "ken", "ds", "n", "psk", "priv", "ate", "x", "root", "access", "shared", "connection", "string", "salt"}
	named := 0
	for range 20_000 {
		var name strings.Builder
		for range 1 + random.IntN(4) {
			name.WriteString(fragments[random.IntN(len(fragments))])
		}
		if IsNamed(name.String()) {
			named++
			if !mayHaveName("# " + name.String() + ": value") {
				t.Errorf("mayHaveName does not find %s, which is the name of a secret", name.String())
			}
		}
	}
	if named < 1000 {
		t.Errorf("only %d names of secrets", named)
	}
}

// TestFailureOfEncrypted checks that a message about an encrypted value is Puppet's, but quotes no secret after it.
func TestFailureOfEncrypted(t *testing.T) {
	t.Parallel()
	doc := data.Parse(source.New("x.eyaml", []byte("a::password: ENC[PKCS7,INVALID]\na::token: hunter2hunter2\n")), data.YAML)
	at := doc.Root.Get("a::password")
	message := "hiera-eyaml backend error decrypting ENC[PKCS7,INVALID] when looking up a::password. Error was `hunter2hunter2`"
	want := "hiera-eyaml backend error decrypting ENC[PKCS7,INVALID] when looking up a::password. Error was `" + redact.Redacted + "`"
	if got := new(Documents).Failure(at, message); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}
