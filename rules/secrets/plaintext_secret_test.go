package secrets_test

import (
	"strings"
	"testing"

	"github.com/hieralint/hieralint/internal/rule/ruletest"
	"github.com/hieralint/hieralint/rules/secrets"
)

func TestPlaintextSecret(t *testing.T) {
	t.Parallel()
	many := `---
a::db_password: hunter2 # want note "a::db_password"
a::rootpassword: 'correct horse battery staple' # want note "a::rootpassword"
a::users:
  alice: {name: Alice, password: s3cret} # want note "password"
  bob:
    API_TOKEN: ghp0123456789abcdef # want note "API_TOKEN"
a::forge: {authorization_token: 'Bearer 0a1b2c3d4e5f'} # want note "authorization_token"
a::list: [{passphrase: "open sesame"}] # want note "passphrase"
a::api-key: 0a1b2c3d4e5f # want note "a::api-key"
a::ldap::bindpw: topsecret # want note "bindpw"
a::secret_key_base: x
a::aws::secret_access_key: wJalrXUtnFEMI/K7MDENG/bPxRfiCYzzzzzzKEY # want note "secret_access_key"
a::logs::storage_account_key: q3bWcNYoQiPphj/zRPwronlQ4/3YqVc7dADXbR8mcYYfoGaabrHujZf9TjUq== # want note "storage_account_key"
a::k8s::service_account_key: /etc/kubernetes/pki/sa-signer.key
a::k8s::service_account_key_file: /etc/kubernetes/pki/sa-signer.key
a::cloud::service_account_key: "%{lookup('a::key')}"
a::logs::account_key: storage-account-of-logs
a::url_password: https://bob:hunter2@db.internal/x # want note "url_password"
a::ssl::private_key: | # want note "private_key"
  -----BEGIN RSA PRIVATE KEY-----
  AAAA
  -----END RSA PRIVATE KEY-----
a::ca_key: | # want note "a::ca_key"
  -----BEGIN EC PRIVATE KEY-----
  MHcCAQEEIBxxxVxU0uZxV9XhK8q5wW1q8zJbS7mZ5rKJ0m8n1Q2oAoGCCqGSM49
  -----END EC PRIVATE KEY-----
a::ca_crt: |
  -----BEGIN CERTIFICATE-----
  MHcCAQEEIBxxxVxU0uZxV9XhK8q5wW1q8zJbS7mZ5rKJ0m8n1Q2oAoGCCqGSM49
  -----END CERTIFICATE-----
a::pem_start: '-----BEGIN PRIVATE KEY-----'
`
	found := ruletest.Run(t, secrets.PlaintextSecret, map[string]string{"hiera.yaml": eyamlConfig, "data/common.eyaml": many})
	for _, d := range found {
		for _, secret := range []string{"hunter2", "correct horse", "s3cret", "ghp0", "sesame", "topsecret", "BEGIN"} {
			if strings.Contains(d.Message+d.Detail+d.Help, secret) {
				t.Errorf("the finding shows the secret: %s %s %s", d.Message, d.Detail, d.Help)
			}
		}
	}
	// Without eyaml in the project, only private keys are reported, and other secrets in the strict profile.
	ruletest.Run(t, secrets.PlaintextSecret, ruletest.Common("a::db_password: hunter2\na::ca_key: | # want note \"a::ca_key\"\n"+
		"  -----BEGIN EC PRIVATE KEY-----\n  MHcCAQEEIBxxxVxU0uZxV9XhK8q5wW1q8zJbS7mZ5rKJ0m8n1Q2oAoGCCqGSM49\n  -----END EC PRIVATE KEY-----\n"))
	ruletest.Run(t, secrets.PlaintextSecret, map[string]string{".hieralint.yaml": "profile: strict\n", "data/common.yaml": many})

	ruletest.Run(t, secrets.PlaintextSecret, map[string]string{"hiera.yaml": eyamlConfig, "data/common.eyaml": `---
a::enc_password: ENC[PKCS7,` + cipher + `]
a::password: ''
aa::password: enc[PKCS7,` + cipher + `]
ab::password: ENC(PKCS7,` + cipher + `)
ac::pw: DEC(3)::PKCS7[hunter2 and more]!
ad::pw: 'DEC::GPG[x y z'
b::password: ~
c::password: "%{lookup('a::password')}"
d::password: $6$rounds=5000$salt$hash
e::password: '{SSHA}0c0blFTXXNuAMHECS4uxrj3ZieMoWImr'
f::password: '*6C8989366EAF75BB670AD8EA7A7FC1176A95CEF4'
g::password: '!!'
h::password: '!$6$salt$hash'
ha::htpasswd: web:$apr1$salt$hash
hb::htpasswd: 'web:{SHA}0c0blFTXXNuAMHECS4uxrj3ZieM='
hc::password: MYBINDPW
i::password: 5f4dcc3b5aa765d61d8327deb882cf99
j::password: changeme
k::password: <your password>
l::password: ${DB_PASSWORD}
m::password: DB_PASSWORD
n::manage_password: 'true'
o::password: 1234567
p::private_key: /etc/ssl/private/web.pem
q::ssl_private_key: puppet:///modules/web/key.pem
r::token: kubernetes-dashboard-token
ra::auth_token: Bearer ${TOKEN}
s::secret: my-tls-secret
t::token_ttl: 3600s
u::password_file: /etc/pw
v::secret: secret/data/puppet/db
w::password: vault:secret/db#password
x::api_key: https://vault.internal/v1/key
y::passwords: {alice: x}
z::password: absent
aa::compass: north
ab::password: SCRAM-SHA-256$4096:salt$key
ac::public_key: AAAAB3NzaC1yc2EAAAADAQABAAABAQ
ad::private_key: deploy
ae::password_policy: strong
af::password: md5a3556571e93b0d20722ba62be61e8c2d
ag::grub_password: grub.pbkdf2.sha512.10000.AAAA
ah::permissions_secret: '0600'
ai::passwd: files sss
aj::api_key: 00000000-0000-0000-0000-000000000000
ak::keystore_password: changeit
al::rabbit_password: guest
am::db_password: fakepass
lookup_options:
  '^a::.*password$': {convert_to: Sensitive}
`})
	for _, name := range []string{"vagrant.eyaml", "kitchen/default.eyaml", "nodes/test.example.com.eyaml", "example.eyaml"} {
		ruletest.Run(t, secrets.PlaintextSecret, map[string]string{
			"hiera.yaml":   strings.ReplaceAll(eyamlConfig, "path: common.eyaml", "glob: '**/*.eyaml'"),
			"data/" + name: "a::db_password: hunter2\n",
		})
	}
}

