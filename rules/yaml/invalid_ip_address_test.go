package yaml_test

import (
	"testing"

	"github.com/hieralint/hieralint/internal/rule/ruletest"
	"github.com/hieralint/hieralint/rules/yaml"
)

func TestInvalidIPAddress(t *testing.T) {
	t.Parallel()
	ruletest.RunAll(t, yaml.InvalidIPAddress, map[string]map[string]string{
		"a number":      ruletest.Common("a: {ip: 65160} # want warning \"`65160` is a number, not an IP address\"\nb: {ip_address: 192.02} # want \"`192.02` is a number\"\nc: [{ipaddr: 1921680101}] # want \"is a number\"\n"),
		"other numbers": ruletest.Common("a: {ip: 4, ips: 65160, ip_port: 65160}\nb: {ip: ~}\nip: dhcp\n"),
		"octet":         ruletest.Common("a: 10.0.0.256 # want warning \"`10.0.0.256` is not a valid IP address: `256` is above 255\"\nb: 300.0.0.1 # want\n"),
		"prefix length": ruletest.Common("a: ['192.0.2.1/36'] # want \"at most 32\"\nb: '2001:db8::/129' # want \"at most 128\"\n"),
		"colons":        ruletest.Common("a: 'fd00:1aa5:1::::3/127' # want \"three colons\"\nb: '2001:db8::1::2' # want \"only once\"\n"),
		"groups":        ruletest.Common("a: 2620:0:861:10d:1 # want \"it has 5 of 8 groups and no `::`\"\nb: '2001:db8:1:2:3:4:5:6:7/64' # want \"9 of 8\"\n"),
		"mapped":        ruletest.Common("a: '[::ffff:127.0.0.0]/10' # want \"the prefix length of an IPv4-mapped address is at least 96\"\nb: ['::ffff:10.0.0.0/104', '[::1]/128', '::FFFF:10.0.0.0/8'] # want \"at least 96\"\n"),
		"several":       ruletest.Common("a: '192.0.2.1/24 fd00::192:268:224::1/64' # want \"fd00::192:268:224::1/64\"\n"),
		"leading zero":  ruletest.Common("a: [172.18.00.84] # want \"`172.18.00.84` is not a valid IP address: `00` has a leading zero\"\nb: 10.0.0.08/24 # want \"`08`\"\nc: 1.02.03.04\nd: 00.00.00.00\n"),
		"a port":        ruletest.Common("a: 10.0.0.256:80 # want \"`10.0.0.256:80` is not a valid IP address: `256` is above 255\"\nb: 10.0.0.25:80\n"),
		"dots":          ruletest.Common("a: 10.0..1.2 # want \"`10.0..1.2` is not a valid IP address: two dots in a row\"\nb: 10...1.2\nc: 10..1\nd: 1..10\n"),
		"a range":       ruletest.Common("a: 10.0.300.10-10.0.1.254 # want \"`300` is above 255\"\nb: 10.0.0.1-10.0.1.2\nc: 10.0.0.1-x.y.z.300\nd: 2.0.1.1-1.0.2020.300\n"),
		"a key":         ruletest.Common("a:\n  10.0.0.999: x # want \"10.0.0.999\"\n"),
		"an account":    ruletest.Common("a: {b@192.168.3.2/x.*: {user: b@1192.168.3.2}} # want warning \"`1192.168.3.2` is not a valid IP address: `1192` is above 255\"\nb: c@10.0.0.%\n"),

		"accounts":             ruletest.Common("a: [b@10.0.0.%, c@10.0.0.1, d@300.0.0.%.x, e@10.0.0]\n"),
		"versions of packages": ruletest.Common("a: [b@1192.168.3.2, c@4.0.0.1]\n"),
		"valid":                ruletest.Common("a: [192.0.2.1, 10.0.0.0/8, 0.0.0.0, 255.255.255.255, '::1', 'fe80::', '2001:db8::1/64', '::ffff:192.0.2.1', '2001:db8:1:2:3:4:5:6']\n"),
		"versions":             ruletest.Common("app::version: 1.2.3.456\npackages: {x: {ensure: 6.0.0.300}}\nb: 69.0.3497.10000\nc: 1.2.3\nd: 1.2.3.4.500\n"),
		"others":               ruletest.Common("a: ':::443'\nb: 'dad::face::bead'\nc: 12:30:45:10\nd: '127.0.0.1/2055'\ne: '00:1b:44:11:3a:b7'\ng: '2001:0db8:00a1:b2c3'\nh: '3b:00:1'\nj: 'fc00:700:100:200'\ni: '2001:db8:1:2:3:4:5:6'\nf: 'ab:cd:ef:01:23:45:67:89:ab:cd'\n"),
		"parts of text":        ruletest.Common("a: listen 10.0.0.256\nb: '%{x}.0.0.256'\nc: v10.0.0.256:80\n"),
		"a wildcard":           ruletest.Common("a: 10.0.0.*\nb: 10.0.0.1-300\n"),
	})
}
