package nearest

import "testing"

func TestIsSlip(t *testing.T) {
	for _, tt := range []struct {
		a, b string
		want bool
	}{
		{"porfile", "profile", true},
		{"profle", "profile", true},
		{"proffile", "profile", true},
		{"netcfg_trp_natmask", "netcfg_trp_netmask", true},
		{"domain_frontent", "domain_frontend", true},
		{"giserver_asf", "gitserver_asf", true},
		{"myql-slave-2", "mysql-slave-2", true},
		{"a::seflsigned", "a::selfsigned", true},
		{"mailmam3", "mailman3", true},
		{"worker::log_level", "worker::loglevel", true},
		{"a::cert-file", "a::certfile", true},

		{"ntp:servers", "ntp::servers", true},
		{"profile::ntp:servers", "profile::ntp::servers", true},

		{"common::smpt_host", "common::smtp_host", true},
		{"ocf_ipv4_maks", "ocf_ipv4_mask", true},
		{"desktop_src_range4", "desktop_src_range_4", true},

		{"a::secret:", "a::secret", true},
		{"2site_domain", "site_domain", true},

		{"profile", "profile", false},
		{"smpt_host", "smtp_host", false},
		{"app::src_range_4", "app::src_range_5", false},
		{"common::smt_host", "common::smtp_host", false},
		{"rofile", "profile", false},
		{"profiles", "profile", false},
		{"users_list", "user_list", false},
		{"smtp_key", "smtpd_key", false},
		{"rabbitmq_vhost", "rabbitmq_host", false},
		{"apache2", "apache", false},
		{"web1", "web2", false},
		{"mysql", "mssql", false},
		{"form", "from", false},
		{"backend", "wackend", false},
		{"porfile_a", "profile_b", false},
		{"a_profile", "aprofile", false},
		{"sport", "dport", false},
		{"", "profile", false},
		{"prüfile", "profile", false},
		{"input", "output", false},
		{"a::log::level", "a::loglevel", false},
		{"a_b", "ab", false},
		{"a:b:c", "a::b::c", false},
		{"a::b", "a:::b", false},
		{"a:", "a::", false},
		{"profile:", "profile::", false},
		{"a1:", "a1", false},
		{"2a", "a", false},
		{"22site_domain", "2site_domain", false},
		{"web_1", "web1", false},
		{"log_level_", "log_level", false},
	} {
		if got := IsTypo(tt.a, tt.b); got != tt.want {
			t.Errorf("IsTypo(%q, %q) = %t", tt.a, tt.b, got)
		}
		if got := IsTypo(tt.b, tt.a); got != tt.want {
			t.Errorf("IsTypo(%q, %q) = %t", tt.b, tt.a, got)
		}
	}
}

func TestDifferInDigits(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		a, b string
		want bool
	}{
		{"ca-1.pem", "ca-2.pem", true},
		{"bird.conf", "bird6.conf", true},
		{"ca-1.pem", "ca-01.pem", false},
		{"ca-1.pem", "cb-2.pem", false},
		{"ca-1.pem", "ca-1.pem", false},
	} {
		if got := DifferInDigits(tt.a, tt.b); got != tt.want {
			t.Errorf("%s, %s: got %t", tt.a, tt.b, got)
		}
	}
}

func TestIsGarbled(t *testing.T) {
	for _, tt := range []struct {
		a, b string
		want bool
	}{
		{"provisinionig_ipv4_address", "provisioning_ipv4_address", true},
		{"provisoning_ipv4_adress", "provisioning_ipv4_address", true},
		{"provisoinnig", "provisioning", true},

		{"provisioning", "provisioning", false},
		{"provisioner", "provisioning", false},
		{"provisionings", "provisioned", false},
		{"internal_address", "external_address", false},
		{"encryption", "decryption", false},
		{"minimum_connections", "maximum_connections", false},
		{"ipv4_address", "ipv6_address", false},
		{"from_address", "form_adress", true},
		{"address", "ipv4_address", false},
		{"authentication", "authorization", false},
		{"dropvisioning", "provisioning", false},
		{"", "a", false},
	} {
		if got := IsGarbled(tt.a, tt.b); got != tt.want {
			t.Errorf("%s and %s: %t", tt.a, tt.b, got)
		}
		if IsGarbled(tt.b, tt.a) != tt.want {
			t.Errorf("%s and %s: not symmetric", tt.b, tt.a)
		}
	}
}