// TestPrivateKeysInBase64 checks that private keys in PEM are recognized in Base64, as in a kubeconfig file, under any key.
func TestPrivateKeysInBase64(t *testing.T) {
	t.Parallel()
	for _, d := range ruletest.Run(t, secrets.PlaintextSecret, ruletest.Common(`---
a::client_data: LS0tLS1CRUdJTiBSU0EgUFJJVkFURSBLRVktLS0tLQpNSGNDQVFFRUlCeHh4VnhVMHVaeFY5WGhLOHE1d1cxcTh6SmJTN21aNXJLSjBtOG4xUTJvQW9HQ0NxR1NNNDkKLS0tLS1FTkQgUlNBIFBSSVZBVEUgS0VZLS0tLS0K # want note "a::client_data"
a::kubeconfig: {client-key-data: LS0tLS1CRUdJTiBQUklWQVRFIEtFWS0tLS0tCk1IY0NBUUVFSUJ4eHhWeFUwdVp4VjlYaEs4cTV3VzFxOHpKYlM3bVo1cktKMG04bjFRMm9Bb0dDQ3FHU000OQotLS0tLUVORCBQUklWQVRFIEtFWS0tLS0tCg==} # want note "client-key-data"
a::ssh: 'LS0tLS1CRUdJTiBPUEVOU1NIIFBSSVZBVEUgS0VZLS0tLS0KTUhjQ0FRRUVJQnh4eFZ4VTB1WnhWOVhoSzhxNXdXMXE4ekpiUzdtWjVyS0owbThuMVEyb0FvR0NDcUdTTTQ5Ci0tLS0tRU5EIE9QRU5TU0ggUFJJVkFURSBLRVktLS0tLQo' # want note "a::ssh"
a::wrapped: | # want note "a::wrapped"
  LS0tLS1CRUdJTiBFQyBQUklWQVRFIEtFWS0tLS0tCk1IY0NBUUVFSUJ4eHhWeFUwdVp4VjlYaEs4
  cTV3VzFxOHpKYlM3bVo1cktKMG04bjFRMm9Bb0dDQ3FHU000OQotLS0tLUVORCBFQyBQUklWQVRF
  IEtFWS0tLS0tCg==
a::crt: LS0tLS1CRUdJTiBDRVJUSUZJQ0FURS0tLS0tCk1IY0NBUUVFSUJ4eHhWeFUwdVp4VjlYaEs4cTV3VzFxOHpKYlM3bVo1cktKMG04bjFRMm9Bb0dDQ3FHU000OQotLS0tLUVORCBDRVJUSUZJQ0FURS0tLS0tCg==
a::pub: LS0tLS1CRUdJTiBQVUJMSUMgS0VZLS0tLS0KTUhjQ0FRRUVJQnh4eFZ4VTB1WnhWOVhoSzhxNXdXMXE4ekpiUzdtWjVyS0owbThuMVEyb0FvR0NDcUdTTTQ5Ci0tLS0tRU5EIFBVQkxJQyBLRVktLS0tLQo=
a::encrypted: LS0tLS1CRUdJTiBSU0EgUFJJVkFURSBLRVktLS0tLQpQcm9jLVR5cGU6IDQsRU5DUllQVEVECkRFSy1JbmZvOiBBRVMtMjU2LUNCQyxBQQoKTUhjQ0FRRUVJQnh4eFZ4VTB1WnhWOVhoSzhxNXdXMXE4ekpiUzdtWjVyS0owbThuMVEyb0FvR0NDcUdTTTQ5Ci0tLS0tRU5EIFJTQSBQUklWQVRFIEtFWS0tLS0tCg==
a::start: LS0tLS1CRUdJTiBQUklWQVRFIEtFWS0tLS0t
a::text: LS0tLS1CRUdJTiBub3QgQmFzZTY0!
a::other: LS0tLS1CRUdJTi
`)) {
		if strings.Contains(d.Message+d.Detail+d.Help, "LS0t") {
			t.Errorf("the finding shows the secret: %s %s %s", d.Message, d.Detail, d.Help)
		}
	}
}
